#include "base/text.h"
#include "exact/expression.h"
#include "guess/guess_shapes.h"
#include "guess/simplest.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What published code and released models have: rules of scaling with their parameters, and positions. */

/* --- rules of scaling */

/* Rules of released models, as their config.json has them: Llama 3.1, 3.2 and 4, gpt-oss, Qwen2.5 and Qwen3, DeepSeek-V2 and
 * V3, Kimi K2, Ministral 3 and others; then linear, ntk and dynamic with the factors that people use. */
static const char *const published[] = {
    "llama3:factor=8,original=8192",
    "llama3:factor=32,original=8192",
    "llama3:factor=16,original=8192",
    "llama3:factor=16,original=8192,low=1,high=1",
    "yarn:factor=32,original=4096,truncate=no",
    "yarn:factor=4,original=32768",
    "yarn:factor=4,original=32768,attention=1",
    "yarn:factor=2,original=32768",
    "yarn:factor=40,original=4096,mscale=1,mscale-all-dim=1",
    "yarn:factor=40,original=4096",
    "yarn:factor=64,original=4096,mscale=1,mscale-all-dim=1",
    "yarn:factor=64,original=4096,beta-fast=4,beta-slow=1",
    "yarn:factor=32,original=4096,beta-fast=1,beta-slow=1,mscale=1,mscale-all-dim=1",
    "yarn:factor=48,original=8192,mscale=1,mscale-all-dim=1",
    "yarn:factor=16,original=16384,mscale=1,mscale-all-dim=1",
    "yarn:factor=8,original=8192,attention=1.2079441541679836",
    "yarn:factor=16,original=8192,attention=1.2772588722239782",
    "yarn:factor=32,original=8192,attention=1.3465735902799727",
    "yarn:factor=64,original=4096,beta-fast=64,attention=1.4158883083359672",
    "yarn:factor=16,original=4096",
    "yarn:factor=32,original=4096",
    "yarn:factor=8,original=4096",
    "proportional:share=1/4",
    "proportional:share=1/2",
    "linear:factor=2",
    "linear:factor=4",
    "linear:factor=8",
    "ntk:factor=2",
    "ntk:factor=4",
    "ntk:factor=8",
    "ntk:factor=1000",
    "ntk:factor=100000",
};
enum { PUBLISHED_RULES = sizeof published / sizeof *published };

bool guess_is_published(const char *scaling) {
    for (size_t k = 0; k < PUBLISHED_RULES; k++)
        if (strcmp(published[k], scaling) == 0)
            return true;
    return false;
}

/* The lengths that models were first trained for, and the factors of released models. */
static const char *const originals[] = {"8192",  "4096",  "32768", "2048",
                                        "16384", "65536", "131072"};
enum { ORIGINALS = sizeof originals / sizeof *originals };
static const char *const factors[] = {"4", "8", "32", "16", "40", "2", "64", "10"};
enum { FACTORS = sizeof factors / sizeof *factors };

static void try_rule(struct guess_search *search, const char *const given[WORDS],
                     const char *text) {
    const char *with[WORDS];
    memcpy(with, given, sizeof with);
    with[SCALING] = text;
    guess_try(search, with);
}

/* A factor that no released model has, with a length that one has. */
static void try_factor(struct guess_search *search, const char *const given[WORDS],
                       const char *factor, double amplitude) {
    const double usual = 0.1 * log(strtod(factor, NULL)) + 1; /* of yarn */
    const double near = 1e-4 + 4 * search->data->quantum;
    for (int k = 0; k < ORIGINALS && !guess_is_clean(search); k++) {
        const char *rules[3] = {NULL};
        int count = 0;
        if (fabs(amplitude - usual) < near)
            rules[count++] = "yarn:factor=%s,original=%s";
        if (fabs(amplitude - 1) < near) {
            rules[count++] = "llama3:factor=%s,original=%s";
            rules[count++] = "yarn:factor=%s,original=%s,attention=1";
        }
        for (int n = 0; n < count; n++)
            try_rule(search, given,
                     guess_keep(search, text_format(rules[n], factor, originals[k])));
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
    for (int k = 0; !factor && k < PUBLISHED_RULES && !guess_is_clean(search); k++)
        try_rule(search, plain, published[k]);
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

/* --- positions */

double published_value(const char *text, uint64_t positions, uint64_t size) {
    const struct sizes sizes = {0, 0, positions, size};
    struct number number;
    number_init(&number);
    double value = NAN;
    if (!expression_parse(&number, text, &sizes))
        value = mpq_get_d(number.rational) + mpq_get_d(number.pi) * acos(-1);
    number_clear(&number);
    return value;
}

size_t published_positions(struct guess_search *search, const uint64_t size[], int axes,
                           struct published list[PUBLISHED_MOST]) {
    static const struct published rows[] = {
        {"0", "1"},
        {"1", "1"},
        {"-1", "1"},
        {"2", "1"},
        {"max-len-1", "-1"},
        {"max-len/2-1/2", "-1"},
        {"1/2-max-len/2", "1"},
    };
    static const struct published grids[] = {
        {"0", "1"},
        {"1", "1"},
        {"-1", "1"},
        {"1/2", "1"},
        {"2", "1"},
        {"3", "1"},
        {"2pi/size-2pi", "4pi/size"}, /* dinov3: centres of patches from -1 to 1, times 2 pi */
        {"0", "16/size"},             /* eva02: stretched to the patches of pretraining */
        {"0", "14/size"},
        {"0", "24/size"},
        {"0", "32/size"},
        {"1/size-1", "2/size"},
        {"0", "1/2"},
        {"0", "2"},
    };
    size_t count = 0;
    if (axes == 1) {
        for (; count < sizeof rows / sizeof *rows; count++)
            list[count] = rows[count];
        return count;
    }
    for (; count < sizeof grids / sizeof *grids; count++)
        list[count] = grids[count];
    for (int a = 0; a < axes; a++) {
        /* detr and deformable-detr: divided by the size and a little more */
        char *whole = text_format("2pi/%" PRIu64 ".000001", size[a]);
        char *half = text_format("pi/%" PRIu64 ".000001", size[a]);
        const char *step = guess_keep(search, whole);
        list[count++] = (struct published){step, step};
        list[count++] = (struct published){guess_keep(search, half), step};
        /* dinov3 with one size for both axes */
        char *first = text_format("2pi/%" PRIu64 "-2pi", size[a]);
        char *by = text_format("4pi/%" PRIu64, size[a]);
        list[count++] = (struct published){guess_keep(search, first), guess_keep(search, by)};
    }
    return count;
}
