#include "cli/model_help.h"
#include "base/die.h"
#include "base/path.h"
#include "words/model.h"
#include "words/presets.h"

#include <stdlib.h>
#include <string.h>

bool model_is_file(const char *name) {
    char *file = NULL, *part = NULL;
    path_split(name, &file, &part);
    size_t length = strlen(file);
    bool found = strchr(file, '/') || (length > 5 && strcmp(file + length - 5, ".json") == 0);
    free(file);
    free(part);
    return found;
}

/* Takes the text over. */
static void say(struct file *out, char *text) {
    file_print(out, text);
    free(text);
}

static void open_model(struct model *model, const char *name) {
    char *wrong = model_read(model, name, NULL);
    if (wrong)
        die_plainly(DIE_REQUEST, wrong);
}

/* --- explaining */

static const char *mark(const struct model_note *note) {
    return note->kind == NOTE_ASSUMED ? "assumed" : note->kind == NOTE_IGNORED ? "ignored" : "";
}

static void explain_table(struct file *out, const struct model *model,
                          const struct model_table *table) {
    char *key = model_table_key(table);
    say(out, text_format("%s%s%s\n", model->path, *key ? ":" : "", key));
    if (table->wrong) {
        say(out, text_format("    %s%s\n", table->none ? "" : "refused: ", table->wrong));
    } else {
        const char *const *given = (const char *const *)table->given;
        char *text = preset_words(given);
        say(out, text_format("    words:    --preset rope-hf %s\n", text));
        free(text);
    }
    for (size_t k = 0; k < table->note_count; k++) {
        const struct model_note *note = &table->notes[k];
        say(out, text_format("    %-8s  %s = %s: %s\n", mark(note), note->key, note->value,
                             note->meaning));
    }
    free(key);
}

void model_explain(struct file *out, const char *name) {
    struct model model;
    open_model(&model, name);
    for (size_t k = 0, shown = 0; k < model.count; k++) {
        if (!model_table_is_meant(&model.tables[k], model.key))
            continue;
        file_print(out, shown++ ? "\n" : "");
        explain_table(out, &model, &model.tables[k]);
    }
    model_free(&model);
}
