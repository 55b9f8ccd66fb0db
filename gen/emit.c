#include "emit.h"
#include "banner.h"
#include "die.h"
#include "file.h"
#include "rows.h"
#include "table.h"
#include "template.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Entries that are computed and written at a time. */
enum { BLOCK = 4096 };

struct job {
    const struct spec *spec;
    struct rows *rows;
    struct scalar *row_scalars;
    void *block;
};

static size_t block_at(const struct job *job, uint64_t from) {
    uint64_t rest = table_columns(job->spec) - from;
    return rest < BLOCK ? (size_t)rest : BLOCK;
}

/* Elements one after the other, least significant byte first. */
static void emit_raw(const struct job *job, struct file *out) {
    const struct element *type = job->spec->type;
    for (uint64_t r = 0; r < table_rows(job->spec); r++)
        for (uint64_t from = 0; from < table_columns(job->spec); from += BLOCK) {
            size_t count = block_at(job, from);
            unsigned char bytes[BLOCK * 8], *to = bytes;
            rows_read(job->rows, r, from, count, job->block);
            for (size_t k = 0; k < count; k++) {
                uint64_t bits = element_load(type, job->block, k);
                for (unsigned b = 0; b < type->bytes; b++)
                    *to++ = (unsigned char)(bits >> (8 * b));
            }
            file_write(out, bytes, (size_t)(to - bytes));
        }
}

/* The entries of a row, as many to a line as it holds. */
static void emit_row(const struct job *job, uint64_t r, const struct row_pattern *pattern,
                     struct file *out) {
    size_t indent = strlen(pattern->indent), before = strlen(pattern->before),
           after = strlen(pattern->after), column = 0;
    for (uint64_t from = 0; from < table_columns(job->spec); from += BLOCK) {
        size_t count = block_at(job, from);
        rows_read(job->rows, r, from, count, job->block);
        for (size_t k = 0; k < count; k++) {
            char text[LITERAL_MAX];
            uint64_t bits = element_load(job->spec->type, job->block, k);
            size_t length =
                element_literal(job->spec->type, (enum literal)job->spec->literal, bits, text);
            size_t width = before + length + after;
            if (column > 0 && column + 1 + width > TEMPLATE_LINE) {
                file_write(out, "\n", 1);
                column = 0;
            }
            file_write(out, column ? " " : pattern->indent, column ? 1 : indent);
            column += (column ? 1 : indent) + width;
            file_write(out, pattern->before, before);
            file_write(out, text, length);
            file_write(out, pattern->after, after);
        }
    }
    file_write(out, "\n", 1);
}

static void emit_rows(void *context, const struct row_pattern *pattern, struct file *out) {
    const struct job *job = context;
    for (uint64_t r = 0; r < table_rows(job->spec); r++) {
        char *position = banner_row(job->spec, r);
        job->row_scalars[0].value = position;
        template_line(pattern, pattern->opening, out);
        emit_row(job, r, pattern, out);
        template_line(pattern, pattern->closing, out);
        free(position);
    }
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
                                     {"literal", spec->text[LITERAL]},
                                     {"linkage", spec->text[LINKAGE]},
                                     {NULL, NULL}};
    struct scalar row_scalars[] = {{"position", NULL}, {NULL, NULL}};
    job->row_scalars = row_scalars;
    template_fill(template_named(spec->text[FORMAT]), scalars, row_scalars, out, emit_rows, job);
    free(command);
    free(formula);
    free(storage);
    free(rows);
    free(columns);
}

static void emit_extern(struct job *job, const char *output, bool if_changed) {
    if (!file_is_regular(output))
        die(DIE_REQUEST, "linkage 'extern' writes BASE.c and BASE.h: output '%.200s' is no file",
            output);
    const char *point = strrchr(output, '.'), *slash = strrchr(output, '/');
    bool extension = point && (!slash || point > slash + 1) && point > output;
    int base = (int)(extension ? (size_t)(point - output) : strlen(output));
    char *source = die_sprintf("%.*s.c", base, output),
         *header = die_sprintf("%.*s.h", base, output);
    struct file *outputs[] = {file_create(source), file_create(header)};
    emit_text(job, "header", false, outputs[1]);
    emit_text(job, "source", true, outputs[0]);
    file_commit(outputs, 2, if_changed);
    free(source);
    free(header);
}

void emit_table(const struct spec *spec, const char *output, bool if_changed) {
    struct job job = {.spec = spec, .rows = rows_open(spec)};
    job.block = die_malloc((uint64_t)BLOCK * spec->type->bytes);
    if (spec->linkage == LINKAGE_EXTERN) {
        emit_extern(&job, output, if_changed);
    } else {
        struct file *out = file_create(output);
        if (spec->format == FORMAT_RAW)
            emit_raw(&job, out);
        else
            emit_text(&job, "header", true, out);
        file_commit(&out, 1, if_changed);
    }
    rows_close(job.rows);
    free(job.block);
}
