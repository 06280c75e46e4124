"""Checks answers about counters by definition: presses are counted, and the fewest are recomputed by halving.

The solver uses linear programs. Here the presses are written x = p + 2 y, with p of 0 and 1: p is any set of buttons
with the parities of the amounts, and y lowers the counters by half of the rest. All sets are tried.
"""

import re
from collections.abc import Sequence

from solvable.checker.fields import ROW, TEXT, WHOLE, Fields, check_fields, check_object, kind, lengths, only_bounded
from solvable.checker.report import Report, WrongError
from solvable.core.message import msg

BUTTONS_MAX = 14  # buttons, all sets of which are tried
AMOUNTS_MAX = 20_000  # different amounts whose fewest presses are computed
HEAD = "puzzle board verdict"
PROOF = {"invariant": TEXT, "weights": ROW, "value": WHOLE, "wanted": WHOLE}
KINDS = {
    "solvable": kind(HEAD),
    "unsolvable": kind(f"{HEAD} obstruction"),
    "solved": kind(f"{HEAD} moves length lower_bound optimal", "optimal_solutions"),
    "bounded": kind(f"{HEAD} lower_bound optimal", "", "moves length"),
}
_PARAMS = re.compile(r"([1-9][0-9]{0,3}),buttons=([0-9./]*)")
_NUMBER = re.compile("0|[1-9][0-9]{0,5}")


def verify(fields: Fields, params: str, report: Report) -> None:
    """Check every claim of an answer about the counters `params`; raise WrongError at the first that fails."""
    verdict = fields.get("verdict")
    if not isinstance(verdict, str) or verdict not in KINDS:
        raise WrongError("verdict", "is not one of solved, solvable, unsolvable, bounded")
    check_fields(fields, KINDS[verdict], report)
    size, buttons = _rules(params)
    amounts = _amounts(fields["board"], params, size)
    if verdict == "unsolvable":
        _obstruction(fields, buttons, amounts, report)
        return
    if "moves" in fields:
        _replay(fields["moves"], buttons, amounts)
        report.checked.append("the presses lead to the goal")
        lengths(fields, len(fields["moves"]), report)
    elif verdict != "solvable":
        only_bounded(fields)
    if verdict == "solvable" or fields["lower_bound"] or "optimal_solutions" in fields:
        _search(buttons, amounts, fields, report)


def verify_list(fields: Fields, params: str, report: Report) -> None:
    """Check the final position of a list of presses; raise WrongError if the answer has another."""
    size, buttons = _rules(params)
    remaining = _amounts(fields["board"], params, size)
    for press in fields["moves"]:
        for counter in buttons[press]:
            remaining[counter] -= 1
    if min(remaining) < 0 or _amounts(fields["ends"], params, size) != remaining:
        raise WrongError("ends", "is not the position after the moves")
    if fields["length"] != len(fields["moves"]):
        message = msg("is {claimed}, but there are {moves} moves", claimed=fields["length"], moves=len(fields["moves"]))
        raise WrongError("length", message)
    report.checked.append("where the moves end, their inverse and what they come to")


def _rules(params: str) -> tuple[int, list[tuple[int, ...]]]:
    match = _PARAMS.fullmatch(params)
    if not match or int(match[1]) > 1000:
        raise WrongError("puzzle", "is not a number of counters and their buttons")
    size, buttons = int(match[1]), []
    for text in match[2].split("/"):
        names = text.split(".") if text else []
        button = [int(name) if _NUMBER.fullmatch(name) else size for name in names]
        if button != sorted(set(button)) or any(counter >= size for counter in button):
            raise WrongError("puzzle", msg("{button} is not a button", button=repr(text[:40])))
        buttons.append(tuple(button))
    if len(buttons) > 1000:
        raise WrongError("puzzle", msg("{count} buttons", count=len(buttons)))
    return size, buttons


def _amounts(board: str, params: str, size: int) -> list[int]:
    head, _, text = board.rpartition(":")
    if head != f"counters:{params}":
        raise WrongError("board", "its game ID does not belong to the puzzle")
    words = text.split(",")
    if len(words) != size or not all(map(_NUMBER.fullmatch, words)):
        raise WrongError("board", msg("is not {count} amounts", count=size))
    return list(map(int, words))


def _replay(presses: Sequence[int], buttons: Sequence[Sequence[int]], amounts: Sequence[int]) -> None:
    remaining = list(amounts)
    for step, press in enumerate(presses, 1):
        if press >= len(buttons):
            raise WrongError("moves", msg("press {step} is {press}, which is not a button", step=step, press=press))
        for counter in buttons[press]:
            remaining[counter] -= 1
    for counter, amount in enumerate(remaining):
        if amount:
            message = "after all moves cell {cell} holds {tile}, the goal has {wanted}"
            raise WrongError("moves", msg(message, cell=counter, tile=amount, wanted=0))


def _obstruction(fields: Fields, buttons: Sequence[Sequence[int]], amounts: Sequence[int], report: Report) -> None:
    proof = check_object(fields, "obstruction", PROOF, report)
    if proof["invariant"] == "goal within reach":
        if (proof["weights"], proof["value"], proof["wanted"]) != ([], 0, 1):
            raise WrongError("obstruction", "has no weights, the value 0, and wants 1")
        _search(buttons, amounts, fields, report, is_refuted=True)
        return
    if proof["invariant"] != "a sum of counters mod 2":
        raise WrongError("obstruction.invariant", "is not known")
    weights = proof["weights"]
    if len(weights) != len(amounts) or any(weight > 1 for weight in weights):
        raise WrongError("obstruction.weights", "are not 0 or 1 for each counter")
    for number, button in enumerate(buttons):
        if sum(weights[counter] for counter in button) % 2:
            message = "button {press} changes the weighted sum by {change}, not 0"
            raise WrongError("obstruction.weights", msg(message, press=number, change=1))
    odd = sum(weight * amount for weight, amount in zip(weights, amounts, strict=True)) % 2
    if (proof["value"], proof["wanted"]) != (odd, 0) or not odd:
        raise WrongError("obstruction", "the invariant agrees with the goal: nothing is proved")
    report.checked.append("no press changes the weighted sum, and it is not the goal's")


def _search(
    buttons: Sequence[Sequence[int]],
    amounts: Sequence[int],
    fields: Fields,
    report: Report,
    *,
    is_refuted: bool = False,
) -> None:
    """Check the bound and the number of fewest solutions, or that some exist (`is_refuted`: that none exist)."""
    result = fewest(buttons, amounts)
    if result is None:
        report.unchecked.append("the bound: too many solutions to compare them all")
        return
    minimum, count = result
    if (not count) != is_refuted:
        raise WrongError("verdict", "the board is solvable" if is_refuted else "the board is not solvable")
    report.checked.append("whether any presses reach the goal, by halving")
    if fields.get("lower_bound", 0) > minimum:
        message = "is {claimed}, but {presses} presses suffice"
        raise WrongError("lower_bound", msg(message, claimed=fields["lower_bound"], presses=minimum))
    if "lower_bound" in fields:
        message = "the bound: no solution has fewer than {presses} presses, all were compared"
        report.checked.append(msg(message, presses=minimum))
    claimed = fields.get("optimal_solutions")
    if claimed is not None and (claimed, fields["length"]) != (str(count), minimum):
        message = "are not {claimed}: {count} have {presses} presses"
        raise WrongError("optimal_solutions", msg(message, claimed=claimed[:40], count=count, presses=minimum))


def fewest(buttons: Sequence[Sequence[int]], amounts: Sequence[int]) -> tuple[int, int] | None:
    """Return the fewest presses and the number of such solutions, (0, 0) if there are none; None if the case is too
    large.

    The buttons pressed an odd number of times form a set with the parities of the amounts; after one press of each,
    half of every amount remains for half of the other presses.
    """
    if len(buttons) > BUTTONS_MAX:
        return None
    subsets: dict[tuple[int, ...], list[tuple[int, tuple[int, ...]]]] = {}
    for chosen in range(1 << len(buttons)):
        lowered = [0] * len(amounts)
        for button, counters in enumerate(buttons):
            if chosen >> button & 1:
                for counter in counters:
                    lowered[counter] += 1
        parities = tuple(amount & 1 for amount in lowered)
        if all(low <= most for low, most in zip(lowered, amounts, strict=True)):
            subsets.setdefault(parities, []).append((chosen.bit_count(), tuple(lowered)))
    known: dict[tuple[int, ...], tuple[int, int]] = {(0,) * len(amounts): (0, 1)}

    def best(left: tuple[int, ...]) -> tuple[int, int]:
        if left not in known:
            minimum, count = 0, 0
            for size, lowered in subsets.get(tuple(amount & 1 for amount in left), ()):
                if any(low > amount for low, amount in zip(lowered, left, strict=True)):
                    continue
                presses, ways = best(tuple((amount - low) // 2 for amount, low in zip(left, lowered, strict=True)))
                total = size + 2 * presses
                if ways and (not count or total < minimum):
                    minimum, count = total, 0
                count += ways if ways and total == minimum else 0
            known[left] = minimum, count
            if len(known) > AMOUNTS_MAX:
                raise OverflowError
        return known[left]

    try:
        return best(tuple(amounts))
    except OverflowError:
        return None
