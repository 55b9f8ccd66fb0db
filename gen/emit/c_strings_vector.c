/* 16 bytes become text at a time. No rounding, no error: characters are chosen by comparisons, and by tables of which
 * tests try every row. */
#include "emit/c_string_tables.h"

#ifdef INSTRUCTIONS_X86
#include <immintrin.h>

INSTRUCTIONS_BEGIN(INSTRUCTIONS_SET_AVX2)

/* BLOCK bytes as characters, and bit k about byte k: does it open an octal escape that a digit would extend, is it a
 * digit, and two bits of the length of its text less one. An extending digit is escaped, with two octal digits more
 * than it has otherwise; `twos` is without that. */
struct block {
    __m128i text[BLOCK / FOUR];
    unsigned opens, digits, ones, twos;
};

static inline __m128i at_least(__m128i bytes, char least) {
    return _mm_cmpeq_epi8(_mm_max_epu8(bytes, _mm_set1_epi8(least)), bytes);
}

static inline __m128i equal(__m128i bytes, char byte) {
    return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte));
}

static inline __m128i octal_digit(__m128i bytes, int shift) {
    return _mm_or_si128(_mm_and_si128(_mm_srli_epi16(bytes, shift), _mm_set1_epi8(7)),
                        _mm_set1_epi8('0'));
}

static inline unsigned bits(__m128i bytes) {
    return (unsigned)_mm_movemask_epi8(bytes);
}

static inline struct block block_of(const unsigned char *from) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)from);
    const __m128i opens = _mm_andnot_si128(at_least(bytes, ' '), _mm_set1_epi8(-1)),
                  high = at_least(bytes, 127), octal = _mm_or_si128(opens, high),
                  quoted = _mm_or_si128(equal(bytes, '"'),
                                        _mm_or_si128(equal(bytes, '\\'), equal(bytes, '?')));
    const __m128i slash = _mm_set1_epi8('\\'),
                  sixth = _mm_and_si128(octal_digit(bytes, 6), _mm_set1_epi8('3')),
                  third = octal_digit(bytes, 3),
                  last = _mm_blendv_epi8(bytes, octal_digit(bytes, 0), octal);
    const __m128i low = _mm_unpacklo_epi8(slash, sixth), low_next = _mm_unpacklo_epi8(third, last),
                  up = _mm_unpackhi_epi8(slash, sixth), up_next = _mm_unpackhi_epi8(third, last);
    /* octal escapes have four characters from 0100 on, three from 010 on, and else two */
    const unsigned more = bits(_mm_and_si128(octal, at_least(bytes, 010)));
    return (struct block){{_mm_unpacklo_epi16(low, low_next), _mm_unpackhi_epi16(low, low_next),
                           _mm_unpacklo_epi16(up, up_next), _mm_unpackhi_epi16(up, up_next)},
                          bits(opens),
                          bits(equal(_mm_and_si128(bytes, _mm_set1_epi8(~7)), '0')),
                          bits(_mm_or_si128(octal, quoted)) ^ more ^ bits(high),
                          more};
}

/* Which digits extend an escape. A carry goes from each byte that opens through the digits after it: it leaves their
 * bits of the sum 0. *open is the carry into the first bit, and becomes that out of the last one. */
static inline unsigned extending(unsigned opens, unsigned digits, unsigned *open) {
    const unsigned sum = 2 * opens + digits + *open;
    *open = sum >> BLOCK & 1;
    return digits & ~sum;
}

static inline unsigned lengths_of(unsigned ones, unsigned twos, int first) {
    return (ones >> first & 15) | (twos >> first & 15) << FOUR;
}

static inline void put_four(__m128i text, const uint8_t *from, char *at) {
    _mm_storeu_si128((__m128i *)at, _mm_shuffle_epi8(text, _mm_loadu_si128((const __m128i *)from)));
}

static inline void put_block(const struct c_strings *strings, struct line *line,
                             const unsigned char *from) {
    const struct block block = block_of(from);
    unsigned twos = block.twos | extending(block.opens, block.digits, &line->open);
    for (int k = 0; k < BLOCK / FOUR; k++) {
        unsigned lengths = lengths_of(block.ones, twos, FOUR * k);
        const uint8_t *end = strings->end[lengths];
        put_four(block.text[k], strings->from[lengths], line->at);
        if (line->at + end[FOUR - 1] < line->full) {
            line->at += end[FOUR - 1];
            continue;
        }
        /* The line breaks after some of the four. No text before it is open then. */
        const ptrdiff_t room = line->full - line->at;
        const int fit = 1 + (end[0] < room) + (end[1] < room) + (end[2] < room);
        const size_t done = end[fit - 1];
        line->at += done;
        begin_line(strings, line);
        const unsigned rest = ~0U << (FOUR * k + fit);
        twos =
            (twos & ~rest) |
            ((block.twos | extending(block.opens & rest, block.digits & rest, &line->open)) & rest);
        lengths = lengths_of(block.ones, twos, FOUR * k);
        put_four(block.text[k], strings->from[lengths] + done, line->at);
        line->at += strings->end[lengths][FOUR - 1] - done;
    }
}

size_t c_strings_put_blocks(const struct c_strings *strings, struct line *to,
                            const unsigned char *bytes, size_t count) {
    struct line line = *to;
    size_t done = 0;
    for (; count - done >= BLOCK; done += BLOCK)
        put_block(strings, &line, bytes + done);
    *to = line;
    return done;
}

INSTRUCTIONS_END
#else
size_t c_strings_put_blocks(const struct c_strings *strings, struct line *line,
                            const unsigned char *bytes, size_t count) {
    (void)strings, (void)line, (void)bytes, (void)count;
    return 0;
}
#endif
