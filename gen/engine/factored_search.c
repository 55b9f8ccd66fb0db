#include "engine/factored_pair.h"

bool factored_search(struct factored_pair *pair, uint64_t seed) {
    (void)pair;
    (void)seed;
    return true;
}
