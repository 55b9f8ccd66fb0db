#!/bin/sh
# `posenc show`: decimals, errors and hard entries against ball arithmetic (oracle_show), and against mpmath.
. "$(dirname "$0")/../tap.sh"
oracle=$(dirname "$POSENC")/tests/oracle_show

# --- decimals

held() {
    "$POSENC" show --csv --digits "$digits" "$@" > "$dir/show.csv" && "$oracle" digits "$digits" $words < "$dir/show.csv"
}

# digits N ROWS:COLUMNS WORDS...: every decimal of these entries, its element and its error
digits() {
    digits=$1 rows=${2%,*} columns=${2#*,}
    shift 2
    words=$*
    check "$digits digits of $rows, $columns: $words" held $words --rows "$rows" --columns "$columns"
}

printf '0.5\n7\n0.5\n-3/7\n100000\n2pi/3\n' > "$dir/positions.txt"
digits 20 0:40,0:8 --max-len 40 --d-model 8
digits 1 0:40,0:8 --max-len 40 --d-model 8
digits 2 0:40,0:8 --max-len 40 --d-model 8 --type bf16
digits 300 100:103,0:6 --max-len 200 --d-model 64
digits 30 0:24,0:4 --max-len 24 --d-model 4 --step pi/12 --spacing over:1 --base 10
digits 12 0:24,0:4 --max-len 24 --d-model 4 --step pi/6 --type s8
digits 12 0:24,0:4 --max-len 24 --d-model 4 --step pi/6 --type q7 --amplitude 'sqrt(2)'
digits 12 0:24,0:6 --max-len 24 --d-model 6 --type u8 --scale 1/100 --zero-point 100
digits 12 0:24,0:6 --max-len 24 --d-model 6 --type i16 --scale 0.0001 --zero-point=-5
digits 25 0:6,0:8 --d-model 8 --positions-file "$dir/positions.txt" --type f64
digits 25 0:8,0:8 --max-len 8 --d-model 8 --first=-3 --step 1/3 --clamp=-1:1 --type f16
digits 25 0:8,0:20 --max-len 20 --d-model 8 --axes channel-major --layout halves
digits 15 0:20,0:12 --max-len 20 --d-model 12 --grid 4x5
digits 15 0:21,0:12 --max-len 21 --d-model 12 --grid 4x5 --zero-rows 0 --type q15
digits 15 0:20,0:8 --max-len 32 --d-model 8 --grid 2x4x4 --grid-columns yx --grid-blocks 2x2
digits 15 0:2,0:8 --max-len 4 --d-model 16 --component frequency
digits 15 0:2,0:8 --max-len 4 --d-model 16 --component frequency --base 7/3 --type u8 --scale 1/255
digits 15 0:2,0:8 --max-len 4 --d-model 16 --component factor --scaling yarn:factor=4,original=64
digits 15 0:5,0:16 --max-len 64 --d-model 16 --scaling yarn:factor=4,original=64
digits 15 0:5,0:16 --max-len 64 --d-model 16 --scaling llama3:factor=4,original=64 --component cos --repeat halves
digits 15 0:5,0:7 --max-len 9 --d-model 7 --odd zero --zero-rows 1,3
digits 20 0:5,0:6 --max-len 9 --d-model 6 --base 'exp(2)'
digits 20 0:5,0:4 --max-len 9 --d-model 4 --base 1e40 --type f64

# The decimals of both arrays are those of each component.
both() {
    "$POSENC" show --csv --max-len 9 --d-model 6 --component cos,sin > "$dir/both.csv" &&
        for component in cos sin; do
            "$POSENC" show --csv --max-len 9 --d-model 6 --component $component > "$dir/one.csv" &&
                grep ",$component " "$dir/one.csv" > "$dir/one" && [ "$(wc -l < "$dir/one")" = 24 ] &&
                grep ",$component " "$dir/both.csv" | cmp - "$dir/one" || return 1
        done
}
check 'component cos,sin: both arrays' both

# The text for people has the cells of CSV.
same_cells() {
    "$POSENC" show --csv "$@" | sed '1d; s/,/ /g; s/  */ /g; s/ *$//' > "$dir/csv" &&
        "$POSENC" show "$@" | sed '1d; s/  */ /g; s/^ //; s/+\([0-9.e-]*\)$/\1/' > "$dir/people" &&
        [ -s "$dir/csv" ] && diff "$dir/csv" "$dir/people"
}
check 'aligned text has the same cells' same_cells --max-len 40 --d-model 8
check 'the same of q15, with saturated entries' same_cells --max-len 40 --d-model 8 --type q15

says() {
    "$POSENC" show --csv $1 | sed -n 2p > "$dir/line" && printf '%s\n' "$2" | diff - "$dir/line"
}
check 'a saturated entry says so' says '--max-len 2 --d-model 2 --type q15 --columns 1:2' \
    '0,0,1,cos p*w0,1,32767,0x7fff,-1,saturated'
check 'a tie saturates at an odd end' says '--max-len 1 --d-model 2 --type i8 --scale 2/255 --columns 1:2' \
    '0,0,1,cos p*w0,1,127,0x7f,-0.5,saturated'
check 'a tie to an even end does not' says '--max-len 1 --d-model 2 --type i8 --scale 2/257 --columns 1:2 --first pi' \
    '0,pi,1,cos p*w0,-1,-128,0x80,0.5,'
check 'an exact third' says '--max-len 1 --d-model 4 --component frequency --base 9 --columns 1:2 --digits 7' \
    '0,,1,w1,0.3333333,0.33333334,0x3eaaaaab,0.3333,'
check 'a tie goes to the even digit below' says '--max-len 1 --d-model 4 --component frequency --base 64 --columns 1:2 --digits 2' \
    '0,,1,w1,0.12,0.125,0x3e000000,0,'
check 'and to the even digit above' says '--max-len 1 --d-model 4 --component frequency --base 64/9 --columns 1:2 --digits 2' \
    '0,,1,w1,0.38,0.375,0x3ec00000,0,'
# The element and the decimal are enough to work out the error: a float of 16 bits isn't cut to what reads back as it.
checkable() { # TYPE BITS
    "$POSENC" show --csv --max-len 300 --d-model 32 --rows 1:300 --columns 0:32 --type "$1" | sed 1d > "$dir/rows" &&
        awk -F, -v bits="$2" '{ size = $6 < 0 ? -$6 : $6; for (ulp = 2^-bits; ulp > 2^-24 && ulp * 2^bits > size; ulp /= 2); n++
            wrong = ($6 - $5) / ulp - $8; if (wrong > 1e-4 || wrong < -1e-4) { print; bad = 1 } } END { exit bad || n != 9568 }' "$dir/rows"
}
check 'an element of bf16 lets its error be checked' eval 'says "--max-len 16 --d-model 8 --type bf16 --rows 14:15 --columns 5:6" \
    "14,14,5,cos p*w2,0.99021599621263717190,0.98828125,0x3f7d,-0.4953," && checkable bf16 7'
check 'an element of f16 does too' checkable f16 10
long() {
    "$POSENC" show --max-len 9 --d-model 4 --rows 3:4 --columns 2:3 --digits 20000 --csv | sed 1d | cut -c1-20000 > "$dir/long" &&
        [ "$(wc -c < "$dir/long")" = 20001 ] &&
        "$POSENC" show --max-len 9 --d-model 4 --rows 3:4 --columns 2:3 --digits 30000 --csv | sed 1d | cut -c1-20000 | cmp - "$dir/long"
}
check 'the first of 20000 digits are those of 30000' long

python=/usr/bin/python3
if [ ! "${CORE-}" ] && $python -c 'import mpmath' 2> "$dir/log"; then
    mpmath() {
        "$POSENC" show --csv --max-len 5000 --d-model "$3" --base "$2" --digits "$1" --rows "$4" --columns "0:$3" > "$dir/show.csv" &&
            $python "$root/tests/audit/show_mpmath.py" "$1" "$2" "$3" < "$dir/show.csv" > "$dir/log" && [ "$(cat "$dir/log")" -gt 0 ]
    }
    check 'mpmath: 40 digits' mpmath 40 10000 32 0:20
    check 'mpmath: 500 digits' mpmath 500 500000 8 4990:5000
    check 'mpmath: 1 digit' mpmath 1 10000 16 4900:4950
else
    skip 'mpmath' 'no mpmath'
fi

# --- hard entries

printf '1/10\n1\n' > "$dir/growing.txt"

# The first N of both kinds, by brute force: row, column, and the measure of the first kind. A number, or an angle, that is
# there several times counts at its first place.
hardest_agree() {
    "$POSENC" show --csv --hardest $hardest "$@" > "$dir/hard.csv" || return 1
    for kind in angle midpoint; do
        "$oracle" ${kind}s "$@" > "$dir/all" || return 1
        sort -k1,1g -k2,2n -k3,3n "$dir/all" | awk '!($4 in seen) { seen[$4]; print }' | head -n $hardest > "$dir/wanted"
        [ -s "$dir/wanted" ] || return 1
        awk -F, -v kind=$kind '$1 == kind { print $2, $4 }' "$dir/hard.csv" > "$dir/got"
        awk '{ print $2, $3 }' "$dir/wanted" | diff - "$dir/got" || return 1
    done
    awk '{ printf "%.2e\n", $1 }' "$dir/wanted" > "$dir/measures"
    awk -F, '$1 == "midpoint" { printf "%.2e\n", $8 < 0 ? -$8 : $8 }' "$dir/hard.csv" > "$dir/got"
    paste "$dir/measures" "$dir/got" | awk '($1 - $2) > 0.02 * $1 || ($2 - $1) > 0.02 * $1 { print; bad = 1 } END { exit bad }'
}
hardest() {
    hardest=$1
    shift
    check "hardest $hardest of $*" hardest_agree "$@"
}
hardest 12 --max-len 200 --d-model 32
# 10 p*w4 is p*w0; frequencies that grow; ninths of pi, whose sines have several angles; cosines of p and -p.
hardest 50 --max-len 400 --d-model 32 --type bf16
hardest 20 --max-len 90 --d-model 4 --frequencies "$dir/growing.txt"
hardest 100 --max-len 96 --d-model 4 --step pi/9 --spacing over:1 --base 3
hardest 40 --max-len 61 --d-model 8 --first=-30
hardest 5 --max-len 3000 --d-model 8 --base 12345
hardest 5000 --max-len 50 --d-model 16 --base 777
for type in f64 f16 bf16 q7 q15 q31 s8; do
    hardest 9 --max-len 120 --d-model 16 --base 7001 --type $type
done
hardest 9 --max-len 60 --d-model 16 --base 7001 --type u8 --scale 1/100 --zero-point 7
hardest 9 --max-len 60 --d-model 16 --base 7001 --type f64 --amplitude 'sqrt(3)'
hardest 9 --max-len 60 --d-model 16 --base 7001 --amplitude 1e-30
hardest 9 --max-len 1300 --d-model 6 --base 7001 --first=-1/3 --step 17/7
hardest 9 --max-len 100 --d-model 6 --base 7001 --axes channel-major --step pi/5 --layout halves
hardest 9 --max-len 100 --d-model 8 --base 7001 --first 1e9 --scaling llama3:factor=4,original=64
hardest 9 --max-len 100 --d-model 8 --base 7001 --first=-500 --clamp=-450: --component cos
hardest 9 --max-len 100 --d-model 8 --base 7001 --first=-500 --positions absolute
hardest 5000 --max-len 50 --d-model 8 --base 7001 --type q7 --amplitude 5/4
hardest 5000 --max-len 50 --d-model 8 --base 7001 --type u8 --scale 1/200
seq 1 3 400 | sed 's/$/\/7/' > "$dir/positions.txt"
seq 1000 7 1200 >> "$dir/positions.txt"
hardest 9 --d-model 8 --base 7001 --positions-file "$dir/positions.txt"
{ seq 5 3 900; printf "0.25\n-7\n-1000000\n"; seq 900000 11 901000; echo 5/3; } > "$dir/mixed.txt"
hardest 9 --d-model 8 --base 7001 --positions-file "$dir/mixed.txt" --type f64
# Just below 1 units are half of those above; subnormal numbers; positions that cancel the first.
hardest 2 --max-len 1000 --d-model 4 --base 9007199254741500 --type f64 --first=-500
hardest 5 --max-len 400 --d-model 4 --base 1e640 --type f64
hardest 30 --max-len 9 --d-model 2 --first=-300000000000000000001 --step 100000000000000000000

hardest 9 --max-len 30 --d-model 8 --type f64 --amplitude 1e-100 # by MPFR alone
frequencies() {
    "$POSENC" show --csv --hardest 3 "$@" > "$dir/hard.csv" && [ "$(wc -l < "$dir/hard.csv")" = 4 ] &&
        "$oracle" midpoints "$@" | sort -k1,1g | head -n 3 | awk '{ print $2, $3 }' > "$dir/wanted" &&
        awk -F, 'NR > 1 { print $2, $4 }' "$dir/hard.csv" | diff "$dir/wanted" -
}
check 'hardest of frequencies' frequencies --max-len 1 --d-model 64 --component frequency --base 77

# Rows and columns restrict the search: it finds those among all of the table that are within.
within() {
    "$POSENC" show --csv --hardest 100000 --max-len 100 --d-model 16 --base 7001 |
        awk -F, '$2 >= 20 && $2 < 60 && $4 >= 3 && $4 < 9' | awk -F, '$1 != kind { n = 0; kind = $1 } n++ < 7' > "$dir/wanted" &&
        [ -s "$dir/wanted" ] &&
        "$POSENC" show --csv --hardest 7 --max-len 100 --d-model 16 --base 7001 --rows 20:60 --columns 3:9 | sed 1d |
        diff "$dir/wanted" -
}
check 'hardest within rows and columns' within

# On a grid and in repeated channels, each function of an angle is there once, at its first place.
once() {
    "$POSENC" show --csv --hardest 9 "$@" > "$dir/hard.csv" && [ "$(wc -l < "$dir/hard.csv")" = 19 ] &&
        [ "$(sed 1d "$dir/hard.csv" | awk -F, '{ print $1, $3, $5 }' | sort | uniq -d | wc -l)" = 0 ]
}
check 'hardest of a grid: each angle once' once --max-len 1536 --d-model 64 --grid 24x64
check 'hardest of a grid in blocks, of which an axis has no columns' once --max-len 2048 --d-model 64 --grid 2x32x32 --grid-columns yx --grid-blocks 2x2
check 'hardest of repeated channels: each once' once --max-len 300 --d-model 64 --component cos --repeat halves
check 'hardest of two arrays' once --max-len 300 --d-model 64 --component cos,sin
{ cat "$dir/positions.txt"; cat "$dir/positions.txt"; } > "$dir/twice.txt"
check 'hardest of positions that are there twice: each once' once --d-model 64 --positions-file "$dir/twice.txt"
grid_as_axis() { # an axis of a grid is a table of its own
    "$POSENC" show --csv --hardest 9 --max-len 640 --d-model 32 --grid 10x64 --columns 16:32 |
        sed 's/ x\*/ p*/' | cut -d, -f1,3,5- > "$dir/grid" &&
        "$POSENC" show --csv --hardest 9 --max-len 64 --d-model 16 | cut -d, -f1,3,5- | diff - "$dir/grid"
}
check 'hardest of an axis of a grid' grid_as_axis

fails() { # a reduction that leaves no bit, for people; 0 for programs
    "$POSENC" show --max-len 512 --d-model 384 --hardest 1 > "$dir/people" && grep -q "^355 .* 24  fails  *29 " "$dir/people" &&
        "$POSENC" show --max-len 512 --d-model 384 --hardest 1 --csv | grep -q "^angle,355,355,.*,24,0,29,"
}
check 'a reduction that leaves no bit fails' fails

# The entries that were made to be hard are the hardest of their tables.
hard_vector() { # TYPE FUNCTION BASE POSITION BITS
    for rows in 1 3; do # from the position on, and around it
        "$POSENC" show --csv --hardest 1 --type "$1" --base "$3" --max-len $rows --d-model 4 --columns 2:4 --first "$4-$((rows / 2))" |
            grep '^midpoint' > "$dir/line" || return 1
        [ "$(awk -F, '{ print $3, $5, $17 }' "$dir/line")" = "$4 $2 p*w1 $5" ] || { cat "$dir/line"; return 1; }
        awk -F, '{ exit !($8 < 1e-2 && $8 > -1e-2 && $6 "" != $7 "") }' "$dir/line" || return 1
    done
}
sed -n 's/^ *{"\([^"]*\)", \([A-Z]*\), "\([0-9]*\)", "\([0-9]*\)",* *\(0x[0-9a-f]*\).*/\1 \2 \3 \4 \5/p' \
    "$root/tests/unit/hard_vectors.h" | sed 's/COSINE/cos/; s/SINE/sin/' > "$dir/vectors"
check 'hard vectors were read' [ "$(wc -l < "$dir/vectors")" -ge 9 ]
while read -r type function base position bits; do
    check "hard vector: $function of $position, base $base, $type" hard_vector "$type" "$function" "$base" "$position" "$bits"
done < "$dir/vectors"

# sqrt(1 + log F / log L) is algebraic if F and L are powers of one number: 2, 5/4 (50 times that is midway between 62 and 63), sqrt(5/3).
printf '1\n1\n' > "$dir/factors.txt"
algebraic() { # F L CELLS WORD...
    rule=longrope:$dir/factors.txt,factor=$1,original=$2 cells=$3
    shift 3
    "$POSENC" show --csv --max-len 1 --d-model 4 --scaling "$rule" --columns 1:2 "$@" > "$dir/cells"
    [ "$(sed -n '2s/^0,0,1,cos p\*w0,//p' "$dir/cells")" = "$cells" ] || { cat "$dir/cells"; return 1; }
}
check 'an amplitude that is a rational number' algebraic 1000 10 '2,2.0,0x40000000,0,'
check 'an amplitude midway between two elements' algebraic 512 65536 '1.25,62,0x3e,-0.5,' --type u8 --scale 1/50
check 'an amplitude that is a root' algebraic 9/4 27/8 '1.2909944487358056284,1.2909944,0x3fa53f4e,-0.3606,'
check 'an amplitude that is none' algebraic 7 12 '1.3353246239948344934,1.3353246,0x3faaebeb,0.1766,'

# --- the page

# page WORDS...: docs/audit.md has what this command prints
page() {
    "$POSENC" show "$@" > "$dir/printed" && [ -s "$dir/printed" ] &&
        awk -v command="    posenc show $*" '$0 == command { found = 1 } found && /^```$/ { exit } text; found && /^```text/ { text = 1 }' \
            "$root/docs/audit.md" | diff "$dir/printed" -
}
check 'docs/audit.md: entries' page --max-len 512 --d-model 384 --rows 5:6 --columns 0:4
check 'docs/audit.md: hardest' page --max-len 512 --d-model 384 --hardest 1

# --- wrong requests

wrong() {
    lines=$1
    shift
    check "$lines" refused "posenc: $lines" show --max-len 512 --d-model 384 "$@"
}
wrong "rows '5:5' is not within 0:512, with A < B" --rows 5:5
wrong "rows '0:999999' is not within 0:512" --rows 0:999999
wrong "columns '6:2' is not within 0:384, with A < B" --columns 6:2
wrong "columns '0:385' is not within 0:384" --columns 0:385
wrong "columns '3' is not of the form A:B, such as 5:6 for one" --columns 3
wrong "rows '-1:2' is not a whole number" --rows=-1:2
wrong "digits '0' is not within 1 to 1000000" --digits 0
wrong "digits 'x' is not a whole number" --digits x
wrong "digits '1000001' is not within 1 to 1000000" --digits 1000001
wrong "hardest '0' is not within 1 to 1000000" --hardest 0
wrong "hardest '1e3' is not a whole number" --hardest 1e3
wrong "unexpected argument 'pe.npy'; see posenc --help" pe.npy
wrong "option '--format' is not for show" --format npy
check 'words are checked' refused_with "posenc: d-model '0'" show --max-len 512 --d-model 0
plan
