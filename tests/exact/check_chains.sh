#!/bin/sh
# SPDX-License-Identifier: MIT
# No type is rounded from f32: rounding through f32 would misround these numbers of entries of the 4096 x 512 table. They were
# also counted with FLINT's sines only, without the program.
#
#   LONG=y   those of the 131072 x 512 table, which are posenc's own
. "$(dirname "$0")/../tap.sh"
build() {
    ${CC:-cc} -std=c11 -D_XOPEN_SOURCE=700 -O2 -o "$dir/chain" "$root/tests/exact/chain.c" -lm
}
mkfifo "$dir/f32" "$dir/own"

# differ COUNT ROWS TYPE WORD...: of the ROWS x 512 table, COUNT entries differ; both tables stream
differ() {
    wrong=$1 rows=$2 type=$3
    shift 3
    [ -x "$dir/chain" ] || return 1 # or nobody would read what follows
    "$POSENC" --max-len "$rows" --d-model 512 --format raw > "$dir/f32" &
    f32=$!
    "$POSENC" --max-len "$rows" --d-model 512 --format raw "$@" > "$dir/own" &
    own=$!
    got=$("$dir/chain" "$type" "$dir/f32" "$dir/own") || { timeout 120 cat "$dir/f32" "$dir/own" > "$dir/rest"; return 1; }
    wait $f32 && wait $own && [ "$got" = "$wrong" ] || { echo "$got, not $wrong"; return 1; }
}
[ "${LONG-}" ] && rows=131072 || rows=4096
check_rows "$root/tests/exact/chains.tsv" $rows
plan
