/* SPDX-License-Identifier: MIT */
/* What an audit found, as text for people, as JSON, or as a line for each row. */
#ifndef POSENC_REPORT_H
#define POSENC_REPORT_H

#include "base/file.h"
#include "base/json.h"
#include "compare/compare.h"
#include "compare/phrases.h"
#include "compare/shares.h"
#include "read/array.h"

/* An array beside the exact table. */
struct nearness {
    char *command; /* that makes the table */
    struct errors errors;
};

/* The rows of an array as they are compared: a line of CSV for each, and which of them differ. */
struct report_rows {
    struct file *csv;          /* or NULL */
    const struct table *table; /* that has their positions; NULL: none are known */
    uint64_t begin, end;       /* the rows that are wanted */
    struct ranges differ;
    json_t *list; /* of the ranges; NULL if it isn't wanted */
};

/* A line of names, then one for each row of the array: row, position, wrong, largest_error, column, ulps. The position
 * is empty if rows aren't positions; that of a grid has its coordinates. In a row that has NaN or infinities both
 * errors are "nan" or "inf", and the column is that of the first. */
void report_csv_begin(struct file *);

/* A function for a row_taker, whose context is a struct report_rows. */
void report_take(void *context, uint64_t first, const struct row_errors errors[], size_t count);

/* The array that a report compares another one with. */
struct against {
    const char *file;
    const struct array *array;
    bool same_shape;
    const struct nearness *nearness; /* of the file and of this one; NULL if no words are known */
    const char *no_words;            /* why not; or NULL */
    uint64_t rows;                   /* how many they have; 0 if these aren't the same; */
    const struct report_rows *seen;  /* and those that differ */
};

/* What a report is about. Of two arrays the comparison is that of the arrays, and there is no table. */
struct report {
    const struct against *against; /* or NULL */

    const char *file; /* as the user named it */
    const struct array *array;
    const struct table *table;
    const char *command; /* that makes the table */
    const struct comparison *comparison;
    const char *tolerance;       /* the text of it, or NULL */
    bool close;                  /* does it have numpy's limits? */
    json_t *diagnosis;           /* a list of sentences; */
    bool rounded;                /* the first says that the errors are those of rounding */
    bool verbose;                /* with all figures */
    const struct shares *shares; /* of the usual ways of computing, or NULL */
};

/* Values of the objects. A number that JSON lacks is null. */
json_t *json_finite(double);
json_t *json_whole(uint64_t);

/* Prints each string of a list between these texts. */
void print_list(struct file *, const json_t *list, const char *before, const char *after);

/* The verdict, and then one fact a line. Lines that programs may rely on begin with: "also:" what else is the matter, the
 * file's name, "command:", "not correctly rounded:", "largest error:"; and with all figures "entries:", "largest error in
 * ulps:", "pipelines:". */
void report_text(struct file *, const struct report *);

/* The same for two arrays. Lines begin with: the files' names, "different:", "largest difference:", "rows:"; if
 * words are known, "exact:" for each file, and "nearer:". */
void report_against_text(struct file *, const struct report *);
json_t *report_against_json(const struct report *);

/* The same facts as an object, which the caller gives back with json_decref. */
json_t *report_json(const struct report *);

#endif
