/* Finding presets by what people call them: names, other systems with the same table, sources, texts. */
#ifndef POSENC_SEARCH_H
#define POSENC_SEARCH_H

#include "words/aliases.h"
#include "words/presets.h"

#include <stddef.h>

/* How well a word fits, best first. */
enum fit { FIT_EXACT, FIT_NAME, FIT_SOURCE, FIT_TEXT, FITS };

struct hit {
    enum fit fit;
    const struct preset *preset;
    const struct alias
        *alias;       /* the system whose name, source or text fits; NULL for the preset itself */
    const char *text; /* with FIT_TEXT: what the word stands in */
    size_t at;        /* and where */
};

/* The presets that a word finds, the best first, no preset with the same words twice; the caller frees
 * them. Upper and lower case are alike, and so are names with and without '-', '.' and the like; a word
 * fits where a word of the text begins with it. Where a name is exactly the word, only names are
 * searched. */
struct hit *search_presets(const char *word, size_t *count);

/* "vaswani with --odd sin", which the caller frees. */
char *search_hit_words(const struct hit *);

/* What to say of a name that is no preset's, with what was perhaps meant; the caller frees it. */
char *search_unknown(const char *name);

#endif
