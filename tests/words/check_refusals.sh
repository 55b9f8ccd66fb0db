#!/bin/sh
# SPDX-License-Identifier: MIT
# Wrong requests: each causes one line that names the value, has exit status 2, and makes nothing. refusals*.tsv list them;
# here are those with generated names, files or lengths.
. "$(dirname "$0")/../tap.sh"
# sevens N: that many digits
sevens() {
    printf "%0$1d" 0 | tr 0 7
}
check_table "$root/tests/words/refusals.tsv"
check_table "$root/tests/words/refusals_of_forms.tsv"
check_table "$root/tests/words/wrong_manifests.tsv"

# --- names

# all_refused LINE WORDS COUNT: for each line of standard input, at least COUNT of them; the line replaces @ in LINE and WORDS
all_refused() {
    all_line=$1 all_words=$2 percent=% all_refused=0
    while read -r at; do
        fill "$all_line" && all_refusal=$filled && fill "$all_words" && refused "$all_refusal" $filled || { echo "of $at"; return 1; }
        all_refused=$((all_refused + 1))
    done
    [ $all_refused -ge "$3" ] || { echo "no more than $all_refused"; return 1; }
}
macros() {
    printf '#include <%s.h>\n' assert float limits stddef stdint > "$dir/headers.c"
    for compiler in 'gcc -std=gnu11' 'g++ -xc++ -std=gnu++17' clang 'clang -xc++' avr-gcc arm-none-eabi-gcc; do
        has ${compiler%% *} && $compiler -dM -E "$dir/headers.c" 2> /dev/null
    done | sed -n 's/^#define \([A-Za-z][A-Za-z0-9_]*\).*/\1/p' | grep -vx 'static_assert\|bool\|noreturn' | sort -u > "$dir/macros"
    all_refused "posenc: name '@' is defined by C's headers or compilers" '--max-len 3 --d-model 4 -o pe.h --name @' 100 < "$dir/macros"
}
check 'refused: names that compilers and headers define' macros
even_only() {
    piped "$POSENC" presets | awk '/^[a-z0-9]/ { name = $1 } /^ .*--odd error/ { print name }' | while read -r preset; do
        piped "$POSENC" presets "$preset" | grep -q '^    words: .*--grid-columns' || echo "$preset"
    done > "$dir/even"
    all_refused "posenc: d-model '7' is odd, which the preset does not allow" '--max-len 7 --d-model 7 --preset @ -o pe.h' 5 < "$dir/even"
}
check 'refused: an odd d-model, by the presets of systems that have none' even_only

# --- lengths

# one_line BYTES WORD...: refused in one line, which is shorter than BYTES and has dots
one_line() {
    bytes=$1
    shift
    refused_with 'posenc: ' --max-len 3 --d-model 4 -o pe.h "$@" && [ "$(wc -c < "$dir/stderr")" -lt $bytes ] && grep -F ... "$dir/stderr"
}
long=$(printf %0100000d 0 | tr 0 %).
for word in $(piped "$POSENC" --help | sed -n '/^What the run/q; s/^ *--\([a-z-]*\) .*/\1/p') engine rows threads "$(sevens 5000)"; do
    case $word in frequencies | positions-file | template | accessor | model) continue ;; esac # files, and no text
    check "refused in one short line: --$(printf %.40s "$word") of 100000 characters" one_line 2000 "--$word=$long"
done
check 'a path of 100000 characters' one_line 5000 "--output=$(printf %0100000d 0).txt"
# Paths are shown whole, as long as a path can be.
long_path=$(printf '%01000d/%01000d/%01000d/pe.txt' 0 0 0)
check 'a path of 3000 characters' refused "posenc: output '$long_path': the extension '.txt' belongs to no format: use --format, or --template with a template of your own; see posenc help format" \
    --max-len 3 --d-model 4 -o "$long_path"

# A list with the wrong length is refused before its numbers are read.
rm -r "$dir/files"
long_list() {
    seq 3000000 > "$dir/long" && set -- --max-len 6 --d-model 4 --frequencies "$dir/long" &&
        refused "posenc: frequencies '$dir/long': the file has 3000000, and the table needs 2" "$@" -o pe.h &&
        ends 2 within_memory 100000 "$POSENC" "$@" 2> "$dir/stderr" && grep -q 'has 3000000' "$dir/stderr"
}
check 'refused: three million numbers for two, in 100 MB' long_list
# Files with a hole of 64 MiB, and of a byte more
largest() {
    truncate -s 67108864 "$dir/most" && truncate -s 67108865 "$dir/over" &&
        refused "$dir/most:1: a byte 0 is not text" --d-model 4 --positions-file "$dir/most" -o pe.h &&
        refused "posenc: positions-file: $dir/over: has more than 67108864 bytes" --d-model 4 --positions-file "$dir/over" -o pe.h &&
        refused "$dir/most:1: byte \\x00 is not text" build "$dir/most" &&
        refused "posenc: $dir/over: has more than 67108864 bytes" build "$dir/over"
}
check 'a list or manifest of 64 MiB is read, and none of a byte more' largest
plan
