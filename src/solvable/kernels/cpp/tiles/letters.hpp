// The letters of a path of the blank in single steps, about a hundred million a second.
//
// Reference: `tiles.moves.to_letters`.
#pragma once
#include "base/base.hpp"

// Write the letter of each step from `blank` along `path` on a board of `width` columns; `names` are those of up, down,
// left and right. Return the number of steps to a neighbour before the first that is not one: `size` if all are.
EXPORT i64 letters_of_steps(const i32* path ARRAY(size), i64 size, i64 blank, i64 width, const u8* names ARRAY(4),
                            u8* letters ARRAY(size));
