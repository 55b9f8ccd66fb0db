#include "exact/number_list.h"
#include "base/die.h"
#include "exact/expression.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A line. Its number is `length` bytes at `text`, without the blanks around it; its comment is `comment` bytes at
 * `rest`. */
struct line {
    const char *text, *rest;
    size_t length, comment;
    size_t number; /* from 1 */
    const char *next;
};

static bool next_line(const struct number_list *list, struct line *line) {
    const char *last = list->text.bytes + list->text.used;
    if (line->next >= last)
        return false;
    size_t left = (size_t)(last - line->next);
    const char *newline = memchr(line->next, '\n', left);
    size_t length = newline ? (size_t)(newline - line->next) : left;
    line->text = line->next;
    line->next += length + 1;
    line->number++;
    if (length > 0 && line->text[length - 1] == '\r')
        length--;
    const char *mark = memchr(line->text, '#', length);
    line->length = mark ? (size_t)(mark - line->text) : length;
    line->rest = line->text + line->length;
    line->comment = length - line->length;
    for (; line->length > 0 && strchr(" \t", *line->text) && *line->text; line->length--)
        line->text++;
    while (line->length > 0 &&
           (line->text[line->length - 1] == ' ' || line->text[line->length - 1] == '\t'))
        line->length--;
    return true;
}

static struct line before_first(const struct number_list *list) {
    bool mark =
        list->text.used >= 3 && memcmp(list->text.bytes, "\xef\xbb\xbf", 3) == 0; /* of UTF-8 */
    return (struct line){.next = list->text.bytes + (mark ? 3 : 0)};
}

void number_list_open(struct number_list *list, const char *path, struct text *content) {
    *list = (struct number_list){.path = text_format("%s", path), .text = *content};
    *content = (struct text){NULL, 0, 0};
    if (list->text.used > 0)
        for (struct line line = before_first(list); next_line(list, &line);)
            list->count += line.length > 0;
}

/* Reads the number of a line, if it has one. Returns what is wrong with the line, or NULL. */
static char *read_line(const struct line *line, bool zero, mpq_t value) {
    if (memchr(line->text, 0, line->length) || memchr(line->rest, 0, line->comment))
        return text_format("a byte 0 is not text");
    if (memchr(line->rest, '\r', line->comment))
        return text_format("a carriage return in a comment hides what follows it");
    if (line->length == 0)
        return NULL;
    char *text = text_format("%.*s", (int)line->length, line->text);
    const char *what = rational_parse(value, text);
    if (!what && mpq_sgn(value) < (zero ? 0 : 1))
        what = zero ? "is below 0" : "is not above 0";
    char *wrong = what ? text_format("'%.60s' %s", text, what) : NULL;
    free(text);
    return wrong;
}

struct fault *number_list_read(struct number_list *list, size_t most, bool zero) {
    mpq_t value;
    mpq_init(value);
    size_t room = most < list->count ? most : list->count;
    list->value = die_malloc(room * sizeof *list->value);
    struct fault *fault = NULL;
    if (list->text.used > 0)
        for (struct line line = before_first(list);
             !fault && next_line(list, &line) && (list->read < room || line.length == 0);) {
            char *wrong = read_line(&line, zero, value);
            if (wrong) {
                fault = fault_in_file(list->path, line.number, wrong);
            } else if (line.length > 0) {
                mpq_init(list->value[list->read]);
                mpq_swap(list->value[list->read++], value);
            }
        }
    mpq_clear(value);
    text_free(&list->text);
    return fault;
}

void number_list_free(struct number_list *list) {
    for (size_t k = 0; k < list->read; k++)
        mpq_clear(list->value[k]);
    free(list->value);
    free(list->path);
    text_free(&list->text);
    *list = (struct number_list){.path = NULL};
}
