/* SPDX-License-Identifier: MIT */
#include "table/positions.h"
#include "base/integer.h"
#include "exact/frequency.h"
#include "words/choice.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- sets of rows */

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

/* Reads a row number. Returns where it ends, or NULL if there is none. */
static const char *read_row(const char *at, uint64_t *row) {
    const size_t digits = strspn(at, "0123456789");
    *row = strtoull(at, NULL, 10);
    return digits > 0 && digits <= 15 ? at + digits : NULL;
}

const char *row_range_next(const char *at, uint64_t *first, uint64_t *last) {
    at = read_row(at, first);
    *last = *first;
    if (at && *at == '-')
        at = read_row(at + 1, last);
    return at && *first <= *last && (!*at || *at == ',') ? at + (*at == ',') : NULL;
}

static void put_rows(const struct row_set *rows, struct text *text) {
    enum { LONG = 8 };
    for (size_t k = 0, end; k < rows->count; k = end) {
        for (end = k + 1; end < rows->count && rows->row[end] == rows->row[end - 1] + 1;)
            end++;
        if (end - k > LONG)
            text_put(text, "%s%" PRIu64 "-%" PRIu64, k > 0 ? "," : "", rows->row[k],
                     rows->row[end - 1]);
        for (; end - k <= LONG && k < end; k++)
            text_put(text, "%s%" PRIu64, k > 0 ? "," : "", rows->row[k]);
    }
}

void row_set_parse(struct row_set *rows, struct value *value, uint64_t max_len) {
    enum { MOST = 1 << 20 };
    uint64_t first, last;
    rows->count = 0;
    if (value_is_default(value))
        return;
    for (const char *at = value->text;
         !value->wrong && (at == value->text || *at || at[-1] == ',');) {
        at = row_range_next(at, &first, &last);
        if (!at)
            value_refuse(value, " is not a list of row numbers");
        else if (last >= max_len)
            value_refuse(value, ": the table has no row %" PRIu64, last);
        else if (last - first >= MOST - rows->count)
            value_refuse(value, " has more than 2^20 rows");
        for (uint64_t row = first; row <= last && !value->wrong; row++)
            row_set_add(rows, row);
    }
    row_set_sort(rows);
    for (size_t k = 1; k < rows->count; k++)
        if (rows->row[k] == rows->row[k - 1])
            value_refuse(value, " names row %" PRIu64 " twice", rows->row[k]);
    put_rows(rows, &value->canonical);
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

/* --- lists */

void position_list_free(struct position_list *list) {
    for (size_t k = 0; k < list->larges; k++)
        number_clear(&list->large[k]);
    free(list->position);
    free(list->large);
    *list = (struct position_list){.count = 0};
}

void position_list_add_ratio(struct position_list *list, struct ratio p) {
    list->position = die_grow(list->position, list->count, sizeof *list->position);
    list->position[list->count++] = p;
}

void position_list_add(struct position_list *list, const struct number *p) {
    struct ratio ratio;
    if (!ratio_of(&ratio, p)) {
        ratio = (struct ratio){(int32_t)list->larges, 0};
        list->large = die_grow(list->large, list->larges, sizeof *list->large);
        number_init(&list->large[list->larges]);
        number_set(&list->large[list->larges++], p);
    }
    position_list_add_ratio(list, ratio);
}

void position_list_at(const struct position_list *list, uint64_t k, struct number *p) {
    const struct ratio ratio = list->position[k];
    if (ratio.under == 0) {
        number_set(p, &list->large[ratio.over]);
        return;
    }
    rational_set(p->rational, ratio.over, ratio.under);
    mpq_set_ui(p->pi, 0, 1);
}

/* Are the steps of a list of ratios equal? They are counted in units of 1/common, and fit in 64 bits. */
static bool ratio_steps(const struct position_list *list, int64_t common) {
    int64_t before = 0, step = 0;
    for (size_t k = 0; k < list->count; k++) {
        const struct ratio p = list->position[k];
        if (common % p.under != 0)
            return false;
        int64_t here = p.over * (common / p.under);
        if (k > 1 && here - before != step)
            return false;
        step = here - before;
        before = here;
    }
    return true;
}

bool position_list_steps(const struct position_list *list, struct number *first,
                         struct number *step) {
    const size_t second = list->count > 1;
    /* A list isn't empty: NOLINTNEXTLINE(*-core.NullDereference) */
    const int64_t common = (int64_t)list->position[0].under * list->position[second].under;
    position_list_at(list, 0, first);
    position_list_at(list, second, step);
    number_subtract(step, step, first);
    if (list->larges == 0 && common <= RATIO_MOST)
        return ratio_steps(list, common);
    struct number here, there;
    number_init(&here);
    number_init(&there);
    bool same = true;
    for (size_t k = 2; k < list->count && same; k++) {
        position_list_at(list, k, &here);
        number_walk(&there, first, step, k);
        same = mpq_equal(here.rational, there.rational) && mpq_equal(here.pi, there.pi);
    }
    number_clear(&here);
    number_clear(&there);
    return same;
}

/* --- distinct positions */

struct item {
    const struct position_list *list;
    size_t k; /* its place in the list */
};

static int compare_large(const struct item *x, const struct item *y) {
    struct number p, q;
    number_init(&p);
    number_init(&q);
    position_list_at(x->list, x->k, &p);
    position_list_at(y->list, y->k, &q);
    int order = real_compare(&p, &q);
    number_clear(&p);
    number_clear(&q);
    return order;
}

static int by_value(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    const struct ratio p = x->list->position[x->k], q = y->list->position[y->k];
    if (p.under == 0 || q.under == 0)
        return compare_large(x, y);
    int64_t left = (int64_t)p.over * q.under, right = (int64_t)q.over * p.under;
    return (left > right) - (left < right);
}

struct position_list position_list_distinct(const struct position_list *list, uint32_t index[]) {
    struct position_list distinct = {.count = 0};
    struct item *items = die_malloc(list->count * sizeof *items);
    struct number p;
    number_init(&p);
    for (size_t k = 0; k < list->count; k++)
        items[k] = (struct item){list, k};
    qsort(items, list->count, sizeof *items, by_value);
    for (size_t n = 0; n < list->count; n++) {
        if (n == 0 || by_value(&items[n], &items[n - 1]) != 0) {
            position_list_at(list, items[n].k, &p);
            position_list_add(&distinct, &p);
        }
        index[items[n].k] = (uint32_t)distinct.count - 1;
    }
    number_clear(&p);
    free(items);
    return distinct;
}

/* --- files of positions */

/* Adds the number that a text is. Returns what is wrong with it, or NULL. Most are short. */
static char *add(struct position_list *list, const char *text) {
    struct ratio ratio;
    struct number p;
    if (ratio_parse(&ratio, text)) {
        position_list_add_ratio(list, ratio);
        return NULL;
    }
    number_init(&p);
    const char *what = expression_parse(&p, text, NULL);
    if (!what)
        position_list_add(list, &p);
    number_clear(&p);
    return what ? text_format("'%.60s' %s", text, what) : NULL;
}

/* As sines of floats see it, -0 is another number than 0. */
static void note_minus_zero(struct positions *positions, const char *text) {
    struct number p;
    number_init(&p);
    if (!expression_parse(&p, text, NULL) && mpq_sgn(p.rational) == 0 && mpq_sgn(p.pi) == 0)
        row_set_add(&positions->minus_zeros, positions->list->count);
    number_clear(&p);
}

static char *read_line(void *context, char *line) {
    struct positions *positions = context;
    char *wrong = NULL;
    int count = 0;
    if (*line == '-' && positions->columns == 1)
        note_minus_zero(positions, line);
    for (char *at = line; *at; count++) {
        char *end = at + strcspn(at, " \t"), blank = *end;
        *end = 0;
        if (count < positions->columns && !wrong)
            wrong = add(&positions->list[count], at);
        *end = blank;
        at = end + strspn(end, " \t");
    }
    if (count != positions->columns) { /* says more than what is wrong with one of them */
        free(wrong);
        wrong = text_format("'%.60s' has %d number%s, and a row needs %d", line, count,
                            count > 1 ? "s" : "", positions->columns);
    }
    return wrong;
}

struct fault *positions_read(struct positions *positions, const char *path, struct text *content,
                             size_t most) {
    return number_lines_read(path, content, most, read_line, positions);
}

/* --- positions */

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
        position_list_free(&positions->list[axis]);
        free(positions->point[axis]);
    }
    number_clear(&positions->low);
    number_clear(&positions->high);
    row_set_free(&positions->minus_zeros);
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
        struct position_list *list = &positions->list[axis];
        if (grid->axes > 0) {
            positions->point[axis] = die_malloc(list->count * sizeof *positions->point[axis]);
            const struct position_list points =
                position_list_distinct(list, positions->point[axis]);
            position_list_free(list);
            *list = points;
            grid->size[axis] = points.count;
        }
        take_list(list, &positions->first[axis], &positions->step[axis]);
    }
}

/* A number of equal steps, clamped, then made absolute or rounded down */
static void change(const struct positions *positions, struct number *p) {
    if (positions->has_low && real_compare(p, &positions->low) < 0)
        number_set(p, &positions->low);
    if (positions->has_high && real_compare(p, &positions->high) > 0)
        number_set(p, &positions->high);
    if (positions->kind == POSITIONS_ABSOLUTE && real_sign(p) < 0) {
        mpq_neg(p->rational, p->rational);
        mpq_neg(p->pi, p->pi);
    }
    if (positions->kind == POSITIONS_FLOOR) {
        mpz_fdiv_q(mpq_numref(p->rational), mpq_numref(p->rational), mpq_denref(p->rational));
        mpz_set_ui(mpq_denref(p->rational), 1);
    }
}

static bool has_pi(const struct positions *positions, int axis) {
    return mpq_sgn(positions->first[axis].pi) != 0 || mpq_sgn(positions->step[axis].pi) != 0;
}

void positions_change(struct positions *positions, const struct grid *grid, uint64_t rows,
                      struct faults *faults) {
    enum { MOST = 1 << 20 }; /* of some 0.7 us and 200 bytes each */
    const bool clamped = positions->has_low || positions->has_high,
               floors = positions->kind == POSITIONS_FLOOR;
    struct number p;
    if (floors && grid->axes == 0)
        faults_put(faults, POSITIONS, "positions 'floor' needs a grid");
    if (floors && clamped)
        faults_put(faults, POSITIONS, "positions 'floor' can't be combined with clamp");
    if (!clamped && positions->kind == POSITIONS_SIGNED)
        return;
    number_init(&p);
    for (int axis = 0; axis == 0 || axis < grid->axes; axis++) {
        struct position_list *list = &positions->list[axis];
        const uint64_t count = grid->axes > 0 ? grid->size[axis] : rows;
        if (count > MOST && clamped)
            faults_put(faults, CLAMP, "clamp is for at most 2^20 positions");
        else if (count > MOST)
            faults_put(faults, POSITIONS, "positions '%s' is for at most 2^20 positions",
                       word_choice(&words[POSITIONS], (size_t)positions->kind));
        if (floors && has_pi(positions, axis))
            faults_put(faults, POSITIONS, "positions 'floor': a position has pi");
        for (uint64_t k = 0; k < count && faults->count == 0; k++) {
            number_walk(&p, &positions->first[axis], &positions->step[axis], k);
            change(positions, &p);
            position_list_add(list, &p);
        }
        if (faults->count == 0)
            take_list(list, &positions->first[axis], &positions->step[axis]);
    }
    number_clear(&p);
}

const struct position_list *positions_list(const struct positions *positions) {
    return positions->list->count > 0 ? positions->list : NULL;
}

void positions_at(const struct positions *positions, uint64_t r, struct number *p) {
    if (positions_list(positions)) {
        position_list_at(positions_list(positions), r, p);
        return;
    }
    number_walk(p, &positions->first[0], &positions->step[0], r);
}

bool positions_integer(const struct positions *positions, uint64_t r, int64_t *p) {
    struct ratio first, step;
    if (positions_list(positions) || r > INT32_MAX || !ratio_of(&first, &positions->first[0]) ||
        !ratio_of(&step, &positions->step[0]) || first.under != 1 || step.under != 1)
        return false;
    *p = first.over + (int64_t)r * step.over; /* at most 2^31 + 2^62 */
    return true;
}

struct positions positions_of_axis(const struct positions *whole, int axis) {
    struct positions positions = *whole;
    positions.first[0] = whole->first[axis];
    positions.step[0] = whole->step[axis];
    positions.list[0] = whole->list[axis];
    return positions;
}
