/* Numbers and ranges in the values of options. These functions die if a value is wrong. */
#ifndef POSENC_SHOW_H
#define POSENC_SHOW_H

#include <stdint.h>

/* The whole number that is the value of an option; one beyond CHOICE_ENTRIES becomes a number beyond it. */
uint64_t range_number(const char *option, const char *text);

/* "A:B" with 0 <= A < B <= count: [begin, end). */
struct range {
    uint64_t begin, end;
};
struct range range_read(const char *option, const char *text, uint64_t count);

#endif
