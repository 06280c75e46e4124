"""Checks answers about lights puzzles by definition: replay every press, test every weight, recount."""

from collections import Counter
from collections.abc import Iterable, Sequence

from solvable.checker.census import check_distribution
from solvable.checker.fields import ROW, TEXT, WHOLE, Fields, check_fields, check_object, lengths, only_bounded
from solvable.checker.lights import fewest, giant, polynomials
from solvable.checker.lights.chase import check_chase, check_table_row
from solvable.checker.lights.counts import Size, check_counts, size_of_params, size_of_wiring
from solvable.checker.lights.covering_radius import check_most, check_worst, layers
from solvable.checker.lights.kinds import IN_FILES, kind_of
from solvable.checker.lights.linear import factors, is_sum, null_orders
from solvable.checker.lights.lit_only import check_lit, check_reach, replay_lit
from solvable.checker.lights.named import written_out
from solvable.checker.lights.null_space import changed_cell, check_patterns
from solvable.checker.lights.wiring import Wiring, cells_of, size_of, wiring_of
from solvable.checker.report import Report, WrongError
from solvable.core.message import msg

REACH = "goal within reach"  # the invariant of lit-only play
LARGE = 3000  # cells: for more, an elimination takes too long
SMALL = 160  # cells: for more, polynomials are faster on an ordinary board
ROOM = 10_000  # cells that an answer may have without their being written out
PROOF = {"invariant": TEXT, "weights": ROW, "value": WHOLE, "wanted": WHOLE}
LISTS = ("quiet_patterns", "matrix", "first_rows")


def verify(fields: Fields, params: str, report: Report) -> None:
    """Check every claim of an answer about the lights puzzle `params`; raise WrongError at the first that fails."""
    kind = kind_of(fields)
    check_fields(fields, kind, report)
    if kind in IN_FILES.values():
        giant.verify(fields, params, report)
        return
    rules = written_out(params, fields["rules"], report) if "rules" in fields else params
    cells = size_of(rules)
    listed = max((len(row) for name in LISTS for row in fields.get(name, ())), default=0)
    if cells > max(ROOM, len(fields.get("board", "")), listed * listed):
        _too_large(fields, rules, cells, report)
        return
    wiring = wiring_of(rules)
    _size(fields, wiring)
    size = size_of_wiring(wiring, rules)
    check_counts(fields, size, report)
    if "verdict" in fields:
        _verdict(fields, params, wiring, size, report)
    else:
        _tables(fields, params, wiring, size, report)


def verify_list(fields: Fields, params: str, report: Report) -> None:
    """Check the claims about the presses in an answer of `moves`; raise WrongError at the first claim that fails."""
    rules = written_out(params, fields["rules"], Report()) if "rules" in fields else params
    wiring = wiring_of(rules)
    state = state_of(fields, params, wiring)
    if strange := sorted(fields.keys() & {"letters", "letters_of", "letters_of_blank", "inverse_letters", "lengths",
                                          "mistakes"}):  # fmt: skip
        raise WrongError(strange[0], "does not belong to this kind of answer")
    presses: Sequence[int] = fields["moves"]
    times = Counter(presses)
    end = _after(presses, state, wiring, "moves")
    if state_of({"board": fields["ends"]}, params, wiring) != end:
        raise WrongError("ends", "is not the position after the moves")
    if fields["length"] != len(presses):
        message = msg("is {claimed}, but there are {moves} moves", claimed=fields["length"], moves=len(presses))
        raise WrongError("length", message)
    short = [press for press in sorted(times) for _ in range(times[press] % wiring.k)]
    if fields.get("simplified", short) != short:
        raise WrongError("simplified", msg("must be {right}", right=str(short)[:200]))
    if "inverse" in fields and _after(fields["inverse"], end, wiring, "inverse") != state:
        raise WrongError("inverse", "does not lead back to the board")
    report.checked.append("where the moves end, their inverse and what they come to")
    if "fewest" in fields:
        _check_fewest(fields, state, wiring, report)


def _check_fewest(fields: Fields, state: Sequence[int], wiring: Wiring, report: Report) -> None:
    """Check the fewest presses for the board with which a list of presses begins."""
    if fields["verdict"] == "unsolvable":
        raise WrongError("fewest", "does not belong to this kind of answer")
    result = fewest.fewest_presses(wiring, state)
    if result is None:
        report.unchecked.append("the fewest presses: too many solutions to compare them all")
    elif result[0] != fields["fewest"]:
        raise WrongError("fewest", msg("is {claimed}, but the count gives {counted}",
                                       claimed=str(fields["fewest"])[:40], counted=result[0]))  # fmt: skip
    else:
        report.checked.append("the fewest presses, all solutions were compared")


def _too_large(fields: Fields, rules: str, cells: int, report: Report) -> None:
    """Check the claims that need no list of cells; report the rest as unchecked."""
    if "verdict" in fields:
        raise WrongError("board", msg("does not have the {cells} cells of the puzzle", cells=cells))
    for name in LISTS:
        if fields.get(name):
            raise WrongError(name, msg("does not have the {cells} cells of the puzzle", cells=cells))
    check_counts(fields, size_of_params(rules), report)
    if remaining := fields.keys() & {*LISTS, "distribution", "worst", "n", "w", "h", "width", "height", "k", "presses"}:
        report.unchecked.append(
            msg("{sorted}: {cells} cells are too many to write out", sorted=", ".join(sorted(remaining)), cells=cells)
        )


def _tables(fields: Fields, params: str, wiring: Wiring, size: Size, report: Report) -> None:
    if "first_rows" in fields:
        check_table_row(fields, wiring, size.order, report)
    if "distribution" in fields:
        solvable = wiring.k**size.buttons // size.order if size.order else None
        check_distribution(fields, solvable, lambda: layers(wiring, size), report)
    if "quiet_patterns" in fields:
        check_patterns(fields, wiring, size, report)
    if "matrix" in fields:
        if fields["matrix"] != list(wiring.matrix()):
            raise WrongError("matrix", "is not the toggle matrix of this puzzle")
        report.checked.append("the matrix is the rule, press by press")
    if "rank" in fields:
        _ranks(fields, state_of(fields, params, wiring), wiring, size, params, report)
    if "worst" in fields:
        check_most(fields, wiring, size, report)


def _size(fields: Fields, wiring: Wiring) -> None:
    """Check the size, which is repeated in rows of tables and in the catalogue."""
    width, height = wiring.width, wiring.cells // wiring.width
    sizes = [("n", width), ("w", width), ("width", width), ("n", height), ("h", height), ("height", height)]
    for name, size in [*sizes, ("k", wiring.k), ("presses", len(wiring.toggles))]:
        if name in fields and fields[name] != size:
            raise WrongError(
                name, msg("is {fields}, but the puzzle has {size}", fields=str(fields[name])[:40], size=size)
            )


def _verdict(fields: Fields, params: str, wiring: Wiring, size: Size, report: Report) -> None:
    state = state_of(fields, params, wiring)
    is_lit_only = "play" in fields
    if is_lit_only:
        _check_play(fields, wiring)
    if "chased" in fields:
        check_chase(fields, state, wiring, report)
    if "lit" in fields:
        check_lit(fields, state, wiring, report)
    if "worst_bound" in fields:
        check_worst(fields, wiring, size, report)
    if fields["verdict"] == "unsolvable":
        _obstruction(fields, state, wiring, report)
        return
    presses: Sequence[int] | None = None
    if "moves" in fields or "moves_file" in fields:
        in_file = "moves" not in fields
        rows = len(wiring.goal) // wiring.width
        presses = giant.presses_of(fields, wiring.width, rows) if in_file else fields["moves"]
        _replay(presses, state, wiring)
        if is_lit_only:
            replay_lit(presses, state, wiring)
        report.checked.append("the presses lead to the goal")
        lengths(fields, len(presses), report)
    elif fields["verdict"] != "solvable":
        only_bounded(fields)
    if "length" not in fields and not is_lit_only:
        _solvable(state, wiring, size, params, report)
    if "lower_bound" in fields:
        if is_lit_only:
            check_reach(fields, state, wiring, report)
        else:
            _bound(fields, state, wiring, presses if size.order == 1 else None, report)


def _check_play(fields: Fields, wiring: Wiring) -> None:
    is_known = not wiring.free and wiring.k == 2 and len(wiring.toggles) == wiring.cells
    if fields["play"] != "lit-only" or not is_known:
        raise WrongError("play", "must be lit-only, which needs two colours and one press for each cell")
    if fields["verdict"] == "solved" and not fields["optimal"]:
        raise WrongError("verdict", "is solved, but lit-only play asks for the fewest presses: that is bounded")


def state_of(fields: Fields, params: str, wiring: Wiring) -> list[int]:
    """Return the cells of the answer's board, whose ID must be of the puzzle `params`."""
    head, _, cells = fields["board"].rpartition(":")
    if head != f"lights:{params}":
        raise WrongError("board", "its game ID does not belong to the puzzle")
    state = cells_of(cells, wiring.k, "board", wiring.width)
    if len(state) != wiring.cells:
        raise WrongError("board", msg("has {count} cells, the puzzle {cells}", count=len(state), cells=wiring.cells))
    if any(state[cell] for cell in wiring.dead):
        raise WrongError("board", "a cell that does not exist is lit")
    if any(state[cell] for cell in wiring.free):
        raise WrongError("board", "a cell that does not matter is not 0")
    return state


def _after(presses: Sequence[int], state: Sequence[int], wiring: Wiring, name: str) -> list[int]:
    """Return the state after presses; raise WrongError at a press that is not a button."""
    now, lost = list(state), wiring.dead | wiring.fixed
    for step, press in enumerate(presses, 1):
        if not 0 <= press < len(wiring.toggles) or press in lost:
            raise WrongError(name, msg("press {step} is {press}, which is not a button", step=step, press=press))
        for cell, amount in wiring.toggles[press]:
            now[cell] = (now[cell] + amount) % wiring.k
    return now


def _replay(presses: Sequence[int], state: Sequence[int], wiring: Wiring) -> None:
    now = _after(presses, state, wiring, "moves")
    for cell, (have, want) in enumerate(zip(now, wiring.goal, strict=True)):
        if have != want:
            row, column = divmod(cell, wiring.width)
            raise WrongError(
                "moves",
                msg(
                    "after all presses cell {row},{column} is {have}, the goal has {want}",
                    row=row + 1,
                    column=column + 1,
                    have=have,
                    want=want,
                ),
            )


def _obstruction(fields: Fields, state: Sequence[int], wiring: Wiring, report: Report) -> None:
    proof = check_object(fields, "obstruction", PROOF, report)
    if "play" in fields and proof["invariant"] == REACH:
        for name, right in (("weights", []), ("value", 0), ("wanted", 1)):
            if proof[name] != right:
                raise WrongError(f"obstruction.{name}", msg("must be {right}", right=right))
        check_reach(fields, state, wiring, report)
        return
    weights = proof["weights"]
    if len(weights) != wiring.cells:
        raise WrongError(
            "obstruction.weights", msg("{count} weights for {cells} cells", count=len(weights), cells=wiring.cells)
        )
    if any(weight >= wiring.k for weight in weights):
        raise WrongError("obstruction.weights", msg("a weight is not in 0..{last}", last=wiring.k - 1))
    _left_null(weights, wiring)
    for name, cells in (("value", state), ("wanted", wiring.goal)):
        have = sum(weight * cell for weight, cell in zip(weights, cells, strict=True)) % wiring.k
        if proof[name] != have:
            raise WrongError(
                f"obstruction.{name}",
                msg("is {claimed}, the weighted sum is {sum}", claimed=str(proof[name])[:40], sum=have),
            )
    if proof["invariant"] == "quiet pattern":
        if len(weights) != len(wiring.toggles) or changed_cell(weights, wiring) is not None:
            raise WrongError("obstruction.invariant", "the weights, taken as presses, are not quiet")
    elif proof["invariant"] != "left null vector":
        raise WrongError("obstruction.invariant", "is neither quiet pattern nor left null vector")
    if proof["value"] == proof["wanted"]:
        raise WrongError("obstruction", "the invariant agrees with the goal: nothing is proved")
    report.checked.append("no press changes the weighted sum, and it is not the goal's")


def _left_null(weights: Sequence[int], wiring: Wiring) -> None:
    for press, toggles in enumerate(wiring.toggles):
        change = sum(weights[cell] * amount for cell, amount in toggles) % wiring.k
        if change:
            raise WrongError(
                "obstruction.weights",
                msg("button {press} changes the weighted sum by {change}, not 0", press=press, change=change),
            )


def _solvable(state: Sequence[int], wiring: Wiring, size: Size, params: str, report: Report) -> None:
    is_right = _is_spanned(state, wiring, size, params)
    if is_right is None:
        report.unchecked.append("solvable: the board is too large for the checker's own elimination")
    elif not is_right:
        raise WrongError("verdict", "the board is not solvable")
    else:
        report.checked.append("the board lies in the span of the presses")


def _is_spanned(state: Sequence[int], wiring: Wiring, size: Size, params: str) -> bool | None:
    """Return whether some presses lead to the goal; None if the board is too large."""
    wrong = [(have - want) % wiring.k for have, want in zip(state, wiring.goal, strict=True)]
    if params.partition(",goal=")[0] == f"{wiring.width}x{wiring.cells // wiring.width}" and wiring.cells > SMALL:
        rows = (wrong[offset : offset + wiring.width] for offset in range(0, wiring.cells, wiring.width))
        words = (int("".join(map(str, row)), 2) for row in rows)
        return polynomials.is_solvable(words, wiring.width, wiring.cells // wiring.width)
    if size.order is None or wiring.cells > LARGE:
        return None
    return is_sum(wrong, _spanning(wiring), wiring.k, size.order)


def _spanning(wiring: Wiring) -> list[list[int]]:
    """Return what each button adds to each cell."""
    rows = list(wiring.matrix())
    return [rows[press] for press in wiring.buttons]


def _ranks(fields: Fields, state: Sequence[int], wiring: Wiring, size: Size, params: str, report: Report) -> None:
    """Check the ranks of A and (A|b): the prime factorisation of the number of states that the rows span."""
    is_spanned = _is_spanned(state, wiring, size, params)
    if size.orders is None or is_spanned is None:
        report.unchecked.append("the ranks: the board is too large for the checker's own elimination")
        return
    primes = sum(factors(wiring.k).values())
    rank = augmented = size.buttons * primes - _lost(size.orders)
    if not is_spanned:
        wrong = [(want - have) % wiring.k for have, want in zip(state, wiring.goal, strict=True)]
        rows = [*_spanning(wiring), wrong]
        augmented = rank + 1 if primes == 1 else len(rows) * primes - _lost(null_orders(rows, wiring.k))
    for name, right in (("rank", rank), ("augmented_rank", augmented)):
        if fields[name] != right:
            raise WrongError(
                name, msg("is {claimed}, but the count gives {counted}", claimed=str(fields[name])[:40], counted=right)
            )
    report.checked.append("the ranks, by a second elimination")


def _lost(orders: Iterable[int]) -> int:
    return sum(sum(factors(order).values()) for order in orders)


def _bound(fields: Fields, state: Sequence[int], wiring: Wiring, only: Sequence[int] | None, report: Report) -> None:
    """Check the bound; `only` are presses that are the only solution up to k presses of one button."""
    bound, reach = fields["lower_bound"], wiring.reach
    wrong = sum(have != want for have, want in zip(state, wiring.goal, strict=True))
    is_counted = "optimal_solutions" in fields
    if is_counted and not (fields["optimal"] and fields["optimal_solutions"] != "0"):
        raise WrongError("optimal_solutions", "are counted, but the moves are not claimed to be optimal")
    is_proved = bound * reach <= wrong + reach - 1
    if is_proved:
        report.checked.append("the bound, by counting wrong cells")
        if not is_counted:
            return
    if only is not None:
        result: tuple[int, int] | None = sum(times % wiring.k for times in Counter(only).values()), 1
    else:
        result = fewest.fewest_presses(wiring, state)
    if result is None:
        shortest = "how many solutions are shortest: too many to compare them all"
        report.unchecked.append(shortest if is_proved else "the bound: too many solutions to compare them all")
        return
    minimum, count = result
    if bound > minimum:
        raise WrongError(
            "lower_bound", msg("is {claimed}, but {presses} presses suffice", claimed=str(bound)[:40], presses=minimum)
        )
    if is_counted and (bound, fields["optimal_solutions"]) != (minimum, str(count)):
        shown = fields["optimal_solutions"][:40]
        raise WrongError(
            "optimal_solutions",
            msg("are not {claimed}: {count} have {presses} presses", claimed=shown, count=count, presses=minimum),
        )
    report.checked.append(
        msg("the bound: no solution has fewer than {presses} presses, all were compared", presses=minimum)
    )
