/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/text.h"
#include "read/array_source.h"
#include "read/c_lexer.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Files of numbers as text: .csv, and the memories of FPGAs: .mem for $readmemh, .coe of AMD, .mif of Intel. The words of a
 * memory are the bits of its elements; how many a word has is what `bits` says, or else WIDTH of a .mif, or the digits. */

enum { LARGEST = 1 << 28 };

struct numbers {
    struct array *array;
    const char *at;      /* in the file's text, without comments */
    int radix;           /* of words; 0: numbers as C writes them */
    unsigned width;      /* of words, in bits; 0: by their digits */
    uint64_t count, row; /* numbers so far; in the present line */
    uint64_t columns;    /* of a .csv: numbers in each line; 0 before its second line */
};

/* Puts blanks in place of comments: from START to the end of the line, or to END. */
static void blank(char *text, const char *start, const char *end, bool at_line) {
    for (char *at = text; (at = strstr(at, start));) {
        char *stop = end ? strstr(at + strlen(start), end) : at + strcspn(at, "\r\n");
        stop = stop ? stop + (end ? strlen(end) : 0) : at + strlen(at);
        const bool comment = !at_line || at == text || at[-1] == '\n';
        for (char *clear = at; comment && clear < stop; clear++)
            *clear = *clear == '\n' ? '\n' : ' ';
        at = comment ? stop : at + 1;
    }
}

static bool fail_at(const struct numbers *n, const char *what) {
    const size_t length = strcspn(n->at, " ,;\t\r\n");
    char *text = text_format("%.*s", (int)(length < 60 ? length : 60), n->at);
    array_fail(n->array, "number %" PRIu64 ", '%s', %s", n->count, text, what);
    free(text);
    return false;
}

static bool keep(struct numbers *n, uint64_t bits) {
    uint64_t stored;
    element_store(n->array->type, &stored, 0, bits);
    scratch_write(n->array->source->elements, &stored, n->array->type->bytes);
    n->count++;
    n->row++;
    return true;
}

/* A word of a memory: the bits of an element, or the lower ones of a signed integer. */
static bool read_word(struct numbers *n) {
    const struct element *type = n->array->type;
    char *end;
    const uint64_t word = strtoull(n->at, &end, n->radix);
    const unsigned each = n->radix == 16 ? 4 : n->radix == 8 ? 3 : n->radix == 2 ? 1 : 0;
    const unsigned digits = (unsigned)(end - n->at) * each;
    const unsigned width = n->width ? n->width : digits ? digits : 8 * type->bytes;
    if (end == n->at || *n->at == '-' || *n->at == '+' || isalnum((unsigned char)*end))
        return fail_at(n, "is no word of this radix");
    if (width > 64 || (width < 64 && word >> width != 0))
        return fail_at(n, "has more bits than a word");
    const bool negative = type->fixed && type->lowest < 0 && width < 64 && word >> (width - 1) & 1;
    const uint64_t whole = negative ? word | UINT64_MAX << width : word;
    const uint64_t mask = UINT64_MAX >> (64 - 8 * type->bytes);
    if (negative ? (whole | mask) != UINT64_MAX || !(whole & element_sign(type)) : word > mask)
        return fail_at(n, "doesn't fit into the type");
    n->at = end;
    return keep(n, whole & mask);
}

/* A number of a .csv, with its sign. */
static bool read_decimal(struct numbers *n) {
    const struct element *type = n->array->type;
    struct c_number number;
    uint64_t bits;
    const bool negative = *n->at == '-', sign = negative || *n->at == '+';
    const size_t length = strcspn(n->at + sign, " ,;\t\r\n");
    char *text = text_format("%.*s", (int)(length < 1000 ? length : 1000), n->at + sign);
    const bool plain = isdigit((unsigned char)*text) || *text == '.';
    const bool read = plain && !c_number_read(text, &number);
    free(text);
    if (!read)
        return fail_at(n, "is no number");
    number.negative = negative;
    if (!c_number_convert(&number, *(type->fixed ? type->numpy + 1 : "f"), type, &bits))
        return fail_at(n, "doesn't fit into the type");
    if (number.places > n->array->places)
        n->array->places = number.places;
    if (number.digits > n->array->digits)
        n->array->digits = number.digits;
    n->at += sign + length;
    return keep(n, bits);
}

/* Reads numbers up to a semicolon, if that ends them, or to the end. */
static bool read_numbers(struct numbers *n, bool ends) {
    for (;;) {
        const char *before = n->at;
        n->at += strspn(n->at, ends ? " ,\t\r\n" : " ,;\t\r\n");
        const size_t between = (size_t)(n->at - before);
        const bool line = memchr(before, '\n', between) && !memchr(before, ',', between);
        if (n->radix == 0 && (line || !*n->at) && n->row > 0) {
            if (n->columns > 0 && n->row != n->columns)
                return array_fail(n->array,
                                  "a line has %" PRIu64 " numbers, those before have %" PRIu64,
                                  n->row, n->columns);
            n->columns = n->row;
            n->row = 0;
        }
        if (!*n->at || (ends && *n->at == ';'))
            return true;
        if (!(n->radix > 0 ? read_word(n) : read_decimal(n)))
            return false;
    }
}

/* The text after KEY and =, whose case doesn't matter; NULL if it isn't there. */
static const char *value_of(const char *text, const char *key) {
    const size_t length = strlen(key);
    for (; *text; text++) {
        size_t k = 0;
        while (k < length && toupper((unsigned char)text[k]) == toupper((unsigned char)key[k]))
            k++;
        const char *equals = text + k + strspn(text + k, " \t\r\n");
        if (k == length && *equals == '=')
            return equals + 1 + strspn(equals + 1, " \t\r\n");
    }
    return NULL;
}

static bool read_coe(struct numbers *n, char *text) {
    blank(text, ";", NULL, true);
    const char *radix = value_of(text, "radix"), *vector = value_of(text, "vector");
    n->radix = radix ? (int)strtol(radix, NULL, 10) : 0;
    if ((n->radix != 2 && n->radix != 10 && n->radix != 16) || !vector)
        return array_fail(n->array, "has no radix of 2, 10 or 16, or no vector");
    n->at = vector;
    return read_numbers(n, true);
}

/* ADDRESS : WORD...; one after the other. */
static bool read_mif(struct numbers *n, char *text) {
    blank(text, "--", NULL, false);
    blank(text, "%", "%", false);
    const char *data = value_of(text, "DATA_RADIX"), *address = value_of(text, "ADDRESS_RADIX"),
               *width = value_of(text, "WIDTH"), *begin = strstr(text, "BEGIN");
    static const char *const names[] = {"HEX", "BIN", "OCT", "DEC", "UNS"};
    static const int radices[] = {16, 2, 8, 10, 10};
    int of_address = 16;
    for (int k = 0; k < 5; k++) {
        n->radix = data && strncmp(data, names[k], 3) == 0 ? radices[k] : n->radix;
        of_address = address && strncmp(address, names[k], 3) == 0 ? radices[k] : of_address;
    }
    if (n->radix == 0 || !begin)
        return array_fail(n->array, "has no DATA_RADIX, or no CONTENT BEGIN");
    if (width && n->width == 0)
        n->width = (unsigned)strtoul(width, NULL, 10);
    for (n->at = begin + strlen("BEGIN");
         n->at += strspn(n->at, " ;\t\r\n"), *n->at && strncmp(n->at, "END", 3) != 0;) {
        char *end;
        const uint64_t first = strtoull(n->at, &end, of_address);
        end += strspn(end, " \t\r\n");
        if (*end != ':' || first != n->count)
            return fail_at(n, "is not the next address");
        n->at = end + 1;
        if (!read_numbers(n, true))
            return false;
    }
    return true;
}

bool array_open_numbers(struct array *array, struct array_words said) {
    const uint64_t size = input_size(array->source->input);
    struct numbers n = {.array = array};
    if (size > LARGEST)
        return array_fail(array,
                          "has %" PRIu64 " bytes: files of numbers of more than %d aren't read",
                          size, LARGEST);
    const char *dot = strrchr(array->path, '.');
    dot = dot ? dot : "";
    const bool csv = strcmp(dot, ".csv") == 0 || strcmp(dot, ".tsv") == 0;
    if (said.endian)
        return array_fail(array, "a file of numbers has no byte order: leave out endian");
    if (!said.type && !csv)
        return array_fail(array, "has words: --type says what they are");
    if (!array_choose_raw_type(array, said.type ? said.type : "f32"))
        return false;
    char *text = die_malloc(size + 1);
    text[size] = 0;
    bool good = array_take_fault(array, input_read(array->source->input, 0, text, (size_t)size));
    n.width = said.bits ? (unsigned)strtoul(said.bits, NULL, 10) : 0;
    array->source->elements = scratch_new();
    n.at = text;
    if (!good) {
    } else if (csv) {
        blank(text, "#", NULL, false);
        n.at += strspn(n.at, " \t\r\n");
        if (isalpha((unsigned char)*n.at) || *n.at == '"') /* the names of columns */
            n.at += strcspn(n.at, "\n");
        good = read_numbers(&n, false);
    } else if (strcmp(dot, ".coe") == 0) {
        good = read_coe(&n, text);
    } else if (strcmp(dot, ".mif") == 0) {
        good = read_mif(&n, text);
    } else {
        blank(text, "//", NULL, false);
        blank(text, "/*", "*/", false);
        n.radix = 16;
        good = read_numbers(&n, false);
    }
    free(text);
    if (good && n.count == 0)
        good = array_fail(array, "has no numbers");
    if (good && n.columns > 1)
        return array_add_length(array, n.count / n.columns) && array_add_length(array, n.columns);
    return good && array_add_length(array, n.count);
}
