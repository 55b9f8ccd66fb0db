/* SPDX-License-Identifier: MIT */
#include "emit/outputs.h"
#include "base/die.h"
#include "base/path.h"
#include "base/system.h"

#include <stdlib.h>
#include <string.h>

char *outputs_claim(struct outputs *outputs, const char *name, const char *table) {
    if (!path_is_regular(name))
        return NULL;
    char *absolute = path_absolute(name), *wrong = NULL;
    const size_t count = outputs->claimed.count;
    const uint64_t *other = names_add(&outputs->claimed, absolute, count);
    if (!other) {
        outputs->claimant = die_grow(outputs->claimant, count, sizeof *outputs->claimant);
        outputs->claimant[count] = table;
    }
    if (other && table)
        wrong = text_format("output '%s' is also that of table '%.60s'", name,
                            outputs->claimant[*other]);
    else if (other)
        wrong = text_format("output '%s': another output of this run has that file", name);
    else if (outputs->mode != FILE_CHECK && names_find(&outputs->inputs, absolute))
        wrong = text_format("output '%s' is a file that this run reads", name);
    free(absolute);
    return wrong;
}

struct file *outputs_open(struct outputs *outputs, const char *name) {
    size_t count = outputs->count++;
    if (count > 0)
        file_finish(outputs->file[count - 1]);
    outputs->file = die_grow(outputs->file, count, sizeof *outputs->file);
    outputs->name = die_grow(outputs->name, count, sizeof *outputs->name);
    outputs->name[count] = text_format("%s", name);
    return outputs->file[count] = file_open(name, outputs->mode);
}

void outputs_guard(struct outputs *outputs, const char *input) {
    char *absolute = path_absolute(input);
    names_add(&outputs->inputs, absolute, 0);
    free(absolute);
}

void outputs_commit(struct outputs *outputs) {
    file_commit(outputs->file, outputs->count);
    outputs_free(outputs);
}

void outputs_free(struct outputs *outputs) {
    for (size_t k = 0; k < outputs->count; k++)
        free(outputs->name[k]);
    free(outputs->name);
    free(outputs->file);
    names_free(&outputs->claimed);
    names_free(&outputs->inputs);
    free(outputs->claimant);
    *outputs = (struct outputs){.count = 0};
}

#define SPECIAL " \t#:"

/* What Make has no escape for: a name with it can't be in a depfile. NULL if there is nothing of this kind. */
static char *unescapable(const char *name) {
    static const char others[] = ";|%*?[=";
    for (const char *at = name; *at; at++) {
        if (((unsigned char)*at < ' ' && *at != '\t') || *at == 0x7f)
            return text_format("a control character");
        if (strchr(others, *at) || (*at == '~' && at == name))
            return text_format("%c", *at);
    }
    return NULL;
}

/* Blanks, colons and # get a backslash, except a drive's colon, and so do the backslashes before them; $ is doubled. */
void depfile_add(struct depfile *depfile, struct text *list, const char *name) {
    char *what = unescapable(name);
    if (what && !depfile->wrong)
        depfile->wrong = text_format("'%s': a name with %s can't be in a depfile", name, what);
    free(what);
    if (depfile->wrong)
        return;
    const size_t drive = system_drive(name);
    text_print(list, " ");
    text_add(list, name, drive);
    for (const char *at = name + drive; *at; at++) {
        size_t slashes = strspn(at, "\\");
        for (size_t k = 0; k < slashes && strchr(SPECIAL, at[slashes]) && at[slashes]; k++)
            text_print(list, "\\");
        text_add(list, at, slashes);
        at += slashes;
        if (!*at)
            break;
        if (strchr(SPECIAL, *at))
            text_print(list, "\\");
        if (*at == '$')
            text_print(list, "$");
        text_add(list, at, 1);
    }
}

struct text depfile_rule(const struct depfile *depfile) {
    struct text rule = {NULL, 0, 0};
    if (depfile->outputs.used > 0) /* without the blank before the first */
        text_add(&rule, depfile->outputs.bytes + 1, depfile->outputs.used - 1);
    text_print(&rule, ":");
    text_add(&rule, depfile->inputs.bytes, depfile->inputs.used);
    text_print(&rule, "\n");
    return rule;
}

void depfile_free(struct depfile *depfile) {
    text_free(&depfile->outputs);
    text_free(&depfile->inputs);
    free(depfile->wrong);
    *depfile = (struct depfile){.wrong = NULL};
}
