#include "read/c_conditions.h"

#include <stdio.h>
#include <string.h>

static bool begins_with(const char *directive, const char *word) {
    return strncmp(directive, word, strlen(word)) == 0;
}

/* Are these "ifndef NAME" or "if !defined(NAME)", and "define NAME"? */
static bool guards(const char *opening, const char *definition) {
    char plain[sizeof(struct c_condition)], name[sizeof plain];
    size_t length = 0;
    for (; *opening; opening++)
        if (!strchr(" ()", *opening))
            plain[length++] = *opening;
    plain[length] = 0;
    if (sscanf(definition, "define %99[A-Za-z0-9_]", name) != 1)
        return false;
    const char *word = begins_with(plain, "ifndef") ? "ifndef" : "if!defined";
    return begins_with(plain, word) && strcmp(plain + strlen(word), name) == 0;
}

struct c_condition c_conditions_take(struct c_conditions *c, const struct c_lexer *t) {
    struct c_condition before = {.line = 0}, branch = {.line = t->line};
    const bool opened = c->opened;
    c->opened = false;
    if (t->kind != C_DIRECTIVE)
        return before;
    bool begins = begins_with(t->text, "if");
    c->depth += begins;
    if (begins || begins_with(t->text, "el")) { /* else, elif, elifdef */
        if (c->depth == 0 || c->depth > C_CONDITIONS)
            return before;
        snprintf(branch.text, sizeof branch.text, "%.*s", (int)sizeof branch.text - 1, t->text);
        if (!begins && c->open[c->depth - 1].guard)
            before = c->open[c->depth - 1].branch;
        c->open[c->depth - 1].branch = branch;
        c->open[c->depth - 1].guard = false;
        c->opened = begins;
    } else if (begins_with(t->text, "endif")) {
        c->depth -= c->depth > 0;
    } else if (opened) {
        c->open[c->depth - 1].guard = guards(c->open[c->depth - 1].branch.text, t->text);
    }
    return before;
}

struct c_condition c_conditions_here(const struct c_conditions *c) {
    size_t k = c->depth < C_CONDITIONS ? c->depth : C_CONDITIONS;
    while (k > 0 && c->open[k - 1].guard)
        k--;
    return k > 0 ? c->open[k - 1].branch : (struct c_condition){.line = 0};
}
