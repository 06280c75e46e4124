// How the threads of one bound share its parts: each takes the next of a list; who finds none is given rows by another.
//
// The queue has words that all change atomically, eight apart, so that no two lie in one cache line: the next row of
// the list; how many lanes work; whether the queue is closed, between two bounds; whether the first lane has something
// else to do once half of the list is taken; whether the search is over; then what each lane does. The list is the rows
// of a frontier, the best first. `controls`, `mailbox` and `trails` have a row a lane: the lane's control (see
// search.hpp: word 4 lets the kernel pause), the rows it is given (their number and depth first), and where the first
// rows of its stack come from: the row of the frontier, then the low 16 bits of meta of each step since.
//
// Invariant: a lane is counted as working before it takes and until it has found nothing, and the giver counts the one
// it gives to: if no lane works, nothing is left. A lane that comes back to a closed queue is away, soon to look again,
// or gone; once all are, the queue may be laid out anew, or left as it is with the stacks of the lanes, and opened
// last. What one lane writes for another (mailbox, trails) is published by the word on the queue; all atomic operations
// are sequentially consistent. Reference of what is given: `Lane.give`.
#pragma once
#include "tiles/search.hpp"

// Offsets on the queue; what a lane does, at QUEUE_WORKERS + QUEUE_STRIDE * lane; what `work_stealing_exchange`
// returns.
enum Queue : i64 { NEXT_ROW = 0, WORKING = 8, CLOSED = 16, ELSE = 24, LAST = 32, QUEUE_WORKERS = 40, QUEUE_STRIDE = 8 };
enum WorkerState : u64 { GONE, AWAY, WORKS, WANTS, CLAIMED, GIVEN };
enum Answer : i64 { DONE, GO, WAIT, OTHER, QUIT };

// What the lanes share: rows of `row` words, whose word `meta` has the parent; mailbox of rows 1 … mailbox_rows − 1.
INTERFACE struct SharedSearch {
    i64 lanes;
    i64 row;
    i64 meta;
    u64* queue ARRAY(40 + 8 * lanes);
    u64* controls ARRAY(lanes* control_words);
    i64 control_words;
    u64* mailbox ARRAY(lanes * mailbox_rows * row);
    i64 mailbox_rows;
    u32* trails ARRAY(lanes * trail_rows * trail_steps);
    i64 trail_rows;
    i64 trail_steps;
};

// Look round between two slices of a search: give rows to a lane that waits, or get some if the stack is empty. The
// rows of the frontier have this depth, `size` are taken together. Return GO with work on the stack; DONE if the queue
// is closed, and the lane now away. OTHER is something else to do; to be called again after it, and after WAIT: some
// 100 µs in vain.
EXPORT i64 work_stealing_exchange(const SharedSearch* shared, const SearchWork* work, i64 lane, i64 size, i64 depth,
                                  const u64* frontier ARRAY(count* shared.fields.row), i64 count);

// Wait for the queue to open: return GO if it has, and this lane works there; WAIT or QUIT as `work_stealing_exchange`.
EXPORT i64 work_stealing_enter(const SharedSearch* shared, i64 lane);

// Let this lane, which is away, be gone, for a thread to be sent again; return false if the queue has opened.
EXPORT bool work_stealing_leave(const SharedSearch* shared, i64 lane);

// Let this lane, whose thread has failed, be away.
EXPORT void work_stealing_give_up(const SharedSearch* shared, i64 lane);

// Close the queue: every lane comes back soon, and takes nothing more.
EXPORT void work_stealing_close(const SharedSearch* shared);

// Return whether all lanes but the first are away or gone from a closed queue, waiting a while.
EXPORT bool work_stealing_is_deserted(const SharedSearch* shared);

// Open the queue, laid out with its words, the first lane at work; `wanted` says which lanes need a thread.
EXPORT void work_stealing_open(const SharedSearch* shared, bool* wanted ARRAY(shared.fields.lanes));

// Let all lanes leave.
EXPORT void work_stealing_finish(const SharedSearch* shared);
