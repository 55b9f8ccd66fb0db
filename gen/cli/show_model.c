#include "cli/show_model.h"
#include "base/die.h"
#include "base/file.h"
#include "base/name_set.h"
#include "base/path.h"
#include "words/model.h"
#include "words/presets.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool show_model_is_file(const char *operand) {
    char *file = NULL, *part = NULL;
    path_split(operand, &file, &part);
    size_t length = strlen(file);
    bool is_file = strchr(file, '/') || (length > 5 && strcmp(file + length - 5, ".json") == 0);
    free(file);
    free(part);
    return is_file;
}

static void open_model(struct model *model, const char *name) {
    char *wrong = model_read(model, name, NULL);
    if (wrong)
        die_in(NULL, 0, "%s", wrong);
}

/* --- explaining */

static void explain_note(struct file *out, const struct model_note *note) {
    static const char *const kinds[] = {[NOTE_READ] = "",
                                        [NOTE_DERIVED] = "derived",
                                        [NOTE_ASSUMED] = "assumed",
                                        [NOTE_IGNORED] = "ignored"};
    file_print(out, "    %-8s%s = %s: %s\n", kinds[note->kind], note->key, note->value,
               note->meaning);
}

static void explain_table(struct file *out, const struct model *model,
                          const struct model_table *table) {
    char *key = model_table_key(table);
    file_print(out, "%s%s%s\n", model->path, *key ? ":" : "", key);
    free(key);
    if (table->none) {
        file_print(out, "    none    %s\n", table->wrong);
    } else if (table->wrong) {
        file_print(out, "    refused %s\n", table->wrong);
    } else {
        char *words_text = preset_words((const char *const *)table->given);
        file_print(out, "    words   --preset rope-hf %s\n", words_text);
        if (table->factors.used > 0)
            file_print(out, "            (scaling's factors stay in the file, so the command has "
                            "--model)\n");
        free(words_text);
    }
    for (size_t k = 0; k < table->note_count; k++)
        explain_note(out, &table->notes[k]);
}

void show_model(struct file *out, const char *name) {
    struct model model;
    size_t shown = 0;
    open_model(&model, name);
    for (size_t k = 0; k < model.count; k++) {
        if (!model_table_is_meant(&model.tables[k], model.key))
            continue;
        file_print(out, "%s", shown++ ? "\n" : "");
        explain_table(out, &model, &model.tables[k]);
    }
    if (shown == 0)
        die_in(NULL, 0, "%s", model_choose(&model));
    model_free(&model);
}

/* --- a manifest */

/* The letters and digits of a text, with _ between them; the text of `first` begins with a letter. The caller frees
 * it. */
static char *identifier(const char *text, size_t length) {
    struct text name = {NULL, 0, 0};
    if (length == 0 || !isalpha((unsigned char)*text))
        text_print(&name, "m");
    for (size_t k = 0; k < length; k++) {
        bool letter = isalnum((unsigned char)text[k]) && (unsigned char)text[k] < 128;
        text_add(&name, letter ? &text[k] : "_", 1);
    }
    text_add(&name, "", 1);
    return name.bytes;
}

/* "llama_3_8b" of models/llama-3-8b.json; of a config.json the name of its folder */
static char *stem(const char *path) {
    const char *base = path + path_folder(path);
    size_t length = strcspn(base, ".");
    if (strcmp(base, "config.json") == 0 && base > path) {
        const char *end = base - 1;
        for (base = end; base > path && base[-1] != '/';)
            base--;
        length = (size_t)(end - base);
    }
    return identifier(base, length < 24 ? length : 24);
}

/* A name that no table of the manifest has yet. */
static char *unique(struct names *taken, char *name) {
    char *tried = text_format("%s", name);
    for (size_t k = 2; names_add(taken, tried, k); k++) {
        free(tried);
        tried = text_format("%s_%zu", name, k);
    }
    free(name);
    return tried;
}

static void print_words(struct file *out, const struct model *model,
                        const struct model_table *table) {
    char *key = model_table_key(table);
    if (table->factors.used > 0) /* which stay in the file */
        file_print(out, "model = %s%s%s\n", model->path, *key ? ":" : "", key);
    else
        file_print(out, "preset = rope-hf\n");
    for (int k = 0; k < WORDS && table->factors.used == 0; k++)
        if (table->given[k])
            file_print(out, "%s = %s\n", words[k].name, table->given[k]);
    free(key);
}

static void print_table(struct file *out, const struct model *model,
                        const struct model_table *table, struct names *taken) {
    static const char *const components[] = {"cos", "sin"};
    char *key = model_table_key(table), *of_file = stem(model->path);
    for (size_t c = 0; c < 2; c++) {
        char *part = identifier(key, strlen(key) < 40 ? strlen(key) : 40);
        char *name = unique(taken, text_format("%s%s%s_%s", of_file, *key ? "_" : "",
                                               *key ? part : "", components[c]));
        file_print(out, "\n[%s]\n", name);
        print_words(out, model, table);
        file_print(out, "component = %s\noutput = %s.h\n", components[c], name);
        free(name);
        free(part);
    }
    free(key);
    free(of_file);
}

static void print_model(struct file *out, const char *name, struct names *taken) {
    struct model model;
    open_model(&model, name);
    for (size_t k = 0; k < model.count; k++) {
        const struct model_table *table = &model.tables[k];
        if (table->none || !model_table_is_meant(table, model.key))
            continue;
        if (table->wrong)
            die_in(NULL, 0, "%s: %s", model.path, table->wrong);
        if (!table->given[MAX_LEN])
            die_in(NULL, 0, "%s: max_position_embeddings: missing", model.path);
        print_table(out, &model, table, taken);
    }
    model_free(&model);
}

void show_model_manifest(char *const names[]) {
    struct names taken = {.count = 0};
    struct file *out = file_create("-");
    file_print(out, "; posenc import");
    for (char *const *name = names; *name; name++)
        file_print(out, " %s", *name);
    file_print(out, "\n");
    for (char *const *name = names; *name; name++)
        print_model(out, *name, &taken);
    file_commit(&out, 1, false);
    names_free(&taken);
}
