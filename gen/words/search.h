/* Finding presets: by their names, other systems with the same table, the sources and the explanations. */
#ifndef POSENC_SEARCH_H
#define POSENC_SEARCH_H

#include "words/presets.h"

#include <stddef.h>

/* How well a word fits, best first. */
enum match { MATCH_EXACT, MATCH_NAME, MATCH_SOURCE, MATCH_TEXT, MATCHES };

struct hit {
    enum match match;
    const struct preset *preset;
    const struct preset *alias; /* the system that was found; NULL if it is the preset itself */
    const char *text;           /* with MATCH_TEXT: the text that contains the word, */
    size_t at;                  /* and its place there */
};

/* The presets that fit a word, the best first. No two hits have the same words. The caller frees them. Case and
 * punctuation, such as '-' and '.', are ignored. A text fits if one of its words begins with the word. If a name is
 * exactly the word, only names are searched. */
struct hit *search_presets(const char *word, size_t *count);

/* "vaswani with --odd sin". The caller frees it. */
char *search_hit_words(const struct hit *);

/* "--preset vaswani --odd sin or --preset ..." for the model_type of a config.json: those that were read in its folder
 * of transformers (whose marian isn't that of Marian NMT), or else have its name. NULL if there is none. The caller
 * frees it. */
char *search_model_type(const char *type);

/* The message for a name that no preset has, nor a system with one table, with a suggestion if there is one. The caller
 * frees it. */
char *search_unknown(const char *name);

#endif
