/* The word scaling, made from the parameters of each type of rope. The keys that must be there are. The formulas are in
 * table/rope_rules.c. */
#ifndef POSENC_MODEL_SCALING_H
#define POSENC_MODEL_SCALING_H

#include "words/model_reading.h"

/* Each writes a value of the word, such as "linear:factor=2". What is wrong with a key stays in the reading. */
void model_make_none(struct model_reading *, struct text *scaling);
void model_make_linear(struct model_reading *, struct text *scaling);
void model_make_dynamic(struct model_reading *, struct text *scaling);
void model_make_yarn(struct model_reading *, struct text *scaling);
void model_make_llama3(struct model_reading *, struct text *scaling);
void model_make_longrope(struct model_reading *, struct text *scaling);
void model_make_proportional(struct model_reading *, struct text *scaling);

#endif
