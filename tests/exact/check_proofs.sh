# The bounds of the engine, proved by Gappa. The scripts name the constants; their values are those of the
# sources, so that a bound changed there is proved anew or refused here.
. "$(dirname "$0")/../tap.sh"

# constant NAME: what it is defined as, also on the next line
constant() {
    cat "$root"/gen/*/*.[ch] | sed -n "/^#define $1 /{ /\\\\\$/{ N; s/\\\\\\n *//; }; s/^#define $1 //; s| */\\*.*||; p; }"
}

turn_error=$(constant SIMD_TURN_ERROR)
seed_error=$(sed -n '/^#else/,/^#endif/s/^#define ZIV_DOUBLE_ERROR //p' "$root/gen/exact/ziv.h")
turns=$(constant LEVELS_TURNS)
slope=$(constant DOUBLE_SLOPE | sed -n 's/^(POSENC_BOUND \* \([0-9.]*\) \* SIMD_ROUNDOFF)$/(\1 * u)/p')
double=$(constant DOUBLE_ERROR | sed -n 's/^(POSENC_BOUND \* \([0-9]*\) \* PHASOR_ERROR)$/\1/p')
wide=$(constant WIDE_ERROR | sed -n 's/^(POSENC_BOUND \* \([0-9]*\) \* PHASOR_ERROR)$/\1/p')
least=$(constant FLOAT_LEAST)
units=$(sed -n 's/^ *to->units = ldexp(\(0x1.*\), unit);/(\1)/p' "$root/gen/engine/round_narrow.c")
phasor=$(constant PHASOR_ERROR | sed "s/LEVELS_TURNS/$turns/g; s/SIMD_TURN_ERROR/$turn_error/; s/ZIV_DOUBLE_ERROR/$seed_error/")
sweep=$(constant SWEEP_ERROR | sed "s/PHASOR_ERROR/P/; s/SIMD_TURN_ERROR/$turn_error/")
seed_width=$(sed -n 's/^enum { SEED_WIDTH = \(-[0-9]*\) };$/\1/p' "$root/gen/exact/ziv.c")
pair_width=$(sed -n 's/^enum { PAIR_LEVELS = [0-9]*, PAIR_WIDTH = \(-[0-9]*\) };$/\1/p' "$root/gen/exact/rounded.c")
pair=$(constant ROUNDED_PAIR_ERROR)
product=$(constant PAIR_PRODUCT_ERROR)
rounding=$(constant HARD_ROUNDING)
eighth=$(constant HARD_EIGHTH)
slack=$(constant SWEEP_SLACK)
reduction=$(constant SINES_REDUCTION)
series=$(constant SINES_SERIES)
rest=$(constant SINES_REST)
coarse=$(constant SINES_COARSE)
steps="$(constant STEP_1) $(constant STEP_2) $(constant STEP_3)"
shares=$(sed -n 's/.*SINES_SERIES \* (r->square \* (\([0-9]\) \* fabs(s->high) + \([0-9]\) \* fabs(r->high))).*/\1 \2/p' "$root/gen/exact/rounded.c")
fixed=$(constant FIXED_SINES_ERROR)
lost=$(constant FIXED_SINES_LOST)

fill() {
    sed "s/SIMD_TURN_ERROR/$turn_error/g; s/SLOPE/$slope/g; s/DOUBLE/$double/g; s/WIDE \*/$wide */g
         s/PHASOR_VALUE/$phasor/g; s/TURNS/$turns/g; s/LEAST/$least/g; s/UNITS/$units/g
         s/FIXED_SINES_ERROR/$fixed/g; s/ZIV_ERROR/$seed_error/g; s/FIXED_SINES_LOST/$((lost - 192))/
         s/SWEEP_VALUE/$sweep/; s/SEED_WIDTH/$seed_width/; s/PAIR_WIDTH/$pair_width/; s/ROUNDED_PAIR_ERROR/$pair/
         s/PAIR_PRODUCT_ERROR/$product/; s/HARD_ROUNDING/$rounding/g; s/HARD_EIGHTH/$eighth/; s/SWEEP_SLACK/$slack/
         s/SINES_REDUCTION/$reduction/; s/SINES_SERIES/$series/; s/SINES_REST/$rest/; s/SINES_COARSE/$coarse/
         s/STEP_1/$(echo $steps | cut -d' ' -f1)/g; s/STEP_2/$(echo $steps | cut -d' ' -f2)/g; s/STEP_3/$(echo $steps | cut -d' ' -f3)/g
         s/SQUARES/${shares% *}/; s/CUBES/${shares#* }/" "$1"
}

proved() {
    fill "$1" | sed '/^#/d' > "$dir/proof" && gappa -Eprecision=200 < "$dir/proof"
}

# unproved SCRIPT SED: with a smaller bound gappa reads the script, and finds no proof
unproved() {
    fill "$1" | sed '/^#/d' > "$dir/proof" && sed "$2" "$dir/proof" > "$dir/smaller" && unlike "$dir/proof" "$dir/smaller" &&
        ends 1 gappa -Eprecision=200 < "$dir/smaller" 2> "$dir/said" && grep '^Error: \(some properties were not satisfied\|no contradiction was found\)' "$dir/said"
}

if ! has gappa; then
    skip "proofs" "no gappa here"
else
    for value in "$sweep" "$seed_width" "$pair_width" "$pair" "$product" "$rounding" "$eighth" "$slack" "$reduction" "$series" "$rest" \
        "$coarse" "$steps" "$shares" "$turn_error" "$seed_error" "$turns" "$slope" "$double" "$wide" "$phasor" "$least" "$units" "$fixed" "$lost"; do
        check "a constant is found: $value" test -n "$value"
    done
    for script in turn growth double wide rough fixed_sines ziv sines sines_series pair_product hardest; do
        check "$script" proved "$root/tests/exact/proofs/$script.gappa"
    done
    check "turn: not with 26 u^2" unproved "$root/tests/exact/proofs/turn.gappa" "s/$turn_error/0x1.ap-102/"
    check "double: not with 5 u" unproved "$root/tests/exact/proofs/double.gappa" "s/5\.02/5.0/"
    check "double: not with 4 P" unproved "$root/tests/exact/proofs/double.gappa" "s/^over_p = $double /over_p = 4 /"
    check "rough: not from 2^24 errors on" unproved "$root/tests/exact/proofs/rough.gappa" "s/$least/0x1p24/"
    check "rough: not with units of half the size" unproved "$root/tests/exact/proofs/rough.gappa" "s/0x1.8p52/0x1.8p53/"
    check "wide: not with 4 P" unproved "$root/tests/exact/proofs/wide.gappa" "s/= $wide \*/= 4 */"
    check "growth: not without the first seed" unproved "$root/tests/exact/proofs/growth.gappa" "/^over/s/($turns + 1)/$turns/"
    check "wide: not with a sweep of 4 P" unproved "$root/tests/exact/proofs/wide.gappa" "s/^swept = (4.1/swept = (4.0/"
    check "ziv: not with 2^-107 for seeds" unproved "$root/tests/exact/proofs/ziv.gappa" "s/seed <= $seed_error/seed <= 0x1p-107/"
    check "ziv: not with 2^-107 for pairs" unproved "$root/tests/exact/proofs/ziv.gappa" "s/pair <= $pair/pair <= 0x1p-107/"
    check "product: not with 6 u^2" unproved "$root/tests/exact/proofs/pair_product.gappa" "s/$product/0x6p-106/"
    check "hardest: not with 2^-53" unproved "$root/tests/exact/proofs/hardest.gappa" "s/$rounding/0x1p-53/"
    check "hardest: not with 0.785" unproved "$root/tests/exact/proofs/hardest.gappa" "s/ $eighth / 0.785 /"
    check "hardest: not with 2^-51 for positions" unproved "$root/tests/exact/proofs/hardest.gappa" "/^over_f/s/$slack/0x1p-51/"
    check "sines: not with 2^-103.1" unproved "$root/tests/exact/proofs/sines.gappa" "/^reduction/s/$reduction/0x1.ep-104/"
    check "sines: not with 5 |S| r^2" unproved "$root/tests/exact/proofs/sines.gappa" "/^over_cosine/s/ \* ${shares% *} / * 5 /"
    check "sines: not with 2 |r^3|" unproved "$root/tests/exact/proofs/sines.gappa" "/^over_sine/s/ \* ${shares#* } / * 2 /"
    check "sines: not with 3 u^2 |sin x|" unproved "$root/tests/exact/proofs/sines.gappa" "/^over_rest/s/$rest/0x3p-106/"
    check "sines: not with 3 u |S| in double alone" unproved "$root/tests/exact/proofs/sines.gappa" "/^coarse_S/s/$coarse/0x3p-53/"
    check "sines: not with 7 u |r| in double alone" unproved "$root/tests/exact/proofs/sines.gappa" "/^coarse_r/s/2 \* $coarse/0x7p-53/"
    check "fixed sines: not with 2^-108" unproved "$root/tests/exact/proofs/fixed_sines.gappa" "s/$fixed/0x1p-108/"
    check "fixed sines: not if 2^78 units are lost" unproved "$root/tests/exact/proofs/fixed_sines.gappa" "s/0x1p$((lost - 192)) /0x1p-114 /"
fi
plan
