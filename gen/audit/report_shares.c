#include "audit/report.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>

/* Which of the usual ways of computing made an array, in the report. */

/* The next part of a name. Nothing explains exact entries better than that they are exact. */
static size_t next_part(const struct alike *alike, size_t k) {
    return k == PIPELINE_EXACT ? pipelines_count(alike->pipelines) : alike_next(alike, k);
}

/* "float32, pow; or float32, frequencies in float64". The caller frees it. */
static char *share_name(const struct shares *shares, const struct share *share) {
    enum { PARTS_NAMED = 3 };
    const struct alike alike = shares_alike(shares, share);
    struct text name = {NULL, 0, 0};
    size_t count = pipelines_count(shares->pipelines), named = 0;
    for (size_t k = alike.first; k < count; k = next_part(&alike, k), named++) {
        text_print(&name, named == 0 ? "" : "; or ");
        if (named == PARTS_NAMED) {
            text_print(&name, "others");
            break;
        }
        char *part = alike_part(&alike, k);
        text_print(&name, part);
        free(part);
    }
    return text_string(&name);
}

json_t *report_shares_json(const struct shares *shares) {
    json_t *list = json_array();
    for (size_t k = 0; k < shares->count; k++) {
        const struct share *share = &shares->list[k];
        char *name = share_name(shares, share);
        json_t *object = json_pack("{s:s, s:I, s:I}", "pipeline", name, "same",
                                   (json_int_t)share->same, "entries", (json_int_t)share->entries);
        free(name);
        json_array_append_new(list, object);
    }
    return list;
}

/* In hundredths of a percent, rounded down, so that 100 % means all. */
static uint64_t hundredths(const struct share *share) {
    return (uint64_t)(1e4 * (double)share->same / (double)share->entries);
}

static void print_meaning(struct file *out, const struct alike *alike, size_t k, bool with_method) {
    file_print(out, "%s", pipelines_row(alike->pipelines, k)->meaning);
    if (with_method && alike_one_method(alike, k))
        file_print(out, ", %s", pipelines_method_meaning(alike->pipelines, k));
}

/* Does the best share have a tenth more than the n-th? */
static bool ahead_of(const struct shares *shares, size_t n) {
    const struct share *best = shares->list;
    return n == shares->count || shares->list[n].same <= best->same - best->same / 10;
}

/* The first share whose pipeline has other formats than the best. */
static size_t next_formats(const struct shares *shares) {
    const struct pipelines *p = shares->pipelines;
    const struct pipeline_row *best = pipelines_row(p, shares->list[0].pipeline);
    size_t n = 0;
    while (n < shares->count && pipelines_row(p, shares->list[n].pipeline) == best)
        n++;
    return n;
}

/* The entries that the exact table doesn't explain. */
static void print_exceptions(struct file *out, const struct shares *shares) {
    const struct share *best = shares->list;
    uint64_t rest = shares->all ? best->entries - best->same : shares->reported;
    const char *above = shares->reported > 0 ? " above" : "";
    if (rest == 1)
        file_print(out, ", except for the entry%s that isn't", above);
    else if (rest > 1)
        file_print(out, ", except for the %" PRIu64 " entries%s that aren't", rest, above);
}

/* What made the array, in a sentence. A share is large if only the last bits of a library's sines can explain the rest. A
 * library that errs more leaves less: then formats that are ahead of others are named, and the method if it is. */
enum { LARGE = 8000, MEDIUM = 5000, SMALL = 1000 };
static void conclude(struct file *out, const struct shares *shares) {
    const struct share *best = shares->list;
    const struct alike alike = shares_alike(shares, best);
    const uint64_t share = hundredths(best);
    const bool ahead = share >= SMALL && ahead_of(shares, next_formats(shares)),
               with_method = share >= LARGE || ahead_of(shares, 1);
    if (share < MEDIUM && !ahead) {
        file_print(out, "  None of them explains the table.\n");
        return;
    }
    file_print(out, "  ");
    if (share < LARGE && ahead)
        file_print(out, "%" PRIu64 " %%: more than any other; the rest may be the local libm. ",
                   share / 100);
    file_print(out, "%s: ", share >= LARGE ? "Probably computed as" : "Nearest is");
    print_meaning(out, &alike, alike.first, with_method);
    if (best->pipeline == PIPELINE_EXACT)
        print_exceptions(out, shares);
    const size_t other = next_part(&alike, alike.first);
    if (other < pipelines_count(shares->pipelines)) {
        file_print(out, "; or, with the same bits here: ");
        print_meaning(out, &alike, other, with_method);
    }
    file_print(out, ".\n");
}

enum { SHARES_SHOWN = 8 };
void report_shares(struct file *out, const struct shares *shares) {
    if (shares->count == 0)
        return;
    file_print(out,
               "pipelines: share of %s%" PRIu64
               "%s entries whose bits each reproduces, with every step correctly rounded\n",
               shares->all ? "all " : "", shares->list[0].entries,
               shares->all ? "" : " evenly spread");
    for (size_t k = 0; k < shares->count && k < SHARES_SHOWN; k++) {
        uint64_t share = hundredths(&shares->list[k]);
        char *name = share_name(shares, &shares->list[k]);
        file_print(out, "  %3" PRIu64 ".%02" PRIu64 " %%  %s\n", share / 100, share % 100, name);
        free(name);
    }
    conclude(out, shares);
}
