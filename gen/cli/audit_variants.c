#include "cli/audit_variants.h"
#include "audit/sample.h"
#include "base/text.h"
#include "cli/audit_variant_text.h"
#include "words/choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Other words explain an array if it is EXPLAINS times nearer to their table. Of two such, the one that was tried first is
 * reported, unless the other is BETTER times nearer still. */
enum { EXPLAINS = 8, BETTER = 2 };

static const struct change none = {WORDS, NULL};

struct variants {
    const struct audit_words *chosen;
    const char *const *given;
    const struct sample *sample;

    struct variant best;
    double distance; /* of the best */
};

/* Keeps a variant that is better than the best. */
static void keep(struct variants *variants, const struct sample *sample,
                 const struct change change[VARIANT_CHANGES], const struct table *table) {
    double distance[SAMPLE_SHIFTS];
    sample_distances(sample, table, distance);
    static const int order[SAMPLE_SHIFTS] = {0, 1, -1};
    for (int k = 0; k < SAMPLE_SHIFTS; k++)
        if (BETTER * distance[order[k] + 1] < variants->distance) {
            variants->distance = distance[order[k] + 1];
            variants->best.shift = order[k];
            memcpy(variants->best.change, change, sizeof variants->best.change);
        }
}

/* Tries some changes, in the order in which they are to be told. */
static void try(struct variants *variants, const struct change wanted[VARIANT_CHANGES]) {
    struct change change[VARIANT_CHANGES] = {none};
    size_t count = 0;
    for (int k = 0; k < VARIANT_CHANGES; k++)
        if (wanted[k].value)
            change[count++] = wanted[k];
    const struct table *expected = variants->chosen->resolved.table;
    const char *given[WORDS];
    struct resolved resolved;
    struct faults faults = {NULL, 0};
    memcpy(given, variants->given, sizeof given);
    for (size_t k = 0; k < count; k++)
        given[change[k].word] = change[k].value;
    resolve_words(&resolved, given, &faults);
    resolve_capacity(&resolved, &faults);
    const struct table *table = resolved.table;
    if (faults.count == 0 && table->rows == expected->rows && table->columns == expected->columns)
        keep(variants, variants->sample, change, table);
    faults_free(&faults);
    resolved_free(&resolved);
}

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

/* Tries a change of the frequencies, alone and with others of the channels: sines for cosines, halves for pairs side by
 * side, once for twice. */
static void try_channels(struct variants *variants, struct change frequencies) {
    const int component = variants->chosen->resolved.table->component;
    struct change one = none, other = none;
    if (component == COMPONENT_BOTH) {
        one = other_of(variants, ORDER);
        other = other_of(variants, LAYOUT);
    } else if (component == COMPONENT_SIN || component == COMPONENT_COS) {
        const bool twice = strcmp(text_of(variants, REPEAT), "interleave") != 0;
        one = (struct change){COMPONENT, component == COMPONENT_SIN ? "cos" : "sin"};
        other = (struct change){REPEAT, twice ? "interleave" : "halves"};
    }
    try(variants, (const struct change[]){none, none, frequencies});
    if (!one.value)
        return;
    try(variants, (const struct change[]){one, none, frequencies});
    try(variants, (const struct change[]){none, other, frequencies});
    try(variants, (const struct change[]){one, other, frequencies});
}

/* Tries bases and spacings that are in use, a table without its scaling, and angles that turn the other way. The words as
 * they are come first. */
static void try_frequencies(struct variants *variants) {
    static const struct change usual[] = {
        {BASE, "10000"},     {BASE, "500000"},   {BASE, "1000000"},   {BASE, "100"},
        {BASE, "5000000"},   {BASE, "10000000"}, {BASE, "100000000"}, {BASE, "150000"},
        {BASE, "160000"},    {BASE, "256"},      {SPACING, "pair"},   {SPACING, "endpoint"},
        {SPACING, "column"}, {SCALING, "none"},  {AMPLITUDE, "1"},    {STEP, "-1"}};
    try_channels(variants, none);
    for (size_t k = 0; k < sizeof usual / sizeof *usual; k++) {
        const char *text = text_of(variants, usual[k].word);
        if (text && strcmp(text, usual[k].value) != 0)
            try_channels(variants, usual[k]);
    }
}

/* Where the words or the shape don't say which axis is which, the array may be the other way round. */
static char *try_axes(struct variants *variants, const struct array *array) {
    const struct audit_words *chosen = variants->chosen;
    const struct table *expected = chosen->resolved.table;
    const bool found = chosen->max_len && chosen->d_model && array->dimensions > 1;
    const struct change axes = {AXES, word_choice(AXES, !expected->channel_major)};
    const char *given[WORDS];
    struct resolved resolved;
    struct faults faults = {NULL, 0};
    char *wrong = NULL;
    memcpy(given, variants->given, sizeof given);
    given[AXES] = axes.value;
    if (found) {
        given[MAX_LEN] = chosen->d_model;
        given[D_MODEL] = chosen->max_len;
    }
    resolve_words(&resolved, given, &faults);
    resolve_capacity(&resolved, &faults);
    const struct table *table = resolved.table;
    bool same = table->rows == expected->rows && table->columns == expected->columns;
    struct sample *sample = faults.count == 0 && (same || array->dimensions == 1)
                                ? sample_new(array, table, &wrong)
                                : NULL;
    if (sample)
        keep(variants, sample, (const struct change[]){axes, none, none}, table);
    sample_free(sample);
    faults_free(&faults);
    resolved_free(&resolved);
    return wrong;
}

/* Are all entries what is wanted, times a factor that isn't nearly 1? */
static void try_factor(const struct variants *variants, double near, double wanted,
                       struct sentences *sentences) {
    const double nearly = 0.02;
    double left;
    const double factor = sample_factor(variants->sample, variants->chosen->resolved.table, &left);
    if (fabs(factor - 1) < nearly || left > near * fabs(factor) * wanted)
        return;
    if (sample_magnitude(variants->sample) == 0)
        sentences_add(sentences, text_format("entries are zero"));
    else if (fabs(factor + 1) < nearly / 4)
        sentences_add(sentences, text_format("entries are negated"));
    else
        sentences_add(sentences,
                      text_format("entries are about %.4g times what they should be", factor));
}

/* Are the entries those of the table in another type of as many bytes, or with their bytes in the other order? */
static bool try_type(const struct variants *variants, const struct element *type, bool reversed,
                     double near) {
    const char *given[WORDS];
    struct resolved resolved;
    struct faults faults = {NULL, 0};
    double distance[SAMPLE_SHIFTS] = {INFINITY, INFINITY, INFINITY}, wanted = 0;
    memcpy(given, variants->given, sizeof given);
    given[TYPE] = type->name;
    resolve_words(&resolved, given, &faults);
    resolve_capacity(&resolved, &faults);
    if (faults.count == 0) {
        struct sample *sample = sample_as(variants->sample, resolved.table, reversed);
        sample_distances(sample, resolved.table, distance);
        wanted = sample_wanted(sample, resolved.table);
        sample_free(sample);
    }
    faults_free(&faults);
    resolved_free(&resolved);
    return distance[1] <= near * wanted;
}

static void try_types(const struct variants *variants, double near, struct sentences *sentences) {
    const struct element *own = variants->chosen->resolved.table->type;
    for (int reversed = 1; reversed >= 0; reversed--)
        for (size_t k = 0; k < element_count; k++) {
            const struct element *type = &elements[k];
            const bool other = strcmp(type->name, own->name) != 0;
            if (type->bytes != own->bytes || other == reversed ||
                !try_type(variants, type, reversed, near))
                continue;
            sentences_add(
                sentences,
                reversed ? text_format("the bytes of each entry are in the other order (--endian)")
                         : text_format("the entries are %s, not %s; try --type %s", type->name,
                                       own->name, type->name));
            return;
        }
}

/* No other words explain the entries: are they numbers that were stored in another way? */
static void try_elements(const struct variants *variants, double near, double wanted,
                         struct sentences *sentences) {
    try_factor(variants, near, wanted, sentences);
    if (sentences->count == 0)
        try_types(variants, near, sentences);
}

char *audit_variants(const struct array *array, const struct audit_words *chosen,
                     struct sentences *sentences, struct distances *distances) {
    const struct table *table = chosen->resolved.table;
    const double near = sample_near_share(array);
    char *wrong;
    struct sample *sample = sample_new(array, table, &wrong);
    if (!sample)
        return wrong;
    struct variants variants = {
        chosen, chosen->resolved.given, sample, {{none, none, none}, 0, false}, INFINITY};
    double own[SAMPLE_SHIFTS];
    sample_distances(sample, table, own);
    variants.distance = own[1];
    *distances =
        (struct distances){false, own[1], sample_magnitude(sample), sample_wanted(sample, table)};
    if (own[1] > near * distances->magnitude) {
        try_frequencies(&variants);
        wrong = try_axes(&variants, array);
    }
    variants.best.nearly = variants.distance > near * distances->magnitude;
    const bool explained =
        EXPLAINS * variants.distance < own[1] && variants.distance < distances->wanted;
    distances->nearly = !wrong && explained && variants.best.nearly;
    if (!wrong && explained)
        sentences_add(sentences, variant_text(chosen, &variants.best));
    else if (!wrong && own[1] > near * distances->wanted)
        try_elements(&variants, near, distances->wanted, sentences);
    sample_free(sample);
    return wrong;
}
