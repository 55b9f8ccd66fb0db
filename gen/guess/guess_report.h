/* What --guess says. */
#ifndef POSENC_GUESS_REPORT_H
#define POSENC_GUESS_REPORT_H

#include "audit/verdict.h"
#include "base/file.h"
#include "base/json.h"
#include "guess/guess_search.h"

/* The facts about words whose table explains the array, as an object: the command, how sure that is, the deviation, notes,
 * and what speaks against others. */
json_t *guess_facts(struct guess_search *, struct trial *, const struct verdict *);

/* The facts as lines, or "no match" and what is closest. */
void guess_print(struct file *, const json_t *facts);

/* The command, with the preset first: its words stand for what the table is, the others for sizes and differences. The
 * caller frees it. */
char *guess_command(const struct request *);

#endif
