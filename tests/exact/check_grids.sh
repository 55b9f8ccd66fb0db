#!/bin/sh
# SPDX-License-Identifier: MIT
# Features of grids that the oracles don't have: a rule for some axes, and unrotated rows and columns. Their entries are those of tables
# without such words. check_words_oracle.sh has the other words of grids.
. "$(dirname "$0")/../tap.sh"

# rows FILE COLUMNS WORD...: a table's rows as lines of hexadecimals
rows() {
    file=$1 width=$2
    shift 2
    "$POSENC" "$@" --format raw > "$dir/raw" && [ -s "$dir/raw" ] &&
        od -An -v -t x4 -w$((4 * width)) "$dir/raw" > "$dir/$file" && [ -s "$dir/$file" ]
}

# equal FILE FILE
equal() {
    [ -s "$dir/$1" ] && sed 's/^ *//' "$dir/$1" > "$dir/1" && sed 's/^ *//' "$dir/$2" | diff - "$dir/1"
}

# --- a rule for some axes

# ruled AXIS RULE [FACTOR]: a 3 x 4 grid with d 16; one axis with a rule, the other without, or with another factor
ruled() {
    other=${3:+${2%=*}=$3}
    y=${other:-none} x=$2
    [ $1 = x ] || y=$2 x=${other:-none}
    rows grid 8 --grid 3x4 --d-model 16 --component cos --scaling "$2,axes=$1${3:+,others=$3}" &&
        rows y 4 --max-len 3 --d-model 8 --component cos --scaling "$y" && rows x 4 --max-len 4 --d-model 8 --component cos --scaling "$x" &&
        awk 'FNR == NR { y[NR - 1] = $0; next } { x[FNR - 1] = $0 }
            END { for (k = 0; k < 3; k++) for (j = 0; j < 4; j++) print y[k] x[j] }' "$dir/y" "$dir/x" | sed 's/^ *//; s/  */ /g' > "$dir/want" &&
        equal grid want
}
# --- unrotated rows: other rows are those of the table without them, and their entries those of angle 0

# unrotated WORDS_PER_ROW ROW ROWS WORD...: rows 0 and 5 of a grid's 14 are ROW, in words of 32 bits
unrotated() {
    width=$1 row=$2 left=$3
    shift 3
    rows all "$width" --grid 3x4 --d-model 16 "$@" && rows apart "$width" --grid 3x4 --d-model 16 --unrotated-rows 5,0 "$@" &&
        [ "$(wc -l < "$dir/apart")" = $((left + 2)) ] && sed '1d;6d' "$dir/apart" > "$dir/others" && equal others all &&
        sed -n '1p;6p' "$dir/apart" > "$dir/two" && for k in 1 2; do echo "$row"; done > "$dir/want" && equal two want
}
# times COUNT WORD
repeated_words() {
    awk -v count="$1" -v word="$2" 'BEGIN { for (k = 0; k < count; k++) printf "%s%s", k ? " " : "", word }'
}
# in_two WORD...: the arrays of both components are those of each component
in_two() {
    set -- --grid 3x4 --d-model 16 "$@"
    "$POSENC" "$@" --component cos,sin --name t -o "$dir/t.safetensors" && for component in cos sin; do
        "$POSENC" "$@" --component $component --format raw || return 1
    done > "$dir/raw" && tail -c "$(wc -c < "$dir/raw")" "$dir/t.safetensors" | cmp - "$dir/raw"
}
unrotated_channels() { # of a channel-major table: each line has the entry in front
    rows all 12 --grid 3x4 --d-model 16 --axes channel-major "$@" &&
        rows apart 13 --grid 3x4 --d-model 16 --axes channel-major --unrotated-rows 0 "$@" &&
        awk '{ print (NR % 2 ? "00000000" : "3f800000"), $0 }' "$dir/all" | sed 's/  */ /g' > "$dir/want" && equal apart want
}
# without_grid SED COLUMNS ROWS WORD...: these rows are those of the table with sed's change
without_grid() {
    change=$1 width=$2 unrotated=$3
    shift 3
    rows all "$width" --d-model "$width" "$@" && rows apart "$width" --d-model "$width" "$@" --unrotated-rows "$unrotated" &&
        sed "$change" "$dir/all" > "$dir/want" && equal apart want
}
printf '5\n7\n9\n' > "$dir/p.txt"
zero_4='00000000 3f800000 00000000 3f800000'
shown() { # what show prints for such an entry
    "$POSENC" show --csv --grid 2x2 --d-model 8 --amplitude 3 --unrotated-rows 0 --rows 0:1 --columns 0:2 > "$dir/said" &&
        [ "$(sed -n 2p "$dir/said")" = '0,0,0,sin y*w0,0,0.0,0x00000000,0,' ] && [ "$(sed -n 3p "$dir/said")" = '0,0,1,cos y*w0,3,3.0,0x40400000,0,' ]
}

# in_front COUNT WORD WORD...: COUNT additional columns precede those of the same table without them
in_front() {
    more=$1 word=$2
    shift 2
    rows all 8 --grid 3x4 --d-model 16 "$@" && rows apart $((8 + more)) --grid 3x4 --d-model 16 --unrotated-columns $more "$@" &&
        awk -v row="$(repeated_words $more $word)" '{ print row, $0 }' "$dir/all" | sed 's/  */ /g' > "$dir/want" && equal apart want
}
in_front_of_channels() {
    set -- --grid 3x4 --d-model 16 --component cos --axes channel-major
    rows all 12 "$@" && rows apart 12 "$@" --unrotated-columns 2 &&
        { for k in 1 2; do repeated_words 12 3f800000; echo; done; cat "$dir/all"; } > "$dir/want" && equal apart want
}
beside_rows() {
    rows apart 9 --grid 1x2 --d-model 16 --component cos --unrotated-columns 1 --zero-rows 0 --unrotated-rows 1 &&
        sed -n 1,2p "$dir/apart" > "$dir/two" && { repeated_words 9 00000000; echo; repeated_words 9 3f800000; echo; } > "$dir/want" &&
        equal two want
}
check_rows "$root/tests/exact/grids.tsv"
plan
