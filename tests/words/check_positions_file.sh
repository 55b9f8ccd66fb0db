#!/bin/sh
# SPDX-License-Identifier: MIT
# Positions from a file: other spellings of a list, parts and threads; omitted max-len; manifests and depfiles; names.
# refusals.tsv has the refusals, check_words_oracle.sh checks the entries.
. "$(dirname "$0")/../tap.sh"

mkdir -p "$dir/files/lists" && cd "$dir/files" || exit 1
printf '5\n# none\n-1/2 # a half\n\r\n2pi/3\r\n' > ./3
printf '0 1\n 3\t-4 # here\n0 1\n' > yx
printf '9\n3\n1\n' > lists/t.txt

# --- laws

# equal_steps AXES FIRST STEP: a list of these positions makes the table of --first and --step, byte for byte, with as much work
equal_steps() {
    awk -v first="$2" -v step="$3" 'BEGIN { for (k = 0; k < 30; k++) print first "+" k "*" step }' |
        sed 's/+\([0-9]*\)\*-/-\1*/' > "$dir/steps"
    words="--d-model 10 --axes $1 --format raw --verbose"
    "$POSENC" $words --positions-file "$dir/steps" > "$dir/a" 2> "$dir/said.a" && [ -s "$dir/a" ] &&
        piped "$POSENC" $words --max-len 30 "--first=$2" "--step=$3" 2> "$dir/said.b" | cmp - "$dir/a" &&
        diff "$dir/said.a" "$dir/said.b"
}

# Thousands of positions: other digits, more than one piece, every way to cut them.
awk 'BEGIN { for (k = 0; k < 20000; k++) print k * 389393 % 1048573 - (k % 3 ? 0 : 524288) }' > "$dir/spread"
{ cat "$dir/spread"; printf '%s\n' 1/3 0 0.1 0; } > "$dir/mixed"
one_table() { # one_table LIST ROWS WORD...
    list=$1 rows=$2
    shift 2
    set -- --d-model 18 --positions-file "$dir/$list" --format raw "$@"
    "$POSENC" "$@" --threads 1 > "$dir/a" && [ -s "$dir/a" ] && piped "$POSENC" "$@" --threads 4 | cmp - "$dir/a" &&
        { "$POSENC" "$@" --rows 0:7 && "$POSENC" "$@" --rows 7:18; } > "$dir/b" && cmp --bytes="$(wc -c < "$dir/b")" "$dir/a" "$dir/b" || return 1
    case $* in *channel-major*) ;; *) { piped "$POSENC" "$@" --rows 0:12345 && piped "$POSENC" "$@" --rows "12345:$rows"; } | cmp - "$dir/a" ;; esac
}
printf '%s\n' 1048575 3 77 1/3 3 0 3 65537 1/3 0 > few
pieces='--d-model 17000 --positions-file few --base 7 --spacing over:5000 --layout halves --name t'

# Seeds of 65536 x 256 frequencies would take minutes; MPFR decides no more than it must.
awk 'BEGIN { for (k = 0; k < 65536; k++) print k * 389393 % 1048573 }' > "$dir/long"
without_seeds() {
    (ulimit -t 40; exec "$POSENC" --d-model 512 --positions-file "$dir/long" --format raw --verbose -o /dev/null "$@" 2> "$dir/said") &&
        sed -n 's/.* \([0-9]*\) by MPFR.*/\1/p' "$dir/said" | awk '{ print; n = $1; m++ } END { exit !(m == 1 && n < 2000) }'
}

# --- grids

{ for t in 0 1; do for y in 0 1 2; do for x in 0 1 2 3; do echo $t $y $x; done; done; done; } > tyx
sort -k3,3 -k1,1 -k2,2 tyx > xty
# floored ROWS COLUMNS STEP FIRST WORD...: on a grid, positions floor rounds first + k * step / size down
floored() {
    rows=$1 columns=$2 step=$3 first=$4
    shift 4
    awk -v h="$rows" -v w="$columns" -v step="$step" -v first="$first" '
        function floored(k, n) { return first + (k * step - (k * step % n + n) % n) / n }
        BEGIN { for (y = 0; y < h; y++) for (x = 0; x < w; x++) print floored(y, h), floored(x, w) }' > "$dir/files/floored" &&
        same "--d-model 8 --format raw --grid ${rows}x$columns --max-len $((rows * columns)) --first $first --step $step/size --positions floor $*" \
            "--d-model 8 --format raw --grid yx --positions-file floored $*"
}
for y in -1 0 0 1; do for x in -1 0 0 1; do echo "$y $x"; done; done > halves
# --- max-len, the banner, names

# says TEXT ROWS WORD...: the banner has the text, and the rows of the table have these comments
says() {
    text=$1 rows=$2
    shift 2
    "$POSENC" --d-model 4 "$@" > "$dir/a" && tr '\n' ' ' < "$dir/a" | sed 's/ \* / /g' | tr -s ' ' | grep -F "$text" &&
        sed -n 's/.*{ \(\/\*.*\*\/\)$/\1/p' "$dir/a" > "$dir/rows" && printf "$rows" | sed 's,.*,/* & */,' | diff - "$dir/rows"
}

# --- manifests and depfiles

manifest() {
    cp -R . "$dir/m" && cd "$dir/m" || return 1
    cp "$root/tests/words/manifests/positions.ini" lists/tables.ini && "$POSENC" build lists/tables.ini --depfile d &&
        printf 'steps.h points.h usual.h: lists/tables.ini lists/t.txt lists/../yx\n' | sed 's|[a-z]*\.h|lists/../&|g' | diff - d &&
        "$POSENC" --d-model 6 --positions-file lists/t.txt --name steps -o other.h && cmp other.h steps.h &&
        "$POSENC" --d-model 8 --grid yx --positions-file yx --name points -o other.h && cmp other.h points.h &&
        "$POSENC" --max-len 5 --d-model 6 --name usual -o other.h && cmp other.h usual.h &&
        "$POSENC" build lists/tables.ini --check && printf '9\n3\n2\n' > lists/t.txt && ends 1 "$POSENC" build lists/tables.ini --check
    manifest_status=$?
    cd "$dir/files" && return $manifest_status
}

depfile() {
    succeeds --d-model 4 --positions-file lists/t.txt -o pe.h --depfile d && echo 'pe.h: lists/t.txt' | diff - "$dir/cwd/d"
}
as_many_rows() { # as the file has, not the model
    same '--model config.json --positions-file 3 --format raw' '--preset rope-hf --d-model 16 --positions-file 3 --format raw' &&
        [ "$(wc -c < "$dir/same")" = $((3 * 16 * 4)) ]
}
little_memory() {
    within_memory 150000 "$POSENC" --d-model 64 --positions-file "$dir/long" --format raw --threads 1 > "$dir/table" &&
        [ "$(wc -c < "$dir/table")" = $((65536 * 256)) ]
}

# --- the digest of --list --json, which no other table has

digests() { # digests WORDS LIST...: with ; for newlines
    digest_words=$1
    shift
    for list in "$@"; do
        echo "$list" | tr ';' '\n' > "$dir/list" &&
            "$POSENC" --positions-file "$dir/list" --d-model 8 --list --json -o pe.c $digest_words || return 1
    done > "$dir/names"
    grep -o '"digest": "[0-9a-f]*"' "$dir/names" | sort > "$dir/digests"
    [ "$(wc -l < "$dir/digests")" -ge 4 ] && [ "$(uniq -d "$dir/digests" | wc -l)" = 0 ]
}

# --- names

# The banner shows a file's name, with quotes for the shell, also where its lines break. Its command is pasted into a shell.
named() {
    rm -rf "$dir/named" && mkdir "$dir/named" && cd "$dir/named" && seq 3 > "$1" &&
        "$POSENC" --d-model 4 --positions-file "$1" --base 1234567 --layout halves --order cos-sin --name a_name_to_break_lines \
            --type f16 -o named.c || return 1
    command=$(sed -n '/posenc --/,/[^\\]$/s/^ \* *//p' named.c) && [ "$(echo "$command" | wc -l)" -ge 2 ] && mkdir again && cp "$1" again &&
        (cd again && echo "\"\$POSENC\" ${command#posenc }" > run && POSENC=$POSENC sh run) && cmp named.c again/named.c && cmp named.h again/named.h &&
        gcc -std=c99 -Wall -Wextra -pedantic -Werror -c named.c
}
# Names that would end a line or a comment, or reverse the text, and bytes that aren't characters, in the escapes of printf.
misnamed() {
    name=$(printf "$1")
    cd "$dir" && seq 3 > "$name" && ends 2 "$POSENC" --d-model 4 --positions-file "$name" -o "$dir/none.h" 2> "$dir/said.name" &&
        grep -q 'the base name appears in the banner' "$dir/said.name"
}
check_rows "$root/tests/words/positions.tsv"
plan
