#!/bin/sh
# SPDX-License-Identifier: MIT
# posenc audit --plot: well-formed SVG, whose lines are the errors that the audit reports, and those of the usual ways.
. "$(dirname "$0")/../tap.sh"

. "$root/tests/audit/figures.sh"

# audited STATUS FILE WORD...: f.svg with its marks in f.marks
audited() {
    audited_status=$1
    shift
    ends "$audited_status" "$POSENC" audit "$@" --plot f.svg > report 2> said && [ ! -s said ] && marked && [ "$(grep -c '^errors' f.marks)" -ge 20 ]
}
# errors NAME ROOM WANTED [from=ROW]: the line of that name goes through these errors, to within ROOM pixels
errors() {
    drawn errors ${4-} name="$1" room="$2" "$3"
}
# own STATUS FILE WORD...: the file's line is that of the errors of its rows
own() {
    audited "$@" || return 1
    shift
    "$POSENC" audit "$@" --csv > rows.csv
    awk -F , 'NR > 1 { print $1 "\t" $4 }' rows.csv > wanted && [ -s wanted ] && errors 'this file' 0.12 wanted
}
"$POSENC" --max-len 700 --d-model 32 --base 10001 --format npy -o near.npy
"$POSENC" --max-len 300 --d-model 8 --format npy -o clean.npy
"$POSENC" --max-len 9 --d-model 6 --type q7 --amplitude 1/2 --format raw -o half.raw
# differences FILE FILE: writes how far their numbers differ, by column, to `wanted`
differences() {
    paste "$1" "$2" | awk '{ print NR - 1 "\t" ($1 > $2 ? $1 - $2 : $2 - $1) }' OFMT='%.17g' CONVFMT='%.17g' > wanted
}
one_row() { # by column: cosines of 0.7 % larger angles
    "$POSENC" --max-len 1 --d-model 64 --first 7.05 --format raw -o their.f32 || return 1
    for first in 7 7.05; do
        piped "$POSENC" --max-len 1 --d-model 64 --first $first --type f64 --format raw | od -An -v -w8 -tf8 > from_$first || return 1
    done
    differences from_7.05 from_7 && audited 1 their.f32 --max-len 1 --d-model 64 --first 7 && errors 'this file' 0.12 wanted &&
        texts label | grep -qx column
}
# ticks TICKS WORD...: those of the figure of an exact table, at its side and below it
ticks() {
    ticks=$1
    shift
    "$POSENC" "$@" --format raw -o one.raw && "$POSENC" audit one.raw "$@" --plot f.svg > report && marked &&
        [ "$({ texts side; texts tick; } | sort | tr '\n' ' ')" = "$ticks" ]
}
cp "$root/tests/golden/pipelines/numpy-single-96x48.f32" .
"$POSENC" --max-len 90 --d-model 16 --base 10001 --axes channel-major --format npy -o turned.npy
"$POSENC" --max-len 90 --d-model 16 --base 10001 --format npy -o straight.npy
channels_first() {
    audited 1 turned.npy --axes channel-major && lines > turned.lines && audited 1 straight.npy && lines > straight.lines &&
        cmp turned.lines straight.lines
}
lines() {
    awk -F '\t' '$2 == "path"' f.marks
}
# in_bf16 WHAT ROWS NAME ROOM WORD...: the line of that name is what awk makes of such a table in f64 with these in bf16
in_bf16() {
    "$POSENC" --max-len "$2" --d-model 8 --type f64 --format npy -o exact.npy && audited 0 exact.npy &&
        awk -v rows="$2" -v coarse="$1" -f "$audit/bf16_errors.awk" > wanted && at_least 20 wanted &&
        errors "$3" "$4" wanted "${5-}"
}
# looks: each line of the legend has its own look, which one line of the area has; no two lines of the area look the same
looks() {
    awk -F '\t' '$1 == "errors" && $3 ~ /^line/ { print $3 }' f.marks | sort | uniq -c | awk '$1 != 2 { exit 1 }' &&
        [ "$(awk -F '\t' '$1 == "errors" && $3 ~ /^line/ { n = split($8, point, "L"); if (n > 2) print $8 }' f.marks | sort | uniq -d)" = '' ]
}
legend() {
    "$POSENC" --max-len 3000 --d-model 36 --base 10001 --format npy -o ways.npy && audited 1 ways.npy && looks && texts legend > names && [ "$(sort names | uniq -d)" = '' ] || return 1
    for name in 'this file' 'exact' 'float32, pow' 'float32, position/pow' 'bf16 throughout' 'f16 throughout' 'bf16 positions, exp'; do
        grep -q "^\(or \)\{0,1\}$name" names || { echo "no $name"; cat names; return 1; }
    done
}
# lane: exact parts are all drawn at one height
lane() {
    audited 0 clean.npy && awk -F '\t' '$1 == "errors" && $3 == "frame" && $6 == "" { split($8, at, /[ ML]/); floor = at[3] }
        $1 == "errors" && $3 ~ /^line/ && (n = split($8, point, /[ML]/)) > 3 { # not a sample
            for (k = 2; k <= n; k++) { split(point[k], at, " "); if (at[2] > floor) seen[at[2]] = 1 } }
        END { for (y in seen) heights++; exit heights != 1 }' f.marks
}
# Doubles, rounded to float, are exact nearly everywhere: the line of the way that made the file shows where they aren't.
few() {
    # shellcheck disable=SC2086 # may be more than one word
    ${CC:-cc} -std=c11 -O1 -ffp-contract=off -o large_table "$root/tests/audit/large_table.c" -lm && ./large_table 9000 16 100000 > few.f32 &&
        own 1 few.f32 --max-len 9000 --d-model 16 --first 100000 &&
        awk -F , 'NR > 1 { wrong += $3 } END { print wrong; exit !(wrong > 0 && wrong < 40) }' rows.csv && errors 'float64 then float32, position/pow' 0.12 wanted
}
# Two NaN and an infinity
without_nan() {
    printf '\000\000\300\177\000\000\200\077\000\000\300\177\000\000\200\177' > nan.raw &&
        audited 1 nan.raw --max-len 2 --d-model 2 && grep 'without 3 entries of NaN or infinity' f.svg
}
# values FILE: its floats, exactly
values() {
    od -An -v -t u4 -w4 "$1" | from_bits 23
}
inverse="--max-len 1 --d-model 128 --component frequency --base 500000"
frequencies() {
    cp "$root/tests/golden/pipelines/torch-inv_freq-64.f32" inv.f32 && audited 1 inv.f32 $inverse &&
        "$POSENC" $inverse --format raw -o exact.f32 && values exact.f32 > exact && values inv.f32 > theirs &&
        differences theirs exact && [ "$(wc -l < wanted)" = 64 ] && errors 'this file' 0.12 wanted &&
        errors 'float32, 1/pow' 0.12 wanted &&
        texts label | sort | tr '\n' ' ' | grep -qx '\(rotate.*\)\{0,1\}column .*largest error ' || { grep label f.marks; return 1; }
}

# --- the file

# titled NAME [TITLE]: a figure of a clean table in a file of that name
titled() {
    cp clean.npy "$1" && audited 0 "$1" || return 1
    [ $# = 1 ] || element title | grep -xF "$2" || { element title; return 1; }
}
by_threads() {
    ends 1 "$POSENC" audit near.npy > none && [ -s none ] || return 1
    for n in 1 4; do ends 1 "$POSENC" audit near.npy --threads $n --plot by_$n.svg > by_$n && cmp none by_$n || return 1; done
    cmp by_1.svg by_4.svg
}
own_command() {
    audited 1 near.npy --base 10002 && cp f.svg first.svg && its_command | sed 's/ FILE$/ again.svg/' > command &&
        grep -e --base command && ends 1 eval "\"\$POSENC\" $(cat command)" > report && cmp first.svg again.svg
}
kept() {
    cp near.npy kept.npy && refuses "posenc: output 'kept.npy' is a file that this run reads" audit kept.npy --plot kept.npy &&
        cmp near.npy kept.npy
}
[ -c /dev/full ]
check_when $? 'no /dev/full' 'a full disk' full audit near.npy --plot
check_rows "$root/tests/audit/error_lines.tsv"
plan
