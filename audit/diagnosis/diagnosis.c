/* SPDX-License-Identifier: MIT */
#include "diagnosis/diagnosis.h"
#include "base/text.h"
#include "diagnosis/other_words.h"

#include <math.h>
#include <stdlib.h>

struct diagnosis {
    struct audited audited;
    const struct table *table;
    const struct verdict *verdict;
    struct findings *findings;
    struct sample sample;
    bool zero_rows; /* are there rows of zeros? */
    char *wrong;    /* that the file can't be read any more */
};

/* Adds a sentence, which it takes, unless it is NULL. Returns whether there is one. */
static bool add_sentence(struct diagnosis *d, char *text) {
    if (text)
        findings_add(d->findings, (struct finding){.kind = FINDING_SENTENCE, .text = text});
    return text != NULL;
}

/* Are the lines and entries that are off so by no more than doubles whose angles are computed in another order? */
static bool are_doubles(const struct diagnosis *d, const struct findings *damage) {
    const struct table_model *model = d->audited.model;
    const double ulps = 4;
    double largest = 1;
    for (uint64_t end = 0; end < 2; end++) {
        const struct model_row row = model_row_at(model, end * (model->positions - 1));
        for (uint64_t j = 0; j < model->channels && !row.zero; j++)
            largest = fmax(largest, fabs(model_row_angle(model, &row, j)));
    }
    bool far_off = damage->count > 0;
    for (size_t k = 0; k < damage->count; k++)
        far_off &= damage->list[k].kind == FINDING_FAR_OFF || damage->list[k].kind == FINDING_ENTRY;
    return far_off && damage->slight > 0 &&
           damage->slight <= ulps * 0x1p-53 * largest * fabs(model->amplitude);
}

/* Are the first wrong integers below those that are nearest, or nearer to zero? */
static bool are_cut(const struct diagnosis *d, const struct measure *measure, enum cut cut) {
    const struct comparison *comparison = &d->verdict->comparison;
    bool are = true;
    for (size_t k = 0; k < comparison->first_count && are; k++) {
        const double got = measure_value(measure, comparison->first[k].got),
                     wanted = measure_value(measure, comparison->first[k].wanted);
        are = cut == CUT_DOWN || wanted > 0 ? got < wanted : got > wanted && wanted < 0;
    }
    return are;
}

/* Are they integers that were rounded toward zero or downward? Then each is off by less than one unit. */
static bool is_truncated(struct diagnosis *d) {
    static const char *const ways[CUTS] = {
        [CUT_TO_ZERO] = "toward zero, as a cast in C does", [CUT_DOWN] = "downward"};
    const struct measure measure = measure_of(d->table);
    const double less_than_two = 1.5;
    bool cut = false;
    if (!measure.type->fixed ||
        d->verdict->comparison.all.worst.error.absolute >= less_than_two * measure.unit)
        return false;
    for (int k = CUT_TO_ZERO; k < CUTS && !cut && !d->wrong; k++) {
        if (!are_cut(d, &measure, (enum cut)k))
            continue;
        struct verdict other;
        struct grain grain = *d->audited.grain;
        grain.cut = (enum cut)k;
        d->wrong =
            verdict_find(&other, d->audited.array, d->audited.model, &grain, d->audited.threads);
        cut = !d->wrong && other.match && other.comparison.all.unexplained == 0;
        verdict_free(&other);
        if (cut)
            add_sentence(d, text_format("the words fit, but entries are truncated: they are "
                                        "rounded %s, not to nearest",
                                        ways[k]));
    }
    return cut;
}

/* Many entries are of another size than any table's. Bytes in another order, or of another type, are such numbers. */
static bool other_size(struct diagnosis *d) {
    enum { LARGE_ONE_OF = 8 };
    const struct sample *sample = &d->sample;
    const double times = 256, part = 1.0 / 16;
    const size_t size = sample->positions * sample->channels;
    size_t large = 0;
    for (size_t k = 0; k < size; k++)
        large += fabs(sample->got[k]) > times * sample->wanted_size;
    const bool larger = LARGE_ONE_OF * large > size,
               smaller = sample->magnitude > 0 && sample->magnitude < part * sample->wanted_size;
    return (larger || smaller) &&
           add_sentence(
               d, text_format("entries are far %s than they should be: are their bytes in the "
                              "other order (--endian), or of another --type?",
                              larger ? "larger" : "smaller"));
}

/* Is the mean distance that of another table? */
static bool most_are_far_off(const struct diagnosis *d) {
    const double another = 0.1; /* of the mean magnitude */
    return d->sample.own > another * d->sample.magnitude;
}

/* An array of one dimension is one row, unless the words say how many it has. */
static bool one_row(struct diagnosis *d) {
    const struct array *array = d->audited.array;
    return array->dimensions == 1 && !array_is_raw(array) && d->table->rows == 1 &&
           most_are_far_off(d) &&
           add_sentence(
               d, text_format("most entries are far off: the array has one dimension, and is taken "
                              "for one row; if it has more, say --max-len"));
}

/* What do the sizes of the errors say, if nothing that has a name is out of place? */
static void sizes_of_errors(struct diagnosis *d) {
    const double small = 0.05; /* of the entries' mean magnitude: the words nearly fit */
    const struct errors *all = &d->verdict->comparison.all;
    const uint64_t no_numbers = all->nan + all->infinite;
    char *text;
    char *way = shares_best_text(&d->verdict->shares);
    if (d->sample.positions == 0)
        d->wrong = sample_read(&d->sample, d->audited.array, d->table);
    if (all->zero_sign == all->wrong)
        text = text_format("only signs of zeros differ");
    else if (no_numbers == all->wrong)
        text = text_format("every wrong entry is infinite or not a number");
    else if ((d->findings->rounded = d->verdict->rounded))
        text = text_format("nothing %sis out of place: the words fit, and the errors are the size "
                           "of intermediate rounding",
                           no_numbers > 0 ? "else " : "");
    else if (way || d->verdict->strays)
        text = text_format("most entries are %s%s, but others are further off",
                           way ? "those of " : "exact", way ? way : "");
    else if (all->worst.error.absolute <= small * d->sample.magnitude)
        text = text_format("the words nearly fit, but the errors are more than any usual "
                           "computation makes");
    else
        text = text_format("%s entries are far off, and --guess finds no words that explain it",
                           most_are_far_off(d) ? "most" : "some");
    free(way);
    add_sentence(d, text);
}

/* --- the chain */

/* Do the findings name each row and column that is odd, and why, unless few rows are? If all rows are shifted, or many hold
 * what others should, words may say why. */
static bool is_complete(const struct findings *damage) {
    enum { HELD_ONE_OF = 4, LEFT_ONE_OF = 16 };
    uint64_t held = 0;
    bool complete = damage->count > 0 && damage->left[FINDING_COLUMNS] == 0 &&
                    LEFT_ONE_OF * damage->left[FINDING_ROWS] <= damage->rows;
    for (size_t k = 0; k < damage->count; k++) {
        const struct finding *one = &damage->list[k];
        complete &= !finding_is_shift(one) || one->first > (uint64_t)(one->by < 0 ? -one->by : 0);
        if (one->kind == FINDING_HOLDS && one->unit == FINDING_ROWS)
            held += one->last - one->first + 1;
    }
    return complete && HELD_ONE_OF * held <= damage->rows;
}

/* The words are in question. A sample that is all zero is in rows that are named already. */
static bool find_words(struct diagnosis *d) {
    const struct sample *sample = &d->sample;
    d->wrong = sample_read(&d->sample, d->audited.array, d->table);
    if (d->wrong || (sample->magnitude == 0 && d->zero_rows))
        return false;
    return add_sentence(d, words_of_elements(&d->audited, sample)) ||
           words_find(&d->audited, d->findings, &d->wrong) ||
           (!d->wrong && (other_size(d) || one_row(d)));
}

char *diagnose(const struct audited *audited, struct verdict *verdict, struct findings *findings) {
    enum { SURE = 4 }; /* more findings may be rows of positions that were rounded */
    const struct table *table = audited->model->table;
    struct diagnosis d = {
        .audited = *audited, .table = table, .verdict = verdict, .findings = findings};
    struct findings *damage = &verdict->damage;
    *findings = (struct findings){.rows = table->arrays * table->rows, .columns = table->columns};
    if (verdict->comparison.all.wrong == 0)
        return NULL;
    d.zero_rows = damage->count > 0 && damage->list[0].kind == FINDING_ZERO;
    if (are_doubles(&d, damage)) {
        findings_free(damage);
        verdict->rounded = true;
    }
    const bool complete = is_complete(damage),
               rounded = verdict->rounded && (!complete || damage->count > SURE);
    if (!rounded && !complete && !verdict->strays && (is_truncated(&d) || find_words(&d)))
        return d.wrong;
    if (!rounded && damage->count > 0) {
        *findings = *damage;
        findings->strays = verdict->strays;
        *damage = (struct findings){.count = 0};
    } else if (!d.wrong) {
        sizes_of_errors(&d);
    }
    return d.wrong;
}
