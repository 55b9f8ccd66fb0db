/* SPDX-License-Identifier: MIT */
/* Floating-point environments that no program asks for. A constructor, in a library for LD_PRELOAD or linked
 * in, sets the one that the variable FORCE names before main starts. probe.c sees what they do. */
#include <fenv.h>
#include <fpu_control.h>
#include <stdlib.h>
#include <string.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

__attribute__((constructor)) static void force(void) {
    const char *name = getenv("FORCE");
    if (!name)
        return;
    if (strstr(name, "nearest"))
        fesetround(FE_TONEAREST);
    if (strstr(name, "upward"))
        fesetround(FE_UPWARD);
    if (strstr(name, "downward"))
        fesetround(FE_DOWNWARD);
    if (strstr(name, "zero"))
        fesetround(FE_TOWARDZERO);
#ifdef __SSE__
    if (strstr(name, "flush"))
        _mm_setcsr(_mm_getcsr() | 0x8040); /* FTZ and DAZ */
#endif
#if defined __aarch64__ || (defined __arm__ && defined __ARM_FP)
    if (strstr(name, "flush")) {
        fpu_control_t control;
        _FPU_GETCW(control);
        control |= 1 << 24; /* FZ */
        _FPU_SETCW(control);
    }
#endif
#if defined __x86_64__ || defined __i386__
    if (strstr(name, "single")) {
        fpu_control_t control;
        _FPU_GETCW(control);
        control &= (fpu_control_t)~_FPU_EXTENDED; /* x87: significands of 24 bits */
        _FPU_SETCW(control);
    }
#endif
}
