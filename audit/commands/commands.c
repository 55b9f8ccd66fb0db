/* SPDX-License-Identifier: MIT */
#include "commands/commands.h"

void resolve_or_die(struct resolved *resolved, const char *const given[WORDS]) {
    struct faults faults = {NULL, 0};
    resolve_words(resolved, given, &faults);
    resolve_capacity(resolved, &faults);
    die_if_faulty(&faults);
}

void run_guard_inputs(const struct resolved *resolved, struct outputs *outputs) {
    const struct inputs inputs = resolved_inputs(resolved);
    for (const char *const *path = inputs.path; *path; path++)
        outputs_guard(outputs, *path);
}
