/* SPDX-License-Identifier: MIT */
/* What one row costs: a firmware that makes ROWS rows of 64 entries in one of these ways, and prints what they cost
 * in ticks, and the rows. It is compiled with -D FORM_... and ELEMENT, the type of an entry.
 *
 *     FORM_table       copies a row of the table in table.h
 *     FORM_usual       the usual firmware: powf, sinf and cosf for each pair
 *     FORM_stored      the best that a careful one does: sinf and cosf, of stored frequencies
 *     FORM_recurrence  turns the row before by one step
 *     FORM_nothing     what the firmware takes without any of them
 */
#include "board.h"
#include "ticks.h"
#include <math.h>
#include <stddef.h>

#ifdef __AVR__
#include <avr/pgmspace.h>
#else
#define PROGMEM
#define pgm_read_float(place) (*(place))
#endif

enum { COLUMNS = 64, LOOP = 30000 };

#ifdef FORM_table
#include "table.h"
#define make_row t_copy
#endif

#ifdef FORM_usual
static void make_row(size_t row, float *out) {
    float position = (float)row;
    for (int i = 0; i < COLUMNS; i += 2) {
        float angle = position / powf(10000.0f, (float)i / COLUMNS);
        out[i] = sinf(angle);
        out[i + 1] = cosf(angle);
    }
}
#endif

#ifdef FORM_stored
static const float frequencies[COLUMNS / 2] PROGMEM = {
#include "frequencies.h"
};

static void make_row(size_t row, float *out) {
    float position = (float)row;
    for (int i = 0; i < COLUMNS; i += 2) {
        float angle = position * pgm_read_float(&frequencies[i / 2]);
        out[i] = sinf(angle);
        out[i + 1] = cosf(angle);
    }
}
#endif

#ifdef FORM_recurrence
/* sine and cosine of each pair's frequency */
static const float steps[COLUMNS] PROGMEM = {
#include "steps.h"
};

/* out holds the row before. */
static void make_row(size_t row, float *out) {
    for (int i = 0; i < COLUMNS; i += 2) {
        float sine = out[i], cosine = out[i + 1];
        float x = pgm_read_float(&steps[i]), y = pgm_read_float(&steps[i + 1]);
        out[i] = row == 0 ? 0 : sine * y + cosine * x;
        out[i + 1] = row == 0 ? 1 : cosine * y - sine * x;
    }
}
#endif

#ifdef FORM_nothing
static void make_row(size_t row, ELEMENT *out) {
    (void)row, (void)out;
}
#endif

/* Takes LOOP instructions, or cycles of an AVR. */
static void loop(void) {
#ifdef __AVR__
    uint16_t times = LOOP / 5; /* 2 + 1 + 2 cycles */
    __asm__ volatile("1: sbiw %0, 1\n\tnop\n\tbrne 1b" : "+w"(times));
#elif defined __riscv
    uint32_t times = LOOP / 3;
    __asm__ volatile("1: addi %0, %0, -1\n\tnop\n\tbnez %0, 1b" : "+r"(times));
#else
    uint32_t times = LOOP / 3;
    __asm__ volatile(".syntax unified\n1: subs %0, #1\n\tnop\n\tbne 1b" : "+l"(times)::"cc");
#endif
}

static void nothing(void) {
}

/* The ticks of an action. The compiler knows nothing about it, so it can neither omit it nor move it. */
static uint32_t cost(void (*volatile action)(void)) {
    void (*now)(void) = action;
    uint32_t before = ticks();
    now();
    return (ticks() - before) & TICKS_MASK;
}

static struct {
    size_t row;
    ELEMENT entries[COLUMNS];
} made;

static void make(void) {
    make_row(made.row, made.entries);
}

static void print_number(const char *name, uint64_t number) {
    print(name);
    print_hex(number);
    print("\n");
}

static void print_row(void) {
    const unsigned char *bytes = (const unsigned char *)made.entries;
    char digits[2 * sizeof made.entries + 2];
    for (size_t k = 0; k < sizeof made.entries; k++) {
        digits[2 * k] = "0123456789ABCDEF"[bytes[k] >> 4];
        digits[2 * k + 1] = "0123456789ABCDEF"[bytes[k] & 15];
    }
    digits[2 * sizeof made.entries] = '\n';
    digits[2 * sizeof made.entries + 1] = 0;
    print(digits);
}

int main(void) {
    ticks_start();
    print_number("nothing ", cost(nothing));
    print_number("loop ", cost(loop));
    uint64_t sum = 0;
    for (made.row = 0; made.row < ROWS; made.row++) {
        sum += cost(make);
        print_row();
    }
    print_number("rows ", sum);
    return 0;
}
