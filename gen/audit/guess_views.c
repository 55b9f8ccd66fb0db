#include "audit/guess_views.h"

#include <string.h>

/* No table is as wide; so a few rows of any view fit into memory. */
enum { CHANNELS_MOST = 1 << 16 };

static size_t add_views(struct view views[VIEWS], size_t count, struct view view, uint64_t max_len,
                        const char *axes) {
    const struct view turned = {view.channels, view.positions, true}, both[] = {view, turned};
    for (int n = 0; n < 2 && count + 1 < VIEWS; n++) {
        bool wanted = max_len == 0 || both[n].positions == max_len;
        if (both[n].channels > 1 && both[n].channels <= CHANNELS_MOST && both[n].positions > 0 &&
            wanted && (!axes || both[n].channel_major == (strcmp(axes, "channel-major") == 0)))
            views[count++] = both[n];
    }
    return count;
}

size_t views_of(const struct array *array, uint64_t max_len, const char *axes,
                struct view views[VIEWS]) {
    size_t count = 0;
    uint64_t slow = 1;
    if (array->dimensions == 1) {
        uint64_t rows = max_len > 0 && array->count % max_len == 0 ? max_len : 1;
        uint64_t channels = array->count / rows;
        count = add_views(views, count, (struct view){rows, channels, false}, max_len, axes);
        if (rows > 1)
            count = add_views(views, count, (struct view){channels, rows, false}, max_len, axes);
        return count;
    }
    for (int k = 0; k + 1 < array->dimensions; k++) {
        slow *= array->size[k];
        count =
            add_views(views, count, (struct view){slow, array->count / slow, false}, max_len, axes);
    }
    return count;
}
