// Labelled boards in the multi-tile metric: exact distances mod 3, and the search that reads them.
//
// m symbols (the labels of all cells but the blank's, row by row) of s bits make a code, the first symbol lowest; its
// rank among the codes of the same labels is high[code >> low_bits] + low[code & low_mask]. A vertical step of the
// blank rotates a window of `width` symbols; a horizontal one does not change the code, so the distances of one code
// for all cells of the blank are adjacent: one word a code, two bits a cell. A search stores that word for each
// look-up, so a move along a row reads no memory. A board is also looked up transposed, with columns as rows.
//
// For boards of up to 16 cells, sets of cells have 16 bits and distances 32; for others (up to 32 cells), twice as
// many. References: `tiles.pdb.labels.reference`, `tiles.optimal.reference.bounded_multi`.
#pragma once
#include "tiles/search.hpp"

// The ranking of the codes of a labelling. classes[h] is the kind of the low half that completes the high half h (−1:
// none); its members in order are lows[begin[kind]] … lows[begin[kind + 1] − 1].
INTERFACE struct LabelCodes {
    i64 width;
    i64 cells;
    u64 symbol_bits;
    u64 low_bits;
    const u32* high ARRAY(high_count);
    const i32* classes ARRAY(high_count);
    i64 high_count;
    const u32* low ARRAY(1 << low_bits);
    const u32* lows ARRAY(1 << low_bits);
    const i64* begin;
    i64 ranks;
};

// Fill the arrays of `LabelCodes` for codes of `lower` + `upper` symbols, where `wanted` is the number of symbols with
// each label, 6 bits a label. `tallies` are those of all words of `lower` symbols, ascending; the words of tally i are
// in `lows` from begin[i] on. Reference: `tiles.pdb.labels.codes_reference`.
EXPORT void label_codes(i64 lower, i64 upper, i64 symbol_bits, u64 wanted, const u64* tallies ARRAY(count),
                        const i64* begin ARRAY(count + 1), i64 count, u32* low ARRAY(1 << lower * symbol_bits),
                        u32* lows ARRAY(1 << lower * symbol_bits), u32* high ARRAY(1 << upper * symbol_bits),
                        i32* classes ARRAY(1 << upper * symbol_bits));

// Move the blank along its column from every state in `across`, a set of blank cells for each rank, and clear it.
EXPORT void label_layer_16(const LabelCodes* codes, u16* across ARRAY(codes.fields.ranks),
                           u16* reached ARRAY(codes.fields.ranks));
EXPORT void label_layer_32(const LabelCodes* codes, u32* across ARRAY(codes.fields.ranks),
                           u32* reached ARRAY(codes.fields.ranks));

// Move the blank along its row from every state in `along`, and retain the new ones of all states reached. States
// reached along a column continue along rows, and conversely; a state reached both ways does not continue, because its
// neighbours are known. Store the distance mod 3, `value`; clear `reached`; return the number of new states.
EXPORT i64 label_settle_16(i64 value, i64 width, i64 cells, u16* seen ARRAY(ranks), u16* across ARRAY(ranks),
                           u16* along ARRAY(ranks), u16* reached ARRAY(ranks), u32* result ARRAY(ranks), i64 ranks);
EXPORT i64 label_settle_32(i64 value, i64 width, i64 cells, u32* seen ARRAY(ranks), u32* across ARRAY(ranks),
                           u32* along ARRAY(ranks), u32* reached ARRAY(ranks), u64* result ARRAY(ranks), i64 ranks);

// Reach the next layer by every move of every state; return the number of new states, −1 if one does not store `value`.
EXPORT i64 label_verify_layer_16(const LabelCodes* codes, u64 value, u16* seen ARRAY(codes.fields.ranks),
                                 u16* current ARRAY(codes.fields.ranks), u16* following ARRAY(codes.fields.ranks),
                                 const u32* stored ARRAY(codes.fields.ranks));
EXPORT i64 label_verify_layer_32(const LabelCodes* codes, u64 value, u32* seen ARRAY(codes.fields.ranks),
                                 u32* current ARRAY(codes.fields.ranks), u32* following ARRAY(codes.fields.ranks),
                                 const u64* stored ARRAY(codes.fields.ranks));

// The input of the search, 1 to 4 look-ups. seen_as: the image of each cell in each; shapes: its width, and the axis
// along which its code changes (0: moves along a row of the board, 1: along a column); places: the offsets of its
// arrays in `high`, `low` and the distances, which have 32 bits for up to 16 cells, else 64. A row of the stack is meta
// = blank | axes it may move along << 8 | row of the parent << 16 | slacks << 32, then for each look-up its code (of
// the first, | origin << 48) and the word of its distances.
INTERFACE struct LabelTables {
    i64 width;
    i64 height;
    i64 lookups;
    const u8* seen_as ARRAY(64 * lookups);
    const i64* shapes ARRAY(2 * lookups);
    const u64* places ARRAY(3 * lookups);
    u64 symbol_bits;
    u64 low_bits;
    const u32* high;
    const u32* low;
    const u32* distances32;
    const u64* distances64;
};

// Continue the search, as in `ida_search`, block by block.
EXPORT i64 label_search(const LabelTables* tables, const SearchWork* work, u64 stop, u64 budget, u64* control ARRAY(6));
