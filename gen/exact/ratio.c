#include "exact/ratio.h"

uint64_t greatest_divisor(uint64_t x, uint64_t y) {
    while (y > 0) {
        uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}

/* Appends the digits at `at` to *x. Returns where they end; `at` itself if there are none, or too many. */
static const char *digits(const char *at, const char *end, uint64_t *x) {
    const uint64_t most = UINT64_C(100000000000000000); /* ten times that, plus 9, fits */
    const char *begin = at;
    for (; at < end && *at >= '0' && *at <= '9'; at++) {
        if (*x >= most)
            return begin;
        *x = 10 * *x + (uint64_t)(*at - '0');
    }
    return at;
}

/* The text after an integer: nothing, or a point or a slash with digits. */
static bool parse_rest(const char *at, const char *end, uint64_t *over, uint64_t *under) {
    *under = 1;
    if (at == end)
        return true;
    char mark = *at++;
    const char *last = at;
    if (mark == '/') {
        *under = 0;
        last = digits(at, end, under);
    } else if (mark == '.') {
        last = digits(at, end, over);
        for (const char *digit = at; digit < last && digit - at < 19; digit++)
            *under *= 10;
    }
    return at < end && last == end && last - at < 19 && *under > 0;
}

bool ratio_parse(struct ratio *ratio, const char *text, size_t length) {
    const char *at = text, *end = text + length;
    bool negative = at < end && *at == '-';
    at += negative;
    uint64_t over = 0, under;
    const char *rest = digits(at, end, &over);
    if (rest == at || !parse_rest(rest, end, &over, &under))
        return false;
    uint64_t divisor = under > 1 ? greatest_divisor(over, under) : 1;
    over /= divisor;
    under /= divisor;
    if (over > RATIO_MOST || under > RATIO_MOST)
        return false;
    *ratio = (struct ratio){negative ? -(int32_t)over : (int32_t)over, (int32_t)under};
    return true;
}
