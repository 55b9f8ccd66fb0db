/* Numbers and ranges in the values of options. These functions die if a value is wrong. */
#ifndef POSENC_RANGE_H
#define POSENC_RANGE_H

#include <stdint.h>

/* The whole number that is the value of an option; one beyond CHOICE_ENTRIES becomes a number beyond it. */
uint64_t range_number(const char *option, const char *text);

/* The same within [least, most]. */
uint64_t range_number_within(const char *option, const char *text, uint64_t least, uint64_t most);

/* "A:B" with 0 <= A < B <= count: [begin, end). */
struct range {
    uint64_t begin, end;
};
struct range range_read(const char *option, const char *text, uint64_t count);

#endif
