#include "exact/number_lines.h"

#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

struct number_line number_lines_begin(const struct text *file) {
    bool mark = file->used >= 3 && memcmp(file->bytes, "\xef\xbb\xbf", 3) == 0; /* of UTF-8 */
    if (file->used == 0)
        return (struct number_line){.number = 0};
    return (struct number_line){.next = file->bytes + (mark ? 3 : 0),
                                .end = file->bytes + file->used};
}

bool number_lines_next(struct number_line *line) {
    if (line->next >= line->end)
        return false;
    size_t left = (size_t)(line->end - line->next);
    const char *newline = memchr(line->next, '\n', left);
    size_t length = newline ? (size_t)(newline - line->next) : left;
    line->text = line->next;
    line->next += length < left ? length + 1 : length;
    line->number++;
    if (length > 0 && line->text[length - 1] == '\r')
        length--;
    const char *mark = memchr(line->text, '#', length);
    line->length = mark ? (size_t)(mark - line->text) : length;
    line->rest = line->text + line->length;
    line->comment = length - line->length;
    for (; line->length > 0 && is_blank(*line->text); line->length--)
        line->text++;
    while (line->length > 0 && is_blank(line->text[line->length - 1]))
        line->length--;
    return true;
}

size_t number_lines_count(const struct text *file) {
    size_t count = 0;
    for (struct number_line line = number_lines_begin(file); number_lines_next(&line);)
        count += line.length > 0;
    return count;
}

char *number_line_wrong(const struct number_line *line) {
    if (memchr(line->text, 0, line->length) || memchr(line->rest, 0, line->comment))
        return text_format("a byte 0 is not text");
    if (memchr(line->rest, '\r', line->comment))
        return text_format("a carriage return in a comment hides what follows it");
    return NULL;
}
