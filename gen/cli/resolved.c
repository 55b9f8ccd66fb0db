#include "cli/resolved.h"
#include "base/die.h"
#include "base/file.h"
#include "base/text.h"
#include "engine/capacity.h"
#include "factored/factored.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void complain(struct complaints *complaints, size_t line, char *text) {
    char *whole = text_format("%zu:%s", line, text);
    if (names_add(&complaints->seen, whole, complaints->count)) {
        free(text);
    } else {
        complaints->list = die_grow(complaints->list, complaints->count, sizeof *complaints->list);
        complaints->list[complaints->count] = (struct complaint){line, complaints->count, text};
        complaints->count++;
    }
    free(whole);
}

static int by_line(const void *a, const void *b) {
    const struct complaint *x = a, *y = b;
    int lines = (x->line > y->line) - (x->line < y->line);
    return lines ? lines : (x->order > y->order) - (x->order < y->order);
}

void complaints_end(struct complaints *complaints, const char *file) {
    if (complaints->count == 0)
        return;
    qsort(complaints->list, complaints->count, sizeof *complaints->list, by_line);
    for (size_t k = 0; k < complaints->count; k++)
        report_in(file, (int)complaints->list[k].line, "%s", complaints->list[k].text);
    die_reported(DIE_REQUEST);
}

/* Reads the file that a word names, if it names one. */
static void read_word_file(struct request *request, enum word word) {
    enum { LARGEST = 1 << 26 };
    const char *text = request_text(request, word);
    size_t length = 0;
    const char *path = text ? scaling_path_of_word(word, text, &length) : NULL;
    if (!path || length == 0)
        return;
    struct request_file *file = &request->file[word];
    bool of_model = file->path && text == request_default(request, word);
    if (of_model)
        return;
    free(file->path);
    text_free(&file->text);
    file->path = text_format("%.*s", (int)length, path);
    file->unreadable = file_read(file->path, LARGEST, &file->text);
}

static void resolve_table(struct resolved *resolved, struct faults *faults) {
    struct request *request = &resolved->request;
    request_begin(request, resolved->given, resolved->defaults);
    read_word_file(request, POSITIONS_FILE);
    request_open(request, faults);
    for (int k = 0; k < WORDS; k++)
        if (word_is_of_table((enum word)k) &&
            k != POSITIONS_FILE) /* the output reads its template */
            read_word_file(request, (enum word)k);
    resolved->table = table_resolve(request, faults);
}

void resolve_words(struct resolved *resolved, const char *const given[WORDS],
                   struct faults *faults) {
    *resolved = (struct resolved){.table = NULL};
    memcpy(resolved->given, given, sizeof resolved->given);
    resolve_table(resolved, faults);
}

void resolve_capacity(struct resolved *resolved, struct faults *faults) {
    if (faults->count == 0)
        faults_add(faults, ABOUT_TABLE,
                   resolved_message(resolved, capacity_check(resolved->table)));
}

void resolve(struct resolved *resolved, const char *path, struct template_set *templates,
             struct faults *faults) {
    resolve_table(resolved, faults);
    output_resolve(&resolved->request, resolved->table, path, templates, &resolved->output, faults);
    resolve_capacity(resolved, faults);
    if (faults->count == 0 && resolved->output.factored)
        faults_add(faults, FACTORED,
                   resolved_message(resolved, factored_capacity(resolved->table)));
}

void die_if_faulty(const struct faults *faults) {
    if (faults->count == 0)
        return;
    const struct fault *first = faults->list;
    if (first->file)
        die_in(first->line ? first->file : NULL, (int)first->line, "%s", first->text);
    die(DIE_REQUEST, "%s", first->text);
}

void resolved_free(struct resolved *resolved) {
    output_free(&resolved->output);
    table_free(resolved->table);
    request_free(&resolved->request);
    resolved->table = NULL;
}

struct inputs resolved_inputs(const struct resolved *resolved) {
    const char *model = resolved->request.model.path;
    struct inputs inputs = {{NULL}};
    size_t count = 0;
    if (model)
        inputs.path[count++] = model;
    for (int k = 0; k < WORDS; k++) { /* longrope's factors may be the model's */
        const char *path = resolved->request.file[k].path;
        if (path && !(model && strcmp(path, model) == 0))
            inputs.path[count++] = path;
    }
    inputs.path[count] = resolved->output.template_path;
    return inputs;
}

uint64_t gibibytes(uint64_t bytes) {
    const uint64_t nearest = (bytes + (UINT64_C(1) << 29)) >> 30;
    return nearest > 3 ? nearest : 3;
}

char *resolved_message(const struct resolved *resolved, struct engine_error error) {
    char *const *text = resolved->request.text;
    switch (error.kind) {
    case ENGINE_FINE:
        return NULL;
    case ENGINE_MEMORY:
        return text_format("d-model '%s' takes about %" PRIu64
                           " GiB of memory, which is over 2 GiB",
                           text[D_MODEL], gibibytes(error.first));
    case ENGINE_FACTORED:
        return text_format(
            "factored 'exact' with max-len '%s' and d-model '%s' takes about %" PRIu64
            " GiB of memory, which is over 2 GiB",
            text[MAX_LEN], text[D_MODEL], gibibytes(error.first));
    case ENGINE_AXES:
        return text_format(
            "grid '%.60s' with d-model '%s': the axes' own tables are over 2^30 bytes", text[GRID],
            text[D_MODEL]);
    case ENGINE_ANGLES:
        return text_format("base '%.60s' with spacing '%.60s' makes frequencies beyond 2^%" PRIu64,
                           text[BASE], text[SPACING], error.first);
    case ENGINE_RANGE:
        return text_format("row %" PRIu64 ", column %" PRIu64 ": the entry is beyond type '%s'",
                           error.first, error.second, text[TYPE]);
    case ENGINE_UNDECIDED:
    case ENGINE_TURN:
        return text_format("%s%s%s %" PRIu64 ", frequency %" PRIu64
                           ": undecided at 2^20 bits (base '%.60s', scaling '%.60s')",
                           text[NAME] ? text[NAME] : "", text[NAME] ? ": " : "",
                           error.kind == ENGINE_TURN ? "a turn by positions:" : "position",
                           error.first, error.second, text[BASE], text[SCALING]);
    }
    return NULL;
}
