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

/* The canonical texts of the words of two tables. */
struct pair {
    const char *const *is, *const *other;
};

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
    {GRID_BLOCKS, NULL, by_default, "rows aren't in blocks"},
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
    {POSITIONS_FILE, NULL, by_default, "positions by a formula, not from a file"},
    {POSITIONS_FILE, NULL, NULL, "positions from the file @"},
    {STEP, "1", "-1", "positions run backwards"},
    {STEP, NULL, NULL, "positions go in steps of @, not #"},
    {FIRST, "0", NULL, "positions begin at @"},
    {FIRST, NULL, NULL, "positions begin at @, not #"},
    {ZERO_ROWS, NULL, by_default, "no row is zeros"},
    {UNROTATED_ROWS, NULL, by_default, "no row is of angle 0"},
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

/* Each is for a word whose texts differ. It returns what `other` has, which the caller frees, or NULL if there is
 * nothing to say. */
static char *say_phrase(const struct pair *pair, enum word word) {
    const char *is = pair->is[word], *other = pair->other[word];
    const struct phrase *phrase = phrases, *end = phrases + sizeof phrases / sizeof *phrases;
    while (phrase < end && !(phrase->word == word && has_text(word, is, phrase->is) &&
                             has_text(word, other, phrase->other)))
        phrase++;
    return phrase < end ? phrase_filled(phrase->sentence, other, is, "")
                        : text_format("%s %s, not %s", words[word].name, other, is);
}

/* The order of the axes; "grid" means that in which the word grid has them. */
static const char *axes_of(const char *const *text, enum word word) {
    static const char all[] = "styx";
    if (strcmp(text[word], "grid") != 0)
        return text[word];
    size_t axes = 1;
    for (const char *at = text[GRID]; *at; at++)
        axes += *at == 'x';
    bool listed = strspn(text[GRID], all) == strlen(text[GRID]);
    return listed ? text[GRID] : all + (axes < strlen(all) ? strlen(all) - axes : 0);
}

static char *say_axes(const struct pair *pair, enum word word) {
    const char *is = axes_of(pair->is, word), *other = axes_of(pair->other, word);
    return strcmp(is, other) == 0 ? NULL
                                  : text_format("%s %s, not %s", words[word].name, other, is);
}

/* Rows of zeros, or of angle 0. */
static char *say_rows(const struct pair *pair, enum word word) {
    const char *rows = pair->other[word];
    const bool many = strpbrk(rows, ",-");
    return word_is_default(word, rows)
               ? say_phrase(pair, word)
               : text_format("row%s %s %s %s", many ? "s" : "", rows, many ? "are" : "is",
                             word == ZERO_ROWS ? "zeros" : "of angle 0");
}

/* The last column of an even width isn't special. */
static char *say_odd(const struct pair *pair, enum word word) {
    const char *width = pair->other[D_MODEL];
    return (width[strlen(width) - 1] - '0') % 2 ? say_phrase(pair, word) : NULL;
}

/* What matters most comes first. */

static const struct {
    char *(*say)(const struct pair *, enum word);
    enum word word;
    bool note; /* does it say something about the table alone, or only beside another one? */
} rows[] = {
    {say_phrase, COMPONENT, false},
    {say_phrase, AXES, true},
    {say_phrase, GRID, false},
    {say_phrase, SPACING, false},
    {say_phrase, BASE, false},
    {say_phrase, FREQUENCIES, false},
    {say_phrase, SCALING, false},
    {say_phrase, LAYOUT, false},
    {say_phrase, ORDER, true},
    {say_phrase, REPEAT, false},
    {say_axes, GRID_COLUMNS, false},
    {say_phrase, GRID_NESTING, false},
    {say_axes, GRID_ROWS, true},
    {say_phrase, GRID_BLOCKS, true},
    {say_phrase, GRID_FREQUENCIES, false},
    {say_phrase, STEP, true},
    {say_phrase, FIRST, true},
    {say_phrase, CLAMP, true},
    {say_phrase, POSITIONS, true},
    {say_phrase, POSITIONS_FILE, false},
    {say_rows, ZERO_ROWS, true},
    {say_rows, UNROTATED_ROWS, true},
    {say_odd, ODD, true},
    {say_phrase, AMPLITUDE, false},
    {say_phrase, TYPE, false},
    {say_phrase, SCALE, false},
    {say_phrase, ZERO_POINT, false},
    {say_phrase, MAX_LEN, false},
    {say_phrase, D_MODEL, false},
};

static json_t *say(const struct pair *pair, word_set read, bool notes) {
    json_t *sentences = json_array();
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        enum word word = rows[k].word;
        bool differs =
            pair->is[word] && pair->other[word] && strcmp(pair->is[word], pair->other[word]) != 0;
        bool follows = word == MAX_LEN && strcmp(pair->is[GRID], pair->other[GRID]) != 0;
        if (!differs || follows || !(read & WORD_SET(word)) || (notes && !rows[k].note))
            continue;
        char *sentence = rows[k].say(pair, word);
        if (sentence)
            json_array_append_new(sentences, json_text(sentence));
        free(sentence);
    }
    return sentences;
}

static word_set words_read(const struct request *request) {
    word_set read = 0;
    for (int k = 0; k < WORDS; k++)
        if (request->ignored_because_of[k] == WORDS)
            read |= WORD_SET(k);
    return read;
}

const char *word_text(const struct request *request, enum word word) {
    static const char over[] = "over:";
    const char *text = request->text[word];
    if (word != SPACING || !text || strncmp(text, over, strlen(over)) != 0)
        return text;
    const uint64_t pairs = strtoull(request->text[D_MODEL], NULL, 10) / 2,
                   divisor = strtoull(text + strlen(over), NULL, 10);
    char *plain = text_format("%s%" PRIu64, over, divisor);
    const bool is_plain = strcmp(plain, text) == 0;
    free(plain);
    return is_plain && divisor == pairs       ? spacings[SPACING_PAIR].name
           : is_plain && divisor == pairs - 1 ? spacings[SPACING_ENDPOINT].name
                                              : text;
}

static void texts_of(const struct request *request, const char *texts[WORDS]) {
    for (int k = 0; k < WORDS; k++)
        texts[k] = word_text(request, (enum word)k);
}

json_t *contrast(const struct request *is, const struct request *other) {
    const char *texts_is[WORDS], *texts_other[WORDS];
    texts_of(is, texts_is);
    texts_of(other, texts_other);
    const struct pair pair = {texts_is, texts_other};
    return say(&pair, words_read(is) & words_read(other), false);
}

void say_contrast(const struct request *is, const struct request *other, const char *before,
                  struct text *said) {
    json_t *sentences = contrast(is, other), *one;
    size_t k;
    json_array_foreach(sentences, k, one)
        text_put(said, "%s%s", k > 0 ? "; " : before, json_string_value(one));
    json_decref(sentences);
}

json_t *contrast_notes(const struct request *is) {
    const char *usual[WORDS], *texts[WORDS];
    texts_of(is, texts);
    for (int k = 0; k < WORDS; k++)
        usual[k] = words[k].fallback;
    usual[GRID] = texts[GRID];
    const struct pair pair = {usual, texts};
    return say(&pair, words_read(is), true);
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
