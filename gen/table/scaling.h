/* The word scaling: "RULE:KEY=VALUE,...", a rule of stretching.h with its parameters. */
#ifndef POSENC_SCALING_H
#define POSENC_SCALING_H

#include "table/stretching.h"

void scaling_init(struct scaling *);
void scaling_clear(struct scaling *);

/* Also "none"; for a table of d_model columns with that base. Returns as in choice.h. */
char *scaling_parse(struct scaling *, const char *text, uint64_t d_model, const mpq_t base,
                    char **canonical);

#endif
