"""Classes made by `frozen` behave as the dataclasses of the same fields."""

import copy
import dataclasses
import inspect
import pickle
from pprint import pformat
from typing import Any

import pytest

from solvable.core.frozen import frozen, hidden, replace
from solvable.core.solution import Solution


@frozen
class Frozen:
    """A class with every kind of field."""

    first: int
    second: str = "two"
    third: tuple[int, ...] = hidden(default=())

    @property
    def doubled(self) -> int:
        return 2 * self.first


@dataclasses.dataclass(frozen=True, slots=True)
class Reference:
    """The dataclass of the same fields."""

    first: int
    second: str = "two"
    third: tuple[int, ...] = dataclasses.field(default=(), compare=False, repr=False)


ARGUMENTS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((1,), {}),
    ((1, "b", (3,)), {}),
    ((), {"first": 5, "third": (1, 2)}),
    ((7,), {"second": "c"}),
]
WRONG: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((), {}),
    ((1, 2, 3, 4), {}),
    ((1,), {"first": 1}),
    ((1,), {"fourth": 1}),
]


def told(cls: Any) -> str:
    return str(cls).replace("Frozen", "Reference")


@pytest.mark.parametrize(("args", "kwargs"), ARGUMENTS)
def test_instances_are_those_of_a_dataclass(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    ours: Any = Frozen(*args, **kwargs)
    theirs: Any = Reference(*args, **kwargs)
    assert told(repr(ours)) == repr(theirs) and told(pformat(ours)) == pformat(theirs)
    assert hash(ours) == hash(theirs) and ours != theirs
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert dataclasses.astuple(ours) == dataclasses.astuple(theirs)
    assert ours.__getstate__() == theirs.__getstate__()
    for copied in (copy.copy(ours), copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))):
        assert copied == ours and copied.third == ours.third and copied is not ours
    changed = replace(ours, first=9)
    assert (changed.first, changed.second, changed.third) == (9, ours.second, ours.third)
    assert dataclasses.replace(ours, first=9) == changed


def test_hidden_fields_do_not_count() -> None:
    assert Frozen(1) == Frozen(1, third=(2,)) and hash(Frozen(1)) == hash(Frozen(1, third=(2,)))
    assert Frozen(1) != Frozen(2) and Frozen(1).doubled == 2


@pytest.mark.parametrize(("args", "kwargs"), WRONG)
def test_wrong_arguments_are_refused_in_the_words_of_a_dataclass(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    with pytest.raises(TypeError) as ours:
        Frozen(*args, **kwargs)
    with pytest.raises(TypeError) as theirs:
        Reference(*args, **kwargs)
    assert told(ours.value) == str(theirs.value)


def test_instances_cannot_be_changed() -> None:
    instance: Any = Frozen(1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'first'"):
        instance.first = 2
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'first'"):
        del instance.first
    with pytest.raises(dataclasses.FrozenInstanceError):
        instance.fourth = 2
    assert not hasattr(instance, "__dict__")


def test_the_class_is_a_dataclass_to_those_that_ask() -> None:
    cls: Any = Frozen  # which mypy would narrow to a type that has nothing else
    assert dataclasses.is_dataclass(cls) and inspect.signature(Frozen) == inspect.signature(Reference)
    for one, other in zip(dataclasses.fields(Frozen), dataclasses.fields(Reference), strict=True):
        assert (one.name, one.type, one.default) == (other.name, other.type, other.default)
        assert (one.compare, one.repr) == (other.compare, other.repr)
    instance: Any = Frozen(1, "b")
    match instance:
        case Frozen(first, second):
            assert (first, second) == (1, "b")


def test_what_older_versions_pickled_is_read() -> None:
    solution: Any = Solution.__new__(Solution)
    solution.__setstate__([(1, 2), 2, 5, "method", None, (0, 1)])
    assert solution == Solution((1, 2), 2) and solution.nodes == 5 and solution.start == (0, 1)
