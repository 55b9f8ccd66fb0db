#include "audit/report.h"

#include <inttypes.h>
#include <stdlib.h>

/* The coordinates of a row of a grid, one after the other. */
static void print_point(struct file *out, const struct table *table, uint64_t position) {
    for (int axis = 0; axis < table->grid.axes; axis++) {
        struct number p;
        number_init(&p);
        table_position(table->axis[axis], table_coordinate(table, axis, position), &p);
        char *text = number_text(&p);
        file_print(out, "%s%s", axis > 0 ? " " : "", text);
        free(text);
        number_clear(&p);
    }
}

static void print_position(struct file *out, const struct table *table, uint64_t position) {
    if (table_is_constant(table) || table_zero_row(table, position))
        return;
    if (table->grid.axes > 0) {
        print_point(out, table, position);
        return;
    }
    struct number p;
    number_init(&p);
    table_position(table, position, &p);
    char *text = number_text(&p);
    file_print(out, "%s", text);
    free(text);
    number_clear(&p);
}

/* A NaN or an infinity is worse than any number. */
static void print_line(struct file *out, const struct line *line) {
    file_print(out, ",%" PRIu64, line->wrong);
    if (line->kind >= ERROR_INFINITE) {
        const char *kind = line->kind == ERROR_NAN ? "nan" : "inf";
        file_print(out, ",%s,%" PRIu64 ",%s\n", kind, line->kind_at, kind);
        return;
    }
    file_print(out, ",%.17g,", line->absolute);
    if (line->wrong > 0)
        file_print(out, "%" PRIu64, line->at);
    file_print(out, ",%.17g\n", line->ulps);
}

void report_csv(struct file *out, const struct report *report) {
    const struct comparison *comparison = report->comparison;
    file_print(out, "row,position,wrong,largest_error,column,ulps\n");
    for (uint64_t row = 0; row < comparison->lines; row++) {
        const struct line *line = &comparison->line[row];
        file_print(out, "%" PRIu64 ",", row);
        if (!report->table->channel_major)
            print_position(out, report->table, row);
        print_line(out, line);
    }
}
