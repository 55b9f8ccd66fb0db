/* posenc presets: what the presets are, and which is the table of a system. */
#ifndef POSENC_SHOW_PRESETS_H
#define POSENC_SHOW_PRESETS_H

/* Lists the presets if there are no operands, which end with NULL. For each operand, otherwise, explains the preset or
 * the system of that name, or the model's file, or lists the presets that a search for it finds. Dies if a search finds
 * none. `assume` is the value of that word for a model's file, or NULL. */
void show_presets(char *const operands[], const char *assume);

#endif
