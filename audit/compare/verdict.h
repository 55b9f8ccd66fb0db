/* SPDX-License-Identifier: MIT */
/* Does a table explain an array: every entry within the noise of a usual computation, except for damage that has a name? */
#ifndef POSENC_VERDICT_H
#define POSENC_VERDICT_H

#include "compare/damage.h"
#include "compare/shares.h"
#include "fit/noise.h"

struct verdict {
    bool match;
    char *reason; /* why it is none; else NULL */
    struct comparison comparison;
    struct odd_rows odd;
    struct engine_error error; /* of the comparison, which counts nothing then */
    struct findings damage;
    struct shares
        shares; /* of the usual ways of computing; of a match; of all if every wrong entry needs a reason */
    enum noise_level level;
    const char *
        coarse; /* the pipeline within whose noise the entries are, rather than that of the exact table; or NULL */
    bool strays; /* have columns entries unlike those that the pipeline of their bits has there? */
    bool
        rounded; /* if every wrong entry needs a reason: are all errors those of a usual computation, except of NaN? */
    bool *moved_row; /* does the row hold what another one should? NULL if none does */
    uint64_t moved;  /* entries of these rows that aren't what their own row should hold */
};

/* How an array is judged. */
struct judging_options {
    const struct tolerance *tolerance; /* of the comparison; NULL: none */
    bool
        every; /* the words are the user's: a few wrong entries all need a reason, also those that noise explains */
    bool shows_progress;
    unsigned threads;
};

/* Return NULL, or a message if the file can't be read any more; there is something to free in any case. */
char *verdict_judge(struct verdict *, const struct array *, const struct table_model *,
                    const struct grain *, const struct judging_options *);
char *verdict_find(struct verdict *, const struct array *, const struct table_model *,
                   const struct grain *, unsigned threads); /* of words that were guessed */
void verdict_free(struct verdict *);

#endif
