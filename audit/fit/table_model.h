/* SPDX-License-Identifier: MIT */
/* A table that might be the one, in double arithmetic: fast, and accurate enough to distinguish candidates. */
#ifndef POSENC_TABLE_MODEL_H
#define POSENC_TABLE_MODEL_H

#include "table/table.h"
#include "words/words.h"

#include <stdbool.h>

/* The position of a coordinate c along an axis is first + c*step, within [low, high], or its absolute value; or listed. */
struct model_axis {
    uint64_t size;
    double *listed; /* NULL: they follow a step */
    double first, step, low, high;
    bool absolute, dyadic; /* are its positions integers divided by powers of two? */
    uint64_t count;
    double *w; /* of each of its frequencies */
};

struct table_model {
    const struct table *table;
    uint64_t positions, channels;
    double amplitude;
    int axes; /* at least 1: without a grid the rows are an axis */
    struct model_axis axis[GRID_AXES];
    struct channel
        *channel; /* what each channel holds, of all arrays; `frequency` counts those of its axis */
};

/* The table must outlive the model. */
void model_open(struct table_model *, const struct table *);
void model_close(struct table_model *);

/* Words, and what they resolve to. It stays where it is: the request points into it. */
struct trial {
    const char *given[WORDS];
    struct request request;
    struct table *table;
    struct table_model model; /* once it is asked for */
};

/* Resolves the words, and says what is wrong with them; there is something to close in any case. */
void trial_resolve(struct trial *, const char *const given[WORDS], struct faults *);

/* Returns whether the words make a table; if not, there is nothing to close. The texts must outlive the trial. */
bool trial_open(struct trial *, const char *const given[WORDS]);

/* The same; if one of them is positions-file, this is the content of that file, which isn't read. */
bool trial_open_listed(struct trial *, const char *const given[WORDS],
                       const struct text *positions);
void trial_close(struct trial *);
struct table_model *trial_model(struct trial *);

uint64_t model_coordinate(const struct table_model *, int axis, uint64_t position);
double model_position(const struct model_axis *, uint64_t coordinate);
double model_entry(const struct table_model *, uint64_t position, uint64_t j); /* of channel j */

/* One row: whether it is zeros, and its position along each axis. */
struct model_row {
    bool zero;
    double position[GRID_AXES];
};
struct model_row model_row_at(const struct table_model *, uint64_t position);

/* The angle in channel j, which in a table of frequencies is the frequency itself; and the entry that has it. */
double model_row_angle(const struct table_model *, const struct model_row *, uint64_t j);
double model_row_entry(const struct table_model *, const struct model_row *, uint64_t j,
                       double angle);

#endif
