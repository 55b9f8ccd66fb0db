/* SPDX-License-Identifier: MIT */
#include "model/model_reading.h"
#include "base/die.h"
#include "base/integer.h"
#include "exact/expression.h"
#include "words/choice.h"

#include <stdlib.h>

/* The config or the rule, whichever the key is in; *key becomes its name there. */
static struct json_part part_of(const struct model_reading *reading, const char **key) {
    bool of_rule = **key == '.';
    *key += of_rule;
    return of_rule ? reading->rule : reading->config;
}

/* The member of that name; "attn_config.rope_theta" is in the object attn_config. */
static const json_t *member_of(const json_t *object, const char *key) {
    const char *point = strchr(key, '.');
    const json_t *whole = json_object_get(object, key);
    if (!point || whole)
        return whole;
    char *outer = text_format("%.*s", (int)(point - key), key);
    const json_t *within = json_object_get(object, outer);
    free(outer);
    return json_object_get(within, point + 1);
}

const json_t *model_given(const struct model_reading *reading, const char *key) {
    const struct json_part part = part_of(reading, &key);
    return member_of(part.object, key);
}

const json_t *model_member(const struct model_reading *reading, const char *key) {
    const json_t *given = model_given(reading, key);
    const struct json_part part = part_of(reading, &key);
    return !given ? json_object_get(part.beneath, key) : json_is_null(given) ? NULL : given;
}

char *model_key(const char *path, const char *key) {
    return text_format("%s%s%s", path, *path && *key ? "." : "", key);
}

char *model_value_text(const json_t *value) {
    if (json_is_number(value))
        return json_number_text(value);
    char *text = json_dumps(value, JSON_ENCODE_ANY), *shown = text_format("%.40s", text);
    free(text);
    return shown;
}

char *model_exact_text(double x) {
    mpq_t q;
    mpq_init(q);
    mpq_set_d(q, x);
    char *text = rational_text(q);
    mpq_clear(q);
    return text;
}

void model_rational(mpq_t q, const char *decimal) {
    if (rational_parse(q, decimal))
        mpq_set_ui(q, 1, 1); /* unreachable: model_number has read it */
}

static char *combine(const char *a, const char *b, void (*of)(mpq_ptr, mpq_srcptr, mpq_srcptr)) {
    mpq_t p, q;
    mpq_inits(p, q, (mpq_ptr)NULL);
    model_rational(p, a);
    model_rational(q, b);
    of(p, p, q);
    char *text = rational_text(p);
    mpq_clears(p, q, (mpq_ptr)NULL);
    return text;
}

char *model_product(const char *a, const char *b) {
    return combine(a, b, mpq_mul);
}

char *model_quotient(const char *over, const char *under) {
    return combine(over, under, mpq_div);
}

int model_compare(const char *a, const char *b) {
    mpq_t p, q;
    mpq_inits(p, q, (mpq_ptr)NULL);
    model_rational(p, a);
    model_rational(q, b);
    int sign = mpq_cmp(p, q);
    mpq_clears(p, q, (mpq_ptr)NULL);
    return (sign > 0) - (sign < 0);
}

void model_wrong(struct model_reading *reading, const char *key, const char *format, ...) {
    if (reading->table->wrong)
        return;
    const struct json_part part = part_of(reading, &key);
    va_list values;
    va_start(values, format);
    char *what = text_vformat(format, values), *whole = model_key(part.path, key);
    va_end(values);
    char *line = text_format("%s%s%s", whole, *whole ? ": " : "", what);
    reading->table->wrong = text_printable(line); /* keys and strings of the file are in it */
    free(line);
    free(whole);
    free(what);
}

const char *model_note(struct model_reading *reading, enum note_kind kind, const char *key,
                       const char *value, const char *meaning) {
    struct model_table *table = reading->table;
    const json_t *member = model_member(reading, key);
    if (kind == NOTE_READ && !model_given(reading, key))
        kind = NOTE_OF_FAMILY;
    const struct json_part part = part_of(reading, &key);
    table->notes = die_grow(table->notes, table->note_count, sizeof *table->notes);
    struct model_note *added = &table->notes[table->note_count++];
    added->kind = kind;
    added->key = model_key(part.path, key);
    added->value = value ? text_format("%s", value) : model_value_text(member);
    added->meaning = kind == NOTE_OF_FAMILY ? text_format("%s; by the family's code, %s", meaning,
                                                          reading->family->source)
                                            : text_format("%s", meaning);
    return added->value;
}

/* What is wrong with a number of that kind, or NULL. */
static const char *misfit(const mpq_t q, enum model_kind kind) {
    int sign = mpq_sgn(q), with_1 = mpq_cmp_ui(q, 1, 1);
    switch (kind) {
    case MODEL_POSITIVE:
        return sign > 0 ? NULL : "must be positive";
    case MODEL_NOT_NEGATIVE:
        return sign >= 0 ? NULL : "must not be negative";
    case MODEL_ABOVE_1:
        return with_1 > 0 ? NULL : "must be above 1";
    case MODEL_SHARE:
        return sign > 0 && with_1 <= 0 ? NULL : "must be above 0 and at most 1";
    default:
        return sign <= 0 || mpz_cmp_ui(mpq_denref(q), 1) != 0 ? "must be a whole number above 0"
               : integer_compare(mpq_numref(q), CHOICE_ENTRIES) > 0 ? "is more than 2^40"
                                                                    : NULL;
    }
}

const char *model_number(struct model_reading *reading, const char *key, enum model_kind kind,
                         const char *meaning) {
    const json_t *member = model_member(reading, key);
    if (!member)
        return NULL;
    char *text = reading->exact && json_is_real(member) ? model_exact_text(json_real_value(member))
                                                        : model_value_text(member);
    if (!json_is_number(member)) {
        model_wrong(reading, key, "'%s' is not a number", text);
        free(text);
        return NULL;
    }
    mpq_t q;
    mpq_init(q);
    const char *wrong = rational_parse(q, text), *kept = NULL;
    if (!wrong)
        wrong = misfit(q, kind);
    if (wrong) {
        model_wrong(reading, key, "'%s' %s", text, wrong);
    } else {
        char *plain = rational_text(q);
        kept = model_note(reading, NOTE_READ, key, plain, meaning);
        free(plain);
    }
    mpq_clear(q);
    free(text);
    return kept;
}
