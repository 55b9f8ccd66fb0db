#include "table/position_list.h"
#include "base/die.h"
#include "base/integer.h"
#include "exact/expression.h"
#include "exact/frequency.h"
#include "exact/number.h"

#include <stdlib.h>

void position_list_free(struct position_list *list) {
    for (size_t k = 0; k < list->larges; k++)
        number_clear(&list->large[k]);
    free(list->position);
    free(list->large);
    *list = (struct position_list){.count = 0};
}

bool position_list_add_ratio(struct position_list *list, struct ratio p) {
    const size_t k = list->count, wholes = k - list->others;
    if (!position_is_whole(p)) {
        if (list->others == POSITIONS_OTHER)
            return false;
        list->others++;
    } else {
        if (wholes == 0 || p.over < list->least) {
            list->least = p.over;
            list->least_at = k;
        }
        list->most = wholes == 0 || p.over > list->most ? p.over : list->most;
    }
    list->position = die_grow(list->position, k, sizeof *list->position);
    list->position[list->count++] = p;
    return true;
}

bool position_list_add(struct position_list *list, const struct number *p) {
    struct ratio ratio;
    const bool large = !ratio_of(&ratio, p);
    if (large)
        ratio = (struct ratio){(int32_t)list->larges, 0};
    if (!position_list_add_ratio(list, ratio))
        return false;
    if (large) {
        list->large = die_grow(list->large, list->larges, sizeof *list->large);
        number_init(&list->large[list->larges]);
        number_set(&list->large[list->larges++], p);
    }
    return true;
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

static int rising(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    const struct ratio p = x->list->position[x->k], q = y->list->position[y->k];
    if (p.under == 0 || q.under == 0)
        return compare_large(x, y);
    int64_t left = (int64_t)p.over * q.under, right = (int64_t)q.over * p.under;
    return (left > right) - (left < right);
}

/* If all positions are whole, marking them in a table of integers is faster than sorting. */
static struct position_list distinct_wholes(const struct position_list *list, uint32_t index[]) {
    struct position_list distinct = {.count = 0};
    size_t range = (size_t)(list->most - list->least) + 1;
    uint32_t *number = die_malloc(range * sizeof *number);
    for (size_t k = 0; k < range; k++)
        number[k] = UINT32_MAX;
    for (size_t k = 0; k < list->count; k++)
        number[list->position[k].over - list->least] = 0;
    for (size_t k = 0; k < range; k++)
        if (number[k] == 0) {
            number[k] = (uint32_t)distinct.count;
            position_list_add_ratio(&distinct, (struct ratio){list->least + (int32_t)k, 1});
        }
    for (size_t k = 0; k < list->count; k++)
        index[k] = number[list->position[k].over - list->least];
    free(number);
    return distinct;
}

struct position_list position_list_distinct(const struct position_list *list, uint32_t index[]) {
    if (list->others == 0)
        return distinct_wholes(list, index);
    struct position_list distinct = {.count = 0};
    struct item *items = die_malloc(list->count * sizeof *items);
    struct number p;
    number_init(&p);
    for (size_t k = 0; k < list->count; k++)
        items[k] = (struct item){list, k};
    qsort(items, list->count, sizeof *items, rising);
    for (size_t n = 0; n < list->count; n++) {
        if (n == 0 || rising(&items[n], &items[n - 1]) != 0) {
            position_list_at(list, items[n].k, &p);
            position_list_add(&distinct, &p);
        }
        index[items[n].k] = (uint32_t)distinct.count - 1;
    }
    number_clear(&p);
    free(items);
    return distinct;
}

void position_file_free(struct position_file *file) {
    for (int axis = 0; axis < GRID_AXES; axis++) {
        position_list_free(&file->list[axis]);
        free(file->point[axis]);
    }
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Where the number at `at` ends, and where the blanks at `at` end. */
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

/* Adds the number between `at` and `end`. Returns what is wrong with it, or NULL. Most numbers are short. */
static char *add(struct position_list *list, const char *at, const char *end) {
    struct ratio ratio;
    if (ratio_parse(&ratio, at, (size_t)(end - at)) && position_list_add_ratio(list, ratio))
        return NULL;
    char *text = text_format("%.*s", (int)(end - at), at);
    struct number p;
    number_init(&p);
    const char *what = expression_parse(&p, text, NULL);
    if (!what && !position_list_add(list, &p))
        what = "is one of over 2^22 positions that aren't whole numbers below 2^20";
    char *wrong = what ? text_format("'%.60s' %s", text, what) : NULL;
    number_clear(&p);
    free(text);
    return wrong;
}

static char *read_line(void *context, const char *line, size_t length) {
    struct position_file *file = context;
    const char *at = line, *end = at + length;
    int column = 0;
    char *wrong = NULL;
    for (; column < file->columns && at < end && !wrong; column++) {
        const char *last = end_of_number(at, end);
        wrong = add(&file->list[column], at, last);
        at = end_of_blanks(last, end);
    }
    if (!wrong && column == file->columns && at == end)
        return NULL;
    const int count = count_numbers(line, end);
    if (count != file->columns) { /* says more than a fault of one of them */
        free(wrong);
        char *text = text_format("%.*s", (int)length, line);
        wrong = text_format("'%.60s' has %d number%s, and a row needs %d", text, count,
                            count > 1 ? "s" : "", file->columns);
        free(text);
    }
    return wrong;
}

struct fault *position_file_read(struct position_file *file, const char *path, struct text *content,
                                 size_t most) {
    return number_lines_read(path, content, most, read_line, file);
}

size_t position_file_points(struct position_file *file, int axis) {
    struct position_list *list = &file->list[axis];
    file->point[axis] = die_malloc(list->count * sizeof *file->point[axis]);
    struct position_list points = position_list_distinct(list, file->point[axis]);
    position_list_free(list);
    *list = points;
    return points.count;
}
