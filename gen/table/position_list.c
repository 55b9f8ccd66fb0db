#include "table/position_list.h"
#include "base/die.h"
#include "exact/real.h"

#include <stdlib.h>

void position_list_free(struct position_list *list) {
    for (size_t k = 0; k < list->others; k++)
        number_clear(&list->other[k]);
    free(list->code);
    free(list->other);
    *list = (struct position_list){.count = 0};
}

static void add_code(struct position_list *list, int32_t code) {
    list->code = die_grow(list->code, list->count, sizeof *list->code);
    list->code[list->count++] = code;
}

void position_list_add_whole(struct position_list *list, int32_t p) {
    bool first = position_list_wholes(list) == 0;
    if (first || p < list->least) {
        list->least = p;
        list->least_at = list->count;
    }
    list->most = first || p > list->most ? p : list->most;
    add_code(list, p);
}

/* Is the number whole? Then sets *p to it. */
static bool is_whole(const struct number *x, int32_t *p) {
    bool whole = mpq_sgn(x->pi) == 0 && mpz_cmp_ui(mpq_denref(x->rational), 1) == 0 &&
                 mpz_cmpabs_ui(mpq_numref(x->rational), POSITION_WHOLE) < 0;
    if (whole)
        *p = (int32_t)mpz_get_si(mpq_numref(x->rational));
    return whole;
}

bool position_list_add(struct position_list *list, const struct number *p) {
    int32_t whole;
    if (is_whole(p, &whole)) {
        position_list_add_whole(list, whole);
        return true;
    }
    if (list->others == POSITIONS_OTHER)
        return false;
    list->other = die_grow(list->other, list->others, sizeof *list->other);
    number_init(&list->other[list->others]);
    number_set(&list->other[list->others], p);
    add_code(list, POSITION_WHOLE + (int32_t)list->others++);
    return true;
}

size_t position_list_wholes(const struct position_list *list) {
    return list->count - list->others;
}

void position_list_at(const struct position_list *list, size_t k, struct number *p) {
    int32_t whole;
    if (position_list_whole(list, k, &whole)) {
        mpq_set_si(p->rational, whole, 1);
        mpq_set_ui(p->pi, 0, 1);
    } else {
        number_set(p, &list->other[list->code[k] - POSITION_WHOLE]);
    }
}

static void subtract(struct number *difference, const struct number *x, const struct number *y) {
    mpq_sub(difference->rational, x->rational, y->rational);
    mpq_sub(difference->pi, x->pi, y->pi);
}

static bool equal(const struct number *x, const struct number *y) {
    return mpq_equal(x->rational, y->rational) && mpq_equal(x->pi, y->pi);
}

/* Are the steps of a list of whole positions equal? */
static bool whole_steps(const struct position_list *list) {
    size_t k = 2;
    while (k < list->count && list->code[k] - list->code[k - 1] == list->code[1] - list->code[0])
        k++;
    return k >= list->count;
}

bool position_list_steps(const struct position_list *list, struct number *first,
                         struct number *step) {
    if (list->others == 0 && !whole_steps(list))
        return false;
    size_t count =
        list->others == 0 && list->count > 2 ? 2 : list->count; /* enough to find the step */
    struct number here, before, difference;
    number_init(&here);
    number_init(&before);
    number_init(&difference);
    position_list_at(list, 0, &before);
    bool same = true;
    for (size_t k = 1; k < count && same; k++) {
        position_list_at(list, k, &here);
        subtract(&difference, &here, &before);
        if (k == 1)
            number_set(step, &difference);
        same = equal(&difference, step);
        number_set(&before, &here);
    }
    if (list->count == 1)
        subtract(step, &before, &before);
    if (same)
        position_list_at(list, 0, first);
    number_clear(&here);
    number_clear(&before);
    number_clear(&difference);
    return same;
}

/* --- distinct positions */

struct item {
    struct number p;
    size_t k; /* its place in the list */
};

static int rising(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    return equal(&x->p, &y->p) ? 0 : real_compare(&x->p, &y->p);
}

/* All are whole: a table of what there may be is faster than sorting. */
static struct position_list distinct_wholes(const struct position_list *list, uint32_t index[]) {
    struct position_list distinct = {.count = 0};
    size_t range = (size_t)(list->most - list->least) + 1;
    uint32_t *place = die_malloc(range * sizeof *place);
    for (size_t k = 0; k < range; k++)
        place[k] = UINT32_MAX;
    for (size_t k = 0; k < list->count; k++)
        place[list->code[k] - list->least] = 0;
    for (size_t k = 0; k < range; k++)
        if (place[k] == 0) {
            place[k] = (uint32_t)distinct.count;
            position_list_add_whole(&distinct, list->least + (int32_t)k);
        }
    for (size_t k = 0; k < list->count; k++)
        index[k] = place[list->code[k] - list->least];
    free(place);
    return distinct;
}

struct position_list position_list_distinct(const struct position_list *list, uint32_t index[]) {
    if (list->others == 0)
        return distinct_wholes(list, index);
    struct position_list distinct = {.count = 0};
    struct item *items = die_malloc(list->count * sizeof *items);
    for (size_t k = 0; k < list->count; k++) {
        number_init(&items[k].p);
        position_list_at(list, k, &items[k].p);
        items[k].k = k;
    }
    qsort(items, list->count, sizeof *items, rising);
    for (size_t n = 0; n < list->count; n++) {
        if (n == 0 || !equal(&items[n].p, &items[n - 1].p))
            position_list_add(&distinct, &items[n].p);
        index[items[n].k] = (uint32_t)distinct.count - 1;
    }
    for (size_t k = 0; k < list->count; k++)
        number_clear(&items[k].p);
    free(items);
    return distinct;
}
