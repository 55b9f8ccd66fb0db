#include "base/die.h"
#include "base/integer.h"
#include "base/text.h"
#include "read/array_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NumPy's formats 1.0, 2.0 and 3.0 (NEP 1; numpy.lib.format): magic, version, the length of what follows, and a
 * dictionary of Python with exactly three keys. Only the fields of records need more than 65535 bytes. */
enum { VERSION_AT = 6, LENGTH_AT = 8, LONGEST = 65535, DESCR_MAX = 15 };

enum { DESCR, FORTRAN, SHAPE, KEYS };
static const char *const keys[KEYS] = {"descr", "fortran_order", "shape"};

struct dictionary {
    const char *at; /* what isn't read yet; a NUL ends it */
    char descr[DESCR_MAX + 1];
    bool fortran;
    bool given[KEYS];
    size_t lengths; /* of the shape, those of 1 included */
};

static bool wrong_header(struct array *array, const char *what) {
    return array_fail(array, "wrong npy header: %s", what);
}

static void skip_blanks(struct dictionary *d) {
    d->at += strspn(d->at, " \t\r\n\f");
}

/* Skips a text and the blanks before it, if it is there. */
static bool take(struct dictionary *d, const char *text) {
    skip_blanks(d);
    size_t length = strlen(text);
    if (strncmp(d->at, text, length) != 0)
        return false;
    d->at += length;
    return true;
}

/* A string between quotes of either kind, without escapes. */
static bool take_string(struct dictionary *d, char *string, size_t room) {
    skip_blanks(d);
    char quote = *d->at;
    if (quote != '\'' && quote != '"')
        return false;
    const char *end = strchr(d->at + 1, quote);
    if (!end || (size_t)(end - d->at) > room || memchr(d->at, '\\', (size_t)(end - d->at)))
        return false;
    size_t length = (size_t)(end - d->at) - 1;
    memcpy(string, d->at + 1, length);
    string[length] = 0;
    d->at = end + 1;
    return true;
}

/* Python 2 wrote some lengths as 384L. */
static bool take_length(struct dictionary *d, uint64_t *length) {
    skip_blanks(d);
    const char *digits = d->at;
    for (*length = 0; *d->at >= '0' && *d->at <= '9'; d->at++) {
        if (*length > (UINT64_MAX - 9) / 10)
            return false;
        *length = 10 * *length + (uint64_t)(*d->at - '0');
    }
    bool any = d->at > digits;
    if (any && *d->at == 'L')
        d->at++;
    return any;
}

/* A tuple: (), (5,), (5, 6), (5, 6,). */
static bool take_shape(struct array *array, struct dictionary *d) {
    static const char what[] = "its shape is not a tuple of lengths below 2^64";
    uint64_t length;
    if (!take(d, "("))
        return wrong_header(array, what);
    bool comma = true;
    for (; !take(d, ")"); d->lengths++) {
        if (!comma || !take_length(d, &length))
            return wrong_header(array, what);
        if (!array_add_length(array, length))
            return false;
        comma = take(d, ",");
    }
    return d->lengths != 1 || comma || wrong_header(array, what);
}

static bool take_member(struct array *array, struct dictionary *d) {
    char name[24];
    int key = 0;
    if (!take_string(d, name, sizeof name) || !take(d, ":"))
        return wrong_header(array, "it is not a dictionary");
    while (key < KEYS && strcmp(name, keys[key]) != 0)
        key++;
    if (key == KEYS || d->given[key])
        return wrong_header(array, key < KEYS ? "a key is there twice" : "it has an unknown key");
    d->given[key] = true;
    if (key == SHAPE)
        return take_shape(array, d);
    if (key == FORTRAN) {
        d->fortran = take(d, "True");
        return d->fortran || take(d, "False") ||
               wrong_header(array, "fortran_order is neither True nor False");
    }
    if (take(d, "["))
        return array_fail(array, "holds records, not numbers");
    return take_string(d, d->descr, sizeof d->descr) ||
           wrong_header(array, "descr is not a string that names a type");
}

static bool read_dictionary(struct array *array, struct dictionary *d) {
    bool open = take(d, "{"), comma = true;
    while (open && !take(d, "}")) {
        if (!comma)
            return wrong_header(array, "a comma is missing");
        if (!take_member(array, d))
            return false;
        comma = take(d, ",");
    }
    skip_blanks(d);
    if (!open || *d->at)
        return wrong_header(array, "it is not a dictionary");
    if (!d->given[DESCR] || !d->given[FORTRAN] || !d->given[SHAPE])
        return wrong_header(array, "descr, fortran_order or shape is missing");
    return d->lengths > 0 || array_fail(array, "holds a single number, no array");
}

/* "<f4": byte order, kind, size. */
static bool read_descr(struct array *array, const char *descr, struct array_words words) {
    static const struct {
        char kind;
        const char *holds;
    } others[] = {{'O', "objects"}, {'S', "strings"},  {'U', "strings"}, {'V', "records or void"},
                  {'a', "strings"}, {'b', "booleans"}, {'M', "dates"},   {'m', "times"}};
    const char *order = strchr("<>|=", *descr) ? descr : NULL;
    const char *code = descr + (order && *order);
    /* V2 is what ml_dtypes' bfloat16 becomes. */
    const bool known = text_lists("f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 c8 c16 V2", code);
    for (size_t k = 0; k < sizeof others / sizeof *others && !known; k++)
        if (*code == others[k].kind)
            return array_fail(array, "holds %s ('%s'), not numbers", others[k].holds, descr);
    bool bytes =
        known && order && ((code[1] == '1' && !code[2]) || (*code == 'V' && *order == '|'));
    if (!known || !order || (*order == '|' && !bytes))
        return array_fail(array,
                          "holds '%s', which isn't one of the types f2, f4, f8, i1, i2, i4, i8, "
                          "u1, u2, u4, u8, c8, c16 and V2 with a byte order",
                          descr);
    const bool big = *order == '>' || (*order == '=' && !least_byte_first());
    char *stored = text_format("'%s'", descr);
    bool good = array_choose_type(array, code, stored, words.type, NULL);
    free(stored);
    return good && array_choose_order(array, words.endian, bytes ? NULL : big ? "big" : "little");
}

static bool use_header(struct array *array, const char *text, struct array_words words) {
    struct dictionary d = {.at = text};
    if (!read_dictionary(array, &d) || !read_descr(array, d.descr, words))
        return false;
    array->complex = strchr(d.descr, 'c') != NULL;
    if (d.fortran && array->dimensions > 1)
        array->source->gathered = array->dimensions;
    return (!array->complex || array_add_length(array, 2)) &&
           array_check_bytes(array, input_size(array->source->input) - array->source->offset);
}

bool array_open_npy(struct array *array, struct array_words words) {
    unsigned char start[12] = "";
    const struct input *input = array->source->input;
    const uint64_t size = input_size(input);
    const size_t there = size < sizeof start ? (size_t)size : sizeof start;
    if (!array_take_fault(array, input_read(input, 0, start, there)))
        return false;
    if (memcmp(start, "\x93NUMPY", VERSION_AT) != 0)
        return array_fail(array, "not an .npy file: wrong magic");
    int version = start[VERSION_AT];
    if (version < 1 || version > 3 || start[VERSION_AT + 1] != 0)
        return array_fail(array, "npy version %d.%d is unknown", version, start[VERSION_AT + 1]);
    const unsigned width = version == 1 ? 2 : 4;
    const uint64_t length = integer_of_bytes(start + LENGTH_AT, width),
                   offset = array->source->offset = LENGTH_AT + width + length;
    if (there < LENGTH_AT + width || offset > size)
        return array_fail(array, "ends within its npy header");
    if (length > LONGEST)
        return array_fail(array, "a header of %llu bytes is too long for an array of numbers",
                          (unsigned long long)length);
    char *text = die_malloc(length + 1);
    text[length] = 0;
    bool good =
        array_take_fault(array, input_read(input, LENGTH_AT + width, text, (size_t)length)) &&
        (strlen(text) == length || wrong_header(array, "it has a NUL")) &&
        use_header(array, text, words);
    free(text);
    return good;
}
