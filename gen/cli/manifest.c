/* SPDX-License-Identifier: MIT */
#include "cli/manifest.h"
#include "base/die.h"
#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "emit/output.h"
#include "engine/rows.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The sections of a manifest become tables. */

/* --- what is wrong */

/* Adds a message about a line, and takes it over. The same message about the same line is added only once, since a
 * fault in [defaults] is a fault of every table. */
static void complain(struct manifest *manifest, size_t line, char *text) {
    const size_t count = manifest->complaint_count;
    char *whole = text_format("%zu:%s", line, text);
    if (names_add(&manifest->complaints_seen, whole, count)) {
        free(text);
    } else {
        manifest->complaints = die_grow(manifest->complaints, count, sizeof *manifest->complaints);
        manifest->complaints[count] = (struct complaint){line, count, text};
        manifest->complaint_count++;
    }
    free(whole);
}

static int by_line(const void *a, const void *b) {
    const struct complaint *x = a, *y = b;
    int lines = (x->line > y->line) - (x->line < y->line);
    return lines ? lines : (x->order > y->order) - (x->order < y->order);
}

/* If there are complaints, prints them in the order of their lines, each as FILE:LINE: TEXT, and ends the program. */
static void report_complaints(const struct manifest *manifest) {
    const size_t count = manifest->complaint_count;
    if (count == 0)
        return;
    qsort(manifest->complaints, count, sizeof *manifest->complaints, by_line);
    for (size_t k = 0; k < count; k++)
        report_line("%s:%zu: %s", manifest->path, manifest->complaints[k].line,
                    manifest->complaints[k].text);
    die_reported(DIE_REQUEST);
}

/* --- sections and keys */

struct section *manifest_section(struct manifest *manifest, const char *name) {
    const uint64_t *found = names_find(&manifest->names, name);
    return found ? &manifest->sections[*found] : NULL;
}

/* A path that a manifest names, relative to the working folder. The caller frees it. */
static char *manifest_beside(const char *manifest, const char *path) {
    const size_t folder = path_is_absolute(path) ? 0 : path_folder(manifest);
    return text_format("%.*s%s", (int)folder, manifest, path);
}

/* The text of a key; a path in it becomes relative to the working folder. */
static char *value_beside(const char *manifest, int key, const char *value) {
    size_t length;
    const char *file = key < WORDS ? scaling_path_of_word((enum word)key, value, &length) : NULL;
    if (!file)
        return text_format("%s", value);
    char *path = manifest_beside(manifest, file);
    char *text = text_format("%.*s%s", (int)(file - value), value, path);
    free(path);
    return text;
}

/* The first line of a section that gives a key; 0 if there is none. */
static size_t line_in(const struct manifest *manifest, const struct section *section, int key) {
    const struct ini_line *lines = manifest->ini.lines;
    for (size_t k = section->first; k < section->end; k++)
        if (!lines[k].wrong && strcmp(lines[k].key, option_name(key)) == 0)
            return lines[k].number;
    return 0;
}

/* What is wrong with a key of [defaults] or of a table, whose name is that of its section; or NULL. */
static char *wrong_key(const char *name, int key, bool defaults) {
    if (key == KEYS) {
        const char *meant = option_nearest(name, KEYS);
        return text_format("'%.60s' is not a key%s%s%s", name, meant ? " (did you mean " : "",
                           meant ? meant : "", meant ? "?)" : "");
    }
    if (key == NAME)
        return text_format("key 'name': the table's name is that of its section");
    if (defaults && key == KEY_OUTPUT)
        return text_format(
            "key 'output': [defaults] can't give it, as every table has its own file");
    return NULL;
}

/* Adds the values of a section's keys. Faults of keys join the manifest's complaints. */
static void manifest_keys(struct manifest *manifest, const struct section *section,
                          char *values[KEYS]) {
    for (size_t k = section->first; k < section->end; k++) {
        const struct ini_line *line = &manifest->ini.lines[k];
        if (line->wrong)
            continue;
        const int key = option_named(line->key, KEYS);
        char *wrong = wrong_key(line->key, key, section == &manifest->defaults);
        if (!wrong && values[key])
            wrong = text_format("key '%s' is already given in line %zu", line->key,
                                line_in(manifest, section, key));
        if (wrong)
            complain(manifest, line->number, wrong);
        else
            values[key] = value_beside(manifest->path, key, line->value);
    }
}

static void manifest_keys_free(char *values[KEYS]) {
    for (int k = 0; k < KEYS; k++)
        free(values[k]);
}

/* Begins a section whose keys are the lines from number `first` on. */
static struct section *begin_section(struct manifest *manifest, const struct ini_line *line,
                                     size_t first) {
    bool defaults = strcmp(line->section, "defaults") == 0;
    struct section *old =
        defaults ? &manifest->defaults : manifest_section(manifest, line->section);
    if (old && old->line) {
        complain(
            manifest, line->number,
            text_format("section '%.60s' already begins in line %zu", line->section, old->line));
        return NULL;
    }
    if (!defaults) {
        names_add(&manifest->names, line->section, manifest->count);
        manifest->sections =
            die_grow(manifest->sections, manifest->count, sizeof *manifest->sections);
        old = &manifest->sections[manifest->count++];
    }
    *old = (struct section){.name = line->section, .line = line->number, .first = first};
    return old;
}

/* The sections, and where their keys are. */
static void read_lines(struct manifest *manifest) {
    struct section *section = NULL;
    for (size_t k = 0; k < manifest->ini.count; k++) {
        const struct ini_line *line = &manifest->ini.lines[k];
        if (line->wrong)
            complain(manifest, line->number, text_format("%s", line->wrong));
        else if (!line->key)
            section = begin_section(manifest, line, k + 1);
        if (section)
            section->end = k + 1;
    }
    manifest_keys(manifest, &manifest->defaults, manifest->of_defaults);
}

/* Bytes of memory for a table, and for a line with a fault. */
enum { MEMORY_TABLE = 1 << 10, MEMORY_LINE = 1 << 9 };

/* Dies if the manifest would take too much memory. Each [ counts as a table, since values have none. */
static void check_memory(const char *path, struct text text) {
    size_t lines = 0, tables = 0;
    for (size_t k = 0; k < text.used; k++) {
        lines += text.bytes[k] == '\n';
        tables += text.bytes[k] == '[';
    }
    const uint64_t bytes =
        MEMORY_RUN + (uint64_t)tables * MEMORY_TABLE + (uint64_t)lines * MEMORY_LINE;
    char *excess = memory_excess(bytes);
    if (excess)
        die(DIE_REQUEST, "%s: %zu tables in %zu lines take %s", path, tables, lines, excess);
}

/* The line where the section, or else [defaults], gives the word that a fault is about; the line of the section's name
 * if neither does. */
static size_t line_of(const struct manifest *manifest, const struct section *section, int about) {
    if (about >= KEYS)
        return section->line;
    size_t line = line_in(manifest, section, about);
    if (line == 0 && manifest->of_defaults[about])
        line = line_in(manifest, &manifest->defaults, about);
    return line > 0 ? line : section->line;
}

static char *output_path(const struct manifest *manifest, const char *output,
                         const struct options *options) {
    const char *dir = options->given[OUTPUT_DIR];
    if (!dir || path_is_absolute(output))
        return manifest_beside(manifest->path, output);
    return text_format("%s%s%s", dir, path_folder(dir) < strlen(dir) ? "/" : "", output);
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
    manifest_keys(manifest, section, table->keys);
    for (int k = 0; k < WORDS; k++) {
        table->resolved.given[k] = table->keys[k];
        table->resolved.defaults[k] = manifest->of_defaults[k];
    }
    table->resolved.given[NAME] = section->name;
    table->output =
        checked_output(manifest, section->name, table->keys[KEY_OUTPUT], options, faults);
    resolve(&table->resolved, table->output, &manifest->templates, faults);
    return table;
}

void manifest_table_free(struct manifest_table *table) {
    resolved_free(&table->resolved);
    manifest_keys_free(table->keys);
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

/* Keeps what checks of other tables need to know about a table. */
static void keep(struct section *section, const struct manifest_table *table,
                 const struct options *options) {
    const struct output_options *output = &table->resolved.output;
    const struct inputs inputs = resolved_inputs(&table->resolved);
    section->inputs = copies(inputs.path);
    if (!output->command) {
        section->outputs = copies((const char *[]){table->output, NULL});
        return;
    }
    section->outputs = output_names(output);
    if (options->given[LIST] && options->given[JSON]) {
        section->defines = output_defines(output);
        section->digest = output_content(output);
    }
    section->format = output->format;
    section->arrays = output->table->arrays;
    section->entries = output->table->arrays * output->table->rows * output->table->columns;
    section->factored = output->factored;
    section->made = output_made(output);
    section->split = output->split;
}

void manifest_of_table(struct manifest *manifest, struct manifest_table *table,
                       const struct options *options) {
    manifest->sections = die_malloc(sizeof *manifest->sections);
    manifest->count = 1;
    *manifest->sections =
        (struct section){.name = table->resolved.output.text[NAME], .kept = table, .wanted = true};
    keep(manifest->sections, table, options);
}

/* Is one of the table's files, such as a pipe, readable only once? */
static bool is_read_once(const struct section *section) {
    for (char **path = section->inputs; *path; path++)
        if (!path_is_regular(*path))
            return true;
    return false;
}

/* Resolves a table, and complains of its first fault. */
static void check_section(struct manifest *manifest, struct section *section,
                          const struct options *options) {
    struct faults faults = {NULL, 0};
    struct manifest_table *table = resolve_section(manifest, section, options, &faults);
    if (faults.count > 0)
        complain(manifest, line_of(manifest, section, faults.list->about),
                 fault_message(faults.list));
    keep(section, table, options);
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
    if (faults.count > 0) {
        report_line("%s:%zu: %s", manifest->path, line_of(manifest, section, faults.list->about),
                    fault_message(faults.list));
        die_reported(DIE_REQUEST);
    }
    return table;
}

/* No two tables may write one file, and no table may write a file that the run reads. Of a table with faults only
 * the file that the manifest names is known. */
static void check_outputs(struct manifest *manifest) {
    struct outputs known = {.count = 0};
    outputs_guard(&known, manifest->path);
    for (size_t k = 0; k < manifest->count; k++)
        for (char **path = manifest->sections[k].inputs; path && *path; path++)
            outputs_guard(&known, *path);
    for (size_t k = 0; k < manifest->count; k++) {
        const struct section *section = &manifest->sections[k];
        for (char **name = section->outputs; *name; name++) {
            char *wrong = outputs_claim(&known, *name, section->name);
            if (wrong)
                complain(manifest, line_of(manifest, section, ABOUT_OUTPUT), wrong);
        }
    }
    outputs_free(&known);
}

/* A name with its language: "c:pe_cos", or "vhdl:pe_cos" for PE_cos. NULL if no other table can have that name, or if
 * this one has a fault. */
static char *name_in_language(const struct section *section, const char *name) {
    const char *language = section->format ? format_language(section->format) : NULL;
    char *text = language ? text_format("%s:%s", language, name) : NULL;
    for (char *at = text; at && *at && section->format->caseless; at++)
        *at = (char)tolower((unsigned char)*at);
    return text;
}

/* Adds the name of a section, and complains if another section has it. If their language ignores case, names must
 * differ in more than case. */
static void add_name(struct manifest *manifest, size_t k, struct names *known) {
    const struct section *section = &manifest->sections[k];
    char *name = name_in_language(section, section->name);
    const uint64_t *found = name ? names_add(known, name, k) : NULL;
    if (found) {
        const struct section *other = &manifest->sections[*found];
        complain(manifest, section->line,
                 text_format("section '%.60s' has the name of section '%.60s' in line %zu: "
                             "format '%s' ignores case",
                             section->name, other->name, other->line, section->format->name));
    }
    free(name);
}

/* Complains if a name that a table's files define besides its own is the name of another section in the same language.
 * `what` says what defines the name; the complaint is about the line of `about`. */
static void check_made_name(struct manifest *manifest, const struct section *section,
                            const char *suffix, int about, const char *what,
                            const struct names *known) {
    char *name = text_format("%s%s", section->name, suffix),
         *in_language = name_in_language(section, name);
    const uint64_t *found = in_language ? names_find(known, in_language) : NULL;
    const struct section *other = found ? &manifest->sections[*found] : NULL;
    /* cos,sin defines NAME_cos and NAME_sin, and not NAME */
    if (other && (about != COMPONENT || other->arrays == 1)) {
        const bool same = strcmp(other->name, name) == 0;
        complain(manifest, line_of(manifest, section, about),
                 text_format("%s '%.60s', which is also the name of a section%s%s%s", what, name,
                             same ? "" : ", '", same ? "" : other->name,
                             same ? "" : "': its format ignores case"));
    }
    free(name);
    free(in_language);
}

static void check_plain_names(struct manifest *manifest, const struct section *section,
                              const struct names *known) {
    static const char *const made[] = {"", "_storage", "_union"}; /* of each part */
    for (unsigned k = 0; output_made_suffixes[k] && !section->factored; k++)
        for (const char *at = output_made_suffixes[k]; section->made >> k & 1 && *at;) {
            const size_t length = strcspn(at, " ");
            char *suffix = text_format("%.*s", (int)length, at);
            check_made_name(manifest, section, suffix, ABOUT_TABLE, "this table makes", known);
            free(suffix);
            at += length + (at[length] == ' ');
        }
    for (uint64_t slice = 0; section->made && section->split > 1 && slice < section->split; slice++)
        for (size_t k = 0; k < sizeof made / sizeof *made; k++) {
            char *suffix = text_format("_%" PRIu64 "%s", slice, made[k]);
            check_made_name(manifest, section, suffix, SPLIT, "split makes", known);
            free(suffix);
        }
}

static void check_names(struct manifest *manifest) {
    struct names known = {.count = 0}; /* each with the index of its section */
    for (size_t k = 0; k < manifest->count; k++)
        add_name(manifest, k, &known);
    for (size_t k = 0; k < manifest->count; k++) {
        const struct section *section = &manifest->sections[k];
        for (uint64_t array = 0; section->arrays > 1 && array < section->arrays; array++)
            check_made_name(manifest, section, output_pair_suffixes[array], COMPONENT,
                            "component 'cos,sin' makes a table", &known);
        const char *const *suffix = output_factored_suffixes;
        for (; section->factored && *suffix; suffix++)
            check_made_name(manifest, section, *suffix, FACTORED, "factored 'exact' makes", &known);
        check_plain_names(manifest, section, &known);
    }
    names_free(&known);
}

/* Resolves every section, and compares their outputs with each other. Faults join the manifest's complaints. */
static void manifest_resolve(struct manifest *manifest, const struct options *options) {
    for (size_t k = 0; k < manifest->count; k++)
        check_section(manifest, &manifest->sections[k], options);
    check_outputs(manifest);
    check_names(manifest);
}

void manifest_read(struct manifest *manifest, const char *path, const struct options *options) {
    enum { LARGEST = 1 << 26 };
    struct text text = {NULL, 0, 0};
    *manifest = (struct manifest){.path = path};
    die_if(DIE_REQUEST, file_read(path, LARGEST, &text));
    check_memory(path, text);
    ini_read(&manifest->ini, text.bytes, text.used);
    text_free(&text);
    read_lines(manifest);
    manifest_resolve(manifest, options);
    if (manifest->count == 0 && manifest->complaint_count == 0)
        die(DIE_REQUEST, "%s lists no table", path);
    report_complaints(manifest);
}

void manifest_free(struct manifest *manifest) {
    for (size_t k = 0; k < manifest->count; k++) {
        const struct section *section = &manifest->sections[k];
        output_names_free(section->outputs);
        output_names_free(section->inputs);
        if (section->defines)
            output_names_free(section->defines);
        if (section->kept)
            manifest_table_free(section->kept);
    }
    template_set_free(&manifest->templates);
    manifest_keys_free(manifest->of_defaults);
    free(manifest->sections);
    names_free(&manifest->names);
    ini_free(&manifest->ini);
}
