"""Writing kernels as a shared object that runs without numba (`kernels.linked` opens it).

Each variant of a kernel is numba's own code: its bitcode as numba links it into other kernels, all but the kernel made
internal, what is unused left out, and compiled once more (the last step alone, some 0.03 s) so that it may lie anywhere
in memory. Of numba's runtime it may need how an array is made and given back: `RUNTIME` has both in the same layout. A
variant that needs anything else, takes or returns anything but numbers, whole arrays and tuples, is left out; where
there is no linker, nothing is written.
"""

import hashlib
import inspect
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from llvmlite import binding
from numba import types
from numba.core import registry as untyped_registry
from numba.np import numpy_support

from solvable.kernels import linked, shipped

registry: Any = untyped_registry
as_dtype: Any = numpy_support.as_dtype
any_tuple: Any = types.BaseTuple
NUMBERS = {types.int64: "i8", types.uint64: "u8", types.float64: "f8", types.boolean: "b1"}
KNOWN = {"memset", "memcpy", "memmove", "NRT_MemInfo_alloc_aligned", "NRT_MemInfo_call_dtor"}
RUNTIME = """
%owner = type { i64, ptr, ptr, ptr, i64, ptr }
declare ptr @malloc(i64)
declare void @free(ptr)
define hidden ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %step = zext i32 %align to i64
  %more = add i64 %step, 48
  %bytes = add i64 %size, %more
  %owner = call ptr @malloc(i64 %bytes)
  %failed = icmp eq ptr %owner, null
  br i1 %failed, label %end, label %fill
fill:
  %start = ptrtoint ptr %owner to i64
  %past = add i64 %start, %more
  %low = urem i64 %past, %step
  %place = sub i64 %past, %low
  %data = inttoptr i64 %place to ptr
  store %owner { i64 1, ptr null, ptr null, ptr null, i64 0, ptr null }, ptr %owner
  %at = getelementptr %owner, ptr %owner, i32 0, i32 3
  store ptr %data, ptr %at
  %sized = getelementptr %owner, ptr %owner, i32 0, i32 4
  store i64 %size, ptr %sized
  br label %end
end:
  ret ptr %owner
}
define hidden void @NRT_MemInfo_call_dtor(ptr %owner) {
  call void @free(ptr %owner)
  ret void
}
define void @give_back(ptr %owner) {
  %before = atomicrmw sub ptr %owner, i64 1 acq_rel
  %is_last = icmp eq i64 %before, 1
  br i1 %is_last, label %last, label %end
last:
  call void @free(ptr %owner)
  br label %end
end:
  ret void
}
"""
"""An owner of an array: how many hold it, how to end it (never asked), its bytes and their size; then the bytes."""


def linker() -> str | None:
    """Return the program that links, None where there is none."""
    return shutil.which("ld")


def write(file: Path, kernels: Iterable[Any], processor: str) -> bool:
    """Write a shared object of what has been compiled of these kernels, and its list; return whether there is one.

    It is for one processor, as `linked.processor` names it, or for any that numba compiles for here where that is "".
    """
    program = linker()
    if program is None:
        return False
    machine = _machine()
    objects, functions = [machine.emit_object(_parsed(RUNTIME))], dict[str, list[Any]]()
    for kernel in kernels:
        for made in kernel.overloads.values():
            kinds = [_kind(each) for each in made.signature.args]
            result = _result(made.signature.return_type)
            code = None if None in kinds or result is None else _code(made, machine)
            if code is not None:
                symbol = f"kernel{len(objects)}"
                objects.append(machine.emit_object(_named(code, made.fndesc.mangled_name, symbol)))
                functions.setdefault(name(kernel.py_func), []).append([symbol, kinds, result])
    with tempfile.TemporaryDirectory(dir=file.parent) as folder:
        paths = [Path(folder) / f"{number}.o" for number in range(len(objects))]
        for path, content in zip(paths, objects, strict=True):
            path.write_bytes(content)
        whole = Path(folder) / "whole.so"
        if subprocess.run([program, "-shared", "-s", "-o", whole, *paths], capture_output=True, check=False).returncode:
            return False
        digest = hashlib.sha256(whole.read_bytes()).hexdigest()
        said = {"sha256": digest, "processor": processor, "functions": functions}
        listed = Path(folder) / "whole.json"
        listed.write_text(json.dumps(said))
        whole.replace(file)
        listed.replace(f"{file}{linked.LIST}")
    return True


def name(function: Any) -> str:
    """Return a kernel's name, as "tiles/ida.searcher(2, 1, 8)" where a function made it of these."""
    file = Path(function.__code__.co_filename)
    if not file.is_relative_to(shipped.KERNELS):
        return f"{file}.{function.__qualname__}"  # none of ours
    stem = file.relative_to(shipped.KERNELS).with_suffix("").as_posix()
    maker, _, _ = function.__qualname__.partition(".<locals>.")
    if not function.__closure__:
        return f"{stem}.{maker}"
    values = dict(
        zip(function.__code__.co_freevars, (cell.cell_contents for cell in function.__closure__), strict=True)
    )
    order = inspect.signature(getattr(linked.module(stem), maker)).parameters
    return f"{stem}.{maker}{tuple(values[each] for each in order)}"


def _machine() -> Any:
    _triple, processor, features = registry.cpu_target.target_context.codegen().magic_tuple()
    target = binding.Target.from_default_triple()
    return target.create_target_machine(cpu=processor, features=features, opt=3, reloc="pic", codemodel="default")


def _parsed(text: str) -> Any:
    module = binding.parse_assembly(text)
    module.verify()
    return module


def _code(made: Any, machine: Any) -> Any:
    """Return a compiled variant's module with what it needs alone, None where that is not all to be had."""
    module = binding.parse_bitcode(made.library._get_module_for_linking().as_bitcode())
    for each in [*module.functions, *module.global_variables]:
        if not each.is_declaration:
            each.linkage = "external" if each.name == made.fndesc.mangled_name else "internal"
    passes = binding.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, binding.create_pass_builder(machine, binding.create_pipeline_tuning_options()))
    needed = {each.name for each in [*module.functions, *module.global_variables] if each.is_declaration}
    return module if {each for each in needed if not each.startswith("llvm.")} <= KNOWN else None


def _named(module: Any, old: str, new: str) -> Any:
    module.get_function(old).name = new
    return module


def _kind(kind: Any) -> Any:
    """Return the kind of an argument or of a result as the list has it, None where such a one is not linked."""
    if isinstance(kind, types.Array):
        code = _code_of(kind.dtype) if kind.layout == "C" and kind.aligned else None
        return [code, kind.ndim, not kind.mutable] if code else None
    if isinstance(kind, any_tuple):  # also a named one: a tuple is its parts
        parts = [_kind(part) for part in kind.types]
        return None if None in parts else {"parts": parts}
    return NUMBERS.get(kind)


def _code_of(item: Any) -> str | None:
    """Return numpy's code of an array's items, None where such ones are not linked."""
    is_linked = isinstance(item, types.Integer | types.Float | types.Boolean)
    return str(as_dtype(item).str) if is_linked else None


def _result(kind: Any) -> Any:
    """Return the same of a result: "" where there is none."""
    return "" if isinstance(kind, types.NoneType) else _kind(kind)
