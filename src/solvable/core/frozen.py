"""`frozen`: like `dataclass(frozen=True, slots=True)`, but it adds a tenth of the time to an import.

`dataclasses` generates six methods of each class as text and compiles them, which takes 0.5 to 1 ms a class and a
quarter of the time of a small command. Here only `__init__` is compiled, when the first instance is created; the others
are closures. To its users the class is a dataclass: `dataclasses.replace`, `fields` and `asdict`, its signature and
pickles are the same.
"""

from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


class _Hidden:
    def __init__(self, default: object) -> None:
        self.default = default


def hidden(*, default: Any) -> Any:
    """Return the default of a field that equality and `repr` ignore."""
    return _Hidden(default)


@dataclass_transform(frozen_default=True, field_specifiers=(hidden,))
def frozen(cls: type[T]) -> type[T]:
    """Return the class with its annotated fields as slots: immutable, and compared, hashed, shown and pickled by its
    fields.

    The class must have no base but object, no `__post_init__`, and no ClassVar or InitVar.
    """
    names = tuple(cls.__annotations__)
    given = {name: vars(cls)[name] for name in names if name in vars(cls)}
    shown = tuple(name for name in names if not isinstance(given.get(name), _Hidden))
    defaults = {name: value.default if isinstance(value, _Hidden) else value for name, value in given.items()}
    body = {name: member for name, member in vars(cls).items() if name not in {*names, "__dict__", "__weakref__"}}
    body |= {"__qualname__": cls.__qualname__, "__slots__": names, "__match_args__": names}
    body |= {name: _OfDataclass(given) for name in ("__dataclass_fields__", "__dataclass_params__", "__signature__")}
    made: Any = type(cls.__name__, (), _methods(names, shown) | body)

    def __init__(self: Any, *values: Any, **named: Any) -> None:  # noqa: N807
        made.__init__ = _init(made, defaults)
        made.__init__(self, *values, **named)

    made.__init__ = __init__
    return made  # type: ignore[no-any-return]


def replace(instance: T, /, **changes: Any) -> T:
    """Return a copy with other values of some fields: `dataclasses.replace`, for a class that is `frozen`."""
    names: tuple[str, ...] = instance.__match_args__  # type: ignore[attr-defined]
    return type(instance)(**{name: getattr(instance, name) for name in names} | changes)


def _init(cls: Any, defaults: dict[str, Any]) -> Any:
    """Return `__init__`, which sets the slots through object, since the class's `__setattr__` refuses."""
    names = cls.__match_args__
    parameters = ", ".join(f"{name}=defaults[{name!r}]" if name in defaults else name for name in names)
    lines = "".join(f"    set_{name}(self, {name})\n" for name in names)
    scope: dict[str, Any] = {f"set_{name}": vars(cls)[name].__set__ for name in names} | {"defaults": defaults}
    exec(f"def __init__(self, {parameters}):\n{lines}", scope)
    scope["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"  # for error messages about wrong arguments
    return scope["__init__"]


def _methods(names: tuple[str, ...], shown: tuple[str, ...]) -> dict[str, Any]:
    """Return the other methods of a class with these fields; `shown` are the fields in its `repr`."""
    compared: Any = attrgetter(*shown) if len(shown) > 1 else lambda self: tuple(getattr(self, name) for name in shown)

    def __eq__(self: Any, other: object) -> Any:  # noqa: N807
        return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(compared(self))

    def __repr__(self: Any) -> str:  # noqa: N807
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    def __getstate__(self: Any) -> list[Any]:  # noqa: N807
        return [getattr(self, name) for name in names]

    def __setstate__(self: Any, state: list[Any]) -> None:  # noqa: N807
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    def __setattr__(self: Any, name: str, value: object) -> None:  # noqa: N807
        raise _frozen_error(f"cannot assign to field {name!r}")

    def __delattr__(self: Any, name: str) -> None:  # noqa: N807
        raise _frozen_error(f"cannot delete field {name!r}")

    methods = (__eq__, __hash__, __repr__, __getstate__, __setstate__, __setattr__, __delattr__)
    return {method.__name__: method for method in methods}


def _frozen_error(message: str) -> AttributeError:
    from dataclasses import FrozenInstanceError

    return FrozenInstanceError(message)


class _OfDataclass:
    """An attribute of the equivalent dataclass, created when `dataclasses`, `inspect` or `pprint` first read it."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.given = given  # default values by field

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: type) -> Any:
        import dataclasses
        import inspect

        fields = []
        for name, annotation in owner.__annotations__.items():
            default = self.given.get(name, dataclasses.MISSING)
            if isinstance(default, _Hidden):
                fields.append((name, annotation, dataclasses.field(default=default.default, compare=False, repr=False)))
            else:
                fields.append((name, annotation, dataclasses.field(default=default)))
        like: Any = dataclasses.make_dataclass(owner.__name__, fields, frozen=True)
        value = inspect.signature(like) if self.name == "__signature__" else getattr(like, self.name)
        setattr(owner, self.name, value)
        return value
