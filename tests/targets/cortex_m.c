/* SPDX-License-Identifier: MIT */
/* Start of a Cortex-M, without an operating system or a C library's start-up code. */
#include "board.h"

extern uint32_t data_start[], data_end[], bss_start[], bss_end[], stack_top[];
extern const uint32_t data_stored[];

_Noreturn void start(void);
static void fault(void);

/* Armv6-M and Armv7-M: the stack, reset, and the other system exceptions */
__attribute__((section(".first"), used)) static const struct {
    uint32_t *stack;
    void (*reset)(void);
    void (*exceptions[14])(void);
} vectors = {
    stack_top,
    start,
    {[0 ... 13] = fault},
};

void start(void) {
#ifdef __ARM_FP
    *(volatile uint32_t *)0xe000ed88 |= 0xfu << 20; /* CPACR: the FPU is off after reset */
    __asm__ volatile("dsb\n\tisb");
#endif
    const uint32_t *from = data_stored;
    for (uint32_t *to = data_start; to < data_end; to++)
        *to = *from++;
    for (uint32_t *to = bss_start; to < bss_end; to++)
        *to = 0;
    board_exit(main());
}

static void fault(void) {
    board_write("fault\n");
    board_exit(1);
}
