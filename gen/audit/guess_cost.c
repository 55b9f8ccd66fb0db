#include "audit/guess_cost.h"
#include "audit/number_bits.h"
#include "base/integer.h"
#include "base/text.h"
#include "exact/expression.h"

#include <stdlib.h>
#include <string.h>

static const double BITS_OF_DIGIT = 3.32, COST_OF_SIGN = 1, COST_OF_SYMBOLS = 2;

/* Code that divides by a size adds a little to it: is q one or two by k + 10^-places? */
static bool is_guarded(const mpq_t q, double *cost) {
    enum { PLACES_MIN = 3, PLACES_MAX = 12 };
    mpq_t k, guard;
    bool found = false;
    mpq_inits(k, guard, NULL);
    for (unsigned times = 1; times <= 2 && !found; times++)
        for (unsigned places = PLACES_MIN; places <= PLACES_MAX && !found; places++) {
            mpq_set_ui(guard, 1, 1);
            integer_power(mpq_denref(guard), 10, places);
            rational_set(k, times, 1);
            mpq_div(k, k, q);
            mpq_sub(k, k, guard);
            found = mpz_cmp_ui(mpq_denref(k), 1) == 0 && mpq_sgn(k) > 0;
            if (found)
                *cost = (double)guarded_bits(mpq_numref(k), places) / BITS_OF_DIGIT;
        }
    mpq_clears(k, guard, NULL);
    return found;
}

static double cost_of(mpq_t q) {
    double cost = 0;
    if (mpq_sgn(q) == 0)
        return 0;
    if (mpq_sgn(q) < 0)
        cost += COST_OF_SIGN / 2;
    mpq_abs(q, q);
    double guarded;
    double plain = (double)rational_bits(q) / BITS_OF_DIGIT;
    return cost + (is_guarded(q, &guarded) && guarded < plain ? guarded : plain);
}

static double cost_of_one(const char *text) {
    static const char *const functions[] = {"exp(", "sqrt("};
    struct number number;
    double cost = COST_OF_SYMBOLS;
    for (size_t k = 0; k < 2; k++) {
        size_t length = strlen(functions[k]);
        if (strncmp(text, functions[k], length) != 0)
            continue;
        char *inner = text_format("%.*s", (int)(strlen(text) - length - 1), text + length);
        cost = COST_OF_SIGN + cost_of_one(inner);
        free(inner);
        return cost;
    }
    number_init(&number);
    if (!expression_parse(&number, text, NULL)) {
        bool pi = mpq_sgn(number.pi) != 0;
        cost = cost_of(number.rational) + cost_of(number.pi) + (pi ? COST_OF_SIGN : 0);
    }
    number_clear(&number);
    return cost;
}

double guess_cost(const char *text) {
    double cost = 0;
    for (size_t length; *text; text += length + (text[length] != 0)) {
        length = strcspn(text, ",:");
        char *one = text_format("%.*s", (int)length, text);
        cost += *one ? cost_of_one(one) : 0;
        free(one);
    }
    return cost;
}

bool guess_is_simple(const char *const given[WORDS]) {
    static const enum word numbers[] = {BASE, FIRST, STEP, CLAMP, AMPLITUDE};
    const double most = 4.5;
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        const char *text = given[numbers[k]];
        for (size_t length; text && *text; text += length + (text[length] != 0)) {
            length = strcspn(text, ",:");
            char *one = text_format("%.*s", (int)length, text);
            bool simple = !*one || cost_of_one(one) <= most;
            free(one);
            if (!simple)
                return false;
        }
    }
    return true;
}
