#include "cli/audit_variant_text.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* The text of a word of the table. */
static const char *text_of(const struct audit_words *chosen, enum word word) {
    return chosen->resolved.request.text[word];
}

static char *meaning(const struct audit_words *chosen, const struct variant *variant,
                     struct change change) {
    const char *is = text_of(chosen, change.word);
    switch (change.word) {
    case ORDER:
        return text_format("cos and sin are swapped");
    case LAYOUT:
        return text_format(strcmp(is, "interleaved") == 0 ? "halves where interleaved is wanted"
                                                          : "interleaved where halves are wanted");
    case COMPONENT:
        return text_format(strcmp(is, "cos") == 0 ? "these are the sines, not the cosines"
                                                  : "these are the cosines, not the sines");
    case AXES:
        return text_format("positions and channels are exchanged");
    case SCALING:
        return text_format("the frequencies aren't scaled");
    default:
        return text_format("the %s is %s%s, not %.60s", words[change.word].name,
                           variant->nearly && change.word == BASE ? "about " : "", change.value,
                           is);
    }
}

/* The text of the first position, if all positions are `by` steps further on; or NULL. */
static char *first_position(const struct audit_words *chosen, int by) {
    const struct table *table = chosen->resolved.table;
    const struct positions *positions = &table->positions;
    if (table->grid.axes > 0 || positions->file.path || positions->has_low || positions->has_high ||
        positions->absolute)
        return NULL;
    struct number first;
    number_init(&first);
    number_walk(&first, &positions->first[0], &positions->step[0], 1);
    if (by < 0) { /* first - step = 2*first - (first + step) */
        mpq_sub(first.rational, positions->first[0].rational, first.rational);
        mpq_add(first.rational, positions->first[0].rational, first.rational);
        mpq_sub(first.pi, positions->first[0].pi, first.pi);
        mpq_add(first.pi, positions->first[0].pi, first.pi);
    }
    char *text = number_text(&first);
    number_clear(&first);
    return text;
}

/* "every row holds what the row after it should: positions begin at 1, not 0" */
static void say_shift(const struct audit_words *chosen, const struct variant *variant,
                      struct text *said, struct text *words_said) {
    const char *line = chosen->resolved.table->channel_major ? "column" : "row";
    char *first = first_position(chosen, variant->shift);
    char *text =
        text_format("%severy %s holds what the %s %s it should", said->used > 0 ? ", and " : "",
                    line, line, variant->shift > 0 ? "after" : "before");
    text_print(said, text);
    free(text);
    if (!first)
        return;
    text = text_format(": positions begin at %s, not %s", first, text_of(chosen, FIRST));
    text_print(said, text);
    free(text);
    text_print(words_said, " --first ");
    request_quote(first, words_said);
    free(first);
}

char *variant_text(const struct audit_words *chosen, const struct variant *variant) {
    struct text said = {NULL, 0, 0}, words_said = {NULL, 0, 0};
    for (int k = 0; k < VARIANT_CHANGES && variant->change[k].value; k++) {
        const struct change change = variant->change[k];
        char *text = meaning(chosen, variant, change);
        text_print(&said, k > 0 ? ", and " : "");
        text_print(&said, text);
        free(text);
        text = text_format(" --%s %s", words[change.word].name, change.value);
        text_print(&words_said, text);
        free(text);
    }
    if (variant->shift != 0)
        say_shift(chosen, variant, &said, &words_said);
    char *sentence =
        text_format("%.*s%s%.*s", (int)said.used, said.bytes, words_said.used > 0 ? "; try" : "",
                    (int)words_said.used, words_said.used > 0 ? words_said.bytes : "");
    text_free(&said);
    text_free(&words_said);
    return sentence;
}
