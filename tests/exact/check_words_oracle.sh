#!/bin/sh
# SPDX-License-Identifier: MIT
# Every bit of the tables of all words that determine entries, compared with an oracle that is written independently of the
# program: both axes, the default engine and the reference engine.
. "$(dirname "$0")/../tap.sh"
present "$root/tests/exact/oracle_words.tsv"
oracle=$(dirname "$POSENC")/tests/oracle_words

. "$root/tests/exact/oracles.sh"
. "$root/tests/verify/random_tables.sh"

# Positions in any order, for rows of the table
awk 'BEGIN { for (k = 0; k < 70; k++) print (k * 7919 * 7919) % 1048573 * (k % 5 ? 1 : -1) }' > spread
awk 'BEGIN { for (k = 0; k < 2000; k++) print k * 389 % 2000 }' > shuffled
awk 'BEGIN { for (k = 0; k < 596; k++) print k * 389393 % 1048573 - (k % 3 ? 0 : 524288); print "1/3\n0\n0.1\n0" }' > unsorted
{ seq 0 511; seq 0 300; seq 0 99; seq 1999 -1 1500; echo 3; echo 3; } > sequences
both_axes='position-major channel-major' fewer='' random=${FUZZ:-1000}
[ ! "${CORE-}" ] || both_axes=position-major fewer='turning=f32 all=f32|f64|q15 more_quantized=' random=150 share=500
check_exact "$both_axes" "$root/tests/exact/oracle_words.tsv" $fewer
# from_level ENGINE FILE COLUMNS
from_level() {
    piped "$POSENC" --d-model $3 --positions-file $2 --format raw --engine $1 | "$oracle" --d-model $3 --positions-file $2
}

# Random words of all kinds: FUZZ=1000 of them, chosen by SEED=1
agrees_or_refused() {
    shift
    "$POSENC" "$@" -o asked.bin 2> refusal || { [ $? = 2 ] && return 2; cat refusal; return 1; }
    agrees position-major "$@"
}
random_words "${SEED:-1}" "$random" > requests
check "$random random tables" each_random $((random / 2)) agrees_or_refused

some='--max-len 60 --d-model 33 --odd zero --step 3/7 --format raw'
# The test of QuantizeLinear in ONNX: 0, 2, 3 and 1000 by 2 and 128 are 128, 129, 130 and 255.
printf '0\n2\n3\n1000\n' > onnx.txt
onnx() {
    [ "$(piped "$POSENC" --max-len 1 --d-model 8 --component frequency --frequencies onnx.txt --type u8 --scale 2 --zero-point 128 \
        --format raw | od -An -v -tu1 | tr -s ' ')" = ' 128 129 130 255' ]
}

# Of a rule's three regimes each occurs, or these don't test it.
frequencies() {
    piped "$POSENC" --max-len 1 --d-model 64 --base 500000 --component frequency --type f64 --format raw "$@" |
        od -An -v -t f8 -w8
}
regimes() {
    frequencies > plain && frequencies --scaling "$1" > scaled && [ -s plain ] || return 1
    paste plain scaled | awk '{ ratio = $1 / $2; same += ratio < 1.000001; all += ratio > 7.999999 }
        END { print same, all, NR; exit !(NR == 32 && same > 0 && all > 0 && same + all < NR) }'
}

# --- the oracle sees the least change

"$POSENC" --max-len 12 --d-model 16 --grid 3x4 --format raw > good.bin || : > good.bin
held() {
    "$oracle" --max-len 12 --d-model 16 --grid 3x4 "$@" < good.bin
}
# sees WORD...: the table is taken with its own words, and not with these
sees() {
    ends 0 held && ends 1 held "$@"
}
printf '%s\n' 3 1 4 1 5 > five
printf '%s\n' 3 1 4 1 5.000001 > other
"$POSENC" --d-model 8 --positions-file five --format raw > five.bin || : > five.bin
present good.bin five.bin
five() {
    "$oracle" --d-model 8 --positions-file $1 < five.bin
}
check_rows "$root/tests/exact/other_words_seen.tsv"
plan
