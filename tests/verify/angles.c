/* SPDX-License-Identifier: MIT */
/* A library for LD_PRELOAD: appends to the file that $ANGLES names how many angles MPFR has got the sine and the cosine
 * of. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpfr.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_ulong angles;

int mpfr_sin_cos(mpfr_t sine, mpfr_t cosine, const mpfr_t angle, mpfr_rnd_t rounding) {
    static int (*original)(mpfr_t, mpfr_t, const mpfr_t, mpfr_rnd_t);
    if (!original)
        *(void **)&original = dlsym(RTLD_NEXT, "mpfr_sin_cos");
    angles++;
    return original(sine, cosine, angle, rounding);
}

__attribute__((destructor)) static void tell(void) {
    const char *name = getenv("ANGLES");
    FILE *out = name ? fopen(name, "a") : NULL;
    if (!out)
        return;
    fprintf(out, "%lu\n", (unsigned long)angles);
    fclose(out);
}
