#include "exact/number_list.h"
#include "base/die.h"
#include "exact/expression.h"
#include "exact/number_lines.h"

#include <stdbool.h>
#include <stdlib.h>

void number_list_open(struct number_list *list, const char *path, struct text *content) {
    *list = (struct number_list){.path = text_format("%s", path), .text = *content};
    *content = (struct text){NULL, 0, 0};
    list->count = number_lines_count(&list->text);
}

/* Reads the number of a line, if it has one. Returns what is wrong with the line, or NULL. */
static char *read_line(const struct number_line *line, bool zero, mpq_t value) {
    char *no_text = number_line_wrong(line);
    if (no_text || line->length == 0)
        return no_text;
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
    for (struct number_line line = number_lines_begin(&list->text);
         !fault && number_lines_next(&line) && (list->read < room || line.length == 0);) {
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
