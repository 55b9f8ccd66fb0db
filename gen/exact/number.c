/* SPDX-License-Identifier: MIT */
#include "exact/number.h"
#include "base/integer.h"
#include "exact/expression.h"

#include <stdlib.h>
#include <string.h>

/* The greatest common divisor; that of x and 0 is x. */
static uint64_t greatest_divisor(uint64_t x, uint64_t y) {
    while (y > 0) {
        uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}

/* Appends the digits at `at` to *x. Returns where they end, or `at` itself if there are none or too many. */
static const char *digits(const char *at, uint64_t *x) {
    const uint64_t most = UINT64_C(100000000000000000); /* ten times that, plus 9, fits */
    const char *begin = at;
    for (; *at >= '0' && *at <= '9'; at++) {
        if (*x >= most)
            return begin;
        *x = 10 * *x + (uint64_t)(*at - '0');
    }
    return at;
}

/* Parses the text after an integer: nothing, or a point or a slash with digits. */
static bool parse_rest(const char *at, uint64_t *over, uint64_t *under) {
    *under = 1;
    if (!*at)
        return true;
    char mark = *at++;
    const char *last = at;
    if (mark == '/') {
        *under = 0;
        last = digits(at, under);
    } else if (mark == '.') {
        last = digits(at, over);
        for (const char *digit = at; digit < last && digit - at < 19; digit++)
            *under *= 10;
    }
    return *at && !*last && last - at < 19 && *under > 0;
}

bool ratio_parse(struct ratio *ratio, const char *text) {
    const bool negative = *text == '-';
    uint64_t over = 0, under;
    text += negative;
    const char *rest = digits(text, &over);
    if (rest == text || !parse_rest(rest, &over, &under))
        return false;
    uint64_t divisor = under > 1 ? greatest_divisor(over, under) : 1;
    over /= divisor;
    under /= divisor;
    if (over > RATIO_MOST || under > RATIO_MOST)
        return false;
    *ratio = (struct ratio){negative ? -(int32_t)over : (int32_t)over, (int32_t)under};
    return true;
}

/* Takes the comment off a line, and the blanks around what is left. Returns the comment, and its length. */
static const char *split_comment(struct text_line *line, size_t *length) {
    const char *end = line->text + line->length, *mark = memchr(line->text, '#', line->length),
               *comment = mark ? mark : end;
    *length = (size_t)(end - comment);
    line->length = (size_t)(comment - line->text);
    line->text = text_trim(line->text, &line->length);
    return comment;
}

size_t number_lines_count(const struct text *file) {
    size_t count = 0, length;
    for (struct text_line line = text_file_lines(file->bytes, file->used); text_next_line(&line);) {
        split_comment(&line, &length);
        count += line.length > 0;
    }
    return count;
}

/* Why the line isn't text, or NULL. */
static char *line_wrong(const struct text_line *line, const char *comment, size_t length) {
    if (memchr(line->text, 0, line->length) || memchr(comment, 0, length))
        return text_format("a byte 0 is not text");
    if (memchr(comment, '\r', length))
        return text_format("a carriage return in a comment hides what follows it");
    return NULL;
}

struct fault *number_lines_read(const char *path, struct text *content, size_t most,
                                number_line_reader *reader, void *context) {
    struct fault *fault = NULL;
    char *bytes = text_string(content);
    struct text_line line = text_file_lines(bytes, content->used);
    for (size_t read = 0; !fault && text_next_line(&line);) {
        size_t length;
        const char *comment = split_comment(&line, &length);
        const bool blank = line.length == 0;
        if (!blank && read++ == most)
            break;
        char *wrong = line_wrong(&line, comment, length);
        if (!wrong && !blank) {
            char *text = bytes + (line.text - bytes);
            text[line.length] = 0;
            wrong = reader(context, text);
        }
        if (wrong)
            fault = fault_in_file(path, line.number, wrong);
    }
    text_free(content);
    return fault;
}

static char *read_number(void *context, char *line) {
    struct number_list *list = context;
    list->value = die_grow(list->value, list->count, sizeof *list->value);
    mpq_ptr value = list->value[list->count++];
    mpq_init(value);
    const char *what = rational_parse(value, line);
    if (!what && mpq_sgn(value) < (list->zero ? 0 : 1))
        what = list->zero ? "is below 0" : "is not above 0";
    return what ? text_format("'%.60s' %s", line, what) : NULL;
}

struct fault *number_list_read(struct number_list *list, const char *path, struct text *content,
                               size_t most, bool zero) {
    list->zero = zero;
    return number_lines_read(path, content, most, read_number, list);
}

void number_list_free(struct number_list *list) {
    for (size_t k = 0; k < list->count; k++)
        mpq_clear(list->value[k]);
    free(list->value);
    *list = (struct number_list){.value = NULL};
}

static void *allocate(size_t size) {
    return die_malloc(size);
}

static void *reallocate(void *old, size_t old_size, size_t size) {
    (void)old_size;
    return die_realloc(old, size);
}

static void release(void *memory, size_t size) {
    (void)size;
    free(memory);
}

void number_start(void) {
    mp_set_memory_functions(allocate, reallocate, release);
}

void number_init(struct number *x) {
    mpq_init(x->rational);
    mpq_init(x->pi);
}

void number_clear(struct number *x) {
    mpq_clear(x->rational);
    mpq_clear(x->pi);
}

void number_set(struct number *x, const struct number *value) {
    mpq_set(x->rational, value->rational);
    mpq_set(x->pi, value->pi);
}

void number_set_zero(struct number *x) {
    mpq_set_ui(x->rational, 0, 1);
    mpq_set_ui(x->pi, 0, 1);
}

void number_subtract(struct number *difference, const struct number *x, const struct number *y) {
    mpq_sub(difference->rational, x->rational, y->rational);
    mpq_sub(difference->pi, x->pi, y->pi);
}

bool ratio_of(struct ratio *ratio, const struct number *x) {
    mpz_srcptr over = mpq_numref(x->rational), under = mpq_denref(x->rational);
    if (mpq_sgn(x->pi) != 0 || mpz_cmpabs_ui(over, RATIO_MOST) > 0 ||
        mpz_cmp_ui(under, RATIO_MOST) > 0)
        return false;
    *ratio = (struct ratio){(int32_t)integer_get(over), (int32_t)integer_get(under)};
    return true;
}

/* Products and sums of rationals are slow, and most numbers have a part that is 0. */
static void walk(mpq_t sum, const mpq_t first, const mpq_t step, const mpq_t times) {
    if (mpq_sgn(step) == 0) {
        mpq_set(sum, first);
        return;
    }
    mpq_mul(sum, step, times);
    if (mpq_sgn(first) != 0)
        mpq_add(sum, sum, first);
}

void number_walk(struct number *sum, const struct number *first, const struct number *step,
                 unsigned long long k) {
    mpq_t times;
    mpq_init(times);
    integer_set_unsigned(mpq_numref(times), k);
    walk(sum->rational, first->rational, step->rational, times);
    walk(sum->pi, first->pi, step->pi, times);
    mpq_clear(times);
}

/* Bits of the longer of numerator and denominator. */
static size_t height(const mpq_t q) {
    size_t over = mpz_sizeinbase(mpq_numref(q), 2), under = mpz_sizeinbase(mpq_denref(q), 2);
    return over > under ? over : under;
}

bool number_fits(const struct number *x) {
    return height(x->rational) <= NUMBER_BITS && height(x->pi) <= NUMBER_BITS;
}

/* Euclid's algorithm on the logarithms, a/b^k in place of a - k*b; the convergents of its continued fraction end with
 * the quotient. If x and y are powers of one number g, all remainders are lower powers of g, so their numerators and
 * denominators aren't longer than those of x and y. A longer one proves that there is no such g. */
bool rational_logarithm(mpq_t quotient, mpq_srcptr x, mpq_srcptr y) {
    size_t most = height(x) > height(y) ? height(x) : height(y);
    mpq_t a, b, before; /* `quotient` and `before` as vectors: a sum of fractions isn't reduced */
    mpz_ptr over = mpq_numref(quotient), under = mpq_denref(quotient);
    mpq_inits(a, b, before, (mpq_ptr)NULL);
    mpq_set(a, x);
    mpq_set(b, y);
    mpz_set_ui(mpq_denref(before), 1);
    mpz_set_ui(over, 1);
    mpz_set_ui(under, 0);
    bool rational = true;
    while (rational && mpq_cmp_ui(b, 1, 1) != 0) {
        for (; rational && mpq_cmp(a, b) >= 0; rational = height(a) <= most) {
            mpq_div(a, a, b);
            mpz_add(mpq_numref(before), mpq_numref(before), over);
            mpz_add(mpq_denref(before), mpq_denref(before), under);
        }
        mpq_swap(a, b);
        mpz_swap(mpq_numref(before), over);
        mpz_swap(mpq_denref(before), under);
    }
    if (!rational)
        mpq_set_ui(quotient, 0, 1);
    mpq_clears(a, b, before, (mpq_ptr)NULL);
    return rational;
}

/* The text of an integer. From 20 digits on it has an exponent if that is shorter. */
static char *integer_text(const mpz_t z) {
    char *text = die_malloc(mpz_sizeinbase(z, 10) + 2 + sizeof "e99999");
    mpz_get_str(text, 10, z);
    size_t length = strlen(text), zeros = 0;
    while (zeros + 1 < length && text[length - 1 - zeros] == '0')
        zeros++;
    if (length >= 20 && zeros > 4) {
        char *shorter = text_format("%.*se%zu", (int)(length - zeros), text, zeros);
        free(text);
        return shorter;
    }
    return text;
}

/* The least p for which 10^p * q is an integer; -1 if it is above 30, since nobody reads more places. */
static int decimal_places(const mpq_t q) {
    mpz_t power;
    mpz_init_set_ui(power, 1);
    int places = 0;
    for (; places <= 30; places++) {
        if (mpz_divisible_p(power, mpq_denref(q)))
            break;
        mpz_mul_ui(power, power, 10);
    }
    mpz_clear(power);
    return places <= 30 ? places : -1;
}

char *rational_text(const mpq_t q) {
    enum {
        PLACES_FEW = 6
    }; /* of more, such as those of 1/16384, the fraction may be the shorter text */
    const int places = decimal_places(q);
    if (places == 0)
        return integer_text(mpq_numref(q));
    const size_t size = mpz_sizeinbase(mpq_numref(q), 10) + mpz_sizeinbase(mpq_denref(q), 10);
    if (places < 0 || (places > PLACES_FEW && size < (size_t)places)) {
        char *over = integer_text(mpq_numref(q)), *under = integer_text(mpq_denref(q));
        char *text = text_format("%s/%s", over, under);
        free(over);
        free(under);
        return text;
    }

    /* |q| * 10^places, with zeros in front so that there is a digit before the point */
    mpz_t scaled;
    mpz_init(scaled);
    integer_power(scaled, 10, (unsigned)places);
    mpz_mul(scaled, scaled, mpq_numref(q));
    mpz_divexact(scaled, scaled, mpq_denref(q));
    mpz_abs(scaled, scaled);
    char *all = mpz_get_str(NULL, 10, scaled);
    mpz_clear(scaled);
    int length = (int)strlen(all), whole = length > places ? length - places : 0;
    char *text = text_format("%s%.*s%s.%.*d%s", mpq_sgn(q) < 0 ? "-" : "", whole, all,
                             whole ? "" : "0", whole ? 0 : places - length, 0, all + whole);
    free(all);
    return text;
}

/* "2pi/25" for 2/25 */
static char *pi_text(const mpq_t q) {
    char *over = integer_text(mpq_numref(q)), *under = integer_text(mpq_denref(q));
    const char *times = over;
    if (strcmp(over, "1") == 0)
        times = "";
    else if (strcmp(over, "-1") == 0)
        times = "-";
    bool whole = strcmp(under, "1") == 0;
    char *text = text_format("%spi%s%s", times, whole ? "" : "/", whole ? "" : under);
    free(over);
    free(under);
    return text;
}

char *number_text(const struct number *x) {
    if (mpq_sgn(x->pi) == 0)
        return rational_text(x->rational);
    if (mpq_sgn(x->rational) == 0)
        return pi_text(x->pi);
    char *rational = rational_text(x->rational), *pi = pi_text(x->pi);
    char *text = text_format("%s%s%s", rational, *pi == '-' ? "" : "+", pi);
    free(rational);
    free(pi);
    return text;
}
