#include "tiles/work_stealing.hpp"

namespace {

constexpr i64 SPINS = 50'000, ASK_EVERY = 10'000;  // looks at the queue, of a nanosecond or two
constexpr u64 MINUS_ONE = ~0ull;

INLINE u64 get(const u64* word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); }
INLINE void set(u64* word, u64 value) { __atomic_store_n(word, value, __ATOMIC_SEQ_CST); }
INLINE u64 add(u64* word, u64 value) { return __atomic_fetch_add(word, value, __ATOMIC_SEQ_CST); }
INLINE bool claim(u64* word, u64 before, u64 after) {
    return __atomic_compare_exchange_n(word, &before, after, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

// One lane's view of what is shared.
struct LaneView {
    const SharedSearch& s;
    const SearchWork& work;
    i64 me, frontier_depth;

    u64* control() const { return s.controls + me * s.control_words; }
};

INLINE u64* worker_of(const SharedSearch& s, i64 lane) { return s.queue + QUEUE_WORKERS + QUEUE_STRIDE * lane; }
INLINE u64* mailbox_of(const SharedSearch& s, i64 lane) { return s.mailbox + lane * s.mailbox_rows * s.row; }
INLINE u32* trail_of(const SharedSearch& s, i64 lane, i64 row) {
    return s.trails + (lane * s.trail_rows + row) * s.trail_steps;
}
INLINE void ask_to_pause(const SharedSearch& s, i64 lane) { set(s.controls + lane * s.control_words + PAUSE, 1); }
INLINE void copy(const u64* from, u64* to, i64 words) {
    for (i64 i = 0; i < words; i++) to[i] = from[i];
}

void close_queue(const SharedSearch& s) {
    set(s.queue + CLOSED, 1);
    for (i64 lane = 0; lane < s.lanes; lane++) ask_to_pause(s, lane);
}

// Let the stack consist of its first rows.
INLINE void begin(const LaneView& lane, i64 rows, u64 depth) {
    u64* segments = lane.work.segments;
    segments[0] = 0, segments[1] = (u64)rows, segments[2] = depth, segments[3] = 0;
    lane.control()[SEGMENTS] = 1;
}

// Put the next rows of the list on the stack, the best last, where it is searched first; return false if none is left.
bool take(const LaneView& lane, i64 size, const u64* frontier, i64 count) {
    const SharedSearch& s = lane.s;
    if (get(s.queue + NEXT_ROW) >= (u64)count) return false;
    const i64 first = (i64)add(s.queue + NEXT_ROW, (u64)size);
    if (first >= count) return false;
    size = min(size, count - first);
    for (i64 r = 0; r < size; r++) {
        const i64 source = first + size - 1 - r;
        copy(frontier + source * s.row, lane.work.stack + r * s.row, s.row);
        trail_of(s, lane.me, r)[0] = (u32)source;
    }
    begin(lane, size, (u64)lane.frontier_depth);
    return true;
}

// Return the offset of the first segment that is not expanded yet; −1 if there is too little to give.
i64 idle_segment(const LaneView& lane) {
    const u64* segments = lane.work.segments;
    i64 first = -1;
    for (i64 at = 0; at < 4 * (i64)lane.control()[SEGMENTS]; at += 4) {
        if (segments[at + 3] || !segments[at + 1]) continue;
        if (first >= 0) return first;
        first = at;
    }
    return first >= 0 && segments[first + 1] > 1 ? first : -1;
}

// Write half of the rows of a segment to another lane, with their trails, and forget them.
void give(const LaneView& lane, i64 to, i64 at) {
    const SharedSearch& s = lane.s;
    u64 *segments = lane.work.segments, *mailbox = mailbox_of(s, to);
    const u64* stack = lane.work.stack;
    const i64 half = ((i64)segments[at + 1] + 1) / 2, steps = (i64)(segments[at + 2] - segments[2]);
    const i64 before = (i64)segments[2] - lane.frontier_depth;
    mailbox[0] = (u64)half;
    mailbox[1] = segments[at + 2];
    for (i64 r = 0; r < half; r++) {
        i64 row = (i64)segments[at] + r;
        u32* trail = trail_of(s, to, r);
        copy(stack + row * s.row, mailbox + (r + 1) * s.row, s.row);
        for (i64 step = 0; step < steps; step++) {
            const u64 word = stack[row * s.row + s.meta];
            trail[before + steps - step] = (u32)(word & 0xffff);
            row = (i64)(word >> 16 & 0xffff);
        }
        const u32* own = trail_of(s, lane.me, row);
        for (i64 step = 0; step <= before; step++) trail[step] = own[step];
    }
    segments[at] += (u64)half;
    segments[at + 1] -= (u64)half;
}

// Give rows to each lane that wants some, as long as there are some.
void help(const LaneView& lane) {
    const SharedSearch& s = lane.s;
    for (i64 other = 0; other < s.lanes; other++) {
        u64* worker = worker_of(s, other);
        if (get(worker) != WANTS) continue;
        const i64 at = idle_segment(lane);
        if (at < 0) return;
        if (claim(worker, WANTS, CLAIMED)) {
            add(s.queue + WORKING, 1);
            give(lane, other, at);
            set(worker, GIVEN);
        }
    }
}

// Put the rows given on the stack.
void receive(const LaneView& lane) {
    const u64* mailbox = mailbox_of(lane.s, lane.me);
    const i64 rows = (i64)mailbox[0];
    copy(mailbox + lane.s.row, lane.work.stack, rows * lane.s.row);
    begin(lane, rows, mailbox[1]);
}

// Ask those that work to come back and give, and return when one has, when the queue closes, or after a while.
i64 wait_for_rows(const SharedSearch& s, const u64* worker) {
    for (i64 spin = 0; spin < SPINS; spin++) {
        if (get(s.queue + CLOSED)) return DONE;
        if (get(worker) == GIVEN) return GO;
        if (spin % ASK_EVERY) continue;
        for (i64 lane = 0; lane < s.lanes; lane++)
            if (get(worker_of(s, lane)) == WORKS) ask_to_pause(s, lane);
    }
    return WAIT;
}

}  // namespace

EXPORT i64 work_stealing_exchange(const SharedSearch* shared, const SearchWork* work, i64 me, i64 size, i64 depth,
                                  const u64* frontier, i64 count) {
    const SharedSearch& s = *shared;
    const LaneView lane = {s, *work, me, depth};
    u64 *worker = worker_of(s, me), *control = lane.control();
    set(control + PAUSE, 0);  // before looking round: whoever wants something from now on asks again
    i64 answer = GO;
    if (get(s.queue + CLOSED)) {
        answer = DONE;
    } else if (control[SEGMENTS] > 0) {
        help(lane);
    } else if (me == 0 && 2 * (i64)get(s.queue + NEXT_ROW) >= count && claim(s.queue + ELSE, 1, 0)) {
        answer = OTHER;
    } else if (get(worker) != WORKS || !take(lane, size, frontier, count)) {
        if (get(worker) == WORKS) {
            if (add(s.queue + WORKING, MINUS_ONE) == 1) close_queue(s);
            set(worker, WANTS);
        }
        answer = wait_for_rows(s, worker);
        if (answer == GO) {
            receive(lane);
            set(worker, WORKS);
        }
    }
    if (answer == DONE && !claim(worker, WANTS, AWAY)) {
        while (get(worker) == CLAIMED) {  // the giver is writing
        }
        if (get(worker) == GIVEN) receive(lane);  // for the case that the queue opens again
        set(worker, AWAY);
    }
    return answer;
}

EXPORT i64 work_stealing_enter(const SharedSearch* shared, i64 lane) {
    u64 *queue = shared->queue, *worker = worker_of(*shared, lane);
    for (i64 spin = 0; spin < SPINS; spin++) {
        if (get(queue + LAST)) return QUIT;
        if (get(queue + CLOSED)) continue;
        set(worker, WORKS);
        if (!get(queue + CLOSED)) {  // nor will it be laid out anew, now that this lane sits there
            add(queue + WORKING, 1);
            return GO;
        }
        set(worker, AWAY);
    }
    return WAIT;
}

EXPORT bool work_stealing_leave(const SharedSearch* shared, i64 lane) {
    u64* worker = worker_of(*shared, lane);
    set(worker, GONE);
    return get(shared->queue + CLOSED) || !claim(worker, GONE, AWAY);
}

EXPORT void work_stealing_give_up(const SharedSearch* shared, i64 lane) { set(worker_of(*shared, lane), AWAY); }

EXPORT void work_stealing_close(const SharedSearch* shared) { close_queue(*shared); }

EXPORT bool work_stealing_is_deserted(const SharedSearch* shared) {
    for (i64 spin = 0; spin < SPINS; spin++) {
        bool is_busy = false;
        for (i64 lane = 1; lane < shared->lanes; lane++) is_busy |= get(worker_of(*shared, lane)) > AWAY;
        if (!is_busy) return true;
    }
    return false;
}

EXPORT void work_stealing_open(const SharedSearch* shared, bool* wanted) {
    set(worker_of(*shared, 0), WORKS);
    set(shared->queue + WORKING, 1);
    set(shared->queue + CLOSED, 0);
    for (i64 lane = 1; lane < shared->lanes; lane++) wanted[lane] = claim(worker_of(*shared, lane), GONE, AWAY);
}

EXPORT void work_stealing_finish(const SharedSearch* shared) { set(shared->queue + LAST, 1); }
