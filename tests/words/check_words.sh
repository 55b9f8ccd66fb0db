#!/bin/sh
# What works: words in other spellings, in other order, beside presets or left out make the same table, which equivalences.tsv
# lists; sizes and formats that follow from other words; help. What is refused is in refusals.tsv.
. "$(dirname "$0")/../tap.sh"
check_table "$root/tests/words/equivalences.tsv"
rm -r "$dir/files"
exponential() {
    shows_line '--base .exp(2).$' --max-len 3 --d-model 4 --base 'exp(2)' && grep -F 'w = exp(2)^(-2i/4)' "$dir/stdout"
}

# --- sizes

grid_of_all() { # a section's own grid counts before a length for all, and that of all after it
    mkdir "$dir/grids" && cd "$dir/grids" || return 1
    printf '[defaults]\nmax-len = 5\nd-model = 16\n[a]\ngrid = 3x4\noutput = a.bin\n[b]\noutput = b.bin\n' > t.ini
    "$POSENC" build t.ini && [ "$(wc -c < a.bin) $(wc -c < b.bin)" = '768 320' ] || return 1
    printf '[defaults]\ngrid = 3x4\nd-model = 16\n[a]\noutput = a.bin\n[b]\nmax-len = 5\noutput = b.bin\n' > t.ini
    ends 2 "$POSENC" build t.ini 2> said && echo "t.ini:2: grid '3x4' has 12 rows: max-len '5' must be the same" | diff - said
}
awk 'BEGIN { for (k = 1; k <= 10001; k++) print 1 "/" k }' > "$dir/long"
long_list="--max-len 2 --d-model 20002 --component frequency --frequencies $dir/long --format raw"
largest() {
    "$POSENC" --max-len 6 --d-model 8 --amplitude 340282356779733661637539395458142568447 --format raw > "$dir/a" &&
        [ "$(od -An -tx4 -j4 -N4 "$dir/a" | tr -d ' ')" = 7f7fffff ]
}
# It would take days to look at the entries, and the limit is there to end that.
at_once() {
    for type in f16=65504 f32=3.4e38 bf16=3.38e38; do
        timeout 100 "$POSENC" --max-len 1000000000 --d-model 512 --type ${type%=*} --amplitude ${type#*=} --list | grep . || return 1
    done
}
many_zero_rows() { # 100,000 of them, which took minutes when their text was copied for each
    printf '[t]\nmax-len = 200000\nd-model = 2\noutput = t.bin\nzero-rows = %s\n' "$(seq -s, 0 2 199998)" > "$dir/t.ini" &&
        (cd "$dir" && ulimit -t 20 && "$POSENC" build t.ini) && [ -s "$dir/t.bin" ]
}

# --- outputs

# writes FILES EXPECTED WORD...: exactly these files, the first of which is as that one
writes() {
    files=$1 expected=$2
    shift 2
    succeeds --max-len 3 --d-model 4 "$@" && [ "$(cd "$dir/cwd" && echo *)" = "$files" ] && cmp "$expected" "$dir/cwd/${files%% *}"
}
by_extension() {
    "$POSENC" --max-len 3 --d-model 4 --format raw > "$dir/raw" && "$POSENC" --max-len 3 --d-model 4 > "$dir/c" || return 1
    writes pe.bin "$dir/raw" -o pe.bin && writes pe.h "$dir/c" -o pe.h && writes pe "$dir/c" -o pe &&
        writes pe.bin "$dir/c" --format c -o pe.bin && writes pe.c "$dir/c" --linkage static -o pe.c || return 1
    succeeds --max-len 3 --d-model 4 -o pe.c && [ "$(cd "$dir/cwd" && echo *)" = 'pe.c pe.h' ] || return 1
    run --max-len 3 --d-model 4 -o a.b/pe
    [ $status = 1 ]
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
# help_is SAME WORD...: help of these words, silently, and the same as of the words SAME
help_is() {
    succeeds $1 && [ -s "$dir/stdout" ] && cp "$dir/stdout" "$dir/a" && shift && succeeds "$@" && cmp "$dir/a" "$dir/stdout"
}
its_example() {
    grep 'Example: posenc --max-len 512 --d-model 384 -o pe.h' "$dir/help" && succeeds --max-len 512 --d-model 384 -o pe.h &&
        grep -F 'static const float pe_512x384[512][384] = {' "$dir/cwd/pe.h"
}
commands() {
    succeeds help && sed -n '1s/^Usage: //p' "$dir/stdout" > "$dir/first" && grep 'posenc --help' "$dir/stdout" &&
        echo 'posenc --max-len N --d-model N [WORD VALUE]... [-o FILE]' | diff - "$dir/first" || return 1
    for word in base if-changed max-len; do
        help_is "--help $word" help $word && grep -e "--$word" "$dir/a" || return 1
    done
    for word in $("$POSENC" --help | sed -n 's/^  ....--\([a-z-]*\).*/\1/p'); do
        succeeds help $word && ends 1 grep ' $' "$dir/stdout" || return 1
    done
    for command in build presets help version; do
        succeeds help $command && grep "^Usage: posenc $command" "$dir/stdout" || return 1
    done
    help_is 'build --help' help build && grep -e --output-dir "$dir/stdout" && ends 1 grep -e --rows "$dir/stdout" && help_is --version version
}
explains() { # OPTION TEXT...
    succeeds help "$1" && shift && for text in "$@"; do grep -e "$text" "$dir/stdout" || { cat "$dir/stdout"; return 1; }; done
}
version() {
    shows_line '^posenc [0-9]*\.[0-9]*\.[0-9]*$' --version && [ "$(wc -l < "$dir/stdout")" -eq 1 ]
}
check_rows "$root/tests/words/words.tsv"
plan
