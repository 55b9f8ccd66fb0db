#include "audit/c_conditions.h"

#include <stdio.h>
#include <string.h>

/* Does the directive begin with this word? */
static bool begins_with(const char *directive, const char *word) {
    return strncmp(directive, word, strlen(word)) == 0;
}

static struct c_condition branch_of(const struct c_tokens *t, const char *directive) {
    struct c_condition branch = {.line = t->line};
    size_t length = strlen(directive);
    while (length > 0 && strchr(" \t\r\v\f", directive[length - 1]))
        length--;
    snprintf(branch.text, sizeof branch.text, "%.*s", (int)length, directive);
    return branch;
}

/* The name NAME of "ifndef NAME" or "if !defined(NAME)", or "". */
static void find_guard(struct c_conditions *c, const char *directive) {
    char rest[2];
    if (sscanf(directive, "ifndef %63[A-Za-z0-9_] %1s", c->guard, rest) != 1 &&
        sscanf(directive, "if ! defined %63[A-Za-z0-9_] %1s", c->guard, rest) != 1 &&
        sscanf(directive, "if ! defined ( %63[A-Za-z0-9_] ) %1s", c->guard, rest) != 1)
        c->guard[0] = 0;
}

struct c_condition c_conditions_take(struct c_conditions *c, const struct c_tokens *t) {
    struct c_condition none = {.line = 0}, before;
    char name[C_CONDITION_MAX], guard[C_CONDITION_MAX];
    const char *directive = t->text + strspn(t->text, " \t");
    memcpy(guard, c->guard, sizeof guard);
    c->guard[0] = 0;
    if (t->kind != C_DIRECTIVE)
        return none;
    size_t top = c->depth - 1;
    bool known = c->depth > 0 && top < C_CONDITIONS;
    if (begins_with(directive, "if")) {
        if (c->depth < C_CONDITIONS) {
            c->open[c->depth].branch = branch_of(t, directive);
            c->open[c->depth].guard = false;
        }
        c->depth++;
        find_guard(c, directive);
    } else if (begins_with(directive, "el") && known) { /* else, elif, elifdef */
        before = c->open[top].guard ? c->open[top].branch : none;
        c->open[top].branch = branch_of(t, directive);
        c->open[top].guard = false;
        return before;
    } else if (begins_with(directive, "endif")) {
        c->depth -= c->depth > 0;
    } else if (*guard && known && sscanf(directive, "define %63[A-Za-z0-9_]", name) == 1) {
        c->open[top].guard = strcmp(name, guard) == 0;
    }
    return none;
}

struct c_condition c_conditions_here(const struct c_conditions *c) {
    size_t k = c->depth < C_CONDITIONS ? c->depth : C_CONDITIONS;
    while (k > 0 && c->open[k - 1].guard)
        k--;
    return k > 0 ? c->open[k - 1].branch : (struct c_condition){.line = 0};
}
