#include "audit/shares.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* In hundredths of a percent, rounded down, so that 100 % means all. */
static uint64_t hundredths(const struct share *share) {
    return (uint64_t)(1e4 * (double)share->same / (double)share->entries);
}

/* How many of the pipelines that compute the same have the formats of pipeline `like`; sets the first few. */
enum { METHODS_NAMED = 2 };
static size_t same_formats(const struct shares *shares, const struct share *share, size_t like,
                           size_t first[METHODS_NAMED]) {
    const char *formats = pipelines_formats(shares->pipelines, like);
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

size_t shares_next(const struct shares *shares, const struct share *share, size_t k) {
    size_t count = pipelines_count(shares->pipelines), first[METHODS_NAMED];
    for (k++; k < count; k++)
        if ((share->like >> k & 1) && same_formats(shares, share, k, first) && first[0] == k)
            break;
    return k;
}

char *shares_part(const struct shares *shares, const struct share *share, size_t k) {
    const struct pipelines *p = shares->pipelines;
    size_t first[METHODS_NAMED], found = same_formats(shares, share, k, first);
    if (found == 2)
        return text_format("%s, %s or %s", pipelines_formats(p, k), pipelines_method(p, first[0]),
                           pipelines_method(p, first[1]));
    return text_format("%s", found == 1 ? pipelines_name(p, k) : pipelines_formats(p, k));
}

/* Nothing explains exact entries better than that they are exact. */
static size_t next_name(const struct shares *shares, const struct share *share, size_t k) {
    return k == PIPELINE_EXACT ? pipelines_count(shares->pipelines) : shares_next(shares, share, k);
}

enum { FORMATS_NAMED = 3 };
char *shares_name(const struct shares *shares, const struct share *share) {
    struct text name = {NULL, 0, 0};
    size_t count = pipelines_count(shares->pipelines), named = 0;
    for (size_t k = share->pipeline; k < count; k = next_name(shares, share, k), named++) {
        text_print(&name, named == 0 ? "" : "; or ");
        if (named == FORMATS_NAMED) {
            text_print(&name, "others");
            break;
        }
        char *part = shares_part(shares, share, k);
        text_print(&name, part);
        free(part);
    }
    text_add(&name, "", 1);
    return name.bytes;
}

static void print_meaning(struct file *out, const struct shares *shares, const struct share *share,
                          size_t of, bool with_method) {
    size_t k[METHODS_NAMED];
    const char *method = pipelines_method_meaning(shares->pipelines, of);
    bool one_method = same_formats(shares, share, of, k) == 1 && method && with_method;
    file_print(out, "%s%s%s", pipelines_meaning(shares->pipelines, of), one_method ? ", " : "",
               one_method ? method : "");
}

/* Does the best share have a tenth more than the n-th? */
static bool ahead_of(const struct shares *shares, size_t n) {
    const struct share *best = shares->list;
    return n == shares->count || shares->list[n].same <= best->same - best->same / 10;
}

/* The first share whose pipeline has other formats than the best. */
static size_t next_formats(const struct shares *shares) {
    const struct pipelines *p = shares->pipelines;
    size_t n = 0;
    while (n < shares->count && strcmp(pipelines_formats(p, shares->list[n].pipeline),
                                       pipelines_formats(p, shares->list[0].pipeline)) == 0)
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
    print_meaning(out, shares, best, best->pipeline, with_method);
    if (best->pipeline == PIPELINE_EXACT)
        print_exceptions(out, shares);
    size_t other = next_name(shares, best, best->pipeline);
    if (other < pipelines_count(shares->pipelines)) {
        file_print(out, "; or, with the same bits here: ");
        print_meaning(out, shares, best, other, with_method);
    }
    file_print(out, ".\n");
}

enum { SHARES_SHOWN = 8 };
void shares_text(struct file *out, const struct shares *shares) {
    if (shares->count == 0)
        return;
    file_print(out,
               "pipelines: share of %s%" PRIu64
               "%s entries whose bits each reproduces, with every step correctly rounded\n",
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
