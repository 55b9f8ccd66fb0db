#include "table/positions.h"
#include "base/die.h"
#include "base/integer.h"
#include "base/text.h"
#include "exact/frequency.h"
#include "words/choice.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void row_set_free(struct row_set *rows) {
    free(rows->row);
}

void row_set_add(struct row_set *rows, uint64_t row) {
    rows->row = die_grow(rows->row, rows->count, sizeof *rows->row);
    rows->row[rows->count++] = row;
}

static int rising(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void row_set_sort(struct row_set *rows) {
    if (rows->count > 0)
        qsort(rows->row, rows->count, sizeof *rows->row, rising);
}

void row_set_parse(struct row_set *rows, struct value *value, uint64_t max_len) {
    enum { MOST = 1 << 20 };
    rows->count = 0;
    for (const char *at = value->text; !value_is_default(value) && !value->wrong; at++) {
        size_t digits = strspn(at, "0123456789");
        if (digits == 0 || digits > 15 || (at[digits] && at[digits] != ',')) {
            value_refuse(value, " is not a list of row numbers");
            break;
        }
        uint64_t row = strtoull(at, NULL, 10);
        if (row >= max_len)
            value_refuse(value, ": the table has no row %" PRIu64, row);
        if (rows->count == MOST)
            value_refuse(value, " has more than 2^20 rows");
        row_set_add(rows, row);
        at += digits;
        if (!*at)
            break;
    }
    row_set_sort(rows);
    for (size_t k = 0; k < rows->count; k++) {
        if (k > 0 && rows->row[k] == rows->row[k - 1])
            value_refuse(value, " names row %" PRIu64 " twice", rows->row[k]);
        text_put(&value->canonical, "%s%" PRIu64, k > 0 ? "," : "", rows->row[k]);
    }
}

size_t row_set_below(const struct row_set *rows, uint64_t r) {
    size_t low = 0, high = rows->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rows->row[middle] < r)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool row_set_have(const struct row_set *rows, uint64_t r) {
    size_t k = row_set_below(rows, r);
    return k < rows->count && rows->row[k] == r;
}

bool row_set_share(const struct row_set *rows, const struct row_set *other, uint64_t *row) {
    for (size_t k = 0; k < rows->count; k++)
        if (row_set_have(other, *row = rows->row[k]))
            return true;
    return false;
}

void positions_init(struct positions *positions) {
    memset(positions, 0, sizeof *positions);
    for (int axis = 0; axis < GRID_AXES; axis++) {
        number_init(&positions->first[axis]);
        number_init(&positions->step[axis]);
    }
    number_init(&positions->low);
    number_init(&positions->high);
}

void positions_clear(struct positions *positions) {
    for (int axis = 0; axis < GRID_AXES; axis++) {
        number_clear(&positions->first[axis]);
        number_clear(&positions->step[axis]);
    }
    number_clear(&positions->low);
    number_clear(&positions->high);
    position_file_free(&positions->file);
}

/* Parses one number of a value. */
static void parse_number(struct number *x, struct value *value, const char *text,
                         const struct sizes *sizes) {
    const char *what = expression_parse(x, text, sizes);
    if (what)
        value_refuse(value, " %s", what);
}

/* Parses one number for all axes, or one for each. One that holds size may differ from axis to axis. */
static void parse_numbers(struct number x[], struct value *value, const struct grid *grid,
                          const struct sizes *sizes) {
    int given = 1, wanted = grid->axes ? grid->axes : 1;
    for (const char *at = value->text; *at; at++)
        given += *at == ',';
    bool equal = given == 1;
    const char *at = value->text;
    for (int axis = 0; axis < wanted && (given == 1 || axis < given) && !value->wrong; axis++) {
        size_t length = strcspn(at, ",");
        char *one = text_format("%.*s", (int)length, at);
        struct sizes own = *sizes;
        if (grid->axes > 0)
            own.axis_size = grid->size[axis];
        parse_number(&x[axis], value, one, &own);
        free(one);
        at += given == 1 ? 0 : length + 1;
        equal = equal && !value->wrong && real_compare(&x[axis], &x[0]) == 0;
    }
    if (given > wanted)
        value_refuse(value, " has more values than the table has axes");
    if (given > 1 && given < wanted)
        value_refuse(value, " has %d values for %d axes", given, wanted);
    for (int axis = 0; axis < (equal ? 1 : wanted) && !value->wrong; axis++) {
        char *one = number_text(&x[axis]);
        text_put(&value->canonical, "%s%s", axis > 0 ? "," : "", one);
        free(one);
    }
}

/* Parses "A:B"; A or B may be empty. */
static void parse_clamp(struct positions *positions, struct value *value,
                        const struct sizes *sizes) {
    struct number *const ends[] = {&positions->low, &positions->high};
    bool *const given[] = {&positions->has_low, &positions->has_high};
    const char *colon = strchr(value->text, ':');
    *given[0] = *given[1] = false;
    if (value_is_default(value))
        return;
    if (!colon || !value->text[1]) {
        value_refuse(value, " is not of the form A:B");
        return;
    }
    for (int k = 0; k < 2 && !value->wrong; k++) {
        char *one = k == 0 ? text_format("%.*s", (int)(colon - value->text), value->text)
                           : text_format("%s", colon + 1);
        *given[k] = *one;
        if (*one)
            parse_number(ends[k], value, one, sizes);
        free(one);
        one = *given[k] && !value->wrong ? number_text(ends[k]) : NULL;
        text_put(&value->canonical, "%s%s", k > 0 ? ":" : "", one ? one : "");
        free(one);
    }
    if (!value->wrong && *given[0] && *given[1] && real_compare(ends[0], ends[1]) > 0)
        value_refuse(value, ": the lower end is above the upper one");
}

void positions_parse(struct positions *positions, struct value *value, const struct grid *grid,
                     const struct sizes *sizes) {
    if (value->word == CLAMP)
        parse_clamp(positions, value, sizes);
    else
        parse_numbers(value->word == FIRST ? positions->first : positions->step, value, grid,
                      sizes);
}

/* Sets p to the clamped position of a row. Returns -1 if the row is below the lower end of clamp, 1 above the upper
 * end, 0 between them. */
static int clamped(const struct positions *positions, uint64_t r, struct number *p) {
    number_walk(p, &positions->first[0], &positions->step[0], r);
    if (positions->has_low && real_compare(p, &positions->low) < 0) {
        number_set(p, &positions->low);
        return -1;
    }
    if (positions->has_high && real_compare(p, &positions->high) > 0) {
        number_set(p, &positions->high);
        return 1;
    }
    return 0;
}

static void take_list(struct position_list *list, struct number *first, struct number *step) {
    if (position_list_steps(list, first, step)) {
        position_list_free(list);
        return;
    }
    number_set_zero(first);
    number_set_zero(step);
    mpq_set_ui(step->rational, 1, 1);
}

void positions_take_file(struct positions *positions, struct grid *grid) {
    for (int axis = 0; axis == 0 || axis < grid->axes; axis++) {
        if (grid->axes > 0)
            grid->size[axis] = position_file_points(&positions->file, axis);
        take_list(&positions->file.list[axis], &positions->first[axis], &positions->step[axis]);
    }
}

char *positions_floor(struct positions *positions, const struct grid *grid) {
    enum { MOST = 1 << 20 };
    struct number p;
    char *wrong = grid->axes == 0 ? text_format("positions 'floor' needs a grid") : NULL;
    if (positions->has_low || positions->has_high)
        wrong = wrong ? wrong : text_format("positions 'floor' can't be combined with clamp");
    number_init(&p);
    for (int axis = 0; axis < grid->axes && !wrong; axis++) {
        struct position_list *list = &positions->file.list[axis];
        if (grid->size[axis] > MOST)
            wrong = text_format("positions 'floor': an axis has more than 2^20 positions");
        for (uint64_t k = 0; k < grid->size[axis] && !wrong; k++) {
            number_walk(&p, &positions->first[axis], &positions->step[axis], k);
            if (mpq_sgn(p.pi) != 0)
                wrong = text_format("positions 'floor': a position has pi");
            mpz_fdiv_q(mpq_numref(p.rational), mpq_numref(p.rational), mpq_denref(p.rational));
            mpz_set_ui(mpq_denref(p.rational), 1);
            if (!wrong && !position_list_add(list, &p))
                wrong = text_format("positions 'floor': too many positions are beyond 2^20");
        }
        if (!wrong)
            take_list(list, &positions->first[axis], &positions->step[axis]);
    }
    number_clear(&p);
    return wrong;
}

const struct position_list *positions_list(const struct positions *positions) {
    return positions->file.list->count > 0 ? positions->file.list : NULL;
}

void positions_at(const struct positions *positions, uint64_t r, struct number *p) {
    if (positions_list(positions)) {
        position_list_at(positions_list(positions), r, p);
        return;
    }
    clamped(positions, r, p);
    if (positions->kind == POSITIONS_ABSOLUTE && real_sign(p) < 0) {
        mpq_neg(p->rational, p->rational);
        mpq_neg(p->pi, p->pi);
    }
}

bool positions_integer(const struct positions *positions, uint64_t r, int64_t *p) {
    struct ratio first, step;
    if (positions_list(positions) || positions->has_low || positions->has_high || r > INT32_MAX ||
        !ratio_of(&first, &positions->first[0]) || !ratio_of(&step, &positions->step[0]) ||
        first.under != 1 || step.under != 1)
        return false;
    *p = first.over + (int64_t)r * step.over; /* at most 2^31 + 2^62 */
    if (positions->kind == POSITIONS_ABSOLUTE && *p < 0)
        *p = -*p;
    return true;
}

/* The words clamp and positions cut the line of positions into parts. Sets *part to the number of the part that a row
 * is in, and returns the direction of positions there. */
static int direction_at(const struct positions *positions, uint64_t r, int *part) {
    struct number p;
    number_init(&p);
    int outside = clamped(positions, r, &p);
    bool mirrored = positions->kind == POSITIONS_ABSOLUTE && real_sign(&p) < 0;
    number_clear(&p);
    *part = 2 * outside + mirrored;
    return outside ? 0 : mirrored ? -1 : 1;
}

/* Before absolute mirrors them, positions are monotonic in r. So each part is one run of rows, and a binary search
 * finds its end. */
size_t positions_segments(const struct positions *positions, uint64_t count,
                          struct segment *segments) {
    if (!positions->has_low && !positions->has_high && positions->kind != POSITIONS_ABSOLUTE) {
        segments[0] = (struct segment){0, count, 1};
        return 1;
    }
    size_t made = 0;
    for (uint64_t begin = 0; begin < count; made++) {
        int part, other;
        int direction = direction_at(positions, begin, &part);
        uint64_t inside = begin, outside = count; /* of the same part */
        while (outside - inside > 1) {
            uint64_t middle = inside + (outside - inside) / 2;
            direction_at(positions, middle, &other);
            if (other == part)
                inside = middle;
            else
                outside = middle;
        }
        segments[made] = (struct segment){begin, outside, direction};
        begin = outside;
    }
    return made;
}

struct positions positions_of_axis(const struct positions *whole, int axis) {
    struct positions positions = *whole;
    positions.first[0] = whole->first[axis];
    positions.step[0] = whole->step[axis];
    positions.file.list[0] = whole->file.list[axis];
    return positions;
}
