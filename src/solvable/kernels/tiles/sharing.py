"""How the threads of one bound share its parts: each takes the next of a list; who finds none is given rows by another.

Legend: `desk` holds words that all change in one step, eight apart, so that no two lie in a line of a cache: the next
row of the list; how many lanes work; whether the desk is closed, between two bounds; whether the first lane has
something else to do once half of the list is taken; whether the search is over; then what each lane does. The list is
the rows of a frontier, the best first. `controls`, `mail` and `trails` have a row a lane: the lane's control (see
`kernels.tiles.ida`: word 4 lets the kernel pause), the rows it is given, and where the first rows of its stack come
from: the row of the frontier, then the low 16 bits of meta of each step since.

A lane is counted as working before it takes and until it has found nothing, and the giver counts the one it gives to:
so where no lane works, there is nothing left. A lane that comes back to a closed desk is away, soon to look again, or
gone; once all are, the desk may be laid out anew, or left as it is with the stacks of the lanes, and opened last.
"""

from typing import Any

import numpy as np

from solvable.kernels.base import atomic
from solvable.kernels.base.jit import inline, jit
from solvable.kernels.tiles.cohorts import Words

add: Any = atomic.add
claim: Any = atomic.claim
load: Any = atomic.load
store: Any = atomic.store

NEXT, WORKING, CLOSED, ELSE, LAST, LANES, APART = 0, 8, 16, 24, 32, 40, 8  # places on the desk
GONE, AWAY, WORKS, WANTS, CLAIMED, GIVEN = (np.uint64(i) for i in range(6))  # what a lane does
DONE, GO, WAIT, OTHER, QUIT = 0, 1, 2, 3, 4  # what `exchange` answers
PAUSE = 4  # word of a control
SPINS, AGAIN = 50_000, 10_000  # looks at the desk, of a nanosecond or two: before a wait is given up, between two asks
ZERO, ONE, MINUS = np.uint64(0), np.uint64(1), np.uint64((1 << 64) - 1)
SIXTEEN, LOW16 = np.uint64(16), np.uint64(0xFFFF)


@inline
def closed(desk: Any, controls: Any) -> Any:
    """Close the desk: every lane comes back soon, and takes nothing more."""
    store(desk, CLOSED, ONE)
    for lane in range(controls.shape[0]):
        store(controls[lane], PAUSE, ONE)


@inline
def taken(me: Any, size: Any, desk: Any, frontier: Any, lane: Any, trails: Any) -> Any:
    """Put the next rows of the list on the stack, the best last, where it is searched first; False where none is."""
    control, segments, stack = lane
    rows, depth = frontier
    count, wide = rows.shape
    first = np.int64(add(desk, NEXT, np.uint64(size))) if load(desk, NEXT) < np.uint64(count) else count
    if first >= count:
        return False
    size = min(size, count - first)
    for r in range(size):
        source = first + size - 1 - r
        for i in range(wide):
            stack[r * wide + i] = rows[source, i]
        trails[me, r, 0] = source
    begin(control, segments, size, depth)
    return True


@inline
def begin(control: Any, segments: Any, rows: Any, depth: Any) -> Any:
    """Let the stack consist of its first rows."""
    segments[0], segments[1], segments[2], segments[3] = ZERO, np.uint64(rows), np.uint64(depth), ZERO
    control[0] = ONE


@inline
def spare(control: Any, segments: Any) -> Any:
    """Return the place of the first segment that is not expanded yet; −1 where there is too little to give."""
    found, others = -1, False
    for s in range(np.int64(control[0])):
        if segments[4 * s + 3] == ZERO and segments[4 * s + 1] > ZERO:
            if found >= 0:
                return found
            found = 4 * s
            others = segments[found + 1] > ONE
    return found if others else -1


@inline
def given(shape: Any, to: Any, at: Any, frontier_depth: Any, lane: Any, mail: Any, trails: Any) -> Any:
    """Write half of the rows of a segment to another lane, with their trails, and forget them."""
    me, meta = shape
    _, segments, stack = lane
    wide = mail.shape[2]
    first, depth = np.int64(segments[at]), np.int64(segments[at + 2])
    half = (np.int64(segments[at + 1]) + 1) // 2
    steps, before = depth - np.int64(segments[2]), np.int64(segments[2]) - frontier_depth
    mail[to, 0, 0], mail[to, 0, 1] = np.uint64(half), np.uint64(depth)
    for r in range(half):
        row = first + r
        for i in range(wide):
            mail[to, r + 1, i] = stack[row * wide + i]
        for s in range(steps):
            word = stack[row * wide + meta]
            trails[to, r, before + steps - s] = word & LOW16
            row = np.int64((word >> SIXTEEN) & LOW16)
        for s in range(before + 1):
            trails[to, r, s] = trails[me, row, s]
    segments[at] += np.uint64(half)
    segments[at + 1] -= np.uint64(half)


@inline
def helped(shape: Any, desk: Any, frontier_depth: Any, lane: Any, mail: Any, trails: Any) -> Any:
    """Give rows to each lane that wants some, while there are some."""
    for other in range(mail.shape[0]):
        seat = LANES + APART * other
        if load(desk, seat) == WANTS:
            at = spare(lane[0], lane[1])
            if at < 0:
                return
            if claim(desk, seat, WANTS, CLAIMED):
                add(desk, WORKING, ONE)
                given(shape, other, at, frontier_depth, lane, mail, trails)
                store(desk, seat, GIVEN)


@inline
def received(me: Any, lane: Any, mail: Any) -> Any:
    """Put the rows given on the stack."""
    control, segments, stack = lane
    wide = mail.shape[2]
    rows = np.int64(mail[me, 0, 0])
    for r in range(rows):
        for i in range(wide):
            stack[r * wide + i] = mail[me, r + 1, i]
    begin(control, segments, rows, mail[me, 0, 1])


@inline
def waited(seat: Any, desk: Any, controls: Any) -> Any:
    """Ask those that work to come back and give, and return when one has, when the desk closes, or after a while."""
    for spin in range(SPINS):
        if load(desk, CLOSED):
            return DONE
        if load(desk, seat) == GIVEN:
            return GO
        if spin % AGAIN == 0:
            for lane in range(controls.shape[0]):
                if load(desk, LANES + APART * lane) == WORKS:
                    store(controls[lane], PAUSE, ONE)
    return WAIT


@inline
def entered(seat: Any, desk: Any) -> Any:
    """Wait for the desk to open, a while, and be counted there."""
    for _ in range(SPINS):
        if load(desk, LAST):
            return QUIT
        if not load(desk, CLOSED):
            store(desk, seat, WORKS)
            if not load(desk, CLOSED):  # nor will it be laid out anew, now that this lane sits there
                add(desk, WORKING, ONE)
                return GO
            store(desk, seat, AWAY)
    return WAIT


@jit
def exchange(
    me: int, size: int, meta: int, depth: int, desk: Words, controls: Any, rows: Any, lane: Any, mail: Any, trails: Any
) -> int:
    """Look round between two slices of a search: give rows to a lane that waits, or get some where the stack is empty.

    lane = (its control, segments, stack); `rows` of the frontier have this depth, `size` are taken together. Return GO
    with work on the stack; DONE where the desk is closed, and the lane now away. OTHER is something else to do; to be
    called again after it, and after WAIT: some 100 µs in vain.
    """
    seat = LANES + APART * me
    store(controls[me], PAUSE, ZERO)  # before looking round: whoever wants something from now on asks again
    answer = GO
    if load(desk, CLOSED):
        answer = DONE
    elif lane[0][0] > ZERO:
        helped((me, meta), desk, depth, lane, mail, trails)
    elif me == 0 and 2 * load(desk, NEXT) >= rows.shape[0] and claim(desk, ELSE, ONE, ZERO):
        answer = OTHER
    elif load(desk, seat) != WORKS or not taken(me, size, desk, (rows, depth), lane, trails):
        if load(desk, seat) == WORKS:
            if add(desk, WORKING, MINUS) == ONE:
                closed(desk, controls)
            store(desk, seat, WANTS)
        answer = waited(seat, desk, controls)
        if answer == GO:
            received(me, lane, mail)
            store(desk, seat, WORKS)
    if answer == DONE and not claim(desk, seat, WANTS, AWAY):
        while load(desk, seat) == CLAIMED:  # the giver is writing
            pass
        if load(desk, seat) == GIVEN:  # for the case that the desk opens again
            received(me, lane, mail)
        store(desk, seat, AWAY)
    return answer


@jit
def enter(me: int, desk: Words) -> int:
    """Wait for the desk to open: return GO where it is, and this lane works there; WAIT, QUIT as in `exchange`."""
    return entered(LANES + APART * me, desk)  # type: ignore[no-any-return]


@jit
def leave(me: int, desk: Words) -> bool:
    """Let this lane, which is away, be gone, for a thread to be sent again; return False where the desk has opened."""
    seat = LANES + APART * me
    store(desk, seat, GONE)
    return bool(load(desk, CLOSED)) or not claim(desk, seat, GONE, AWAY)


@jit
def close(desk: Words, controls: Any) -> None:
    """Close the desk: every lane comes back soon, and takes nothing more."""
    closed(desk, controls)


@jit
def deserted(desk: Words, controls: Any) -> bool:
    """Return whether all lanes but the first are away or gone from a closed desk, waiting a while."""
    for _ in range(SPINS):
        busy = False
        for lane in range(1, controls.shape[0]):
            busy |= load(desk, LANES + APART * lane) > AWAY
        if not busy:
            return True
    return False


@jit
def opened(desk: Words, controls: Any, wanted: Any) -> None:
    """Open the desk, laid out with its words, the first lane at work; `wanted` says which lanes need a thread."""
    store(desk, LANES, WORKS)
    store(desk, WORKING, ONE)
    store(desk, CLOSED, ZERO)
    for lane in range(1, controls.shape[0]):
        wanted[lane] = claim(desk, LANES + APART * lane, GONE, AWAY)


@jit
def finish(desk: Words) -> None:
    """Let all lanes leave."""
    store(desk, LAST, ONE)
