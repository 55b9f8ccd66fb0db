#include "cli/show_hardest.h"
#include "base/die.h"
#include "cli/sheet.h"
#include "cli/show_text.h"
#include "element/element_value.h"
#include "engine/hard_measures.h"
#include "engine/hardest.h"

#include <inttypes.h>
#include <stdlib.h>

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

void show_hardest(const struct show *show, size_t count) {
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
