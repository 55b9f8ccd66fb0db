/* SPDX-License-Identifier: MIT */
#include "compare/finding.h"
#include "base/die.h"
#include "base/text.h"
#include "compare/phrases.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void findings_add(struct findings *findings, struct finding finding) {
    findings->list = die_grow(findings->list, findings->count, sizeof *findings->list);
    findings->list[findings->count++] = finding;
}

void findings_free(struct findings *findings) {
    for (size_t k = 0; k < findings->count; k++)
        free(findings->list[k].text);
    free(findings->list);
    *findings = (struct findings){.count = 0};
}

const struct finding *findings_shift(const struct findings *findings) {
    for (size_t k = 0; k < findings->count; k++)
        if (finding_is_shift(&findings->list[k]))
            return &findings->list[k];
    return NULL;
}

/* --- sentences */

static const char *const nouns[] = {"entry", "row", "column"};

/* About one line, and about several: "@" is these, "#" the other ones, and "*" the text, or what shifted lines hold. */
static const char *const sentences[][2] = {
    [FINDING_SENTENCE] = {"*", NULL},
    [FINDING_ENTRY] = {"@*", NULL},
    [FINDING_HOLDS] = {"@ holds what # should", "@ hold what # should"},
    [FINDING_SWAPPED] = {NULL, "@ are swapped"},
    [FINDING_LOST] = {"# is lost: from @ on each *", "# are lost: from @ on each *"},
    [FINDING_INSERTED] = {"# is inserted: from @ on each *", "# are inserted: from @ on each *"},
};

/* "rows 3 to 5", or of a shift where it begins */
static char *lines_text(const struct findings *findings, const struct finding *finding) {
    const char *noun = nouns[finding->unit];
    const uint64_t first = finding->first, last = finding->last;
    if (finding->unit == FINDING_ENTRIES)
        return text_format("row %" PRIu64 ", column %" PRIu64, first / findings->columns,
                           first % findings->columns);
    if (finding->kind == FINDING_LOST && first == finding->other)
        return text_format("there");
    if (finding->kind == FINDING_SWAPPED)
        return text_format("%ss %" PRIu64 " and %" PRIu64, noun, first, last);
    return range_text(noun, first, finding_is_shift(finding) ? first : last);
}

/* The text of the finding, or "row holds what the row 3 places after it should". */
static char *rest_text(const struct finding *finding) {
    const char *side = finding->by > 0 ? "after" : "before";
    const int64_t places = finding->by > 0 ? finding->by : -finding->by;
    if (!finding_is_shift(finding))
        return text_format("%s", finding->text ? finding->text : "");
    return places == 1 ? text_format("row holds what the row %s it should", side)
                       : text_format("row holds what the row %" PRId64 " places %s it should",
                                     places, side);
}

/* Do the two have one sentence? Lines that are zero, far off or the same number throughout need not follow each other. */
static bool is_same(const struct finding *a, const struct finding *b) {
    return a->kind == b->kind && a->unit == b->unit && a->few == b->few &&
           (a->kind == FINDING_ZERO || a->kind == FINDING_FAR_OFF ||
            (a->kind == FINDING_CONSTANT && strcmp(a->text, b->text) == 0));
}

static bool has_sentence(const struct findings *findings, size_t k) {
    bool said = false;
    for (size_t n = k; n-- > 0 && !said;)
        said = is_same(&findings->list[n], &findings->list[k]);
    return !said;
}

/* "zero", "1.0 throughout", "far off", "far off in few entries", or "off by up to 1e-05" */
static char *state_text(const struct findings *findings, const struct finding *finding) {
    if (finding->kind == FINDING_CONSTANT)
        return text_format("%s throughout", finding->text);
    if (finding->kind == FINDING_FAR_OFF && findings->slight > 0)
        return text_format("off by up to %.2g", findings->slight);
    return text_format(finding->kind == FINDING_ZERO ? "zero"
                       : finding->few                ? "far off in few entries"
                                                     : "far off");
}

/* "3 rows are zero: 3 and 9 to 10" */
static char *all_text(const struct findings *findings, size_t k) {
    const struct finding *finding = &findings->list[k];
    struct ranges lines = {.numbers = 0};
    for (size_t n = k; n < findings->count; n++)
        if (is_same(&findings->list[n], finding))
            ranges_add_range(&lines, findings->list[n].first, findings->list[n].last);
    if (finding->unit == FINDING_ROWS && finding->kind != FINDING_CONSTANT) {
        const uint64_t more =
            finding->kind == FINDING_ZERO ? findings->more_zero : findings->more_rows;
        lines.numbers += more;
        lines.count += more;
    }
    if (finding->kind == FINDING_ZERO &&
        lines.numbers == (finding->unit == FINDING_ROWS ? findings->rows : findings->columns))
        return text_format("entries are zero");
    char *what = state_text(findings, finding),
         *text = ranges_say(&lines, nouns[finding->unit], what);
    free(what);
    return text;
}

static char *finding_text(const struct findings *findings, size_t k) {
    const struct finding *finding = &findings->list[k];
    const bool several = finding_is_shift(finding) ? finding->other_last > finding->other
                                                   : finding->last > finding->first;
    if (FINDING_FAR_OFF <= finding->kind && finding->kind <= FINDING_CONSTANT)
        return all_text(findings, k);
    char *lines = lines_text(findings, finding),
         *other = range_text(nouns[finding->unit], finding->other, finding->other_last),
         *rest = rest_text(finding),
         *text = phrase_filled(sentences[finding->kind][several], lines, other, rest);
    free(lines);
    free(other);
    free(rest);
    return text;
}

/* "...; 5 other entries are wrong, the first at row 3, column 5" */
static void add_others(const struct findings *findings, char **text) {
    const uint64_t first = findings->first_other;
    const bool one = findings->others == 1;
    char *all =
        findings->others == 0
            ? text_format("%s; some others aren't what the way of computing makes that "
                          "made most of them",
                          *text)
            : text_format("%s; %" PRIu64 " other %s wrong, %sat row %" PRIu64 ", column %" PRIu64,
                          *text, findings->others, one ? "entry is" : "entries are",
                          one ? "" : "the first ", first / findings->columns,
                          first % findings->columns);
    free(*text);
    *text = all;
}

json_t *findings_texts(const struct findings *findings) {
    json_t *texts = json_array();
    for (size_t k = 0; k < findings->count; k++)
        if (has_sentence(findings, k)) {
            char *text = finding_text(findings, k);
            if (k == 0 && (findings->others > 0 || findings->strays))
                add_others(findings, &text);
            json_array_append_new(texts, json_text(text));
            free(text);
        }
    return texts;
}
