// Includes a method's loops, the header LOOPS, twice: for ordinary registers, and for those of 64 bytes where the
// processor may have them. BY_WIDTH(f(x)) returns what f of the widest that it has returns. The loops find BYTES, the
// size of a register, and TARGET, which begins each of their functions. Included within the method's namespace.

namespace ordinary {
#define BYTES (8 * VECTOR_WORDS)
#define TARGET
#include LOOPS
#undef BYTES
#undef TARGET
}  // namespace ordinary

#if HAS_WIDE
namespace wide {
#define BYTES 64
#define TARGET TARGET_WIDE
#include LOOPS
#undef BYTES
#undef TARGET
}  // namespace wide
#define BY_WIDTH(call) return is_wide() ? wide::call : ordinary::call
#else
#define BY_WIDTH(call) return ordinary::call
#endif
