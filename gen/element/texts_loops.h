/* Makers of integers and bits. A text is made as words of eight characters, the first one in the lowest bits. Nothing
 * branches on an entry, so compilers take many at once. texts_words.c includes this for each instruction set; in it,
 * LOOP(name) is name. */

/* --- bits: hexadecimal digits */

/* Eight digits from as many numbers below 16, one a byte. */
static inline __attribute__((always_inline)) uint64_t LOOP(hex_digits)(uint64_t numbers) {
    const uint64_t letters = (numbers + 6 * EACH_BYTE) >> 4 & EACH_BYTE;
    return numbers + '0' * EACH_BYTE + letters * ('a' - '0' - 10);
}

/* The digits of 8, 16 or 32 bits, each with the lower half after the upper one. */
static inline __attribute__((always_inline)) uint64_t LOOP(two_digits)(uint64_t bits) {
    return LOOP(hex_digits)((bits >> 4 & 0x000f000f000f000f) | (bits & 0x000f000f000f000f) << 8);
}

static inline __attribute__((always_inline)) uint64_t LOOP(four_digits)(uint64_t bits) {
    return LOOP(two_digits)((bits >> 8 & 0x000000ff000000ff) | (bits & 0x000000ff000000ff) << 16);
}

static inline __attribute__((always_inline)) uint64_t LOOP(eight_digits)(uint64_t bits) {
    return LOOP(four_digits)(bits >> 16 | (bits & 0xffff) << 32);
}

#define BITS(width, digits)                                                                       \
    static void LOOP(bits_##width)(const struct text_maker *maker, const void *entries, size_t n, \
                                   struct entry_texts *texts) {                                   \
        const uint##width##_t *from = entries;                                                    \
        (void)maker;                                                                              \
        memset(texts->length, width / 4, n);                                                      \
        for (size_t k = 0; k < n; k++)                                                            \
            put_word(texts->slots + k * WORD, LOOP(digits)(from[k]));                             \
    }
BITS(8, two_digits)
BITS(16, four_digits)
BITS(32, eight_digits)
#undef BITS

static void LOOP(bits_64)(const struct text_maker *maker, const void *entries, size_t n,
                          struct entry_texts *texts) {
    const uint64_t *from = entries;
    (void)maker;
    memset(texts->length, 16, n);
    for (size_t k = 0; k < n; k++) {
        put_word(texts->slots + k * 2 * WORD, LOOP(eight_digits)(from[k] >> 32));
        put_word(texts->slots + k * 2 * WORD + WORD, LOOP(eight_digits)(from[k] & UINT32_MAX));
    }
}

/* --- integers: all digits, of which zeros at the start are then dropped, after a sign in place of the last of them */

/* 41943 is just below 2^22 / 100, and one more than the number makes up for that. */
static inline __attribute__((always_inline)) uint64_t LOOP(short_integer)(int32_t value,
                                                                          uint8_t *length) {
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

#define SHORT_INTEGERS(width)                                                               \
    static void LOOP(integers_##width)(const struct text_maker *maker, const void *entries, \
                                       size_t n, struct entry_texts *texts) {               \
        const uint##width##_t *from = entries;                                              \
        const int32_t sign = maker->type->lowest < 0 ? 1 << (width - 1) : 0;                \
        for (size_t k = 0; k < n; k++)                                                      \
            put_word(texts->slots + k * WORD,                                               \
                     LOOP(short_integer)((from[k] ^ sign) - sign, &texts->length[k]));      \
    }
SHORT_INTEGERS(8)
SHORT_INTEGERS(16)
#undef SHORT_INTEGERS

/* The eight digits of a number below 10^8, in two halves, then four and eight parts. No factor is above 2^45 / 10^4,
 * 2^20 / 10^2 or 2^10 / 10 by more than 0.6. So no quotient is too large by 10^-4, 10^-2 or 10^-1, and none comes out as
 * the next integer. */
static inline __attribute__((always_inline)) uint64_t LOOP(digits_of)(uint64_t number) {
    const uint64_t high = number * 3518437209 >> 45, halves = high | (number - high * 10000) << 32;
    const uint64_t hundreds = (halves * 10486 >> 20) & 0x0000007f0000007f,
                   pairs = hundreds | (halves - hundreds * 100) << 16;
    const uint64_t tens = (pairs * 103 >> 10) & 0x000f000f000f000f;
    return tens | (pairs - tens * 10) << 8;
}

/* 1441151881 is above 2^57 / 10^8 by less than 0.25: for a number of 32 bits the quotient is too large by less than
 * 2^30 / 2^57 < 10^-8. */
static void LOOP(integers_32)(const struct text_maker *maker, const void *entries, size_t n,
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
                       rest = LOOP(digits_of)(number - first * 100000000);
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
