/* SPDX-License-Identifier: MIT */
#include "compare/report.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *json_finite(double value) {
    json_t *number = json_real(value);
    return number ? number : json_null();
}

json_t *json_whole(uint64_t value) {
    return json_integer((json_int_t)value);
}

/* That of a grid is its coordinates, one after the other. */
static void print_position(struct file *out, const struct table *table, uint64_t position) {
    const bool grid = table->grid.axes > 0,
               none = table_is_constant(table) || table_zero_row(table, position);
    for (int axis = 0; (axis == 0 || axis < table->grid.axes) && !none; axis++) {
        struct number p;
        number_init(&p);
        table_position(grid ? table->axis[axis] : table,
                       grid ? table_coordinate(table, axis, position) : position, &p);
        char *text = number_text(&p);
        file_print(out, "%s%s", axis > 0 ? " " : "", text);
        free(text);
        number_clear(&p);
    }
}

void report_csv_begin(struct file *out) {
    file_print(out, "row,position,wrong,largest_error,column,ulps\n");
}

/* A NaN or an infinity is worse than any number. */
static void print_csv(const struct report_rows *rows, uint64_t row, const struct row_errors *line) {
    struct file *out = rows->csv;
    file_print(out, "%" PRIu64 ",", row);
    if (rows->table && !rows->table->channel_major)
        print_position(out, rows->table, row % rows->table->rows);
    file_print(out, ",%" PRIu64 ",", line->wrong);
    if (line->kind >= ERROR_INFINITE) {
        const char *kind = line->kind == ERROR_NAN ? "nan" : "inf";
        file_print(out, "%s,%" PRIu64 ",%s\n", kind, line->kind_at, kind);
    } else if (line->wrong > 0) {
        file_print(out, "%.17g,%" PRIu64 ",%.17g\n", line->absolute, line->at, line->ulps);
    } else {
        file_print(out, "0,,0\n");
    }
}

/* Adds {"begin": 3, "end": 6}, or to the last one of a list. */
static void list_row(json_t *list, uint64_t row) {
    json_t *last = json_array_get(list, json_array_size(list) - 1);
    const uint64_t end = last ? (uint64_t)json_integer_value(json_object_get(last, "end")) : 0;
    if (last && end == row)
        json_object_set_new(last, "end", json_whole(row + 1));
    else
        json_array_append_new(
            list, json_pack("{s:o, s:o}", "begin", json_whole(row), "end", json_whole(row + 1)));
}

void report_take(void *context, uint64_t first, const struct row_errors errors[], size_t count) {
    struct report_rows *rows = context;
    for (size_t k = 0; k < count; k++) {
        const uint64_t row = first + k;
        if (row < rows->begin || row >= rows->end)
            continue;
        if (rows->csv)
            print_csv(rows, row, &errors[k]);
        if (errors[k].wrong == 0)
            continue;
        ranges_add(&rows->differ, row);
        if (rows->list)
            list_row(rows->list, row);
    }
}

/* {"decimal": "0.5", "bits": "0x3f000000"} */
static json_t *element(const struct element *type, uint64_t bits) {
    char decimal[ELEMENT_TEXT], hex[32];
    element_decimal(type, bits, decimal);
    snprintf(hex, sizeof hex, "0x%0*" PRIx64, 2 * (int)type->bytes, bits);
    return json_pack("{s:s, s:s}", "decimal", decimal, "bits", hex);
}

static const struct element *wanted_type(const struct report *report) {
    return (report->against ? report->against->array : report->array)->type;
}

static json_t *worst(const struct report *report, const struct found *found, double error) {
    const struct element *type = report->array->type;
    if (!(error > 0))
        return json_pack("{s:o}", "error", json_finite(error));
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "error", json_finite(error), "row",
                     json_whole(found->cell.row), "column", json_whole(found->cell.column), "got",
                     element(type, found->got), report->against ? "against" : "wanted",
                     element(wanted_type(report), found->wanted));
}

/* Where a bin of a histogram ends: at 0, 1, 2, 4... Returns false for the last one, which has no end. */
static bool bin_end(size_t bin, uint64_t *end) {
    *end = bin == 0 ? 0 : UINT64_C(1) << (bin - 1);
    return bin < HISTOGRAM_BINS - 1;
}

/* [{"up_to": 0, "count": 1200}, {"up_to": 1, "count": 336}...]; "up_to" of the last bin is null */
static json_t *histogram(const struct errors *errors) {
    json_t *list = json_array();
    size_t last = HISTOGRAM_BINS - 1;
    while (last > 0 && errors->histogram[last] == 0)
        last--;
    for (size_t bin = 0; bin <= last; bin++) {
        uint64_t end;
        json_t *up_to = bin_end(bin, &end) ? json_whole(end) : json_null();
        json_array_append_new(list, json_pack("{s:o, s:o}", "up_to", up_to, "count",
                                              json_whole(errors->histogram[bin])));
    }
    return list;
}

/* Entries that most arrays lack. */
enum { KINDS = 3 };
struct kind {
    const char *key, *first_key, *label, *label_of_two;
    uint64_t count;
    struct cell first;
};

static void list_kinds(const struct errors *errors, struct kind kinds[KINDS]) {
    kinds[0] = (struct kind){"not_a_number",        "first_not_a_number", "not a number",
                             "not a number in one", errors->nan,          errors->nan_at};
    kinds[1] = (struct kind){"infinite",        "first_infinite", "infinite",
                             "infinite in one", errors->infinite, errors->infinite_at};
    kinds[2] = (struct kind){"zeros_of_the_wrong_sign", "first_zero_of_the_wrong_sign",
                             "zeros of the wrong sign", "zeros of the other sign",
                             errors->zero_sign,         errors->zero_sign_at};
}

static void put_errors(json_t *object, const struct report *report, const struct errors *errors) {
    const bool two = report->against;
    struct kind kinds[KINDS];
    json_object_set_new(object, "entries", json_whole(errors->entries));
    json_object_set_new(object, two ? "different" : "not_correctly_rounded",
                        json_whole(errors->wrong));
    json_object_set_new(object, two ? "largest_difference" : "largest_error",
                        worst(report, &errors->worst, errors->worst.error.absolute));
    json_object_set_new(object, two ? "largest_difference_in_ulps" : "largest_error_in_ulps",
                        worst(report, &errors->worst_ulps, errors->worst_ulps.error.ulps));
    list_kinds(errors, kinds);
    for (int k = 0; k < KINDS; k++) {
        json_object_set_new(object, kinds[k].key, json_whole(kinds[k].count));
        if (kinds[k].count > 0)
            json_object_set_new(object, kinds[k].first_key,
                                json_pack("{s:o, s:o}", "row", json_whole(kinds[k].first.row),
                                          "column", json_whole(kinds[k].first.column)));
    }
    if (report->tolerance)
        json_object_set_new(object, "beyond_the_tolerance", json_whole(errors->not_allowed));
    json_object_set_new(object, "errors_in_ulps", histogram(errors));
}

/* The last position of an octave. */
static uint64_t octave_last(const struct report *report, size_t octave) {
    const uint64_t next = error_octave_begin(octave + 1), positions = report->table->position_count;
    return (next < positions ? next : positions) - 1;
}

static json_t *octaves(const struct report *report) {
    json_t *list = json_array();
    for (size_t k = 0; k < report->comparison->octaves; k++) {
        json_t *object = json_pack("{s:o, s:o}", "begin", json_whole(error_octave_begin(k)), "end",
                                   json_whole(octave_last(report, k) + 1));
        put_errors(object, report, &report->comparison->octave[k]);
        json_array_append_new(list, object);
    }
    return list;
}

/* --- the verdict: what somebody with twenty seconds wants to know */

static bool is_allowed(const struct report *report) {
    const struct errors *all = &report->comparison->all;
    return report->tolerance && all->wrong > 0 && all->not_allowed == 0;
}

/* "off by rounding: float32, 1/pow (93.6 %); largest error 2.8e-4". The caller frees it. */
static char *verdict_text(const struct report *report) {
    const struct errors *all = &report->comparison->all;
    const double largest = all->worst.error.absolute;
    char *way = report->rounded ? shares_best_text(report->shares) : NULL, *text;
    if (all->wrong == 0)
        text = text_format("every entry is right");
    else if (is_allowed(report))
        text = text_format("every entry is within the tolerance %s; largest error %.2g",
                           report->tolerance, largest);
    else if (report->rounded)
        text = way ? text_format("off by rounding: %s; largest error %.2g", way, largest)
                   : text_format("off by rounding in %" PRIu64 " of %" PRIu64
                                 " entries; largest error %.2g",
                                 all->wrong, all->entries, largest);
    else
        text = text_format("%s", json_array_size(report->diagnosis) == 0
                                     ? "some entries are wrong"
                                     : json_string_value(json_array_get(report->diagnosis, 0)));
    const uint64_t no_numbers = all->nan + all->infinite;
    if (report->rounded && no_numbers > 0 && !is_allowed(report)) {
        char *others = text;
        text = text_format("%" PRIu64 " of %" PRIu64
                           " entries are infinite or not a number; the others are %s",
                           no_numbers, all->entries, others);
        free(others);
    }
    free(way);
    return text;
}

json_t *report_json(const struct report *report) {
    char *verdict = verdict_text(report);
    json_t *object = json_pack(
        "{s:o, s:o, s:o, s:o, s:s, s:o, s:o*}", "verdict", json_text(verdict), "file",
        json_text(report->file), "rows", json_whole(report->table->arrays * report->table->rows),
        "columns", json_whole(report->table->columns), "type", report->array->type->name, "command",
        json_text(report->command), "tolerance",
        report->tolerance ? json_text(report->tolerance) : NULL);
    free(verdict);
    put_errors(object, report, &report->comparison->all);
    json_object_set_new(object, "by_position", octaves(report));
    json_object_set(object, "diagnosis", report->diagnosis);
    json_object_set_new(object, "pipelines", shares_json(report->shares));
    return object;
}

/* "12 (0.78 %)", or "0"; or "1 (0.02 %), first at row 3, column 5" */
static void print_count(struct file *out, const char *label, uint64_t count, uint64_t whole,
                        const struct cell *first) {
    file_print(out, "%s: %" PRIu64, label, count);
    if (count > 0)
        file_print(out, " (%.4g %%)", 100 * (double)count / (double)whole);
    if (count > 0 && first)
        file_print(out, ", first at row %" PRIu64 ", column %" PRIu64, first->row, first->column);
    file_print(out, "\n");
}

static void print_worst(struct file *out, const struct report *report, const char *label,
                        const struct found *found, double error) {
    char got[ELEMENT_TEXT], wanted[ELEMENT_TEXT];
    file_print(out, "%s: %.6g", label, error);
    if (error > 0) {
        element_text(report->array->type, found->got, got);
        element_text(wanted_type(report), found->wanted, wanted);
        file_print(out, " (row %" PRIu64 ", column %" PRIu64 ": %s%s, %s %s)", found->cell.row,
                   found->cell.column, report->against ? "" : "got ", got,
                   report->against ? "against" : "wanted", wanted);
    }
    file_print(out, "\n");
}

/* "12.34", but neither "100.00" for less than all nor "0.00" for more than none. */
static const char *percent_text(uint64_t part, uint64_t whole, char text[16]) {
    const double share = 100 * (double)part / (double)whole;
    if (part == 0)
        snprintf(text, 16, "-");
    else if (share < 0.01)
        snprintf(text, 16, "<0.01");
    else if (part < whole && share > 99.99)
        snprintf(text, 16, ">99.99");
    else
        snprintf(text, 16, "%.2f", share);
    return text;
}

static void print_histogram(struct file *out, const struct report *report) {
    const struct errors *all = &report->comparison->all;
    char share[16];
    file_print(out, "errors in ulps%s:\n",
               report->array->type->fixed
                   ? ""
                   : " (near 0 an ulp is tiny, and a small error is many of them)");
    for (size_t bin = 0; bin < HISTOGRAM_BINS; bin++) {
        uint64_t end;
        char name[32] = "more";
        if (bin_end(bin, &end))
            snprintf(name, sizeof name, "%s%" PRIu64, bin == 0 ? "" : "up to ", end);
        if (all->histogram[bin] > 0)
            file_print(out, "  %-16s %12" PRIu64 "  %6s %%\n", name, all->histogram[bin],
                       percent_text(all->histogram[bin], all->entries, share));
    }
}

/* Each octave of positions that has wrong entries, with their share, and its largest errors. */
static void print_octaves(struct file *out, const struct report *report) {
    file_print(out, "by position:\n  %-19s %12s %7s %12s %12s\n", "positions", "wrong", "share",
               "largest", "ulps");
    for (size_t k = 0; k < report->comparison->octaves; k++) {
        const struct errors *errors = &report->comparison->octave[k];
        char ends[48], share[16];
        if (errors->wrong == 0)
            continue;
        snprintf(ends, sizeof ends, "%" PRIu64 " to %" PRIu64, error_octave_begin(k),
                 octave_last(report, k));
        file_print(out, "  %-19s %12" PRIu64 " %7s %12.6g %12.6g\n", ends, errors->wrong,
                   percent_text(errors->wrong, errors->entries, share),
                   errors->worst.error.absolute, errors->worst_ulps.error.ulps);
    }
}

/* "pe.npy: 48 x 32, f32", and the file's own shape if it has another number of dimensions. */
static void print_file(struct file *out, const struct report *report) {
    const struct array *array = report->array;
    char *file = text_printable(report->file), *shape = array_shape_text(array);
    const bool same = array_is_raw(array) || (array->dimensions == 2 && !array->complex);
    file_print(out, "%s: %" PRIu64 " x %" PRIu64 ", %s%s%s%s\n", file,
               report->table->arrays * report->table->rows, report->table->columns,
               array->type->name, same ? "" : " (in the file: ", same ? "" : shape,
               same ? "" : ")");
    free(file);
    free(shape);
}

static void print_errors(struct file *out, const struct report *report) {
    const struct errors *all = &report->comparison->all;
    const bool two = report->against;
    if (report->verbose)
        file_print(out, "entries: %" PRIu64 "\n", all->entries);
    print_count(out, two ? "different" : "not correctly rounded", all->wrong, all->entries, NULL);
    print_worst(out, report, two ? "largest difference" : "largest error", &all->worst,
                all->worst.error.absolute);
    if (report->verbose && wanted_type(report) == report->array->type)
        print_worst(out, report, two ? "largest difference in ulps" : "largest error in ulps",
                    &all->worst_ulps, all->worst_ulps.error.ulps);
    struct kind kinds[KINDS];
    list_kinds(all, kinds);
    for (int k = 0; k < KINDS; k++)
        if (kinds[k].count > 0 || report->verbose)
            print_count(out, two ? kinds[k].label_of_two : kinds[k].label, kinds[k].count,
                        all->entries, &kinds[k].first);
    if (report->tolerance) {
        char *label = text_format("beyond the tolerance %s%s", report->tolerance,
                                  report->close ? " (as numpy.allclose)" : "");
        print_count(out, label, all->not_allowed, all->entries, NULL);
        free(label);
    }
}

void print_list(struct file *out, const json_t *list, const char *before, const char *after) {
    const json_t *one;
    size_t k;
    json_array_foreach(list, k, one)
        file_print(out, "%s%s%s", before, json_string_value(one), after);
}

/* The sentences that the verdict doesn't have; without --verbose only the first of many. */
static void print_sentences(struct file *out, const struct report *report) {
    enum { SHOWN = 4 };
    const bool said = !report->rounded && !is_allowed(report); /* is the first one the verdict? */
    const size_t count = json_array_size(report->diagnosis), first = said || report->rounded,
                 most = report->verbose || count - first <= SHOWN ? count : first + SHOWN - 1;
    for (size_t k = first; k < most; k++)
        file_print(out, "also: %s\n", json_string_value(json_array_get(report->diagnosis, k)));
    if (most < count)
        file_print(out, "also: %zu more, which --verbose shows\n", count - most);
}

void report_text(struct file *out, const struct report *report) {
    const struct errors *all = &report->comparison->all;
    char *verdict = verdict_text(report);
    file_print(out, "%s\n", verdict);
    free(verdict);
    if (all->wrong > 0)
        print_sentences(out, report);
    print_file(out, report);
    file_print(out, "command: %s\n", report->command);
    print_errors(out, report);
    if (!report->verbose || all->wrong == 0)
        return;
    shares_print(out, report->shares);
    print_histogram(out, report);
    print_octaves(out, report);
}

/* --- two arrays */

/* Which of the two is nearer to the exact table: 0 or 1; -1 if they are as near, and -2 if one has fewer wrong entries
 * and the other the smaller largest error. Wrong entries of different types aren't compared. */
static int nearer_of(const struct report *report) {
    const struct nearness *nearness = report->against->nearness;
    const bool same_type = report->array->type == report->against->array->type;
    const struct errors *a = &nearness[0].errors, *b = &nearness[1].errors;
    const uint64_t none_a = a->nan + a->infinite, none_b = b->nan + b->infinite;
    const double x = a->worst.error.absolute, y = b->worst.error.absolute;
    const bool first = (!same_type || a->wrong <= b->wrong) && x <= y && none_a <= none_b,
               second = (!same_type || b->wrong <= a->wrong) && y <= x && none_b <= none_a;
    return first && second ? -1 : first ? 0 : second ? 1 : -2;
}

/* "the files differ in 2 of 300 rows, by up to 1.9; b.npy is nearer to the exact table". The caller frees it. */
static char *against_verdict(const struct report *report) {
    const struct against *against = report->against;
    const struct errors *all = &report->comparison->all;
    const int nearer = against->nearness ? nearer_of(report) : -1;
    struct text text = {NULL, 0, 0};
    if (!against->same_shape)
        text_print(&text, "the shapes differ");
    else if (all->wrong == 0)
        text_print(&text, report->array->type == against->array->type
                              ? "the files have the same entries"
                              : "the files have the same numbers, in two types");
    else if (is_allowed(report))
        text_put(&text, "the files differ within the tolerance %s, by up to %.2g",
                 report->tolerance, all->worst.error.absolute);
    else
        text_put(&text, "the files differ in %" PRIu64 " of %" PRIu64 " rows, by up to %.2g",
                 against->seen->differ.numbers, against->rows, all->worst.error.absolute);
    if (nearer >= 0) {
        char *file = text_printable(nearer == 0 ? report->file : against->file);
        text_put(&text, "; %s is nearer to the exact table", file);
        free(file);
    }
    return text_string(&text);
}

void report_against_text(struct file *out, const struct report *report) {
    const struct against *against = report->against;
    const struct nearness *nearness = against->nearness;
    const struct array *const array[] = {report->array, against->array};
    const struct ranges *rows = &against->seen->differ;
    char *verdict = against_verdict(report),
         *file[] = {text_printable(report->file), text_printable(against->file)};
    const bool same_type = array[0]->type == array[1]->type;
    const int nearer = nearness ? nearer_of(report) : 0;
    file_print(out, "%s\n", verdict);
    for (int k = 0; k < 2; k++) {
        char *shape = array_shape_text(array[k]);
        file_print(out, "%s%s: %s, %s\n", k == 0 ? "" : "against: ", file[k], shape,
                   array[k]->type->name);
        free(shape);
    }
    file_print(out, "%s%s", against->same_shape ? "" : "shape: they differ\n",
               same_type ? "" : "type: they differ, so numbers are compared\n");
    if (array[0]->count == array[1]->count)
        print_errors(out, report);
    if (rows->numbers > 0) {
        char *list = ranges_text(rows);
        file_print(out, "rows: %" PRIu64 " of %" PRIu64 " differ: %s\n", rows->numbers,
                   against->rows, list);
        free(list);
    }
    for (int k = 0; k < 2 && nearness; k++) {
        if (k == 0 || strcmp(nearness[0].command, nearness[1].command) != 0)
            file_print(out, "command: %s\n", nearness[k].command);
        file_print(out,
                   "exact: %s: %" PRIu64 " of %" PRIu64
                   " entries are not correctly rounded; largest error %.6g\n",
                   file[k], nearness[k].errors.wrong, nearness[k].errors.entries,
                   nearness[k].errors.worst.error.absolute);
    }
    if (nearness)
        file_print(out, "nearer: %s\n",
                   nearer >= 0    ? file[nearer]
                   : nearer != -1 ? "neither: one has fewer wrong entries, the other the smaller "
                                    "largest error"
                   : same_type    ? "both are as near"
                                  : "both are as near, each for its type");
    else if (against->no_words)
        file_print(out, "nearer: unknown, %s\n", against->no_words);
    free(verdict);
    free(file[0]);
    free(file[1]);
}

json_t *report_against_json(const struct report *report) {
    const struct against *against = report->against;
    const struct nearness *nearness = against->nearness;
    const struct array *const array[] = {report->array, against->array};
    const char *const file[] = {report->file, against->file};
    json_t *list = json_array();
    for (int k = 0; k < 2; k++) {
        const struct errors *errors = nearness ? &nearness[k].errors : NULL;
        char *shape = array_shape_text(array[k]);
        json_array_append_new(
            list, json_pack("{s:o, s:s, s:s, s:o*, s:o*, s:o*}", "file", json_text(file[k]),
                            "shape", shape, "type", array[k]->type->name, "command",
                            errors ? json_text(nearness[k].command) : NULL, "not_correctly_rounded",
                            errors ? json_whole(errors->wrong) : NULL, "largest_error",
                            errors ? json_finite(errors->worst.error.absolute) : NULL));
        free(shape);
    }
    char *verdict = against_verdict(report);
    const int nearer = nearness ? nearer_of(report) : 0;
    json_t *object =
        json_pack("{s:o, s:o, s:o*}", "verdict", json_text(verdict), "files", list, "nearer",
                  !nearness    ? NULL
                  : nearer < 0 ? json_null()
                               : json_text(file[nearer]));
    free(verdict);
    if (report->array->count != against->array->count)
        return object;
    put_errors(object, report, &report->comparison->all);
    json_object_set(object, "rows", against->seen->list);
    return object;
}
