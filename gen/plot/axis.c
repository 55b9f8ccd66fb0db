#include "plot/axis.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

long axis_place(const struct axis *axis, double value, long length) {
    double part = (value - axis->low) / (axis->high - axis->low);
    double inside = part < 0 ? 0 : part > 1 ? 1 : part;
    return (long)floor(inside * (double)length + 0.5);
}

void axis_span(struct axis *axis, double first, double last) {
    const double half = first < last ? 0 : 0.5;
    axis->low = first - half;
    axis->high = last + half;
}

double axis_power(int exponent) {
    double power = 1;
    for (int k = 0; k < abs(exponent); k++)
        power *= 10;
    return exponent < 0 ? 1 / power : power;
}

double axis_log2(double x) {
    int exponent;
    double rest = 2 * frexp(x, &exponent), log2 = exponent - 1;
    /* rest is in [1, 2). Its square is rest^2, whose exponent is the next bit of the logarithm. */
    double bit = 1;
    for (int k = 0; k < 23; k++) {
        rest *= rest;
        bit /= 2;
        if (rest >= 2) {
            rest /= 2;
            log2 += bit;
        }
    }
    return log2;
}

double axis_log10(double x) {
    return axis_log2(x) * 0.30102999566398120;
}

double axis_round_up(double x) {
    static const double digits[] = {1, 1.5, 2, 3, 5, 7.5};
    const size_t count = sizeof digits / sizeof *digits;
    for (int exponent = (int)floor(axis_log10(x)) - 1;; exponent++)
        for (size_t k = 0; k < count; k++)
            if (digits[k] * axis_power(exponent) >= x * (1 - 0x1p-40)) /* powers are rounded */
                return digits[k] * axis_power(exponent);
}

struct ticks axis_ticks(const struct axis *axis) {
    static const long digits[] = {1, 2, 5};
    const double span = axis->high - axis->low;
    const int least = axis->base || axis->whole ? 0 : (int)floor(axis_log10(span)) - 2;
    struct ticks ticks = {.exponent = least};
    for (int k = 0; k == 0 || span > ticks.step * axis->ticks; k++) {
        ticks.digit = digits[k % 3];
        ticks.exponent = least + k / 3;
        ticks.step = (double)ticks.digit * axis_power(ticks.exponent);
    }
    /* an end that is a tick may have been rounded */
    ticks.first = (long)ceil(axis->low / ticks.step - 0x1p-20);
    ticks.last = (long)floor(axis->high / ticks.step + 0x1p-20);
    return ticks;
}

/* number * 10^exponent, for a number > 0. */
static char *plain(long number, int exponent) {
    enum { ZEROS = 6, PLACES = 4 };
    if (exponent > ZEROS || exponent < -PLACES) {
        for (; number % 10 == 0; exponent++)
            number /= 10;
        char *digits = text_format("%ld", number);
        char *text = text_format("%c%s%se%d", digits[0], digits[1] ? "." : "", digits + 1,
                                 exponent + (int)strlen(digits) - 1);
        free(digits);
        return text;
    }
    if (exponent >= 0)
        return text_format("%ld%.*s", number, exponent, "000000");
    const long one = (long)axis_power(-exponent);
    return text_format("%ld.%0*ld", number / one, -exponent, number % one);
}

char *ticks_text(const struct ticks *ticks, long k) {
    long number = labs(k * ticks->digit);
    int exponent = ticks->exponent;
    for (; number > 0 && number % 10 == 0 && exponent < 0; exponent++)
        number /= 10;
    char *size = number ? plain(number, exponent) : text_format("0");
    char *text = text_format("%s%s", k < 0 ? "−" : "", size);
    free(size);
    return text;
}
