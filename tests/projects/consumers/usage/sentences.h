/* A vocabulary, its weights and a batch of sentences, for encoder_input.c and what it is compared with. */
#ifndef SENTENCES_H
#define SENTENCES_H

#include <stdint.h>
#include <stdio.h>

enum { VOCABULARY = 97, BATCH = 4, LENGTH = 24 };

/* A weight of the embedding, in 1024ths: of [-1024, 1023] */
static inline int weight(int token, int j) {
    return (int)(((uint32_t)(token * 64 + j) * 2654435761u) >> 21) - 1024;
}

/* Padding is token 0, after sentences of 24, 17, 9 and 1 tokens. */
static const int sentences[BATCH][LENGTH] = {
    {5, 11, 42, 96, 7, 7, 1, 83, 19, 64, 2, 30, 55, 71, 8, 90, 13, 27, 36, 48, 60, 3, 77, 4},
    {12, 80, 33, 5, 91, 6, 44, 23, 70, 9, 58, 16, 85, 39, 62, 21, 4},
    {67, 14, 95, 10, 51, 88, 29, 73, 4},
    {4},
};

#endif
