/* SPDX-License-Identifier: MIT */
#include "board.h"

#include <assert.h>

void print(const char *text) {
    board_write(text);
}

void print_hex(uint64_t number) {
    char digits[17] = "";
    for (int k = 16; k-- > 0; number >>= 4)
        digits[k] = "0123456789abcdef"[number & 15];
    board_write(digits);
}

void print_decimal(uint64_t number) {
    char digits[21] = "", *first = digits + 20;
    do {
        *--first = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    board_write(first);
}

/* What assert calls, in newlib and in picolibc. Theirs would bring in printf and files. */
_Noreturn void __assert_func(const char *file, int line, const char *function,
                             const char *expression) {
    (void)line, (void)function;
    print(file);
    print(": false: ");
    print(expression);
    print("\n");
    board_exit(1);
}
