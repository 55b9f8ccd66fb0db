#include "audit/sentences.h"
#include "base/die.h"

#include <stdlib.h>

void sentences_add(struct sentences *sentences, char *text) {
    sentences->text = die_grow(sentences->text, sentences->count, sizeof *sentences->text);
    sentences->text[sentences->count++] = text;
}

void sentences_free(struct sentences *sentences) {
    for (size_t k = 0; k < sentences->count; k++)
        free(sentences->text[k]);
    free(sentences->text);
    *sentences = (struct sentences){NULL, 0};
}
