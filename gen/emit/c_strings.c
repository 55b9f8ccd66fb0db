/* SPDX-License-Identifier: MIT */
#include "emit/c_strings.h"
#include "base/die.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef INSTRUCTIONS_X86
#include <immintrin.h>
#endif

/* The longest escape has ESCAPE characters. Lines of the widest pattern still have LEAST_WIDTH of a string. */
enum { ESCAPE = 4, LEAST_WIDTH = 8 };

/* Vectors take BLOCK bytes at a time; FOUR bytes become text together. */
enum { BLOCK = 16, FOUR = 4, LENGTHS = 256 };

struct c_strings {
    struct text between; /* from one line of a string to the next */
    size_t last;         /* the bytes of `between` that end a line; the others begin one */
    size_t full;         /* a line ends once it has this many characters of its string */
    bool vectors;

    /* escape[open][byte] is the text of a byte. It `opens` if it ends in an octal escape that a following digit would
     * extend; `open` says the same of the text before it. */
    struct escape {
        char text[ESCAPE];
        uint16_t length, opens;
    } escape[2][256];

    /* Four bytes, each as the characters '\\', its octal digits, the last of which is another character if that isn't
     * escaped in octal. By the lengths of the texts: which characters make the text, and where each byte's text ends.
     * The extra row allows reading past the end of the last one. */
    uint8_t from[LENGTHS + 1][FOUR * ESCAPE], end[LENGTHS][FOUR];
};

/* The end of the text, and where its line is full. `open`: the text ends in an octal escape that a digit would extend. */
struct line {
    char *at, *full;
    unsigned open;
};

static inline void start_line(const struct c_strings *strings, struct line *line) {
    const struct text between = strings->between;
    size_t copied = 0;
    do
        memcpy(line->at + copied, between.bytes + copied, TEXT_CHUNK);
    while ((copied += TEXT_CHUNK) < between.used);
    line->at += between.used;
    line->full = line->at + strings->full;
    line->open = 0;
}

/* --- tables */

/* `open`: does the text before end in an octal escape that a digit would extend? */
static struct escape escape_of(unsigned byte, bool open) {
    const bool digit = byte >= '0' && byte <= '7',
               quoted = byte == '"' || byte == '\\' || byte == '?',
               plain = byte >= ' ' && byte <= '~' && !quoted;
    if (plain && !(digit && open))
        return (struct escape){{(char)byte}, 1, false};
    if (quoted)
        return (struct escape){{'\\', (char)byte}, 2, false};
    struct escape escape = {"\\", 1, byte < 0100}; /* three digits can't be extended */
    for (int shift = byte >= 0100 ? 6 : byte >= 010 ? 3 : 0; shift >= 0; shift -= 3)
        escape.text[escape.length++] = (char)('0' + (byte >> shift) % 8);
    return escape;
}

/* The length of byte k's text, in a row of tables by lengths: bits k and k + FOUR of the row's number are the lower and
 * the higher bit of one less. */
static int length_in(unsigned lengths, int k) {
    return 1 + (int)(lengths >> k & 1) + 2 * (int)(lengths >> (k + FOUR) & 1);
}

static void find_lengths(struct c_strings *strings, unsigned lengths) {
    uint8_t *from = strings->from[lengths], used = 0;
    for (int k = 0; k < FOUR; k++) {
        const int length = length_in(lengths, k);
        if (length > 1)
            from[used++] = (uint8_t)(ESCAPE * k);
        for (int c = ESCAPE - (length > 1 ? length - 1 : 1); c < ESCAPE; c++)
            from[used++] = (uint8_t)(ESCAPE * k + c);
        strings->end[lengths][k] = used;
    }
}

struct c_strings *c_strings_new(const struct row_pattern *pattern, enum instructions best) {
    struct c_strings *strings = die_malloc(sizeof *strings);
    memset(strings, 0, sizeof *strings);
    text_append(&strings->between, pattern->last);
    text_print(&strings->between, "\n");
    strings->last = strings->between.used;
    text_append(&strings->between, pattern->start);
    text_append(&strings->between, pattern->before);
    text_pad(&strings->between, TEXT_CHUNK);

    const size_t around = strings->between.used - 1;
    const size_t width =
        around + LEAST_WIDTH < TEMPLATE_LINE ? TEMPLATE_LINE - around : LEAST_WIDTH;
    strings->full = width + 1 - ESCAPE;
    /* the rest of four bytes must not fill another line */
    strings->vectors = best >= INSTRUCTIONS_AVX2 && strings->full > (size_t)FOUR * ESCAPE;
    for (unsigned byte = 0; byte < 256; byte++)
        for (int open = 0; open < 2; open++)
            strings->escape[open][byte] = escape_of(byte, open);
    for (unsigned lengths = 0; lengths < LENGTHS; lengths++)
        find_lengths(strings, lengths);
    return strings;
}

void c_strings_free(struct c_strings *strings) {
    if (!strings)
        return;
    text_free(&strings->between);
    free(strings);
}

/* --- vectors: 16 bytes become text at a time
 *
 * No rounding, no error: characters are chosen by comparisons and by tables; tests try every row. */

#ifdef INSTRUCTIONS_X86
/* BLOCK bytes as characters, and bit k about byte k: does it open an octal escape that a digit would extend, is it a
 * digit, and two bits of the length of its text less one. An extending digit is escaped, which takes two octal digits
 * more than usual; `twos` doesn't count these. */
struct block {
    __m128i text[BLOCK / FOUR];
    unsigned opens, digits, ones, twos;
};

INSTRUCTIONS_FOR_avx2 static inline __m128i at_least(__m128i bytes, char least) {
    return _mm_cmpeq_epi8(_mm_max_epu8(bytes, _mm_set1_epi8(least)), bytes);
}

INSTRUCTIONS_FOR_avx2 static inline __m128i equal(__m128i bytes, char byte) {
    return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte));
}

INSTRUCTIONS_FOR_avx2 static inline __m128i octal_digit(__m128i bytes, int shift) {
    return _mm_or_si128(_mm_and_si128(_mm_srli_epi16(bytes, shift), _mm_set1_epi8(7)),
                        _mm_set1_epi8('0'));
}

INSTRUCTIONS_FOR_avx2 static inline unsigned bits(__m128i bytes) {
    return (unsigned)_mm_movemask_epi8(bytes);
}

INSTRUCTIONS_FOR_avx2 static inline struct block block_of(const unsigned char *from) {
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
INSTRUCTIONS_FOR_avx2 static inline unsigned extending(unsigned opens, unsigned digits,
                                                       unsigned *open) {
    const unsigned sum = 2 * opens + digits + *open;
    *open = sum >> BLOCK & 1;
    return digits & ~sum;
}

INSTRUCTIONS_FOR_avx2 static inline unsigned lengths_of(unsigned ones, unsigned twos, int first) {
    return (ones >> first & 15) | (twos >> first & 15) << FOUR;
}

INSTRUCTIONS_FOR_avx2 static inline void put_four(__m128i text, const uint8_t *from, char *at) {
    _mm_storeu_si128((__m128i *)at, _mm_shuffle_epi8(text, _mm_loadu_si128((const __m128i *)from)));
}

INSTRUCTIONS_FOR_avx2 static inline void put_block(const struct c_strings *strings,
                                                   struct line *line, const unsigned char *from) {
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
        start_line(strings, line);
        const unsigned rest = ~0U << (FOUR * k + fit);
        twos =
            (twos & ~rest) |
            ((block.twos | extending(block.opens & rest, block.digits & rest, &line->open)) & rest);
        lengths = lengths_of(block.ones, twos, FOUR * k);
        put_four(block.text[k], strings->from[lengths] + done, line->at);
        line->at += strings->end[lengths][FOUR - 1] - done;
    }
}

/* Prints as many bytes as vectors can take, and returns how many. */
INSTRUCTIONS_FOR_avx2 static size_t put_blocks(const struct c_strings *strings, struct line *to,
                                               const unsigned char *bytes, size_t count) {
    struct line line = *to;
    size_t done = 0;
    for (; count - done >= BLOCK; done += BLOCK)
        put_block(strings, &line, bytes + done);
    *to = line;
    return done;
}
#else
static size_t put_blocks(const struct c_strings *strings, struct line *line,
                         const unsigned char *bytes, size_t count) {
    (void)strings, (void)line, (void)bytes, (void)count;
    return 0;
}
#endif

/* --- lines */

static void put_bytes(const struct c_strings *strings, struct line *to, const unsigned char *bytes,
                      size_t count) {
    struct line line = *to;
    for (size_t k = 0; k < count; k++) {
        const struct escape *escape = &strings->escape[line.open][bytes[k]];
        memcpy(line.at, escape->text, ESCAPE);
        line.at += escape->length;
        line.open = escape->opens;
        if (line.at >= line.full)
            start_line(strings, &line);
    }
    *to = line;
}

void c_strings_print(const struct c_strings *strings, const unsigned char *bytes, size_t count,
                     struct text *text) {
    const size_t least = (strings->full + ESCAPE - 1) / ESCAPE; /* bytes on a full line */
    const size_t first = strings->between.used - strings->last;
    const size_t most =
        first + (count / least + 1) * strings->between.used + count * ESCAPE + TEXT_CHUNK;
    char *start = text_room(text, most);
    struct line line = {start, NULL, 0};
    memcpy(start, strings->between.bytes + strings->last, first);
    line.at += first;
    line.full = line.at + strings->full;
    size_t done = strings->vectors ? put_blocks(strings, &line, bytes, count) : 0;
    put_bytes(strings, &line, bytes + done, count - done);
    if (line.at + strings->full == line.full) { /* nothing is on that line */
        line.at -= first;
    } else {
        memcpy(line.at, strings->between.bytes, strings->last);
        line.at += strings->last;
    }
    text->used += (size_t)(line.at - start);
}
