#include "cli/audit_diagnosis.h"
#include "audit/flipped_bits.h"
#include "audit/row_order.h"
#include "base/die.h"
#include "base/text.h"
#include "cli/audit_variants.h"

#include <stdlib.h>

/* Mean distances, as shares of the entries' mean magnitude: from here up an array is another table; up to there its
 * entries differ as roundings do. */
static const double another = 0.1, rounding = 0.01;

/* Nothing is out of place: what do the sizes of the errors say? */
static char *overall(const struct comparison *comparison, double distance) {
    const struct errors *all = &comparison->all;
    if (distance > another)
        return text_format("most entries are far off, and no usual change of the words explains "
                           "it: try --guess");
    if (all->zero_sign == all->wrong)
        return text_format("only signs of zeros differ");
    if (all->nan + all->infinite == all->wrong)
        return text_format("every wrong entry is infinite or not a number");
    if (distance < rounding)
        return text_format("nothing %sis out of place: the words fit, and entries differ as those "
                           "of a computation that rounds on the way",
                           all->nan + all->infinite > 0 ? "else " : "");
    return NULL;
}

void audit_diagnose(const struct array *array, const struct audit_words *chosen,
                    const struct comparison *comparison, struct sentences *sentences) {
    double distance = 0;
    if (comparison->all.wrong == 0)
        return;
    flipped_bits(comparison, sentences);
    if (sentences->count > 0)
        return;
    char *wrong = audit_variants(array, chosen, sentences, &distance);
    if (!wrong && sentences->count == 0 && comparison->lines_are_rows)
        wrong = row_order(array, &chosen->expected, chosen->resolved.table, comparison, sentences);
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    char *rest = sentences->count == 0 ? overall(comparison, distance) : NULL;
    if (rest)
        sentences_add(sentences, rest);
}
