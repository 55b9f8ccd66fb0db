#include "board.h"

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
