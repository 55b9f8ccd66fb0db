#!/bin/sh
# SPDX-License-Identifier: MIT
# Valid requests. Words in other spellings or another order, with presets, or omitted make the same table (equivalences.tsv); sizes
# and formats follow from other words; help. refusals.tsv has the refusals.
. "$(dirname "$0")/../tap.sh"
check_table "$root/tests/words/equivalences.tsv"
rm -r "$dir/files"
small='--max-len 3 --d-model 4'
awk 'BEGIN { for (k = 1; k <= 10001; k++) print 1 "/" k }' > "$dir/long"
long_list="--max-len 2 --d-model 20002 --component frequency --frequencies '$dir/long' --format raw"

grid_of_all() {
    ends 2 "$POSENC" build grid_of_all.ini 2> said &&
        echo "grid_of_all.ini:2: grid '3x4' has 12 rows: max-len '5' must be the same" | diff - said
}
largest() { # of binary32
    "$POSENC" --max-len 6 --d-model 8 --amplitude 340282356779733661637539395458142568447 --format raw > "$dir/a" &&
        [ "$(od -An -tx4 -j4 -N4 "$dir/a" | tr -d ' ')" = 7f7fffff ]
}
at_once() { # at_once WORD...
    timeout 100 "$POSENC" --max-len 1000000000 --d-model 512 --list "$@" > listed && echo "pe_1000000000x512$tab-" | diff - listed
}
first_byte() {
    timeout 100 "$POSENC" --max-len 1000000007 --d-model 2 --axes channel-major | head -c 1 | grep -q /
}
zero_rows() {
    printf '[t]\nmax-len = 200000\nd-model = 2\noutput = t.bin\nzero-rows = %s\n' "$(seq -s, 0 2 199998)" > t.ini &&
        (ulimit -t 20 && "$POSENC" build t.ini) && [ "$(wc -c < t.bin)" = 1600000 ]
}

# --- outputs

# writes FILES EXPECTED WORD...: writes exactly these files; the first one equals EXPECTED
writes() {
    files=$1 expected=$2
    shift 2
    succeeds $small "$@" && [ "$(cd "$dir/cwd" && echo *)" = "$files" ] && cmp "$expected" "$dir/cwd/${files%% *}"
}
by_extension() {
    "$POSENC" $small --format raw > "$dir/raw" && "$POSENC" $small > "$dir/c" && "$POSENC" $small -o "$dir/pe.c" &&
        writes pe.bin "$dir/raw" -o pe.bin && writes pe.h "$dir/c" -o pe.h && writes pe "$dir/c" -o pe &&
        writes 'pe.c pe.h' "$dir/pe.c" -o pe.c
}

# --- help

help_names_every_word() {
    succeeds --help && cp "$dir/stdout" "$dir/help" || return 1
    for word in max-len d-model base spacing layout order axes first step odd type name format literal linkage preset \
        output if-changed rows engine threads verbose help version; do
        grep -q "^  .*--$word" "$dir/help" || { echo "no --$word"; return 1; }
    done
    for option in $(sed -n 's/^  .*\(--[a-z-]*\).*/\1/p' "$dir/help"); do
        refused_with '' "$option=" && ends 1 grep 'unknown option' "$dir/stderr" || return 1
    done
    awk 'length($0) > 99 && !/--format/ { print; bad = 1 } END { exit bad }' "$dir/help"
}
# help_is SAME WORD...: help with these words prints the same as with SAME, without a message
help_is() {
    succeeds $1 && [ -s "$dir/stdout" ] && cp "$dir/stdout" "$dir/a" && shift && succeeds "$@" && cmp "$dir/a" "$dir/stdout"
}
no_blanks() { # OPTION: its help has no blanks at line ends
    succeeds help "$1" && ends 1 grep ' $' "$dir/stdout"
}
example() {
    grep 'Example: posenc --max-len 512 --d-model 384 -o pe.h' "$dir/help" && succeeds --max-len 512 --d-model 384 -o pe.h &&
        grep -F 'static const float pe_512x384[512][384]' "$dir/cwd/pe.h"
}
called() {
    shows_line 'posenc --help' help &&
        [ "$(sed -n '1s/^Usage: //p' "$dir/stdout")" = 'posenc --max-len N --d-model N [WORD VALUE]... [-o FILE]' ]
}
options_without_blanks() {
    piped "$POSENC" --help | sed -n 's/^  ....--\([a-z-]*\).*/\1/p' > options && each 40 options no_blanks
}
help_of_build() {
    help_is 'build --help' help build && grep -e --output-dir "$dir/stdout" && ends 1 grep -e --rows "$dir/stdout"
}
explains() { # OPTION TEXT...
    succeeds help "$1" && shift && for text in "$@"; do grep -e "$text" "$dir/stdout" || { cat "$dir/stdout"; return 1; }; done
}
# --- rows of words.tsv that take several steps

version_one() {
    shows_line '^posenc [0-9]*\.[0-9]*\.[0-9]*\(-dev\)*$' --version && [ "$(wc -l < "$dir/stdout")" = 1 ]
}

check_rows "$root/tests/words/words.tsv"
plan
