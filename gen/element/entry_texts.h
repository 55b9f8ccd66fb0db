/* The literals of many entries at once: what a printer puts on lines. A maker is chosen once an array. */
#ifndef POSENC_ENTRY_TEXTS_H
#define POSENC_ENTRY_TEXTS_H

#include "base/cpus.h"
#include "element/literal.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ENTRY_BLOCK = 256, /* entries whose texts are made together, at most */
    ENTRY_SLOT = 32    /* the widest slot, in bytes. No literal is longer. */
};

/* Text k is the first length[k] bytes of slot k, which begins at slots + k * the maker's slot. It has neither what a
 * pattern puts around it nor a NUL. All other bytes have any value, those of slots and lengths after the last text
 * too. */
struct entry_texts {
    union {
        alignas(64) char slots[ENTRY_BLOCK * ENTRY_SLOT + LITERAL_MAX];
        uint64_t words[ENTRY_BLOCK * ENTRY_SLOT / 8]; /* the same, for texts made as integers */
    };
    alignas(64) uint8_t length[ENTRY_BLOCK];
};

struct text_maker;

/* Makes the texts of n <= ENTRY_BLOCK host-order elements. It reads none after them. Every element has a literal.
 * Several threads call it at once. */
typedef void make_texts(const struct text_maker *, const void *entries, size_t n,
                        struct entry_texts *);

struct text_maker {
    make_texts *make;
    unsigned slot; /* its width: 8, 16 or 32 bytes. No text is longer; narrow slots print faster */
    const struct element *type;
    enum literal literal;
    bool least_as_difference;
    unsigned length; /* of every text; 0 if they differ */
    void *table;     /* what the maker needs besides, or NULL; freed by text_maker_free */
};

/* Chooses the fastest maker with no instruction set after `best`. The literal is not LITERAL_BYTES. If
 * least_as_difference, for 32-bit integers in decimal, -2147483648 becomes -2147483647-1: in C the former is minus a
 * constant that is too large for a long of 32 bits. */
struct text_maker text_maker_choose(const struct element *type, enum literal literal,
                                    bool least_as_difference, enum instructions best);
void text_maker_free(struct text_maker *);

#endif
