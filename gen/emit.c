#include "emit.h"
#include "crew.h"
#include "die.h"
#include "file.h"
#include "print.h"
#include "scalars.h"
#include "table.h"
#include "template.h"
#include "text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Entries in a piece of bytes. */
enum { PIECE_RAW = 1 << 18 };

struct job {
    const struct spec *spec;
    const struct emit_options *options;
    struct counts counts;
    uint64_t begin, end; /* rows that go into `out` */
    struct file *out;
    struct text head; /* what the template makes before the rows */
    struct printer printer;
    struct outputs {
        struct file **file;
        size_t count;
    } outputs;
};

/* Opens the next output. The one before is complete. */
static void open_output(struct job *job, const char *name) {
    struct outputs *outputs = &job->outputs;
    if (outputs->count > 0)
        file_finish(outputs->file[outputs->count - 1]);
    outputs->file = die_realloc(outputs->file, (outputs->count + 1) * sizeof *outputs->file);
    job->out = outputs->file[outputs->count++] = file_create(name);
}

static void open_beside(struct job *job, const char *ending) {
    char *name = scalars_beside(job->spec, ending);
    open_output(job, name);
    free(name);
}

static void emit_rows(struct job *job, crew_format *format, size_t piece, uint64_t offset) {
    const struct emit_options *options = job->options;
    struct rows *rows = rows_open(job->spec, options->engine, job->begin, job->end, piece);
    crew_run(rows, options->threads, format, job, job->out, offset);
    struct counts counts = rows_counts(rows);
    for (int level = 0; level < LEVELS; level++)
        job->counts.decided[level] += counts.decided[level];
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
    job->printer = (struct printer){.spec = job->spec, .pattern = pattern, .rows = job->end};
    job->printer.no_minus_zero =
        job->spec->form.format == FORMAT_GO && job->spec->form.literal != LITERAL_BITS;
    if (pattern->strings)
        job->printer.strings = scalars_strings(job->spec);
    flush(job);
    emit_rows(job, format_text, print_piece(&job->printer), 0);
}

static void count_rows(void *context, const struct row_pattern *pattern) {
    (void)pattern;
    ++*(int *)context;
}

/* Goes through a user's template without writing anything: it is refused before the work begins. */
static void check_template(const struct template_text *template, const struct scalars *scalars) {
    struct text nothing = {NULL, 0, 0};
    int rows = 0;
    struct template_input input = scalars_input(scalars, count_rows, &rows);
    template_fill(template, &input, &nothing);
    text_free(&nothing);
    if (rows == 0)
        die_in(template->name, 1, "no line says %%%% rows: the table would not be in the output");
}

static void emit_text(struct job *job, const struct template_text *template, enum part part,
                      bool contents, uint64_t slice) {
    struct scalars *scalars = scalars_new(job->spec, part, contents, slice);
    struct template_input input = scalars_input(scalars, emit_text_rows, job);
    if (job->spec->form.format == FORMAT_TEMPLATE)
        check_template(template, scalars);
    template_fill(template, &input, &job->head);
    flush(job);
    text_free(&job->head);
    scalars_free(scalars);
}

/* --- bytes */

static void format_bytes(const void *context, const struct piece *piece, struct text *text) {
    const struct job *job = context;
    print_bytes(job->spec, piece, text);
}

static void emit_bytes(struct job *job, uint64_t offset) {
    emit_rows(job, print_swaps(job->spec) ? format_bytes : NULL, PIECE_RAW, offset);
}

/* NumPy's format 1.0 (NEP 1): magic, version, the length of the header, the header; the elements begin at
 * a multiple of 64. */
static void emit_npy(struct job *job) {
    enum { PREFIX = 10, MULTIPLE = 64 };
    const struct spec *spec = job->spec;
    char *header = die_sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%" PRIu64
                               ", %" PRIu64 "), }",
                               spec->type->numpy, table_rows(spec), table_columns(spec));
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
    char *padded = die_sprintf("%-*s\n", (int)length - 1, header);
    file_write(job->out, prefix, PREFIX);
    file_write(job->out, padded, length);
    emit_bytes(job, PREFIX + length);
    free(padded);
    free(header);
}

/* --- files */

static void emit_slices(struct job *job, const struct template_text *template) {
    for (uint64_t slice = 0; slice < job->spec->form.split; slice++) {
        char *ending = die_sprintf("_%" PRIu64 ".c", slice);
        open_beside(job, ending);
        scalars_slice(job->spec, slice, &job->begin, &job->end);
        emit_text(job, template, PART_SLICE, true, slice);
        free(ending);
    }
}

/* BASE.h, then the source, then what the table itself is in. */
static void emit_extern(struct job *job) {
    const struct form *form = &job->spec->form;
    const struct template_text *c = template_named("c");
    const struct template_text *source = template_named(job->spec->text[FORMAT]);
    bool split = form->split > 1;
    if (!file_is_regular(form->output))
        die(DIE_REQUEST, "linkage 'extern' writes BASE.c and BASE.h: output '%.200s' is no file",
            form->output);
    open_beside(job, ".h");
    emit_text(job, c, PART_HEADER, false, 0);
    open_beside(job, form->format == FORMAT_ASM ? ".S" : ".c");
    emit_text(job, source, PART_SOURCE, !split && !form->binary, 0);
    if (split)
        emit_slices(job, c);
    if (form->binary) {
        open_beside(job, ".bin");
        emit_bytes(job, 0);
    }
}

struct counts emit_table(const struct spec *spec, const struct emit_options *options) {
    struct job job = {
        .spec = spec, .options = options, .begin = options->begin, .end = options->end};
    const struct form *form = &spec->form;
    struct template_text own = {NULL, NULL, 0};
    if (form->format == FORMAT_TEMPLATE)
        own = template_read(options->template);
    if (form->linkage == LINKAGE_EXTERN) {
        emit_extern(&job);
    } else {
        open_output(&job, form->output);
        if (form->format == FORMAT_RAW)
            emit_bytes(&job, 0);
        else if (form->format == FORMAT_NPY)
            emit_npy(&job);
        else
            emit_text(&job, own.text ? &own : template_named(spec->text[FORMAT]), PART_HEADER, true,
                      0);
    }
    file_commit(job.outputs.file, job.outputs.count, options->if_changed);
    free(job.outputs.file);
    free((char *)own.text);
    return job.counts;
}
