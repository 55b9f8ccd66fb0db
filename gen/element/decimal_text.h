/* Digits as text: "0.00012345678", "1.2345678", "123.0", "1.2345678e-05". Part of decimal.c.
 *
 * These functions are in a header to be inlined, with constants for the number of digits: that makes them a third
 * faster. They may write up to DECIMAL_MAX bytes whatever the length that they return, and no NUL. */
#ifndef POSENC_DECIMAL_TEXT_H
#define POSENC_DECIMAL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define INLINE inline __attribute__((always_inline))

/* How many digits a number has: one and `groups` of eight. */
struct digits {
    unsigned groups;
    uint64_t least; /* 10^(8 * groups), the least number of so many digits */
};

static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                            "25262728293031323334353637383940414243444546474849"
                            "50515253545556575859606162636465666768697071727374"
                            "75767778798081828384858687888990919293949596979899";

/* Splits 100 * *rest at its point, which is 57 bits up: writes the two digits before the point, and keeps what is
 * after it. */
static inline void put_pair(uint64_t *rest, char *text) {
    uint64_t hundredfold = *rest * 100;
    memcpy(text, pairs + (hundredfold >> 57) * 2, 2);
    *rest = hundredfold % (UINT64_C(1) << 57);
}

/* Writes a number below 10^9 as nine digits. The factor is at most 2^57 / 10^8 + 0.25, so number / 10^8 comes out
 * too large by less than 10^9 * 0.25 / 2^57 < 10^-8. That changes none of its eight digits after the point. */
static inline void put_nine(uint32_t number, char *text) {
    uint64_t ones = number * UINT64_C(1441151881), rest = ones % (UINT64_C(1) << 57);
    text[0] = (char)('0' + (ones >> 57));
    put_pair(&rest, text + 1);
    put_pair(&rest, text + 3);
    put_pair(&rest, text + 5);
    put_pair(&rest, text + 7);
}

/* Writes all digits of a number above 0, and returns how many there are up to the last that is not 0. `zeros` is a
 * lower bound of the number of zeros at the end; it is negative if no bound is known. */
static INLINE size_t put_digits(const struct digits *digits, uint64_t number, int zeros,
                                char *text) {
    if (zeros < 0)
        zeros = number % 10 == 0; /* one number in ten, so a branch would be mispredicted */
    size_t last = 8 * (size_t)digits->groups - (size_t)zeros;
    if (digits->groups == 2) /* the leading 0 is overwritten */
        put_nine((uint32_t)(number % 100000000), text + 8);
    put_nine((uint32_t)(digits->groups == 2 ? number / 100000000 : number), text);
    while (text[last] == '0')
        last--;
    return last + 1;
}

/* Writes d.ddd... * 10^power, for the number dddd..., and returns the length of the text. It has an exponent, or its
 * point is among the digits: power is not -4 to -1. The number may have been rounded up to 10 * least. */
static size_t put(const struct digits *digits, bool negative, uint64_t number, int zeros, int power,
                  char *text) {
    if (number == 10 * digits->least) {
        number = digits->least;
        zeros = -1;
        power++;
    }
    text += negative;
    bool fixed = power >= 0 && power <= 8 * (int)digits->groups;
    size_t whole = fixed ? (size_t)power + 1 : 1;
    size_t length = put_digits(digits, number, zeros, text + 1) + 1;
    memmove(text, text + 1, whole);
    text[whole] = '.';
    if (fixed) {
        if (length <= whole + 1) {
            text[whole + 1] = '0';
            length = whole + 2;
        }
    } else {
        unsigned size = (unsigned)(power < 0 ? -power : power);
        length -= length == 2;
        text[length++] = 'e';
        text[length++] = power < 0 ? '-' : '+';
        if (size >= 100)
            text[length++] = (char)('0' + size / 100);
        memcpy(text + length, pairs + (size_t)(size % 100) * 2, 2);
        length += 2;
    }
    return negative + length;
}

/* The same for any power. A number of 10 * least must not have a power of -5 to -1. */
static INLINE size_t put_number(const struct digits *digits, bool negative, uint64_t number,
                                int zeros, int power, char *text) {
    text[0] = '-';
    if (power < -4 || power >= 0)
        return put(digits, negative, number, zeros, power, text);
    static const char start[8] = {'0', '.', '0', '0', '0', '0', '0', '0'};
    size_t before = (size_t)(1 - power); /* 0.000ddd to 0.ddd */
    text += negative;
    memcpy(text, start, sizeof start);
    return negative + before + put_digits(digits, number, zeros, text + before);
}

static size_t put_zero(bool negative, char *text) {
    static const char zero[4] = {'-', '0', '.', '0'};
    memcpy(text, zero + !negative, sizeof zero - !negative);
    return sizeof zero - !negative;
}

#endif
