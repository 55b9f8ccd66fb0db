#include "base/name_set.h"
#include "base/die.h"
#include "base/digest.h"

#include <stdlib.h>
#include <string.h>

/* The place that holds a name, or else the free place for it. The search begins at the place of the name's digest. */
static struct name *place_of(const struct names *names, const char *text) {
    const uint64_t hash = digest_append(DIGEST_EMPTY, text, strlen(text));
    size_t k = (size_t)(hash ^ hash >> 32) & (names->room - 1);
    while (names->places[k].text && strcmp(names->places[k].text, text) != 0)
        k = (k + 1) & (names->room - 1);
    return &names->places[k];
}

static void double_room(struct names *names) {
    struct names wider = {.count = names->count, .room = names->room ? 2 * names->room : 16};
    wider.places = die_malloc(wider.room * sizeof *wider.places);
    memset(wider.places, 0, wider.room * sizeof *wider.places);
    for (size_t k = 0; k < names->room; k++)
        if (names->places[k].text)
            *place_of(&wider, names->places[k].text) = names->places[k];
    free(names->places);
    *names = wider;
}

const size_t *names_find(const struct names *names, const char *text) {
    const struct name *place = names->room ? place_of(names, text) : NULL;
    return place && place->text ? &place->number : NULL;
}

const size_t *names_add(struct names *names, const char *text, size_t number) {
    if (names->room < 2 * (names->count + 1))
        double_room(names);
    struct name *place = place_of(names, text);
    if (place->text)
        return &place->number;
    *place = (struct name){text_format("%s", text), number};
    names->count++;
    return NULL;
}

void names_free(struct names *names) {
    for (size_t k = 0; k < names->room; k++)
        free(names->places[k].text);
    free(names->places);
    *names = (struct names){.count = 0};
}
