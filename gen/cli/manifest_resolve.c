#include "cli/manifest_resolve.h"
#include "base/path.h"
#include "base/text.h"
#include "emit/output_files.h"
#include "engine/capacity.h"

#include <stdlib.h>
#include <string.h>

/* The line where the section, or else [defaults], gives a word; that of the section if neither does. */
static size_t line_of(const struct manifest *manifest, const struct section *section, int word) {
    size_t here = word < WORDS ? section->at[word] : 0;
    size_t there = word < WORDS ? manifest->defaults.at[word] : 0;
    return here ? here : there ? there : section->line;
}

static char *output_path(const struct manifest *manifest, const struct section *section,
                         const struct options *options) {
    const char *dir = options->given[OUTPUT_DIR], *output = section->value[KEY_OUTPUT];
    if (!dir)
        return manifest_beside(manifest->path, output);
    if (*output == '/')
        return text_format("%s", output);
    return text_format("%s%s%s", dir, *dir && dir[strlen(dir) - 1] != '/' ? "/" : "", output);
}

/* The path of the section's output. Complains if it has none, and then returns one that goes with any words. */
static char *checked_output(struct manifest *manifest, const struct section *section,
                            const struct options *options) {
    const char *output = section->value[KEY_OUTPUT];
    if (output && *output && strcmp(output, "-") != 0)
        return output_path(manifest, section, options);
    complain(&manifest->complaints,
             section->at[KEY_OUTPUT] ? section->at[KEY_OUTPUT] : section->line,
             output && *output ? text_format("output '-': a manifest's tables go to files")
                               : text_format("table '%.60s' has no output", section->name));
    return text_format("table.bin");
}

/* The line of what a fault is about. */
static size_t line_of_fault(const struct manifest *manifest, const struct section *section,
                            struct fault fault) {
    bool of_output = strncmp(fault.text, "output", 6) == 0 && section->at[KEY_OUTPUT];
    return of_output ? section->at[KEY_OUTPUT] : line_of(manifest, section, fault.word);
}

/* Resolves a table. Complains of each of its words that is wrong: after one, it goes on as if that word were not given. Sizes
 * have no default to go on with. Returns whether the words are right at last. */
static bool resolve_words(struct manifest *manifest, struct section *section) {
    struct resolved *resolved = &section->resolved;
    const char **given = resolved->given, **defaults = resolved->defaults;
    for (int k = 0; k < WORDS; k++) {
        given[k] = section->value[k];
        defaults[k] = manifest->defaults.value[k];
    }
    given[NAME] = section->name;
    for (;;) {
        struct fault fault = resolve(resolved, section->output, &manifest->templates);
        if (!fault.text)
            return true;
        complain(&manifest->complaints, line_of_fault(manifest, section, fault), fault.text);
        int word = fault.word;
        if (word == WORDS || word <= GRID || word == NAME || word == TEMPLATE ||
            (!given[word] && !defaults[word]))
            return resolved->output.table != NULL;
        given[word] = defaults[word] = NULL;
        resolved_free(resolved);
    }
}

static void resolve_section(struct manifest *manifest, struct section *section,
                            const struct options *options) {
    section->output = checked_output(manifest, section, options);
    if (!resolve_words(manifest, section))
        return;
    char *wrong = resolved_message(&section->resolved, capacity_check(section->resolved.table));
    if (wrong)
        complain(&manifest->complaints, section->line, wrong);
}

static void add_input(struct names *inputs, const char *path) {
    char *absolute = path_absolute(path);
    names_add(inputs, absolute, 0);
    free(absolute);
}

/* The files that the tables are made from. */
static struct names inputs_of(const struct manifest *manifest) {
    struct names inputs = {.count = 0};
    for (size_t k = 0; k < manifest->count; k++) {
        const struct resolved *resolved = &manifest->sections[k].resolved;
        const struct table_inputs lists = table_inputs(resolved->table);
        if (resolved->output.template_path)
            add_input(&inputs, resolved->output.template_path);
        for (const char *const *path = lists.path; *path; path++)
            add_input(&inputs, *path);
    }
    return inputs;
}

/* No two tables may write one file, and no table may write a file that the run reads. */
static void check_outputs(struct manifest *manifest) {
    if (manifest->complaints.count > 0) /* not all tables are resolved */
        return;
    struct names written = {.count = 0}; /* each with the index of its table */
    struct names inputs = inputs_of(manifest);
    char *own = path_absolute(manifest->path);
    for (size_t k = 0; k < manifest->count; k++) {
        const struct section *section = &manifest->sections[k];
        char **names = output_names(&section->resolved.output);
        for (char **name = names; *name; name++) {
            char *absolute = path_absolute(*name);
            const size_t *other = names_add(&written, absolute, k);
            if (strcmp(absolute, own) == 0)
                complain(&manifest->complaints, section->at[KEY_OUTPUT],
                         text_format("output '%s' is the manifest itself", *name));
            if (names_find(&inputs, absolute))
                complain(&manifest->complaints, section->at[KEY_OUTPUT],
                         text_format("output '%s' is a file that this run reads", *name));
            if (other)
                complain(&manifest->complaints, section->at[KEY_OUTPUT],
                         text_format("output '%s' is also that of table '%.60s'", *name,
                                     manifest->sections[*other].name));
            free(absolute);
        }
        output_names_free(names);
    }
    names_free(&written);
    names_free(&inputs);
    free(own);
}

void manifest_resolve(struct manifest *manifest, const struct options *options) {
    for (size_t k = 0; k < manifest->count; k++)
        resolve_section(manifest, &manifest->sections[k], options);
    check_outputs(manifest);
}
