# SPDX-License-Identifier: MIT
# The bounds of the engine, proved by Gappa. The scripts name the constants, whose values are taken from the
# sources: a changed bound is proved again, or fails here.
. "$(dirname "$0")/../tap.sh"

# constant NAME: its definition, which may be on the next line
constant() {
    find "$root/gen" "$root/audit" -name '*.[ch]' -exec cat {} + 2> /dev/null | sed -n "/^#define $1 /{ /\\\\\$/{ N; s/\\\\\\n *//; }; s/^#define $1 //; s| */\\*.*||; p; }"
}

turn_error=$(constant SIMD_TURN_ERROR)
seed_error=$(sed -n '/^#else/,/^#endif/s/^#define ZIV_DOUBLE_ERROR //p' "$root/gen/exact/ziv.h")
turns=$(constant LEVELS_TURNS)
slope=$(constant DOUBLE_SLOPE | sed -n 's/^(POSENC_BOUND \* \([0-9.]*\) \* SIMD_ROUNDOFF)$/(\1 * u)/p')
double=$(constant DOUBLE_ERROR | sed -n 's/^(POSENC_BOUND \* \([0-9]*\) \* PHASOR_ERROR)$/\1/p')
wide=$(constant WIDE_ERROR | sed -n 's/^(POSENC_BOUND \* \([0-9]*\) \* PHASOR_ERROR)$/\1/p')
least=$(constant FLOAT_LEAST)
units=$(sed -n 's/^ *to->units = ldexp(\(0x1.*\), unit);/(\1)/p' "$root/gen/engine/levels.c")
phasor=$(constant PHASOR_ERROR | sed "s/LEVELS_TURNS/$turns/g; s/SIMD_TURN_ERROR/$turn_error/; s/ZIV_DOUBLE_ERROR/$seed_error/")
seed_width=$(sed -n 's/^enum { SEED_WIDTH = \(-[0-9]*\) };$/\1/p' "$root/gen/exact/ziv.c")
pair_width=$(sed -n 's/^enum { PAIR_LEVELS = [0-9]*, PAIR_WIDTH = \(-[0-9]*\) };$/\1/p' "$root/audit/pipelines/rounded.c")
pair=$(constant ROUNDED_PAIR_ERROR)
product=$(constant PAIR_PRODUCT_ERROR)
rounding=$(constant HARD_ROUNDING)
eighth=$(constant HARD_EIGHTH)
reduction=$(constant SINES_REDUCTION)
series=$(constant SINES_SERIES)
rest=$(constant SINES_REST)
coarse=$(constant SINES_COARSE)
steps="$(constant STEP_1) $(constant STEP_2) $(constant STEP_3)"
shares=$(sed -n 's/.*SINES_SERIES \* (residue->square \* (\([0-9]\) \* fabs(s->high) + \([0-9]\) \* fabs(r->high))).*/\1 \2/p' "$root/audit/pipelines/rounded.c")
fixed=$(constant FIXED_SINES_ERROR)
lost=$(constant FIXED_SINES_LOST)

with_constants() {
    sed "s/SIMD_TURN_ERROR/$turn_error/g; s/SLOPE/$slope/g; s/DOUBLE/$double/g; s/WIDE \*/$wide */g
         s/PHASOR_VALUE/$phasor/g; s/TURNS/$turns/g; s/LEAST/$least/g; s/UNITS/$units/g
         s/FIXED_SINES_ERROR/$fixed/g; s/ZIV_ERROR/$seed_error/g; s/FIXED_SINES_LOST/$((lost - 192))/
         s/SEED_WIDTH/$seed_width/; s/PAIR_WIDTH/$pair_width/; s/ROUNDED_PAIR_ERROR/$pair/
         s/PAIR_PRODUCT_ERROR/$product/; s/HARD_ROUNDING/$rounding/g; s/HARD_EIGHTH/$eighth/
         s/SINES_REDUCTION/$reduction/; s/SINES_SERIES/$series/; s/SINES_REST/$rest/; s/SINES_COARSE/$coarse/
         s/STEP_1/$(echo $steps | cut -d' ' -f1)/g; s/STEP_2/$(echo $steps | cut -d' ' -f2)/g; s/STEP_3/$(echo $steps | cut -d' ' -f3)/g
         s/SQUARES/${shares% *}/; s/CUBES/${shares#* }/" "$1"
}

proved() {
    with_constants "$root/tests/exact/proofs/$1.gappa" | sed '/^#/d' > "$dir/proof" && gappa -Eprecision=200 < "$dir/proof"
}

# unproved SCRIPT SED: with a smaller bound gappa accepts the script, but finds no proof
unproved() {
    with_constants "$root/tests/exact/proofs/$1.gappa" | sed '/^#/d' > "$dir/proof" && sed "$2" "$dir/proof" > "$dir/smaller" && unlike "$dir/proof" "$dir/smaller" &&
        ends 1 gappa -Eprecision=200 < "$dir/smaller" 2> "$dir/said" && grep '^Error: \(some properties were not satisfied\|no contradiction was found\)' "$dir/said"
}

requires proofs gappa
set -- "$seed_width" "$turn_error" "$seed_error" "$turns" "$slope" "$double" "$wide" "$phasor" "$least" "$units" "$fixed" "$lost"
! with_audit || set -- "$@" "$pair_width" "$pair" "$product" "$rounding" "$eighth" "$reduction" "$series" "$rest" "$coarse" "$steps" "$shares"
for value; do
    check "a constant is found: $value" test -n "$value"
done
for script in turn growth double wide rough fixed_sines_steps fixed_sines $(with_audit && echo ziv sines sines_series pair_product hardest); do
    check "$script" proved $script
done
check_rows "$root/tests/exact/proofs.tsv"
plan
