#include "cli/manifest_resolve.h"
#include "base/path.h"
#include "base/text.h"
#include "cli/run.h"
#include "emit/output_factored.h"
#include "emit/output_files.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The line where the section, or else [defaults], gives what a fault is about; that of the section if neither does. */
static size_t line_of(const struct manifest *manifest, const struct section *section, int about) {
    int key = about == ABOUT_OUTPUT ? KEY_OUTPUT : about;
    size_t here = key < KEYS ? section->at[key] : 0;
    size_t there = key < KEYS ? manifest->defaults.at[key] : 0;
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

/* The path of the section's output; NULL, with a fault, if it has none. */
static char *checked_output(const struct manifest *manifest, const struct section *section,
                            const struct options *options, struct faults *faults) {
    const char *output = section->value[KEY_OUTPUT];
    if (output && *output && strcmp(output, "-") != 0)
        return output_path(manifest, section, options);
    faults_add(faults, ABOUT_OUTPUT,
               output && *output ? text_format("output '-': a manifest's tables go to files")
                                 : text_format("table '%.60s' has no output", section->name));
    return NULL;
}

/* Resolves a table, and complains of all that is wrong with it. */
static void resolve_section(struct manifest *manifest, struct section *section,
                            const struct options *options) {
    struct resolved *resolved = &section->resolved;
    struct faults faults = {NULL, 0};
    for (int k = 0; k < WORDS; k++) {
        resolved->given[k] = section->value[k];
        resolved->defaults[k] = manifest->defaults.value[k];
    }
    resolved->given[NAME] = section->name;
    section->output = checked_output(manifest, section, options, &faults);
    resolve(resolved, section->output, &manifest->templates, &faults);
    run_check_entries(options, resolved, &faults);
    for (size_t k = 0; k < faults.count; k++)
        complain(&manifest->complaints, line_of(manifest, section, faults.list[k].about),
                 fault_message(&faults.list[k]));
    faults_free(&faults);
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
        const struct inputs of_table = resolved_inputs(&manifest->sections[k].resolved);
        for (const char *const *path = of_table.path; *path; path++)
            add_input(&inputs, *path);
    }
    return inputs;
}

/* Complains if another table writes that file too, or the run reads it. */
static void check_output(struct manifest *manifest, size_t k, const char *name,
                         const struct names *inputs, struct names *written) {
    size_t line = manifest->sections[k].at[KEY_OUTPUT];
    struct complaints *complaints = &manifest->complaints;
    char *absolute = path_absolute(name), *own = path_absolute(manifest->path);
    const size_t *other = names_add(written, absolute, k);
    if (strcmp(absolute, own) == 0)
        complain(complaints, line, text_format("output '%s' is the manifest itself", name));
    if (names_find(inputs, absolute))
        complain(complaints, line, text_format("output '%s' is a file that this run reads", name));
    if (other)
        complain(complaints, line,
                 text_format("output '%s' is also that of table '%.60s'", name,
                             manifest->sections[*other].name));
    free(absolute);
    free(own);
}

/* No two tables may write one file, and no table may write a file that the run reads. Of a table with faults only
 * the file that the manifest names is known. */
static void check_outputs(struct manifest *manifest) {
    struct names written = {.count = 0}; /* each with the index of its table */
    struct names inputs = inputs_of(manifest);
    for (size_t k = 0; k < manifest->count; k++) {
        const struct section *section = &manifest->sections[k];
        bool resolved = section->resolved.output.command != NULL;
        char **names = resolved ? output_names(&section->resolved.output) : NULL;
        for (char **name = names; resolved && *name; name++)
            check_output(manifest, k, *name, &inputs, &written);
        if (!resolved && section->output)
            check_output(manifest, k, section->output, &inputs, &written);
        if (resolved)
            output_names_free(names);
    }
    names_free(&written);
    names_free(&inputs);
}

/* A name as its language sees it: "vhdl:pe_cos" of PE_cos. NULL if case counts there, or the table has a fault. */
static char *caseless_name(const struct section *section, const char *name) {
    const struct output_options *output = &section->resolved.output;
    if (!output->command || !output->format->caseless)
        return NULL;
    char *text = text_format("%s:%s", output->format->name, name);
    for (char *at = text; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    return text;
}

/* Adds the names of the sections whose language ignores case. No two of one language may differ in case alone. */
static void check_case(struct manifest *manifest, struct names *caseless) {
    for (size_t k = 0; k < manifest->count; k++) {
        const struct section *section = &manifest->sections[k];
        char *name = caseless_name(section, section->name);
        const size_t *other = name ? names_add(caseless, name, k) : NULL;
        if (other)
            complain(&manifest->complaints, section->line,
                     text_format("section '%.60s' has the name of section '%.60s' in line %zu: "
                                 "format '%s' ignores case",
                                 section->name, manifest->sections[*other].name,
                                 manifest->sections[*other].line,
                                 section->resolved.output.format->name));
        free(name);
    }
}

/* The other section that has the name of a section's array in its language; NULL if there is none. */
static const struct section *namesake(const struct manifest *manifest,
                                      const struct section *section, const char *name,
                                      const struct names *caseless) {
    char *blind = caseless_name(section, name);
    const size_t *found = blind ? names_find(caseless, blind) : names_find(&manifest->names, name);
    free(blind);
    return found ? &manifest->sections[*found] : NULL;
}

/* The names of a pair's tables may not be those of another section whose table is in the same language. */
static void check_pair(struct manifest *manifest, const struct section *section,
                       const struct names *caseless) {
    const struct output_options *output = &section->resolved.output;
    for (uint64_t array = 0; array < output->table->arrays; array++) {
        char *name = output_array_name(output, array);
        const struct section *other = namesake(manifest, section, name, caseless);
        const struct output_options *of = other ? &other->resolved.output : NULL;
        bool same = other && strcmp(other->name, name) == 0;
        if (of && of->command && of->table->arrays == 1 && format_meets(output->format, of->format))
            complain(&manifest->complaints, line_of(manifest, section, COMPONENT),
                     text_format("component 'cos,sin' makes a table '%.60s', which is also the "
                                 "name of a section%s%s%s",
                                 name, same ? "" : ", '", same ? "" : other->name,
                                 same ? "" : "': its format ignores case"));
        free(name);
    }
}

/* Nor those of a factored table's arrays and functions. */
static void check_factored(struct manifest *manifest, const struct section *section,
                           const struct names *caseless) {
    const struct output_options *output = &section->resolved.output;
    for (const char *const *suffix = output_factored_suffixes; *suffix; suffix++) {
        char *name = text_format("%s%s", section->name, *suffix);
        const struct section *other = namesake(manifest, section, name, caseless);
        const struct output_options *of = other ? &other->resolved.output : NULL;
        if (of && of->command && format_meets(output->format, of->format))
            complain(&manifest->complaints, line_of(manifest, section, FACTORED),
                     text_format("factored 'exact' makes '%.60s', which is also the name of a "
                                 "section",
                                 name));
        free(name);
    }
}

static void check_names(struct manifest *manifest) {
    struct names caseless = {.count = 0}; /* each with the index of its section */
    check_case(manifest, &caseless);
    for (size_t k = 0; k < manifest->count; k++) {
        const struct section *section = &manifest->sections[k];
        if (section->resolved.output.command && section->resolved.output.table->arrays > 1)
            check_pair(manifest, section, &caseless);
        if (section->resolved.output.command && section->resolved.output.factored)
            check_factored(manifest, section, &caseless);
    }
    names_free(&caseless);
}

void manifest_resolve(struct manifest *manifest, const struct options *options) {
    for (size_t k = 0; k < manifest->count; k++)
        resolve_section(manifest, &manifest->sections[k], options);
    check_outputs(manifest);
    check_names(manifest);
}
