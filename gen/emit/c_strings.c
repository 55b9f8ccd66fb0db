#include "emit/c_strings.h"
#include "base/die.h"
#include "emit/c_string_tables.h"

#include <stdlib.h>

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
    text_append(&strings->begin, pattern->start.text);
    text_append(&strings->begin, pattern->before);
    text_pad(&strings->begin, TEXT_CHUNK);
    text_append(&strings->between, pattern->last);
    text_print(&strings->between, "\n");
    strings->last = strings->between.used;
    text_append(&strings->between, strings->begin);
    text_pad(&strings->between, TEXT_CHUNK);

    const size_t around = strings->between.used - 1;
    const size_t width =
        around + LEAST_WIDTH < TEMPLATE_LINE ? TEMPLATE_LINE - around : LEAST_WIDTH;
    strings->full = width + 1 - ESCAPE;
    /* what is left of four bytes must not fill a line again */
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
    text_free(&strings->begin);
    text_free(&strings->between);
    free(strings);
}

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
            begin_line(strings, &line);
    }
    *to = line;
}

void c_strings_print(const struct c_strings *strings, const unsigned char *bytes, size_t count,
                     struct text *text) {
    const size_t least = (strings->full + ESCAPE - 1) / ESCAPE; /* bytes on a full line */
    const size_t most = strings->begin.used + (count / least + 1) * strings->between.used +
                        count * ESCAPE + TEXT_CHUNK;
    char *start = text_room(text, most);
    struct line line = {start, NULL, 0};
    memcpy(start, strings->begin.bytes, strings->begin.used);
    line.at += strings->begin.used;
    line.full = line.at + strings->full;
    size_t done = strings->vectors ? c_strings_put_blocks(strings, &line, bytes, count) : 0;
    put_bytes(strings, &line, bytes + done, count - done);
    if (line.at + strings->full == line.full) { /* nothing on that line */
        line.at -= strings->begin.used;
    } else {
        memcpy(line.at, strings->between.bytes, strings->last);
        line.at += strings->last;
    }
    text->used += (size_t)(line.at - start);
}
