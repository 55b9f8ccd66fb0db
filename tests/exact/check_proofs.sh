# The bounds of the engine, proved by Gappa. The scripts name the constants; their values are those of the
# sources, so that a bound changed there is proved anew or refused here.
. "$(dirname "$0")/../tap.sh"

constant() {
    sed -n "s/^#define $1 //p" "$root"/gen/*/*.[ch]
}

turn_error=$(constant SIMD_TURN_ERROR)
seed_error=$(sed -n '/^#else/,/^#endif/s/^#define ZIV_DOUBLE_ERROR //p' "$root/gen/exact/ziv.h")
turns=$(constant LEVELS_TURNS)
slope=$(constant DOUBLE_SLOPE | sed -n 's/^(POSENC_BOUND \* \([0-9.]*\) \* SIMD_ROUNDOFF)$/(\1 * u)/p')
double=$(constant DOUBLE_ERROR | sed -n 's/^(POSENC_BOUND \* \([0-9]*\) \* PHASOR_ERROR)$/\1/p')
wide=$(constant WIDE_ERROR | sed -n 's/^(POSENC_BOUND \* \([0-9]*\) \* PHASOR_ERROR)$/\1/p')
least=$(constant FLOAT_LEAST)
units=$(sed -n 's/^ *to->units = ldexp(\(0x1.*\), unit);/(\1)/p' "$root/gen/engine/round_narrow.c")
phasor=$(constant PHASOR_ERROR | sed "s/LEVELS_TURNS/$turns/; s/SIMD_TURN_ERROR/$turn_error/; s/ZIV_DOUBLE_ERROR/$seed_error/")
fixed=$(constant FIXED_SINES_ERROR)
lost=$(constant FIXED_SINES_LOST)

fill() {
    sed "s/SIMD_TURN_ERROR/$turn_error/g; s/SLOPE/$slope/g; s/DOUBLE/$double/g; s/WIDE \*/$wide */g
         s/PHASOR_VALUE/$phasor/g; s/TURNS/$turns/g; s/LEAST/$least/g; s/UNITS/$units/g
         s/FIXED_SINES_ERROR/$fixed/g; s/ZIV_ERROR/$seed_error/g; s/FIXED_SINES_LOST/$((lost - 192))/" "$1"
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
    for value in "$turn_error" "$seed_error" "$turns" "$slope" "$double" "$wide" "$phasor" "$least" "$units" "$fixed" "$lost"; do
        check "a constant is found: $value" test -n "$value"
    done
    for script in turn growth double wide rough fixed_sines; do
        check "$script" proved "$root/tests/exact/proofs/$script.gappa"
    done
    check "turn: not with 26 u^2" unproved "$root/tests/exact/proofs/turn.gappa" "s/$turn_error/0x1.ap-102/"
    check "double: not with 5 u" unproved "$root/tests/exact/proofs/double.gappa" "s/5\.02/5.0/"
    check "double: not with 4 P" unproved "$root/tests/exact/proofs/double.gappa" "s/^over_p = $double /over_p = 4 /"
    check "rough: not from 2^24 errors on" unproved "$root/tests/exact/proofs/rough.gappa" "s/$least/0x1p24/"
    check "rough: not with units of half the size" unproved "$root/tests/exact/proofs/rough.gappa" "s/0x1.8p52/0x1.8p53/"
    check "wide: not with 4 P" unproved "$root/tests/exact/proofs/wide.gappa" "s/= $wide \*/= 4 */"
    check "fixed sines: not with 2^-108" unproved "$root/tests/exact/proofs/fixed_sines.gappa" "s/$fixed/0x1p-108/"
    check "fixed sines: not if 2^78 units are lost" unproved "$root/tests/exact/proofs/fixed_sines.gappa" "s/0x1p$((lost - 192)) /0x1p-114 /"
fi
plan
