"""Checks answers about lights puzzles by definition: replay every press, try every weight, count anew."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from solvable.checker.census import check_distribution
from solvable.checker.lights import fewest, giant
from solvable.checker.lights.chase import check_chase, check_table_row
from solvable.checker.lights.lamps import check_lit, check_reach, replay_lit
from solvable.checker.lights.linear import null_order
from solvable.checker.lights.wiring import Wiring, cells_of, size_of, wiring_of
from solvable.checker.lights.worst import check_worst
from solvable.checker.report import Report, WrongError, check_probability, lengths, whole, whole_list

ELIMINATION_LIMIT = 3000  # cells: a plain elimination of n rows stays within seconds
COMPOSITE_LIMIT = 160  # cells, for k that is not 2
REACH = "goal within reach"  # the invariant of lit-only play
LONG = 10**100  # what an error does not write out
ROOM = 10_000  # cells that an answer may have without writing them out
COUNTS = ("solutions", "nullity", "solvable_states", "states", "probability")


def verify(fields: Mapping[str, Any], params: str, report: Report) -> None:
    """Check every claim of an answer about the lights puzzle `params`; raise WrongError at the first that fails."""
    if "board_file" in fields:
        giant.verify(fields, params, report)
        return
    rules = _rules(fields, params, report)
    cells = size_of(rules)
    if cells > max(ROOM, len(str(fields.get("board", "")))):
        if "verdict" in fields:
            raise WrongError("board", f"does not have the {cells} cells of the puzzle")
        report.trusted.append(f"everything: {cells} cells are too many for the checker's own elimination")
        return
    wiring = wiring_of(rules)
    _size(fields, wiring)
    _count(fields, wiring, report)
    order = _order(wiring) if {"first_rows", "distribution"} & fields.keys() else None
    if "first_rows" in fields:
        check_table_row(fields, wiring, order, report)
    if "distribution" in fields:
        solvable = wiring.k ** len(wiring.buttons) // order if order else None
        check_distribution(fields, solvable, tuple(wiring.goal), lambda state: _pressed(state, wiring), report)
    if "quiet_patterns" in fields:
        _quiet(fields["quiet_patterns"], wiring, report)
    if "matrix" in fields:
        _matrix(fields["matrix"], wiring, report)
    if "rank" in fields:
        _ranks(fields, _state(fields, params, wiring), wiring, report)
    if "verdict" in fields:
        _verdict(fields, params, wiring, report)
    elif not report.checked and not report.trusted:
        raise WrongError("verdict", "there is nothing to check: no verdict, no count, no patterns")


def _size(fields: Mapping[str, Any], wiring: Wiring) -> None:
    """Check the size, which rows of a table repeat."""
    width, height = wiring.width, wiring.cells // wiring.width
    for name, size in (("n", width), ("w", width), ("n", height), ("h", height)):
        if name in fields and whole(fields, name) != size:
            raise WrongError(name, f"is {fields[name]}, but the puzzle is {width} × {height}")


def _rules(fields: Mapping[str, Any], params: str, report: Report) -> str:
    """Return the rules written out: of a named puzzle they stand in the field `rules`."""
    rules = fields.get("rules")
    if rules is None:
        return params
    family, _, written = str(rules).partition(":")
    if family != "lights":
        raise WrongError("rules", "a lights puzzle was expected")
    report.trusted.append(f"that {params.partition(',')[0][:40]} has these rules")
    if "worst" in fields:
        report.trusted.append("the title, the source and the most presses, which stand in the catalogue")
    return written


def _verdict(fields: Mapping[str, Any], params: str, wiring: Wiring, report: Report) -> None:
    state = _state(fields, params, wiring)
    if "residual" in fields:
        check_chase(fields, state, wiring, report)
    if "lit" in fields:
        check_lit(fields, state, wiring, report)
    if "worst_bound" in fields:
        check_worst(fields, wiring, report)
    is_lit_only = _is_lit_only(fields, wiring)
    verdict = fields["verdict"]
    if verdict == "unsolvable" and is_lit_only and _invariant(fields) == REACH:
        check_reach(fields, state, wiring, report)
    elif verdict == "unsolvable":
        _obstruction(fields, state, wiring, report)
    elif verdict == "solvable":
        _solvable(state, wiring, report)
    elif verdict in ("solved", "bounded"):
        if "moves" in fields or "moves_file" in fields:
            in_file = "moves" not in fields
            rows = len(wiring.goal) // wiring.width
            presses = giant.presses_of(fields, wiring.width, rows) if in_file else whole_list(fields, "moves")
            _replay(presses, state, wiring)
            if is_lit_only:
                replay_lit(presses, state, wiring)
            report.checked.append("the presses lead to the goal")
            lengths(fields, len(presses), report)
        elif verdict == "solved":
            raise WrongError("moves", "a solved board needs its moves")
        (check_reach if is_lit_only else _bound)(fields, state, wiring, report)
    else:
        raise WrongError("verdict", "is none of solved, solvable, unsolvable, bounded")


def _is_lit_only(fields: Mapping[str, Any], wiring: Wiring) -> bool:
    """Return whether the answer is about lit-only play, the one play that is not pressing at will."""
    play = fields.get("play")
    if play not in (None, "lit-only"):
        raise WrongError("play", "is not lit-only")
    if play and (wiring.k != 2 or len(wiring.toggles) != wiring.cells):
        raise WrongError("play", "lit-only needs two colours and one press for each cell")
    return play is not None


def _invariant(fields: Mapping[str, Any]) -> object:
    proof = fields.get("obstruction")
    return proof.get("invariant") if isinstance(proof, dict) else None


def _state(fields: Mapping[str, Any], params: str, wiring: Wiring) -> list[int]:
    board = str(fields.get("board", ""))
    head, _, cells = board.rpartition(":")
    if head != f"lights:{params}":
        raise WrongError("board", "its game ID does not belong to the puzzle")
    state = cells_of(cells, wiring.k, "board")
    if len(state) != wiring.cells:
        raise WrongError("board", f"has {len(state)} cells, the puzzle {wiring.cells}")
    return state


def _replay(presses: Sequence[int], state: Sequence[int], wiring: Wiring) -> None:
    now, lost = list(state), wiring.dead | wiring.fixed
    for step, press in enumerate(presses, 1):
        if not 0 <= press < len(wiring.toggles) or press in lost:
            raise WrongError("moves", f"press {step} is {press}, which is no button")
        for cell, amount in wiring.toggles[press]:
            now[cell] = (now[cell] + amount) % wiring.k
    for cell, (have, want) in enumerate(zip(now, wiring.goal, strict=True)):
        if have != want:
            row, column = divmod(cell, wiring.width)
            raise WrongError("moves", f"after all presses cell {row + 1},{column + 1} is {have}, the goal has {want}")


def _obstruction(fields: Mapping[str, Any], state: Sequence[int], wiring: Wiring, report: Report) -> None:
    proof = fields.get("obstruction")
    if not isinstance(proof, dict):
        raise WrongError("obstruction", "an unsolvable board needs its proof")
    weights = whole_list(proof, "weights")
    if len(weights) != wiring.cells:
        raise WrongError("obstruction.weights", f"{len(weights)} weights for {wiring.cells} cells")
    if any(not 0 <= weight < wiring.k for weight in weights):
        raise WrongError("obstruction.weights", f"a weight is not in 0..{wiring.k - 1}")
    for press, toggles in enumerate(wiring.toggles):
        change = sum(weights[cell] * amount for cell, amount in toggles) % wiring.k
        if change:
            raise WrongError("obstruction.weights", f"button {press} changes the weighted sum by {change}, not 0")
    for name, cells in (("value", state), ("wanted", wiring.goal)):
        have = sum(weight * cell for weight, cell in zip(weights, cells, strict=True)) % wiring.k
        if whole(proof, name) != have:
            raise WrongError(f"obstruction.{name}", f"is {proof[name]}, the weighted sum is {have}")
    if proof.get("invariant") == "quiet pattern":
        _quiet([weights], wiring, report)
    elif proof.get("invariant") != "left null vector":
        raise WrongError("obstruction.invariant", "is neither quiet pattern nor left null vector")
    if proof["value"] == proof["wanted"]:
        raise WrongError("obstruction", "the invariant agrees with the goal: nothing is proved")
    report.checked.append("no press changes the weighted sum, and it is not the goal's")


def _solvable(state: Sequence[int], wiring: Wiring, report: Report) -> None:
    if not _is_small(wiring):
        report.trusted.append("solvable: the board is too large for the checker's own elimination")
        return
    wrong = [(have - want) % wiring.k for have, want in zip(state, wiring.goal, strict=True)]
    rows = [list(row) for row in wiring.matrix()]
    # b lies in the row space exactly when adding it as a row leaves the row module as large as it was
    if null_order([*rows, wrong], wiring.k) != null_order(rows, wiring.k) * wiring.k:
        raise WrongError("verdict", "the board is not solvable")
    report.checked.append("the board lies in the span of the presses")


def _is_small(wiring: Wiring) -> bool:
    return wiring.cells <= (ELIMINATION_LIMIT if wiring.k == 2 else COMPOSITE_LIMIT)


def _count(fields: Mapping[str, Any], wiring: Wiring, report: Report) -> None:
    claimed = [name for name in COUNTS if name in fields]
    if not claimed:
        return
    if not _is_small(wiring):
        report.trusted.append(f"{', '.join(claimed)}: the board is too large for the checker's own elimination")
        return
    buttons = wiring.buttons
    order = _order(wiring)
    assert order is not None  # the board is small
    states = wiring.k**wiring.live
    wanted = {
        "solutions": order,
        "solvable_states": wiring.k ** len(buttons) // order,
        "states": states,
    }
    for name in claimed:
        if name in wanted and whole(fields, name) != wanted[name]:
            counted = wanted[name] if wanted[name] < LONG else "another number"
            raise WrongError(name, f"is {fields[name]}, but {counted} was counted")
    if "nullity" in fields:
        nullity = whole(fields, "nullity")
        if nullity > len(buttons) or (_is_prime(wiring.k) and wiring.k**nullity != order):
            there = order if order < LONG else "more"
            raise WrongError("nullity", f"is {nullity}, but there are {there} quiet patterns")
    check_probability(fields, wanted["solvable_states"], states)
    report.checked.append("the counts, by a second elimination")


def _order(wiring: Wiring) -> int | None:
    """Return how many quiet patterns there are; None where the board is too large."""
    if not _is_small(wiring):
        return None
    rows = list(wiring.matrix())
    return null_order([rows[press] for press in wiring.buttons], wiring.k)


def _pressed(state: Sequence[int], wiring: Wiring) -> Iterator[tuple[int, ...]]:
    """Yield the states one press away."""
    for press in wiring.buttons:
        now = list(state)
        for cell, amount in wiring.toggles[press]:
            now[cell] = (now[cell] + amount) % wiring.k
        yield tuple(now)


def _ranks(fields: Mapping[str, Any], state: Sequence[int], wiring: Wiring, report: Report) -> None:
    """Check the ranks of A and (A|b): the prime factors, with their powers, of the number of states that rows span."""
    if not _is_small(wiring):
        report.trusted.append("the ranks: the board is too large for the checker's own elimination")
        return
    rows = list(wiring.matrix())
    wrong = [(want - have) % wiring.k for have, want in zip(state, wiring.goal, strict=True)]
    spanning = [rows[press] for press in wiring.buttons]
    for name, span in (("rank", spanning), ("augmented_rank", [*spanning, wrong])):
        rank = _factors(wiring.k ** len(span) // null_order(span, wiring.k), wiring.k)
        if whole(fields, name) != rank:
            raise WrongError(name, f"is {fields[name]}, but {rank} was counted")
    report.checked.append("the ranks, by a second elimination")


def _factors(number: int, k: int) -> int:
    """Return how many prime factors `number`, which divides a power of k, has."""
    count, divisor = 0, 2
    while number > 1:
        while k % divisor == 0 and number % divisor == 0:
            number //= divisor
            count += 1
        divisor += 1
    return count


def _is_prime(k: int) -> bool:
    return k > 1 and all(k % d for d in range(2, int(k**0.5) + 1))


def _quiet(patterns: object, wiring: Wiring, report: Report) -> None:
    if not isinstance(patterns, list):
        raise WrongError("quiet_patterns", "a list of patterns was expected")
    for number, pattern in enumerate(patterns, 1):
        if not isinstance(pattern, list) or len(pattern) != len(wiring.toggles):
            raise WrongError("quiet_patterns", f"pattern {number} does not have one number for each button")
        if any(type(times) is not int or not 0 <= times < wiring.k for times in pattern):
            raise WrongError("quiet_patterns", f"pattern {number} has a number that is not in 0..{wiring.k - 1}")
        lamps = [0] * wiring.cells
        for times, toggles in zip(pattern, wiring.toggles, strict=True):
            for cell, amount in toggles:
                lamps[cell] = (lamps[cell] + times * amount) % wiring.k
        if any(lamps):
            raise WrongError(
                "quiet_patterns", f"pattern {number} changes cell {lamps.index(next(filter(None, lamps)))}"
            )
    report.checked.append("every pattern is quiet")


def _matrix(matrix: object, wiring: Wiring, report: Report) -> None:
    if matrix != [list(row) for row in wiring.matrix()]:
        raise WrongError("matrix", "is not the toggle matrix of this puzzle")
    report.checked.append("the matrix is the rule, press by press")


def _bound(fields: Mapping[str, Any], state: Sequence[int], wiring: Wiring, report: Report) -> None:
    bound = whole(fields, "lower_bound")
    wrong = sum(have != want for have, want in zip(state, wiring.goal, strict=True))
    reach = wiring.reach
    is_counted = "optimal_solutions" in fields
    if is_counted and fields.get("optimal") is not True:
        raise WrongError("optimal_solutions", "they were counted, but these moves are not said to be optimal")
    is_proved = bound * reach <= wrong + reach - 1
    if is_proved:
        report.checked.append("the bound, by counting wrong cells")
        if not is_counted:
            return
    found = fewest.fewest_presses(wiring, state)
    if found is None:
        shortest = "how many solutions are shortest: too many to compare them all"
        report.trusted.append(shortest if is_proved else "the bound: too many solutions to compare them all")
        return
    minimum, count = found
    if bound > minimum:
        raise WrongError("lower_bound", f"is {bound}, but {minimum} presses suffice")
    if is_counted and (bound, whole(fields, "optimal_solutions")) != (minimum, count):
        raise WrongError("optimal_solutions", f"are not {fields['optimal_solutions']}: {count} have {minimum} presses")
    report.checked.append(f"the bound: no solution has fewer than {minimum} presses, all were compared")
