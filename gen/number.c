#include "number.h"
#include "die.h"

#include <stdlib.h>
#include <string.h>

/* Decimal exponents beyond this are refused before they are raised: 10^9999 is done in
 * microseconds, and NUMBER_BITS allow no more than 10^1233 in the end. */
enum { EXPONENT_MAX = 9999, TEXT_MAX = 20000 };

static const char no_number[] = "is no number";
static const char zero_division[] = "divides by zero";
static const char out_of_range[] = "is too large or too small: over 4096 bits";

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

void number_walk(struct number *sum, const struct number *first, const struct number *step,
                 unsigned long long k) {
    mpq_t times;
    mpq_init(times);
    mpz_import(mpq_numref(times), 1, -1, sizeof k, 0, 0, &k);
    mpq_mul(sum->rational, step->rational, times);
    mpq_add(sum->rational, sum->rational, first->rational);
    mpq_mul(sum->pi, step->pi, times);
    mpq_add(sum->pi, sum->pi, first->pi);
    mpq_clear(times);
}

static size_t digits(const char *text) {
    size_t count = 0;
    while (text[count] >= '0' && text[count] <= '9')
        count++;
    return count;
}

static bool too_large(const mpq_t q) {
    return mpz_sizeinbase(mpq_numref(q), 2) > NUMBER_BITS ||
           mpz_sizeinbase(mpq_denref(q), 2) > NUMBER_BITS;
}

/* Decimals, and hexadecimals behind their 0x. */
struct notation {
    int radix;
    const char *digits, *marks; /* of the exponent */
    unsigned long scale;        /* what an exponent counts powers of */
    long each;                  /* such powers in a digit */
    long most;                  /* exponents beyond are refused before they are raised */
};
static const struct notation decimal = {10, "0123456789", "eE", 10, 1, EXPONENT_MAX};
static const struct notation hexadecimal = {16, "0123456789abcdefABCDEF", "pP", 2,
                                            4,  4L * EXPONENT_MAX};

/* Reads an exponent behind its mark, and moves *text behind it; false where there is none. */
static bool exponent_parse(long *exponent, long most, const char **text) {
    const char *at = *text;
    bool down = *at == '-';
    at += *at == '-' || *at == '+';
    size_t length = digits(at);
    *exponent = 0;
    for (size_t k = 0; k < length; k++, at++)
        if (*exponent <= most + TEXT_MAX * 4L)
            *exponent = 10 * *exponent + (*at - '0');
    if (down)
        *exponent = -*exponent;
    *text = at;
    return length > 0;
}

/* Reads [+-][0x]DIGITS[.DIGITS][eN] (one of the digit strings may be empty) from *text, which it moves
 * behind what it read: coefficient * scale^(N - each * fraction digits). */
static const char *plain_parse(mpq_t q, const char **text) {
    const char *at = *text;
    bool negative = *at == '-';
    at += *at == '-' || *at == '+';
    bool hex = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
    const struct notation *notation = hex ? &hexadecimal : &decimal;
    at += hex ? 2 : 0;

    size_t whole = strspn(at, notation->digits);
    const char *fraction = at + whole + (at[whole] == '.');
    size_t places = at[whole] == '.' ? strspn(fraction, notation->digits) : 0;
    if (whole + places == 0)
        return no_number;
    char *coefficient = die_sprintf("%.*s%.*s", (int)whole, at, (int)places, fraction);
    mpz_set_str(mpq_numref(q), coefficient, notation->radix);
    mpz_set_ui(mpq_denref(q), 1);
    free(coefficient);
    if (negative)
        mpz_neg(mpq_numref(q), mpq_numref(q));
    at = fraction + places;

    long exponent = 0;
    if (*at && strchr(notation->marks, *at)) {
        at++;
        if (!exponent_parse(&exponent, notation->most, &at))
            return no_number;
    }
    *text = at;
    exponent -= notation->each * (long)places;
    if (mpq_sgn(q) == 0 || exponent == 0)
        return NULL;
    if (labs(exponent) > notation->most)
        return out_of_range;

    mpz_t power;
    mpz_init(power);
    mpz_ui_pow_ui(power, notation->scale, (unsigned long)labs(exponent));
    if (exponent > 0)
        mpz_mul(mpq_numref(q), mpq_numref(q), power);
    else
        mpz_set(mpq_denref(q), power);
    mpz_clear(power);
    mpq_canonicalize(q);
    return NULL;
}

/* q = q / DECIMAL, read from behind a '/'. */
static const char *divisor_parse(mpq_t q, const char **text) {
    mpq_t divisor;
    mpq_init(divisor);
    const char *wrong = plain_parse(divisor, text);
    if (!wrong && mpq_sgn(divisor) == 0)
        wrong = zero_division;
    if (!wrong)
        mpq_div(q, q, divisor);
    mpq_clear(divisor);
    return wrong;
}

static const char *ratio_parse(mpq_t q, const char **text) {
    const char *wrong = plain_parse(q, text);
    if (!wrong && **text == '/') {
        ++*text;
        wrong = divisor_parse(q, text);
    }
    return wrong;
}

const char *rational_parse(mpq_t q, const char *text) {
    if (strlen(text) > TEXT_MAX)
        return out_of_range;
    const char *wrong = ratio_parse(q, &text);
    if (wrong)
        return wrong;
    return *text ? no_number : too_large(q) ? out_of_range : NULL;
}

const char *number_parse(struct number *x, const char *text) {
    const char *pi = strstr(text, "pi");
    mpq_set_ui(x->rational, 0, 1);
    mpq_set_ui(x->pi, 0, 1);
    if (!pi)
        return rational_parse(x->rational, text);
    if (strlen(text) > TEXT_MAX)
        return out_of_range;

    const char *wrong = NULL;
    if (pi == text || (pi == text + 1 && strchr("+-", *text))) {
        mpq_set_si(x->pi, *text == '-' ? -1 : 1, 1);
        text = pi;
    } else {
        wrong = ratio_parse(x->pi, &text);
    }
    if (!wrong && text != pi)
        wrong = no_number;
    text = pi + 2;
    if (!wrong && *text == '/') {
        text++;
        wrong = divisor_parse(x->pi, &text);
    }
    if (wrong)
        return wrong;
    return *text ? no_number : too_large(x->pi) ? out_of_range : NULL;
}

bool number_fits(const struct number *x) {
    return !too_large(x->rational) && !too_large(x->pi);
}

/* An integer's text, in exponent form from 20 digits on where that is shorter. */
static char *integer_text(const mpz_t z) {
    char *text = die_malloc(mpz_sizeinbase(z, 10) + 2 + sizeof "e99999");
    mpz_get_str(text, 10, z);
    size_t length = strlen(text), zeros = 0;
    while (zeros + 1 < length && text[length - 1 - zeros] == '0')
        zeros++;
    if (length >= 20 && zeros > 4) {
        char *shorter = die_sprintf("%.*se%zu", (int)(length - zeros), text, zeros);
        free(text);
        return shorter;
    }
    return text;
}

/* The least p with 10^p * q an integer, or -1 where there is none up to a readable 30. */
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
    int places = decimal_places(q);
    if (places == 0)
        return integer_text(mpq_numref(q));
    if (places < 0) {
        char *over = integer_text(mpq_numref(q)), *under = integer_text(mpq_denref(q));
        char *text = die_sprintf("%s/%s", over, under);
        free(over);
        free(under);
        return text;
    }

    /* |q| * 10^places, with zeros in front so that there is a digit before the point */
    mpz_t scaled;
    mpz_init(scaled);
    mpz_ui_pow_ui(scaled, 10, (unsigned long)places);
    mpz_mul(scaled, scaled, mpq_numref(q));
    mpz_divexact(scaled, scaled, mpq_denref(q));
    mpz_abs(scaled, scaled);
    char *all = mpz_get_str(NULL, 10, scaled);
    mpz_clear(scaled);
    int length = (int)strlen(all), whole = length > places ? length - places : 0;
    char *text = die_sprintf("%s%.*s%s.%.*d%s", mpq_sgn(q) < 0 ? "-" : "", whole, all,
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
    char *text = die_sprintf("%spi%s%s", times, whole ? "" : "/", whole ? "" : under);
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
    char *text = die_sprintf("%s%s%s", rational, *pi == '-' ? "" : "+", pi);
    free(rational);
    free(pi);
    return text;
}
