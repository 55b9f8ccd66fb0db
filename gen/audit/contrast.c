#include "audit/contrast.h"
#include "audit/differences.h"

#include <stdbool.h>
#include <string.h>

/* What matters most comes first. */

static const struct {
    char *(*say)(const struct pair *, enum word);
    enum word word;
    bool note; /* does it say something about the table alone, or only beside another one? */
} rows[] = {
    {say_choice, COMPONENT, false},
    {say_choice, AXES, true},
    {say_grid, GRID, false},
    {say_spacing, SPACING, false},
    {say_values, BASE, false},
    {say_file, FREQUENCIES, false},
    {say_scaling, SCALING, false},
    {say_choice, LAYOUT, false},
    {say_choice, ORDER, true},
    {say_choice, REPEAT, false},
    {say_axes, GRID_COLUMNS, false},
    {say_nesting, GRID_NESTING, false},
    {say_axes, GRID_ROWS, true},
    {say_blocks, GRID_BLOCKS, true},
    {say_choice, GRID_FREQUENCIES, false},
    {say_step, STEP, true},
    {say_first, FIRST, true},
    {say_clamp, CLAMP, true},
    {say_choice, POSITIONS, true},
    {say_file, POSITIONS_FILE, false},
    {say_zero_rows, ZERO_ROWS, true},
    {say_odd, ODD, true},
    {say_values, AMPLITUDE, false},
    {say_values, TYPE, false},
    {say_values, SCALE, false},
    {say_values, ZERO_POINT, false},
    {say_values, MAX_LEN, false},
    {say_values, D_MODEL, false},
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
