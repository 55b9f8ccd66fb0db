#include "audit/sentences.h"
#include "base/die.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

void sentences_add(struct sentences *sentences, char *text) {
    sentences->text = die_grow(sentences->text, sentences->count, sizeof *sentences->text);
    sentences->text[sentences->count++] = text;
}

void sentences_free(struct sentences *sentences) {
    for (size_t k = 0; k < sentences->count; k++)
        free(sentences->text[k]);
    free(sentences->text);
    *sentences = (struct sentences){NULL, 0};
}

void stretches_add(struct stretches *stretches, uint64_t number) {
    const bool next = stretches->numbers == 0 || number != stretches->last + 1;
    stretches->count += next;
    if (next && stretches->count <= STRETCHES_KEPT)
        stretches->kept[stretches->count - 1].first = number;
    if (stretches->count <= STRETCHES_KEPT)
        stretches->kept[stretches->count - 1].last = number;
    stretches->last = number;
    stretches->numbers++;
}

static void add_text(struct text *text, char *more) {
    text_print(text, more);
    free(more);
}

/* "3" or "3 to 5" */
static char *stretch_text(const struct stretches *stretches, size_t k) {
    const uint64_t first = stretches->kept[k].first, last = stretches->kept[k].last;
    return first == last ? text_format("%" PRIu64, first)
                         : text_format("%" PRIu64 " to %" PRIu64, first, last);
}

char *stretches_zero(const struct stretches *stretches, const char *noun) {
    struct text text = {NULL, 0, 0};
    if (stretches->count == 1) {
        const bool one = stretches->numbers == 1;
        char *stretch = stretch_text(stretches, 0);
        add_text(&text,
                 text_format("%s%s %s %s zero", noun, one ? "" : "s", stretch, one ? "is" : "are"));
        free(stretch);
    } else {
        add_text(&text, text_format("%" PRIu64 " %ss are zero: ", stretches->numbers, noun));
        for (size_t k = 0; k < stretches->count && k < STRETCHES_KEPT; k++) {
            text_print(&text, k == 0 ? "" : k + 1 == stretches->count ? " and " : ", ");
            add_text(&text, stretch_text(stretches, k));
        }
        if (stretches->count > STRETCHES_KEPT) {
            const size_t more = stretches->count - STRETCHES_KEPT;
            add_text(&text, text_format(" and %zu more range%s", more, more == 1 ? "" : "s"));
        }
    }
    text_add(&text, "", 1);
    return text.bytes;
}
