#include "cli/manifest.h"
#include "base/die.h"
#include "base/file.h"
#include "base/path.h"
#include "cli/manifest_resolve.h"
#include "emit/output_files.h"
#include "engine/capacity.h"
#include "words/nearest.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

char *manifest_beside(const char *manifest, const char *path) {
    return text_format("%.*s%s", *path == '/' ? 0 : (int)path_folder(manifest), manifest, path);
}

/* The text of a key, with the path in it, if there is one, from where the program runs. */
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

static void take_key(struct manifest *manifest, const struct ini_line *line, bool defaults,
                     struct keys *keys) {
    int key = key_named(line->key);
    if (key == KEYS) {
        const char *meant = nearest_key(line->key);
        complain(&manifest->complaints, line->number,
                 text_format("'%.60s' is not a key%s%s%s", line->key,
                             meant ? " (did you mean " : "", meant ? meant : "",
                             meant ? "?)" : ""));
    } else if (keys->line[key]) {
        complain(&manifest->complaints, line->number,
                 text_format("key '%s' is already given in line %zu", line->key, keys->line[key]));
    } else if (key == NAME || (defaults && key == KEY_OUTPUT)) {
        complain(
            &manifest->complaints, line->number,
            key == NAME
                ? text_format("key 'name': the table's name is that of its section")
                : text_format(
                      "key 'output': [defaults] can't give it, as every table has its own file"));
    } else {
        keys->line[key] = line->number;
        keys->value[key] = value_beside(manifest->path, key, line->value);
    }
}

void manifest_keys(struct manifest *manifest, const struct section *section, struct keys *keys) {
    for (size_t k = section->first; k < section->end; k++)
        take_key(manifest, &manifest->ini.lines[k], section == &manifest->defaults, keys);
}

void manifest_keys_free(struct keys *keys) {
    for (int k = 0; k < KEYS; k++)
        free(keys->value[k]);
}

static struct section *begin_section(struct manifest *manifest, const struct ini_line *line) {
    bool defaults = strcmp(line->section, "defaults") == 0;
    struct section *old =
        defaults ? &manifest->defaults : manifest_section(manifest, line->section);
    if (old && old->line) {
        complain(
            &manifest->complaints, line->number,
            text_format("section '%.60s' already begins in line %zu", line->section, old->line));
        return NULL;
    }
    if (!defaults) {
        names_add(&manifest->names, line->section, manifest->count);
        manifest->sections =
            die_grow(manifest->sections, manifest->count, sizeof *manifest->sections);
        old = &manifest->sections[manifest->count++];
    }
    *old = (struct section){.name = line->section, .line = line->number};
    return old;
}

/* The sections, and where their keys are. */
static void read_lines(struct manifest *manifest) {
    const struct ini *ini = &manifest->ini;
    struct section *section = NULL;
    for (size_t k = 0; k < ini->error_count; k++)
        complain(&manifest->complaints, ini->errors[k].number,
                 text_format("%s", ini->errors[k].message));
    for (size_t k = 0; k < ini->count; k++) {
        if (!ini->lines[k].key)
            section = begin_section(manifest, &ini->lines[k]);
        if (section && !ini->lines[k].key)
            section->first = k + 1;
        if (section)
            section->end = k + 1;
    }
    manifest_keys(manifest, &manifest->defaults, &manifest->of_defaults);
}

/* What a table takes, and what a line takes that has something wrong. */
enum { MEMORY_TABLE = 1 << 10, MEMORY_LINE = 1 << 9 };

/* Dies if the manifest would take too much memory. */
static void check_memory(const char *path, struct text text) {
    size_t lines = 0, tables = 0;
    for (size_t k = 0; k < text.used; lines++) {
        const char *line = text.bytes + k, *newline = memchr(line, '\n', text.used - k);
        const size_t length = newline ? (size_t)(newline - line) : text.used - k;
        size_t blanks = 0;
        while (blanks < length && (line[blanks] == ' ' || line[blanks] == '\t'))
            blanks++;
        tables += blanks < length && line[blanks] == '[';
        k += length + 1;
    }
    const uint64_t bytes =
        MEMORY_RUN + (uint64_t)tables * MEMORY_TABLE + (uint64_t)lines * MEMORY_LINE;
    if (bytes > MEMORY_MOST)
        die(DIE_REQUEST,
            "%s: %zu tables in %zu lines take about %" PRIu64 " GiB of memory, which is over 2 GiB",
            path, tables, lines, gibibytes(bytes));
}

void manifest_read(struct manifest *manifest, const char *path, const struct options *options) {
    enum { LARGEST = 1 << 26 };
    struct text text = {NULL, 0, 0};
    *manifest = (struct manifest){.path = path};
    char *wrong = file_read(path, LARGEST, &text);
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    check_memory(path, text);
    ini_read(&manifest->ini, text.bytes, text.used);
    text_free(&text);
    read_lines(manifest);
    manifest_resolve(manifest, options);
    if (manifest->count == 0 && manifest->complaints.count == 0)
        die(DIE_REQUEST, "%s lists no table", path);
    complaints_end(&manifest->complaints, path);
}

void manifest_free(struct manifest *manifest) {
    for (size_t k = 0; k < manifest->count; k++) {
        const struct section *section = &manifest->sections[k];
        output_names_free(section->outputs);
        if (section->inputs)
            output_names_free(section->inputs);
        if (section->kept)
            manifest_table_free(section->kept);
    }
    template_set_free(&manifest->templates);
    manifest_keys_free(&manifest->of_defaults);
    free(manifest->sections);
    names_free(&manifest->names);
    ini_free(&manifest->ini);
}
