/* SPDX-License-Identifier: MIT */
#include "cli/resolved.h"
#include "base/cpus.h"
#include "base/die.h"
#include "base/file.h"
#include "base/text.h"
#include "emit/array_headers.h"
#include "emit/output.h"
#include "emit/template_values.h"
#include "engine/rows.h"
#include "factored/factored.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Reads the file that a word names, if it names one. */
static void read_word_file(struct request *request, enum word word) {
    enum { LARGEST = 1 << 26 };
    const char *text = request_text(request, word);
    size_t length = 0;
    const char *path = text ? scaling_path_of_word(word, text, &length) : NULL;
    if (!path || length == 0)
        return;
    struct request_file *file = &request->file[word];
    const enum origin from = request->given[word].from;
    if (file->path && (from == FROM_MODEL || from == FROM_PRESET)) /* the model's file has it */
        return;
    free(file->path);
    text_free(&file->text);
    file->path = text_format("%.*s", (int)length, path);
    char *unreadable = file_read(file->path, LARGEST, &file->text);
    if (unreadable && word == SCALING) {
        char *names = scaling_published_names();
        file->unreadable = text_format("%s, and it is no published list: %s", unreadable, names);
        free(names);
        free(unreadable);
    } else {
        file->unreadable = unreadable;
    }
}

static void resolve_table(struct resolved *resolved, struct faults *faults) {
    struct request *request = &resolved->request;
    request_begin(request, resolved->given, resolved->defaults);
    read_word_file(request, POSITIONS_FILE);
    resolve_model(request, &resolved->model, faults);
    request_open(request, faults);
    for (int k = 0; k < WORDS; k++)
        if (word_is_of_table((enum word)k) &&
            k != POSITIONS_FILE) /* the output reads its template */
            read_word_file(request, (enum word)k);
    resolved->table = table_resolve(request);
}

void resolve_words(struct resolved *resolved, const char *const given[WORDS],
                   struct faults *faults) {
    *resolved = (struct resolved){.table = NULL};
    memcpy(resolved->given, given, sizeof resolved->given);
    resolve_table(resolved, faults);
    model_say_assumed(&resolved->model, resolved->model.chosen);
}

void resolve_capacity(struct resolved *resolved, struct faults *faults) {
    if (faults->count == 0)
        faults_add(faults, ABOUT_TABLE,
                   resolved_message(resolved, capacity_check(resolved->table)));
}

void resolve(struct resolved *resolved, const char *path, struct template_set *templates,
             struct faults *faults) {
    resolve_table(resolved, faults);
    output_resolve(&resolved->request, resolved->table, path, &resolved->output);
    if (faults->count == 0)
        array_header_check(&resolved->output, faults);
    if (faults->count == 0)
        output_template_find(&resolved->output, templates, faults);
    resolve_capacity(resolved, faults);
    if (faults->count == 0 && resolved->output.factored)
        faults_add(faults, FACTORED,
                   resolved_message(resolved, factored_capacity(resolved->table)));
}

void die_if_faulty(const struct faults *faults) {
    if (faults->count == 0)
        return;
    const struct fault *first = faults->list;
    if (!first->file)
        die(DIE_REQUEST, "%s", first->text);
    report_line("%s", fault_message(first));
    die_reported(DIE_REQUEST);
}

void resolved_free(struct resolved *resolved) {
    output_free(&resolved->output);
    table_free(resolved->table);
    request_free(&resolved->request);
    model_free(&resolved->model);
    resolved->table = NULL;
}

struct inputs resolved_inputs(const struct resolved *resolved) {
    const char *model = resolved->model.path;
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

char *resolved_message(const struct resolved *resolved, struct engine_error error) {
    char *const *text = resolved->request.text;
    switch (error.kind) {
    case ENGINE_FINE:
    case ENGINE_INEXACT: /* others are tried */
        return NULL;
    case ENGINE_MEMORY:
    case ENGINE_FACTORED: {
        char *excess = memory_excess(error.first),
             *message = error.kind == ENGINE_MEMORY
                            ? text_format("d-model '%s' takes %s", text[D_MODEL], excess)
                            : text_format("factored 'exact' with max-len '%s' and d-model '%s' "
                                          "takes %s",
                                          text[MAX_LEN], text[D_MODEL], excess);
        free(excess);
        return message;
    }
    case ENGINE_AXES:
        return text_format(
            "grid '%.60s' with d-model '%s': the axes' own tables are over 2^30 bytes", text[GRID],
            text[D_MODEL]);
    case ENGINE_ANGLES:
        return text_format("base '%.60s' with spacing '%.60s' makes frequencies beyond 2^%" PRIu64,
                           text[BASE], text[SPACING], error.first);
    case ENGINE_RANGE: {
        const bool scaled = resolved->table->type->scaled; /* then amplitudes are cut off */
        return text_format("row %" PRIu64 ", column %" PRIu64
                           ": the entry is beyond type '%s'%s%s%s%s%s",
                           error.first, error.second, text[TYPE],
                           scaled ? " with zero-point '" : "", scaled ? text[ZERO_POINT] : "",
                           scaled ? "'" : "", resolved->table->type->bits > 0 ? " and --bits " : "",
                           resolved->table->type->bits > 0 ? text[BITS] : "");
    }
    case ENGINE_MINUS_ZERO:
        return text_format("%s: row %" PRIu64 ", column %" PRIu64
                           ": the entry is -0, which this language has no constant for",
                           text[NAME], error.first, error.second);
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

/* Are more than one in 16 of some entries at an end of the type, which was made wider by one? */
static bool many_end(const struct table *wide) {
    enum { SOME = 256, MANY_ONE_OF = 16 };
    struct reference *reference = reference_new(wide);
    int beyond = 0;
    for (uint64_t k = 0; k < SOME; k++) {
        const uint64_t bits =
            reference_entry(reference, wide->position_count * k / SOME, k % wide->channel_count);
        const int64_t integer = element_integer(wide->type, bits);
        beyond += integer == wide->type->lowest || integer == wide->type->highest;
    }
    reference_free(reference);
    return MANY_ONE_OF * beyond > SOME;
}

/* A preset for heads of one size, and the user's d-model, which may be the width of the model. */
static char *advise_head(const struct request *request) {
    const struct preset *preset = request->source.preset, *alias = request->source.alias;
    const char *head = preset ? preset->head : NULL, *width = request_text(request, D_MODEL);
    if (!head || strcmp(width, head) == 0 || request_gives(request, GRID_COLUMNS) ||
        !request_gives(request, D_MODEL) || (alias && alias->given[GRID_COLUMNS]))
        return NULL;
    return text_format("%s: the heads of preset '%s' have d-model %s, and it is '%s' here",
                       request->text[NAME], preset->name, head, width);
}

char *resolved_advice(const struct resolved *resolved) {
    enum { COLUMNS_MOST = 1 << 14 }; /* of wider tables nothing is known */
    const struct table *table = resolved->table;
    const struct element *own = table->type;
    struct element type = *own;
    const double amplitude = sqrt(mpq_get_d(table->multiplier_squared));
    const char *name = resolved->request.text[NAME];
    char *of_head = advise_head(&resolved->request);
    if (of_head)
        return of_head;
    if (!own->fixed || table->multiplier_rule || table->grid.axes > 0)
        return NULL;
    type.bytes = 8;
    type.lowest = INT64_MIN / 4;
    type.highest = INT64_MAX / 4;
    const int64_t low =
                      element_integer(&type, element_round(&type, expansion_of_double(-amplitude))),
                  high =
                      element_integer(&type, element_round(&type, expansion_of_double(amplitude)));
    if (low == high)
        return text_format(
            "%s: every entry is %" PRId64 ", since the wave is less than half a unit%s", name, low,
            own->scaled ? "; scale is what a unit stands for, such as 1/127" : "");
    int bits = 0;
    while (bits < 62 && INT64_C(1) << bits < high)
        bits++;
    /* samples around a zero point that end one beyond those of a converter: 0 to 4096, not 4095 */
    if (own->scaled && own->lowest == 0 && own->bits == 0 && own->zero_point > 0 && low >= 0 &&
        high == INT64_C(1) << bits && high <= own->highest && bits >= 3)
        return text_format("%s: entries go up to %" PRId64
                           ", one beyond %d bits: --bits %d ends them at %" PRId64,
                           name, high, bits, bits, high - 1);
    type.lowest = own->lowest - 1;
    type.highest = own->highest + 1;
    struct table wide = *table;
    wide.type = &type;
    if ((low >= type.lowest && high <= type.highest) || table->channel_count > COLUMNS_MOST ||
        !many_end(&wide))
        return NULL;
    return text_format("%s: many entries are cut off, since a wave goes from %" PRId64
                       " to %" PRId64 ", and %s%s from %" PRId64 " to %" PRId64,
                       name, low, high, own->name, own->bits > 0 ? " of these bits" : "",
                       own->lowest, own->highest);
}

/* --- runs */

unsigned run_threads(const struct options *options) {
    const char *text = options->given[THREADS];
    const unsigned allowed = cpus_allowed();
    if (!text)
        return allowed;
    uint64_t threads = option_number("threads", text);
    if (threads == 0)
        die(DIE_REQUEST, "threads '%.60s' must be at least 1", text);
    return threads < allowed ? (unsigned)threads : allowed;
}

struct emit_options run_options_of(const struct options *options,
                                   const struct output_options *output) {
    const char *const *given = options->given;
    struct emit_options run = {.engine = ENGINE_AUTO, .end = output->table->rows};
    if (given[ENGINE])
        run.engine = (enum engine)option_choice(ENGINE, given[ENGINE]);
    run.threads = run_threads(options);
    if (!given[ROWS])
        return run;
    const struct range rows = option_range("rows", given[ROWS], output->table->rows);
    run.begin = rows.begin;
    run.end = rows.end;
    if (output->split > 1 || output->factored)
        die(DIE_REQUEST, "rows '%.60s' is not for %s", given[ROWS],
            output->factored ? "factored" : "split");
    if (output->table->channel_major && output->format->content != CONTENT_BYTES)
        die(DIE_REQUEST, "rows '%.60s' of axes channel-major is for format raw only", given[ROWS]);
    return run;
}
