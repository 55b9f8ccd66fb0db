#include "audit/candidates.h"
#include "audit/number_bits.h"
#include "base/die.h"
#include "base/text.h"
#include "exact/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979;

/* A distance only decides between numbers of the same bits. */
static double rough_value(const mpq_t q, enum kind kind) {
    double x = mpq_get_d(q);
    return kind == KIND_RATIONAL ? x : kind == KIND_PI ? x * pi : 0;
}

static char *text_of(const mpq_t q, enum kind kind, bool negative) {
    struct number x;
    number_init(&x);
    mpq_ptr part = kind == KIND_PI ? x.pi : x.rational;
    mpq_set(part, q);
    if (negative)
        mpq_neg(part, part);
    char *text = number_text(&x);
    number_clear(&x);
    if (kind != KIND_EXP)
        return text;
    char *exponential = text_format("exp(%s)", text);
    free(text);
    return exponential;
}

void candidates_add(struct candidates *found, const mpq_t q, enum kind kind, long bits) {
    if (bits >= NUMBER_BITS_MANY)
        return;
    found->list = die_grow(found->list, found->count, sizeof *found->list);
    found->list[found->count++] = (struct simple_number){
        .text = text_of(q, kind, found->negative),
        .bits = bits,
        .kind = kind,
        .distance = fabs(rough_value(q, kind) - found->middle),
    };
}

static int compare(const void *a, const void *b) {
    const struct simple_number *x = a, *y = b;
    if (x->bits != y->bits)
        return x->bits < y->bits ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->distance != y->distance)
        return x->distance < y->distance ? -1 : 1;
    return strcmp(x->text, y->text);
}

size_t candidates_take(struct candidates *found, char *texts[], size_t most) {
    if (found->count > 0)
        qsort(found->list, found->count, sizeof *found->list, compare);
    size_t count = 0;
    for (size_t k = 0; k < found->count; k++) {
        bool known = count == most;
        for (size_t j = 0; j < count; j++)
            known |= strcmp(texts[j], found->list[k].text) == 0;
        if (known)
            free(found->list[k].text);
        else
            texts[count++] = found->list[k].text;
    }
    free(found->list);
    return count;
}
