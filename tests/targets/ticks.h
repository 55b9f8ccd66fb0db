/* SPDX-License-Identifier: MIT */
/* The counter of a target: SysTick's ticks of an emulator that counts instructions, instructions on RISC-V, cycles of a
 * simulated AVR. Differences count, modulo TICKS_MODULUS. bench.sh turns ticks into instructions. */
#ifndef TICKS_H
#define TICKS_H

#include <stdint.h>

#if defined __AVR__
#include <avr/io.h>
#define TICKS_MASK 0xffffffffu

static inline void ticks_start(void) {
}

static inline uint32_t ticks(void) {
    GPIOR1 = 0; /* simavr.c keeps the count; these four reads return it */
    uint32_t count = GPIOR1;
    count |= (uint32_t)GPIOR1 << 8;
    count |= (uint32_t)GPIOR1 << 16;
    return count | (uint32_t)GPIOR1 << 24;
}
#elif defined __riscv
#define TICKS_MASK 0xffffffffu

static inline void ticks_start(void) {
}

static inline uint32_t ticks(void) {
    uint32_t count;
    __asm__ volatile(".option push\n\t.option arch, +zicsr\n\tcsrr %0, minstret\n\t.option pop"
                     : "=r"(count)::"memory");
    return count;
}
#else
#define TICKS_MASK 0xffffffu

enum { SYST_CSR, SYST_RVR, SYST_CVR };
#define SYSTICK ((volatile uint32_t *)0xe000e010)

static inline void ticks_start(void) {
    SYSTICK[SYST_RVR] = TICKS_MASK;
    SYSTICK[SYST_CVR] = 0;
    SYSTICK[SYST_CSR] = 5; /* on, by the processor's clock */
}

static inline uint32_t ticks(void) {
    return ~SYSTICK[SYST_CVR];
}
#endif

#endif
