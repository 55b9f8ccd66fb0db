#include "audit/contrast.h"
#include "audit/sentences.h"

#include <stdbool.h>
#include <string.h>

/* What matters most comes first. */

static const struct {
    enum word word;
    char *(*say)(const struct pair *, enum word);
    bool note; /* does it say something about the table alone, or only beside another one? */
} rows[] = {
    {COMPONENT, say_choice, false},
    {AXES, say_choice, true},
    {GRID, say_grid, false},
    {SPACING, say_spacing, false},
    {BASE, say_values, false},
    {FREQUENCIES, say_file, false},
    {SCALING, say_scaling, false},
    {LAYOUT, say_choice, false},
    {ORDER, say_choice, true},
    {REPEAT, say_choice, false},
    {GRID_COLUMNS, say_axes, false},
    {GRID_NESTING, say_nesting, false},
    {GRID_ROWS, say_axes, true},
    {GRID_FREQUENCIES, say_choice, false},
    {STEP, say_step, true},
    {FIRST, say_first, true},
    {CLAMP, say_clamp, true},
    {POSITIONS, say_choice, true},
    {POSITIONS_FILE, say_file, false},
    {ZERO_ROWS, say_zero_rows, true},
    {ODD, say_odd, true},
    {AMPLITUDE, say_values, false},
    {TYPE, say_values, false},
    {SCALE, say_values, false},
    {ZERO_POINT, say_values, false},
    {MAX_LEN, say_values, false},
    {D_MODEL, say_values, false},
};

static size_t say(const struct pair *pair, word_set read, bool notes,
                  char *sentences[CONTRAST_MAX]) {
    size_t count = 0;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        enum word word = rows[k].word;
        bool differs =
            pair->is[word] && pair->other[word] && strcmp(pair->is[word], pair->other[word]) != 0;
        bool follows = word == MAX_LEN && strcmp(pair->is[GRID], pair->other[GRID]) != 0;
        if (!differs || follows || !(read & WORD_SET(word)) || (notes && !rows[k].note))
            continue;
        char *sentence = rows[k].say(pair, word);
        if (sentence)
            sentences[count++] = sentence;
    }
    return count;
}

static word_set words_read(const struct request *request) {
    word_set read = 0;
    for (int k = 0; k < WORDS; k++)
        if (request->ignored_because_of[k] == WORDS)
            read |= WORD_SET(k);
    return read;
}

static void texts_of(const struct request *request, const char *texts[WORDS]) {
    for (int k = 0; k < WORDS; k++)
        texts[k] = request->text[k];
}

size_t contrast(const struct request *is, const struct request *other,
                char *sentences[CONTRAST_MAX]) {
    const char *texts_is[WORDS], *texts_other[WORDS];
    texts_of(is, texts_is);
    texts_of(other, texts_other);
    const struct pair pair = {texts_is, texts_other};
    return say(&pair, words_read(is) & words_read(other), false, sentences);
}

size_t contrast_notes(const struct request *is, char *sentences[CONTRAST_MAX]) {
    const char *usual[WORDS], *texts[WORDS];
    texts_of(is, texts);
    for (int k = 0; k < WORDS; k++)
        usual[k] = words[k].fallback;
    usual[GRID] = texts[GRID];
    const struct pair pair = {usual, texts};
    return say(&pair, words_read(is), true, sentences);
}
