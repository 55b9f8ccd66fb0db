#include "cli/audit_diagnosis.h"
#include "audit/damage.h"
#include "audit/sample.h"
#include "base/die.h"
#include "base/text.h"
#include "cli/audit_variants.h"

#include <stdlib.h>

/* Shares of the entries' mean magnitude: from this mean distance up an array is another table; up to this largest error
 * the words nearly fit. */
static const double another = 0.1, small = 0.05;

/* Do most rows have entries that no table has? Bytes in another order, or of another type, are such numbers. */
static bool is_senseless(const struct comparison *comparison) {
    const double senseless = 1e20;
    uint64_t rows = 0;
    for (uint64_t k = 0; comparison->line && k < comparison->lines; k++)
        rows += comparison->line[k].absolute > senseless;
    return rows > comparison->lines / 2;
}

/* Nothing that has a name is out of place: what do the sizes of the errors say? `rounded`: they are those of a computation
 * that rounds on the way. */
static char *overall(const struct comparison *comparison, bool rounded, double distance,
                     double magnitude) {
    const struct errors *all = &comparison->all;
    const uint64_t no_numbers = all->nan + all->infinite;
    if (all->zero_sign == all->wrong)
        return text_format("only signs of zeros differ");
    if (no_numbers == all->wrong)
        return text_format("every wrong entry is infinite or not a number");
    if (rounded)
        return text_format("nothing %sis out of place: the words fit, and the errors are the size "
                           "of intermediate rounding",
                           no_numbers > 0 ? "else " : "");
    if (all->worst.error.absolute <= small * magnitude)
        return text_format("the words nearly fit, but the errors are more than any usual "
                           "computation makes: try --guess");
    return text_format("%s entries are far off, and no usual change of the words explains it: try "
                       "--guess",
                       distance > another * magnitude ? "most" : "some");
}

void audit_diagnose(const struct array *array, const struct audit_words *chosen,
                    const struct comparison *comparison, const struct shares *shares,
                    struct sentences *sentences) {
    double distance = 0, magnitude = 0;
    if (comparison->all.wrong == 0)
        return;
    flipped_bits(comparison, sentences);
    if (sentences->count > 0 || zero_rows(comparison, chosen->resolved.table, sentences))
        return;
    const size_t known = sentences->count;
    struct sentences variants = {NULL, 0};
    bool nearly;
    char *wrong = audit_variants(array, chosen, &variants, &nearly, &distance, &magnitude);
    const double least =
        sample_near_share(array) * (magnitude > 0 ? magnitude : distance); /* not if it is zero */
    if (!wrong && nearly)
        wrong = damage_shift(array, chosen->resolved.table, comparison, least, sentences);
    const bool zero = known > 0 && magnitude == 0; /* the sample is in the rows that are zero */
    if (variants.count > 0 && sentences->count == known && !zero)
        sentences_add(sentences, text_format("%s", variants.text[0]));
    sentences_free(&variants);
    if (!wrong && sentences->count == known && is_senseless(comparison))
        sentences_add(sentences,
                      text_format("most rows have entries above 1e20: are their bytes in "
                                  "the other order (--endian), or of another --type?"));
    if (!wrong && sentences->count == known)
        wrong = damage_find(array, chosen->resolved.table, comparison, shares, least, sentences);
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    if (sentences->count > 0)
        return;
    const bool rounded = shares_err_so(shares, chosen->resolved.table, comparison);
    sentences_add(sentences, overall(comparison, rounded, distance, magnitude));
}
