#include "words/nearest.h"
#include "base/text.h"

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static unsigned smaller(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* What a mistake costs. Letters that differ in case alone never cost as much as another letter in words below LONGEST
 * characters. */
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

/* Levenshtein's distance of words below LONGEST characters, where two exchanged neighbours, or parts, are one mistake;
 * longer words are far from everything. */
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
        if (d / MISTAKE <= most && d / MISTAKE < letters && d < least) {
            least = d;
            best = name;
        }
    }
    return best;
}
