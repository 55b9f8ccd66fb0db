/* The kernels of texts_scaled.c, which includes this once for each instruction set: LANES(name) is the name of a
 * function for that set. SCALED_FMA: is fma() one instruction?
 *
 * Only plain loops are here, each simple enough for compilers to make vectors of it. Choices are made by masks,
 * since a branch, or what a compiler may turn into one, keeps a loop scalar. */

static inline uint64_t LANES(bits)(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double LANES(number)(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The integer nearest to x, ties to even, for |x| <= 2^51. */
static inline double LANES(nearest)(double x) {
    return (x + 0x1.8p52) - 0x1.8p52;
}

/* An integer from 0 to 2^32 - 1 as it is. */
static inline uint64_t LANES(integer)(double x) {
    return LANES(bits)(x + 0x1p52) & UINT32_MAX;
}

/* yes ? a : b */
static inline double LANES(choose)(bool yes, double a, double b) {
    uint64_t mask = -(uint64_t)yes, b_bits = LANES(bits)(b);
    return LANES(number)(b_bits ^ ((LANES(bits)(a) ^ b_bits) & mask));
}

/* c - a * b, where that and a * b are exact. */
static inline double LANES(less)(double c, double a, double b) {
#if SCALED_FMA
    return __builtin_fma(-a, b, c);
#else
    return c - a * b;
#endif
}

/* floor(y / d) for integers y below 10^9 and d = 10^4 or 10^8, given 1 / d: (y + 1/2) / d is at least 1/2 / d from an
 * integer, and the error is smaller. */
static inline double LANES(quotient)(double y, double inverse) {
    return LANES(nearest)((y + 0.5) * inverse - 0.5);
}

/* Eight digits as two integers below 10^4, the first one in the low half. */
static inline uint64_t LANES(halves)(double eight) {
    double high = LANES(quotient)(eight, 1e-4);
    return LANES(integer)(LANES(less)(eight, high, 1e4)) << 32 | LANES(integer)(high);
}

/* The fewest digits of a number x of 24 bits or fewer, m * u with 2^(bits - 1) <= m < 2^bits. What is nearer to x
 * than u / 2 reads back as x, and nothing else does, unless x is a power of two (texts_scaled.c); ends are not
 * taken (shortest.h).
 *
 * y = x * 10^k has as many digits as the type may need: 9, 5 or 4, where 9 digits need k = 9 to 12. Since 5^12 <
 * 2^28, y has at most 52 bits and is exact, and so is h = 10^k * u / 2. The text's number is the multiple of 10^z
 * that is nearest to y, for the greatest z for which that is nearer than h. As h = y / m / 2 < 10^9 / 2^24 < 60 (or
 * 10^5 / 2^11, 10^4 / 2^8), no more than one multiple of 1000 is so near, and it is the multiple of 10^4, 10^5...
 * too if one of these is. So z = 0 to 3 are enough; h > 10^8 / 2^25 > 1 / 2, so z = 0 always is near enough.
 *
 * nearest(y * c), where c is 10^-z rounded, is the integer nearest to y / 10^z if that may be near enough, for z =
 * 1, 2: y is a multiple of g = 2^k * u, m * 5^k < 2^51.9 times. If y / 10^z isn't midway between integers, it is g
 * / 10^z away from being so, more than 1.07 * 2^-52 of it, and the product has a relative error below (2^-54 +
 * 2^-53) * (1 + 2^-53). If it is, it is a number of binary64; c is off by 2^-54 of itself or less, which is less
 * than half the unit in the last place of any number. So the product is rounded to y / 10^z, and that to even.
 * (10^-1 is off by 2^-54 of itself, 10^-2 by 2^-55.4.) For z = 3, what is nearly midway is 500 away.
 *
 * shortest.c moves the ends at y +- h inwards by a margin, 2^(bits - 53) * h. That makes no difference: since g <
 * 1, y's distance from an integer is a multiple of g, and h = 5^k * g / 2 is none. They differ by g / 2 or more,
 * and the margin is 5^k * 2^(bits - 54) * g < g / 4, with 5^k < 2^28, 2^19 and 2^17 for 24, 11 and 8 bits. */
static void LANES(narrow)(const struct scale *scale, size_t n, struct scaled *to) {
    const double most = scale->most, rest = scale->rest;
    for (size_t k = 0; k < n; k++) {
        double power = (double)to->tens[k] * most, y = (double)to->magnitude[k] * power,
               h = (double)to->half[k] * power;
        double off0 = y - LANES(nearest)(y);
        double off1 = LANES(less)(y, LANES(nearest)(y * 1e-1), 10);
        double off2 = LANES(less)(y, LANES(nearest)(y * 1e-2), 100);
        double off3 = LANES(less)(y, LANES(nearest)(y * 1e-3), 1000);
        double off = LANES(choose)(fabs(off1) < h, off1, off0);
        off = LANES(choose)(fabs(off2) < h, off2, off);
        off = LANES(choose)(fabs(off3) < h, off3, off);

        double nine = (y - off) * rest, first = LANES(quotient)(nine, 1e-8);
        to->first[k] = LANES(integer)(first);
        to->digits.eight[k] = LANES(halves)(LANES(less)(nine, first, 1e8));
    }
}

/* What the steps after it need to know of numbers. 0 and 1 have the digits of 0, and no zeros before them. */
static void LANES(prepare)(const struct scale *scale, const uint32_t *restrict numbers, size_t n,
                           struct scaled *restrict to) {
    const int32_t one = 0x3f800000, ten = 0x41200000, hundred = 0x42c80000, thousand = 0x447a0000;
    const struct scale by = *scale;
    for (size_t k = 0; k < n; k++) {
        int32_t magnitude = (int32_t)(numbers[k] & INT32_MAX);
        magnitude &= (magnitude == one) - 1;
        int32_t below0 = magnitude < by.tens[0], below1 = magnitude < by.tens[1],
                below2 = magnitude < by.tens[2];
        int32_t tens = one ^ (-below0 & (one ^ ten)) ^ (-below1 & (ten ^ hundred)) ^
                       (-below2 & (hundred ^ thousand));
        int32_t half = (magnitude & 0x7f800000) - by.half_unit;
        int32_t zeros = (below0 + below1 + below2) & -(magnitude != 0);
        memcpy(&to->magnitude[k], &magnitude, sizeof magnitude);
        memcpy(&to->tens[k], &tens, sizeof tens);
        memcpy(&to->half[k], &half, sizeof half);
        to->place[k] = 16 + 8 * (numbers[k] >> 31) + 8 * (uint32_t)zeros;
    }
}

#if SCALED_FMA
/* Digits of a number x of 53 bits: all 17, or the fewest.
 *
 * y = x * 10^k, k = 17 to 20, is high + low exactly: 10^20 is a binary64, and the rest of its product is one too. y
 * is at least 10^16 > 2^53, so `high` is even and |low| <= 8. Near y / 10^8 is the integer `upper`, and `lower` =
 * high - upper * 10^8 is exact too: even, and at most 10^8 / 2 and what the product's error adds. y rounded to 17
 * digits, ties to even as printf does, is upper * 10^8 + lower + nearest(low). It never is 10^17, nor is the
 * shortest number: that would read back as 0.1, 0.01..., which are not below themselves.
 *
 * The fewest digits are found as above, with m * u = x, 2^52 <= m, h < 10^17 / 2^53 < 12, and h > 10^16 / 2^54 > 1
 * / 2. So multiples of 100 are the last level. All differences from y are exact: they are multiples of 2^k * u >=
 * 2^-46, and below 64. Only the multiple of 10 may be near enough and nearly midway, that is at 5 + 10 * i from
 * `upper` * 10^8. If the rounded y is just there, the sign of the fraction decides, which is moved to +-1/4; then
 * nearest() is given a tie, or what is 0.025 away from one. As above, nothing is at a distance of h, since 5^k is
 * odd and 2^k * u < 1. */
static ALWAYS_INLINE void LANES(wide)(const uint64_t *restrict numbers, size_t n, bool fewest,
                                      struct scaled *restrict to) {
    const uint64_t all[] = {LANES(bits)(1e17), LANES(bits)(1e18), LANES(bits)(1e19),
                            LANES(bits)(1e20)};
    for (size_t k = 0; k < n; k++) {
        uint64_t magnitude = numbers[k] & INT64_MAX;
        double x = LANES(number)(magnitude);
        uint64_t below0 = x < 1e-1, below1 = x < 1e-2, below2 = x < 1e-3;
        double power = LANES(number)(all[0] ^ (-below0 & (all[0] ^ all[1])) ^
                                     (-below1 & (all[1] ^ all[2])) ^ (-below2 & (all[2] ^ all[3])));
        double high = x * power, low = __builtin_fma(x, power, -high);
        double upper = LANES(nearest)(high * 1e-8), lower = LANES(less)(high, upper, 1e8);

        double rounded = LANES(nearest)(low), fraction = low - rounded;
        lower += rounded;
        if (fewest) {
            uint64_t exponent = magnitude & UINT64_C(0x7ff0000000000000);
            double h = LANES(number)(exponent - (UINT64_C(53) << 52)) * power;
            double side = fraction * 0x1p44;
            side = side < 0.25 ? side : 0.25;
            side = side > -0.25 ? side : -0.25;
            double tens = LANES(nearest)((lower + side) * 1e-1) * 10;
            double hundreds = LANES(nearest)(lower * 1e-2) * 100;
            double ten_off = (lower - tens) + fraction, hundred_off = (lower - hundreds) + fraction;
            lower = LANES(choose)(fabs(ten_off) < h, tens, lower);
            lower = LANES(choose)(fabs(hundred_off) < h, hundreds, lower);
        }
        bool borrows = lower < 0;
        upper -= LANES(choose)(borrows, 1, 0);
        lower += LANES(choose)(borrows, 1e8, 0);
        double first = LANES(quotient)(upper, 1e-8);
        to->digits.eight[2 * k] = LANES(halves)(LANES(less)(upper, first, 1e8));
        to->digits.eight[2 * k + 1] = LANES(halves)(lower);
        uint64_t length = 3 + (numbers[k] >> 63) + below0 + below1 + below2;
        to->begin[k] = (numbers[k] >> 63 ? MINUS_ZERO_POINT : ZERO_POINT) | LANES(integer)(first)
                                                                                << (8 * length - 8);
        to->length[k] = length;
    }
}
#endif

/* Makes four digits of each number below 10^4, the first one lowest. Quotients are right: 5243 / 2^19 > 1 / 100 and
 * 103 / 2^10 > 1 / 10 by less than what brings 9999 / 100 or 99 / 10 to the next integer. */
static void LANES(digits)(size_t n, uint32_t *restrict four) {
    for (size_t k = 0; k < n; k++) {
        uint32_t hundreds = four[k] * 5243 >> 19;
        uint32_t two = hundreds + ((four[k] - 100 * hundreds) << 16);
        uint32_t tens = (two * 103 >> 10) & 0x000f000f; /* of both halves */
        four[k] = tens + ((two - 10 * tens) << 8);
    }
}

static void LANES(make_narrow)(const struct text_maker *maker, const void *entries, size_t n,
                               struct entry_texts *texts) {
    const struct scale *scale = scale_of(maker->type);
    uint32_t room[ENTRY_BLOCK];
    const uint32_t *numbers = scale->widen ? scale->widen(entries, n, room) : entries;
    struct scaled scaled;
    LANES(prepare)(scale, numbers, n, &scaled);
    LANES(narrow)(scale, n, &scaled);
    LANES(digits)(2 * n, scaled.digits.four);
    for (size_t k = 0; k < n; k++) { /* without the zeros at the end, which are the topmost bytes */
        unsigned zeros = (unsigned)(__builtin_clzll(2 * scaled.digits.eight[k] + 1) + 1) / 8;
        texts->length[k] = (uint8_t)(scaled.place[k] / 8 + 9 - zeros);
    }
    for (size_t k = 0; k < n; k++) {
        uint64_t negative = numbers[k] >> 31, one = (numbers[k] & INT32_MAX) == ONE_F32,
                 at = scaled.place[k], eight = scaled.digits.eight[k],
                 begin = (negative ? MINUS_ZERO_POINT : ZERO_POINT) + (one << 8 * negative);
        texts->words[2 * k] = begin | scaled.first[k] << at | eight << (at + 8);
        texts->words[2 * k + 1] = ZEROS | eight >> (56 - at);
    }

    uint32_t others = 0;
    for (size_t k = 0; k < n; k++)
        others |= is_other_narrow(scale, numbers[k]);
    for (size_t k = 0; others && k < n; k++)
        if (is_other_narrow(scale, numbers[k]))
            make_other(maker, entries, k, texts);
}

#if SCALED_FMA
static ALWAYS_INLINE void LANES(make_wide)(const struct text_maker *maker, const uint64_t *numbers,
                                           size_t n, bool fewest, struct entry_texts *texts) {
    struct scaled scaled;
    LANES(wide)(numbers, n, fewest, &scaled);
    LANES(digits)(4 * n, scaled.digits.four);
    char *slot = texts->slots;
    for (size_t k = 0; k < n; k++, slot += ENTRY_SLOT) {
        uint64_t last = scaled.digits.eight[2 * k + 1], length = scaled.length[k];
        uint64_t digits[2] = {scaled.digits.eight[2 * k] | ZEROS, last | ZEROS};
        memcpy(slot, &scaled.begin[k], sizeof scaled.begin[k]);
        memcpy(slot + length, digits, sizeof digits);
        texts->length[k] = (uint8_t)(length + 16 - (unsigned)__builtin_clzll(last | 1) / 8);
    }

    uint64_t others = 0;
    for (size_t k = 0; k < n; k++)
        others |= is_other_wide(numbers[k], scaled.digits.eight[2 * k + 1]);
    for (size_t k = 0; others && k < n; k++)
        if (is_other_wide(numbers[k], scaled.digits.eight[2 * k + 1]))
            make_other(maker, numbers, k, texts);
}

static void LANES(make_shortest_f64)(const struct text_maker *maker, const void *entries, size_t n,
                                     struct entry_texts *texts) {
    LANES(make_wide)(maker, entries, n, true, texts);
}

static void LANES(make_decimal_f64)(const struct text_maker *maker, const void *entries, size_t n,
                                    struct entry_texts *texts) {
    LANES(make_wide)(maker, entries, n, false, texts);
}
#endif

static const struct scaled_makers LANES(makers) = {
    .narrow = LANES(make_narrow),
#if SCALED_FMA
    .shortest_f64 = LANES(make_shortest_f64),
    .decimal_f64 = LANES(make_decimal_f64),
#endif
};
