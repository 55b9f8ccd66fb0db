#!/bin/sh
# Ways of using a table: the examples of tests/projects/consumers/usage compile without a warning and compute what they say;
# README shows them as they are.
. "$(dirname "$0")/../tap.sh"
usage=$root/tests/projects/consumers/usage
cd "$dir" || exit 1

# The tables of the examples.
tables() {
    "$POSENC" --max-len 60 --d-model 32 --name pe -o pe.h &&
        "$POSENC" --max-len 60 --d-model 32 --name pe -o pe.hpp &&
        "$POSENC" --max-len 60 --d-model 32 --name pe -o pe.rs &&
        "$POSENC" --max-len 60 --d-model 32 --type q15 --name pe_q15 -o pe_q15.h &&
        "$POSENC" --preset rope-hf --base 500000 --max-len 64 --d-model 32 --name rope_cos -o rope_cos.h &&
        "$POSENC" --preset rope-hf --base 500000 --max-len 64 --d-model 32 --component sin --name rope_sin -o rope_sin.h &&
        "$POSENC" --preset rope-meta --base 500000 --max-len 64 --d-model 32 --name rope -o rope.h &&
        mkdir extern encoder && "$POSENC" --max-len 60 --d-model 32 --name pe -o extern/pe.c &&
        "$POSENC" --max-len 24 --d-model 64 --name pe -o encoder/pe.h &&
        "$POSENC" --max-len 24 --d-model 64 -o encoder/pe.bin
}
check 'the tables' tables

strict='-Wall -Wextra -pedantic -Werror'
# runs COMPILER-AND-OPTIONS SOURCE...: with the tables of the first folder of $in
in=.
runs() {
    compiler=$1
    shift
    sources=
    for source in "$@"; do
        case $source in
        */*) sources="$sources $source" ;;
        *) sources="$sources $usage/$source" ;;
        esac
    done
    rm -f program && $compiler $strict -I $in -I "$usage" -o program $sources -lm && ./program
}
for cc in gcc clang; do
    has $cc || { skip "$cc" 'not installed'; continue; }
    c99="$cc -std=c99"
    check "$cc: index a row" runs "$c99" row.c
    check "$cc: add the rows to a batch of embeddings" runs "$c99" batch.c
    check "$cc: rotary, halves" runs "$c99" rotary_halves.c
    check "$cc: rotary, pairs" runs "$c99" rotary_pairs.c
    check "$cc: Q15" runs "$c99" q15.c q15_add.c
    if echo 'int nothing;' | $c99 -mgeneral-regs-only -x c -c -o nothing.o - 2> /dev/null; then
        check "$cc: Q15 without a floating-point register" $c99 $strict -mgeneral-regs-only -I. -c -o q15_add.o "$usage/q15_add.c"
    else
        skip "$cc: Q15 without a floating-point register" 'no -mgeneral-regs-only'
    fi
    in=extern
    check "$cc: one definition, two files that include the header" runs "$c99" extern_main.c extern_row.c extern/pe.c
    in=encoder
    for level in -O0 '-O3 -ffast-math'; do
        check "$cc $level: an encoder's input is that of integer arithmetic" eval 'runs "$c99 $level" encoder_input.c > got &&
            runs "$c99" encoder_expect.c < encoder/pe.bin > wanted && [ "$(wc -l < wanted)" -eq 6144 ] && cmp got wanted'
    done
    # By encoder_digest.py, which shares neither code nor a library with posenc.
    digest=ab061c75de3d9beadd3d6522c3deb5f4f3534a11a7282640157bbcfb7e5384e2
    check "$cc: an encoder's input has the digest of mpmath's sines" eval '[ "$(sha256sum < got)" = "$digest  -" ]'
    in=.
done
if ! python3 -c 'import mpmath' 2> /dev/null; then
    skip 'the digest, made again' 'no python3 with mpmath'
else
    check 'the digest, made again' eval '[ "$(python3 "$usage/encoder_digest.py" "$usage/sentences.h")" = "$digest" ]'
fi
for cxx in g++ clang++; do
    has $cxx || { skip "$cxx" 'not installed'; continue; }
    check "$cxx: std::array, in C++17" runs "$cxx -std=c++17" array.cpp
    check "$cxx: std::array, in C++20" runs "$cxx -std=c++20" array.cpp
    check "$cxx: the C header" runs "$cxx -std=c++11" header.cpp
    in=extern
    check "$cxx: the C header of an extern table" eval '${CC:-cc} -c -o pe.o extern/pe.c && runs "$cxx -std=c++11" header.cpp ./pe.o'
    in=.
done
if ! has rustc; then
    skip 'rustc: a module' 'not installed'
else
    check 'rustc: a module' eval 'cp "$usage/main.rs" . && rustc --edition 2021 -D warnings -o main main.rs && ./main'
fi

# --- README

# Each part between marks stands in README.md as it is, in a block of its own.
parts() {
    sed -n 's,^/\* README: \(.*\) \*/$,\1,p' "$1"
}
part() {
    awk '/^\/\* README \*\/$/ { exit } inside { print } /^\/\* README: / { inside = 1 }' "$1"
}
# blocks: those of README.md, one file each, block.N
blocks() {
    awk '/^```/ { inside = !inside; n += inside; next } inside { print > ("block." n) }' "$root/README.md"
}
shown() {
    part "$1" > part
    [ -s part ] || return 1
    for block in block.*; do
        ! cmp -s part "$block" || return 0
    done
    echo "README.md does not show this part of $1:"
    cat part
    return 1
}
blocks
marked=0
for file in "$usage"/*; do
    [ -n "$(parts "$file")" ] || continue
    marked=$((marked + 1))
    check "the mark of ${file##*/} names it" [ "$(parts "$file")" = "${file##*/}" ]
    if grep -q '^## Using the table' "$root/README.md"; then
        check "README shows ${file##*/} as it is" shown "$file"
    else
        skip "README shows ${file##*/} as it is" 'README has no section Using the table'
    fi
done
check 'parts are marked' [ $marked -ge 8 ]
cd /
plan
