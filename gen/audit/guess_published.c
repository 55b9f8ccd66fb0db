#include "audit/guess_published.h"
#include "base/text.h"
#include "exact/expression.h"

#include <inttypes.h>
#include <math.h>

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
