#include "emit/even_lines.h"

#include <assert.h>
#include <string.h>

struct even_lines even_lines_new(struct text before_first, struct text before_others, size_t length,
                                 size_t count) {
    struct even_lines lines = {.first = before_first.used,
                               .step = before_others.used + length,
                               .length = length,
                               .count = count};
    for (size_t k = 0; k < count; k++) {
        const struct text before = k == 0 ? before_first : before_others;
        text_add(&lines.line, before.bytes, before.used);
        memset(text_room(&lines.line, length), ' ', length);
        lines.line.used += length;
    }
    text_pad(&lines.line, TEXT_CHUNK);
    return lines;
}

void even_lines_free(struct even_lines *lines) {
    text_free(&lines->line);
}

static inline __attribute__((always_inline)) char *put_lines(const struct even_lines *lines,
                                                             const char *texts, size_t slot,
                                                             size_t n, char *at, size_t length) {
    const size_t used = lines->line.used, step = lines->step, count = lines->count;
    for (; n > 0; n--, at += used) {
        for (size_t k = 0; k < used; k += TEXT_CHUNK)
            memcpy(at + k, lines->line.bytes + k, TEXT_CHUNK);
        char *to = at + lines->first;
        for (size_t k = 0; k < count; k++, to += step, texts += slot)
            memcpy(to, texts, length);
    }
    return at;
}

char *even_lines_put(const struct even_lines *lines, const char *texts, size_t slot, size_t n,
                     char *at) {
    switch (lines->length) {
    case 2:
        return put_lines(lines, texts, slot, n, at, 2);
    case 4:
        return put_lines(lines, texts, slot, n, at, 4);
    case 8:
        return put_lines(lines, texts, slot, n, at, 8);
    default:
        assert(lines->length == 16);
        return put_lines(lines, texts, slot, n, at, 16);
    }
}
