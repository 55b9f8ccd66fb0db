#!/bin/sh
# SPDX-License-Identifier: MIT
# make smoke: does the program, as it was built here, make the bytes that it makes everywhere? For packagers, and for processors that
# nobody has tried. It needs only the program, and takes some seconds.
. "$(dirname "$0")/../tap.sh"
if command -v sha256sum > /dev/null; then sums=sha256sum; else sums='shasum -a 256'; fi

tables_of_out() {
    "$POSENC" build "$root/out/tables.ini" --output-dir "$dir/out" && cd "$dir/out" && $sums -c "$root/out/SHA256SUMS"
}
check 'the tables of out/ are those of out/SHA256SUMS' tables_of_out

# two_engines TYPE: MPFR computes the same table, which has numbers near 1 and 0, as the engine for tables
two_engines() {
    case $1 in u*) scale='--scale 1/127 --zero-point 127' ;; i*) scale='--scale 1/127' ;; *) scale= ;; esac
    for engine in '' '--engine mpfr'; do
        "$POSENC" --max-len 64 --d-model 32 --type "$1" $scale --format raw $engine > "$dir/table$engine" || return 1
    done
    [ -s "$dir/table" ] && cmp "$dir/table" "$dir/table--engine mpfr"
}
types=$(piped "$POSENC" help type | sed -n 's/^ *--type //p' | tr '|' ' ')
check 'there are types' [ "${types#* }" != "$types" ]
for type in $types; do check "two engines: $type" two_engines "$type"; done
plan
