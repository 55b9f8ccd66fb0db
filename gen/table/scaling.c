/* SPDX-License-Identifier: MIT */
#include "table/scaling.h"
#include "base/integer.h"
#include "base/path.h"
#include "exact/expression.h"
#include "words/choice.h"

#include <stdlib.h>
#include <string.h>

void scaling_init(struct scaling *scaling) {
    scaling->rule = scaling_rules;
    scaling->turning = UINT64_MAX;
    for (int k = 0; k < ROPE_VALUES; k++)
        mpq_init(scaling->value[k]);
    mpq_inits(scaling->base, scaling->raised, scaling->ramp_low, scaling->ramp_high, (mpq_ptr)NULL);
}

void scaling_clear(struct scaling *scaling) {
    for (int k = 0; k < ROPE_VALUES; k++)
        mpq_clear(scaling->value[k]);
    mpq_clears(scaling->base, scaling->raised, scaling->ramp_low, scaling->ramp_high,
               (mpq_ptr)NULL);
    number_list_free(&scaling->factors);
}

bool scaling_is_given(const struct scaling *scaling) {
    return scaling->rule != scaling_rules;
}

/* --- text */

/* Is the name at the beginning of the text this one? */
static bool begins(const char *text, const char *name) {
    size_t length = strcspn(text, ":");
    return name && strlen(name) == length && strncmp(text, name, length) == 0;
}

/* The rule at the beginning of the text, or NULL. Nothing follows "none"; a colon follows the other rules. */
static const struct rope_rule *rule_of(const char *text) {
    for (const struct rope_rule *rule = scaling_rules; rule < scaling_rules + RULES; rule++)
        if (begins(text, rule->name) || begins(text, rule->older))
            return (rule == scaling_rules) == !strchr(text, ':') ? rule : NULL;
    return NULL;
}

const char *scaling_published(const char *text) {
    const size_t length = text ? strcspn(text, ",") : 0;
    for (const struct published_rule *rule = published_rules; rule->name && length > 0; rule++)
        if (rule->factors && strcspn(rule->name, ",") == length &&
            strncmp(rule->name, text, length) == 0)
            return rule->factors;
    return NULL;
}

char *scaling_published_names(void) {
    struct text list = {NULL, 0, 0};
    for (const struct published_rule *rule = published_rules; rule->name; rule++) {
        const size_t length = strcspn(rule->name, ","), begin = strcspn(rule->name, ":") + 1;
        if (rule->factors)
            text_put(&list, "%s%.*s", list.used ? ", " : "", (int)(length - begin),
                     rule->name + begin);
    }
    return text_string(&list);
}

const char *scaling_path_of_word(enum word word, const char *text, size_t *length) {
    if (!words[word].file || word_is_default(word, text))
        return NULL;
    if (word != SCALING) {
        *length = strlen(text);
        return text;
    }
    const struct rope_rule *rule = rule_of(text);
    if (!rule || !rule->file || scaling_published(text))
        return NULL;
    const char *path = strchr(text, ':') + 1;
    *length = strcspn(path, ",");
    return path;
}

/* Refuses what is no rule, or only the name of one whose numbers are missing. */
static void refuse_rule(struct value *value) {
    struct text list = {NULL, 0, 0};
    for (const struct rope_rule *rule = scaling_rules + 1; rule < scaling_rules + RULES; rule++)
        if (strcmp(value->text, rule->name) == 0) {
            value_refuse(value, " lacks its %s: see posenc help scaling",
                         rule->file ? "file" : "numbers");
            return;
        }
    for (const struct rope_rule *rule = scaling_rules; rule < scaling_rules + RULES; rule++) {
        text_put(&list, "%s%s%s", rule == scaling_rules ? "'" : ", ", rule->name,
                 rule == scaling_rules ? "'"
                 : rule->file          ? ":FILE"
                                       : ":...");
    }
    value_refuse(value, " is none of %s", text_string(&list));
    text_free(&list);
}

static void print_key(struct text *text, const struct rope_key *key, const char *before) {
    bool optional = key->fallback && !*key->fallback;
    text_put(text, optional ? "[%s%s=%s]" : "%s%s=%s", before, key->name,
             key->placeholder ? key->placeholder : key->fallback);
}

static void print_lines(struct text *text, const char *lines) {
    for (const char *line = lines ? lines : ""; *line;) {
        size_t length = strcspn(line, "\n");
        text_print(text, "\n    ");
        text_add(text, line, length);
        line += length + (line[length] == '\n');
    }
}

char *scaling_help(void) {
    struct text text = {NULL, 0, 0};
    for (const struct rope_rule *rule = scaling_rules + 1; rule < scaling_rules + RULES; rule++) {
        text_put(&text, "%s%s", rule->name, rule->file ? ":FILE" : ":");
        for (const struct rope_key *key = rule->keys; key->name; key++)
            print_key(&text, key, key > rule->keys || rule->file ? "," : "");
        print_lines(&text, rule->formula);
        print_lines(&text, rule->help);
        if (rule->pair_spacing_only)
            text_print(&text, "\n    Only for spacing pair.");
        text_put(&text, "\n    %s\n", rule->source);
    }
    return text_string(&text);
}

char *scaling_formula(const struct scaling *scaling) {
    struct text text = {NULL, 0, 0};
    const char *before = "; ";
    text_print(&text, scaling->rule->formula);
    text.used -= text.bytes[text.used - 1] == '.';
    for (size_t k = 0; k < text.used; k++)
        if (text.bytes[k] == '\n')
            text.bytes[k] = ' ';
    for (const struct rope_key *key = scaling->rule->keys; key->name; key++) {
        if (key->fallback && !*key->fallback)
            continue; /* of the amplitude */
        mpq_srcptr q = scaling->value[key->value];
        char *value = key->value == ROPE_TRUNCATE ? text_format("%s", mpq_sgn(q) ? "yes" : "no")
                                                  : rational_text(q);
        text_put(&text, "%s%s = %s", before, key->placeholder ? key->placeholder : key->name,
                 value);
        before = ", ";
        free(value);
    }
    return text_string(&text);
}

/* --- keys */

static const char axis_letters[] = "styx";

static const char *set_letters(mpq_ptr value, const char *text) {
    int64_t set = 0;
    for (const char *at = text; *at; at++) {
        const char *found = strchr(axis_letters, *at);
        if (!found || set >> (found - axis_letters) & 1)
            return "does not name axes of s, t, y and x, each once";
        set |= INT64_C(1) << (found - axis_letters);
    }
    rational_set(value, set, 1);
    return set ? NULL : "names no axis";
}

/* Sets the value of a key; returns what is wrong with it, or NULL. */
static const char *set_key(struct scaling *scaling, const struct rope_key *key, const char *text) {
    mpq_ptr value = scaling->value[key->value];
    if (key->value == ROPE_TRUNCATE) {
        bool yes = strcmp(text, "yes") == 0;
        rational_set(value, yes, 1);
        return yes || strcmp(text, "no") == 0 ? NULL : "is none of yes, no";
    }
    if (key->value == ROPE_AXES)
        return set_letters(value, text);
    const char *wrong = rational_parse(value, text);
    if (!wrong && mpq_sgn(value) <= 0)
        wrong = "must be positive";
    if (!wrong && key->value == ROPE_SHARE && mpq_cmp_ui(value, 1, 1) > 0)
        wrong = "must be at most 1";
    return wrong;
}

/* Splits "KEY=VALUE,..." into new texts: the values of the rule's keys, in the order of its row; NULL for missing
 * keys. */
static void cut_keys(const struct rope_rule *rule, const char *list, char *values[ROPE_VALUES],
                     struct value *value) {
    for (const char *at = list; *at && !value->wrong;) {
        size_t end = strcspn(at, ","), name = strcspn(at, "=,");
        int k = 0;
        while (rule->keys[k].name &&
               !(strlen(rule->keys[k].name) == name && strncmp(at, rule->keys[k].name, name) == 0))
            k++;
        if (!rule->keys[k].name || at[name] != '=') {
            char *one = text_format("%.*s", (int)end, at);
            value_refuse(value, ": '%.40s' is not a KEY=VALUE of %s", one, rule->name);
            free(one);
        } else if (values[k]) {
            value_refuse(value, ": %s is given twice", rule->keys[k].name);
        } else {
            values[k] = text_format("%.*s", (int)(end - name - 1), at + name + 1);
        }
        at += end + (at[end] == ',');
    }
}

/* Is the value of a key, which is set, that of its default? */
static bool is_default(const struct scaling *scaling, const struct rope_key *key) {
    struct scaling other = {.rule = scaling->rule};
    mpq_ptr value = other.value[key->value];
    if (!key->fallback || !*key->fallback)
        return false;
    mpq_init(value);
    const bool same =
        !set_key(&other, key, key->fallback) && mpq_equal(value, scaling->value[key->value]);
    mpq_clear(value);
    return same;
}

/* Sets one key, and adds it to the canonical text if its value isn't the default. */
static void take_key(struct scaling *scaling, const struct rope_key *key, const char *given,
                     struct value *value) {
    struct text *canonical = &value->canonical;
    const char *text = given ? given : key->fallback;
    if (!text)
        value_refuse(value, ": %s needs %s=", scaling->rule->name, key->name);
    if (!text || (!given && !*text))
        return;
    const char *wrong = set_key(scaling, key, text);
    if (wrong)
        value_refuse(value, ": %s '%.40s' %s", key->name, text, wrong);
    if (wrong || !given || is_default(scaling, key))
        return;
    const bool number = key->value != ROPE_TRUNCATE && key->value != ROPE_AXES;
    char *spelled = number ? rational_text(scaling->value[key->value]) : text_format("%s", given);
    text_put(canonical, "%s%s=%s", canonical->bytes[canonical->used - 1] == ':' ? "" : ",",
             key->name, spelled);
    free(spelled);
}

static void read_keys(struct scaling *scaling, const char *list, struct value *value) {
    char *values[ROPE_VALUES] = {NULL};
    cut_keys(scaling->rule, list, values, value);
    for (int k = 0; k < ROPE_VALUES && scaling->rule->keys[k].name && !value->wrong; k++)
        take_key(scaling, &scaling->rule->keys[k], values[k], value);
    for (int k = 0; k < ROPE_VALUES; k++)
        free(values[k]);
}

/* Takes the path of a rule's list of factors, or the name of a published list. The file is read when the number of
 * factors is known. */
static void take_path(const struct scaling *scaling, struct value *value) {
    const char *at = strchr(value->text, ':') + 1;
    const size_t length = strcspn(at, ",");
    if (length == 0) {
        value_refuse(value, ": %s needs a FILE", scaling->rule->name);
        return;
    }
    char *path = text_format("%.*s", (int)length, at);
    value->wrong = scaling_published(value->text) ? NULL : choice_file(SCALING, path);
    text_print(&value->canonical, path_base(path));
    free(path);
}

void scaling_parse(struct scaling *scaling, struct value *value, const mpq_t base) {
    const struct rope_rule *rule = rule_of(value->text);
    if (!rule)
        refuse_rule(value);
    else
        scaling->rule = rule;
    mpq_set(scaling->base, base);
    if (!rule || !scaling_is_given(scaling))
        return;
    const char *list = strchr(value->text, ':') + 1;
    text_put(&value->canonical, "%s:", rule->name);
    if (rule->file) {
        take_path(scaling, value);
        list += strcspn(list, ",");
        list += *list == ',';
    }
    if (*list && list[strlen(list) - 1] == ',')
        value_refuse(value, " ends with a comma");
    if (!value->wrong)
        read_keys(scaling, list, value);
    if (mpq_sgn(scaling->value[ROPE_OTHERS]) != 0 && mpq_sgn(scaling->value[ROPE_AXES]) == 0)
        value_refuse(value, ": others is the factor of the axes that axes doesn't name");
    if (!value->wrong && scaling_functions(scaling)->check)
        scaling_functions(scaling)->check(scaling, value);
}

/* --- what a rule does */

void scaling_fit(struct scaling *scaling, uint64_t d, struct value *value) {
    scaling->d_model = d;
    if (scaling_functions(scaling)->fit)
        scaling_functions(scaling)->fit(scaling, value);
}

/* The axes that the rule applies to, as bits of "styx"; all of them if the key isn't given. */
static uint64_t axes_of(const struct scaling *scaling) {
    mpq_srcptr axes = scaling->value[ROPE_AXES];
    return mpq_sgn(axes) != 0 ? integer_get_unsigned(mpq_numref(axes)) : 15;
}

char scaling_foreign_axis(const struct scaling *scaling, const char *letters) {
    if (mpq_sgn(scaling->value[ROPE_AXES]) == 0)
        return '\0';
    for (int k = 0; axis_letters[k]; k++)
        if (axes_of(scaling) >> k & 1 && !strchr(letters, axis_letters[k]))
            return axis_letters[k];
    return '\0';
}

struct scaling scaling_of_axis(const struct scaling *scaling, char letter) {
    struct scaling copy = *scaling;
    bool own = axes_of(scaling) >> (strchr(axis_letters, letter) - axis_letters) & 1;
    if (!own && mpq_sgn(scaling->value[ROPE_OTHERS]) == 0)
        copy.rule = scaling_rules;
    else if (!own) /* the numbers stay those of `scaling`, which frees them */
        *copy.value[ROPE_FACTOR] = *copy.raised = *scaling->value[ROPE_OTHERS];
    mpq_inits(copy.ramp_low, copy.ramp_high, (mpq_ptr)NULL);
    return copy;
}

void scaling_axis_clear(struct scaling *scaling) {
    mpq_clears(scaling->ramp_low, scaling->ramp_high, (mpq_ptr)NULL);
}

void scaling_apply(const struct scaling *scaling, uint64_t i, struct recipe *recipe) {
    recipe->context = scaling;
    recipe->index = i;
    if (scaling_functions(scaling)->apply)
        scaling_functions(scaling)->apply(scaling, i, recipe);
}

struct rope_amplitude scaling_amplitude(const struct scaling *scaling, mpq_t square) {
    mpq_set_ui(square, 1, 1);
    return scaling_functions(scaling)->amplitude
               ? scaling_functions(scaling)->amplitude(scaling, square)
               : (struct rope_amplitude){NULL, ""};
}
