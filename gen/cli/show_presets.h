/* posenc presets: what the presets are, and which is the table of a system. */
#ifndef POSENC_SHOW_PRESETS_H
#define POSENC_SHOW_PRESETS_H

/* Lists the presets if `names`, which NULL ends, is empty. For each name, otherwise, explains the preset or the
 * system of that name, or lists the presets that a search for it finds. Dies if a search finds none. */
void show_presets(char *const names[]);

#endif
