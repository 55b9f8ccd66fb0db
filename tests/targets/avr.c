/* SPDX-License-Identifier: MIT */
/* An AVR in simavr.c. Start and .data are avr-libc's. */
#include "board.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

void board_write(const char *text) {
    while (*text)
        GPIOR0 = (uint8_t)*text++;
}

void board_exit(int status) {
    GPIOR2 = (uint8_t)status;
    cli();
    sleep_enable();
    for (;;)
        sleep_cpu();
}

/* avr-libc calls exit() with what main() returned. */
void exit(int status);
void exit(int status) {
    board_exit(status);
}

/* gcc's sanitizer calls it, if it has the option to trap. */
void abort(void);
void abort(void) {
    board_exit(134);
}
