/* The last part of texts_decimal_f32.c and texts_decimal_f64.c, whose make() and makers of the baseline set stand above: the
 * makers of the other instruction sets, and a table of all. */

#ifdef INSTRUCTIONS_X86
INSTRUCTIONS_BEGIN(INSTRUCTIONS_SET_AVX2)
DECIMAL_MAKERS(avx2, true)
INSTRUCTIONS_END
INSTRUCTIONS_BEGIN(INSTRUCTIONS_SET_AVX512)
DECIMAL_MAKERS(avx512, true)
INSTRUCTIONS_END
#endif

/* By enum instructions. */
static const struct decimal_makers makers[] = {
    {all_baseline, fewest_baseline},
#ifdef INSTRUCTIONS_X86
    {all_avx2, fewest_avx2},
    {all_avx512, fewest_avx512},
#endif
};
