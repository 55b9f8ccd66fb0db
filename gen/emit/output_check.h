/* Which words of an output go together, and which files it consists of. */
#ifndef POSENC_OUTPUT_CHECK_H
#define POSENC_OUTPUT_CHECK_H

#include "emit/output.h"

/* What is added to the table's name to name its arrays, functions and macros, the longest first; ended by NULL. */
extern const char *const output_factored_suffixes[];

/* Combinations of an output's words that are refused although each word alone is valid. */

/* Checks the parsed words together. */
void output_combinations_check(const struct output_options *, const struct request *,
                               struct faults *);

/* The files that an output consists of: their names, and which rows go into each. BASE is the output's name without its
 * extension. The caller frees every name. */

/* The names of all files, ended by NULL, in the order in which --list prints them. With linkage extern the first is
 * BASE.h, the second the source; the parts of a split table and the .bin follow. */
char **output_names(const struct output_options *);
void output_names_free(char **);

/* "DIR/BASE" + ending. */
char *output_beside(const struct output_options *, const char *ending);

/* A digest of all that the bytes of the table depend on: the canonical command and the numbers in listed files. It takes
 * long for many of them: output_resolve asks once. */
uint64_t output_digest(const struct output_options *);

/* "DIR/BASE-0123456789abcdef.bin", for the bytes that a source includes. The digits are that digest, so that the
 * assembler never takes the file of another table for this one. */
char *output_binary(const struct output_options *);

/* The rows of one part of a split table: [*begin, *end). */
void output_slice(const struct output_options *, uint64_t slice, uint64_t *begin, uint64_t *end);

/* The extension of a file's name, including its point; "" if there is none. */
const char *output_extension(const char *path);

/* The two tables of component cos,sin, where an output can't hold both. */

/* Refuses a table of two arrays if the format holds one, or a split cuts one. The message names the commands that make the
 * two tables, which a shell takes as they are: all other words must be right, and have their default texts. */
void output_pair_check(const struct output_options *, const struct request *, struct faults *);

#endif
