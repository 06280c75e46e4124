// Bits of a word from bytes and back, 32 or 64 at a time. Included in the same way as base/lanes_loops.hpp.

// Return a mask of 32 bytes: 1 for those with any of these bits.
TARGET INLINE u32 bytes_with_32(const u8* bytes, u8 bits) {
#if BYTES == 64
    return _mm256_test_epi8_mask(_mm256_loadu_si256((const __m256i*)bytes), _mm256_set1_epi8((char)bits));
#elif defined(__AVX2__)
    const __m256i part = _mm256_and_si256(_mm256_loadu_si256((const __m256i*)bytes), _mm256_set1_epi8((char)bits));
    return ~(u32)_mm256_movemask_epi8(_mm256_cmpeq_epi8(part, _mm256_setzero_si256()));
#else
    constexpr u64 ONES = 0x0101010101010101;
    u32 mask = 0;
    for (int part = 0; part < 4; part++) {
        u64 word;
        __builtin_memcpy(&word, bytes + 8 * part, 8);
        word &= ONES * bits;
        word = ((word & ONES * 127) + ONES * 127) | word;  // the highest bit of each nonzero byte
        mask |= (u32)((word >> 7 & ONES) * 0x0102040810204080 >> 56) << 8 * part;
    }
    return mask;
#endif
}

TARGET INLINE u64 bytes_with_64(const u8* bytes, u8 bits) {
#if BYTES == 64
    return _mm512_test_epi8_mask(_mm512_loadu_si512(bytes), _mm512_set1_epi8((char)bits));
#else
    return bytes_with_32(bytes, bits) | (u64)bytes_with_32(bytes + 32, bits) << 32;
#endif
}

// Write 32 bits as bytes 0 and 1.
TARGET INLINE void write_bits_32(u8* bytes, u32 bits) {
#if BYTES == 64
    _mm256_storeu_si256((__m256i*)bytes, _mm256_maskz_set1_epi8(bits, 1));
#elif defined(__AVX2__)
    const __m256i order = _mm256_set_epi64x(0x0303030303030303, 0x0202020202020202, 0x0101010101010101, 0);
    const __m256i each = _mm256_set1_epi64x((i64)0x8040201008040201);
    const __m256i spread = _mm256_and_si256(_mm256_shuffle_epi8(_mm256_set1_epi32((int)bits), order), each);
    _mm256_storeu_si256((__m256i*)bytes, _mm256_min_epu8(spread, _mm256_set1_epi8(1)));
#else
    constexpr u64 ONES = 0x0101010101010101;
    for (int part = 0; part < 4; part++) {
        const u64 spread = (ONES * (bits >> 8 * part & 255)) & 0x8040201008040201;
        const u64 word = (((spread & ONES * 127) + ONES * 127) | spread) >> 7 & ONES;
        __builtin_memcpy(bytes + 8 * part, &word, 8);
    }
#endif
}

TARGET INLINE void write_bits_64(u8* bytes, u64 bits) {
#if BYTES == 64
    _mm512_storeu_si512(bytes, _mm512_maskz_set1_epi8(bits, 1));
#else
    write_bits_32(bytes, (u32)bits);
    write_bits_32(bytes + 32, (u32)(bits >> 32));
#endif
}
