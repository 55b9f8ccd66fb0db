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

/* Are the entries of most rows of another size than any table's? Bytes in another order, or of another type, are such
 * numbers. */
static const char *other_size(const struct comparison *comparison, struct distances distances) {
    const double times = 256, part = 1.0 / 16;
    uint64_t rows = 0;
    for (uint64_t k = 0; comparison->line && k < comparison->lines; k++)
        rows += comparison->line[k].absolute > times * distances.wanted;
    if (rows > comparison->lines / 2)
        return "larger";
    return distances.magnitude > 0 && distances.magnitude < part * distances.wanted ? "smaller"
                                                                                    : NULL;
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
    struct distances distances = {.own = 0};
    if (comparison->all.wrong == 0)
        return;
    flipped_bits(comparison, sentences);
    if (sentences->count > 0 || zero_rows(comparison, chosen->resolved.table, sentences))
        return;
    const size_t known = sentences->count;
    struct sentences variants = {NULL, 0};
    char *wrong = audit_variants(array, chosen, &variants, &distances);
    const double least =
        sample_near_share(array) *
        (distances.magnitude > 0 ? distances.magnitude : distances.own); /* not if it is zero */
    if (!wrong && distances.nearly)
        wrong = damage_shift(array, chosen->resolved.table, comparison, least, sentences);
    const bool zero =
        known > 0 && distances.magnitude == 0; /* the sample is in the rows that are zero */
    if (variants.count > 0 && sentences->count == known && !zero)
        sentences_add(sentences, text_format("%s", variants.text[0]));
    sentences_free(&variants);
    const char *size = wrong ? NULL : other_size(comparison, distances);
    if (size && sentences->count == known && !zero)
        sentences_add(sentences, text_format("entries are far %s than they should be: are their "
                                             "bytes in the other order (--endian), or of another "
                                             "--type?",
                                             size));
    bool rounded = false;
    if (!wrong && sentences->count == known) {
        rounded = shares_err_so(shares, chosen->resolved.table, comparison);
        wrong = damage_find(array, chosen->resolved.table, comparison, shares, rounded, least,
                            sentences);
    }
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    if (sentences->count > 0)
        return;
    sentences_add(sentences, overall(comparison, rounded, distances.own, distances.magnitude));
}
