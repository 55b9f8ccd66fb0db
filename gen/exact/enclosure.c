#include "exact/enclosure.h"
#include "base/die.h"

#include <stdlib.h>

struct enclosure *enclosures_at(struct enclosures *cache, int level) {
    if (level >= cache->count) {
        size_t count = (size_t)level + 1;
        cache->level = die_realloc(cache->level, count * sizeof *cache->level);
        for (; cache->count <= level; cache->count++)
            cache->level[cache->count] = NULL;
    }
    struct enclosure **enclosure = &cache->level[level];
    if (!*enclosure) {
        *enclosure = die_malloc(sizeof **enclosure);
        (*enclosure)->made = false;
        interval_init(&(*enclosure)->x, level_bits(level));
    }
    return *enclosure;
}

void enclosures_clear(struct enclosures *cache) {
    for (int k = 0; k < cache->count; k++)
        if (cache->level[k])
            cache->level[k]->made = false;
}

void enclosures_free(struct enclosures *cache) {
    for (int k = 0; k < cache->count; k++)
        if (cache->level[k]) {
            interval_clear(&cache->level[k]->x);
            free(cache->level[k]);
        }
    free(cache->level);
}
