#!/bin/sh
# SPDX-License-Identifier: MIT
# Every bit of many kinds of tables, compared with the oracle, whose sines are independent of the program.
. "$(dirname "$0")/../tap.sh"
present "$root/tests/exact/oracle.tsv"
oracle=$(dirname "$POSENC")/tests/oracle

. "$root/tests/exact/oracles.sh"
fewer=
[ ! "${CORE-}" ] || fewer='large=512x64 some=200x64 type=f32|f64|f16|q15 more_integers= u8= i16='
check_exact position-major "$root/tests/exact/oracle.tsv" $fewer

# beyond ROW COLUMN TYPE AMPLITUDE: the first entry that rounds to infinity is refused; row 20 is position 0
beyond() {
    refused "posenc: row $1, column $2: the entry is beyond type '$3'" \
        --max-len 100 --d-model 12 --first -20 --type "$3" --amplitude "$4" --format raw
}

# The oracle must notice the smallest change anywhere.
"$POSENC" --max-len 100 --d-model 6 --format raw > good.bin || : > good.bin
present good.bin
held() {
    "$oracle" --max-len 100 --d-model 6 < $1.bin
}
head -c 2396 good.bin > short.bin
last=$(tail -c 4 good.bin | od -An -tu1 | awk '{ print $1 }')
changed=$(printf '\\%03o' $((last % 2 ? last - 1 : last + 1)))
{ cat short.bin && printf "$changed" && tail -c 3 good.bin; } > flipped.bin
{ cat good.bin && printf '\0'; } > long.bin
# sees NAME: the oracle accepts the good table, and rejects the other one
sees() {
    held good && ends 1 held "$1"
}

another() {
    "$POSENC" --max-len 1000 --d-model 6 --type "$1" --format raw > table.bin &&
        "$oracle" --max-len 1000 --d-model 6 --type "$1" < table.bin &&
        ends 1 "$oracle" --max-len 1000 --d-model 6 --type "$1" --amplitude 1000/1001 < table.bin
}
check_rows "$root/tests/exact/oracle_seen.tsv"
plan
