#!/bin/sh
# Do the tests see broken code? Each mutant is one change to a copy of gen/. The test named beside it
# must fail on that copy; it passes on the copy as it is. SEDS=y only looks whether each change still finds its place.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/verify/mutation.sh"

# Ziv's bound
mutant 'the radius of an enclosure is 0' 'exact/*.c' \
    's/mpfr_add(y->hi, y->lo, radius, MPFR_RNDU)/mpfr_set(y->hi, y->lo, MPFR_RNDU)/
     s/mpfr_sub(y->lo, y->lo, radius, MPFR_RNDD)/(void)radius/' unit_ziv
mutant 'the width of the angle is left out' 'exact/*.c' \
    's/mpfr_set(radius, width, MPFR_RNDU)/(void)width, mpfr_set_zero(radius, 1)/' unit_ziv
mutant 'the half ulp is left out' 'exact/*.c' \
    's/if (!mpfr_zero_p(y->lo)) {/if (0) {/' unit_ziv
mutant 'the upper end is not compared' 'exact/*.c' \
    's/return element_round(type, expand(y->hi, integer)) == \*bits;/return true;/' unit_ziv
mutant 'a second level is thought to decide everything' 'exact/*.c' \
    's/decided(&z->value\[f\], type, z->integer, &bits\[f\]);/decided(\&z->value[f], type, z->integer, \&bits[f]) || level > 1;/' \
    unit_ziv

# what the enclosures are made of
point='mpfr_set(x->hi, x->lo, MPFR_RNDU), mpfr_prec_round(x->lo, mpfr_get_prec(x->hi), MPFR_RNDN)'
mutant 'the frequency is one number of 64 bits' 'exact/*.c' \
    "/interval \*frequency_at/,/^}/s/^        y->made = true;/        mpfr_prec_round(y->x.lo, 64, MPFR_RNDN);\n        $(
        echo "$point" | sed 's/x->/y->x./g');\n&/" unit_ziv
mutant 'pi is one number of 64 bits' exact/interval.c \
    "/^void interval_set_pi(/,/^}/s/^    mpfr_const_pi(x->hi, MPFR_RNDU);/    mpfr_prec_round(x->lo, 64, MPFR_RNDN);\n    $point;/" \
    unit_ziv
mutant 'the angle is rounded to a double' 'exact/*.c' \
    "/^static void enclose(/,/^}/s/^    mpfr_sub(z->width\[0\]/    mpfr_prec_round(x->lo, 53, MPFR_RNDN);\n    $point;\n&/" \
    unit_digest
mutant 'no sign for angles that underflow' 'exact/*.c' \
    's/mpfr_set_zero(sine->hi, -1)/(void)0/' unit_ziv

# intervals
for ends in 'interval_subtract(/,/^}/s/z->hi, MPFR_RNDD/z->lo, MPFR_RNDD' \
    'interval_multiply(/,/^}/s/mpfr_signbit(y->hi) ? z->lo : z->hi/z->hi' \
    'interval_divide(/,/^}/s/mpfr_signbit(y->lo) ? z->lo : z->hi/z->hi' \
    'interval_divide(/,/^}/s/mpfr_signbit(y->hi) ? z->hi : z->lo/z->lo' \
    'interval_multiply_rational(/,/^}/s/if (mpq_sgn(q) < 0)/if (0)' \
    'interval_negate(/,/^}/s/mpfr_swap(x->lo, x->hi)/(void)0' \
    'interval_sqrt(/,/^}/s/x->lo, MPFR_RNDD/x->lo, MPFR_RNDU' \
    'interval_max(/,/^}/s/compare(x->hi, n) < 0/0' \
    'interval_at_least(/,/^}/s/!mpfr_nan_p(x->lo) \&\&/'; do
    mutant "intervals: ${ends%%(*}, ${ends#*s/}" exact/interval.c "/^[a-z]* $ends/" unit_interval
done

# rounding
mutant 'ties away from zero' 'element/*.c' 's/rest == half \&\& (v.more || kept % 2 == 1)/rest == half/' \
    unit_element
mutant 'ties to zero' 'element/*.c' 's/v.more || kept % 2 == 1/v.more/' unit_element
mutant 'what lies behind 64 bits is ignored by rounding' 'element/*.c' 's/v.more || //' unit_element
mutant 'what lies behind 64 bits is never seen' 'exact/*.c' \
    's/v.more = mpz_scan1(integer, 0) < bits - 64;//' unit_ziv
mutant 'subnormals have bits of their own' 'element/*.c' \
    's/lead > type->emin ? lead : type->emin/lead/' unit_element
mutant 'large numbers wrap where they should be infinite' 'element/*.c' \
    's/if (binade > 1 - type->emin)/if (0)/' unit_element
mutant 'fixed point rounds halves away from zero' 'element/*.c' \
    's/rounded = round_to_unit(v, -(int64_t)type->fraction)/rounded = (round_to_unit(v, -1 - (int64_t)type->fraction) + 1) \/ 2/' \
    unit_element
mutant 'fixed point does not saturate' 'element/*.c' 's/rounded < (uint64_t)limit ?/true ?/' unit_element
mutant 'fixed point wraps far beyond its ends' 'element/*.c' 's/if (v.exponent + type->fraction < 0)/if (true)/' unit_element
mutant 'the lowest number is the negative of the highest' 'element/*.c' 's/v.negative ? zero - type->lowest : type/type/' \
    unit_element
mutant 'negative integers keep bits above their own' 'element/*.c' 's/ & (2 \* [a-z_]*sign[a-z_]*(type) - 1)//' unit_element
mutant 's8 goes down to -128' 'element/*.c' '/"s8"/,/}/s/-127/-128/' unit_element
mutant 'the zero point is not added' 'element/*.c' 's/zero - magnitude : zero + magnitude/-magnitude : magnitude/' unit_element
mutant 'the zero point is added beyond the ends' 'element/*.c' 's/zero - type->lowest : type->highest - zero/-(int64_t)type->lowest : type->highest/' \
    unit_element
mutant 'what is 0 is stored as 0' 'element/*.c' 's/return low_bits(type, type->zero_point)/return low_bits(type, 0)/' unit_element
mutant 'bf16 is a bit shorter' 'element/*.c' '/"bf16"/,/}/s/precision = 8/precision = 7/' unit_element

# Niven's angles
mutant 'no angle but 0 is exact' exact/niven.c \
    's/    if (!w->rational)/    if (mpq_sgn(p->pi) != 0)/' unit_ziv
mutant 'only with frequencies of 1 are angles exact' exact/niven.c \
    's/    if (!w->rational)/    if (!w->rational || mpz_sgn(w->power) != 0)/' unit_ziv
mutant 'the sine of 0 is not exact' exact/niven.c 's/{0, IRRATIONAL, 1/{IRRATIONAL, IRRATIONAL, 1/' unit_ziv
mutant 'the sine of pi/3 is thought to be 1' exact/niven.c 's/ 3, IRRATIONAL/ 4, IRRATIONAL/' unit_ziv
mutant 'the quarter of sin^2 at pi/4 is that at pi/3' exact/niven.c 's/1, 2, 3, IRRATIONAL/1, 3, 3, IRRATIONAL/' unit_niven
mutant 'the sine of pi/12 is thought to be 1/2' exact/niven.c 's/{0, IRRATIONAL, 1/{0, 1, 1/' unit_niven
mutant 'any product of squares is thought a square' exact/niven.c \
    's/ || !mpz_perfect_square_p(mpq_denref(square))//' unit_niven
mutant 'all rational sines are positive' exact/niven.c 's/turn > NIVEN_TURNS \/ 2/false/' unit_niven
mutant 'what 64 bits leave of a quotient is forgotten' exact/niven.c 's/v.more = mpz_sgn(rest) != 0;//' unit_niven
mutant 'the bit that is shifted out of 65 is forgotten' exact/niven.c 's/v.more = v.more || mpz_odd_p(over);//' unit_niven
mutant 'a root that is none is thought exact' exact/niven.c 's/over && under/over || under/' unit_ziv

# amplitudes
mutant 'the amplitude is only the lower end of its enclosure' 'exact/*.c' \
    '/interval \*amplitude_at/,/^}/s/^        y->made = true;/        mpfr_set(y->x.hi, y->x.lo, MPFR_RNDD);\n&/' unit_ziv
mutant 'the amplitude is only the upper end of its enclosure' 'exact/*.c' \
    '/interval \*amplitude_at/,/^}/s/^        y->made = true;/        mpfr_set(y->x.lo, y->x.hi, MPFR_RNDD);\n&/' unit_ziv
mutant 'a factor that is negative takes the wrong ends' exact/interval.c \
    '/^void interval_multiply(/,/^}/s/mpfr_signbit(y->lo) ? z->hi : z->lo/z->lo/' unit_ziv
mutant 'the scale divides once' 'table/*.c' 's/twice < 2 && type->scaled/twice < 1 \&\& type->scaled/' unit_levels
mutant 'the type has no factor' 'table/*.c' 's|rational_set(table->multiplier_squared, factor \* factor, 1)|rational_set(table->multiplier_squared, factor > 0, 1)|' unit_levels

# the kernels of narrow types
mutant 'units are 2^52 of them' 'engine/*.c' 's/ldexp(0x1.8p52 + type/ldexp(0x1p52 + type/' unit_levels
mutant 'units are of twice the size' 'engine/*.c' 's/ldexp(0x1.8p52 + type/ldexp(0x1.8p53 + type/' unit_levels
mutant 'subnormal numbers begin a binade too low' 'engine/*.c' 's/(1023 + type->emin) << 52/(1022 + type->emin) << 52/' unit_levels
mutant 'kernels saturate a unit too late' 'engine/*.c' 's/ldexp((double)type->highest - /ldexp(type->highest + 1.0 - /' unit_levels
mutant 'kernels have no zero point' 'engine/*.c' 's/ldexp(0x1.8p52 + type->zero_point, unit)/ldexp(0x1.8p52, unit)/' unit_levels
mutant 'kernels saturate below the zero point as at it' 'engine/*.c' 's/ldexp((double)type->lowest - type->zero_point, unit)/ldexp(type->lowest, unit)/' \
    unit_levels
mutant 'kernels do not saturate' engine/simd_kernels.h 's/above < to->highest ? above : to->highest/above/' unit_simd
mutant 'kernels saturate above only' engine/simd_kernels.h 's/x > to->lowest ? x : to->lowest/x/' unit_simd
mutant 'kernels have no infinity' engine/simd_kernels.h 's/rounded < to->infinity ? rounded : to->infinity/rounded/' unit_simd
mutant 'kernels take subnormal floats for normal ones' engine/simd_kernels.h 's/magnitude < to->least ? multiple : normal/normal/' unit_simd
mutant 'kernels drop what they should round' engine/simd_kernels.h \
    's/((magnitude + (UINT64_C(1) << (to->drop - 1))) >> to->drop)/(magnitude >> to->drop)/' unit_simd
mutant 'kernels forget the sign' engine/simd_kernels.h 's/ | (bits >> 63 << 15)//' unit_simd
mutant 'the lower end is not compared, narrow' engine/simd_rounding.h \
    's/low = round(x - error, &to)/low = round(x + error, \&to)/' unit_simd
mutant 'a band is made anew while a worker computes from it' engine/bands.c 's/band->holders == 0 && //' unit_rows
mutant 'a band is a row too long' engine/bands.c 's/row < here->row + bands->rows/row <= here->row + bands->rows/' unit_rows
mutant 'parts of a run are never settled' engine/levels.c 's/if (round_run(levels, count, &part, .*/if (false)/' unit_levels
mutant 'each part of a run is settled as the first' engine/levels.c 's/part = phasor_run_from(run, done)/part = phasor_run_from(run, 0)/' unit_levels
mutant 'large memory begins on any line' base/die.c 's/huge ? HUGE_PAGE : LINE/LINE/' unit_memory
mutant 'a tile begins with the first channel' engine/position_major.c 's/phasors_from(&band->phasors, first)/phasors_from(\&band->phasors, 0)/' unit_rows
mutant 'rows computed together have the position of the first' engine/levels.c 's| + k / place.channels,|,|' unit_rows
mutant 'entries of one run are all of the first channel' engine/levels.c 's| + k % place.channels||' unit_rows
mutant 'a tile of some channels is taken for whole rows' engine/position_major.c 's/n == bands->phasors && //' unit_rows
mutant 'clamped positions are turned' engine/position_major.c 's/n < most && band->direction != 0/n < most/' unit_rows
mutant 'rows are computed past the next anchor' engine/position_major.c 's/least(least(together, bands->stride - l), /least(together, /' unit_rows
mutant 'rows are computed past the end of a piece' engine/position_major.c \
    's/least(least(together, bands->stride - l), (size_t)(piece->rows - r))/least(together, bands->stride - l)/' unit_rows
mutant 'only the first of some rows has zeros' engine/position_major.c 's/k < rows \&\& shared->zeros.runs > 0/k < 1 \&\& shared->zeros.runs > 0/' unit_rows
mutant 'only the second of some rows has its anchor' engine/position_major.c 's/done < rows \* n; done += count/done < rows * n; done = rows * n/' unit_rows
mutant 'only the first of some rows has bounds' engine/position_major.c \
    's/memcpy(error + done \* bands->entries, error,/memset(error + done * bands->entries, 0,/' unit_rows
mutant 'one channel is many' engine/simd_kernels.h 's/ROUNDING_STEP 0/ROUNDING_STEP 1/' unit_simd_shared

# a sine and the cosine that follows it
mutant 'a pair is twice its sine' engine/simd_kernels.h \
    's/i == 0 ? LANES(value)(a, c, b, s) : .*/LANES(value)(a, c, b, s);/' unit_simd_shared
mutant 'a cosine alone has a wrong phasor' engine/phasors.c 's/to->b_low\[0\] = -sine/to->b_low[0] = sine/' unit_levels
mutant 'a cosine alone has the error of its sine' engine/levels.c 's/single.error++;//' unit_bounds
mutant 'both of a pair have the error of the sine' engine/levels.c \
    's/error_of(levels, sines->b\[k\], sines->a\[k\]/error_of(levels, sines->a[k], sines->b[k]/' unit_bounds
mutant 'blocks of pairs are twice too long' engine/round_narrow.c 's|most = block / run->entries|most = block|' unit_rows
mutant 'pairs are cut' engine/bands.c 's/ || pieces->columns_each % 2 != 0//' unit_rows
mutant 'channels of two frequencies are a pair' engine/bands.c 's/sine.frequency != cosine.frequency/false/' unit_rows
mutant 'two cosines are a pair' engine/bands.c 's/sine.function != CHANNEL_SINE || //' unit_rows
mutant 'two sines are a pair' engine/bands.c 's/ || cosine.function != CHANNEL_COSINE//' unit_rows

# each bound alone
mutant 'inputs of level double are thought right' engine/levels.c 's/DOUBLE_SLOPE (POSENC_BOUND \* 5.02/DOUBLE_SLOPE (POSENC_BOUND * 0/' unit_bounds
mutant 'phasors are thought right in double' engine/levels.c 's/DOUBLE_ERROR (POSENC_BOUND \* 8/DOUBLE_ERROR (POSENC_BOUND * 0/' unit_bounds
mutant 'phasors are thought right in double-double' engine/levels.c 's/WIDE_ERROR (POSENC_BOUND \* 5/WIDE_ERROR (POSENC_BOUND * 0/' unit_bounds
mutant 'turns are thought exact' engine/simd.h 's/SIMD_TURN_ERROR 0x1.c2p-102/SIMD_TURN_ERROR 0/' unit_simd
mutant 'seeds from MPFR are thought exact' exact/ziv.h 's/ZIV_DOUBLE_ERROR 0x1p-105/ZIV_DOUBLE_ERROR 0/' unit_seeds
mutant 'seeds from fixed point are thought exact' engine/fixed_sines.h 's/FIXED_SINES_ERROR 0x1.08p-108/FIXED_SINES_ERROR 0/' unit_seeds

# what may be one of the hardest entries
mutant 'the sweep is thought exact' engine/sweep.h 's/SWEEP_ERROR (4.1 \* PHASOR_ERROR + SIMD_TURN_ERROR)/SWEEP_ERROR 0/' unit_hardest
mutant 'distances from midpoints are thought not rounded' engine/hard_measures.h 's/HARD_ROUNDING 0x1p-50/HARD_ROUNDING 0/' unit_hardest
mutant 'an eighth of a turn is more than it is' engine/hard_measures.h 's/HARD_EIGHTH 0.78/HARD_EIGHTH 0.79/' unit_hardest
mutant 'what is below a power of two has its unit' engine/hard_measures.c 's/((bits - below) >> 52)/((void)below, bits >> 52)/' unit_hardest
mutant 'errors do not reach below a power of two' engine/hard_measures.c 's/error = 2 \* bounds->error \* scale/error = bounds->error * scale/' unit_hardest
mutant 'a float near 0 has units' engine/hard_measures.c 's/size < 8 \* bounds->error/false/' unit_hardest
mutant 'positions never cancel' engine/sweep.c 's/SWEEP_SLACK 0x1p-50/SWEEP_SLACK 0/' unit_hardest

# the fast sines, and what they are computed from
mutant 'the reduction of an angle errs by a fifth less' exact/sines.c 's/SINES_REDUCTION 0x1p-103/SINES_REDUCTION 0x1.9p-104/' unit_sines
mutant 'the series errs by half of its bound' exact/sines.c 's/SINES_SERIES 0x1p-53/SINES_SERIES 0x1p-54/' unit_sines
mutant 'the table and the low parts are thought right' exact/sines.c 's/SINES_REST 0x1p-104/SINES_REST 0/' unit_sines
mutant 'double alone errs by half of its bound' exact/sines.c 's/SINES_COARSE 0x1p-51/SINES_COARSE 0x1p-52/' unit_sines
mutant 'a number is thought to be its pair' exact/rounded.h 's/ROUNDED_PAIR_ERROR 0x1p-106/ROUNDED_PAIR_ERROR 0x1p-108/' unit_sines
mutant 'products of pairs are thought right' audit/pipeline_entry.h 's/PAIR_PRODUCT_ERROR 0x1.1p-103/PAIR_PRODUCT_ERROR 0x1p-105/' unit_pipelines

# seeds from fixed point
mutant 'the lowest limb of a fraction is lost' engine/fixed_sines.c 's/{{product\[3\], /{{0, /' unit_seeds
mutant 'the series ends two terms early' engine/fixed_sines.c 's/int n = LAST; n >= TAIL/int n = LAST - 4; n >= TAIL/' unit_seeds
mutant 'the tail of the series is one of doubles' engine/fixed_sines.c 's/multiply_tail(s, top)/(multiply_tail(s, top) \& ~UINT64_C(0xfff))/' unit_seeds
mutant 'an eighth of a turn is a quarter' engine/fixed_sines.c 's/turns + ((wide)1 << 125)/turns/' unit_seeds
mutant 'the low double of a seed loses ten bits' engine/fixed_sines.c 's/(double)rest \* 0x1p-117/(double)(rest \& ~INT64_C(0x3ff)) * 0x1p-117/' unit_seeds
mutant 'opposite angles are the same' engine/fixed_sines.c 's/opposite ? -multiple(angle, n) : //' unit_seeds
mutant 'the sine of the third quarter has the sign of the first' engine/fixed_sines.c 's/{(quarter & 2) != 0, /{false, /' unit_seeds
mutant 'angles may be lost' engine/fixed_sines.c 's/return (wide)n \* units <= .*/return units > 0;/' unit_seeds
mutant 'errors of fractions do not add up' engine/seeds.c 's/fixed_sines_allow(at.n, 2 \* (k + 1))/fixed_sines_allow(at.n, 2)/' unit_seeds
mutant 'seeds of scaled frequencies are those of others' engine/seeds.c 's/ && !scaling_is_given(.*);/;/' unit_seeds
mutant 'any position is a multiple' engine/seeds.c 's/if (mpq_sgn(position->pi) == 0 \&\& /if (/' unit_seeds
mutant 'a position is cut to a multiple' engine/seeds.c 's/mpz_divisible_p(n, mpq_denref(position->rational))/true/; s/mpz_divexact/mpz_tdiv_q/' unit_seeds
mutant 'turns have the amplitude' engine/seeds.c 's/&seeds->one, value/\&seeds->amplitude, value/' unit_seeds
mutant 'the width of what is cut is not looked at' exact/interval.c 's/mpfr_cmp_si_2exp(width, 1, -bits) <= 0/true/' unit_interval
mutant 'what is cut may be too large' exact/interval.c 's/mpz_sizeinbase(integer, 2) <= 64 \* count/true/' unit_interval
mutant 'all positions have the sines of the first' engine/reference.c 's/!constant \&\& position_is_zero(reference->position)/!constant/' unit_levels
mutant 'the last piece is taken for the first' engine/bands.c 's/several = rows > bands->rows/several = false/' unit_levels

# the rough kernels
mutant 'bits of a float are thought right' engine/round_narrow.c 's/FLOAT_SLACK (POSENC_BOUND \* 1)/FLOAT_SLACK 0/' unit_simd_rough
mutant 'units of fixed point are thought right' engine/round_narrow.c 's/slack = POSENC_BOUND \* (1 + /slack = 0 * (1 + /' unit_simd_rough
mutant 'what cancels to little is rounded like the rest' engine/round_narrow.c 's/FLOAT_LEAST 0x1p27/FLOAT_LEAST 0x1p7/' unit_simd_rough
mutant 'rough kernels take subnormal floats for normal ones' engine/round_narrow.c \
    's/fmax(ldexp(1, type->emin), FLOAT_LEAST \* error)/FLOAT_LEAST * error/' unit_simd_rough
mutant 'rough kernels take what may be infinite' engine/round_narrow.c 's/ || log2 > -type->emin)/)/' unit_levels
mutant 'an end beyond 32 bits wraps' engine/round_narrow.c 's/units > most ? most : units < -most ? -most : units/units/' unit_simd_rough
mutant 'more is dropped than the type leaves' engine/round_narrow.c 's/drop < most ? drop : most/drop/' unit_levels
mutant 'rough kernels have no zero point' engine/round_narrow.c 's/((uint32_t)type->zero_point << to->drop) + //' unit_simd_rough
mutant 'rough kernels do not saturate' engine/simd_rough.h 's/above < to.highest ? above : to.highest/above/' unit_simd_rough
mutant 'rough kernels saturate above only' engine/simd_rough.h 's/x > to.lowest ? x : to.lowest/x/' unit_simd_rough
mutant 'rough kernels forget the sign' engine/simd_rough.h 's/ | (bits >> 16 & 0x8000)//' unit_simd_rough
mutant 'the baseline leaves bytes as they are' element/byte_order.c 's/reverse_baseline(bytes, n, elements);/(void)reverse_baseline;/' unit_byte_order
mutant 'bytes are reversed in pairs' element/byte_order_loops.h 's/y << 32 | y >> 32/y/' unit_byte_order

# factored tables
mutant 'the bias of fixed point is off by one' engine/rotation.h 's/v + (INT64_C(1) << (drop - 1))/& + 1/' unit_factored
mutant 'products with a low part are rounded towards 0' engine/rotation.h 's/x < 0 ? ~(~x >> bits) : x >> bits/x \/ (INT64_C(1) << bits)/' unit_factored
mutant 'a guard bit is dropped from what is stored' engine/rotation.h 's/v - high \* unit}/(v - high * unit) \& -2}/' unit_factored
mutant 'a guard bit is dropped from the seeds' 'engine/factored*.c' 's/return v > most ? most : v < -most ? -most : v;/return (v > most ? most : v < -most ? -most : v) \& -2;/' unit_factored
mutant 'the last row is not verified' 'engine/factored*.c' \
    '/ factored_verify(/,/^}/s/r < pair->rows/r + 1 < pair->rows/' unit_factored
mutant 'the sign of lo is the other one' engine/rotation.h 's/function == COSINE ? minus : !minus/function == COSINE ? !minus : minus/' unit_factored
mutant 'lo is never below 0' engine/rotation.h 's|t = r + block / 2;|t = r;|; s|minus = within < block / 2|minus = false|; s|: within - block / 2|: within|' \
    unit_factored
mutant 'a float of a factored table is cut' engine/rotation.h 's/ + (top >> 7 & 1)//' unit_factored
mutant 'a small sine is not shifted back' engine/rotation.h 's/127 - zeros - shift/127 - zeros/' unit_factored
mutant 'the product of shifted sines is shifted back once' engine/rotation.h 's/2 \* rotation->shift/rotation->shift/' unit_factored
mutant 'a stored shift is not verified' 'engine/factored*.c' 's/rotation.shift = factored->shifted ? shifts_of(factored)\[i\] : 0;//' unit_factored
mutant 'factored fixed point does not saturate' engine/rotation.h 's/rounded > rotation->type->highest/0/' unit_factored
mutant 'the first wrong entry is that of the pair found last' 'engine/factored*.c' 's/(wrong->count == 0 || earlier)/true/' unit_factored
mutant 'an entry that a row repeats is wrong once too often' 'engine/factored*.c' 's/|| again)/)/' unit_factored
mutant 'the second columns of halves are not looked for' 'engine/factored*.c' 's/{i, i + table->pairs,/{i, i,/' unit_factored
mutant 'threads take more memory than there may be' 'engine/factored*.c' 's/threads < room ? threads : room/threads/' unit_factored
mutant 'memory is that of the first choice' 'engine/factored*.c' 's/most = factored.bytes > most ? factored.bytes : most/most = most ? most : factored.bytes/' unit_factored
mutant 'the smaller of two blocks is left out' 'engine/factored*.c' \
    's/all_rows(rows, from) > fewest/all_rows(rows, from) >= all_rows(rows, from + 1)/' unit_factored
mutant 'wrong entries do not end a form' 'engine/factored*.c' 's/if (factored->wrong == 0 || /if (true || /' unit_factored

# literals
mutant 'a negative integer has no sign' 'element/*.c' "/^static size_t integer/,/^}/s/if (value < 0)/if (false)/" unit_literal
mutant 'large unsigned integers are negative' 'element/*.c' 's/negative = type->lowest < 0 \&\& bits/negative = bits/' unit_literal
mutant 'an integer loses its first digit' 'element/*.c' 's/while (magnitude \/ tens >= 10)/while (magnitude \/ tens > 10)/' \
    unit_literal
mutant 'subnormal narrow floats are not normal as f32' 'element/*.c' \
    's/while (v.significand != 0 && v.significand >> 63 == 0)/while (v.significand != 0 \&\& v.significand >> 62 == 0)/' unit_literal

# texts of entries, and their lines
mutant 'a line of entries is a byte too long' 'emit/entry_lines.c' 's/TEMPLATE_LINE + 1 -/TEMPLATE_LINE + 2 -/' unit_entry_lines
mutant 'the last entry of a row is as wide as the others' 'emit/entry_lines.c' 's/room += lines->around - lines->around_last;//' unit_entry_lines
mutant 'a long text between entries is cut' 'emit/entry_lines.c' 's/return longest > TEXT_CHUNK/return false/' unit_entry_lines
mutant 'the position of a far row overflows' 'table/positions.c' 's/ || r > INT32_MAX//' unit_positions
mutant 'the position of a long step overflows' 'table/positions.c' 's/mpz_fits_sint_p/mpz_fits_slong_p/' unit_positions

# decimal texts of floats, by vectors
mutant 'numbers below 1e-4 are written as those above' element/texts_decimal_f32.c 's/(magnitude < scale->tens\[3\]) | //' unit_texts_decimal
mutant 'numbers above 1 are written as those below' element/texts_decimal_f32.c 's/(magnitude > ONE) | //' unit_texts_decimal
mutant 'the least number above 0.001 counts as below' element/texts_decimal_f32.c 's/0x3a83126f, 0x38d1b718/0x3a831270, 0x38d1b718/' unit_texts_decimal
mutant 'the least number above 0.1 counts as below' element/texts_decimal_f32.c 's/0x3dcccccd, 0x3c23d70b/0x3dccccce, 0x3c23d70b/' unit_texts_decimal
mutant 'the least number above 0.01 is one whose text is below' element/texts_decimal_f32.c 's/0x3c23d70b/0x3c23d70a/' unit_texts_decimal
mutant 'the shortest text of the number next to 0.01 is below it' element/texts_decimal_f32.c 's/0x3c23d70a/0x3c23d70b/' unit_texts_decimal
mutant 'a multiple of 10^4 or 10^8 is half a unit too low' element/decimal_digits.h 's/(d - 1) \/ 2/d \/ 2/' unit_texts_decimal
mutant 'a quotient is rounded, not cut' element/decimal_digits.h 's/y - (d - 1) \/ 2/y/' unit_texts_decimal
mutant 'four digits lose one' element/decimal_digits.h 's/5243 >> 19/5242 >> 19/' unit_texts_decimal
mutant 'hundreds are cut too early' element/decimal_digits.h 's/four\[k\] \* 5243 >> 19/four[k] * 655 >> 16/' unit_texts_decimal
mutant 'multiples of 1000 are not tried' element/texts_decimal_f32.c 's/fabs(off3) < h/false/' unit_texts_decimal
mutant 'a tenth is one unit too large' element/texts_decimal_f32.c 's/nearest(y \* 1e-1)/nearest(y * 0x1.999999999999bp-4)/' unit_texts_decimal
mutant 'half a unit is half as large' element/texts_decimal_f32.c 's/by.precision << 23/(by.precision + 1) << 23/' unit_texts_decimal
mutant 'powers of two of binary16 are like others' element/texts_decimal_f32.c 's/0x7fffff}/INT32_MAX}/' unit_entry_texts
mutant '0 has zeros after the point' element/texts_decimal_f32.c 's/ \& -(magnitude != 0)//' unit_texts_decimal
mutant '1 begins as 0' element/texts_decimal_f32.c 's/zero ^ one/zero/' unit_texts_decimal
mutant '-1 begins as -0' element/texts_decimal_f32.c 's/minus_zero ^ one << 8/minus_zero/' unit_texts_decimal
mutant 'what is below the product is lost' element/texts_decimal_f64.c 's/fma) + rounded/fma)/' unit_texts_decimal
mutant 'the fraction does not decide near a tie' element/texts_decimal_f64.c 's/side = fraction \* 0x1p44/side = 0/' unit_texts_decimal
mutant 'the fraction does not count' element/texts_decimal_f64.c 's/(lower - ten) + fraction/lower - ten/' unit_texts_decimal
mutant 'nothing is borrowed' element/texts_decimal_f64.c 's/borrows = lower < 0/borrows = false/' unit_texts_decimal
mutant 'eight zeros at the end stay' element/texts_decimal_f64.c 's/ends_in_zeros = digits == 0/ends_in_zeros = digits < 0/' unit_texts_decimal

# arrays that others made
mutant 'the product of a shape overflows' 'audit/array*.c' 's/length > UINT64_MAX \/ array->count/false/' unit_array
mutant 'a length of a shape overflows' 'audit/array_npy.c' 's/\*length > (UINT64_MAX - 9) \/ 10/false/' unit_array
mutant 'a file may be longer than its shape says' 'audit/array*.c' 's/bytes \/ array->type->bytes == array->count/true/' unit_array
mutant 'Fortran order is that of C' 'audit/array_npy.c' 's/if (d->fortran \&\& array->dimensions > 1)$/if (false)/' unit_array
mutant 'a byte order may be another than that of the file' 'audit/array*.c' 's/given \&\& own \&\& strcmp(given, own) != 0/false/' unit_array
mutant 'tensors may end after the file' 'audit/tensors.c' 's/tensor->end > bytes/false/' unit_array
mutant 'tensors may overlap' 'audit/tensors.c' 's/tensor->begin != end/false/' unit_array
mutant 'the span of a tensor overflows' 'audit/tensors.c' 's/length > 0 \&\& bytes > UINT64_MAX \/ length/false/' unit_array
mutant 'a pipe is waited for' 'base/input.c' 's/ | O_NONBLOCK//' unit_array
mutant 'a float of C is rounded twice' 'audit/c_*.c' 's/number->value = strtof(text, &end);/number->value = strtod(text, \&end);/' unit_array_c
mutant 'minus the integer 0 is -0' 'audit/c_*.c' 's/number->negative \&\& number->whole > 0/number->negative/' unit_array_c
mutant 'rows of C may be short' 'audit/c_*.c' 's/\*size > 0 \&\& \*size != parts/false/' unit_array_c
mutant 'C adds zeros' 'audit/array_c.c' 's/count != product))/false))/' unit_array_c
mutant 'braces may contradict the declared shape' 'audit/array_c.c' 's/return agree(&braces, shape)/return true/' unit_array_c
mutant 'an array is defined twice' 'audit/c_*.c' 's/if (f->again \&\& only)/if (false)/' unit_array_c
mutant 'braces of any depth' 'audit/c_*.c' 's/r->depth == C_NESTING/false/' unit_array_c
mutant 'the end of a piece of a source is lost' 'audit/c_*.c' 's/    memmove(t->buffer.*//' unit_array_c
mutant 'what is read back begins at the wrong byte' 'base/scratch.c' 's/            offset += (uint64_t)got;//' unit_array_c

# texts of many entries at once
mutant 'a quotient by 100 is too large' 'element/texts_loops.h' 's/41943/41944/' unit_entry_texts
mutant 'a quotient by 100 is too small' 'element/words_of_text.h' 's/\* 10486/* 10485/' unit_entry_texts
mutant 'a quotient by 10^4 is too small' 'element/words_of_text.h' 's/3518437209/3518437208/' unit_entry_texts
mutant 'a quotient by 10^8 is too small' 'element/texts_loops.h' 's/1441151881/1441151880/' unit_entry_texts
mutant 'a quotient by 10^8 is too large' 'element/texts_loops.h' 's/1441151881/1441151888/' unit_entry_texts
mutant 'an integer of ten digits begins a character early' 'element/texts_loops.h' 's/dropped < WORD ?/dropped < WORD - 1 ?/' unit_entry_texts
mutant 'the letters of hexadecimal begin at 11' 'element/words_of_text.h' 's/6 \* EACH_BYTE/5 * EACH_BYTE/' unit_entry_texts
mutant 'the least integer is one constant' 'element/texts_loops.h' 's/if (maker->least_apart)/if (false)/' unit_entry_texts
mutant 'a subnormal begins as a normal number' 'element/texts_hex.c' 's/begin\[sign\]\[field > 0\]/begin[sign][1]/' unit_entry_texts
mutant 'the next block forgets an open escape' 'emit/c_strings*.c' 's/\*open = sum >> BLOCK & 1;/*open = 0;/' unit_c_strings
mutant 'a digit after a break is escaped' 'emit/c_strings*.c' 's/block.opens & rest, block.digits & rest/block.opens, block.digits/' unit_c_strings
mutant 'a line is full one character late' 'emit/c_strings*.c' 's/end\[FOUR - 1\] < line->full/end[FOUR - 1] <= line->full/' unit_c_strings
mutant 'vectors take lines that four bytes fill twice' 'emit/c_strings*.c' 's/strings->full > (size_t)FOUR \* ESCAPE/true/' unit_c_strings
mutant 'a full line leaves no room' 'emit/entry_lines.c' 's/room = lines->capacity - (ptrdiff_t)even->count/room = 0 - (ptrdiff_t)even->count/' unit_entry_lines
plan
