#!/bin/sh
# Every bit of many kinds of table against the oracle, which shares no sine with the program.
. "$(dirname "$0")/../tap.sh"
present "$root/tests/exact/oracle.tsv"
oracle=$(dirname "$POSENC")/tests/oracle

. "$root/tests/exact/oracles.sh"
fewer=
[ ! "${CORE-}" ] || fewer='large=512x64 some=200x64 more_integers= u8= i16='
check_exact position-major "$root/tests/exact/oracle.tsv" $fewer

# beyond ROW COLUMN TYPE AMPLITUDE: the first entry that rounds to infinity is refused; row 20 is position 0
beyond() {
    refused "posenc: row $1, column $2: the entry is beyond type '$3'" \
        --max-len 100 --d-model 12 --first -20 --type "$3" --amplitude "$4" --format raw
}

for type in f32 f64 f16 bf16; do
    check "refused: amplitude 1e400, $type" beyond 0 0 $type 1e400
done
check 'refused: amplitude 65520, which only cos 0 makes infinite in f16' beyond 20 1 f16 65520
check 'refused: amplitude 1e5, f16' beyond 0 0 f16 1e5

# The oracle must see the least change, wherever it is.
"$POSENC" --max-len 100 --d-model 6 --format raw > good.bin
held() {
    "$oracle" --max-len 100 --d-model 6 < $1.bin
}
head -c 2396 good.bin > short.bin
last=$(tail -c 4 good.bin | od -An -tu1 | awk '{ print $1 }')
changed=$(printf '\\%03o' $((last % 2 ? last - 1 : last + 1)))
{ cat short.bin && printf "$changed" && tail -c 3 good.bin; } > flipped.bin
{ cat good.bin && printf '\0'; } > long.bin
# sees NAME: the good table is taken, and that other one is not
sees() {
    held good && ends 1 held "$1"
}
check 'the oracle takes a good table' held good
check 'the oracle refuses a table whose last entry has one bit flipped' sees flipped
check 'the oracle refuses a truncated table' sees short
check 'the oracle refuses a table with a byte too many' sees long

another() {
    "$POSENC" --max-len 1000 --d-model 6 --type "$1" --format raw > table.bin &&
        "$oracle" --max-len 1000 --d-model 6 --type "$1" < table.bin &&
        ends 1 "$oracle" --max-len 1000 --d-model 6 --type "$1" --amplitude 1000/1001 < table.bin
}
for type in f32 f64 f16 bf16 q7 q15 q31 q23 s8; do
    check "the oracle refuses $type with another amplitude" another $type
done
plan
