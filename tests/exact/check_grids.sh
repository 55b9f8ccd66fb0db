#!/bin/sh
# A grid's columns are those of tables without a grid: each axis's own table, or one table for all axes if they share its
# frequencies, at the axis's coordinate. Which column is which is said here a second time.
. "$(dirname "$0")/../tap.sh"

# rows FILE COLUMNS WORD...: a table's rows as lines of hexadecimals
rows() {
    file=$1 width=$2
    shift 2
    "$POSENC" "$@" --format raw > "$dir/raw" && [ -s "$dir/raw" ] &&
        od -An -v -t x4 -w$((4 * width)) "$dir/raw" > "$dir/$file" && [ -s "$dir/$file" ]
}

# same FILE FILE
same() {
    [ -s "$dir/$1" ] && sed 's/^ *//' "$dir/$1" > "$dir/1" && sed 's/^ *//' "$dir/$2" | diff - "$dir/1"
}

# --- each axis has the table of its own columns

# axes_follow WORD...: a 3 x 4 grid of d 16 and tables of d 8
axes_follow() {
    rows grid 8 --max-len 12 --d-model 16 --grid 3x4 --component cos "$@" &&
        rows line 4 --max-len 4 --d-model 8 --component cos "$@" &&
        awk '{ line[NR - 1] = $0 } END { for (y = 0; y < 3; y++) for (x = 0; x < 4; x++) print line[y] line[x] }' \
            "$dir/line" | sed 's/^ *//; s/  */ /g' > "$dir/want" && same grid want
}
# --- what repeat does to the row of one component

# repeated REPEAT AWK WORD...: the rows of 8 columns without repeat, as the program prints them, are those with it
repeated() {
    repeat=$1 program=$2
    shift 2
    rows once 8 --max-len 12 --d-model 16 --grid 3x4 --component sin "$@" &&
        rows twice 16 --max-len 12 --d-model 16 --grid 3x4 --component sin --repeat "$repeat" "$@" &&
        awk "function put(k) { printf \"%s%s\", \$k, ++n % 16 ? \" \" : \"\\n\" } { $program }" "$dir/once" > "$dir/want" &&
        same twice want
}
whole='for (c = 0; c < 2; c++) for (k = 1; k <= 8; k++) put(k)'
each='for (k = 1; k <= 8; k++) for (c = 0; c < 2; c++) put(k)'
axis='for (a = 0; a < 8; a += 4) for (c = 0; c < 2; c++) for (k = 1; k <= 4; k++) put(a + k)'
axis_6_and_2='for (c = 0; c < 2; c++) for (k = 1; k <= 6; k++) put(k); for (c = 0; c < 2; c++) for (k = 7; k <= 8; k++) put(k)'

# --- a rule for some axes

# ruled AXIS RULE [FACTOR]: a 3 x 4 grid of d 16, one axis by a rule, the other as it is, or with another factor
ruled() {
    other=${3:+${2%=*}=$3}
    y=${other:-none} x=$2
    [ $1 = x ] || y=$2 x=${other:-none}
    rows grid 8 --grid 3x4 --d-model 16 --component cos --scaling "$2,axes=$1${3:+,others=$3}" &&
        rows y 4 --max-len 3 --d-model 8 --component cos --scaling "$y" && rows x 4 --max-len 4 --d-model 8 --component cos --scaling "$x" &&
        awk 'FNR == NR { y[NR - 1] = $0; next } { x[FNR - 1] = $0 }
            END { for (k = 0; k < 3; k++) for (j = 0; j < 4; j++) print y[k] x[j] }' "$dir/y" "$dir/x" | sed 's/^ *//; s/  */ /g' > "$dir/want" &&
        same grid want
}
# --- rows that don't turn: the others are those of the table without them, and their entries those of angle 0

# unrotated WORDS_PER_ROW ROW ROWS WORD...: rows 0 and 5 of a grid's 14 are ROW, in words of 32 bits
unrotated() {
    width=$1 row=$2 left=$3
    shift 3
    rows all "$width" --grid 3x4 --d-model 16 "$@" && rows apart "$width" --grid 3x4 --d-model 16 --unrotated-rows 5,0 "$@" &&
        [ "$(wc -l < "$dir/apart")" = $((left + 2)) ] && sed '1d;6d' "$dir/apart" > "$dir/others" && same others all &&
        sed -n '1p;6p' "$dir/apart" > "$dir/two" && for k in 1 2; do echo "$row"; done > "$dir/want" && same two want
}
# times COUNT WORD
repeated_words() {
    awk -v count="$1" -v word="$2" 'BEGIN { for (k = 0; k < count; k++) printf "%s%s", k ? " " : "", word }'
}
# in_two WORD...: the arrays of both components are those of each
in_two() {
    set -- --grid 3x4 --d-model 16 "$@"
    "$POSENC" "$@" --component cos,sin --name t -o "$dir/t.safetensors" && for component in sin cos; do
        rows one 8 "$@" --component $component && "$POSENC" audit "$dir/t.safetensors:t_$component" "$@" --component $component \
            > "$dir/said" && grep -qx 'not correctly rounded: 0' "$dir/said" || return 1
    done
}
unrotated_channels() { # of a channel-major table: each line has the entry in front
    rows all 12 --grid 3x4 --d-model 16 --axes channel-major "$@" &&
        rows apart 13 --grid 3x4 --d-model 16 --axes channel-major --unrotated-rows 0 "$@" &&
        awk '{ print (NR % 2 ? "00000000" : "3f800000"), $0 }' "$dir/all" | sed 's/  */ /g' > "$dir/want" && same apart want
}
# without_grid SED COLUMNS ROWS WORD...: these rows are those of the table with sed's change
without_grid() {
    change=$1 width=$2 unrotated=$3
    shift 3
    rows all "$width" --d-model "$width" "$@" && rows apart "$width" --d-model "$width" "$@" --unrotated-rows "$unrotated" &&
        sed "$change" "$dir/all" > "$dir/want" && same apart want
}
printf '5\n7\n9\n' > "$dir/p.txt"
zero_4='00000000 3f800000 00000000 3f800000'
shown() { # what show says of such an entry
    "$POSENC" show --csv --grid 2x2 --d-model 8 --amplitude 3 --unrotated-rows 0 --rows 0:1 --columns 0:2 > "$dir/said" &&
        [ "$(sed -n 2p "$dir/said")" = '0,0,0,sin y*w0,0,0.0,0x00000000,0,' ] && [ "$(sed -n 3p "$dir/said")" = '0,0,1,cos y*w0,3,3.0,0x40400000,0,' ]
}

# in_front COUNT WORD WORD...: columns more, in front of those of the same table without them
in_front() {
    more=$1 word=$2
    shift 2
    rows all 8 --grid 3x4 --d-model 16 "$@" && rows apart $((8 + more)) --grid 3x4 --d-model 16 --unrotated-columns $more "$@" &&
        awk -v row="$(repeated_words $more $word)" '{ print row, $0 }' "$dir/all" | sed 's/  */ /g' > "$dir/want" && same apart want
}
in_front_of_channels() {
    set -- --grid 3x4 --d-model 16 --component cos --axes channel-major
    rows all 12 "$@" && rows apart 12 "$@" --unrotated-columns 2 &&
        { for k in 1 2; do repeated_words 12 3f800000; echo; done; cat "$dir/all"; } > "$dir/want" && same apart want
}
beside_rows() {
    rows apart 9 --grid 1x2 --d-model 16 --component cos --unrotated-columns 1 --zero-rows 0 --unrotated-rows 1 &&
        sed -n 1,2p "$dir/apart" > "$dir/two" && { repeated_words 9 00000000; echo; repeated_words 9 3f800000; echo; } > "$dir/want" &&
        same two want
}
# --- shared frequencies: entry i is entry i of the table without a grid, at the coordinate of i's axis

# shared COLUMNS OWNER WORD...: OWNER is awk that sets axis to 0, 1 or 2 (t, y, x) for entry i, from 0, of d 128
shared() {
    width=$1 owner=$2
    shift 2
    rows grid "$width" --max-len 60 --d-model 128 --grid 3x4x5 --grid-frequencies shared "$@"
    list=
    for word in "$@"; do # the words that only a grid has
        case $word in --grid*) skipped=y ;; *) [ "${skipped-}" ] && skipped= || list="$list $word" ;; esac
    done
    rows line "$width" --max-len 5 --d-model 128 $list || return 1
    awk -v width="$width" "
        { for (i = 0; i < width; i++) entry[NR - 1, i] = \$(i + 1) }
        END {
            for (t = 0; t < 3; t++) for (y = 0; y < 4; y++) for (x = 0; x < 5; x++)
                for (i = 0; i < width; i++) {
                    $owner
                    printf \"%s%s\", entry[axis == 0 ? t : axis == 1 ? y : x, i], i < width - 1 ? \" \" : \"\\n\"
                }
        }" "$dir/line" > "$dir/want" && same grid want
}
qwen2='axis = i % 64 < 16 ? 0 : i % 64 < 40 ? 1 : 2'
qwen3='pair = i % 64; axis = pair < 60 ? pair % 3 : 0'
pixtral() { # the pairs of inner, in a section for each axis
    rows inner 16 --max-len 12 --d-model 32 --grid 3x4 --grid-frequencies shared --grid-nesting inner --component cos &&
        rows middle 16 --max-len 12 --d-model 32 --grid 3x4 --grid-frequencies shared --grid-nesting middle --component cos &&
        awk '{ for (a = 1; a <= 2; a++) for (k = a; k <= 16; k += 2) printf "%s%s", $k, a == 2 && k == 16 ? "\n" : " " }' \
            "$dir/inner" > "$dir/want" && same middle want
}

# --- rows in blocks, and axes without columns

# merged FRAMES H W M: the rows of an H x W grid, in the order in which reshape(H/M, M, W/M, M) and permute(0, 2, 1, 3)
# put them, and then again for each frame
merged() {
    set -- "$1" "$2" "$3" "$4" --d-model 16 --component cos --repeat halves --grid-columns yx
    frames=$1 h=$2 w=$3 m=$4
    shift 4
    rows plain 16 --max-len $((h * w)) --grid "${h}x$w" "$@" &&
        rows merged 16 --max-len $((frames * h * w)) --grid "${frames}x${h}x$w" --grid-blocks "${m}x$m" "$@" &&
        awk -v frames="$frames" -v h="$h" -v w="$w" -v m="$m" '{ row[NR - 1] = $0 } END {
            while (frames-- > 0)
                for (a = 0; a < h / m; a++) for (c = 0; c < w / m; c++)
                    for (b = 0; b < m; b++) for (e = 0; e < m; e++) print row[(a * m + b) * w + c * m + e]
        }' "$dir/plain" | sed 's/^ *//' > "$dir/want" && same merged want
}
# --- four axes

four() { # axes of one point are the columns of position 0
    rows four 16 --max-len 12 --d-model 32 --grid 1x1x3x4 --grid-columns yxst --component sin &&
        rows two 8 --max-len 12 --d-model 16 --grid 3x4 --component sin &&
        awk '{ print $0, "00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000" }' "$dir/two" > "$dir/want" &&
        same four want
}
check_rows "$root/tests/exact/grids.tsv"
plan
