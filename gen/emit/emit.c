#include "emit/emit.h"
#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "emit/array_headers.h"
#include "emit/banner.h"
#include "emit/ordered_writer.h"
#include "emit/output.h"
#include "emit/output_check.h"
#include "emit/print.h"
#include "emit/template_fill.h"
#include "emit/template_values.h"
#include "engine/capacity.h"
#include "factored/factored.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Prints the arrays of a factored table. */

/* "position 64": that of the row in which a coarse row is turned by nothing. */
static char *coarse_text(const struct printer *printer, uint64_t h) {
    char *position = banner_row(printer->output, 0, h * printer->factored->block),
         *text = text_format("position %s", position);
    free(position);
    return text;
}

static char *fine_text(const struct printer *printer, uint64_t l) {
    (void)printer;
    return text_format("%" PRIu64 " row%s on", l, l == 1 ? "" : "s");
}

/* Writes the rows of one array, as the section has them. */
static void factored_rows_write(const struct output_options *output,
                                const struct factored *factored,
                                const struct filled_section *section, struct file *out) {
    const struct factored_array *array = &factored->array[section->number];
    /* the shifts are a list, whose only row has no position */
    const bool coarse = strncmp(array->suffix, "_coarse", strlen("_coarse")) == 0;
    struct printer printer = {.output = output,
                              .pattern = &section->pattern,
                              .type = array->type,
                              .columns = array->columns,
                              .rows = array->rows,
                              .array = section->number,
                              .factored = factored,
                              .position = coarse ? coarse_text : fine_text};
    printer_begin(&printer, array->rows * array->columns);
    const size_t row_bytes = (size_t)array->columns * array->type->bytes;
    struct text text = {NULL, 0, 0};
    for (uint64_t r = 0; r < array->rows; r++) {
        const struct piece row = {.row = r,
                                  .rows = 1,
                                  .columns = (size_t)array->columns,
                                  .entries = (char *)array->entries + r * row_bytes};
        text.used = 0;
        print_rows(&printer, &row, &text);
        file_write(out, text.bytes, text.used);
    }
    text_free(&text);
    printer_end(&printer);
}

static char *number(uint64_t value) {
    return text_format("%" PRIu64, value);
}

/* Where a row has the entries of pair i: `sine`, `cosine` and `again`, the same entry once more, are columns after
 * i * `advance`; "none": there is no such entry. And which entry is in `column`: of which pair, and is it a cosine? as
 * expressions of C. */
struct columns {
    char *sine, *cosine, *again, *advance;
    char *pair, *is_cosine;
};

static struct columns columns_of_both(const struct table *table) {
    const unsigned long long pairs = table->pairs;
    const bool cosine_first = table->order == ORDER_COS_SIN;
    const bool halves = table->layout == LAYOUT_HALVES;
    char *first = number(0), *second = number(halves ? pairs : 1);
    return (struct columns){
        .sine = cosine_first ? second : first,
        .cosine = cosine_first ? first : second,
        .again = text_format("none"),
        .advance = number(halves ? 1 : 2),
        .pair = halves ? text_format("column_ %% %lluu", pairs) : text_format("column_ / 2u"),
        .is_cosine =
            halves ? text_format("(column_ %s %lluu) ? 1u : 0u", cosine_first ? "<" : ">=", pairs)
                   : text_format("(column_ %% 2u %s 0u) ? 1u : 0u", cosine_first ? "==" : "!="),
    };
}

static struct columns columns_of_one(const struct table *table) {
    const unsigned long long pairs = table->pairs;
    const bool cosine = table->component == COMPONENT_COS;
    const bool interleaved = table->repeat == REPEAT_INTERLEAVE,
               once = table->repeat == REPEAT_NONE;
    return (struct columns){
        .sine = text_format(cosine ? "none" : "0"),
        .cosine = text_format(cosine ? "0" : "none"),
        .again = once ? text_format("none") : number(interleaved ? 1 : pairs),
        .advance = number(interleaved ? 2 : 1),
        .pair = once          ? text_format("column_")
                : interleaved ? text_format("column_ / 2u")
                              : text_format("column_ %% %lluu", pairs),
        .is_cosine = text_format(cosine ? "1u" : "0u"),
    };
}

/* The type of the arrays with the high or the low parts. */
static char *type_of(const struct factored *factored, bool low) {
    for (size_t k = 0; k < factored->arrays; k++)
        if ((factored->array[k].type->lowest == 0) == low)
            return text_format("%s", factored->array[k].type->c_type);
    return text_format("none");
}

/* How many bits of a sum of products are below those of a fixed-point element. */
static unsigned bits_below(const struct factored *factored, const struct element *type) {
    return type->fixed ? 2 * (factored->high_bits - 1) - (unsigned)type->fraction : 0;
}

void factored_values(const struct output_options *output, const struct factored *factored,
                     struct template_value values[FACTORED_VALUES]) {
    static const char *const names[FACTORED_VALUES] = {
        "high_bits",   "low_bits",     "shifted",       "high_type",    "low_type",
        "sum_type",    "bits_below",   "highest",       "block",        "half_block",
        "pairs",       "sine_column",  "cosine_column", "again_column", "pair_columns",
        "column_pair", "column_cosine"};
    for (size_t k = 0; k < FACTORED_VALUES && !factored; k++)
        values[k] = (struct template_value){names[k], text_format("none")};
    if (!factored)
        return;
    const struct table *table = output->table;
    const struct columns columns =
        table->component == COMPONENT_BOTH ? columns_of_both(table) : columns_of_one(table);
    char *const texts[FACTORED_VALUES] = {number(factored->high_bits),
                                          number(factored->low_bits),
                                          text_format(factored->shifted ? "yes" : "no"),
                                          type_of(factored, false),
                                          type_of(factored, true),
                                          text_format("int%u_t", 2 * factored->high_bits),
                                          number(bits_below(factored, table->type)),
                                          text_format("%" PRId32, table->type->highest),
                                          number(factored->block),
                                          number((factored->block + 1) / 2),
                                          number(factored->pairs),
                                          columns.sine,
                                          columns.cosine,
                                          columns.again,
                                          columns.advance,
                                          columns.pair,
                                          columns.is_cosine};
    for (size_t k = 0; k < FACTORED_VALUES; k++)
        values[k] = (struct template_value){names[k], texts[k]};
}

void factored_array_values(const struct output_options *output, const struct factored *factored,
                           size_t array, struct template_value values[FACTORED_ARRAY_VALUES]) {
    const struct factored_array *of = &factored->array[array];
    char *name = text_format("%s%s", output->text[NAME], of->suffix);
    values[0] = (struct template_value){"array", name};
    values[1] = (struct template_value){"object", text_format("%s", name)};
    values[2] = (struct template_value){"object_rows", number(of->rows)};
    values[3] = (struct template_value){"columns", number(of->columns)};
    values[4] = (struct template_value){"c_type", text_format("%s", of->type->c_type)};
    const bool list = strcmp(of->suffix, "_shift") == 0;
    values[5] = (struct template_value){"dimensions", number(list ? 1 : 2)};
}

char *factored_storage(const struct output_options *output, const struct factored *factored) {
    const struct table *table = output->table;
    const char *name = output->text[NAME];
    char *shifted = factored->shifted
                        ? text_format("The sines of pair i are stored times 2^%s_shift[i].\n", name)
                        : text_format("%s", "");
    char *storage = text_format(
        "%" PRIu64 " bytes of arrays; the full table has %" PRIu64 " bytes: [max_len][%s], %" PRIu64
        " x %" PRIu64 ".\n"
        "%sB = %" PRIu64 ", %u guard bits; all %" PRIu64 " entries equal the full table's.",
        factored->bytes, factored->full_bytes,
        table->channel_count == table->d_model ? "d_model" : "channels", table->rows,
        table->columns, shifted, factored->block, factored->guard_bits, factored->entries);
    free(shifted);
    return storage;
}

/* A piece of bytes should stay in a core's cache until it is written: half or twice PIECE_RAW bytes are slower. A table has
 * PIECES of them if that leaves PIECE_LEAST bytes, since threads are slow to get a page of memory. And a piece has
 * PIECE_ROWS rows if these are no more than PIECE_WIDE bytes. In wide tables that may be more than the cache holds. It is
 * still faster, since the rows share the offsets of a tile (position_major.h). */
enum {
    PIECES = 64,
    PIECE_LEAST = 1 << 16,
    PIECE_RAW = 1 << 19,
    PIECE_ROWS = 32,
    PIECE_WIDE = 1 << 21
};

struct job {
    const struct output_options *output;
    const struct emit_options *options;
    struct counts counts;
    struct engine_error error; /* of the first file that has one */
    uint64_t begin, end;       /* rows that go into `out` */
    struct file *out;
    struct scratch *second; /* what the second array becomes, while the first one is written */
    struct printer printer[TABLE_ARRAYS];
    struct factored *factored; /* or NULL */
    uint64_t digest;           /* of the .bin */
    struct outputs *outputs;
};

static void open_output(struct job *job, const char *name) {
    job->out = outputs_open(job->outputs, name, job->options->check);
    if (!table_is_covered(job->output->table))
        file_hold(job->out);
}

static void emit_rows(struct job *job, const struct table *table, ordered_format *format,
                      size_t piece) {
    const struct emit_options *options = job->options;
    if (table->arrays > 1)
        job->second = scratch_new(job->out);
    struct rows *rows = rows_open(table, options->engine, job->begin, job->end, piece);
    struct ordered_job order = {
        .rows = rows,
        .threads = capacity_threads(table, options->engine, options->threads),
        .format = format,
        .context = job,
        .arrays = table->arrays,
        .out = job->out,
        .second = job->second,
        .apart = (job->end - job->begin) * table->columns * table->type->bytes,
        .progress = options->progress,
        .digests = job->output->binary};
    if (!format && print_swaps(job->output))
        order.reversed = table->type->bytes;
    struct ordered_result result = ordered_write(&order);
    if (order.digests)
        job->digest = result.digest;
    struct counts counts = rows_counts(rows);
    for (int level = 0; level < LEVELS; level++)
        job->counts.decided[level] += counts.decided[level];
    if (job->error.kind == ENGINE_FINE)
        job->error = result.error;
    rows_close(rows);
}

static void append_second(struct job *job) {
    if (job->second)
        scratch_append(job->second, job->out);
    job->second = NULL;
}

/* --- text */

static bool format_text(const void *context, const struct piece *piece, uint64_t array,
                        struct text *text, struct entry *refused) {
    const struct job *job = context;
    (void)refused;
    print_rows(&job->printer[array], piece, text);
    return true;
}

static char *position_text(const struct printer *printer, uint64_t r) {
    return banner_row(printer->output, printer->array, r);
}

static struct printer printer_of(const struct job *job, uint64_t array,
                                 const struct row_pattern *pattern) {
    const struct table *table = job->output->table;
    struct printer printer = {.output = job->output,
                              .pattern = pattern,
                              .type = table->type,
                              .columns = table->columns,
                              .rows = job->end,
                              .array = array,
                              .position = position_text};
    if (pattern->strings)
        printer.strings = template_objects_strings(job->output);
    printer_begin(&printer, (job->end - job->begin) * table->columns);
    return printer;
}

/* Writes the rows of a section. Those of a pair are computed one array after the other. Where that would be slow they are
 * computed together, and the section of the second one follows that of the first (template_check.h). */
static void emit_text_rows(struct job *job, const struct filled_section *section) {
    const struct table *table = job->output->table;
    struct table *one = NULL;
    if (job->second) {
        append_second(job);
        return;
    }
    if (table->arrays > 1 && !rows_are_slow(table, job->options->engine))
        table = one = table_of_array(table, section->number);
    for (uint64_t k = 0; k < table->arrays; k++)
        job->printer[k] = printer_of(job, section[k].number, &section[k].pattern);
    emit_rows(job, table, format_text, print_piece(&job->printer[0]));
    for (uint64_t k = 0; k < table->arrays; k++)
        printer_end(&job->printer[k]);
    free(one);
}

static void emit_text(struct job *job, const char *name, const struct template *template,
                      struct text_file file) {
    file.digest = job->digest;
    file.factored = job->factored;
    struct filled filled = output_template_fill(job->output, template, &file);
    open_output(job, name);
    for (size_t k = 0; k < filled.count; k++) {
        const struct filled_section *section = &filled.section[k];
        file_write(job->out, section->text.bytes, section->text.used);
        if (section->array && job->factored)
            factored_rows_write(job->output, job->factored, section, job->out);
        else if (section->array)
            emit_text_rows(job, section);
    }
    template_filled_free(&filled);
}

/* --- bytes */

static uint64_t within(uint64_t value, uint64_t least, uint64_t most) {
    return value < least ? least : value > most ? most : value;
}

static size_t piece_of_bytes(const struct table *table) {
    const uint64_t width = table->type->bytes, row = table->columns * width;
    const uint64_t least = within(table->rows * row / PIECES, PIECE_LEAST, PIECE_RAW);
    return (size_t)(within(PIECE_ROWS * row, least, PIECE_WIDE) / width);
}

static void emit_bytes(struct job *job) {
    const struct table *table = job->output->table;
    emit_rows(job, table, NULL, piece_of_bytes(table));
    append_second(job);
}

static void emit_header_and_bytes(struct job *job) {
    struct text header = output_header(job->output);
    if (header.used > 0)
        file_write(job->out, header.bytes, header.used);
    emit_bytes(job);
    text_free(&header);
}

/* --- files */

static void emit_slices(struct job *job, char **names) {
    for (uint64_t slice = 0; slice < job->output->split; slice++) {
        output_slice(job->output, slice, &job->begin, &job->end);
        const struct text_file file = {.part = PART_SLICE, .contents = true, .slice = slice};
        emit_text(job, names[slice], job->output->template, file);
    }
}

/* The header, then the source, then the parts of a split table. A .bin comes first: the source has its digest. */
static void emit_extern(struct job *job, char **names) {
    const struct output_options *output = job->output;
    bool split = output->split > 1;
    if (output->binary) {
        open_output(job, names[2]);
        emit_bytes(job);
    }
    const struct text_file header = {.part = PART_HEADER},
                           source = {.part = PART_SOURCE, .contents = !split && !output->binary};
    emit_text(job, names[0], output->header, header);
    emit_text(job, names[1], output->template, source);
    if (split)
        emit_slices(job, names + 2);
}

static void emit_one(struct job *job) {
    const struct output_options *output = job->output;
    if (output->template) {
        const struct text_file header = {.part = PART_HEADER, .contents = true};
        emit_text(job, output->path, output->template, header);
        return;
    }
    open_output(job, output->path);
    emit_header_and_bytes(job);
}

static void emit_files(struct job *job) {
    if (job->output->linkage == LINKAGE_EXTERN) {
        char **names = output_names(job->output);
        if (!job->options->check)
            file_need_folder(job->output->path);
        emit_extern(job, names);
        output_names_free(names);
    } else {
        emit_one(job);
    }
    if (job->error.kind == ENGINE_FINE)
        file_finish(job->out);
}

/* Makes the arrays of a factored table. Returns false if there are none that give every entry. */
static bool factor(struct job *job, struct emitted *emitted) {
    const struct emit_options *options = job->options;
    job->factored = factored_new(job->output->table, options->engine, options->threads);
    job->counts = job->factored->counts;
    job->error = job->factored->error;
    progress_add(options->progress, job->factored->entries);
    emitted->wrong = job->factored->wrong;
    emitted->first_wrong = (struct entry){job->factored->wrong_row, job->factored->wrong_column};
    return job->error.kind == ENGINE_FINE && emitted->wrong == 0;
}

/* Checks before the first byte what is checked neither while the words are resolved nor while the rows are written. */
static void check_path(const struct output_options *output, struct faults *faults) {
    if (output->linkage == LINKAGE_EXTERN && !path_is_regular(output->path))
        faults_add(
            faults, ABOUT_OUTPUT,
            text_format("linkage 'extern' writes BASE.c and BASE.h: output '%s' is not a file",
                        output->path));
}

static void check_template(const struct job *job, struct faults *faults) {
    if (!job->output->format->user) /* the user's own is checked already */
        faults_add_found(faults, TEMPLATE, output_template_check(job->output, job->factored));
}

struct emitted emit_table(const struct output_options *output, const struct emit_options *options,
                          struct outputs *outputs) {
    struct job job = {.output = output,
                      .options = options,
                      .outputs = outputs,
                      .begin = options->begin,
                      .end = options->end};
    struct emitted emitted = {.faults = {NULL, 0}};
    check_path(output, &emitted.faults);
    bool sound = emitted.faults.count == 0 && (!output->factored || factor(&job, &emitted));
    if (sound)
        check_template(&job, &emitted.faults);
    if (sound && emitted.faults.count == 0)
        emit_files(&job);
    factored_free(job.factored);
    emitted.counts = job.counts;
    emitted.error = job.error;
    return emitted;
}
