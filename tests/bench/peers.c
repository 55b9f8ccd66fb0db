/* SPDX-License-Identifier: MIT */
/* What usual C programs do for the same floats: `peers mpfr|libm|arb ROWS COLUMNS` computes the table with base 10000 a
 * row at a time and keeps nothing. Frequencies are computed once. None of these is correctly rounded: each rounds the
 * angle first. */
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef WITH_ARB /* FLINT 3 has it as <flint/arb.h>; before, it was a library with a header of its \
                   own */
#if __has_include(<flint/arb.h>)
#include <flint/arb.h>
#else
#include <arb.h>
#endif
#endif

enum { BITS = 64 }; /* of MPFR's and Arb's angles and results */

static volatile float sink; /* else a compiler may leave rows out */

static void *allocate(size_t count, size_t size) {
    void *block = calloc(count, size);
    if (!block) {
        fputs("peers: out of memory\n", stderr);
        exit(1);
    }
    return block;
}

static void keep(const float row[], unsigned long columns) {
    for (unsigned long j = 0; j < columns; j += 16)
        sink = row[j];
}

static void libm_table(unsigned long rows, unsigned long columns, float row[]) {
    double *w = allocate(columns / 2, sizeof *w);
    for (unsigned long i = 0; i < columns / 2; i++)
        w[i] = pow(10000, -2.0 * (double)i / (double)columns);
    for (unsigned long r = 0; r < rows; r++) {
        for (unsigned long i = 0; i < columns / 2; i++) {
            double angle = (double)r * w[i];
            row[2 * i] = (float)sin(angle);
            row[2 * i + 1] = (float)cos(angle);
        }
        keep(row, columns);
    }
    free(w);
}

static void mpfr_table(unsigned long rows, unsigned long columns, float row[]) {
    mpfr_t *w = allocate(columns / 2, sizeof *w), x, s, c;
    mpfr_inits2(BITS, x, s, c, (mpfr_ptr)NULL);
    for (unsigned long i = 0; i < columns / 2; i++) {
        mpfr_init2(w[i], BITS);
        mpfr_set_d(x, -2.0 * (double)i, MPFR_RNDN);
        mpfr_div_ui(x, x, columns, MPFR_RNDN);
        mpfr_ui_pow(w[i], 10000, x, MPFR_RNDN);
    }
    for (unsigned long r = 0; r < rows; r++) {
        for (unsigned long i = 0; i < columns / 2; i++) {
            mpfr_mul_ui(x, w[i], r, MPFR_RNDN);
            mpfr_sin(s, x, MPFR_RNDN);
            mpfr_cos(c, x, MPFR_RNDN);
            row[2 * i] = mpfr_get_flt(s, MPFR_RNDN);
            row[2 * i + 1] = mpfr_get_flt(c, MPFR_RNDN);
        }
        keep(row, columns);
    }
    for (unsigned long i = 0; i < columns / 2; i++)
        mpfr_clear(w[i]);
    mpfr_clears(x, s, c, (mpfr_ptr)NULL);
    free(w);
}

#ifdef WITH_ARB
static void arb_table(unsigned long rows, unsigned long columns, float row[]) {
    arb_ptr w = _arb_vec_init((slong)(columns / 2));
    arb_t x, s, c;
    arb_init(x), arb_init(s), arb_init(c);
    for (unsigned long i = 0; i < columns / 2; i++) {
        arb_set_ui(s, 10000);
        arb_set_si(x, -2 * (slong)i);
        arb_div_ui(x, x, columns, BITS);
        arb_pow(w + i, s, x, BITS);
    }
    for (unsigned long r = 0; r < rows; r++) {
        for (unsigned long i = 0; i < columns / 2; i++) {
            arb_mul_ui(x, w + i, r, BITS);
            arb_sin_cos(s, c, x, BITS);
            row[2 * i] = (float)arf_get_d(arb_midref(s), ARF_RND_NEAR);
            row[2 * i + 1] = (float)arf_get_d(arb_midref(c), ARF_RND_NEAR);
        }
        keep(row, columns);
    }
    _arb_vec_clear(w, (slong)(columns / 2));
    arb_clear(x), arb_clear(s), arb_clear(c);
}
#endif

int main(int argc, char *argv[]) {
    static const struct {
        const char *name;
        void (*table)(unsigned long rows, unsigned long columns, float row[]);
    } peers[] = {
        {"mpfr", mpfr_table},
        {"libm", libm_table},
#ifdef WITH_ARB
        {"arb", arb_table},
#endif
    };
    unsigned long rows = argc == 4 ? strtoul(argv[2], NULL, 10) : 0,
                  columns = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    for (size_t k = 0; columns > 0 && k < sizeof peers / sizeof *peers; k++)
        if (strcmp(argv[1], peers[k].name) == 0) {
            float *row = allocate(columns, sizeof *row);
            peers[k].table(rows, columns, row);
            free(row);
            return 0;
        }
    fputs("usage: peers mpfr|libm|arb ROWS COLUMNS; arb only where it was there to link\n", stderr);
    return 2;
}
