/* SPDX-License-Identifier: MIT */
#include "words/choice.h"
#include "base/die.h"
#include "base/path.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static unsigned smaller(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* The cost of a mistake: a wrong letter costs LONGEST, a wrong case 1. A word has fewer than LONGEST letters, so all of its
 * cases cost less than one wrong letter. */
enum { LONGEST = 32, CASE = 1, MISTAKE = LONGEST };

static unsigned letter_cost(char a, char b) {
    return a == b ? 0 : tolower((unsigned char)a) == tolower((unsigned char)b) ? CASE : MISTAKE;
}

/* "sin,cos" and "cos,sin" */
static bool parts_exchanged(const char *a, const char *b) {
    const char *comma = strchr(a, ',');
    char *other = comma ? text_format("%s,%.*s", comma + 1, (int)(comma - a), a) : NULL;
    bool exchanged = other && strcmp(other, b) == 0;
    free(other);
    return exchanged;
}

/* Levenshtein's distance of words below LONGEST characters. Two exchanged neighbours, or parts, are one mistake. Longer
 * words are far from everything. */
static unsigned distance(const char *a, const char *b) {
    size_t rows = strlen(a), columns = strlen(b);
    if (rows >= LONGEST || columns >= LONGEST)
        return UINT_MAX;
    if (parts_exchanged(a, b))
        return MISTAKE;
    unsigned d[LONGEST][LONGEST];
    for (size_t i = 0; i <= rows; i++)
        for (size_t j = 0; j <= columns; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = (unsigned)(i + j) * MISTAKE;
                continue;
            }
            unsigned best = d[i - 1][j - 1] + letter_cost(a[i - 1], b[j - 1]);
            best = smaller(best, smaller(d[i - 1][j], d[i][j - 1]) + MISTAKE);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = smaller(best, d[i - 2][j - 2] + MISTAKE);
            d[i][j] = best;
        }
    return d[rows][columns];
}

const char *nearest(const char *mistyped, const void *names, size_t count, size_t stride) {
    const char *best = NULL;
    unsigned least = UINT_MAX;
    for (size_t k = 0; k < count; k++) {
        const char *name = *(const char *const *)((const char *)names + k * stride);
        size_t length = strlen(name), typed = strlen(mistyped);
        size_t letters = length > typed ? length : typed, most = letters < 3 ? 1 : letters / 3;
        unsigned d = distance(mistyped, name);
        const bool nearer =
            d < least || (best && d == least && *name == *mistyped && *best != *mistyped);
        if (d / MISTAKE <= most && d / MISTAKE < letters && nearer) {
            least = d;
            best = name;
        }
    }
    return best;
}

char *choice_meant(const struct word_row *row, const char *text) {
    const size_t length = strlen(text);
    for (const char *at = row->synonyms; at && *at; at += strspn(at, ", ")) {
        const size_t end = strcspn(at, ","), name = strcspn(at, ":");
        if (name == length && strncasecmp(at, text, length) == 0)
            return text_format("%.*s", (int)(end - name - 1), at + name + 1);
        at += end;
    }
    return NULL;
}

char *choice_wrong(const struct word_row *row, const char *text) {
    const char **choices = NULL;
    size_t count = 0;
    struct text list = {NULL, 0, 0};
    for (; word_choice(row, count); count++) {
        choices = die_grow(choices, count, sizeof *choices);
        choices[count] = word_choice(row, count);
        const bool odd = strchr(choices[count], ',') || strcmp(choices[count], "none") == 0;
        const char *quote = odd ? "'" : ""; /* else it looks like two, or "none of none" */
        text_put(&list, "%s%s%s%s", count > 0 ? ", " : "", quote, choices[count], quote);
    }
    char *other = choice_meant(row, text);
    const char *meant = other ? other : nearest(text, choices, count, sizeof *choices);
    char *wrong =
        text_format("%s '%.60s' is none of %s%s%s%s", row->name, text, text_string(&list),
                    meant ? " (did you mean " : "", meant ? meant : "", meant ? "?)" : "");
    free(other);
    text_free(&list);
    free(choices);
    return wrong;
}

char *choice_parse(const struct word_row *row, const char *text, int *choice) {
    const char *name;
    for (int k = 0; (name = word_choice(row, (size_t)k)); k++)
        if (strcmp(name, text) == 0) {
            *choice = k;
            return NULL;
        }
    return choice_wrong(row, text);
}

bool choice_digits(const char *text, size_t length, uint64_t *value) {
    *value = 0;
    for (size_t k = 0; k < length && *value <= CHOICE_ENTRIES; k++)
        *value = 10 * *value + (uint64_t)(text[k] - '0');
    return length > 0 && strspn(text, "0123456789") >= length;
}

char *choice_size(enum word word, const char *text, uint64_t *size) {
    uint64_t value;
    if (!choice_digits(text, strlen(text), &value))
        return text_format("%s '%.60s' is not a whole number", words[word].name, text);
    if (value == 0)
        return text_format("%s '%.60s' must be at least 1", words[word].name, text);
    if (value > CHOICE_ENTRIES)
        return text_format("%s '%.60s' is too large: a table has at most 2^40 entries",
                           words[word].name, text);
    *size = value;
    return NULL;
}

uint64_t choice_size_or_0(enum word word, const char *text) {
    uint64_t size = 0;
    if (text)
        free(choice_size(word, text, &size));
    return size;
}

/* Bytes of the character of UTF-8 beyond ASCII at the start of a text. 0 if there is none, or if it is a control or among
 * U+2000 to U+207F: ends of lines, and marks of direction, which compilers refuse in comments. */
static size_t letter_beyond_ascii(const char *text) {
    size_t length = text_character(text);
    bool punctuation = (unsigned char)text[0] == 0xe2 && (unsigned char)text[1] < 0x82;
    return length < 2 || punctuation ? 0 : length;
}

bool choice_is_plain(const char *text) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-=~ ";
    while (*text) {
        size_t ascii = strspn(text, letters), length = ascii ? ascii : letter_beyond_ascii(text);
        if (length == 0)
            return false;
        text += length;
    }
    return true;
}

char *choice_file(enum word word, const char *path) {
    const char *base = path_base(path);
    if (!*path)
        return text_format("%s '' names no file", words[word].name);
    return *base && choice_is_plain(base)
               ? NULL
               : text_format("%s '%s': the base name appears in the banner, and may contain only "
                             "letters, digits, blanks and _ . + - = ~",
                             words[word].name, path);
}

/* --- a text on its way to a value */

void value_refuse(struct value *value, const char *format, ...) {
    va_list arguments;
    if (value->wrong)
        return;
    va_start(arguments, format);
    char *what = text_vformat(format, arguments);
    va_end(arguments);
    value->wrong = text_format("%s '%.60s'%s", words[value->word].name, value->text, what);
    free(what);
}

bool value_is_default(const struct value *value) {
    return word_is_default(value->word, value->text);
}

void value_choice(struct value *value, int *choice) {
    value->wrong = choice_parse(&words[value->word], value->text, choice);
}

void value_file(struct value *value) {
    value->wrong = choice_file(value->word, value->text);
    text_print(&value->canonical, path_base(value->text));
}

void value_size(struct value *value, uint64_t *size) {
    value->wrong = choice_size(value->word, value->text, size);
    if (!value->wrong)
        text_put(&value->canonical, "%" PRIu64, *size);
}

char *value_end(struct value *value, char **canonical) {
    if (!value->wrong && value->canonical.used > 0) {
        *canonical = text_string(&value->canonical);
        return NULL;
    }
    text_free(&value->canonical);
    if (!value->wrong)
        *canonical = text_format("%s", value->text);
    return value->wrong;
}
