#include "cli/show_entries.h"
#include "base/die.h"
#include "base/file.h"
#include "cli/sheet.h"
#include "cli/show_hardest.h"
#include "cli/show_text.h"
#include "element/element_value.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS_DEFAULT = 20, DIGITS_MOST = 1000000, ERROR_DIGITS = 4 };

void show_check(const struct show *show, struct engine_error error) {
    char *wrong = resolved_message(&show->resolved, error);
    if (wrong)
        die(DIE_JOB, "%s", wrong);
}

static const struct sheet_column columns[] = {
    {"row", "row", true},      {"position", "position", true}, {"column", "column", true},
    {"entry", "entry", false}, {" decimal", "decimal", false}, {NULL, "element", false},
    {"bits", "bits", false},   {NULL, "error", false},         {"", "note", false}};
enum { COLUMN_COUNT = sizeof columns / sizeof *columns, ELEMENT = 5, ERROR = 7 };

/* Is an element at the end of its fixed-point type because it saturated? `error` is the element less the exact value, in
 * units: beyond half a unit, or half a unit from an odd multiple, since ties go to even ones. */
static bool is_saturated(const struct element *type, uint64_t bits, struct exact_value *value,
                         const struct affine *error) {
    const int64_t integer = element_integer(type, bits);
    if (!type->fixed || (integer != type->lowest && integer != type->highest))
        return false;
    mpq_t q;
    mpq_init(q);
    double units = 0;
    bool tie = false;
    if (exact_value_rational(value, q)) {
        mpq_mul(q, q, error->times);
        mpq_add(q, q, error->plus);
        mpq_abs(q, q);
        tie = mpq_cmp_ui(q, 1, 2) == 0 && (integer - type->zero_point) % 2 != 0;
    }
    mpq_clear(q);
    return tie || (exact_value_double(value, error, &units) && (units > 0.5 || units < -0.5));
}

/* The questions about every entry: its own value, without the type's factor, and the error of its element in ulps. */
struct questions {
    const struct show *show;
    struct exact_entries *entries;
    struct exact_entry entry;
    struct affine value, error;
};

static void set_error(const struct element *type, uint64_t bits, struct affine *error) {
    const int ulp = element_ulp(type, bits);
    element_value(type, bits, error->plus);
    element_shift(error->plus, -ulp);
    mpq_set_si(error->times, -1, 1);
    element_shift(error->times, -ulp);
}

/* Adds the cells of the entry, and takes the two of its exact values. */
static void add_cells(struct sheet *sheet, const struct questions *ask, char *decimal,
                      char *error) {
    const struct table *table = ask->show->resolved.table;
    const struct exact_entry *entry = &ask->entry;
    bool saturated =
        is_saturated(table->type, entry->bits, exact_entries_value(ask->entries), &ask->error);
    sheet_cell(sheet, text_format("%" PRIu64, entry->row));
    sheet_cell(sheet, show_position(entry));
    sheet_cell(sheet, text_format("%" PRIu64, entry->column));
    sheet_cell(sheet, show_function(table, entry));
    sheet_cell(sheet, decimal);
    sheet_cell(sheet, show_element(table->type, entry->bits, ask->show->csv));
    sheet_cell(sheet, show_bits(table->type, entry->bits));
    sheet_cell(sheet, error);
    sheet_cell(sheet, text_format("%s", saturated ? "saturated" : ""));
}

static void show_entry(struct sheet *sheet, struct questions *ask) {
    const struct show *show = ask->show;
    show_check(show, exact_entries_at(ask->entries, &ask->entry));
    struct exact_value *value = exact_entries_value(ask->entries);
    char *decimal =
        show_value(value, &ask->value, show->digits, show->csv ? SIGN_NONE : SIGN_BLANK);
    set_error(show->resolved.table->type, ask->entry.bits, &ask->error);
    char *error =
        decimal ? show_value(value, &ask->error, ERROR_DIGITS, show->csv ? SIGN_NONE : SIGN_PLUS)
                : NULL;
    if (!error)
        show_check(show, exact_entries_undecided(ask->entries));
    add_cells(sheet, ask, decimal, error);
}

/* Of component cos,sin, the entry of each array. */
static void show_row(struct sheet *sheet, struct questions *ask, uint64_t row) {
    const struct show *show = ask->show;
    ask->entry.row = row;
    for (uint64_t j = show->columns.begin; j < show->columns.end; j++)
        for (uint64_t array = 0; array < show->resolved.table->arrays; array++) {
            ask->entry.array = array;
            ask->entry.column = j;
            show_entry(sheet, ask);
        }
}

static void show_all(const struct show *show) {
    const struct table *table = show->resolved.table;
    struct sheet_column own[COLUMN_COUNT];
    struct questions ask = {.show = show, .entries = exact_entries_new(table)};
    memcpy(own, columns, sizeof own);
    own[ELEMENT] = show_element_column(table->type);
    own[ERROR].title = table->type->fixed ? "error in units" : "error in ulps";
    exact_entry_init(&ask.entry);
    affine_init(&ask.value);
    affine_init(&ask.error);
    exact_entries_factor(table, ask.value.times);
    mpq_inv(ask.value.times, ask.value.times);
    struct sheet *sheet = sheet_new(show->out, own, COLUMN_COUNT, show->csv);
    for (uint64_t row = show->rows.begin; row < show->rows.end; row++)
        show_row(sheet, &ask, row);
    sheet_end(sheet);
    affine_clear(&ask.value);
    affine_clear(&ask.error);
    exact_entry_clear(&ask.entry);
    exact_entries_free(ask.entries);
}

/* The option's range, or the first `most` of `count`. */
static struct range range_of(const struct options *options, enum run_option option, uint64_t count,
                             uint64_t most) {
    const char *text = options->given[option];
    return text ? range_read(option_name((int)option), text, count)
                : (struct range){0, count < most ? count : most};
}

/* How many rows and columns to show; if all of a table's positions are alike, the first. */
static struct range first_of(const struct table *table) {
    if (!table_is_constant(table))
        return (struct range){8, 6};
    return table->channel_major ? (struct range){64, 1} : (struct range){1, 64};
}

void show_run(const struct options *options) {
    struct show show = {.csv = options->given[CSV] != NULL};
    struct faults faults = {NULL, 0};
    const char *digits = options->given[DIGITS], *hardest = options->given[HARDEST];
    memcpy(show.resolved.given, options->given, sizeof show.resolved.given);
    resolve_table(&show.resolved, &faults);
    resolve_capacity(&show.resolved, &faults);
    die_if_faulty(&faults);
    const struct table *table = show.resolved.table;
    const struct range most = hardest ? (struct range){UINT64_MAX, UINT64_MAX} : first_of(table);
    show.rows = range_of(options, ROWS, table->rows, most.begin);
    show.columns = range_of(options, COLUMNS, table->columns, most.end);
    if (digits)
        show.digits = (size_t)range_number_within("digits", digits, 1, DIGITS_MOST);
    uint64_t count = hardest ? range_number_within("hardest", hardest, 1, HARDEST_MOST) : 0;
    show.out = file_create("-");
    if (count > 0) {
        show_hardest(&show, (size_t)count);
    } else {
        show.digits = show.digits ? show.digits : DIGITS_DEFAULT;
        show_all(&show);
    }
    file_commit(&show.out, 1, false);
    resolved_free(&show.resolved);
}
