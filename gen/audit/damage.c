#include "audit/flipped_bits.h"
#include "base/text.h"

#include <inttypes.h>

/* The bit in which two elements differ; -1 if there are several. */
static int flipped(const struct found *found) {
    uint64_t bits = found->got ^ found->wanted;
    int bit = 0;
    if ((bits & (bits - 1)) != 0)
        return -1;
    while (bits >>= 1)
        bit++;
    return bit;
}

void flipped_bits(const struct comparison *comparison, struct sentences *sentences) {
    if (comparison->all.wrong > comparison->first_count)
        return;
    for (size_t k = 0; k < comparison->first_count; k++)
        if (flipped(&comparison->first[k]) < 0)
            return;
    for (size_t k = 0; k < comparison->first_count; k++) {
        const struct found *found = &comparison->first[k];
        const int bit = flipped(found);
        sentences_add(sentences,
                      text_format("row %" PRIu64 ", column %" PRIu64 ": bit %d is flipped%s",
                                  found->cell.row, found->cell.column, bit,
                                  bit == 0 ? ", or the entry was rounded on the way" : ""));
    }
}
