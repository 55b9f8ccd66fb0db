#include "audit/hypotheses.h"
#include "audit/phrases.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>

/* What is said of lines that don't hold what they should, and which damage that is. */

static const char *noun_of(const struct line_runs *found) {
    return found->lines->columns ? "column" : "row";
}

/* --- lines that moved */

/* "row 3 is lost", "rows 3 to 5 are lost" */
static char *sentence_about(const struct line_runs *found, uint64_t first, uint64_t last,
                            const char *what) {
    char *lines = range_text(noun_of(found), first, last),
         *text = text_format("%s %s %s", lines, first == last ? "is" : "are", what);
    free(lines);
    return text;
}

/* "what the row 3 places after it should" */
static char *other_line(const struct line_runs *found, int64_t by) {
    const char *side = by > 0 ? "after" : "before";
    const int64_t places = by > 0 ? by : -by;
    return by == 0       ? text_format("what it should")
           : places == 1 ? text_format("what the %s %s it should", noun_of(found), side)
                         : text_format("what the %s %" PRId64 " places %s it should",
                                       noun_of(found), places, side);
}

/* Is the line padding, or a copy? */
static bool is_extra(const struct line_runs *found, uint64_t line) {
    bool extra = found->lines->zero[line];
    for (size_t k = 0; k < found->count; k++)
        extra |= found->run[k].kind != RUN_SHIFTED && found->run[k].first <= line &&
                 line <= found->run[k].last;
    return extra;
}

/* The next run of shifted lines after run k; the number of runs if there is none. */
static size_t next_shift(const struct line_runs *found, size_t k) {
    while (++k < found->count && found->run[k].kind != RUN_SHIFTED)
        ;
    return k;
}

/* Is run k shifted back without a reason? Reasons are lines of padding, or copies, before it. */
static bool is_set_back(const struct line_runs *found, size_t k, int64_t before) {
    const uint64_t first = found->run[k].first;
    const int64_t back = before - found->run[k].by;
    int64_t extra = 0;
    while (extra < back && (uint64_t)extra < first && is_extra(found, first - (uint64_t)extra - 1))
        extra++;
    return extra < back;
}

/* Are the lines from run k on the last ones, as they should be, which stay where others have moved? */
static bool is_rest(const struct line_runs *found, size_t k, int64_t before) {
    const struct line_run *run = &found->run[k];
    return run->by == 0 && before > 0 && found->lines->count - run->first <= (uint64_t)before;
}

/* Do these lines hold what others should, rather than being moved by lines that are lost or inserted? `before` is the shift
 * of the lines before them. */
static bool is_displaced(const struct line_runs *found, size_t k, int64_t before) {
    const size_t next = next_shift(found, k);
    const int64_t by = found->run[k].by;
    return found->run[k].first == 0 || is_set_back(found, k, before) ||
           (next < found->count && is_set_back(found, next, by) && !is_rest(found, next, by));
}

static char *displaced_text(const struct line_runs *found, size_t k) {
    const struct line_run *run = &found->run[k];
    const size_t next = next_shift(found, k);
    uint64_t end = next < found->count ? found->run[next].first : found->lines->count;
    while (end > run->first + 1 && is_extra(found, end - 1))
        end--;
    return text_format("%ss %" PRIu64 " to %" PRIu64 " hold what %ss %" PRIu64 " to %" PRIu64
                       " should",
                       noun_of(found), run->first, end - 1, noun_of(found), run->of,
                       run->of + end - 1 - run->first);
}

/* From run k on lines are shifted: by how much, and why. */
static char *shift_text(const struct line_runs *found, size_t k, int64_t before) {
    const struct line_run *run = &found->run[k], *last = k > 0 ? run - 1 : NULL;
    const int64_t more = run->by - before;
    const uint64_t lost = run->first + (uint64_t)before,
                   places = (uint64_t)(more > 0 ? more : -more);
    uint64_t from = run->first;
    char *what;
    if (more > 0) {
        what = sentence_about(found, lost, lost + places - 1, "lost");
    } else if (last && last->kind == RUN_COPIES && last->last + 1 == from) {
        what = sentence_about(found, last->first - 1, last->first - 1, "duplicated");
        from = places == 1 ? last->first : from; /* the copy holds that too */
    } else {
        what = sentence_about(found, from - places, from - 1, "inserted");
    }
    char *on = more > 0 && lost == from ? text_format("there")
                                        : text_format("%s %" PRIu64, noun_of(found), from),
         *other = other_line(found, run->by),
         *text = text_format("%s: from %s on each %s holds %s", what, on, noun_of(found), other);
    free(on);
    free(what);
    free(other);
    return text;
}

static void note_shift(struct diagnosis *d, const struct line_runs *found,
                       const struct line_run *run) {
    const uint64_t columns = d->patient.table->columns;
    if (!found->lines->columns)
        note_damage(d, (struct damage){DAMAGE_SHIFT, false, run->first * columns, 0,
                                       run->by * (int64_t)columns});
}

/* --- other runs */

/* The index of a line's first entry. */
static uint64_t first_index(const struct diagnosis *d, const struct line_runs *found,
                            uint64_t line) {
    return found->lines->columns ? line : line * d->patient.table->columns;
}

/* Which lines have one number in all their entries, once for each number: at the first run that has it. */
static char *constant_text(struct diagnosis *d, const struct line_runs *found, size_t k) {
    struct probe *probe = &d->probe;
    const uint64_t bits = probe_got(probe, first_index(d, found, found->run[k].first));
    struct ranges lines = {.numbers = 0};
    char value[ELEMENT_TEXT];
    for (size_t n = 0; n < found->count; n++) {
        const struct line_run *run = &found->run[n];
        if (run->kind != RUN_CONSTANT ||
            probe_got(probe, first_index(d, found, run->first)) != bits)
            continue;
        if (n < k)
            return NULL;
        ranges_add_range(&lines, run->first, run->last);
    }
    element_decimal(probe->measure.type, bits, value);
    char *what = text_format("%s throughout", value),
         *text = ranges_say(&lines, noun_of(found), what);
    free(what);
    return text;
}

/* Does another line hold what that of run k should, and the other way round? */
static bool is_swapped(const struct line_runs *found, size_t k) {
    const struct line_run *one = &found->run[k];
    bool swapped = false;
    for (size_t n = 0; n < found->count; n++) {
        const struct line_run *other = &found->run[n];
        swapped |= other->kind == RUN_OF && other->first == other->last &&
                   other->first == one->of && other->of == one->first;
    }
    return swapped && one->first == one->last;
}

/* The sentence about run k, or NULL if it needs none. `by` is the shift of the last sentence that has one. */
static char *run_text(struct diagnosis *d, const struct line_runs *found, size_t k, int64_t *by) {
    const struct line_run *run = &found->run[k];
    const bool one = run->first == run->last;
    const int64_t before = *by;
    char *text = NULL, *these = range_text(noun_of(found), run->first, run->last);
    switch (run->kind) {
    case RUN_SHIFTED:
        if (run->by == before || is_rest(found, k, before))
            break;
        if (is_displaced(found, k, before)) {
            text = displaced_text(found, k);
        } else {
            text = shift_text(found, k, before);
            *by = run->by;
            note_shift(d, found, run);
        }
        break;
    case RUN_CONSTANT:
        text = constant_text(d, found, k);
        break;
    case RUN_SAME:
        text = text_format("%s are all the same", these);
        break;
    case RUN_COPIES: /* a shift names the copies before it; when lines move up, the last one may stay */
        if ((k + 1 == found->count || run[1].kind != RUN_SHIFTED) &&
            (run->last + 1 < found->lines->count || before <= 0))
            text = text_format("%s hold%s what %s %" PRIu64 " does", these, one ? "s" : "",
                               noun_of(found), run->first - 1);
        break;
    case RUN_OF:
        if (!is_swapped(found, k))
            text = text_format("%s hold%s what %s %" PRIu64 " should", these, one ? "s" : "",
                               noun_of(found), run->of);
        else if (run->first < run->of)
            text = text_format("%ss %" PRIu64 " and %" PRIu64 " are swapped", noun_of(found),
                               run->first, run->of);
        break;
    case RUN_LONE:
        text = entry_text(d, (struct cell){run->first, run->of}, found->usual);
        break;
    case RUN_ANYTHING:
        break;
    }
    free(these);
    return text;
}

/* Notes the damage of a run. A shift is noted with its sentence; padding of columns is another table, no damage. */
static void note_run(struct diagnosis *d, const struct line_runs *found,
                     const struct line_run *run) {
    const bool columns = found->lines->columns;
    if (run->kind == RUN_SHIFTED || run->kind == RUN_LONE || run->kind == RUN_ANYTHING ||
        (columns && run->kind != RUN_OF))
        return;
    for (uint64_t line = run->first; line <= run->last; line++) {
        struct damage damage = {DAMAGE_PADDED, columns, line, run->first, 0};
        if (run->kind == RUN_OF)
            damage = (struct damage){DAMAGE_OF, columns, line, run->of, 0};
        else if (run->kind == RUN_COPIES)
            damage.of = run->first - 1;
        else if (run->kind == RUN_CONSTANT)
            damage.of = line;
        else if (line == run->first)
            damage.of = line + 1;
        note_damage(d, damage);
    }
}

size_t sentences_most(const struct diagnosis *d) {
    enum { USUAL = 8, OF_SURE = FOUND_FIRST };
    return d->patient.words ? USUAL : OF_SURE;
}

void tell_runs(struct diagnosis *d, const struct line_runs *found) {
    size_t more = 0;
    int64_t by = 0;
    for (size_t k = 0; k < found->count; k++) {
        char *text = run_text(d, found, k, &by);
        if (text && sentences_told(d) < sentences_most(d))
            tell(d, text);
        else {
            more += text != NULL;
            free(text);
        }
        note_run(d, found, &found->run[k]);
    }
    if (more > 0)
        tell(d, text_format("and %zu more %s%s", more, noun_of(found), more == 1 ? "" : "s"));
}
