"""Hatchling's build hook: compiles the kernels into a wheel, or beside their sources for an editable installation.

$SOLVABLE_TARGET is one of `cpp/build.py`'s targets, for which zig compiles; the target WebAssembly makes the wheel for
any platform, which has kernels under Pyodide and the references in Python elsewhere. $SOLVABLE_PURE=1 omits all
kernels. If this machine has no compiler, zig is downloaded (100 MB).
"""

import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SCRIPT = Path(__file__).with_name("src") / "solvable" / "kernels" / "cpp" / "build.py"
spec = importlib.util.spec_from_file_location("solvable_kernels_build", SCRIPT)
assert spec is not None
assert spec.loader is not None
kernels = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = kernels
spec.loader.exec_module(kernels)


class Hook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the libraries to the files of the build."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return the build's dependencies besides hatchling: zig's compiler if no other works or the target is another
        platform.
        """
        if os.environ.get("SOLVABLE_PURE"):
            return []
        needs_zig = os.environ.get("SOLVABLE_TARGET") or kernels.compiler() is None
        return ["ziglang>=0.15"] if needs_zig else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the kernels, and set the files and the tag of the wheel."""
        if os.environ.get("SOLVABLE_PURE"):
            return
        target = os.environ.get("SOLVABLE_TARGET")
        if version == "editable":
            if not kernels.are_current():
                kernels.build(kernels.LIBRARIES)
            return
        folder = Path(self.root, "build", "libraries", target or "host")
        made = kernels.build(folder, target=target)
        tag = (kernels.TARGETS[target] if target else kernels.host()).tag
        build_data["pure_python"] = target == kernels.PYODIDE
        build_data["tag"] = f"py3-none-{tag}"
        for library in made:
            build_data["force_include"][str(library)] = f"solvable/kernels/lib/{library.name}"
