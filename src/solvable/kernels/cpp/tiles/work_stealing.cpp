#include "tiles/work_stealing.hpp"

namespace {

constexpr i64 SPINS = 50'000, ASK_EVERY = 10'000;  // reads of the queue, a nanosecond or two each
constexpr u64 MINUS_ONE = ~0ull;

INLINE u64 get(const u64* word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); }
INLINE void set(u64* word, u64 value) { __atomic_store_n(word, value, __ATOMIC_SEQ_CST); }
INLINE u64 add(u64* word, u64 value) { return __atomic_fetch_add(word, value, __ATOMIC_SEQ_CST); }
INLINE bool claim(u64* word, u64 before, u64 after) {
    return __atomic_compare_exchange_n(word, &before, after, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

// One worker's view of the shared arrays.
struct WorkerView {
    const SharedSearch& s;
    const SearchWork& work;
    i64 me, frontier_depth;

    u64* control() const { return s.controls + me * s.control_words; }
};

INLINE u64* state_of(const SharedSearch& s, i64 worker) { return s.queue + QUEUE_WORKERS + QUEUE_STRIDE * worker; }
INLINE u64* mailbox_of(const SharedSearch& s, i64 worker) { return s.mailbox + worker * s.mailbox_rows * s.row; }
INLINE u32* trail_of(const SharedSearch& s, i64 worker, i64 row) {
    return s.trails + (worker * s.trail_rows + row) * s.trail_steps;
}
INLINE void ask_to_pause(const SharedSearch& s, i64 worker) { set(s.controls + worker * s.control_words + PAUSE, 1); }
INLINE void copy(const u64* from, u64* to, i64 words) {
    for (i64 i = 0; i < words; i++) to[i] = from[i];
}

void close_queue(const SharedSearch& s) {
    set(s.queue + CLOSED, 1);
    for (i64 worker = 0; worker < s.workers; worker++) ask_to_pause(s, worker);
}

// Make the first rows the whole stack.
INLINE void begin(const WorkerView& view, i64 rows, u64 depth) {
    u64* segments = view.work.segments;
    segments[0] = 0, segments[1] = (u64)rows, segments[2] = depth, segments[3] = 0;
    view.control()[SEGMENTS] = 1;
}

// Push the next rows of the list, the best last, so that the best is searched first; return false if none is left.
bool take(const WorkerView& view, i64 size, const u64* frontier, i64 count) {
    const SharedSearch& s = view.s;
    if (get(s.queue + NEXT_ROW) >= (u64)count) return false;
    const i64 first = (i64)add(s.queue + NEXT_ROW, (u64)size);
    if (first >= count) return false;
    size = min(size, count - first);
    for (i64 r = 0; r < size; r++) {
        const i64 source = first + size - 1 - r;
        copy(frontier + source * s.row, view.work.stack + r * s.row, s.row);
        trail_of(s, view.me, r)[0] = (u32)source;
    }
    begin(view, size, (u64)view.frontier_depth);
    return true;
}

// Return the offset of the first segment that is not expanded; −1 if there is too little to give away.
i64 idle_segment(const WorkerView& view) {
    const u64* segments = view.work.segments;
    i64 first = -1;
    for (i64 at = 0; at < 4 * (i64)view.control()[SEGMENTS]; at += 4) {
        if (segments[at + 3] || !segments[at + 1]) continue;
        if (first >= 0) return first;
        first = at;
    }
    return first >= 0 && segments[first + 1] > 1 ? first : -1;
}

// Move half of the rows of a segment, with their trails, to another worker's mailbox.
void give(const WorkerView& view, i64 to, i64 at) {
    const SharedSearch& s = view.s;
    u64 *segments = view.work.segments, *mailbox = mailbox_of(s, to);
    const u64* stack = view.work.stack;
    const i64 half = ((i64)segments[at + 1] + 1) / 2, steps = (i64)(segments[at + 2] - segments[2]);
    const i64 before = (i64)segments[2] - view.frontier_depth;
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
        const u32* own = trail_of(s, view.me, row);
        for (i64 step = 0; step <= before; step++) trail[step] = own[step];
    }
    segments[at] += (u64)half;
    segments[at + 1] -= (u64)half;
}

// Give rows to each worker that requests work, while there are rows to give.
void help(const WorkerView& view) {
    const SharedSearch& s = view.s;
    for (i64 other = 0; other < s.workers; other++) {
        u64* state = state_of(s, other);
        if (get(state) != WANTS) continue;
        const i64 at = idle_segment(view);
        if (at < 0) return;
        if (claim(state, WANTS, CLAIMED)) {
            add(s.queue + WORKING, 1);
            give(view, other, at);
            set(state, GIVEN);
        }
    }
}

// Push the rows from the mailbox.
void receive(const WorkerView& view) {
    const u64* mailbox = mailbox_of(view.s, view.me);
    const i64 rows = (i64)mailbox[0];
    copy(mailbox + view.s.row, view.work.stack, rows * view.s.row);
    begin(view, rows, mailbox[1]);
}

// Request work from busy workers; return once some has arrived, the queue has closed, or after SPINS tries.
i64 wait_for_rows(const SharedSearch& s, const u64* state) {
    for (i64 spin = 0; spin < SPINS; spin++) {
        if (get(s.queue + CLOSED)) return DONE;
        if (get(state) == GIVEN) return GO;
        if (spin % ASK_EVERY) continue;
        for (i64 worker = 0; worker < s.workers; worker++)
            if (get(state_of(s, worker)) == WORKS) ask_to_pause(s, worker);
    }
    return WAIT;
}

}  // namespace

EXPORT i64 work_stealing_exchange(const SharedSearch* shared, const SearchWork* work, i64 me, i64 size, i64 depth,
                                  const u64* frontier, i64 count) {
    const SharedSearch& s = *shared;
    const WorkerView view = {s, *work, me, depth};
    u64 *state = state_of(s, me), *control = view.control();
    set(control + PAUSE, 0);  // first: a worker that requests work from now on pauses this one again
    i64 answer = GO;
    if (get(s.queue + CLOSED)) {
        answer = DONE;
    } else if (control[SEGMENTS] > 0) {
        help(view);
    } else if (me == 0 && 2 * (i64)get(s.queue + NEXT_ROW) >= count && claim(s.queue + ELSE, 1, 0)) {
        answer = OTHER;
    } else if (get(state) != WORKS || !take(view, size, frontier, count)) {
        if (get(state) == WORKS) {
            if (add(s.queue + WORKING, MINUS_ONE) == 1) close_queue(s);
            set(state, WANTS);
        }
        answer = wait_for_rows(s, state);
        if (answer == GO) {
            receive(view);
            set(state, WORKS);
        }
    }
    if (answer == DONE && !claim(state, WANTS, AWAY)) {
        while (get(state) == CLAIMED) {  // the giver is writing
        }
        if (get(state) == GIVEN) receive(view);  // in case the queue opens again
        set(state, AWAY);
    }
    return answer;
}

EXPORT i64 work_stealing_enter(const SharedSearch* shared, i64 worker) {
    u64 *queue = shared->queue, *state = state_of(*shared, worker);
    for (i64 spin = 0; spin < SPINS; spin++) {
        if (get(queue + LAST)) return QUIT;
        if (get(queue + CLOSED)) continue;
        set(state, WORKS);
        if (!get(queue + CLOSED)) {  // it cannot be reset now that this worker is counted
            add(queue + WORKING, 1);
            return GO;
        }
        set(state, AWAY);
    }
    return WAIT;
}

EXPORT bool work_stealing_leave(const SharedSearch* shared, i64 worker) {
    u64* state = state_of(*shared, worker);
    set(state, GONE);
    return get(shared->queue + CLOSED) || !claim(state, GONE, AWAY);
}

EXPORT void work_stealing_give_up(const SharedSearch* shared, i64 worker) { set(state_of(*shared, worker), AWAY); }

EXPORT void work_stealing_close(const SharedSearch* shared) { close_queue(*shared); }

EXPORT bool work_stealing_is_deserted(const SharedSearch* shared) {
    for (i64 spin = 0; spin < SPINS; spin++) {
        bool is_busy = false;
        for (i64 worker = 1; worker < shared->workers; worker++) is_busy |= get(state_of(*shared, worker)) > AWAY;
        if (!is_busy) return true;
    }
    return false;
}

EXPORT void work_stealing_open(const SharedSearch* shared, bool* wanted) {
    set(state_of(*shared, 0), WORKS);
    set(shared->queue + WORKING, 1);
    set(shared->queue + CLOSED, 0);
    for (i64 worker = 1; worker < shared->workers; worker++)
        wanted[worker] = claim(state_of(*shared, worker), GONE, AWAY);
}

EXPORT void work_stealing_finish(const SharedSearch* shared) { set(shared->queue + LAST, 1); }
