#include "audit/shares.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* In hundredths of a percent, rounded down, so that 100 % means all. */
static uint64_t hundredths(const struct share *share) {
    return (uint64_t)(1e4 * (double)share->same / (double)share->entries);
}

/* How many of the pipelines that compute the same have the same formats; sets the first few. */
enum { METHODS_NAMED = 2 };
static size_t same_formats(const struct shares *shares, const struct share *share,
                           size_t first[METHODS_NAMED]) {
    const char *formats = pipelines_formats(shares->pipelines, share->pipeline);
    size_t found = 0;
    for (size_t k = 0; k < pipelines_count(shares->pipelines); k++)
        if ((share->like >> k & 1) &&
            strcmp(pipelines_formats(shares->pipelines, k), formats) == 0) {
            if (found < METHODS_NAMED)
                first[found] = k;
            found++;
        }
    return found;
}

char *shares_name(const struct shares *shares, const struct share *share) {
    size_t k[METHODS_NAMED], found = same_formats(shares, share, k);
    const char *formats = pipelines_formats(shares->pipelines, share->pipeline);
    if (found == 2)
        return text_format("%s, %s or %s", formats, pipelines_method(shares->pipelines, k[0]),
                           pipelines_method(shares->pipelines, k[1]));
    return text_format("%s",
                       found > 2 ? formats : pipelines_name(shares->pipelines, share->pipeline));
}

/* What made the array, in a sentence. A share is large if only the last bits of a library's sines can explain the rest. */
enum { LARGE = 8000, SMALL = 5000 };
static void conclude(struct file *out, const struct shares *shares) {
    const struct share *best = shares->list;
    size_t k[METHODS_NAMED];
    bool one_method = same_formats(shares, best, k) == 1;
    const char *method = pipelines_method_meaning(shares->pipelines, best->pipeline);
    if (hundredths(best) < SMALL) {
        file_print(out, "  None of them explains the table.\n");
        return;
    }
    file_print(out, "  %s: %s%s%s.\n",
               hundredths(best) >= LARGE ? "It was probably made so" : "Nearest is",
               pipelines_meaning(shares->pipelines, best->pipeline),
               one_method && method ? ", " : "", one_method && method ? method : "");
}

enum { SHARES_SHOWN = 8 };
void shares_text(struct file *out, const struct shares *shares) {
    if (shares->count == 0)
        return;
    file_print(out,
               "pipelines: the share of %s%" PRIu64
               "%s entries that each gives bit by bit, if its steps are correctly rounded\n",
               shares->all ? "all " : "", shares->list[0].entries,
               shares->all ? "" : " evenly spread");
    for (size_t k = 0; k < shares->count && k < SHARES_SHOWN; k++) {
        uint64_t share = hundredths(&shares->list[k]);
        char *name = shares_name(shares, &shares->list[k]);
        file_print(out, "  %3" PRIu64 ".%02" PRIu64 " %%  %s\n", share / 100, share % 100, name);
        free(name);
    }
    conclude(out, shares);
}

json_t *shares_json(const struct shares *shares) {
    json_t *list = json_array();
    for (size_t k = 0; k < shares->count; k++) {
        const struct share *share = &shares->list[k];
        char *name = shares_name(shares, share);
        json_t *object = json_pack("{s:s, s:I, s:I}", "pipeline", name, "same",
                                   (json_int_t)share->same, "entries", (json_int_t)share->entries);
        free(name);
        json_array_append_new(list, object);
    }
    return list;
}
