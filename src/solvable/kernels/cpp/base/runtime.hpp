// Information about the processor and the library.
#pragma once
#include "base/base.hpp"

// Return the highest level of x86-64 that this processor and operating system support (1 to 4), plus 256 if they have
// GFNI and AVX-512, plus 512 if they have VPCLMULQDQ and level 3 or more, plus 1024 if they have GFNI and AVX2; 0 on
// other processors.
EXPORT i64 processor_level();
EXPORT const char* kernel_signatures();
EXPORT const char* kernel_fingerprint();
