/* SPDX-License-Identifier: MIT */
#include "base/names.h"
#include "base/die.h"
#include "base/digest.h"

#include <stdlib.h>
#include <string.h>

struct name {
    char *text; /* NULL: the slot is free */
    uint64_t number;
};

/* The slot of a name, or a free one for it. The digest starts from an address, which differs from run to run, so nobody can
 * construct names that share a slot. */
static struct name *slot_of(const struct names *names, const char *text) {
    const uint64_t digest =
        digest_append(DIGEST_EMPTY ^ (uintptr_t)names->slot, text, strlen(text));
    size_t k = (size_t)(digest ^ digest >> 32) & (names->room - 1);
    while (names->slot[k].text && strcmp(names->slot[k].text, text) != 0)
        k = (k + 1) & (names->room - 1);
    return &names->slot[k];
}

const uint64_t *names_find(const struct names *names, const char *name) {
    const struct name *slot = names->count > 0 ? slot_of(names, name) : NULL;
    return slot && slot->text ? &slot->number : NULL;
}

/* Moves the names to twice as many slots. */
static void grow(struct names *names) {
    enum { FIRST = 16 };
    const struct names old = *names;
    names->room = old.room > 0 ? 2 * old.room : FIRST;
    names->slot = die_malloc(names->room * sizeof *names->slot);
    memset(names->slot, 0, names->room * sizeof *names->slot);
    for (size_t k = 0; k < old.room; k++)
        if (old.slot[k].text)
            *slot_of(names, old.slot[k].text) = old.slot[k];
    free(old.slot);
}

const uint64_t *names_add(struct names *names, const char *name, uint64_t number) {
    const uint64_t *known = names_find(names, name);
    if (known)
        return known;
    if (2 * names->count >= names->room)
        grow(names);
    names->count++;
    *slot_of(names, name) = (struct name){text_format("%s", name), number};
    return NULL;
}

void names_free(struct names *names) {
    for (size_t k = 0; k < names->room; k++)
        free(names->slot[k].text);
    free(names->slot);
    *names = (struct names){.count = 0};
}
