#!/bin/sh
# posenc audit --plot: well-formed SVG, whose lines are the errors that the audit itself reports, and those of usual ways.
. "$(dirname "$0")/../tap.sh"

. "$root/tests/audit/figures.sh"

# audited STATUS FILE WORD...: f.svg with its marks in f.marks
audited() {
    audited_status=$1
    shift
    ends "$audited_status" "$POSENC" audit "$@" --plot f.svg > report 2> said && [ ! -s said ] && marked && [ "$(grep -c '^errors' f.marks)" -ge 20 ]
}
# errors NAME ROOM WANTED: the line of that name goes through these errors, to within ROOM pixels
errors() {
    drawn errors name="$1" room="$2" "$3"
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
"$POSENC" --max-len 1 --d-model 4 --order cos-sin --format raw -o one.raw
"$POSENC" --max-len 1 --d-model 64 --first 7 --format raw -o one.raw
one_row() { # by column: cosines of 0.7 % larger angles
    "$POSENC" --max-len 1 --d-model 64 --first 7.05 --type f64 --format raw -o their.raw && "$POSENC" --max-len 1 --d-model 64 --first 7.05 --format raw -o their.f32 &&
        "$POSENC" --max-len 1 --d-model 64 --first 7 --type f64 --format raw -o exact.raw && for each in their exact; do od -An -v -w8 -tf8 $each.raw > $each.txt; done &&
        paste their.txt exact.txt | awk '{ print NR - 1 "\t" ($1 > $2 ? $1 - $2 : $2 - $1) }' > wanted && audited 1 their.f32 --max-len 1 --d-model 64 --first 7 &&
        errors 'this file' 0.12 wanted && texts label | grep -qx column
}
# Where all is exact, there are no decades; a single entry has no axis across.
all_exact() {
    for size in '1 --d-model 2 --component sin' '1 --d-model 8'; do
        "$POSENC" --max-len $size --format raw -o one.raw && "$POSENC" audit one.raw --max-len $size --plot f.svg > report && marked &&
            { texts side; texts tick; } | sort | tr '\n' ' ' > ticks || return 1
        case $size in *sin) echo '0 exact ' ;; *) echo '0 10^0 exact ' ;; esac | tr -d '\n' | diff - ticks || return 1
    done
}
for file in "$root"/tests/golden/pipelines/torch-rope-256x16.bf16 "$root"/tests/golden/pipelines/numpy-single-96x48.f32; do
    cp "$file" .
done
turned() {
    "$POSENC" --max-len 90 --d-model 16 --base 10001 --axes channel-major --format npy -o turned.npy && audited 1 turned.npy --axes channel-major &&
        mv f.marks turned.marks && "$POSENC" --max-len 90 --d-model 16 --base 10001 --format npy -o straight.npy && audited 1 straight.npy &&
        for each in turned f; do awk -F '\t' '$2 == "path"' $each.marks > $each.paths; done && [ -s f.paths ] && cmp turned.paths f.paths
}

# What bf16 does to positions is far more than what float32 does to angles, so awk's sines show it to a pixel.
colliding() {
    "$POSENC" --max-len 900 --d-model 8 --type f64 --format npy -o exact.npy && audited 0 exact.npy || return 1
    awk -v rows=900 -v coarse=positions -f "$audit/bf16_errors.awk" > wanted && at_least 100 wanted || return 1
    drawn errors from=9 name='bf16 positions, exp' room=1 wanted # below 256 every position is a bf16
}
# Frequencies in bf16 err by more the further a position is: the last one of each octave is drawn too.
coarse() {
    "$POSENC" --max-len 32 --d-model 8 --type f64 --format npy -o exact.npy && audited 0 exact.npy || return 1
    awk -v rows=32 -v coarse=frequencies -f "$audit/bf16_errors.awk" > wanted && errors 'bf16 frequencies' 0.3 wanted
}
# looks: each line of the legend has its own look, which one line of the area has; no two lines of the area are the same
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
# lane: all that is exact is drawn at one height
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
# values FILE: its floats, exactly
values() {
    od -An -v -t u4 -w4 "$1" | from_bits 23
}
inverse="--max-len 1 --d-model 128 --component frequency --base 500000"
frequencies() {
    cp "$root/tests/golden/pipelines/torch-inv_freq-64.f32" inv.f32 && audited 1 inv.f32 $inverse && "$POSENC" $inverse --format raw -o exact.f32 || return 1
    values exact.f32 > exact && values inv.f32 | paste - exact | awk '{ print NR - 1 "\t" ($1 > $2 ? $1 - $2 : $2 - $1) }' OFMT='%.17g' CONVFMT='%.17g' > wanted &&
        [ "$(wc -l < wanted)" = 64 ] && errors 'this file' 0.12 wanted && errors 'float32, 1/pow' 0.12 wanted &&
        texts label | sort | tr '\n' ' ' | grep -qx '\(rotate.*\)\{0,1\}column .*largest error ' || { grep label f.marks; return 1; }
}

# --- the file

threads() {
    ends 1 "$POSENC" audit near.npy --threads 1 --plot one.svg > one && ends 1 "$POSENC" audit near.npy --threads 4 --plot four.svg > four &&
        ends 1 "$POSENC" audit near.npy > none && [ -s one.svg ] && cmp one.svg four.svg && [ -s none ] && cmp one four && cmp one none
}
strange() {
    name='a<b>&"c'"'"'].npy'
    cp clean.npy "$name" && audited 0 "$name" && element title > title &&
        echo 'Errors of a&lt;b&gt;&amp;&quot;c&#39;].npy' | diff - title || return 1
    name=$(printf 'tab\tand\377\302.npy')
    cp clean.npy "$name" && audited 0 "$name" && element title | grep -qF 'tab\x09and\xff\xc2.npy'
}
long() {
    name=$(printf '%0100d' 0 | sed 's/0/\xc3\xa9/g').npy
    cp clean.npy "$name" && audited 0 "$name" && element title > title &&
        grep -qx 'Errors of \(é\)\{28\}\.\.\.' title
}
tabs() {
    name=$(printf 'a%070d.npy' 0 | tr 0 '\t')
    cp clean.npy "$name" && audited 0 "$name"
}
numbers() {
    printf '\000\000\300\177\000\000\200\077\000\000\300\177\000\000\200\177' > nan.raw
    audited 1 nan.raw --max-len 2 --d-model 2 && grep -q 'without 3 entries of NaN or infinity' f.svg
}
again() {
    audited 1 near.npy --base 10002 && cp f.svg first.svg &&
        its_command | sed 's/ FILE$/ again.svg/' > command
    grep -q -- --base command && ends 1 eval "\"\$POSENC\" $(cat command)" > report && cmp first.svg again.svg
}
reads() {
    cp near.npy kept.npy && refuses "posenc: output 'kept.npy' is a file that this run reads" audit kept.npy --plot kept.npy && cmp near.npy kept.npy
}
[ -c /dev/full ]
check_when $? 'no /dev/full' 'a full disk' full audit near.npy --plot
any_other_name() {
    "$POSENC" plot --max-len 4 --d-model 4 -o png && [ -s png ]
}
check 'a figure of any other name' any_other_name
check_rows "$root/tests/audit/error_lines.tsv"
plan
