#include "cli/audit_variants.h"
#include "audit/sample.h"
#include "base/text.h"
#include "words/choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Other words explain an array if it is so many times nearer to their table. Of two, the one that was tried first is told,
 * unless the other is so many times nearer than that. */
enum { EXPLAINS = 8, BETTER = 2 };

enum { CHANGES = 2 }; /* at a time */

/* A word with another value. */
struct change {
    enum word word;
    const char *value;
};

struct variants {
    const struct audit_words *chosen;
    const char *const *given; /* the words of the table in the order of the array's memory */
    const struct sample *sample;

    double best;
    struct change change[CHANGES]; /* of the best */
    int shift;
};

/* Keeps a variant that is better than the best. */
static void keep(struct variants *variants, const struct sample *sample,
                 const struct change change[CHANGES], const struct table *table) {
    double distance[SAMPLE_SHIFTS];
    sample_distances(sample, table, distance);
    static const int order[SAMPLE_SHIFTS] = {0, 1, -1};
    for (int k = 0; k < SAMPLE_SHIFTS; k++)
        if (BETTER * distance[order[k] + 1] < variants->best) {
            variants->best = distance[order[k] + 1];
            variants->shift = order[k];
            memcpy(variants->change, change, sizeof variants->change);
        }
}

/* Tries some changes; a value of NULL is none. */
static void try(struct variants *variants, struct change one, struct change other) {
    const struct change change[CHANGES] = {one, other};
    const struct table *expected = variants->chosen->expected.table;
    const char *given[WORDS];
    struct resolved resolved;
    struct faults faults = {NULL, 0};
    memcpy(given, variants->given, sizeof given);
    for (int k = 0; k < CHANGES; k++)
        if (change[k].value)
            given[change[k].word] = change[k].value;
    resolve_words(&resolved, given, &faults);
    resolve_capacity(&resolved, &faults);
    const struct table *table = resolved.table;
    if (faults.count == 0 && table->rows == expected->rows && table->columns == expected->columns)
        keep(variants, variants->sample, change, table);
    faults_free(&faults);
    resolved_free(&resolved);
}

static const struct change none = {WORDS, NULL};

/* The text of a word of the table. */
static const char *text_of(const struct variants *variants, enum word word) {
    return variants->chosen->resolved.request.text[word];
}

/* A word that has two choices, with the other one. */
static struct change other_of(const struct variants *variants, enum word word) {
    const char *first = word_choice(word, 0);
    return (struct change){word, strcmp(text_of(variants, word), first) == 0 ? word_choice(word, 1)
                                                                             : first};
}

/* Sines for cosines, halves for pairs side by side, once for twice. */
static void try_channels(struct variants *variants) {
    const int component = variants->chosen->expected.table->component;
    const struct change order = other_of(variants, ORDER), layout = other_of(variants, LAYOUT);
    if (component == COMPONENT_BOTH) {
        try(variants, order, none);
        try(variants, layout, none);
        try(variants, order, layout);
    } else if (component == COMPONENT_SIN || component == COMPONENT_COS) {
        const struct change sine = {COMPONENT, component == COMPONENT_SIN ? "cos" : "sin"};
        const bool twice = strcmp(text_of(variants, REPEAT), "interleave") != 0;
        const struct change repeat = {REPEAT, twice ? "interleave" : "halves"};
        try(variants, sine, none);
        try(variants, repeat, none);
        try(variants, sine, repeat);
    }
}

/* Bases and spacings that are in use, and a table without its scaling. */
static void try_frequencies(struct variants *variants) {
    static const struct change usual[] = {
        {BASE, "10000"},     {BASE, "500000"},   {BASE, "1000000"},   {BASE, "100"},
        {BASE, "5000000"},   {BASE, "10000000"}, {BASE, "100000000"}, {BASE, "150000"},
        {BASE, "160000"},    {BASE, "256"},      {SPACING, "pair"},   {SPACING, "endpoint"},
        {SPACING, "column"}, {SCALING, "none"},  {AMPLITUDE, "1"}};
    for (size_t k = 0; k < sizeof usual / sizeof *usual; k++) {
        const char *text = text_of(variants, usual[k].word);
        if (text && strcmp(text, usual[k].value) != 0)
            try(variants, usual[k], none);
    }
}

/* Where the shape doesn't say which axis is which, the array may be the other way round. */
static char *try_axes(struct variants *variants, const struct array *array) {
    const struct expected *expected = &variants->chosen->expected;
    if (array->dimensions > 1 && expected->rows != expected->columns)
        return NULL;
    const struct change axes = {AXES, word_choice(AXES, !expected->table->channel_major)};
    const char *given[WORDS];
    struct resolved resolved;
    struct faults faults = {NULL, 0};
    memcpy(given, variants->given, sizeof given);
    given[AXES] = axes.value;
    resolve_words(&resolved, given, &faults);
    resolve_capacity(&resolved, &faults);
    char *wrong = NULL;
    if (faults.count == 0) {
        const struct expected turned = {resolved.table, false, resolved.table->rows,
                                        resolved.table->columns};
        struct sample *sample = sample_new(array, &turned, &wrong);
        if (sample)
            keep(variants, sample, (const struct change[CHANGES]){axes, none}, resolved.table);
        sample_free(sample);
    }
    faults_free(&faults);
    resolved_free(&resolved);
    return wrong;
}

/* --- what is said */

static char *meaning(const struct variants *variants, struct change change) {
    const char *is = text_of(variants, change.word);
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
        return text_format("the %s is %s, not %.60s", words[change.word].name, change.value, is);
    }
}

/* The text of the first position, if all positions are `by` steps further on; or NULL. */
static char *first_position(const struct variants *variants, int by) {
    const struct table *table = variants->chosen->resolved.table;
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
static void say_shift(const struct variants *variants, struct text *said, struct text *words_said) {
    const struct expected *expected = &variants->chosen->expected;
    const bool columns = expected->exchanged != (bool)expected->table->channel_major;
    const char *line = columns ? "column" : "row";
    char *first = first_position(variants, variants->shift);
    char *text =
        text_format("%severy %s holds what the %s %s it should", said->used > 0 ? ", and " : "",
                    line, line, variants->shift > 0 ? "after" : "before");
    text_print(said, text);
    free(text);
    if (!first)
        return;
    text = text_format(": positions begin at %s, not %s", first, text_of(variants, FIRST));
    text_print(said, text);
    free(text);
    text_print(words_said, " --first ");
    request_quote(first, words_said);
    free(first);
}

/* What the best variant changes, and the words for it. */
static char *say(const struct variants *variants) {
    struct text said = {NULL, 0, 0}, words_said = {NULL, 0, 0};
    for (int k = 0; k < CHANGES && variants->change[k].value; k++) {
        const struct change change = variants->change[k];
        char *text = meaning(variants, change);
        text_print(&said, k > 0 ? ", and " : "");
        text_print(&said, text);
        free(text);
        bool turned = change.word == AXES && variants->chosen->expected.exchanged;
        text = text_format(" --%s %s", words[change.word].name,
                           turned ? text_of(variants, AXES) : change.value);
        text_print(&words_said, text);
        free(text);
    }
    if (variants->shift != 0)
        say_shift(variants, &said, &words_said);
    char *sentence =
        text_format("%.*s%s%.*s", (int)said.used, said.bytes, words_said.used > 0 ? "; try" : "",
                    (int)words_said.used, words_said.used > 0 ? words_said.bytes : "");
    text_free(&said);
    text_free(&words_said);
    return sentence;
}

char *audit_variants(const struct array *array, const struct audit_words *chosen,
                     struct sentences *sentences, double *distance) {
    const struct resolved *in_memory =
        chosen->expected.exchanged ? &chosen->turned : &chosen->resolved;
    char *wrong;
    struct sample *sample = sample_new(array, &chosen->expected, &wrong);
    if (!sample)
        return wrong;
    struct variants variants = {chosen, in_memory->given, sample, INFINITY, {none, none}, 0};
    double magnitude = sample_magnitude(sample);
    double own[SAMPLE_SHIFTS];
    sample_distances(sample, chosen->expected.table, own);
    variants.best = own[1];
    *distance = own[1] == 0 ? 0 : own[1] / magnitude;
    if (own[1] > 0) {
        try(&variants, none, none); /* only shifted */
        try_channels(&variants);
        try_frequencies(&variants);
        wrong = try_axes(&variants, array);
    }
    if (!wrong && EXPLAINS * variants.best < own[1])
        sentences_add(sentences, say(&variants));
    sample_free(sample);
    return wrong;
}
