// Includes a method's loops, the header LOOPS, twice: for ordinary registers, and for registers of 64 bytes on
// processors that may have them. BY_WIDTH(f(x)) returns f(x) computed with the widest registers available. The loops
// use BYTES, the size of a register, and TARGET, the first word of each of their functions. Included within the
// method's namespace.

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
