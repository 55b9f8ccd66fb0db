/* SPDX-License-Identifier: MIT */
#include "compare/phrases.h"
#include "base/text.h"
#include "words/words.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const char phrase_reversed_bytes[] = "the bytes of each entry are in the other order (--endian)";

char *phrase_filled(const char *phrase, const char *at, const char *number, const char *star) {
    struct text text = {NULL, 0, 0};
    for (; *phrase; phrase++) {
        if (strchr("@#*", *phrase))
            text_print(&text, *phrase == '@' ? at : *phrase == '#' ? number : star);
        else
            text_add(&text, phrase, 1);
    }
    return text_string(&text);
}

/* --- how two tables differ: each sentence is about one word */

/* The first row that has the texts of both tables says it: NULL is any text, and `by_default` the word's default. "@" is
 * the text of `other`, and "#" that of `is`. A word without such a row is named with its texts: "base 300, not 10000". */
static const char by_default[] = "default";
static const struct phrase {
    enum word word;
    const char *is, *other, *sentence;
} phrases[] = {
    {COMPONENT, "sin", "cos", "the cosines, not the sines"},
    {COMPONENT, "cos", "sin", "the sines, not the cosines"},
    {COMPONENT, NULL, "both", "both sines and cosines"},
    {COMPONENT, NULL, "sin", "only the sines"},
    {COMPONENT, NULL, "cos", "only the cosines"},
    {COMPONENT, NULL, "frequency", "the frequencies themselves, without positions"},
    {COMPONENT, NULL, "cos,sin", "cosines and sines as two tables"},
    {LAYOUT, NULL, "interleaved", "interleaved, not halves"},
    {LAYOUT, NULL, "halves", "halves, not interleaved"},
    {ORDER, NULL, NULL, "cos and sin are swapped"},
    {REPEAT, NULL, "none", "each column once"},
    {REPEAT, NULL, "halves", "all columns, then all of them again"},
    {REPEAT, NULL, "axis", "the columns of each axis, then these again"},
    {REPEAT, NULL, "interleave", "each column twice, side by side"},
    {AXES, NULL, "position-major", "not transposed: rows are positions"},
    {AXES, NULL, "channel-major", "transposed: columns are positions"},
    {GRID, NULL, by_default, "positions in a line, not on a grid of #"},
    {GRID, by_default, NULL, "positions on a grid of @"},
    {GRID_FREQUENCIES, NULL, "axis", "each axis has frequencies of its own"},
    {GRID_FREQUENCIES, NULL, "shared", "the axes share one list of frequencies"},
    {GRID_BLOCKS, NULL, NULL, "rows come in blocks of @"},
    {GRID_NESTING, NULL, "outer", "each axis has a block of columns"},
    {GRID_NESTING, NULL, "inner", "the axes alternate column by column"},
    {GRID_NESTING, NULL, NULL, "the axes alternate pair by pair"},
    {SPACING, NULL, "pair", "the paper's spacing, not #"},
    {SPACING, NULL, "endpoint", "fairseq's spacing, not #"},
    {SPACING, NULL, "column", "Caffe2's spacing (each column has its own frequency), not #"},
    {FREQUENCIES, NULL, by_default, "frequencies by a formula, not from a file"},
    {FREQUENCIES, NULL, NULL, "frequencies from the file @"},
    {SCALING, NULL, by_default, "frequencies aren't scaled (#)"},
    {SCALING, by_default, NULL, "frequencies are scaled (@)"},
    {SCALING, NULL, NULL, "frequencies are scaled by @, not #"},
    {POSITIONS_FILE, NULL, NULL, "positions from the file @"},
    {STEP, "1", "-1", "positions run backwards"},
    {STEP, NULL, NULL, "positions go in steps of @, not #"},
    {FIRST, "0", NULL, "positions begin at @"},
    {FIRST, NULL, NULL, "positions begin at @, not #"},
    {ZERO_ROWS, NULL, by_default, "no row is zeros"},
    {ZERO_ROWS, NULL, NULL, "zeros in row* @"},
    {UNROTATED_ROWS, NULL, by_default, "no row is of angle 0"},
    {UNROTATED_ROWS, NULL, NULL, "angle 0 in row* @"},
    {ODD, NULL, "sin", "the odd column is a sine"},
    {ODD, NULL, "zero", "the odd column is zeros"},
    {ODD, NULL, "drop", "without the odd column"},
    {ODD, NULL, "extend", "one column more than the width"},
    {TYPE, NULL, NULL, "@ elements, not #"},
    {MAX_LEN, NULL, NULL, "@ positions, not #"},
    {D_MODEL, NULL, NULL, "width @, not #"},
};

static bool has_text(enum word word, const char *text, const char *wanted) {
    return !wanted ||
           (wanted == by_default ? word_is_default(word, text) : strcmp(text, wanted) == 0);
}

/* What `other` has, which the caller frees. The texts differ. */
static char *say_phrase(enum word word, const char *is, const char *other) {
    const struct phrase *phrase = phrases, *end = phrases + sizeof phrases / sizeof *phrases;
    while (phrase < end && !(phrase->word == word && has_text(word, is, phrase->is) &&
                             has_text(word, other, phrase->other)))
        phrase++;
    return phrase < end
               ? phrase_filled(phrase->sentence, other, is, strpbrk(other, ",-") ? "s" : "")
               : text_format("%s %s, not %s", words[word].name, other, is);
}

/* What matters most comes first. */
static const enum word order[] = {
    COMPONENT,        AXES,  GRID,      SPACING,      BASE,         FREQUENCIES,    SCALING,
    LAYOUT,           ORDER, REPEAT,    GRID_COLUMNS, GRID_NESTING, GRID_ROWS,      GRID_BLOCKS,
    GRID_FREQUENCIES, STEP,  FIRST,     CLAMP,        POSITIONS,    POSITIONS_FILE, ZERO_ROWS,
    UNROTATED_ROWS,   ODD,   AMPLITUDE, TYPE,         SCALE,        ZERO_POINT,     MAX_LEN,
    D_MODEL};

static bool is_read(const struct request *request, enum word word) {
    return request->ignored_because_of[word] == WORDS;
}

const char *word_text(const struct request *request, enum word word) {
    static const char over[] = "over:";
    const char *text = request->text[word];
    if (word != SPACING || !text || strncmp(text, over, strlen(over)) != 0)
        return text;
    char *end;
    const uint64_t pairs = strtoull(request->text[D_MODEL], NULL, 10) / 2,
                   divisor = strtoull(text + strlen(over), &end, 10);
    return *end == 0 && divisor == pairs       ? spacings[SPACING_PAIR].name
           : *end == 0 && divisor == pairs - 1 ? spacings[SPACING_ENDPOINT].name
                                               : text;
}

json_t *contrast(const struct request *is, const struct request *other) {
    json_t *sentences = json_array();
    for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
        const enum word word = order[k];
        const char *const a = word_text(is, word), *const b = word_text(other, word),
                          *const width = other->text[D_MODEL];
        const bool follows = word == MAX_LEN && strcmp(is->text[GRID], other->text[GRID]) != 0,
                   even = word == ODD && (width[strlen(width) - 1] - '0') % 2 == 0;
        if (!a || !b || strcmp(a, b) == 0 || follows || even || !is_read(is, word) ||
            !is_read(other, word))
            continue;
        char *sentence = say_phrase(word, a, b);
        json_array_append_new(sentences, json_text(sentence));
        free(sentence);
    }
    return sentences;
}

/* --- numbers of rows or columns */

void ranges_add_range(struct ranges *ranges, uint64_t first, uint64_t last) {
    const bool next = ranges->numbers == 0 || first != ranges->last + 1;
    ranges->count += next;
    if (next && ranges->count <= RANGES_KEPT)
        ranges->kept[ranges->count - 1].first = first;
    if (ranges->count <= RANGES_KEPT)
        ranges->kept[ranges->count - 1].last = last;
    ranges->last = last;
    ranges->numbers += last + 1 - first;
}

void ranges_add(struct ranges *ranges, uint64_t number) {
    ranges_add_range(ranges, number, number);
}

char *range_text(const char *noun, uint64_t first, uint64_t last) {
    const char *space = *noun ? " " : "";
    return first == last ? text_format("%s%s%" PRIu64, noun, space, first)
                         : text_format("%s%s%s%" PRIu64 " to %" PRIu64, noun, *noun ? "s" : "",
                                       space, first, last);
}

char *ranges_text(const struct ranges *ranges) {
    struct text text = {NULL, 0, 0};
    for (size_t k = 0; k < ranges->count && k < RANGES_KEPT; k++) {
        char *one = range_text("", ranges->kept[k].first, ranges->kept[k].last);
        text_put(&text, "%s%s", k == 0 ? "" : k + 1 == ranges->count ? " and " : ", ", one);
        free(one);
    }
    if (ranges->count > RANGES_KEPT) {
        const size_t more = ranges->count - RANGES_KEPT;
        text_put(&text, " and %zu more range%s", more, more == 1 ? "" : "s");
    }
    return text_string(&text);
}

char *ranges_say(const struct ranges *ranges, const char *noun, const char *what) {
    const bool one = ranges->count == 1;
    char *list = one ? range_text(noun, ranges->kept[0].first, ranges->kept[0].last)
                     : ranges_text(ranges),
         *text = one ? text_format("%s %s %s", list, ranges->numbers == 1 ? "is" : "are", what)
                     : text_format("%" PRIu64 " %ss are %s: %s", ranges->numbers, noun, what, list);
    free(list);
    return text;
}
