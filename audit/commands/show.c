/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/resolved.h"
#include "commands/commands.h"
#include "compare/hardest.h"
#include "element/element.h"
#include "element/literal.h"
#include "values/exact_entries.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* posenc show: entries of a table as decimals, beside the elements that they become; or the entries that are hardest to
 * compute, as reference vectors. */

enum { DIGITS_DEFAULT = 20, DIGITS_MOST = 1000000, HARDEST_MOST = 1000000 };
enum { DIGITS_MORE = 4, ANGLE_DIGITS = 12, MEASURE_DIGITS = 4, FLOAT_BITS = 24, DOUBLE_BITS = 53 };

enum { LINES = 512, BYTES = 1 << 20 }; /* that are held at most; a last line may exceed BYTES */

/* All columns. */
enum cell {
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
    ALL_BITS,
    ERROR,
    NOTE,
    CELLS
};

/* The sheets that have a column: entries; midpoints and angles for people; both of these together for programs. */
enum sheet { ENTRIES = 1, MIDPOINTS = 2, ANGLES = 4, BOTH = 8, HARD = MIDPOINTS | ANGLES | BOTH };

enum side { LEFT, RIGHT, DECIMALS }; /* decimals begin with a sign or, for people, a blank */

static const struct column {
    const char *name; /* in CSV, and for people except in two cases */
    enum side side;
    unsigned sheets;
} cells[CELLS] = {[KIND] = {"kind", LEFT, BOTH},
                  [ROW] = {"row", RIGHT, ENTRIES | HARD},
                  [POSITION] = {"position", RIGHT, ENTRIES | HARD},
                  [COLUMN] = {"column", RIGHT, ENTRIES | HARD},
                  [ENTRY] = {"entry", LEFT, ENTRIES | HARD},
                  [DECIMAL] = {"decimal", DECIMALS, ENTRIES | MIDPOINTS | BOTH},
                  [MIDPOINT] = {"midpoint", DECIMALS, MIDPOINTS | BOTH},
                  [DISTANCE] = {"distance", LEFT, MIDPOINTS | BOTH},
                  [ANGLE] = {"angle", DECIMALS, ANGLES | BOTH},
                  [QUARTERS] = {"quarters", RIGHT, ANGLES | BOTH},
                  [REDUCED] = {"reduced", DECIMALS, ANGLES | BOTH},
                  [LOST] = {"lost", RIGHT, ANGLES | BOTH},
                  [FLOAT] = {"float", RIGHT, ANGLES | BOTH},
                  [DOUBLE] = {"double", RIGHT, ANGLES | BOTH},
                  [NEEDED] = {"needed", RIGHT, HARD},
                  [ELEMENT] = {"element", DECIMALS, ENTRIES | HARD},
                  [ALL_BITS] = {"bits", LEFT, ENTRIES | HARD},
                  [ERROR] = {"error", LEFT, ENTRIES},
                  [NOTE] = {"note", LEFT, ENTRIES}};

/* The state of one posenc show: its table, which entries, and the present one. */
struct show {
    struct resolved resolved;
    const struct table *table;
    struct range rows, columns;
    size_t digits; /* 0: not given */
    bool csv;
    struct file *out;
    char **spelled; /* the positions as their file has them; NULL without a file, and on a grid */
    size_t spelled_count;

    struct exact_entries *entries;
    struct exact_entry entry;
    struct affine itself, value; /* value: without the type's factor */

    char *cell[CELLS]; /* of the entry; NULL: empty */

    /* The sheet: its columns, and the cells of some lines at a time, so that memory doesn't grow with the number of
     * lines. */
    enum cell shown[CELLS];
    size_t column_count, width[CELLS];
    char *held[(LINES + 1) * CELLS];
    size_t held_count, held_bytes;
};

/* Ends the program with the engine's error, unless it is of kind ENGINE_FINE. */
static void show_check(const struct show *show, struct engine_error error) {
    die_if(DIE_JOB, resolved_message(&show->resolved, error));
}

/* --- texts, which the caller frees */

/* What precedes a number that isn't negative: nothing in CSV; for people, a blank or a plus. */
enum sign { SIGN_BLANK, SIGN_PLUS };

/* Appends digits with the point after `whole` of them, which may be none, or more than there are. The conversion %.*d
 * of 0 prints as many zeros as its precision. */
static void add_with_point(struct text *text, const char *digits, int whole) {
    const int length = (int)strlen(digits), before = whole < length ? whole : length;
    if (whole <= 0)
        text_put(text, "0.%.*d%s", -whole, 0, digits);
    else
        text_put(text, "%.*s%.*d%s%s", before, digits, whole - before, 0, whole < length ? "." : "",
                 digits + before);
}

/* Digits in the form of printf's %g: with an exponent below 1e-4, and from 10^count on. */
static char *digits_text(const struct show *show, const struct exact_digits *digits, size_t count,
                         enum sign sign) {
    struct text text = {NULL, 0, 0};
    const int64_t power = digits->exponent - 1;
    const bool zero = !*digits->digits, plain = power >= -4 && power < (int64_t)count;
    if (digits->negative && !zero)
        text_print(&text, "-");
    else if (!show->csv && (sign == SIGN_BLANK || !zero))
        text_print(&text, sign == SIGN_BLANK ? " " : "+");
    if (zero)
        text_print(&text, "0");
    else
        add_with_point(&text, digits->digits, plain ? (int)digits->exponent : 1);
    if (!zero && !plain)
        text_put(&text, "e%c%02lld", power < 0 ? '-' : '+', llabs(power));
    return text_string(&text);
}

/* "sin p*w3", of a grid "sin x*w3", "w3", "zero". */
static char *function_text(const struct table *table, const struct exact_entry *entry) {
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

/* The exact position that the entry depends on; "" if there is none. One of a file is shown as it stands there: as an exact
 * number, that of a double may have hundreds of digits. */
static char *position_text(const struct show *show) {
    const enum function function = show->entry.function;
    bool has = function == CHANNEL_SINE || function == CHANNEL_COSINE;
    if (has && show->spelled)
        return text_format(
            "%s", show->spelled[show->table->channel_major ? show->entry.column : show->entry.row]);
    return has ? number_text(exact_entries_position(show->entries)) : text_format("%s", "");
}

/* Makes a double of a 16-bit float. The shortest decimal of the float may be half an ulp away from it, and would be
 * useless for checking the error. */
static bool is_half(const struct element *type, uint64_t bits, uint64_t *as_double) {
    if (type->fixed || type->bytes != sizeof(uint16_t))
        return false;
    int exponent;
    double value = (double)element_significand(type, bits, &exponent);
    value = ldexp(bits & element_sign(type) ? -value : value, exponent);
    memcpy(as_double, &value, sizeof value);
    return true;
}

/* The element as an integer or as a decimal that reads back as the same number (for 16-bit floats: as the same double),
 * and its bits. For people, a blank precedes decimals without a sign, and also the name of their column. */
static char *decimal_text(const struct element *type, uint64_t bits, bool csv) {
    char text[LITERAL_MAX];
    uint64_t as_double;
    if (is_half(type, bits, &as_double))
        element_literal(&elements[TYPE_F64], LITERAL_SHORTEST, as_double, text);
    else
        element_literal(type, LITERAL_SHORTEST, bits, text);
    return text_format("%s%s", !csv && !type->fixed && *text != '-' ? " " : "", text);
}

static char *bits_text(const struct element *type, uint64_t bits) {
    char text[LITERAL_MAX];
    element_literal(type, LITERAL_BITS, bits, text);
    return text_format("0x%s", text);
}

/* --- an entry */

/* Goes to an entry, and makes the cells that all sheets have. */
static void go_to(struct show *show, uint64_t array, uint64_t row, uint64_t column) {
    struct exact_entry *entry = &show->entry;
    entry->array = array;
    entry->row = row;
    entry->column = column;
    show_check(show, exact_entries_at(show->entries, entry));
    show->cell[ROW] = text_format("%" PRIu64, row);
    show->cell[POSITION] = position_text(show);
    show->cell[COLUMN] = text_format("%" PRIu64, column);
    show->cell[ENTRY] = function_text(show->table, entry);
    show->cell[ELEMENT] = decimal_text(show->table->type, entry->bits, show->csv);
    show->cell[ALL_BITS] = bits_text(show->table->type, entry->bits);
}

/* Dies if an answer is undecided. */
static void expect(const struct show *show, bool decided) {
    if (!decided)
        show_check(show, exact_entries_undecided(show->entries));
}

/* times * y + plus with `count` digits. */
static char *value_text(const struct show *show, struct exact_value *value,
                        const struct affine *affine, size_t count, enum sign sign) {
    struct exact_digits digits;
    expect(show, exact_value_digits(value, affine, count, &digits));
    char *text = digits_text(show, &digits, count, sign);
    exact_digits_clear(&digits);
    return text;
}

static int64_t log2_of(const struct show *show, struct exact_value *value,
                       const struct affine *affine) {
    int64_t log2 = 0;
    expect(show, exact_value_log2(value, affine, &log2));
    return log2;
}

/* How many decimal digits distinguish two numbers whose first `bits` bits are the same. */
static size_t digits_for(const struct show *show, int64_t bits) {
    const int64_t digits = (int64_t)((double)bits * 0.30103) + DIGITS_MORE;
    return show->digits ? show->digits : (size_t)(digits > 0 ? digits : 1);
}

/* The value and the midpoint, with as many digits as tell them apart. */
static void make_midpoint(struct show *show) {
    struct exact_value *value = exact_entries_value(show->entries);
    struct affine distance;
    struct exact_digits digits;
    mpq_t midpoint;
    long unit;
    mpq_init(midpoint);
    affine_init(&distance);
    expect(show, hard_midpoint(show->table->type, value, midpoint, &unit));
    mpq_neg(distance.plus, midpoint);
    const int64_t bits = log2_of(show, value, &show->itself) - log2_of(show, value, &distance) + 1;
    const size_t count = digits_for(show, bits);
    element_shift(distance.plus, -unit);
    element_shift(distance.times, -unit);
    mpq_mul(midpoint, midpoint, show->value.times);
    exact_digits_of(midpoint, count, &digits);
    show->cell[DECIMAL] = value_text(show, value, &show->value, count, SIGN_BLANK);
    show->cell[MIDPOINT] = digits_text(show, &digits, count, SIGN_BLANK);
    show->cell[DISTANCE] = value_text(show, value, &distance, MEASURE_DIGITS, SIGN_PLUS);
    show->cell[NEEDED] = text_format("%" PRId64, bits);
    exact_digits_clear(&digits);
    affine_clear(&distance);
    mpq_clear(midpoint);
}

/* How many bits a reduction leaves; for people, "fails" if it leaves none. */
static char *left_text(const struct show *show, int64_t left) {
    if (left <= 0)
        return text_format("%s", show->csv ? "0" : "fails");
    return text_format("%" PRId64, left);
}

/* The angle, the reduced angle, and how many bits cancel. The angle may be wrong by as much as half an ulp of the
 * element. */
static void make_angle(struct show *show) {
    mpz_t quarters;
    mpz_init(quarters);
    expect(show, hard_quarters(show->entries, quarters));
    const size_t count = show->digits ? show->digits : ANGLE_DIGITS;
    struct exact_value *angle = exact_entries_angle(show->entries, EXACT_ANGLE, NULL);
    const int64_t whole = log2_of(show, angle, &show->itself);
    show->cell[ANGLE] = value_text(show, angle, &show->itself, count, SIGN_BLANK);
    show->cell[QUARTERS] = mpz_get_str(NULL, 10, quarters);
    struct exact_value *reduced = exact_entries_angle(show->entries, EXACT_REDUCED, quarters);
    const int64_t left = log2_of(show, reduced, &show->itself), lost = whole - left;
    show->cell[REDUCED] = value_text(show, reduced, &show->itself, count, SIGN_BLANK);
    show->cell[LOST] = text_format("%" PRId64, lost);
    show->cell[FLOAT] = left_text(show, FLOAT_BITS - lost);
    show->cell[DOUBLE] = left_text(show, DOUBLE_BITS - lost);
    show->cell[NEEDED] =
        text_format("%" PRId64, whole - element_ulp(show->table->type, show->entry.bits) + 1);
    mpz_clear(quarters);
}

/* Is an element at the end of its fixed-point type because it saturated? `error` is the element less the exact value, in
 * units: beyond half a unit, or half a unit from an odd multiple, since ties go to even ones. As a double it is half a unit
 * only if it is exactly that, except in contrived cases. */
static bool is_saturated(const struct element *type, uint64_t bits, struct exact_value *value,
                         const struct affine *error) {
    const int64_t integer = element_integer(type, bits);
    const bool odd = (integer - type->zero_point) % 2 != 0;
    double units = 0;
    if (!type->fixed || (integer != type->lowest && integer != type->highest) ||
        !exact_value_double(value, error, &units))
        return false;
    return odd ? fabs(units) >= 0.5 : fabs(units) > 0.5;
}

/* The value, and the error of its element in ulps. */
static void make_error(struct show *show) {
    const struct element *type = show->table->type;
    const uint64_t bits = show->entry.bits;
    const int ulp = element_ulp(type, bits);
    struct exact_value *value = exact_entries_value(show->entries);
    struct affine error;
    affine_init(&error);
    element_value(type, bits, error.plus);
    element_shift(error.plus, -ulp);
    mpq_set_si(error.times, -1, 1);
    element_shift(error.times, -ulp);
    show->cell[DECIMAL] = value_text(show, value, &show->value, show->digits, SIGN_BLANK);
    show->cell[ERROR] = value_text(show, value, &error, MEASURE_DIGITS, SIGN_PLUS);
    if (is_saturated(type, bits, value, &error))
        show->cell[NOTE] = text_format("saturated");
    affine_clear(&error);
}

/* --- sheets: aligned columns for people, or CSV */

/* Elements of fixed-point types are integers. */
static enum side side_of(const struct show *show, enum cell cell) {
    return cell == ELEMENT && show->table->type->fixed ? RIGHT : cells[cell].side;
}

/* Blanks precede a text on the right side, and follow one on the left side unless it ends the line. */
static void print_aligned(const struct show *show, char *const line[]) {
    size_t last = show->column_count, blanks = 0;
    while (last > 1 && !*line[last - 1])
        last--;
    for (size_t k = 0; k < last; k++) {
        size_t length = strlen(line[k]), room = show->width[k] - length;
        bool right = side_of(show, show->shown[k]) == RIGHT;
        file_print(show->out, "%*s", (int)(blanks + (right ? room : 0)), "");
        file_write(show->out, line[k], length);
        blanks = 2 + (right ? 0 : room);
    }
    file_print(show->out, "\n");
}

static void print_csv(const struct show *show, char *const line[]) {
    for (size_t k = 0; k < show->column_count; k++) {
        file_write(show->out, line[k], strlen(line[k]));
        file_write(show->out, k + 1 < show->column_count ? "," : "\n", 1);
    }
}

/* Prints the lines that are held. */
static void print_lines(struct show *show) {
    for (size_t k = 0; k < show->held_count; k += show->column_count)
        (show->csv ? print_csv : print_aligned)(show, show->held + k);
    for (size_t k = 0; k < show->held_count; k++)
        free(show->held[k]);
    show->held_count = show->held_bytes = 0;
}

/* Holds a cell. Columns are as wide as the widest cell so far. */
static void hold(struct show *show, size_t column, char *cell) {
    size_t length = strlen(cell), *width = &show->width[column];
    *width = length > *width ? length : *width;
    show->held[show->held_count++] = cell;
    show->held_bytes += length;
}

/* Adds a line of the cells that were made, and takes them. */
static void add_line(struct show *show) {
    for (size_t k = 0; k < show->column_count; k++) {
        char **cell = &show->cell[show->shown[k]];
        hold(show, k, *cell ? *cell : text_format("%s", ""));
        *cell = NULL;
    }
    if (show->held_count >= LINES * show->column_count || show->held_bytes >= BYTES)
        print_lines(show);
}

static char *title_of(const struct show *show, enum cell cell) {
    if (!show->csv && cell == ERROR)
        return text_format("error in %s", show->table->type->fixed ? "units" : "ulps");
    if (!show->csv && cell == NOTE)
        return text_format("%s", "");
    bool blank = !show->csv && side_of(show, cell) == DECIMALS;
    return text_format("%s%s", blank ? " " : "", cells[cell].name);
}

static void begin_sheet(struct show *show, enum sheet sheet) {
    show->column_count = 0;
    memset(show->width, 0, sizeof show->width);
    for (enum cell cell = KIND; cell < CELLS; cell++)
        if (cells[cell].sheets & sheet) {
            show->shown[show->column_count] = cell;
            hold(show, show->column_count++, title_of(show, cell));
        }
}

/* Adds lines of hard entries. */
static void add_hardest(struct show *show, const struct hard_list *found, const char *kind,
                        void (*make)(struct show *)) {
    for (size_t k = 0; k < found->count; k++) {
        const struct hard_entry *entry = &found->entry[k];
        go_to(show, entry->array, entry->row, entry->column);
        make(show);
        show->cell[KIND] = show->csv ? text_format("%s", kind) : NULL;
        add_line(show);
    }
}

/* Shows the `count` entries that are nearest to a midpoint of the element type, then those whose angles are nearest to a
 * multiple of pi/2. */
static void show_hardest(struct show *show, size_t count) {
    struct hardest found =
        hardest_find(show->table, show->entries, show->rows, show->columns, count);
    show_check(show, found.error);
    if (!show->csv)
        file_print(
            show->out,
            "The entries that are hardest to round: nearest to midpoints between numbers of %s.\n"
            "distance: from the midpoint, in %s; needed: bits of the entry that tell them apart.\n"
            "A number that is in several columns or rows is listed once.\n\n",
            show->table->type->name, show->table->type->fixed ? "units" : "ulps");
    begin_sheet(show, show->csv ? BOTH : MIDPOINTS);
    add_hardest(show, &found.nearest, "midpoint", make_midpoint);
    if (!show->csv && found.angles.count > 0) {
        print_lines(show);
        file_print(show->out,
                   "\nThe angles that are hardest to reduce: nearest to multiples of pi/2.\n"
                   "reduced: angle - quarters * pi/2; lost: bits of the angle that cancel;\n"
                   "float, double: how many of their 24 and 53 bits are left, or 'fails';\n"
                   "needed: bits of the angle for a correct element.\n\n");
        begin_sheet(show, ANGLES);
    }
    add_hardest(show, &found.angles, "angle", make_angle);
    print_lines(show);
    free(found.nearest.entry);
    free(found.angles.entry);
}

/* Shows the entries. With component cos,sin, that of each array. */
static void show_all(struct show *show) {
    begin_sheet(show, ENTRIES);
    for (uint64_t row = show->rows.begin; row < show->rows.end; row++)
        for (uint64_t j = show->columns.begin; j < show->columns.end; j++)
            for (uint64_t array = 0; array < show->table->arrays; array++) {
                go_to(show, array, row, j);
                make_error(show);
                add_line(show);
            }
    print_lines(show);
}

/* --- the command */

static char *keep_position(void *context, char *line) {
    struct show *show = context;
    show->spelled = die_grow(show->spelled, show->spelled_count, sizeof *show->spelled);
    show->spelled[show->spelled_count++] = text_format("%s", line);
    return NULL;
}

/* Reads the file of positions again, whose numbers are known to be right. */
static void keep_positions(struct show *show) {
    const char *path = show->resolved.request.file[POSITIONS_FILE].path;
    struct text text = {NULL, 0, 0};
    if (!show->table->positions.listed || show->table->grid.axes > 0)
        return;
    die_if(DIE_REQUEST, file_read(path, SIZE_MAX, &text));
    number_lines_read(path, &text, (size_t)show->table->max_len, keep_position, show);
    if (show->spelled_count < show->table->max_len)
        die(DIE_REQUEST, "%s: has changed", path);
}

/* The option's whole number within [1, most]. */
static size_t number_of(const char *option, const char *text, uint64_t most) {
    const uint64_t value = option_number(option, text);
    if (value < 1 || value > most)
        die(DIE_REQUEST, "%s '%.60s' is not within 1 to %" PRIu64, option, text, most);
    return (size_t)value;
}

/* The option's range, or the first `most` of `count`. */
static struct range range_of(const struct options *options, enum run_option option, uint64_t count,
                             uint64_t most) {
    const char *text = options->given[option];
    return text ? option_range(option_name((int)option), text, count)
                : (struct range){0, count < most ? count : most};
}

/* How many rows and columns to show by default; only the first row if all rows are alike. */
static struct range first_of(const struct table *table) {
    if (!table_is_constant(table))
        return (struct range){8, 6};
    return table->channel_major ? (struct range){64, 1} : (struct range){1, 64};
}

int show_run(char *const operands[], const struct options *options) {
    (void)operands;
    const char *digits = options->given[DIGITS], *hardest = options->given[HARDEST];
    struct show *show = die_malloc(sizeof *show);
    *show = (struct show){.csv = options->given[CSV] != NULL};
    resolve_or_die(&show->resolved, options->given);
    const struct table *table = show->table = show->resolved.table;
    const struct range most = hardest ? (struct range){UINT64_MAX, UINT64_MAX} : first_of(table);
    show->rows = range_of(options, ROWS, table->rows, most.begin);
    show->columns = range_of(options, COLUMNS, table->columns, most.end);
    show->digits = digits ? number_of("digits", digits, DIGITS_MOST) : hardest ? 0 : DIGITS_DEFAULT;
    const size_t count = hardest ? number_of("hardest", hardest, HARDEST_MOST) : 0;
    show->out = file_create("-");
    keep_positions(show);
    show->entries = exact_entries_new(table);
    affine_init(&show->itself);
    affine_init(&show->value);
    table_factor(table, show->value.times);
    mpq_inv(show->value.times, show->value.times);
    if (count > 0)
        show_hardest(show, count);
    else
        show_all(show);
    file_commit(&show->out, 1);
    affine_clear(&show->itself);
    affine_clear(&show->value);
    exact_entries_free(show->entries);
    for (size_t k = 0; k < show->spelled_count; k++)
        free(show->spelled[k]);
    free(show->spelled);
    resolved_free(&show->resolved);
    free(show);
    return 0;
}
