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
    struct shares shares; /* of the usual ways of computing; only of a match */
    enum noise_level level;
    const char *
        coarse; /* the pipeline within whose noise the entries are, rather than that of the exact table; or NULL */
    bool strays; /* have columns entries unlike those that the pipeline of their bits has there? */
    bool *moved_row; /* does the row hold what another one should? NULL if none does */
    uint64_t moved;  /* entries of these rows that aren't what their own row should hold */
};

/* Returns NULL, or a message if the file can't be read any more; there is something to free in any case. */
char *verdict_find(struct verdict *, const struct array *, const struct table_model *,
                   const struct grain *, unsigned threads);
void verdict_free(struct verdict *);

#endif
