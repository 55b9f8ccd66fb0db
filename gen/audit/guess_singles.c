#include "audit/guess_published.h"
#include "audit/guess_scan.h"
#include "audit/guess_solving.h"

#include <string.h>

/* Tries positions that published code has, with the bases that go with them. */
static void solve_scan(struct solving *solving, const struct table *table, const char *spacing,
                       const struct published *at) {
    struct scan_result result = {.found = false};
    solving->given[SPACING] = spacing;
    solving->given[BASE] = "10000";
    solving->given[FIRST] = at->first;
    solving->given[STEP] = at->step;
    if (solving->search->user[BASE]) {
        guess_try(solving->search, solving->given);
        return;
    }
    if (!solving_open(solving))
        return;
    result = scan_base(&solving->tracks, &solving->model);
    solving_close(solving);
    if (!result.found)
        return;
    struct texts bases = {.count = 0};
    texts_simplest(&bases, solving->search, result.base,
                   result.base * (4e-8 + solving->search->data->quantum), 0);
    for (size_t k = 0; k < bases.count && !guess_is_clean(solving->search); k++) {
        solving->given[BASE] = bases.text[k];
        guess_try(solving->search, solving->given);
        if (strcmp(spacing, "pair") == 0)
            solve_ntk(solving, bases.text[k], table->d_model);
    }
}

void solve_singles(struct solving *solving, const struct table *table) {
    const char *own = solving->given[SPACING];
    struct published list[PUBLISHED_MOST];
    uint64_t size[GRID_AXES] = {table->position_count};
    for (int a = 0; a < table->grid.axes; a++)
        size[a] = table->grid.size[a];
    size_t count = published_positions(solving->search, size, solving->tracks.axes, list);
    for (size_t k = 0; k < count && !guess_is_clean(solving->search); k++) {
        solve_scan(solving, table, own ? own : "pair", &list[k]);
        if (!own && k < 3) {
            solve_scan(solving, table, "endpoint", &list[k]);
            solve_scan(solving, table, "over:-d/2", &list[k]);
        }
    }
}
