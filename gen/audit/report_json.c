#include "audit/report.h"

#include <inttypes.h>
#include <stdio.h>

/* Numbers of JSON are finite. */
static json_t *real(double value) {
    json_t *number = json_real(value);
    return number ? number : json_null();
}

static json_t *whole(uint64_t value) {
    return json_integer((json_int_t)value);
}

/* {"decimal": "0.5", "bits": "0x3f000000"} */
static json_t *element(const struct element *type, uint64_t bits) {
    char decimal[ELEMENT_TEXT], hex[32];
    element_decimal(type, bits, decimal);
    snprintf(hex, sizeof hex, "0x%0*" PRIx64, 2 * (int)type->bytes, bits);
    return json_pack("{s:s, s:s}", "decimal", decimal, "bits", hex);
}

static json_t *worst(const struct report *report, const struct found *found, double error) {
    json_t *object = json_object();
    json_object_set_new(object, "error", real(error));
    if (error > 0) {
        json_object_set_new(object, "row", whole(found->cell.row));
        json_object_set_new(object, "column", whole(found->cell.column));
        json_object_set_new(object, "got", element(report->array->type, found->got));
        json_object_set_new(object, "wanted", element(report->array->type, found->wanted));
    }
    return object;
}

/* [{"up_to": 0, "count": 1200}, {"up_to": 1, "count": 336}...]; "up_to" of the last bin is null */
static json_t *histogram(const struct errors *errors) {
    json_t *list = json_array();
    size_t last = HISTOGRAM_BINS - 1;
    while (last > 0 && errors->histogram[last] == 0)
        last--;
    for (size_t bin = 0; bin <= last; bin++) {
        json_t *end = bin == HISTOGRAM_BINS - 1 ? json_null()
                      : bin == 0                ? whole(0)
                                                : whole(UINT64_C(1) << (bin - 1));
        json_array_append_new(
            list, json_pack("{s:o, s:o}", "up_to", end, "count", whole(errors->histogram[bin])));
    }
    return list;
}

/* {"row": 3, "column": 5} of the first entry of a kind, if there is one */
static void put_first(json_t *object, const char *key, uint64_t count, struct cell first) {
    if (count > 0)
        json_object_set_new(
            object, key,
            json_pack("{s:o, s:o}", "row", whole(first.row), "column", whole(first.column)));
}

static void put_errors(json_t *object, const struct report *report, const struct errors *errors) {
    json_object_set_new(object, "entries", whole(errors->entries));
    json_object_set_new(object, "not_correctly_rounded", whole(errors->wrong));
    json_object_set_new(object, "largest_error",
                        worst(report, &errors->worst, errors->worst.error.absolute));
    json_object_set_new(object, "largest_error_in_ulps",
                        worst(report, &errors->worst_ulps, errors->worst_ulps.error.ulps));
    json_object_set_new(object, "not_a_number", whole(errors->nan));
    json_object_set_new(object, "infinite", whole(errors->infinite));
    json_object_set_new(object, "zeros_of_the_wrong_sign", whole(errors->zero_sign));
    put_first(object, "first_not_a_number", errors->nan, errors->nan_at);
    put_first(object, "first_infinite", errors->infinite, errors->infinite_at);
    put_first(object, "first_zero_of_the_wrong_sign", errors->zero_sign, errors->zero_sign_at);
    if (report->tolerance)
        json_object_set_new(object, "beyond_the_tolerance", whole(errors->not_allowed));
    json_object_set_new(object, "errors_in_ulps", histogram(errors));
}

static json_t *ranges(const struct report *report) {
    json_t *list = json_array();
    for (size_t k = 0; k < report->comparison->ranges; k++) {
        const struct position_range *range = &report->comparison->range[k];
        json_t *object =
            json_pack("{s:o, s:o}", "begin", whole(range->begin), "end", whole(range->end));
        put_errors(object, report, &range->errors);
        json_array_append_new(list, object);
    }
    return list;
}

/* A text of any bytes: those beyond ASCII that aren't UTF-8 become the characters of the same number. */
static json_t *string(const char *text) {
    json_t *plain = json_string(text);
    if (plain)
        return plain;
    char *quoted = json_string_text(text);
    plain = json_loads(quoted, JSON_DECODE_ANY, NULL);
    free(quoted);
    return plain;
}

/* A clean table needs no measuring: the exact value explains all of it. */
static json_t *pipelines(const struct report *report) {
    const struct errors *all = &report->comparison->all;
    if (all->wrong > 0)
        return shares_json(report->shares);
    return json_pack("[{s:s, s:o, s:o}]", "pipeline", "exact", "same", whole(all->entries),
                     "entries", whole(all->entries));
}

json_t *report_json(const struct report *report) {
    json_t *object = json_object(), *diagnosis = json_array();
    json_object_set_new(object, "file", string(report->file));
    json_object_set_new(object, "rows", whole(report->table->rows));
    json_object_set_new(object, "columns", whole(report->table->columns));
    json_object_set_new(object, "type", json_string(report->array->type->name));
    json_object_set_new(object, "command", string(report->command));
    if (report->tolerance)
        json_object_set_new(object, "tolerance", string(report->tolerance));
    put_errors(object, report, &report->comparison->all);
    json_object_set_new(object, "by_position", ranges(report));
    for (size_t k = 0; k < report->sentences->count; k++)
        json_array_append_new(diagnosis, string(report->sentences->text[k]));
    json_object_set_new(object, "diagnosis", diagnosis);
    if (report->shares)
        json_object_set_new(object, "pipelines", pipelines(report));
    return object;
}
