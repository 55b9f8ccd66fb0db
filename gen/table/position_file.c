#include "table/position_file.h"
#include "base/die.h"
#include "exact/expression.h"
#include "exact/number_lines.h"

#include <stdlib.h>

void position_file_open(struct position_file *file, const char *path, struct text *content) {
    *file = (struct position_file){.path = text_format("%s", path), .text = *content};
    *content = (struct text){NULL, 0, 0};
    file->rows = number_lines_count(&file->text);
}

void position_file_free(struct position_file *file) {
    free(file->path);
    text_free(&file->text);
    for (int axis = 0; axis < GRID_AXES; axis++)
        position_list_free(&file->list[axis]);
    for (int axis = 0; axis < GRID_AXES; axis++)
        free(file->point[axis]);
    *file = (struct position_file){.path = NULL};
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Ends of the text at `at`, which doesn't begin with a blank, and of the blanks after it. */
static const char *end_of_number(const char *at, const char *end) {
    while (at < end && !is_blank(*at))
        at++;
    return at;
}
static const char *end_of_blanks(const char *at, const char *end) {
    while (at < end && is_blank(*at))
        at++;
    return at;
}

static int count_numbers(const char *at, const char *end) {
    int count = 0;
    for (; at < end; at = end_of_blanks(end_of_number(at, end), end))
        count++;
    return count;
}

/* Most lines have short numbers and nothing else. Returns false if this one hasn't, or if a list is full. */
static bool read_short(struct position_file *file, const struct number_line *line, int columns) {
    struct ratio p[GRID_AXES];
    const char *at = line->text, *end = at + line->length;
    if (line->comment > 0)
        return false;
    for (int column = 0; column < columns; column++) {
        const char *last = end_of_number(at, end);
        if (!ratio_parse(&p[column], at, (size_t)(last - at)))
            return false;
        at = end_of_blanks(last, end);
    }
    bool added = at == end;
    for (int column = 0; column < columns && added; column++)
        added = position_list_add_ratio(&file->list[column], p[column]);
    return added;
}

/* Returns what is wrong with the text between `at` and `end`, or NULL. */
static char *add(struct position_list *list, const char *at, const char *end, struct number *room) {
    char *text = text_format("%.*s", (int)(end - at), at);
    const char *what = expression_parse(room, text, NULL);
    if (!what && !position_list_add(list, room))
        what = "is one of over 2^22 positions that aren't whole numbers below 2^20";
    char *wrong = what ? text_format("'%.60s' %s", text, what) : NULL;
    free(text);
    return wrong;
}

static char *read_line(struct position_file *file, const struct number_line *line, int columns,
                       struct number *room) {
    if (read_short(file, line, columns))
        return NULL;
    char *wrong = number_line_wrong(line);
    if (wrong || line->length == 0)
        return wrong;
    const char *at = line->text, *end = at + line->length;
    int count = count_numbers(at, end);
    if (count != columns) {
        char *text = text_format("%.*s", (int)line->length, at);
        wrong = text_format("'%.60s' has %d number%s, and a row needs %d", text, count,
                            count > 1 ? "s" : "", columns);
        free(text);
    }
    for (int column = 0; column < columns && !wrong; column++) {
        const char *last = end_of_number(at, end);
        wrong = add(&file->list[column], at, last, room);
        at = end_of_blanks(last, end);
    }
    return wrong;
}

struct fault *position_file_read(struct position_file *file, int columns, size_t most) {
    struct fault *fault = NULL;
    struct number room;
    number_init(&room);
    for (struct number_line line = number_lines_begin(&file->text);
         !fault && number_lines_next(&line) && (file->list[0].count < most || line.length == 0);) {
        char *wrong = read_line(file, &line, columns, &room);
        if (wrong)
            fault = fault_in_file(file->path, line.number, wrong);
    }
    number_clear(&room);
    text_free(&file->text);
    return fault;
}

size_t position_file_points(struct position_file *file, int axis) {
    struct position_list *list = &file->list[axis];
    file->point[axis] = die_malloc(list->count * sizeof *file->point[axis]);
    struct position_list points = position_list_distinct(list, file->point[axis]);
    position_list_free(list);
    *list = points;
    return points.count;
}
