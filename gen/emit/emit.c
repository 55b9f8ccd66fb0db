#include "emit/emit.h"
#include "base/die.h"
#include "base/file.h"
#include "base/path.h"
#include "emit/ordered_writer.h"
#include "emit/output_template.h"
#include "emit/print.h"
#include "emit/template_values.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Entries in a piece of bytes. */
enum { PIECE_RAW = 1 << 18 };

struct job {
    const struct output_options *output;
    const struct emit_options *options;
    struct counts counts;
    struct engine_error error; /* the first */
    uint64_t begin, end;       /* rows that go into `out` */
    struct file *out;
    struct printer printer;
    uint64_t digest; /* of the .bin */
    struct outputs *outputs;
};

static void open_output(struct job *job, const char *name) {
    job->out = outputs_open(job->outputs, name, job->options->check);
}

static void emit_rows(struct job *job, ordered_format *format, size_t piece, uint64_t offset) {
    const struct emit_options *options = job->options;
    struct rows *rows = rows_open(job->output->table, options->engine, job->begin, job->end, piece);
    struct ordered_job order = {.rows = rows,
                                .threads = options->threads,
                                .format = format,
                                .context = job,
                                .out = job->out,
                                .offset = offset,
                                .progress = options->progress,
                                .digests = job->output->binary};
    struct ordered_result result = ordered_write(&order);
    if (order.digests)
        job->digest = result.digest;
    struct counts counts = rows_counts(rows);
    for (int level = 0; level < LEVELS; level++)
        job->counts.decided[level] += counts.decided[level];
    if (job->error.kind == ENGINE_FINE)
        job->error = rows_error(rows);
    rows_close(rows);
}

static const struct fault none = {NULL, WORDS, false};

/* --- text */

static bool format_text(const void *context, const struct piece *piece, struct text *text,
                        struct entry *refused) {
    const struct job *job = context;
    (void)refused;
    print_rows(&job->printer, piece, text);
    return true;
}

static void emit_text_rows(struct job *job, const struct row_pattern *pattern) {
    job->printer = (struct printer){.output = job->output, .pattern = pattern, .rows = job->end};
    if (pattern->strings)
        job->printer.strings = template_values_strings(job->output);
    emit_rows(job, format_text, print_piece(&job->printer), 0);
}

static struct fault emit_text(struct job *job, const char *name, const struct template *template,
                              enum part part, bool contents, uint64_t slice) {
    struct filled filled;
    struct fault fault =
        output_template_fill(job->output, template, part, contents, slice, job->digest, &filled);
    if (fault.text)
        return fault;
    open_output(job, name);
    for (size_t k = 0; k < filled.count; k++) {
        const struct filled_section *section = &filled.section[k];
        file_write(job->out, section->text.bytes, section->text.used);
        if (section->array)
            emit_text_rows(job, &section->pattern);
    }
    template_filled_free(&filled);
    return none;
}

/* --- entries that a language can't hold */

static bool find_minus_zero(const void *context, const struct piece *piece, struct text *text,
                            struct entry *found) {
    const struct element *type = context;
    size_t count = (size_t)piece->rows * piece->columns;
    (void)text;
    for (size_t k = 0; k < count; k++)
        if (element_is_minus_zero(type, element_load(type, piece->entries, k))) {
            *found =
                (struct entry){piece->row + k / piece->columns, piece->from + k % piece->columns};
            return false;
        }
    return true;
}

/* Go has no constant -0. No bound tells which sines round to it, so the table is computed once more, before the first
 * byte is written: that takes less than a fifth of the time that its text does. */
static struct fault check_minus_zero(const struct job *job) {
    enum { PIECE = 1 << 16 };
    const struct output_options *output = job->output;
    if (!output->format->no_minus_zero || output->literal == LITERAL_BITS ||
        output->table->type->fixed)
        return none;
    struct rows *rows = rows_open(output->table, job->options->engine, job->begin, job->end, PIECE);
    struct ordered_job order = {.rows = rows,
                                .threads = job->options->threads,
                                .format = find_minus_zero,
                                .context = output->table->type};
    struct ordered_result found = ordered_write(&order);
    rows_close(rows);
    if (!found.refused)
        return none;
    return (struct fault){text_format("row %" PRIu64 ", column %" PRIu64 ": the entry is -0, which "
                                      "this language has no constant for",
                                      found.entry.row, found.entry.column),
                          WORDS, false};
}

/* --- bytes */

static bool format_bytes(const void *context, const struct piece *piece, struct text *text,
                         struct entry *refused) {
    const struct job *job = context;
    (void)refused;
    print_bytes(job->output, piece, text);
    return true;
}

static void emit_bytes(struct job *job, uint64_t offset) {
    emit_rows(job, print_swaps(job->output) ? format_bytes : NULL, PIECE_RAW, offset);
}

/* NumPy's format 1.0 (NEP 1): magic, version, the length of the header, the header; the elements begin at
 * a multiple of 64. */
static void emit_npy(struct job *job) {
    enum { PREFIX = 10, MULTIPLE = 64 };
    const struct output_options *output = job->output;
    char *header = text_format(
        "{'descr': '%s', 'fortran_order': False, 'shape': (%" PRIu64 ", %" PRIu64 "), }",
        output->table->type->numpy, output->table->rows, output->table->columns);
    size_t length = (PREFIX + strlen(header) + 1 + MULTIPLE - 1) / MULTIPLE * MULTIPLE - PREFIX;
    const unsigned char prefix[PREFIX] = {0x93,
                                          'N',
                                          'U',
                                          'M',
                                          'P',
                                          'Y',
                                          1,
                                          0,
                                          (unsigned char)(length % 256),
                                          (unsigned char)(length / 256)};
    char *padded = text_format("%-*s\n", (int)length - 1, header);
    file_write(job->out, prefix, PREFIX);
    file_write(job->out, padded, length);
    emit_bytes(job, PREFIX + length);
    free(padded);
    free(header);
}

/* --- files */

static bool in_parts(const struct output_options *output) {
    return output->split > 1;
}

char **emit_names(const struct output_options *output) {
    const struct output_options *form = output;
    char **names = die_malloc((form->split + 4) * sizeof *names), **name = names;
    if (form->linkage == LINKAGE_STATIC) {
        *name++ = text_format("%s", form->path);
    } else {
        *name++ = template_values_beside(output, ".h");
        *name++ =
            template_values_beside(output, form->format->source ? form->format->source : ".c");
        for (uint64_t slice = 0; in_parts(output) && slice < form->split; slice++) {
            char *ending = text_format("_%" PRIu64 ".c", slice);
            *name++ = template_values_beside(output, ending);
            free(ending);
        }
        if (form->binary)
            *name++ = template_values_binary(output);
    }
    *name = NULL;
    return names;
}

void emit_names_free(char **names) {
    for (char **name = names; *name; name++)
        free(*name);
    free(names);
}

static struct fault emit_slices(struct job *job, const struct template *template, char **names) {
    struct fault fault = none;
    for (uint64_t slice = 0; !fault.text && slice < job->output->split; slice++) {
        template_values_slice(job->output, slice, &job->begin, &job->end);
        fault = emit_text(job, names[slice], template, PART_SLICE, true, slice);
    }
    return fault;
}

/* The header, then the source, then what the table itself is in. */
static struct fault emit_extern(struct job *job, char **names) {
    const struct output_options *form = job->output;
    bool split = in_parts(job->output);
    struct template_text own;
    struct template c, source;
    if (!path_is_regular(form->path))
        return (struct fault){
            text_format("linkage 'extern' writes BASE.c and BASE.h: output '%s' is no file",
                        form->path),
            WORDS, false};
    struct fault fault = output_template_load(job->output, &own, &source);
    if (fault.text)
        return fault;
    fault = output_template_load_c(&c);
    if (!fault.text && form->binary) { /* first: its digest stands in the source */
        open_output(job, names[2]);
        emit_bytes(job, 0);
    }
    if (!fault.text)
        fault = emit_text(job, names[0], &c, PART_HEADER, false, 0);
    if (!fault.text)
        fault = emit_text(job, names[1], &source, PART_SOURCE, !split && !form->binary, 0);
    if (!fault.text && split)
        fault = emit_slices(job, &c, names + 2);
    template_free(&c);
    template_free(&source);
    return fault;
}

static struct fault emit_one(struct job *job) {
    const char *name = job->output->path;
    struct template_text own;
    struct template template;
    if (job->output->format->content != CONTENT_TEXT) {
        open_output(job, name);
        if (job->output->format->content == CONTENT_NPY)
            emit_npy(job);
        else
            emit_bytes(job, 0);
        return none;
    }
    struct fault fault = output_template_load(job->output, &own, &template);
    if (!fault.text)
        fault = check_minus_zero(job);
    if (!fault.text)
        fault = emit_text(job, name, &template, PART_HEADER, true, 0);
    template_free(&template);
    template_text_free(&own);
    return fault;
}

struct emitted emit_table(const struct output_options *output, const struct emit_options *options,
                          struct outputs *outputs) {
    struct job job = {.output = output,
                      .options = options,
                      .outputs = outputs,
                      .begin = options->begin,
                      .end = options->end};
    struct fault fault;
    if (output->linkage == LINKAGE_EXTERN) {
        char **names = emit_names(output);
        fault = emit_extern(&job, names);
        emit_names_free(names);
    } else {
        fault = emit_one(&job);
    }
    if (!fault.text)
        file_finish(job.out);
    return (struct emitted){job.counts, job.error, fault};
}
