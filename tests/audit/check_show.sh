#!/bin/sh
# SPDX-License-Identifier: MIT
# `posenc show`: decimals, errors and hard entries against ball arithmetic (oracle_show), and against mpmath.
. "$(dirname "$0")/../tap.sh"
oracle=$tests/oracle_show

# --- decimals

# digits N ROWS:COLUMNS WORD...: every decimal of these entries, its element and its error
digits() {
    digits=$1 rows=${2%,*} columns=${2#*,}
    shift 2
    "$POSENC" show --csv --digits "$digits" "$@" --rows "$rows" --columns "$columns" > show.csv &&
        "$oracle" digits "$digits" "$@" < show.csv
}

# digits_of N: the first 20000 of an entry
digits_of() {
    piped "$POSENC" show --max-len 9 --d-model 4 --rows 3:4 --columns 2:3 --digits "$1" --csv | sed 1d | cut -c1-20000
}

# The decimals of both arrays are those of each component.
both() {
    "$POSENC" show --csv --max-len 9 --d-model 6 --component cos,sin > both.csv &&
        for component in cos sin; do
            "$POSENC" show --csv --max-len 9 --d-model 6 --component $component > one.csv &&
                grep ",$component " one.csv > one && [ "$(wc -l < one)" = 24 ] &&
                grep ",$component " both.csv | cmp - one || return 1
        done
}

# The text for people has the cells of CSV.
same_cells() {
    piped "$POSENC" show --csv "$@" | sed '1d; s/,/ /g; s/  */ /g; s/ *$//' > csv &&
        piped "$POSENC" show "$@" | sed '1d; s/  */ /g; s/^ //; s/+\([0-9.e-]*\)$/\1/' > people &&
        [ -s csv ] && diff csv people
}
says() {
    piped "$POSENC" show --csv $1 | sed -n 2p > line && printf '%s\n' "$2" | diff - line
}
# The element and the decimal are enough to work out the error: a float of 16 bits isn't cut to what reads back as it.
checkable() { # TYPE BITS
    piped "$POSENC" show --csv --max-len 300 --d-model 32 --rows 1:300 --columns 0:32 --type "$1" | sed 1d > rows &&
        awk -F, -v bits="$2" '{ size = $6 < 0 ? -$6 : $6; for (ulp = 2^-bits; ulp > 2^-24 && ulp * 2^bits > size; ulp /= 2); n++
            wrong = ($6 - $5) / ulp - $8; if (wrong > 1e-4 || wrong < -1e-4) { print; bad = 1 } } END { exit bad || n != 9568 }' rows
}

if python=$(python_with mpmath); then
    mpmath() {
        "$POSENC" show --csv --max-len 5000 --d-model "$3" --base "$2" --digits "$1" --rows "$4" --columns "0:$3" > show.csv &&
            $python "$root/tests/audit/show_mpmath.py" "$1" "$2" "$3" < show.csv > log && [ "$(cat log)" -gt 0 ]
    }
    check 'mpmath: 40 digits' mpmath 40 10000 32 0:20
    check 'mpmath: 500 digits' mpmath 500 500000 8 4990:5000
    check 'mpmath: 1 digit' mpmath 1 10000 16 4900:4950
else
    skip 'mpmath' 'no mpmath'
fi

# --- hard entries

# hard N WORD...: the first N of both kinds, as CSV
hard() {
    hardest=$1
    shift
    "$POSENC" show --csv --hardest "$hardest" "$@"
}
# They are the first by brute force: row, column, and the measure of the first kind. A number, or an angle, that is there
# several times counts at its first place.
hardest() {
    hard "$@" > hard.csv && shift || return 1
    for kind in angle midpoint; do
        "$oracle" ${kind}s "$@" > all || return 1
        sort -k1,1g -k2,2n -k3,3n all | awk '!($4 in seen) { seen[$4]; print }' | head -n $hardest > wanted
        [ -s wanted ] || return 1
        awk -F, -v kind=$kind '$1 == kind { print $2, $4 }' hard.csv > got
        awk '{ print $2, $3 }' wanted | diff - got || return 1
    done
    awk '{ printf "%.2e\n", $1 }' wanted > measures
    awk -F, '$1 == "midpoint" { printf "%.2e\n", $8 < 0 ? -$8 : $8 }' hard.csv > got
    paste measures got | awk '($1 - $2) > 0.02 * $1 || ($2 - $1) > 0.02 * $1 { print; bad = 1 } END { exit bad }'
}
hard_within() {
    all='--max-len 100 --d-model 16 --base 7001'
    piped hard 100000 $all | awk -F, '$2 >= 20 && $2 < 60 && $4 >= 3 && $4 < 9 && ++n[$1] <= 7' > wanted &&
        piped hard 7 $all --rows 20:60 --columns 3:9 | sed 1d > got && cmp wanted got
}
hard_clamped() {
    hard 50 --max-len 9 --d-model 4 --clamp 5: --rows 1:9 > wanted && hard 50 --max-len 9 --d-model 4 --clamp 5: --zero-rows 0 > got &&
        cmp wanted got
}
hard_axis() {
    piped hard 9 --max-len 640 --d-model 32 --grid 10x64 --columns 16:32 | sed 's/ x\*/ p*/' | cut -d, -f1,3,5- > grid &&
        piped hard 9 --max-len 64 --d-model 16 | cut -d, -f1,3,5- | cmp - grid
}
no_bit() {
    all='--max-len 512 --d-model 384'
    piped "$POSENC" show $all --hardest 1 | grep '^355 .* 24  fails  *29 ' && piped hard 1 $all | grep '^angle,355,355,.*,24,0,29,'
}
one_number() {
    piped hard 9 --max-len 1 --d-model 6 --base 7001 --type f64 --amplitude 'sqrt(3)' | cut -d, -f1-5 > cells &&
        [ "$(sed 1d cells)" = 'midpoint,0,0,1,cos p*w0' ]
}
seq 1 3 400 | sed 's/$/\/7/' > sevenths.txt && seq 1000 7 1200 >> sevenths.txt && cat sevenths.txt sevenths.txt > twice.txt
{ seq 5 3 900; printf "0.25\n-7\n-1000000\n"; seq 900000 11 901000; echo 5/3; } > mixed.txt
frequencies() {
    hard 3 "$@" > hard.csv && [ "$(wc -l < hard.csv)" = 4 ] &&
        piped "$oracle" midpoints "$@" | sort -k1,1g | head -n 3 | awk '{ print $2, $3 }' > wanted &&
        awk -F, 'NR > 1 { print $2, $4 }' hard.csv | diff wanted -
}

# On a grid and in repeated channels, each function of an angle is there once, at its first place.
once() {
    hard 9 "$@" > hard.csv && [ "$(wc -l < hard.csv)" = 19 ] &&
        [ "$(sed 1d hard.csv | awk -F, '{ print $1, $3, $5 }' | sort | uniq -d | wc -l)" = 0 ]
}

# sqrt(1 + log F / log L) is algebraic if F and L are powers of one number: 2, 5/4 (50 times that is midway between 62 and 63), sqrt(5/3).
algebraic() { # F L CELLS WORD...
    rule=longrope:factors.txt,factor=$1,original=$2 cells=$3
    shift 3
    "$POSENC" show --csv --max-len 1 --d-model 4 --scaling "$rule" --columns 1:2 "$@" > cells &&
        [ "$(sed -n '2s/^0,0,1,cos p\*w0,//p' cells)" = "$cells" ] || { cat cells; return 1; }
}
# --- the page

# page WORDS...: docs/audit-exact-values.md has what this command prints
page() {
    "$POSENC" show "$@" > printed && [ -s printed ] &&
        awk -v command="    posenc show $*" '$0 == command { found = 1 } found && /^```$/ { exit } text; found && /^```text/ { text = 1 }' \
            "$root/docs/audit-exact-values.md" | diff printed -
}
spelled() { # spelled: also -0, whose sine is -0
    piped "$POSENC" show --positions-file spelled.txt --d-model 2 --csv | cut -d, -f 2 | sed 1d | uniq | sed 's/^0x1.*/& # pi/' | diff - spelled.txt &&
        piped "$POSENC" show --positions-file spelled.txt --d-model 2 --csv | grep '^1,-0,0,sin p\*w0,.*,-0.0,0x80000000,'
}
check_rows "$root/tests/audit/show.tsv"
plan
