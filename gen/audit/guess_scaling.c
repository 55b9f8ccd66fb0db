#include "audit/guess_scaling.h"
#include "audit/guess_cost.h"
#include "audit/simplest.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The lengths that models were first trained for. */
static const char *const originals[] = {"8192",  "4096",  "32768", "2048",
                                        "16384", "65536", "131072"};
enum { ORIGINALS = sizeof originals / sizeof *originals };

/* The factors of released models. */
static const char *const factors[] = {"4", "8", "32", "16", "40", "2", "64", "10"};
enum { FACTORS = sizeof factors / sizeof *factors };

static void try_rule(struct guess_search *search, const char *const given[WORDS], char *text) {
    const char *with[WORDS];
    memcpy(with, given, sizeof with);
    with[SCALING] = guess_keep(search, text);
    guess_try(search, with);
}

static void try_factor(struct guess_search *search, const char *const given[WORDS],
                       const char *factor, double amplitude) {
    const double usual = 0.1 * log(strtod(factor, NULL)) + 1; /* of yarn */
    const double near = 1e-4 + 4 * search->data->quantum;
    for (int k = 0; k < ORIGINALS && !guess_is_clean(search); k++) {
        if (fabs(amplitude - usual) < near)
            try_rule(search, given,
                     text_format("yarn:factor=%s,original=%s", factor, originals[k]));
        if (fabs(amplitude - 1) < near) {
            try_rule(search, given,
                     text_format("llama3:factor=%s,original=%s", factor, originals[k]));
            try_rule(search, given,
                     text_format("yarn:factor=%s,original=%s,attention=1", factor, originals[k]));
        }
    }
}

void guess_scalings(struct guess_search *search, const char *const given[WORDS], const char *factor,
                    double amplitude) {
    const char *plain[WORDS];
    memcpy(plain, given, sizeof plain);
    plain[SPACING] = "pair";
    plain[AMPLITUDE] = plain[FIRST] = plain[STEP] = NULL;
    if (factor)
        try_factor(search, plain, factor, amplitude);
    for (int k = 0; !factor && k < FACTORS && !guess_is_clean(search); k++)
        try_factor(search, plain, factors[k], amplitude);
}

bool guess_ntk(struct guess_search *search, double stretched, double error, uint64_t d,
               const char **base, const char **scaling) {
    if (d < 4)
        return false;
    for (int k = 0; k < FACTORS; k++) {
        double by = pow(strtod(factors[k], NULL), (double)d / ((double)d - 2));
        char *text = simplest_number((stretched - error) / by, (stretched + error) / by, 0);
        if (!text)
            continue;
        *base = guess_keep(search, text);
        if (guess_cost(text) > 2)
            continue;
        char *rule = text_format("ntk:factor=%s", factors[k]);
        *scaling = guess_keep(search, rule);
        return true;
    }
    return false;
}
