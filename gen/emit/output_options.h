/* How a table is written: the words from `name` on, resolved against the table. */
#ifndef POSENC_OUTPUT_OPTIONS_H
#define POSENC_OUTPUT_OPTIONS_H

#include "element/literal.h"
#include "table/table.h"
#include "words/format.h"

#include <stdbool.h>
#include <stdint.h>

enum linkage { LINKAGE_STATIC, LINKAGE_EXTERN };
enum endian { ENDIAN_LITTLE, ENDIAN_BIG };

struct output_options {
    const struct table *table;
    const char *path;     /* of the output; "-" for standard output */
    const char *template; /* the path of the user's own; NULL if the format has one */
    const struct format_row *format;
    int literal, linkage, endian; /* literal: enum literal */
    uint64_t split;               /* parts */
    uint64_t align;               /* in bytes; 0: as the compiler likes */
    bool accessor, progmem;       /* progmem: a qualifier is PROGMEM */
    bool binary;                  /* a .bin goes beside the source */
    char *const *text;            /* the canonical text of each word, the request's */
    char *command;                /* the canonical command */
};

/* Parses the request's words of the output, and checks them together. The request, the table and the path must last. */
struct fault output_resolve(struct request *, const struct table *, const char *path,
                            struct output_options *);
void output_free(struct output_options *);

/* The extension of a file's name, its point included; "" if there is none. */
const char *output_extension(const char *path);

#endif
