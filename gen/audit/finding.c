#include "audit/finding.h"
#include "audit/phrases.h"
#include "base/die.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void findings_add(struct findings *findings, struct finding finding) {
    findings->list = die_grow(findings->list, findings->count, sizeof *findings->list);
    findings->list[findings->count++] = finding;
}

void findings_move(struct findings *to, struct findings *from) {
    for (size_t k = 0; k < from->count; k++)
        findings_add(to, from->list[k]);
    from->count = 0;
}

void findings_free(struct findings *findings) {
    for (size_t k = 0; k < findings->count; k++)
        free(findings->list[k].text);
    free(findings->list);
    *findings = (struct findings){.count = 0};
}

/* --- sentences */

static const char *const nouns[] = {"entry", "row", "column"};

/* "rows 3 to 5 hold", or "row 3 holds": the verb of several lines, and of one. */
static char *lines_text(const struct finding *finding, const char *several, const char *one) {
    char *lines = range_text(nouns[finding->unit], finding->first, finding->last),
         *text = text_format("%s %s", lines, finding->first == finding->last ? one : several);
    free(lines);
    return text;
}

/* "what the row 3 places after it should" */
static char *other_text(const struct finding *finding) {
    const char *noun = nouns[finding->unit], *side = finding->by > 0 ? "after" : "before";
    const int64_t places = finding->by > 0 ? finding->by : -finding->by;
    return places == 0 ? text_format("what it should")
           : places == 1
               ? text_format("what the %s %s it should", noun, side)
               : text_format("what the %s %" PRId64 " places %s it should", noun, places, side);
}

/* "row 3 is lost: from there on each row holds what the row after it should" */
static char *shift_text(const struct findings *findings, const struct finding *finding) {
    static const char *const what[] = {"lost", "inserted", "duplicated"};
    const char *noun = nouns[finding->unit], *are = what[finding->kind - FINDING_LOST];
    const uint64_t places = finding->other_last - finding->other + 1;
    const bool entries = finding->unit == FINDING_ENTRIES;
    char *lines = !entries      ? range_text(noun, finding->other, finding->other_last)
                  : places == 1 ? text_format("an entry")
                                : text_format("%" PRIu64 " entries", places),
         *at = !entries ? text_format("%s", "")
                        : text_format(" at row %" PRIu64 ", column %" PRIu64,
                                      finding->first / findings->columns,
                                      finding->first % findings->columns),
         *from = entries || (finding->kind == FINDING_LOST && finding->other == finding->first)
                     ? text_format("there")
                     : text_format("%s %" PRIu64, noun, finding->first),
         *other = other_text(finding),
         *text = text_format("%s %s %s%s: from %s on each %s holds %s", lines,
                             places == 1 ? "is" : "are", are, at, from, noun, other);
    free(lines);
    free(at);
    free(from);
    free(other);
    return text;
}

/* Do the two have one sentence? Lines that are zero, or the same number throughout, need not follow each other. */
static bool is_same(const struct finding *a, const struct finding *b) {
    return a->kind == b->kind && a->unit == b->unit &&
           (a->kind == FINDING_ZERO ||
            (a->kind == FINDING_CONSTANT && strcmp(a->text, b->text) == 0));
}

static bool has_sentence(const struct findings *findings, size_t k) {
    bool said = findings->list[k].silent;
    for (size_t n = k; n-- > 0 && !said;)
        said = is_same(&findings->list[n], &findings->list[k]);
    return !said;
}

static uint64_t lines_of(const struct findings *findings, const struct finding *finding) {
    return finding->unit == FINDING_ROWS ? findings->rows : findings->columns;
}

/* "3 rows are zero: 3 and 9 to 10" */
static char *all_text(const struct findings *findings, size_t k) {
    const struct finding *finding = &findings->list[k];
    const bool zero = finding->kind == FINDING_ZERO;
    struct ranges lines = {.numbers = 0};
    for (size_t n = k; n < findings->count; n++)
        if (is_same(&findings->list[n], finding))
            ranges_add_range(&lines, findings->list[n].first, findings->list[n].last);
    if (zero && lines.numbers == lines_of(findings, finding))
        return text_format("entries are zero");
    char *what = text_format("%s%s", zero ? "zero" : finding->text, zero ? "" : " throughout"),
         *text = ranges_say(&lines, nouns[finding->unit], what);
    free(what);
    return text;
}

/* "rows 3 to 5 hold what row 9 should" */
static char *holds_text(const struct finding *finding) {
    char *lines = lines_text(finding, "hold", "holds"),
         *other = range_text(nouns[finding->unit], finding->other, finding->other_last),
         *text = text_format("%s what %s %s", lines, other,
                             finding->kind == FINDING_COPIES ? "does" : "should");
    free(lines);
    free(other);
    return text;
}

static char *finding_text(const struct findings *findings, size_t k) {
    const struct finding *finding = &findings->list[k];
    const char *noun = nouns[finding->unit];
    const uint64_t first = finding->first, last = finding->last;
    switch (finding->kind) {
    case FINDING_SENTENCE:
        return text_format("%s", finding->text);
    case FINDING_ENTRY:
        return text_format("row %" PRIu64 ", column %" PRIu64 "%s", first / findings->columns,
                           first % findings->columns, finding->text);
    case FINDING_FAR_OFF:
        return lines_text(finding, "are far off, unlike those beside them",
                          "is far off, unlike those beside it");
    case FINDING_ZERO:
    case FINDING_CONSTANT:
        return all_text(findings, k);
    case FINDING_SAME:
        return lines_text(finding, "are all the same", "is the same");
    case FINDING_COPIES:
    case FINDING_HOLDS:
    case FINDING_BLOCK:
        return holds_text(finding);
    case FINDING_SWAPPED:
        return text_format("%ss %" PRIu64 " and %" PRIu64 " are swapped", noun, first, last);
    case FINDING_REVERSED:
        return last - first + 1 == lines_of(findings, finding)
                   ? text_format("the %ss are in reverse order", noun)
                   : lines_text(finding, "are in reverse order", "");
    case FINDING_LOST:
    case FINDING_INSERTED:
    case FINDING_DUPLICATED:
        break;
    }
    return shift_text(findings, finding);
}

/* Is it one of those that only lines_most sentences are about? */
static bool is_limited(const struct finding *finding) {
    return finding->unit != FINDING_ENTRIES && finding->kind != FINDING_ZERO;
}

json_t *findings_texts(const struct findings *findings) {
    json_t *texts = json_array();
    size_t more[] = {0, 0, 0};
    for (size_t k = 0; k < findings->count; k++) {
        const struct finding *finding = &findings->list[k];
        if (!has_sentence(findings, k))
            continue;
        if (is_limited(finding) && json_array_size(texts) >= findings->lines_most) {
            more[finding->unit]++;
            continue;
        }
        char *text = finding_text(findings, k);
        json_array_append_new(texts, json_text(text));
        free(text);
    }
    for (int unit = FINDING_ROWS; unit <= FINDING_COLUMNS; unit++)
        if (more[unit] > 0) {
            char *text = text_format("and %zu more %s%s", more[unit], nouns[unit],
                                     more[unit] == 1 ? "" : "s");
            json_array_append_new(texts, json_text(text));
            free(text);
        }
    return texts;
}
