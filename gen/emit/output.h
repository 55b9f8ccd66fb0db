/* SPDX-License-Identifier: MIT */
/* The words of an output: parsed, and checked together. */
#ifndef POSENC_OUTPUT_H
#define POSENC_OUTPUT_H

#include "emit/output_files.h"
#include "table/request.h"

#include <stdint.h>

/* Resolves the request's words of the output, unless there is a fault already. Two arrays are refused if the format holds
 * only one, or with split, in a message that names the commands for the two tables. array_header_check and
 * output_template_find do the rest. The request, the table and the path must outlive the options. Free the options even
 * if there is a fault. */
void output_resolve(struct request *, const struct table *, const char *path,
                    struct output_options *);
void output_free(struct output_options *);

/* A digest of the words that describe the table and of the numbers in its files: the same for all forms of a table. It takes
 * long for many numbers. */
uint64_t output_content(const struct output_options *);

#endif
