#include "cli/show.h"
#include "base/die.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/resolved.h"
#include "element/element.h"
#include "element/literal.h"
#include "engine/hardest.h"
#include "engine/reference.h"
#include "words/choice.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What to show of which table. */
struct show {
    struct resolved resolved;
    struct range rows, columns;
    size_t digits; /* 0: not given */
    bool csv;
    struct file *out;
};

/* Ends the program with the engine's error, unless it is of kind ENGINE_FINE. */
static void show_check(const struct show *show, struct engine_error error) {
    char *wrong = resolved_message(&show->resolved, error);
    if (wrong)
        die(DIE_JOB, "%s", wrong);
}

/* Entries and exact numbers as the cells of what `posenc show` prints. The caller frees the texts. */

/* What stands before a number that isn't negative. */
enum show_sign { SIGN_NONE, SIGN_BLANK, SIGN_PLUS };

static void add_zeros(struct text *text, int64_t count) {
    for (; count > 0; count--)
        text_print(text, "0");
}

/* With the point after `whole` digits, which may be none or more than there are. */
static void add_with_point(struct text *text, const char *digits, int64_t whole) {
    const int64_t length = (int64_t)strlen(digits), before = whole < length ? whole : length;
    if (whole <= 0)
        text_print(text, "0");
    else
        text_add(text, digits, (size_t)before);
    add_zeros(text, whole - length);
    if (whole >= length)
        return;
    text_print(text, ".");
    add_zeros(text, -whole);
    text_print(text, digits + (whole > 0 ? whole : 0));
}

/* Digits in the form of printf's %g: with an exponent below 1e-4, and from 10^count on. */
static char *show_digits(const struct exact_digits *digits, size_t count, enum show_sign sign) {
    static const char *const signs[] = {[SIGN_NONE] = "", [SIGN_BLANK] = " ", [SIGN_PLUS] = "+"};
    struct text text = {NULL, 0, 0};
    const int64_t power = digits->exponent - 1;
    if (!*digits->digits) {
        text_print(&text, sign == SIGN_BLANK ? " 0" : "0");
    } else {
        text_print(&text, digits->negative ? "-" : signs[sign]);
        bool plain = power >= -4 && power < (int64_t)count;
        add_with_point(&text, digits->digits, plain ? digits->exponent : 1);
        char *exponent =
            text_format("e%c%02" PRId64, power < 0 ? '-' : '+', power < 0 ? -power : power);
        text_print(&text, plain ? "" : exponent);
        free(exponent);
    }
    return text_string(&text);
}

/* times * y + plus with so many digits; NULL if it is undecided. */
static char *show_value(struct exact_value *value, const struct affine *affine, size_t count,
                        enum show_sign sign) {
    struct exact_digits digits;
    if (!exact_value_digits(value, affine, count, &digits))
        return NULL;
    char *text = show_digits(&digits, count, sign);
    exact_digits_clear(&digits);
    return text;
}

/* "sin p*w3", of a grid "sin x*w3", "w3", "zero". */
static char *show_function(const struct table *table, const struct exact_entry *entry) {
    char p = 'p';
    if (table->grid.axes > 0)
        p = grid_letter(&table->grid, entry->axis);
    switch (entry->function) {
    case CHANNEL_SINE:
        return text_format("sin %c*w%" PRIu64, p, entry->frequency);
    case CHANNEL_COSINE:
        return text_format("cos %c*w%" PRIu64, p, entry->frequency);
    case CHANNEL_FREQUENCY:
        return text_format("%sw%" PRIu64, table->component == COMPONENT_FACTOR ? "factor of " : "",
                           entry->frequency);
    case CHANNEL_ZERO:
        break;
    }
    return text_format("zero");
}

/* The exact position that the entry depends on; "" if there is none. */
static char *show_position(const struct exact_entry *entry) {
    bool has = entry->function == CHANNEL_SINE || entry->function == CHANNEL_COSINE;
    return has ? number_text(&entry->position) : text_format("%s", "");
}

enum { BINARY64 = 1 }; /* of the element types */

/* The element as a double, if it is a float of 16 bits. Its own shortest decimal is up to half an ulp away from it, so
 * nobody could check the error with that. */
static bool is_half(const struct element *type, uint64_t bits, uint64_t *as_double) {
    if (type->fixed || type->bytes != sizeof(uint16_t))
        return false;
    int exponent;
    double value = (double)element_significand(type, bits, &exponent);
    value = ldexp(bits & element_sign(type) ? -value : value, exponent);
    memcpy(as_double, &value, sizeof value);
    return true;
}

/* The element as a decimal that reads back as the same number, of 16-bit floats as a double; or an integer; and its bits.
 * For people, a blank stands before decimals that have no sign, and their column is that of show_element_column. */
static char *show_element(const struct element *type, uint64_t bits, bool csv) {
    char text[LITERAL_MAX];
    uint64_t as_double;
    if (is_half(type, bits, &as_double))
        element_literal(&elements[BINARY64], LITERAL_SHORTEST, as_double, text);
    else
        element_literal(type, LITERAL_SHORTEST, bits, text);
    return text_format("%s%s", !csv && !type->fixed && *text != '-' ? " " : "", text);
}

static struct sheet_column show_element_column(const struct element *type) {
    return (struct sheet_column){type->fixed ? "element" : " element", "element", type->fixed};
}

static char *show_bits(const struct element *type, uint64_t bits) {
    char text[LITERAL_MAX];
    element_literal(type, LITERAL_BITS, bits, text);
    return text_format("0x%s", text);
}

/* Numbers and ranges in the values of options. */

static uint64_t number(const char *text, size_t length, const char *option, const char *whole) {
    uint64_t value = 0;
    size_t k = 0;
    for (; k < length && text[k] >= '0' && text[k] <= '9'; k++)
        if (value <= CHOICE_ENTRIES)
            value = 10 * value + (uint64_t)(text[k] - '0');
    if (k == 0 || k < length)
        die(DIE_REQUEST, "%s '%.60s' is not a whole number", option, whole);
    return value;
}

uint64_t range_number(const char *option, const char *text) {
    return number(text, strlen(text), option, text);
}

/* The same within [least, most]. */
static uint64_t range_number_within(const char *option, const char *text, uint64_t least,
                                    uint64_t most) {
    uint64_t value = range_number(option, text);
    if (value < least || value > most)
        die(DIE_REQUEST, "%s '%.60s' is not within %" PRIu64 " to %" PRIu64, option, text, least,
            most);
    return value;
}

struct range range_read(const char *option, const char *text, uint64_t count) {
    const char *colon = strchr(text, ':');
    if (!colon)
        die(DIE_REQUEST, "%s '%.60s' is not of the form A:B, such as 5:6 for one", option, text);
    struct range range = {number(text, (size_t)(colon - text), option, text),
                          number(colon + 1, strlen(colon + 1), option, text)};
    if (range.begin >= range.end || range.end > count)
        die(DIE_REQUEST, "%s '%.60s' is not within 0:%" PRIu64 "%s", option, text, count,
            range.begin >= range.end ? ", with A < B" : "");
    return range;
}

/* posenc show --hardest: the entries of a table that are hardest to compute, as reference vectors. */

enum { HARDEST_MOST = 1000000 };
enum { DIGITS_MORE = 4, ANGLE_DIGITS = 12, MEASURE_DIGITS = 4, FLOAT_BITS = 24, DOUBLE_BITS = 53 };

/* CSV has all of them, people those of a kind. */
enum {
    KIND,
    ROW,
    POSITION,
    COLUMN,
    ENTRY,
    DECIMAL,
    MIDPOINT,
    DISTANCE,
    ANGLE,
    QUARTERS,
    REDUCED,
    LOST,
    FLOAT,
    DOUBLE,
    NEEDED,
    ELEMENT,
    BITS,
    CELLS
};
static const struct sheet_column cells[CELLS] = {[KIND] = {"kind", "kind", false},
                                                 [ROW] = {"row", "row", true},
                                                 [POSITION] = {"position", "position", true},
                                                 [COLUMN] = {"column", "column", true},
                                                 [ENTRY] = {"entry", "entry", false},
                                                 [DECIMAL] = {" decimal", "decimal", false},
                                                 [MIDPOINT] = {" midpoint", "midpoint", false},
                                                 [DISTANCE] = {"distance", "distance", false},
                                                 [ANGLE] = {" angle", "angle", false},
                                                 [QUARTERS] = {"quarters", "quarters", true},
                                                 [REDUCED] = {" reduced", "reduced", false},
                                                 [LOST] = {"lost", "lost", true},
                                                 [FLOAT] = {"float", "float", true},
                                                 [DOUBLE] = {"double", "double", true},
                                                 [NEEDED] = {"needed", "needed", true},
                                                 [ELEMENT] = {"element", "element", true},
                                                 [BITS] = {"bits", "bits", false}};

static const int of_midpoints[] = {ROW,      POSITION, COLUMN, ENTRY,   DECIMAL,
                                   MIDPOINT, DISTANCE, NEEDED, ELEMENT, BITS};
static const int of_angles[] = {ROW,  POSITION, COLUMN, ENTRY,  ANGLE,   QUARTERS, REDUCED,
                                LOST, FLOAT,    DOUBLE, NEEDED, ELEMENT, BITS};
enum {
    MIDPOINT_CELLS = sizeof of_midpoints / sizeof *of_midpoints,
    ANGLE_CELLS = sizeof of_angles / sizeof *of_angles
};

struct hard_show {
    const struct show *show;
    const struct table *table;
    struct exact_entries *entries;
    struct exact_entry entry;
    struct affine itself, value; /* value: without the type's factor */
    enum show_sign sign;
    char *cell[CELLS];
};

/* Goes to an entry, and makes the cells that each kind has. */
static void go_to(struct hard_show *hard, const struct hard_entry *entry) {
    struct exact_entry *what = &hard->entry;
    what->array = entry->array;
    what->row = entry->row;
    what->column = entry->column;
    show_check(hard->show, exact_entries_at(hard->entries, what));
    hard->cell[ROW] = text_format("%" PRIu64, what->row);
    hard->cell[POSITION] = show_position(what);
    hard->cell[COLUMN] = text_format("%" PRIu64, what->column);
    hard->cell[ENTRY] = show_function(hard->table, what);
    hard->cell[ELEMENT] = show_element(hard->table->type, what->bits, hard->show->csv);
    hard->cell[BITS] = show_bits(hard->table->type, what->bits);
}

/* Dies if an answer is undecided. */
static void expect(const struct hard_show *hard, bool decided) {
    if (!decided)
        show_check(hard->show, exact_entries_undecided(hard->entries));
}

static char *value_text(const struct hard_show *hard, struct exact_value *value,
                        const struct affine *affine, size_t digits, enum show_sign sign) {
    char *text = show_value(value, affine, digits, sign);
    expect(hard, text != NULL);
    return text;
}

static int64_t log2_of(const struct hard_show *hard, struct exact_value *value,
                       const struct affine *affine) {
    int64_t log2 = 0;
    expect(hard, exact_value_log2(value, affine, &log2));
    return log2;
}

/* Decimal digits that tell numbers apart whose leading bits so many are the same. */
static size_t digits_for(const struct hard_show *hard, int64_t bits) {
    const int64_t digits = (int64_t)((double)bits * 0.30103) + DIGITS_MORE;
    return hard->show->digits ? hard->show->digits : (size_t)(digits > 0 ? digits : 1);
}

/* The value and the midpoint, with as many digits as tell them apart. */
static void make_midpoint(struct hard_show *hard) {
    struct exact_value *value = exact_entries_value(hard->entries);
    struct affine distance;
    struct exact_digits digits;
    mpq_t midpoint;
    long unit;
    mpq_init(midpoint);
    affine_init(&distance);
    expect(hard, hard_midpoint(hard->table->type, value, midpoint, &unit));
    mpq_neg(distance.plus, midpoint);
    const int64_t bits = log2_of(hard, value, &hard->itself) - log2_of(hard, value, &distance) + 1;
    const size_t count = digits_for(hard, bits);
    element_shift(distance.plus, -unit);
    element_shift(distance.times, -unit);
    mpq_mul(midpoint, midpoint, hard->value.times);
    exact_digits_of(midpoint, count, &digits);
    hard->cell[DECIMAL] = value_text(hard, value, &hard->value, count, hard->sign);
    hard->cell[MIDPOINT] = show_digits(&digits, count, hard->sign);
    hard->cell[DISTANCE] =
        value_text(hard, value, &distance, MEASURE_DIGITS, hard->show->csv ? SIGN_NONE : SIGN_PLUS);
    hard->cell[NEEDED] = text_format("%" PRId64, bits);
    exact_digits_clear(&digits);
    affine_clear(&distance);
    mpq_clear(midpoint);
}

/* The bits that a reduction leaves; for people, none is a failure. */
static char *left_text(const struct hard_show *hard, int64_t left) {
    if (left <= 0)
        return text_format("%s", hard->show->csv ? "0" : "fails");
    return text_format("%" PRId64, left);
}

/* The angle, what is left of it, and how many of its bits that costs. Half an ulp of the element is as far as the angle may
 * be wrong. */
static void make_angle(struct hard_show *hard) {
    mpz_t quarters;
    mpz_init(quarters);
    expect(hard, hard_quarters(hard->entries, quarters));
    const size_t count = hard->show->digits ? hard->show->digits : ANGLE_DIGITS;
    struct exact_value *angle = exact_entries_angle(hard->entries, EXACT_ANGLE, NULL);
    const int64_t whole = log2_of(hard, angle, &hard->itself);
    hard->cell[ANGLE] = value_text(hard, angle, &hard->itself, count, hard->sign);
    hard->cell[QUARTERS] = mpz_get_str(NULL, 10, quarters);
    struct exact_value *reduced = exact_entries_angle(hard->entries, EXACT_REDUCED, quarters);
    const int64_t left = log2_of(hard, reduced, &hard->itself), lost = whole - left;
    hard->cell[REDUCED] = value_text(hard, reduced, &hard->itself, count, hard->sign);
    hard->cell[LOST] = text_format("%" PRId64, lost);
    hard->cell[FLOAT] = left_text(hard, FLOAT_BITS - lost);
    hard->cell[DOUBLE] = left_text(hard, DOUBLE_BITS - lost);
    hard->cell[NEEDED] =
        text_format("%" PRId64, whole - element_ulp(hard->table->type, hard->entry.bits) + 1);
    mpz_clear(quarters);
}

/* Adds the cells that were made, and takes them. */
static void add_cells(struct hard_show *hard, struct sheet *sheet, const int *shown, size_t count) {
    for (size_t k = 0; k < count; k++) {
        char **cell = &hard->cell[shown[k]];
        sheet_cell(sheet, *cell ? *cell : text_format("%s", ""));
        *cell = NULL;
    }
}

static void choose(const struct hard_show *hard, const int *shown, size_t count,
                   struct sheet_column *columns) {
    for (size_t k = 0; k < count; k++)
        columns[k] = shown[k] == ELEMENT ? show_element_column(hard->table->type) : cells[shown[k]];
}

static void for_people(struct hard_show *hard, const struct hardest *found) {
    struct sheet_column columns[CELLS];
    struct file *out = hard->show->out;
    choose(hard, of_midpoints, MIDPOINT_CELLS, columns);
    file_print(
        out,
        "The entries that are hardest to round: nearest to midpoints between numbers of %s.\n"
        "distance: from the midpoint, in %s; needed: bits of the entry that tell them apart.\n"
        "A number that is in several columns or rows is listed once.\n\n",
        hard->table->type->name, hard->table->type->fixed ? "units" : "ulps");
    struct sheet *sheet = sheet_new(out, columns, MIDPOINT_CELLS, false);
    for (size_t k = 0; k < found->nearest.count; k++) {
        go_to(hard, &found->nearest.list[k]);
        make_midpoint(hard);
        add_cells(hard, sheet, of_midpoints, MIDPOINT_CELLS);
    }
    sheet_end(sheet);
    if (found->angles.count == 0)
        return;
    choose(hard, of_angles, ANGLE_CELLS, columns);
    file_print(out,
               "\nThe angles that are hardest to reduce: nearest to multiples of pi/2.\n"
               "reduced: angle - quarters * pi/2; lost: bits of the angle that cancel;\n"
               "float, double: how many of their 24 and 53 bits that leaves, or that it fails;\n"
               "needed: bits of the angle for a correct element.\n\n");
    sheet = sheet_new(out, columns, ANGLE_CELLS, false);
    for (size_t k = 0; k < found->angles.count; k++) {
        go_to(hard, &found->angles.list[k]);
        make_angle(hard);
        add_cells(hard, sheet, of_angles, ANGLE_CELLS);
    }
    sheet_end(sheet);
}

static void for_programs(struct hard_show *hard, const struct hardest *found) {
    int all[CELLS];
    for (int k = 0; k < CELLS; k++)
        all[k] = k;
    struct sheet *sheet = sheet_new(hard->show->out, cells, CELLS, true);
    for (size_t k = 0; k < found->nearest.count + found->angles.count; k++) {
        bool midpoint = k < found->nearest.count;
        go_to(hard,
              midpoint ? &found->nearest.list[k] : &found->angles.list[k - found->nearest.count]);
        hard->cell[KIND] = text_format("%s", midpoint ? "midpoint" : "angle");
        (midpoint ? make_midpoint : make_angle)(hard);
        add_cells(hard, sheet, all, CELLS);
    }
    sheet_end(sheet);
}

/* Shows the `count` entries that are nearest to a midpoint of the element type, then those whose angles are nearest to a
 * multiple of pi/2. */
static void show_hardest(const struct show *show, size_t count) {
    const struct table *table = show->resolved.table;
    struct hard_show hard = {.show = show,
                             .table = table,
                             .entries = exact_entries_new(table),
                             .sign = show->csv ? SIGN_NONE : SIGN_BLANK};
    exact_entry_init(&hard.entry);
    affine_init(&hard.itself);
    affine_init(&hard.value);
    exact_entries_factor(table, hard.value.times);
    mpq_inv(hard.value.times, hard.value.times);
    const struct hardest_within within = {show->rows.begin, show->rows.end, show->columns.begin,
                                          show->columns.end};
    struct hardest found = hardest_find(table, hard.entries, &within, count);
    show_check(show, found.error);
    (show->csv ? for_programs : for_people)(&hard, &found);
    free(found.nearest.list);
    free(found.angles.list);
    affine_clear(&hard.itself);
    affine_clear(&hard.value);
    exact_entry_clear(&hard.entry);
    exact_entries_free(hard.entries);
}

enum { DIGITS_DEFAULT = 20, DIGITS_MOST = 1000000, ERROR_DIGITS = 4 };

static const struct sheet_column columns[] = {
    {"row", "row", true},      {"position", "position", true}, {"column", "column", true},
    {"entry", "entry", false}, {" decimal", "decimal", false}, {NULL, "element", false},
    {"bits", "bits", false},   {NULL, "error", false},         {"", "note", false}};
enum { COLUMN_COUNT = sizeof columns / sizeof *columns, SHOW_ENTRIES_ELEMENT = 5, ERROR = 7 };

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
static void show_entries_add_cells(struct sheet *sheet, const struct questions *ask, char *decimal,
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
    show_entries_add_cells(sheet, ask, decimal, error);
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
    own[SHOW_ENTRIES_ELEMENT] = show_element_column(table->type);
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
