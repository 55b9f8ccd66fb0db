#include "audit/guess_solving.h"
#include "audit/simplest.h"

#include <string.h>

void texts_add(struct texts *texts, const char *text) {
    for (size_t k = 0; k < texts->count; k++)
        if (strcmp(texts->text[k], text) == 0)
            return;
    if (texts->count < sizeof texts->text / sizeof *texts->text)
        texts->text[texts->count++] = text;
}

void texts_simplest(struct texts *texts, struct guess_search *search, double value, double error,
                    unsigned kinds) {
    static const double widths[] = {100, 10, 1};
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
        const double width = widths[k];
        char *found[SIMPLEST_MAX];
        size_t count = simplest_numbers(value - width * error, value + width * error, kinds, found);
        for (size_t n = 0; n < count; n++) {
            const char *kept = guess_keep(search, found[n]);
            if (n < 4)
                texts_add(texts, kept);
        }
    }
}
