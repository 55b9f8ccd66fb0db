#include "cli/plot_run.h"
#include "base/die.h"
#include "cli/resolved.h"
#include "cli/run.h"
#include "engine/capacity.h"
#include "plot/figures.h"
#include "plot/rounding.h"
#include "plot/waves.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The types of the figure of rounding errors, the exact values' first. */
static const char *const types[] = {"f64", "f32", "f16", "bf16", "q31", "q15", "q7", "s8"};
enum { TYPE_COUNT = sizeof types / sizeof *types };

/* The same table in other forms. */
struct forms {
    struct resolved drawn;                 /* a row for each position */
    struct resolved typed[TYPE_COUNT + 1]; /* of other types: only those that hold all entries */
    const struct table *types[TYPE_COUNT + 1];
    size_t count;
};

/* Ends the program with the first fault, if there is one. */
static void die_if_faulty(const struct faults *faults) {
    if (faults->count == 0)
        return;
    const struct fault *first = faults->list;
    if (first->file)
        die_in(first->line ? first->file : NULL, (int)first->line, "%s", first->text);
    die(DIE_REQUEST, "%s", first->text);
}
