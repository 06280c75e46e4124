"""`Counters`: each button lowers some counters by one; all must reach exactly zero with the fewest presses.

A state is the amount left on each counter, so no press may lower a counter at zero. Presses commute: a solution is a
vector x ≥ 0 of integers, the presses of each button, with A x = state. Linear algebra alone does not decide whether one
exists; branch and bound (`least`) does, and finds the fewest presses.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Unpack

from solvable.core.budget import Budget, ParallelLimits
from solvable.core.errors import IllegalMoveError, NotationError, PuzzleError, UnsolvableError, whole_number
from solvable.core.memory import check_memory
from solvable.core.message import msg
from solvable.core.puzzle import Count, Move, Obstruction, Searched, Solution, State
from solvable.counters.least import Search, parity_weights
from solvable.render import shown

COUNTERS_MAX, BUTTONS_MAX = 1000, 1000
AMOUNT_MAX = 999_999  # on a counter
SCRAMBLE_PRESSES_MAX = 9  # of each button, in a scramble
METHOD = "branch and bound"
UNSOLVABLE = "no presses bring all counters to zero"
PARITY = "a sum of counters mod 2"  # the invariant if presses mod 2 already refute a state
WITHIN_REACH = "goal within reach"  # the invariant if only the complete search does
MOVE_BYTES = 8

_NUMBER = re.compile(r"([0-9]+)|[\s,/]+|(.)", re.DOTALL)
_DIGITS_MAX = len(str(AMOUNT_MAX))


@dataclass(frozen=True)
class Counters:
    """`size` counters, and for each button the counters, from 0, that a press lowers by one.

    A move is a button, numbered from 0. Methods that may take long accept the usual limits (`Budget`). Cost:
    exponential at worst; ten counters and thirty buttons take a few tenths of a second, forty counters and sixty
    buttons take minutes.
    """

    size: int
    buttons: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        size = whole_number(self.size, "the number of counters", 1)
        buttons = tuple(tuple(sorted(button)) for button in self.buttons)
        if size > COUNTERS_MAX or len(buttons) > BUTTONS_MAX:
            message = "{counters} counters and {buttons} buttons are too many: at most {most} of each"
            raise PuzzleError(msg(message, counters=size, buttons=len(buttons), most=COUNTERS_MAX))
        for number, button in enumerate(buttons):
            if any(not 0 <= counter < size for counter in button) or len(set(button)) < len(button):
                message = "button {button} has to name different counters from 0 to {last}"
                raise PuzzleError(msg(message, button=number, last=size - 1))
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "buttons", buttons)

    @property
    def goal(self) -> State:
        """All counters at zero."""
        return (0,) * self.size

    def check(self, state: State) -> None:
        """Raise PuzzleError unless `state` has an amount for each counter."""
        if len(state) != self.size:
            raise PuzzleError(msg("{count} amounts for {counters} counters", count=len(state), counters=self.size))
        for counter, amount in enumerate(state):
            if not 0 <= amount <= AMOUNT_MAX:
                message = "counter {counter} has {amount}: amounts are 0 to {most}"
                raise PuzzleError(msg(message, counter=counter, amount=amount, most=AMOUNT_MAX))

    def moves(self, state: State) -> Sequence[Move]:
        """Return the buttons that may be pressed: those whose counters are all above zero."""
        return [move for move, button in enumerate(self.buttons) if button and all(state[each] for each in button)]

    def apply(self, state: State, move: Move) -> State:
        """Return the state after a press; raise IllegalMoveError if a counter would go below zero."""
        return self.apply_all(state, (move,))

    def apply_all(self, state: State, moves: Iterable[Move]) -> State:
        """Return the state after all presses; raise IllegalMoveError at the first that is not legal."""
        amounts = list(state)
        for move in moves:
            if not 0 <= move < len(self.buttons):
                raise IllegalMoveError(msg("there is no button {button}", button=move), move)
            for counter in self.buttons[move]:
                if not amounts[counter]:
                    message = msg(
                        "button {button} would lower counter {counter} below zero", button=move, counter=counter
                    )
                    raise IllegalMoveError(message, move)
                amounts[counter] -= 1
        return tuple(amounts)

    def obstruction(self, state: State) -> Obstruction | None:
        """Return a proof that no presses bring all counters to zero, or None if some do.

        The proof consists of weights whose sum no press changes mod 2, or, without weights, of the complete search that
        found nothing.
        """
        self.check(state)
        if weights := parity_weights(self.buttons, state):
            return Obstruction(PARITY, weights, 1, 0)
        is_solvable = any(True for _ in Search(self.buttons, state, Budget.of()).solutions())
        return None if is_solvable else Obstruction(WITHIN_REACH, (), 0, 1)

    def optimal_solutions(self, state: State, **limits: Unpack[ParallelLimits]) -> Iterator[Solution]:
        """Yield every solution with the fewest presses, each as a list of presses in the order of the buttons."""
        budget = Budget.parallel(**limits)
        self.check(state)
        if weights := parity_weights(self.buttons, state):
            raise UnsolvableError(UNSOLVABLE, Obstruction(PARITY, weights, 1, 0))
        search, times = Search(self.buttons, state, budget), None
        for times in search.solutions():
            presses = sum(times)
            check_memory(MOVE_BYTES * presses, self.size)
            moves = tuple(button for button, count in enumerate(times) for _ in range(count))
            yield Solution(moves, presses).of(self, state, search.parts, METHOD)
        if times is None:
            raise UnsolvableError(UNSOLVABLE, Obstruction(WITHIN_REACH, (), 0, 1))

    def search(self, state: State, **limits: Unpack[ParallelLimits]) -> Searched:
        """Return a solution with the fewest presses, and the number of linear programs solved."""
        best = next(self.optimal_solutions(state, budget=Budget.parallel(**limits)))
        return Searched(best, best.nodes, METHOD).of(self, state)

    def optimal(self, state: State, **limits: Unpack[ParallelLimits]) -> Solution:
        """Return a solution with the fewest presses; raise UnsolvableError with the proof if there is none."""
        return self.search(state, budget=Budget.parallel(**limits)).solution

    solve = optimal

    def count(self) -> Count:
        """Raise PuzzleError: counters have no largest amount, so there are infinitely many states."""
        raise PuzzleError("counters that do not wrap have infinitely many states")

    def scramble(self, rng: Random) -> State:
        """Return a state from which a random number of presses, 0 to 9 of each button, lead to the goal."""
        return self.pressed([rng.randrange(SCRAMBLE_PRESSES_MAX + 1) for _ in self.buttons])

    def pressed(self, times: Sequence[int]) -> State:
        """Return the state from which pressing button i `times[i]` times leads to zero."""
        amounts = [0] * self.size
        for button, count in zip(self.buttons, times, strict=True):
            for counter in button:
                amounts[counter] += count
        return tuple(amounts)

    svg = shown.svg
    _repr_svg_ = shown.repr_svg

    def parse(self, text: str) -> State:
        """Return the amounts in `text`, separated by commas or blanks; raise NotationError."""
        amounts: list[int] = []
        for match in _NUMBER.finditer(text):
            number, other = match.groups()
            if other or (number and len(number) > _DIGITS_MAX):
                expected = msg("a number from 0 to {most}", most=AMOUNT_MAX)
                raise NotationError.at(
                    text, match.start(), msg("{word} is not an amount", word=repr(match[0][:20])), expected
                )
            if number:
                amounts.append(int(number))
        if len(amounts) != self.size:
            message = msg("{count} amounts for {counters} counters", count=len(amounts), counters=self.size)
            raise NotationError.at(text, len(text.rstrip()), message, msg("{count} numbers", count=self.size))
        return tuple(amounts)

    def format(self, state: State) -> str:
        """Return the amounts, separated by commas."""
        return ",".join(map(str, state))
