#include "cli/manifest.h"
#include "base/die.h"
#include "base/file.h"
#include "base/path.h"
#include "emit/output_files.h"
#include "engine/capacity.h"

#include <stdlib.h>
#include <string.h>

/* Takes the text over. What [defaults] have wrong for every table is told once. */
static void complain(struct manifest *manifest, size_t line, char *text) {
    size_t count = manifest->complaint_count;
    char *whole = text_format("%zu:%s", line, text);
    if (names_add(&manifest->told, whole, count)) {
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

static void say_complaints(const struct manifest *manifest) {
    if (manifest->complaint_count == 0)
        return;
    qsort(manifest->complaints, manifest->complaint_count, sizeof *manifest->complaints, by_line);
    for (size_t k = 0; k < manifest->complaint_count; k++)
        die_say_in(manifest->path, (int)manifest->complaints[k].line, "%s",
                   manifest->complaints[k].text);
    die_silently(DIE_REQUEST);
}

/* --- reading */

static int key_named(const char *name) {
    for (int k = 0; k < WORDS; k++)
        if (strcmp(words[k].name, name) == 0)
            return k;
    return strcmp(name, "output") == 0 ? KEY_OUTPUT : KEYS;
}

static const char *nearest_key(const char *name) {
    const char *names[KEYS];
    for (int k = 0; k < WORDS; k++)
        names[k] = words[k].name;
    names[KEY_OUTPUT] = "output";
    return nearest(name, names, KEYS, sizeof *names);
}

struct section *manifest_section(struct manifest *manifest, const char *name) {
    const size_t *found = names_find(&manifest->names, name);
    return found ? &manifest->sections[*found] : NULL;
}

/* A path of the manifest, from where the program runs. */
static char *beside(const char *folder_of, const char *path) {
    const char *slash = strrchr(folder_of, '/');
    int length = slash && *path != '/' ? (int)(slash + 1 - folder_of) : 0;
    return text_format("%.*s%s", length, folder_of, path);
}

/* "RULE:FILE,..." with the file from where the program runs */
static char *scaling_beside(const char *manifest, const char *value) {
    size_t length;
    const char *file = scaling_file(value, &length);
    if (!file)
        return text_format("%s", value);
    char *path = beside(manifest, file);
    char *text = text_format("%.*s%s", (int)(file - value), value, path);
    free(path);
    return text;
}

static void take_key(struct manifest *manifest, struct section *section,
                     const struct ini_line *line) {
    int key = key_named(line->key);
    bool defaults = section == &manifest->defaults;
    if (key == KEYS) {
        const char *meant = nearest_key(line->key);
        complain(manifest, line->number,
                 text_format("'%.60s' is no key%s%s%s", line->key, meant ? " (did you mean " : "",
                             meant ? meant : "", meant ? "?)" : ""));
    } else if (section->at[key]) {
        complain(manifest, line->number,
                 text_format("key '%s' stands in line %zu already", line->key, section->at[key]));
    } else if (key == NAME || (defaults && key == KEY_OUTPUT)) {
        complain(manifest, line->number,
                 key == NAME ? text_format("key 'name': the section's name is the table's")
                             : text_format("key 'output': every table has a file of its own"));
    } else {
        section->at[key] = line->number;
        bool file = key < WORDS && words[key].file && strcmp(line->value, words[key].fallback) != 0;
        section->value[key] = key == SCALING ? scaling_beside(manifest->path, line->value)
                              : file         ? beside(manifest->path, line->value)
                                             : text_format("%s", line->value);
    }
}

static struct section *begin_section(struct manifest *manifest, const struct ini_line *line) {
    bool defaults = strcmp(line->section, "defaults") == 0;
    struct section *old =
        defaults ? &manifest->defaults : manifest_section(manifest, line->section);
    if (old && old->line) {
        complain(
            manifest, line->number,
            text_format("section '%.60s' stands in line %zu already", line->section, old->line));
        return NULL;
    }
    if (!defaults) {
        names_add(&manifest->names, line->section, manifest->count);
        manifest->sections =
            die_grow(manifest->sections, manifest->count, sizeof *manifest->sections);
        old = &manifest->sections[manifest->count++];
    }
    memset(old, 0, sizeof *old);
    old->name = line->section;
    old->line = line->number;
    return old;
}

static void read_lines(struct manifest *manifest, const struct ini *ini) {
    struct section *section = NULL;
    for (size_t k = 0; k < ini->error_count; k++)
        complain(manifest, ini->errors[k].number, text_format("%s", ini->errors[k].message));
    for (size_t k = 0; k < ini->count; k++) {
        const struct ini_line *line = &ini->lines[k];
        if (!line->key)
            section = begin_section(manifest, line);
        else if (section)
            take_key(manifest, section, line);
    }
}

/* --- tables */

static size_t line_of(const struct manifest *manifest, const struct section *section, int word) {
    size_t here = word < WORDS ? section->at[word] : 0;
    size_t there = word < WORDS ? manifest->defaults.at[word] : 0;
    return here ? here : there ? there : section->line;
}

static char *output_path(const struct manifest *manifest, const struct section *section,
                         const struct options *options) {
    const char *dir = options->given[OUTPUT_DIR], *output = section->value[KEY_OUTPUT];
    if (!dir)
        return beside(manifest->path, output);
    if (*output == '/')
        return text_format("%s", output);
    return text_format("%s%s%s", dir, *dir && dir[strlen(dir) - 1] != '/' ? "/" : "", output);
}

/* Resolves a section, and again without each word that is wrong, to find what else is. A size has no default to go on with,
 * and without its template a table has no format. */
static void resolve_section(struct manifest *manifest, struct section *section, const char *path) {
    struct resolved *resolved = &section->resolved;
    const char **given = resolved->given, **defaults = resolved->defaults;
    for (struct fault fault; (fault = resolve(resolved, path, &manifest->templates)).text;) {
        int word = fault.word;
        bool of_output = strncmp(fault.text, "output", 6) == 0 && section->at[KEY_OUTPUT];
        complain(manifest, of_output ? section->at[KEY_OUTPUT] : line_of(manifest, section, word),
                 fault.text);
        if (word == WORDS || word <= GRID || word == NAME || word == TEMPLATE ||
            (!given[word] && !defaults[word]))
            return;
        given[word] = defaults[word] = NULL;
        resolved_free(resolved);
    }
}

static void parse_section(struct manifest *manifest, struct section *section,
                          const struct options *options) {
    struct resolved *resolved = &section->resolved;
    const char **given = resolved->given, **defaults = resolved->defaults;
    for (int k = 0; k < WORDS; k++) {
        given[k] = section->value[k];
        defaults[k] = manifest->defaults.value[k];
    }
    given[NAME] = section->name;
    const char *output = section->value[KEY_OUTPUT];
    if (!output || !*output || strcmp(output, "-") == 0) {
        complain(manifest, section->at[KEY_OUTPUT] ? section->at[KEY_OUTPUT] : section->line,
                 output && *output ? text_format("output '-': a manifest's tables go to files")
                                   : text_format("table '%.60s' has no output", section->name));
        output = NULL;
    }
    char *path = output ? output_path(manifest, section, options) : text_format("table.bin");
    section->output = path;
    resolve_section(manifest, section, path);
    if (!resolved->output.table)
        return;
    char *wrong = resolved_message(resolved, capacity_check(resolved->table));
    if (wrong)
        complain(manifest, section->line, wrong);
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

/* No two tables may write one file, and none one that the run reads. */
static void check_outputs(struct manifest *manifest) {
    if (manifest->complaint_count > 0) /* not all tables are resolved */
        return;
    struct names written = {.count = 0}; /* with the tables' places */
    struct names inputs = inputs_of(manifest);
    char *own = path_absolute(manifest->path);
    for (size_t k = 0; k < manifest->count; k++) {
        const struct section *section = &manifest->sections[k];
        char **names = output_names(&section->resolved.output);
        for (char **name = names; *name; name++) {
            char *absolute = path_absolute(*name);
            const size_t *other = names_add(&written, absolute, k);
            if (strcmp(absolute, own) == 0)
                complain(manifest, section->at[KEY_OUTPUT],
                         text_format("output '%s' is the manifest itself", *name));
            if (names_find(&inputs, absolute))
                complain(manifest, section->at[KEY_OUTPUT],
                         text_format("output '%s' is a file that this run reads", *name));
            if (other)
                complain(manifest, section->at[KEY_OUTPUT],
                         text_format("output '%s' is that of table '%.60s' too", *name,
                                     manifest->sections[*other].name));
            free(absolute);
        }
        output_names_free(names);
    }
    names_free(&written);
    names_free(&inputs);
    free(own);
}

void manifest_read(struct manifest *manifest, const char *path, const struct options *options) {
    enum { LARGEST = 1 << 26 };
    struct text text = {NULL, 0, 0};
    *manifest = (struct manifest){.path = path};
    char *wrong = file_read(path, LARGEST, &text);
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    ini_read(&manifest->ini, text.bytes, text.used);
    text_free(&text);
    read_lines(manifest, &manifest->ini);
    for (size_t k = 0; k < manifest->count; k++)
        parse_section(manifest, &manifest->sections[k], options);
    if (manifest->count == 0 && manifest->complaint_count == 0)
        die(DIE_REQUEST, "%s lists no table", path);
    check_outputs(manifest);
    say_complaints(manifest);
}

static void free_values(struct section *section) {
    for (int k = 0; k < KEYS; k++)
        free(section->value[k]);
}

void manifest_free(struct manifest *manifest) {
    template_set_free(&manifest->templates);
    for (size_t k = 0; k < manifest->count; k++) {
        resolved_free(&manifest->sections[k].resolved);
        free(manifest->sections[k].output);
        free_values(&manifest->sections[k]);
    }
    free_values(&manifest->defaults);
    free(manifest->sections);
    names_free(&manifest->names);
    names_free(&manifest->told);
    ini_free(&manifest->ini);
}
