/* SPDX-License-Identifier: MIT */
/* What a firmware needs of the board that it runs on: a place to write to, and an end. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

/* Start-up code calls it, with .data and .bss in place. It returns the status that the emulator exits with. */
int main(void);

_Noreturn void board_exit(int status);
void board_write(const char *text);

/* print.c, on top of these two */
void print(const char *text);
void print_hex(uint64_t number); /* 16 digits */
void print_decimal(uint64_t number);

#endif
