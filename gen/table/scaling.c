#include "table/scaling.h"
#include "base/die.h"
#include "exact/expression.h"
#include "words/choice.h"

#include <stdlib.h>
#include <string.h>

/* The keys of a rule, in their canonical order. A key without a default must be given. */
enum key { FACTOR, ORIGINAL_LENGTH, LOW, HIGH, BETA_FAST, BETA_SLOW, TRUNCATE, ATTENTION, KEYS };

static const char *const key_names[KEYS] = {"factor",    "original",  "low",      "high",
                                            "beta-fast", "beta-slow", "truncate", "attention"};

static const struct rule_row {
    const char *name;
    bool file;
    const char *given[KEYS]; /* a default, "" for none that is needed, NULL for no such key */
    bool optional[KEYS];
} rules[] = {
    [RULE_NONE] = {.name = "none"},
    [RULE_LINEAR] = {"linear", false, {[FACTOR] = ""}, {false}},
    [RULE_NTK] = {"ntk", false, {[FACTOR] = ""}, {false}},
    [RULE_YARN] = {"yarn",
                   false,
                   {[FACTOR] = "",
                    [ORIGINAL_LENGTH] = "",
                    [BETA_FAST] = "32",
                    [BETA_SLOW] = "1",
                    [TRUNCATE] = "yes",
                    [ATTENTION] = ""},
                   {[ATTENTION] = true}},
    [RULE_LLAMA3] = {"llama3",
                     false,
                     {[FACTOR] = "", [ORIGINAL_LENGTH] = "", [LOW] = "1", [HIGH] = "4"},
                     {false}},
    [RULE_LONGROPE] = {"longrope",
                       true,
                       {[FACTOR] = "", [ORIGINAL_LENGTH] = ""},
                       {[FACTOR] = true, [ORIGINAL_LENGTH] = true}},
};
enum { RULES = sizeof rules / sizeof rules[0] };

void scaling_init(struct scaling *scaling) {
    memset(scaling, 0, sizeof *scaling);
    mpq_inits(scaling->factor, scaling->original, scaling->low, scaling->high, scaling->attention,
              scaling->base, scaling->ramp_low, scaling->ramp_high, (mpq_ptr)NULL);
}

void scaling_clear(struct scaling *scaling) {
    mpq_clears(scaling->factor, scaling->original, scaling->low, scaling->high, scaling->attention,
               scaling->base, scaling->ramp_low, scaling->ramp_high, (mpq_ptr)NULL);
    number_list_free(&scaling->factors);
}

static char *set_key(struct scaling *scaling, const char *whole, int key, const char *value) {
    mpq_ptr const to[KEYS] = {[FACTOR] = scaling->factor,
                              [ORIGINAL_LENGTH] = scaling->original,
                              [LOW] = scaling->low,
                              [HIGH] = scaling->high,
                              [BETA_FAST] = scaling->high,
                              [BETA_SLOW] = scaling->low,
                              [ATTENTION] = scaling->attention,
                              [TRUNCATE] = NULL};
    if (key == TRUNCATE) {
        scaling->truncate = strcmp(value, "yes") == 0;
        return scaling->truncate || strcmp(value, "no") == 0
                   ? NULL
                   : text_format("scaling '%.60s': truncate '%.20s' is none of yes, no", whole,
                                 value);
    }
    const char *wrong = rational_parse(to[key], value);
    if (!wrong && mpq_sgn(to[key]) <= 0)
        wrong = "must be positive";
    if (!wrong && key == FACTOR && mpq_cmp_ui(to[key], 1, 1) < 0)
        wrong = "must be at least 1";
    return wrong
               ? text_format("scaling '%.60s': %s '%.40s' %s", whole, key_names[key], value, wrong)
               : NULL;
}

/* The value of a key in "KEY=VALUE,...", as a new text; NULL where it isn't there. */
static char *value_of(const char *list, const char *name) {
    size_t length = strlen(name);
    for (const char *at = list; *at;) {
        size_t end = strcspn(at, ",");
        if (strncmp(at, name, length) == 0 && at[length] == '=' && end > length)
            return text_format("%.*s", (int)(end - length - 1), at + length + 1);
        at += end + (at[end] == ',');
    }
    return NULL;
}

/* Are the keys of the list all of this rule, and none there twice? */
static char *check_keys(const struct rule_row *rule, const char *whole, const char *list) {
    bool seen[KEYS] = {false};
    if (*list && list[strlen(list) - 1] == ',')
        return text_format("scaling '%.60s' ends with a comma", whole);
    for (const char *at = list; *at;) {
        size_t end = strcspn(at, ","), name = strcspn(at, "=,");
        int key = 0;
        while (key < KEYS && !(rule->given[key] && strlen(key_names[key]) == name &&
                               strncmp(at, key_names[key], name) == 0))
            key++;
        if (key == KEYS || at[name] != '=')
            return text_format("scaling '%.60s': '%.*s' is no KEY=VALUE of %s", whole,
                               end < 40 ? (int)end : 40, at, rule->name);
        if (seen[key])
            return text_format("scaling '%.60s': %s is there twice", whole, key_names[key]);
        seen[key] = true;
        at += end + (at[end] == ',');
    }
    return NULL;
}

static char *read_keys(struct scaling *scaling, const struct rule_row *rule, const char *whole,
                       const char *list, char **canonical) {
    char *wrong = check_keys(rule, whole, list);
    for (int key = 0; key < KEYS && !wrong; key++) {
        const char *unsaid = rule->given[key];
        char *value = unsaid ? value_of(list, key_names[key]) : NULL;
        if (unsaid && !value && !*unsaid && !rule->optional[key])
            wrong = text_format("scaling '%.60s': %s needs %s=", whole, rule->name, key_names[key]);
        else if (value || (unsaid && *unsaid))
            wrong = set_key(scaling, whole, key, value ? value : unsaid);
        if (!wrong && value && strcmp(value, unsaid) != 0) {
            bool first = (*canonical)[strlen(*canonical) - 1] == ':';
            char *longer =
                text_format("%s%s%s=%s", *canonical, first ? "" : ",", key_names[key], value);
            free(*canonical);
            *canonical = longer;
        }
        free(value);
    }
    return wrong;
}

static char *check(struct scaling *scaling, const char *text) {
    if (scaling->rule == RULE_NTK && scaling->d_model < 3)
        return text_format("scaling '%.60s': d-model '%llu' must be above 2", text,
                           (unsigned long long)scaling->d_model);
    if ((scaling->rule == RULE_LLAMA3 || scaling->rule == RULE_YARN) &&
        mpq_cmp(scaling->low, scaling->high) >= 0)
        return text_format("scaling '%.60s': %s must be below %s", text,
                           scaling->rule == RULE_YARN ? "beta-slow" : "low",
                           scaling->rule == RULE_YARN ? "beta-fast" : "high");
    if (scaling->rule == RULE_LONGROPE &&
        (mpq_sgn(scaling->factor) != 0) != (mpq_sgn(scaling->original) != 0))
        return text_format("scaling '%.60s': longrope's amplitude needs factor and original", text);
    if (scaling->rule == RULE_LONGROPE && mpq_sgn(scaling->original) != 0 &&
        mpq_cmp_ui(scaling->original, 1, 1) <= 0)
        return text_format("scaling '%.60s': original must be above 1", text);
    if (scaling->rule == RULE_YARN && mpq_cmp_ui(scaling->base, 1, 1) <= 0)
        return text_format("scaling '%.60s': yarn needs a base above 1", text);
    if (scaling->rule == RULE_YARN && scaling->truncate && !stretching_ramp(scaling))
        return text_format("scaling '%.60s': the ramp's ends are undecided", text);
    return NULL;
}

char *scaling_parse(struct scaling *scaling, const char *text, uint64_t d_model, const mpq_t base,
                    char **canonical) {
    size_t name = strcspn(text, ":");
    scaling->d_model = d_model;
    mpq_set(scaling->base, base);
    scaling->rule = 0;
    while (scaling->rule < RULES && !(strlen(rules[scaling->rule].name) == name &&
                                      strncmp(text, rules[scaling->rule].name, name) == 0))
        scaling->rule++;
    if (scaling->rule == RULES || (scaling->rule == RULE_NONE) != (text[name] == 0))
        return text_format("scaling '%.60s' is none of none, linear:..., ntk:..., yarn:..., "
                           "llama3:..., longrope:FILE",
                           text);
    if (scaling->rule == RULE_NONE) {
        *canonical = text_format("none");
        return NULL;
    }
    const struct rule_row *rule = &rules[scaling->rule];
    const char *list = text + name + 1;
    char *wrong = NULL;
    *canonical = text_format("%s:", rule->name);
    if (rule->file) {
        size_t length = strcspn(list, ",");
        if (length == 0)
            return text_format("scaling '%.60s': %s needs a FILE", text, rule->name);
        char *path = text_format("%.*s", (int)length, list), *shown = NULL;
        wrong = choice_file(SCALING, path, &shown);
        char *why = wrong ? NULL : number_list_open(&scaling->factors, path);
        if (why)
            wrong = text_format("scaling: %s", why);
        free(why);
        if (!wrong) {
            free(*canonical);
            *canonical = text_format("%s:%s", rule->name, shown);
        }
        free(shown);
        free(path);
        list += length + (list[length] == ',');
    }
    if (!wrong)
        wrong = read_keys(scaling, rule, text, list, canonical);
    if (!wrong)
        wrong = check(scaling, text);
    if (wrong) {
        free(*canonical);
        *canonical = NULL;
    }
    return wrong;
}
