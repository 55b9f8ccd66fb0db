/* Makers of integers and bits. A text is made as words of eight characters, the first one in the lowest bits. Nothing
 * branches on an entry, so compilers take many at once. texts_words.c includes this for each instruction set; in it,
 * LANES(name) is name. */

/* --- bits */

#define BITS(width)                                                                                \
    static void LANES(bits_##width)(const struct text_maker *maker, const void *entries, size_t n, \
                                    struct entry_texts *texts) {                                   \
        const uint##width##_t *from = entries;                                                     \
        (void)maker;                                                                               \
        memset(texts->length, (width) / 4, n);                                                     \
        for (size_t k = 0; k < n; k++)                                                             \
            put_word(texts->slots + k * WORD, word_of_##width##_bits(from[k]));                    \
    }
BITS(8)
BITS(16)
BITS(32)
#undef BITS

static void LANES(bits_64)(const struct text_maker *maker, const void *entries, size_t n,
                           struct entry_texts *texts) {
    const uint64_t *from = entries;
    (void)maker;
    memset(texts->length, 16, n);
    for (size_t k = 0; k < n; k++) {
        put_word(texts->slots + k * 2 * WORD, word_of_32_bits(from[k] >> 32));
        put_word(texts->slots + k * 2 * WORD + WORD, word_of_32_bits(from[k] & UINT32_MAX));
    }
}

/* --- integers: all digits, of which zeros at the start are then dropped, after a sign in place of the last of them */

/* Quotients of numbers up to 65535 are right. 41943 is below 2^22 / 100 by 0.04, so the quotient by it is too small by at
 * most 65536 * 0.04 / 2^22 < 0.0007, but that of number + 1 is 0.01 larger than the number's and no integer. 656 is above
 * 2^16 / 100 by 0.64, so the quotient of at most 655 hundreds is too large by less than 0.0065 < 1 / 100; 103 is above
 * 2^10 / 10 by 0.6, so that of at most 99 is too large by less than 0.06 < 1 / 10. */
WORD_INLINE uint64_t LANES(short_integer)(int32_t value, uint8_t *length) {
    const uint32_t number = (uint32_t)(value < 0 ? -value : value);
    const uint64_t negative = value < 0, zeros = UINT64_C(0) + (number < 10) + (number < 100) +
                                                 (number < 1000) + (number < 10000);
    const uint32_t hundreds = (number + 1) * 41943 >> 22, first = hundreds * 656 >> 16,
                   pairs = (hundreds - first * 100) | (number - hundreds * 100) << 16,
                   tens = (pairs * 103 >> 10) & 0x000f000f, rest = tens | (pairs - tens * 10) << 8;
    const uint64_t digits = '0' * (EACH_BYTE >> 16) | (uint64_t)rest << 16 | first << 8;
    *length = (uint8_t)(5 - zeros + negative);
    return digits >> 8 * (zeros + 1 - negative) ^ negative * ('0' ^ '-');
}

#define SHORT_INTEGERS(width)                                                                \
    static void LANES(integers_##width)(const struct text_maker *maker, const void *entries, \
                                        size_t n, struct entry_texts *texts) {               \
        const uint##width##_t *from = entries;                                               \
        const int32_t sign = maker->type->lowest < 0 ? 1 << ((width)-1) : 0;                 \
        for (size_t k = 0; k < n; k++)                                                       \
            put_word(texts->slots + k * WORD,                                                \
                     LANES(short_integer)((from[k] ^ sign) - sign, &texts->length[k]));      \
    }
SHORT_INTEGERS(8)
SHORT_INTEGERS(16)
#undef SHORT_INTEGERS

/* 1441151881 is above 2^57 / 10^8 by less than 0.25: for a number of 32 bits the quotient is too large by less than
 * 2^30 / 2^57 < 10^-8. */
static void LANES(integers_32)(const struct text_maker *maker, const void *entries, size_t n,
                               struct entry_texts *texts) {
    const int32_t *from = entries;
    (void)maker;
    for (size_t k = 0; k < n; k++) {
        const uint64_t negative = from[k] < 0;
        const uint32_t number = negative ? -(uint32_t)from[k] : (uint32_t)from[k];
        uint64_t zeros = 0;
        for (uint32_t power = 10, i = 1; i < 10; i++, power *= 10)
            zeros += number < power ? 1 : 0;
        const uint64_t first = (uint64_t)number * 1441151881 >> 57, ten = first * 103 >> 10,
                       rest = word_of_number(number - first * 100000000);
        const uint64_t low = '0' * EACH_BYTE | ten << 8 | (first - ten * 10) << 16 | rest << 24,
                       high = '0' * (EACH_BYTE >> 40) | rest >> 40;
        const uint64_t dropped = zeros + 1 - negative, shift = 8 * (dropped % WORD);
        const uint64_t back = 56 - shift; /* and 8 more, as 64 is too much for a shift */
        const uint64_t moved = low >> shift | high << 8 << back;
        put_word(texts->slots + k * 2 * WORD,
                 (dropped < WORD ? moved : high >> shift) ^ negative * ('0' ^ '-'));
        put_word(texts->slots + k * 2 * WORD + WORD, high >> shift);
        texts->length[k] = (uint8_t)(10 - zeros + negative);
    }
    if (maker->least_apart)
        for (size_t k = 0; k < n; k++)
            if (from[k] == INT32_MIN) {
                memcpy(texts->slots + k * 2 * WORD, "-2147483647-1", 13);
                texts->length[k] = 13;
            }
}
