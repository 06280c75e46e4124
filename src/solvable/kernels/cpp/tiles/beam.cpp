#include "tiles/beam.hpp"

#include "base/byte_sums.hpp"
#include "base/random.hpp"
#include "tiles/slide_terms.hpp"

using namespace pair_model;

namespace {

constexpr u64 NODE_BITS = 32, NAME_BITS = 14;  // bits of a card
constexpr i64 AHEAD = 16;  // children between prefetching distant memory and reading it
constexpr i64 RENEWED = 16;  // layers after which groups of names that left a cell are dropped
constexpr i64 FEW = 6;  // children of a slide from which valuing them together is faster than one by one

struct Card {
    u64 bits;

    static INLINE Card of(i64 step, i64 name, i64 node) {
        return {((u64)step << NAME_BITS | (u64)name) << NODE_BITS | (u64)node};
    }
    INLINE i64 node() const { return (i64)(bits & ((1ull << NODE_BITS) - 1)); }
    INLINE u64 slide() const { return bits >> NODE_BITS; }
    INLINE i64 step() const { return (i64)(bits >> (NODE_BITS + NAME_BITS)); }
    INLINE i64 name() const { return (i64)(bits >> NODE_BITS & ((1ull << NAME_BITS) - 1)); }
};

// The slide of a card: the blank moves from `blank` to p, tile t from p to `blank`.
struct Slide {
    i64 blank, p, t;

    INLINE Slide(const Beam& beam, Card card)
        : blank(card.step() >> 2), p(beam.neighbours[card.step()]), t(card.name()) {}
    INLINE i64 row(const Beam& beam) const {
        return (2 * min(blank, p) + (max(p - blank, blank - p) > 1)) * beam.names + t;
    }
    INLINE i64 sign() const { return blank < p ? 1 : -1; }  // sign of the gains in that row
};

void order_by_key(const i32* keys, i64 count, i32* order, i32* bucket_ends, i64 buckets) {
    i64 low = keys[0], high = keys[0];
    for (i64 k = 0; k < count; k++) {
        low = min<i64>(low, keys[k]);
        high = max<i64>(high, keys[k]);
    }
    u64 shift = 0;
    while ((high - low) >> shift >= buckets) shift++;
    for (i64 k = 0; k <= buckets; k++) bucket_ends[k] = 0;
    for (i64 k = 0; k < count; k++) bucket_ends[((keys[k] - low) >> shift) + 1]++;
    for (i64 k = 0; k < buckets; k++) bucket_ends[k + 1] += bucket_ends[k];
    for (i64 k = 0; k < count; k++) order[bucket_ends[(keys[k] - low) >> shift]++] = (i32)k;
}

// A layer of nodes; Name is u8 or u16.
template <class Name>
struct Layer {
    u8* boards;
    i64 row_bytes;
    i32* values;
    u64* hashes;
    i32* distances;
    Name *blanks, *previous;

    Layer(const Beam& beam, i64 side) {
        const i64 first = side * beam.width;
        boards = beam.boards + first * beam.row_bytes;
        row_bytes = beam.row_bytes;
        values = beam.values + first;
        hashes = beam.hashes + first;
        distances = beam.distances + first;
        blanks = (Name*)beam.blanks + first;
        previous = (Name*)beam.previous + first;
    }
    INLINE u8* board(i64 node) const { return boards + node * row_bytes; }
    INLINE Name* cells(i64 node) const { return (Name*)board(node); }
};

// Offset in a node's row of u of the tile on each cell.
template <class Name>
INLINE i64 shifts_offset(const Beam& beam) {
    return (beam.cells * (i64)sizeof(Name) + 7) & -8;
}

// Return the change of a tile's distance as it slides to a row and a column, for step k of the blank: from above it,
// its left, its right, or below.
INLINE i64 step_distance(i64 home, i64 row, i64 column, i64 k) {
    const bool is_across = k == 1 || k == 2;
    const i64 at = is_across ? column : row, to = is_across ? home & ((1 << HOME_ROW) - 1) : home >> HOME_ROW;
    return (k < 2 ? to >= at : to <= at) ? -1 : 1;
}

// Write the card of each child whose Manhattan distance is at most `room`, slide by slide; return their number.
template <class Name>
i64 list_children(const Beam& beam, const Layer<Name>& nodes, i64 count, i64 room) {
    const i64 n = beam.cells, names = beam.names;
    const i64* __restrict neighbours = beam.neighbours;
    const u16* __restrict homes = beam.terms->homes;
    u64* __restrict cards = beam.cards, * __restrict by_tile = beam.by_tile;
    i64* __restrict tile_ends = beam.tile_ends, * __restrict step_ends = beam.step_ends;
    for (i64 k = 0; k <= names; k++) tile_ends[k] = 0;
    for (i64 k = 0; k <= 4 * n; k++) step_ends[k] = 0;
    i64 made = 0;
    for (i64 node = 0; node < count; node++) {
        const i64 blank = nodes.blanks[node], previous = nodes.previous[node], far = nodes.distances[node];
        const Name* cells = nodes.cells(node);
        const i64 row = beam.terms->rows[blank], column = beam.terms->columns[blank];
        for (i64 k = 0; k < 4; k++) {  // without a branch: a slot that is not a child is overwritten by the next
            const i64 p = neighbours[4 * blank + k], from = p < 0 ? 0 : p, t = cells[from], step = 4 * blank + k;
            const i64 after = far + step_distance(homes[t], row, column, k);
            const i64 is_child = (p != previous) & (p >= 0) & (after <= room);
            cards[made] = Card::of(step, t, node).bits;
            tile_ends[t + 1] += is_child;
            step_ends[step + 1] += is_child;
            made += is_child;
        }
    }
    for (i64 k = 0; k < names; k++) tile_ends[k + 1] += tile_ends[k];
    for (i64 k = 0; k < 4 * n; k++) step_ends[k + 1] += step_ends[k];
    for (i64 k = 0; k < made; k++) by_tile[tile_ends[Card{cards[k]}.name()]++] = cards[k];
    for (i64 k = 0; k < made; k++) cards[step_ends[Card{by_tile[k]}.step()]++] = by_tile[k];
    return made;
}

// Record the groups of names that occur on each cell in some node.
template <class Name>
void list_groups(const Beam& beam, const Layer<Name>& nodes, i64 count) {
    u32* __restrict groups = beam.groups;
    for (i64 q = 0; q < beam.cells; q++) groups[q] = 0;
    for (i64 node = 0; node < count; node++) {
        const Name* __restrict cells = nodes.cells(node);
        for (i64 q = 0; q < beam.cells; q++) groups[q] |= 1u << (cells[q] >> 4 & 31);
    }
}

// Write each child's key by the table of gains: its parent's value plus the gain of its slide.
template <class Name>
void value_by_table(const Beam& beam, const Layer<Name>& nodes, i64 made) {
    const i64 size = beam.cells * beam.line;
    const auto card = [&](i64 at) { return Card{beam.cards[at]}; };
    [[maybe_unused]] const bool is_at_once = sizeof(Name) == 1 && nodes.row_bytes >= byte_sums::GROUP;
    [[maybe_unused]] i64 chosen[32];
    [[maybe_unused]] i16 sums[32];
    i64 first = 0;
    while (first < made) {
        i64 end = first + 1;
        while (end < made && card(end).slide() == card(first).slide()) end++;
        const Slide slide(beam, card(first));
        const u8* gains = beam.slides + slide.row(beam) * size;
        const i64 sign = slide.sign();
        if constexpr (byte_sums::ROWS > 0) {
            while (is_at_once && end - first >= FEW) {
                const i64 rows = byte_sums::ROWS == 32 && end - first > 16 ? 32 : 16;
                for (i64 at = first + rows; at < min(first + 2 * rows, made); at++)
                    prefetch(nodes.board(card(at).node()));
                for (i64 k = 0; k < rows; k++) chosen[k] = card(min(first + k, end - 1)).node();
                byte_sums::sum_rows(rows, nodes.boards, nodes.row_bytes, chosen, gains, beam.cells, beam.line,
                                    beam.groups, beam.scratch, sums);
                const i64 many = min(rows, end - first);
                for (i64 k = 0; k < many; k++) beam.keys[first + k] = (i32)(nodes.values[chosen[k]] + sign * sums[k]);
                first += many;
            }
        }
        for (; first < end; first++) {
            const i64 node = card(first).node();
            const i64 sum = byte_sums::sum_of_one(nodes.cells(node), gains, beam.cells, beam.line);
            beam.keys[first] = (i32)(nodes.values[node] + sign * sum);
        }
    }
}

// Write each child's key by the terms that its slide changes.
template <class Name>
void value_by_terms(const Beam& beam, const Layer<Name>& nodes, i64 made) {
    const PairTerms terms = *beam.terms;
    for (i64 at = 0; at < made; at++) {
        const Card card{beam.cards[at]};
        const Slide slide(beam, card);
        const i64 node = card.node();
        const u8* shifts = nodes.board(node) + shifts_offset<Name>(beam);
        const i64 gain = slide_gain(terms, nodes.cells(node), shifts, beam.names, slide.blank, slide.p, slide.t);
        beam.keys[at] = (i32)(nodes.values[node] + gain);
    }
}

// Write the first `width` distinct children in their order as nodes; return their number. Ends with the goal if it is
// reached.
template <class Name>
i64 take_best(const Beam& beam, const Layer<Name>& nodes, const Layer<Name>& to, i64 made, i64 width, u64 goal_hash,
              i64 layer, bool& is_done) {
    struct Pick {
        Card card;
        u64 hash;
    } picked[AHEAD];
    const i64 n = beam.cells, offset = shifts_offset<Name>(beam);
    const u64 mask = (u64)(beam.seen_count - 1);
    i32* parents = beam.parents + layer * beam.width;
    Name* moves = (Name*)beam.moves + layer * beam.width;
    i64 kept = 0;
    is_done = false;
    for (i64 first = 0; first < made; first += AHEAD) {
        const i64 end = min(first + AHEAD, made);
        for (i64 at = first; at < end; at++) {
            const Card card{beam.cards[beam.order[at]]};
            const Slide slide(beam, card);
            const u64 change = hash_of_pair(slide.t, slide.p) ^ hash_of_pair(slide.t, slide.blank);
            const u64 hash = nodes.hashes[card.node()] ^ change;
            picked[at - first] = {card, hash};
            prefetch(beam.seen + (hash & mask));
            prefetch(nodes.board(card.node()));
            const i64 later = beam.order[min(at + AHEAD, made - 1)];
            prefetch(beam.cards + later);
            prefetch(beam.keys + later);
        }
        for (i64 at = first; at < end; at++) {
            const Card card = picked[at - first].card;
            const u64 hash = picked[at - first].hash;
            if (beam.seen[hash & mask] == hash) continue;
            beam.seen[hash & mask] = hash;
            const Slide slide(beam, card);
            const i64 node = card.node(), blank = slide.blank, p = slide.p, t = slide.t;
            const u8* from = nodes.board(node);
            u8* row = to.board(kept);
            __builtin_memcpy(row, from, (size_t)beam.row_bytes);
            ((Name*)row)[blank] = (Name)t;
            ((Name*)row)[p] = 0;
            beam.groups[blank] |= 1u << (t >> 4 & 31);
            beam.groups[p] |= 1;
            if (beam.line == 0) {
                const u8 shift = (u8)shift_of(*beam.terms, blank, t);
                row[offset + blank] = shift;
                row[offset + n + t] = shift;
            }
            to.values[kept] = beam.keys[beam.order[at]];
            to.hashes[kept] = hash;
            to.distances[kept] =
                nodes.distances[node] + (i32)step_distance(beam.terms->homes[t], beam.terms->rows[blank],
                                                           beam.terms->columns[blank], card.step() & 3);
            to.blanks[kept] = (Name)p;
            to.previous[kept] = (Name)blank;
            parents[kept] = (i32)node;
            moves[kept] = (Name)p;
            kept++;
            is_done = hash == goal_hash;
            if (is_done || kept == width) return kept;
        }
    }
    return kept;
}

template <class Name>
u64 start(const Beam& beam, const i64* board, i64* state) {
    const i64 n = beam.cells, offset = shifts_offset<Name>(beam);
    const Layer<Name> first(beam, 0);
    u8* row = first.board(0);
    Name* cells = first.cells(0);
    __builtin_memset(row, 0, (size_t)beam.row_bytes);
    if (beam.line == 0)
        for (i64 k = 0; k < n + beam.names; k++) row[offset + k] = NO_SHIFT;
    i64 blank = 0, value = 0, far = 0;
    u64 hash = 0, goal_hash = 0;
    for (i64 p = 0; p < n; p++)
        if (board[p] == 0) blank = p;
    for (i64 p = 0; p < n; p++) {
        const i64 t = board[p];
        if (t == 0) continue;
        cells[p] = (Name)t;
        if (beam.line == 0) row[offset + p] = row[offset + n + t] = (u8)shift_of(*beam.terms, p, t);
        value += term_of_tile(*beam.terms, blank, p, t);
        for (i64 q = 0; q < p; q++) value += term_of_pair(*beam.terms, p, t, q, board[q]);
        far += home_distance(*beam.terms, t, p);
        hash ^= hash_of_pair(t, p);
        goal_hash ^= hash_of_pair(t, t - 1);
    }
    first.values[0] = (i32)value;
    first.hashes[0] = hash;
    first.distances[0] = (i32)far;
    first.blanks[0] = first.previous[0] = (Name)blank;  // no cell is its own neighbour
    for (i64 k = 0; k < beam.seen_count; k++) beam.seen[k] = 0;
    beam.seen[hash & (u64)(beam.seen_count - 1)] = hash;
    state[0] = state[1] = 0, state[2] = 1, state[3] = hash == goal_hash ? 0 : -1;
    return goal_hash;
}

template <class Name>
void advance(const Beam& beam, i64* state, i64 width, i64 stop, i64 end, u64 goal_hash) {
    i64 &layer = state[0], &side = state[1], &count = state[2], &goal = state[3];
    goal = -1;
    while (layer < stop && count > 0) {
        const Layer<Name> now(beam, side), then(beam, 1 - side);
        const i64 made = list_children(beam, now, count, end - layer - 1);
        if (made == 0) {
            count = 0;
            return;
        }
        if (beam.line) {
            if (layer % RENEWED == 0) list_groups(beam, now, count);
            value_by_table(beam, now, made);
        } else {
            value_by_terms(beam, now, made);
        }
        order_by_key(beam.keys, made, beam.order, beam.bucket_ends, beam.buckets);
        bool is_done;
        count = take_best(beam, now, then, made, width, goal_hash, layer, is_done);
        layer++;
        side = 1 - side;
        if (is_done) {
            goal = count - 1;
            return;
        }
    }
}

}  // namespace

EXPORT u64 beam_start(const Beam* beam, const i64* board, i64* state) {
    return beam->name_bytes == 1 ? start<u8>(*beam, board, state) : start<u16>(*beam, board, state);
}

EXPORT void beam_advance(const Beam* beam, i64* state, i64 width, i64 stop, i64 end, u64 goal_hash) {
    const Beam local = *beam;  // a local copy, so that the compiler knows that stores into byte arrays do not change it
    width = min(width, local.width), stop = min(stop, local.layers);
    if (local.name_bytes == 1)
        advance<u8>(local, state, width, stop, end, goal_hash);
    else
        advance<u16>(local, state, width, stop, end, goal_hash);
}
