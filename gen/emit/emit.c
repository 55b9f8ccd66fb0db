/* SPDX-License-Identifier: MIT */
#include "emit/emit.h"
#include "base/cpus.h"
#include "base/digest.h"
#include "base/integer.h"
#include "base/progress.h"
#include "element/element.h"
#include "emit/array_headers.h"
#include "emit/print.h"
#include "emit/template_values.h"
#include "table/table.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A piece of bytes should stay in a core's cache until it is written: half or twice PIECE_RAW bytes are slower. A table
 * has PIECES of them if that leaves PIECE_LEAST bytes, since threads are slow to get a page of memory. A piece has
 * PIECE_ROWS rows if they take at most PIECE_WIDE bytes. In wide tables that may exceed the cache, but it is faster,
 * since the rows share the offsets of a tile (by_row.c). */
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
    struct emitted emitted; /* its error is that of the first file with one */
    uint64_t begin, end;    /* rows that go into `out` */
    struct file *out;
    struct factored *factored;     /* or NULL */
    struct template_values values; /* if a file is text */
    uint64_t digest;               /* of the .bin */
    struct outputs *outputs;
};

/* Has the output's language no text for an entry that is -0? No bound decides which sines round to it. */
static bool refuses_minus_zero(const struct output_options *output) {
    return output->format->no_minus_zero && output->literal != LITERAL_BITS &&
           !output->table->type->fixed;
}

/* An error that is found while the entries are written leaves no byte of them in a pipe. */
static void open_output(struct job *job, const char *name) {
    job->out = outputs_open(job->outputs, name);
    if (!table_is_covered(job->output->table) || refuses_minus_zero(job->output))
        file_hold(job->out);
}

/* --- threads compute and print pieces in parallel, and write them in order
 *
 * Several threads write to a file at once, each piece at its own offset. A piece of text gets the offset in its turn;
 * bytes need no turns. */

struct writer {
    const struct job *job;
    const struct table *table; /* the output's, or one array of it */
    const struct printer
        *printer; /* of a table's one array; NULL: the elements themselves are written */
    struct rows *rows;
    bool placed;     /* every piece has its offset, since all bytes are reserved */
    uint64_t offset; /* where the bytes of the first array begin */

    pthread_mutex_t lock; /* on what follows */
    pthread_cond_t written;
    uint64_t next; /* index of the piece to be written next */
    uint64_t digest;
};

/* Waits for the turn of a piece of a table's one array, and does as little as possible during it: in a file, the turn only
 * reserves an offset for the bytes, which are written after it. */
static void write_in_turn(struct writer *writer, uint64_t index, const struct text *chunk) {
    const struct job *job = writer->job;
    pthread_mutex_lock(&writer->lock);
    while (writer->next != index)
        pthread_cond_wait(&writer->written, &writer->lock);
    pthread_mutex_unlock(&writer->lock);
    uint64_t offset = 0;
    bool later = chunk->used > 0 && file_reserve(job->out, chunk->used, &offset);
    if (chunk->used > 0 && !later)
        file_write(job->out, chunk->bytes, chunk->used);
    pthread_mutex_lock(&writer->lock);
    writer->next++;
    pthread_cond_broadcast(&writer->written);
    pthread_mutex_unlock(&writer->lock);
    if (later)
        file_write_at(job->out, offset, chunk->bytes, chunk->used);
}

/* The size of the rows of one array, as bytes. */
static uint64_t array_bytes(const struct writer *writer) {
    const struct table *table = writer->table;
    return (writer->job->end - writer->job->begin) * table->columns * table->type->bytes;
}

static void write_placed(const struct writer *writer, const struct piece *piece,
                         const struct text chunk[TABLE_ARRAYS]) {
    for (uint64_t array = 0; array < writer->table->arrays; array++)
        file_write_at(writer->job->out,
                      writer->offset + array * array_bytes(writer) + piece->offset,
                      chunk[array].bytes, chunk[array].used);
}

/* Does the table's byte order differ from this machine's? */
static bool swaps(const struct output_options *output) {
    return least_byte_first() != (output->endian == ENDIAN_LITTLE);
}

/* Makes the output of a piece, for each array: its text, or its bytes, which stay the worker's. */
static void make_chunks(const struct writer *writer, const struct piece *piece,
                        struct text chunk[TABLE_ARRAYS]) {
    const unsigned each = writer->table->type->bytes;
    for (uint64_t array = 0; array < writer->table->arrays; array++) {
        const struct printer *printer = writer->printer;
        const struct piece one = piece_of(piece, array);
        if ((!printer || printer->pattern->strings) && swaps(writer->job->output))
            element_reverse(each, one.bytes / each, one.entries, instructions_best());
        if (printer) {
            chunk[array].used = 0;
            print_rows(printer, &one, &chunk[array]);
        } else {
            chunk[array] = (struct text){one.entries, one.bytes, 0};
        }
    }
}

/* Reports the first entry of a piece, in any array, that is -0. */
static void find_minus_zero(const struct table *table, struct worker *worker,
                            const struct piece *piece) {
    size_t first = (size_t)piece->rows * piece->columns;
    const size_t count = first;
    for (uint64_t array = 0; array < table->arrays; array++) {
        const struct piece one = piece_of(piece, array);
        for (size_t k = 0; k < first; k++)
            if (element_is_minus_zero(table->type, element_load(table->type, one.entries, k)))
                first = k;
    }
    if (first < count)
        worker_fail(worker,
                    (struct engine_error){ENGINE_MINUS_ZERO, piece->row + first / piece->columns,
                                          piece->from + first % piece->columns});
}

static void *write_pieces(void *context) {
    struct writer *writer = context;
    const struct job *job = writer->job;
    struct worker *worker = worker_new(writer->rows);
    struct text chunk[TABLE_ARRAYS] = {{NULL, 0, 0}};
    uint64_t digest = 0;
    while (worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        if (refuses_minus_zero(job->output))
            find_minus_zero(writer->table, worker, piece);
        make_chunks(writer, piece, chunk);
        if (job->output->binary) /* of a .bin, which has one array */
            digest = digest_sum(digest, digest_piece(chunk[0].bytes, chunk[0].used, piece->offset));
        if (writer->placed)
            write_placed(writer, piece, chunk);
        else
            write_in_turn(writer, piece->index, chunk);
        progress_add(job->options->progress, writer->table->arrays * piece->rows * piece->columns);
    }
    pthread_mutex_lock(&writer->lock);
    writer->digest = digest_sum(writer->digest, digest);
    pthread_mutex_unlock(&writer->lock);
    if (writer->printer)
        text_free(chunk);
    worker_free(worker);
    return NULL;
}

/* Computes all pieces, and writes their bytes or the text that a printer makes. After an engine's error the output is
 * incomplete. */
static void emit_rows(struct job *job, const struct table *table, const struct printer *printer,
                      size_t piece) {
    const struct emit_options *options = job->options;
    struct emitted *emitted = &job->emitted;
    struct writer writer = {.job = job,
                            .table = table,
                            .printer = printer,
                            .rows = rows_open(table, options->engine, job->begin, job->end, piece)};
    writer.placed =
        !printer && file_reserve(job->out, table->arrays * array_bytes(&writer), &writer.offset);
    pthread_mutex_init(&writer.lock, NULL);
    pthread_cond_init(&writer.written, NULL);
    rows_run(writer.rows, capacity_threads(table, options->engine, options->threads), write_pieces,
             &writer);
    pthread_cond_destroy(&writer.written);
    pthread_mutex_destroy(&writer.lock);
    job->digest = writer.digest;
    counts_add(&emitted->counts, rows_counts(writer.rows));
    if (emitted->error.kind == ENGINE_FINE)
        emitted->error = rows_error(writer.rows);
    rows_close(writer.rows);
}

/* --- text */

/* Writes the rows of one array of a factored table. */
static void emit_factored_rows(struct job *job, const struct filled_section *section) {
    struct printer printer = printer_open(job->output, job->factored, section, job->end);
    const size_t columns = (size_t)printer.columns, row_bytes = columns * printer.type->bytes;
    char *entries = job->factored->array[section->array].entries;
    struct text text = {NULL, 0, 0};
    for (uint64_t r = 0; r < printer.rows; r++) {
        const struct piece row = {
            .row = r, .rows = 1, .columns = columns, .entries = entries + r * row_bytes};
        text.used = 0;
        print_rows(&printer, &row, &text);
        file_write(job->out, text.bytes, text.used);
    }
    text_free(&text);
    printer_close(&printer);
}

/* Writes the rows of a section, which has one array. */
static void emit_text_rows(struct job *job, const struct filled_section *section) {
    const struct table *table = job->output->table;
    struct table *one = table->arrays > 1 ? table_of_array(table, section->array) : NULL;
    struct printer printer = printer_open(job->output, NULL, section, job->end);
    emit_rows(job, one ? one : table, &printer, print_piece(&printer));
    printer_close(&printer);
    free(one);
}

static void emit_text(struct job *job, const char *name, const struct template *template,
                      struct text_file file) {
    struct filled filled;
    file.digest = job->digest;
    const struct fault *wrong =
        template_values_fill(&job->values, job->output, job->factored, template, &file, &filled);
    if (wrong) /* of a built-in template that somebody is changing; output_template_find checks the user's */
        die(DIE_JOB, "template %s", fault_message(wrong));
    open_output(job, name);
    for (size_t k = 0; k < filled.count; k++) {
        const struct filled_section *section = &filled.section[k];
        file_write(job->out, section->text.bytes, section->text.used);
        if (section->has_rows)
            (job->factored ? emit_factored_rows : emit_text_rows)(job, section);
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

/* Two arrays are computed together if each byte has its place, as in a file; in a pipe one after the other. */
static void emit_bytes(struct job *job, const char *name) {
    const struct table *table = job->output->table;
    struct text header = array_header(job->output);
    open_output(job, name);
    if (header.used > 0)
        file_write(job->out, header.bytes, header.used);
    uint64_t offset;
    const bool together = table->arrays == 1 || file_reserve(job->out, 0, &offset);
    if (together)
        emit_rows(job, table, NULL, piece_of_bytes(table));
    for (uint64_t array = 0; array < table->arrays && !together; array++) {
        struct table *one = table_of_array(table, array);
        emit_rows(job, one, NULL, piece_of_bytes(one));
        free(one);
    }
    text_free(&header);
}

/* --- files */

/* Writes the .bin first, since the source has its digest. Then come the only file, or the header, the source, and the
 * parts of a split table. */
static void emit_files(struct job *job) {
    const struct output_options *output = job->output;
    const bool several = output->linkage == LINKAGE_EXTERN, split = output->split > 1;
    char **names = output_names(output);
    const struct text_file first = {.part = "header", .contents = !several},
                           source = {.part = "source", .contents = !split && !output->binary};
    if (several && job->outputs->mode != FILE_CHECK)
        file_need_folder(output->path);
    if (output->template)
        template_values_set(&job->values, output, job->factored);
    if (output->binary)
        emit_bytes(job, names[2]);
    if (!output->template)
        emit_bytes(job, names[0]);
    else
        emit_text(job, names[0], several ? output->header : output->template, first);
    if (several)
        emit_text(job, names[1], output->template, source);
    for (uint64_t slice = 0; split && slice < output->split; slice++) {
        const struct text_file part = {.part = "slice", .contents = true, .slice = slice};
        output_slice(output, slice, &job->begin, &job->end);
        emit_text(job, names[2 + slice], output->template, part);
    }
    template_values_free(&job->values);
    output_names_free(names);
    if (job->emitted.error.kind == ENGINE_FINE)
        file_finish(job->out);
}

/* Makes the arrays of a factored table. Returns false if no arrays give every entry. */
static bool factor(struct job *job) {
    const struct emit_options *options = job->options;
    const struct factored *factored = job->factored =
        factored_new(job->output->table, options->engine, options->threads);
    progress_add(options->progress, factored->entries);
    job->emitted.counts = factored->counts;
    job->emitted.error = factored->error;
    job->emitted.wrong = factored->wrong;
    return factored->error.kind == ENGINE_FINE && factored->wrong.count == 0;
}

struct emitted emit_table(const struct output_options *output, const struct emit_options *options,
                          struct outputs *outputs) {
    struct job job = {.output = output,
                      .options = options,
                      .outputs = outputs,
                      .begin = options->begin,
                      .end = options->end};
    if (!output->factored || factor(&job))
        emit_files(&job);
    factored_free(job.factored);
    return job.emitted;
}
