#include "emit.h"
#include "banner.h"
#include "crew.h"
#include "die.h"
#include "file.h"
#include "table.h"
#include "template.h"
#include "text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Entries in a piece: bytes are cheaper than text. A line of text ends after each LINE_BLOCK
 * entries of a row, so that a part of a long row is the same text whoever computes it. */
enum { PIECE_RAW = 1 << 18, PIECE_TEXT = 1 << 14, LINE_BLOCK = 1 << 12 };

struct job {
    const struct spec *spec;
    const struct emit_options *options;
    struct counts counts;
    struct file *out;
    struct text head; /* what the template makes before the rows */
    const struct row_pattern *pattern;
};

static bool little_endian_host(void) {
    const uint16_t probe = 1;
    return *(const unsigned char *)&probe;
}

/* Elements one after the other, least significant byte first, for hosts that have them otherwise.
 */
static void format_raw(const void *context, const struct piece *piece, struct text *text) {
    const struct job *job = context;
    const struct element *type = job->spec->type;
    size_t count = (size_t)piece->rows * piece->columns;
    char *to = text_room(text, count * type->bytes);
    text->used += count * type->bytes;
    for (size_t k = 0; k < count; k++) {
        uint64_t bits = element_load(type, piece->entries, k);
        for (unsigned b = 0; b < type->bytes; b++)
            *to++ = (char)(unsigned char)(bits >> (8 * b));
    }
}

/* Some bytes, too few for a call of memcpy to be worth it. */
static char *put(char *to, const char *bytes, size_t count) {
    for (size_t k = 0; k < count; k++)
        to[k] = bytes[k];
    return to + count;
}

/* Entries [from, from + count) of a piece as text: as many to a line as it holds. */
static void format_entries(const struct job *job, const struct piece *piece, size_t from,
                           size_t count, struct text *text) {
    const struct row_pattern *pattern = job->pattern;
    const struct element *type = job->spec->type;
    enum literal literal = (enum literal)job->spec->literal;
    size_t indent = strlen(pattern->indent), before = strlen(pattern->before),
           after = strlen(pattern->after);
    char *start = text_room(text, count * (1 + indent + before + LITERAL_MAX + after) + 1);
    char *at = put(start, pattern->indent, indent), *line = start;
    for (size_t k = from; k < from + count; k++) {
        char *entry = at > line + indent ? at + 1 : at, *end = put(entry, pattern->before, before);
        end += element_literal(type, literal, element_load(type, piece->entries, k), end);
        end = put(end, pattern->after, after);
        if (entry == at) {
            at = end;
        } else if (end - line <= TEMPLATE_LINE) {
            *at = ' ';
            at = end;
        } else { /* move it to a line of its own */
            size_t width = (size_t)(end - entry);
            line = at + 1;
            memmove(line + indent, entry, width);
            *at = '\n';
            at = put(line, pattern->indent, indent) + width;
        }
    }
    *at++ = '\n';
    text->used += (size_t)(at - start);
}

static void format_text(const void *context, const struct piece *piece, struct text *text) {
    const struct job *job = context;
    for (uint64_t r = 0; r < piece->rows; r++) {
        char *position = banner_row(job->spec, piece->row + r);
        const struct scalar row_scalars[] = {{"position", position}, {NULL, NULL}};
        if (piece->from == 0)
            template_line(job->pattern, job->pattern->opening, row_scalars, text);
        for (size_t from = 0; from < piece->columns; from += LINE_BLOCK) {
            size_t rest = piece->columns - from;
            format_entries(job, piece, (size_t)r * piece->columns + from,
                           rest < LINE_BLOCK ? rest : LINE_BLOCK, text);
        }
        if (piece->from + piece->columns == table_columns(job->spec))
            template_line(job->pattern, job->pattern->closing, row_scalars, text);
        free(position);
    }
}

static void emit_rows(struct job *job, crew_format *format, size_t piece) {
    const struct emit_options *options = job->options;
    struct rows *rows = rows_open(job->spec, options->engine, options->begin, options->end, piece);
    crew_run(rows, options->threads, format, job, job->out);
    job->counts = rows_counts(rows);
    rows_close(rows);
}

static void flush(struct job *job) {
    file_write(job->out, job->head.bytes, job->head.used);
    job->head.used = 0;
}

static void emit_text_rows(void *context, const struct row_pattern *pattern) {
    struct job *job = context;
    job->pattern = pattern;
    flush(job);
    emit_rows(job, format_text, PIECE_TEXT);
}

static void emit_text(struct job *job, const char *part, bool contents, struct file *out) {
    const struct spec *spec = job->spec;
    char *command = banner_command(spec), *formula = banner_formula(spec);
    char *storage = banner_storage(spec);
    char *rows = die_sprintf("%" PRIu64, table_rows(spec));
    char *columns = die_sprintf("%" PRIu64, table_columns(spec));
    const struct scalar scalars[] = {{"part", part},
                                     {"contents", contents ? "yes" : "no"},
                                     {"command", command},
                                     {"formula", formula},
                                     {"storage", storage},
                                     {"rows", rows},
                                     {"columns", columns},
                                     {"max_len", spec->text[MAX_LEN]},
                                     {"d_model", spec->text[D_MODEL]},
                                     {"name", spec->text[NAME]},
                                     {"type", spec->text[TYPE]},
                                     {"c_type", spec->type->c_type},
                                     {"literal", spec->text[LITERAL]},
                                     {"linkage", spec->text[LINKAGE]},
                                     {NULL, NULL}};
    static const char *const row_scalars[] = {"position", NULL};
    job->out = out;
    template_fill(template_named(spec->text[FORMAT]), scalars, row_scalars, &job->head,
                  emit_text_rows, job);
    flush(job);
    text_free(&job->head);
    free(command);
    free(formula);
    free(storage);
    free(rows);
    free(columns);
}

static void emit_extern(struct job *job, const char *output) {
    if (!file_is_regular(output))
        die(DIE_REQUEST, "linkage 'extern' writes BASE.c and BASE.h: output '%.200s' is no file",
            output);
    int base = (int)(strlen(output) - strlen(spec_extension(output)));
    char *source = die_sprintf("%.*s.c", base, output);
    char *header = die_sprintf("%.*s.h", base, output);
    struct file *outputs[] = {file_create(source), file_create(header)};
    emit_text(job, "header", false, outputs[1]);
    emit_text(job, "source", true, outputs[0]);
    file_commit(outputs, 2, job->options->if_changed);
    free(source);
    free(header);
}

struct counts emit_table(const struct spec *spec, const char *output,
                         const struct emit_options *options) {
    struct job job = {.spec = spec, .options = options};
    if (spec->linkage == LINKAGE_EXTERN) {
        emit_extern(&job, output);
        return job.counts;
    }
    struct file *out = file_create(output);
    job.out = out;
    if (spec->format == FORMAT_RAW)
        emit_rows(&job, little_endian_host() ? NULL : format_raw, PIECE_RAW);
    else
        emit_text(&job, "header", true, out);
    file_commit(&out, 1, options->if_changed);
    return job.counts;
}
