#include "emit/emit.h"
#include "base/die.h"
#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "emit/ordered_writer.h"
#include "emit/print.h"
#include "emit/template.h"
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
    struct engine_error error;
    uint64_t begin, end; /* rows that go into `out` */
    struct file *out;
    struct text head; /* what the template makes before the rows */
    struct printer printer;
    uint64_t digest; /* of the .bin */
    struct outputs *outputs;
};

struct file *outputs_open(struct outputs *outputs, const char *name, bool check) {
    size_t count = outputs->count++;
    if (count > 0)
        file_finish(outputs->file[count - 1]);
    if (path_is_regular(name)) {
        char *absolute = path_absolute(name);
        if (names_add(&outputs->absolute, absolute, count))
            die(DIE_REQUEST, "output '%s': another output of this run has that file", name);
        if (!check && names_find(&outputs->inputs, absolute))
            die(DIE_REQUEST, "output '%s' is a file that this run reads", name);
        free(absolute);
    }
    outputs->file = die_grow(outputs->file, count, sizeof *outputs->file);
    outputs->name = die_grow(outputs->name, count, sizeof *outputs->name);
    outputs->name[count] = text_format("%s", name);
    return outputs->file[count] = check ? file_compare(name) : file_create(name);
}

void outputs_guard(struct outputs *outputs, const char *input) {
    char *absolute = path_absolute(input);
    names_add(&outputs->inputs, absolute, 0);
    free(absolute);
}

void outputs_commit(struct outputs *outputs, bool if_changed) {
    file_commit(outputs->file, outputs->count, if_changed);
    for (size_t k = 0; k < outputs->count; k++)
        free(outputs->name[k]);
    free(outputs->name);
    free(outputs->file);
    names_free(&outputs->absolute);
    names_free(&outputs->inputs);
    *outputs = (struct outputs){.count = 0};
}

static void open_output(struct job *job, const char *name) {
    job->out = outputs_open(job->outputs, name, job->options->check);
}

static void emit_rows(struct job *job, ordered_format *format, size_t piece, uint64_t offset) {
    const struct emit_options *options = job->options;
    struct rows *rows = rows_open(job->output->table, options->engine, job->begin, job->end, piece);
    ordered_write(rows, options->threads, format, job, job->out, offset, options->progress,
                  job->output->binary ? &job->digest : NULL);
    struct counts counts = rows_counts(rows);
    for (int level = 0; level < LEVELS; level++)
        job->counts.decided[level] += counts.decided[level];
    job->error = rows_error(rows);
    rows_close(rows);
}

/* --- text */

static void flush(struct job *job) {
    file_write(job->out, job->head.bytes, job->head.used);
    job->head.used = 0;
}

static void format_text(const void *context, const struct piece *piece, struct text *text) {
    const struct job *job = context;
    print_rows(&job->printer, piece, text);
}

static void emit_text_rows(void *context, const struct row_pattern *pattern) {
    struct job *job = context;
    job->printer = (struct printer){.output = job->output, .pattern = pattern, .rows = job->end};
    job->printer.no_minus_zero =
        job->output->format == FORMAT_GO && job->output->literal != LITERAL_BITS;
    if (pattern->strings)
        job->printer.strings = template_values_strings(job->output);
    flush(job);
    emit_rows(job, format_text, print_piece(&job->printer), 0);
}

static void count_rows(void *context, const struct row_pattern *pattern) {
    (void)pattern;
    ++*(int *)context;
}

/* Goes through a user's template without writing anything: it is refused before the work begins. */
static void check_template(const struct template_text *template,
                           const struct template_values *scalars) {
    struct text nothing = {NULL, 0, 0};
    int rows = 0;
    struct template_input input = template_values_input(scalars, count_rows, &rows);
    template_fill(template, &input, &nothing);
    text_free(&nothing);
    if (rows == 0)
        die_in(template->name, 1, "no line says %%%% rows: the table would not be in the output");
}

static void emit_text(struct job *job, const struct template_text *template, enum part part,
                      bool contents, uint64_t slice) {
    struct template_values *scalars =
        template_values_new(job->output, part, contents, slice, job->digest);
    struct template_input input = template_values_input(scalars, emit_text_rows, job);
    if (job->output->format == FORMAT_TEMPLATE)
        check_template(template, scalars);
    template_fill(template, &input, &job->head);
    flush(job);
    text_free(&job->head);
    template_values_free(scalars);
}

/* --- bytes */

static void format_bytes(const void *context, const struct piece *piece, struct text *text) {
    const struct job *job = context;
    print_bytes(job->output, piece, text);
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
        *name++ = template_values_beside(output, form->format == FORMAT_ASM ? ".S" : ".c");
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

static void emit_slices(struct job *job, const struct template_text *template, char **names) {
    for (uint64_t slice = 0; slice < job->output->split; slice++) {
        open_output(job, names[slice]);
        template_values_slice(job->output, slice, &job->begin, &job->end);
        emit_text(job, template, PART_SLICE, true, slice);
        if (job->error.kind != ENGINE_FINE)
            return;
    }
}

/* The header, then the source, then what the table itself is in. */
static void emit_extern(struct job *job, char **names) {
    const struct output_options *form = job->output;
    const struct template_text *c = template_named("c");
    const struct template_text *source = template_named(job->output->text[FORMAT]);
    bool split = in_parts(job->output);
    if (!path_is_regular(form->path))
        die(DIE_REQUEST, "linkage 'extern' writes BASE.c and BASE.h: output '%s' is no file",
            form->path);
    if (form->binary) { /* first: its digest stands in the source */
        open_output(job, names[2]);
        emit_bytes(job, 0);
    }
    open_output(job, names[0]);
    emit_text(job, c, PART_HEADER, false, 0);
    open_output(job, names[1]);
    emit_text(job, source, PART_SOURCE, !split && !form->binary, 0);
    if (split)
        emit_slices(job, c, names + 2);
}

static void emit_one(struct job *job) {
    const struct output_options *form = job->output;
    open_output(job, form->path);
    if (form->format == FORMAT_RAW) {
        emit_bytes(job, 0);
    } else if (form->format == FORMAT_NPY) {
        emit_npy(job);
    } else if (form->format == FORMAT_TEMPLATE) {
        struct template_text own;
        char *wrong = template_read(form->template, &own);
        if (wrong)
            die(DIE_REQUEST, "template: %s", wrong);
        emit_text(job, &own, PART_HEADER, true, 0);
        template_free(&own);
    } else {
        emit_text(job, template_named(job->output->text[FORMAT]), PART_HEADER, true, 0);
    }
}

struct emitted emit_table(const struct output_options *output, const struct emit_options *options,
                          struct outputs *outputs) {
    struct job job = {.output = output,
                      .options = options,
                      .outputs = outputs,
                      .begin = options->begin,
                      .end = options->end};
    if (output->linkage == LINKAGE_EXTERN) {
        char **names = emit_names(output);
        emit_extern(&job, names);
        emit_names_free(names);
    } else {
        emit_one(&job);
    }
    file_finish(job.out);
    return (struct emitted){job.counts, job.error};
}
