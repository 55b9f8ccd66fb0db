#include "cli/manifest_resolve.h"
#include "base/die.h"
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
    const char *name = key == KEY_OUTPUT ? "output" : key < WORDS ? words[key].name : "";
    for (size_t k = section->first; k < section->end; k++)
        if (strcmp(manifest->ini.lines[k].key, name) == 0)
            return manifest->ini.lines[k].number;
    size_t there = key < KEYS ? manifest->of_defaults.line[key] : 0;
    return there ? there : section->line;
}

static char *output_path(const struct manifest *manifest, const char *output,
                         const struct options *options) {
    const char *dir = options->given[OUTPUT_DIR];
    if (!dir)
        return manifest_beside(manifest->path, output);
    if (*output == '/')
        return text_format("%s", output);
    return text_format("%s%s%s", dir, *dir && dir[strlen(dir) - 1] != '/' ? "/" : "", output);
}

/* The path of a table's output; NULL, with a fault, if it has none. */
static char *checked_output(const struct manifest *manifest, const char *name, const char *output,
                            const struct options *options, struct faults *faults) {
    if (output && *output && strcmp(output, "-") != 0)
        return output_path(manifest, output, options);
    faults_add(faults, ABOUT_OUTPUT,
               output && *output ? text_format("output '-': a manifest's tables go to files")
                                 : text_format("table '%.60s' has no output", name));
    return NULL;
}

static struct manifest_table *resolve_section(struct manifest *manifest,
                                              const struct section *section,
                                              const struct options *options,
                                              struct faults *faults) {
    struct manifest_table *table = die_malloc(sizeof *table);
    *table = (struct manifest_table){.output = NULL};
    manifest_keys(manifest, section, &table->keys);
    for (int k = 0; k < WORDS; k++) {
        table->resolved.given[k] = table->keys.value[k];
        table->resolved.defaults[k] = manifest->of_defaults.value[k];
    }
    table->resolved.given[NAME] = section->name;
    table->output =
        checked_output(manifest, section->name, table->keys.value[KEY_OUTPUT], options, faults);
    resolve(&table->resolved, table->output, &manifest->templates, faults);
    return table;
}

void manifest_table_free(struct manifest_table *table) {
    resolved_free(&table->resolved);
    manifest_keys_free(&table->keys);
    free(table->output);
    free(table);
}

/* A list of copies, ended by NULL. */
static char **copies(const char *const *from) {
    size_t count = 0;
    while (from[count])
        count++;
    char **list = die_malloc((count + 1) * sizeof *list);
    for (size_t k = 0; k < count; k++)
        list[k] = text_format("%s", from[k]);
    list[count] = NULL;
    return list;
}

/* Keeps what other tables have to know of a table. */
static void keep(struct section *section, const struct manifest_table *table) {
    const struct output_options *output = &table->resolved.output;
    const struct inputs inputs = resolved_inputs(&table->resolved);
    if (*inputs.path)
        section->inputs = copies(inputs.path);
    if (!output->command) {
        section->outputs = copies((const char *[]){table->output, NULL});
        return;
    }
    section->outputs = output_names(output);
    section->format = output->format;
    section->arrays = output->table->arrays;
    section->entries = output->table->arrays * output->table->rows * output->table->columns;
    section->factored = output->factored;
}

/* A pipe, say, can't be read again. */
static bool is_read_once(const struct section *section) {
    for (char **path = section->inputs; path && *path; path++)
        if (!path_is_regular(*path))
            return true;
    return false;
}

/* Resolves a table, and complains of all that is wrong with it. */
static void check_section(struct manifest *manifest, struct section *section,
                          const struct options *options) {
    struct faults faults = {NULL, 0};
    struct manifest_table *table = resolve_section(manifest, section, options, &faults);
    run_check_entries(options, &table->resolved, &faults);
    for (size_t k = 0; k < faults.count; k++)
        complain(&manifest->complaints, line_of(manifest, section, faults.list[k].about),
                 fault_message(&faults.list[k]));
    keep(section, table);
    if (faults.count == 0 && is_read_once(section))
        section->kept = table;
    else
        manifest_table_free(table);
    faults_free(&faults);
}

struct manifest_table *manifest_table(struct manifest *manifest, struct section *section,
                                      const struct options *options) {
    struct faults faults = {NULL, 0};
    struct manifest_table *table = section->kept;
    section->kept = NULL;
    if (!table)
        table = resolve_section(manifest, section, options, &faults);
    if (faults.count > 0)
        die_in(manifest->path, (int)line_of(manifest, section, faults.list->about), "%s",
               fault_message(faults.list));
    return table;
}

static void add_input(struct names *inputs, const char *path) {
    char *absolute = path_absolute(path);
    names_add(inputs, absolute, 0);
    free(absolute);
}

/* The files that the tables are made from. */
static struct names inputs_of(const struct manifest *manifest) {
    struct names inputs = {.count = 0};
    for (size_t k = 0; k < manifest->count; k++)
        for (char **path = manifest->sections[k].inputs; path && *path; path++)
            add_input(&inputs, *path);
    return inputs;
}

/* Complains if another table writes that file too, or the run reads it. */
static void check_output(struct manifest *manifest, size_t k, const char *name,
                         const struct names *inputs, struct names *written) {
    size_t line = line_of(manifest, &manifest->sections[k], ABOUT_OUTPUT);
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
    for (size_t k = 0; k < manifest->count; k++)
        for (char **name = manifest->sections[k].outputs; *name; name++)
            check_output(manifest, k, *name, &inputs, &written);
    names_free(&written);
    names_free(&inputs);
}

/* A name as its language sees it: "vhdl:pe_cos" of PE_cos. NULL if case counts there, or the table has a fault. */
static char *caseless_name(const struct section *section, const char *name) {
    if (!section->format || !section->format->caseless)
        return NULL;
    char *text = text_format("%s:%s", section->format->name, name);
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
                                 manifest->sections[*other].line, section->format->name));
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
    for (uint64_t array = 0; array < section->arrays; array++) {
        char *name = text_format("%s%s", section->name, output_pair_suffixes[array]);
        const struct section *other = namesake(manifest, section, name, caseless);
        bool same = other && strcmp(other->name, name) == 0;
        if (other && other->format && other->arrays == 1 &&
            format_meets(section->format, other->format))
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
    for (const char *const *suffix = output_factored_suffixes; *suffix; suffix++) {
        char *name = text_format("%s%s", section->name, *suffix);
        const struct section *other = namesake(manifest, section, name, caseless);
        if (other && other->format && format_meets(section->format, other->format))
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
        if (section->format && section->arrays > 1)
            check_pair(manifest, section, &caseless);
        if (section->format && section->factored)
            check_factored(manifest, section, &caseless);
    }
    names_free(&caseless);
}

void manifest_resolve(struct manifest *manifest, const struct options *options) {
    for (size_t k = 0; k < manifest->count; k++)
        check_section(manifest, &manifest->sections[k], options);
    check_outputs(manifest);
    check_names(manifest);
}
