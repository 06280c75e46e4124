// Work stealing: the threads that search one bound take parts from a list, and idle ones get rows from busy ones.
//
// The queue consists of words that change atomically, eight apart, so that no two share a cache line: the next row of
// the list; the number of busy workers; whether the queue is closed, between two bounds; whether the first worker has
// something else to do once half of the list is taken; whether the search is over; then the state of each worker. The
// list holds the rows of a frontier, the best first. `controls`, `mailbox` and `trails` have one row for each worker:
// its control block (see search.hpp: word 4 makes the kernel pause), the rows it is given (their number and depth
// first), and the origin of the first rows of its stack: the row of the frontier, then the low 16 bits of `meta` for
// each step since.
//
// Invariant: a worker counts as busy from before it takes work until it has found none, and a giver counts the worker
// it gives to; so if no worker is busy, nothing is left. A worker that returns to a closed queue is AWAY (about to look
// again) or GONE. Once all are, the queue may be reset, or left as it is with the workers' stacks, and then opened.
// What one worker writes for another (mailbox, trails) is published by that worker's state; all atomic operations are
// sequentially consistent. Reference: `Worker.give`.
#pragma once
#include "tiles/search.hpp"

// Offsets in the queue; the state of a worker, at QUEUE_WORKERS + QUEUE_STRIDE * worker; the results of
// `work_stealing_exchange`.
enum Queue : i64 { NEXT_ROW = 0, WORKING = 8, CLOSED = 16, ELSE = 24, LAST = 32, QUEUE_WORKERS = 40, QUEUE_STRIDE = 8 };
enum WorkerState : u64 { GONE, AWAY, WORKS, WANTS, CLAIMED, GIVEN };
enum Answer : i64 { DONE, GO, WAIT, OTHER, QUIT };

// The shared arrays: rows of `row` words, whose word `meta` holds the parent; mailboxes of rows 1 … mailbox_rows − 1.
INTERFACE struct SharedSearch {
    i64 workers;
    i64 row;
    i64 meta;
    u64* queue ARRAY(40 + 8 * workers);
    u64* controls ARRAY(workers* control_words);
    i64 control_words;
    u64* mailbox ARRAY(workers * mailbox_rows * row);
    i64 mailbox_rows;
    u32* trails ARRAY(workers * trail_rows * trail_steps);
    i64 trail_rows;
    i64 trail_steps;
};

// Exchange work between two slices of a search: give rows to waiting workers, or get some if the stack is empty. The
// rows of the frontier have this depth, and `size` are taken at a time. Return GO with work on the stack; DONE if the
// queue is closed and the worker now away; OTHER for something else to do; WAIT after some 100 µs without work. Call it
// again after OTHER and WAIT.
EXPORT i64 work_stealing_exchange(const SharedSearch* shared, const SearchWork* work, i64 worker, i64 size, i64 depth,
                                  const u64* frontier ARRAY(count* shared.fields.row), i64 count);

// Wait for the queue to open: return GO once it has and this worker is busy, WAIT after a while, QUIT at the end.
EXPORT i64 work_stealing_enter(const SharedSearch* shared, i64 worker);

// Mark this worker, which is away, as gone, so that a thread is sent again; return false if the queue has opened.
EXPORT bool work_stealing_leave(const SharedSearch* shared, i64 worker);

// Mark this worker, whose thread has failed, as away.
EXPORT void work_stealing_give_up(const SharedSearch* shared, i64 worker);

// Close the queue: every worker returns soon and takes no more work.
EXPORT void work_stealing_close(const SharedSearch* shared);

// Return whether all workers but the first are away or gone, waiting a while for that.
EXPORT bool work_stealing_is_deserted(const SharedSearch* shared);

// Open the queue, the first worker busy; set `wanted` for the workers that need a thread.
EXPORT void work_stealing_open(const SharedSearch* shared, bool* wanted ARRAY(shared.fields.workers));

// End the search: all workers leave.
EXPORT void work_stealing_finish(const SharedSearch* shared);
