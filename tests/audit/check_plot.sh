#!/bin/sh
# SPDX-License-Identifier: MIT
# posenc plot: well-formed SVG, whose marks are where the table's values, read from raw tables, must be.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/audit/figures.sh"

# plotted WORD...: f.svg with its marks in f.marks
plotted() {
    "$POSENC" plot "$@" -o f.svg && marked
}
# raw TYPE WORD...: TYPE.txt has the numbers of the table in that type, one a line
raw() {
    raw_type=$1
    shift
    "$POSENC" "$@" --type "$raw_type" --format raw -o t.raw || return 1
    case $raw_type in
    f64) od -An -v -w8 -tf8 t.raw ;; # with all digits
    f32) od -An -v -w4 -tu4 t.raw | from_bits 23 ;;
    bf16) od -An -v -w2 -tu2 t.raw | from_bits 7 ;;
    q23) od -An -v -w4 -td4 t.raw | awk '{ printf "%.17g\n", $1 / 8388608 }' ;;
    q15) od -An -v -w2 -td2 t.raw | awk '{ printf "%.17g\n", $1 / 32768 }' ;;
    q7) od -An -v -w1 -td1 t.raw | awk '{ printf "%.17g\n", $1 / 128 }' ;;
    esac > "$raw_type.txt" && [ -s "$raw_type.txt" ]
}

# --- what is drawn

# heatmap WIDTH WORD...: the heat map of the table in f64, whose numbers od prints with all digits
heatmap() {
    heatmap_width=$1
    shift
    plotted --figure heatmap --type f64 "$@" && raw f64 "$@" && drawn heatmap width=$heatmap_width f64.txt
}
heat_turned() {
    raw f64 --max-len 90 --d-model 12 && plotted --figure heatmap --max-len 90 --d-model 12 --type f64 --axes channel-major &&
        drawn heatmap width=12 f64.txt
}
heat_stored() {
    plotted --figure heatmap --type q7 --max-len 60 --d-model 16 && raw q7 --max-len 60 --d-model 16 && drawn heatmap width=16 q7.txt
}
# cells LENGTH WORD...: some cells below each other are a line of that length, v40
cells() {
    length=$1
    shift
    plotted --figure heatmap "$@" && grep -q "class=.h[^>]*[0-9]$length\"" f.svg
}
# Rows far apart are the same as those of a table that has only these rows, whether rows are longer than a piece or not.
far() {
    plotted --figure heatmap --max-len $((156 * $2)) --d-model "$1" && mv f.marks far.marks &&
        plotted --figure heatmap --max-len 156 --step "$2" --d-model "$1" && for each in far f; do grep '^heatmap/cells.path' $each.marks > $each.cells; done &&
        [ "$(wc -l < f.cells)" -ge 30 ] && cmp far.cells f.cells
}
# pair WORD...: the heat map of cosines and sines, which are in both.raw one after the other
pair() {
    raw f64 --max-len 30 --d-model 12 --component cos && mv t.raw both.raw && mv f64.txt cos.txt &&
        raw f64 --max-len 30 --d-model 12 --component sin && cat t.raw >> both.raw && numpy '2, 30, 6' both.raw || return 1
    awk 'NR == FNR { c[n++] = $1; next } { s[m++] = $1 }
        END { for (i = 0; i < 30; i++) { for (j = 0; j < 6; j++) print c[6 * i + j]; for (j = 0; j < 6; j++) print s[6 * i + j] } }' \
        cos.txt f64.txt > both.txt
    plotted "$@" --figure heatmap --component cos,sin && drawn heatmap width=12 both.txt && grep -q 'the cosines, then the sines' f.svg
}

# waves WIDTH COLUMNS WORD...
waves() {
    waves_width=$1 columns=$2
    shift 2
    raw f64 "$@" && plotted --figure waves --type f64 "$@" --columns "$columns" &&
        drawn waves width=$waves_width columns=$columns largest=1 f64.txt
}
waves_chosen() {
    raw f64 --max-len 99 --d-model 96 && plotted --figure waves --type f64 --max-len 99 --d-model 96 &&
        drawn waves width=96 columns=0,8,18,28,38,48 largest=1 f64.txt
}
axis_names() {
    for words in '' '--first 5' '--step 2' '--step 1/2' '--first pi' '--grid 3x3' '--clamp 0:5'; do
        plotted --figure waves --max-len 9 --d-model 4 $words && texts label | head -n 1 || return 1
    done > names
    tr '\n' ' ' < names | grep -x 'position row row row row row row '
}
# scaled_waves AMPLITUDE LARGEST TEXT: the strips are as high as the note says
scaled_waves() {
    raw f64 --max-len 30 --d-model 4 --amplitude "$1" && plotted --figure waves --type f64 --max-len 30 --d-model 4 --amplitude "$1" --columns 0,1 &&
        drawn waves width=4 columns=0,1 largest=$2 f64.txt && note_is "all rows; each strip from −$3 to $3"
}
# similarity WIDTH ROWS WORD...
similarity() {
    similarity_width=$1 from=$2
    shift 2
    raw f64 "$@" && plotted --figure similarity --type f64 "$@" && drawn similarity width=$similarity_width from=$from f64.txt
}
dots() {
    plotted --figure similarity --max-len 2 --d-model 8 && [ "$(looks)" = 'line line legend point point legend ' ]
}
# note_is TEXT: the text below the figure's title; noted TEXT FIGURE WORD...: that of such a figure
note_is() {
    texts note > note && echo "$1" | diff - note
}
noted() {
    note=$1 figure=$2
    shift 2
    plotted --figure "$figure" "$@" && note_is "$note"
}

# ranged: the rows are in the title, in the notes, and on the axes
ranged() {
    plotted --max-len 20000 --d-model 16 --axes channel-major --rows 10100:10109 && cut -f 3,8 f.marks > texts &&
        grep -q '^title.*, rows 10100 to 10108$' texts && grep -q '^note.rows 10100 to 10108, all columns$' texts &&
        grep -q '^note.rows 10100 to 10108; each strip' texts && grep -q '^legend.row 10104$' texts && awk -F '\t' '
            $1 == "heatmap" && $3 == "side" || $1 == "waves" && $3 == "tick" { n++; if ($8 < 10100 || $8 > 10109) exit bad = 1 } END { exit bad || n < 8 }' f.marks
}
single() { # a single row: no axis to a second one, and dots in the middle
    plotted --figure "$1" --max-len 1 --d-model 8 && texts tick > ticks && echo 0 | diff - ticks && drawn dots dots=$2 samples=$3 &&
        ! grep -q 'class="line' f.svg && grep -q '^\.point .*stroke-width: [3-9]' f.svg
}
# looks: of the lines and of the legend, in turn
looks() {
    awk -F '\t' '$3 ~ /^(line|point) / || $3 == "legend" { split($3, c, " "); printf "%s ", c[1] }' f.marks
}
# untouched WORD...: labels of ticks, of 6.8 pixels a digit, don't touch each other or the label of the axis
untouched() {
    plotted "$@" && awk -v digit=6.8 -f "$audit/touching_labels.awk" f.marks
}
# The legend of rounding errors: each colour has one line and its sample, and every line has points.
legend() { # legend NAMES WORD...: these are its last names
    names=$1
    shift
    plotted --figure rounding "$@" && awk -F '\t' '$3 ~ /^line/ { looks[$3]++; lines++; if ($8 == "") { print "no points: " $3; bad = 1 } }
        $3 == "legend" { names = names " " $8; n++ } END { for (k in looks) if (looks[k] != 2) { print k ": " looks[k]; bad = 1 }
            print names; exit bad || lines != 2 * n || n == 0 }' f.marks > legend && grep -x "$names" legend || { cat legend; return 1; }
}

# rounding TYPE LINE HALF FIXED WORD...: the errors of all entries of a table; none is above half an ulp, except at the largest values
rounding() {
    type=$1 line=$2 half=$3 fixed=$4
    shift 4
    plotted --figure rounding --d-model 64 "$@" && raw f64 --d-model 64 "$@" && raw "$type" --d-model 64 "$@" &&
        drawn rounding type="$type" line="$line" half="$half" fixed="$fixed" f64.txt "$type.txt"
}

# types THERE MISSING WORD...: rounding errors have the first type, and not the second one
types() {
    there=$1 missing=$2
    shift 2
    plotted --figure rounding --max-len 9 --d-model 8 "$@" && grep -q ">$there<" f.svg && ! grep ">$missing<" f.svg
}
no_errors() {
    "$POSENC" plot --figure rounding --max-len 1 --d-model 1 -o f.svg && marked 1 &&
        grep -q 'every type holds every entry exactly' f.marks && [ ! "$(texts tick; texts side)" ]
}

# --- arrays that others made

# numpy SHAPE FILE: that file's doubles as NumPy saves them
numpy() {
    header="{'descr': '<f8', 'fortran_order': False, 'shape': ($1), }"
    { printf '\223NUMPY\001\000\166\000%-117s\n' "$header" && cat "$2"; } > made.npy
}
made() { # by numpy: leading axes of 1, and no words
    raw f64 --max-len 40 --d-model 10 && numpy '1, 1, 40, 10' t.raw && plotted made.npy --figure heatmap &&
        drawn heatmap width=10 f64.txt && texts label | grep -q 'row$'
}
# array FILE WIDTH WORD... -- WORD...: the heat map of a file that the first words make is that of their table; the others
# say how it is read
array() {
    array_file=$1 array_width=$2 array_words='--max-len 60 --type f64'
    shift 2
    while [ "$1" != -- ]; do array_words="$array_words $1" && shift; done
    shift
    # shellcheck disable=SC2086 # several words
    "$POSENC" $array_words --axes position-major --format raw -o t.raw && od -An -v -w8 -tf8 t.raw > f64.txt &&
        "$POSENC" $array_words -o "${array_file%:*}" && plotted "$array_file" --figure heatmap "$@" && drawn heatmap width="$array_width" f64.txt
}
array_again() {
    raw f64 --max-len 40 --d-model 10 && numpy '40, 10' t.raw && again made.npy "$@"
}
# Integers count steps of the scale that is given, or units.
integers() {
    "$POSENC" --max-len 30 --d-model 8 --type i8 --scale 1/100 --format npy -o i8.npy && plotted i8.npy --type i8 --scale 1/100 --figure waves --columns 1 &&
        note_is 'all rows; each strip from −1 to 1' && plotted i8.npy --type i8 --figure waves --columns 1 && note_is 'all rows; each strip from −100 to 100'
}
# The errors of a table of twice the amplitude are the table.
errors() {
    raw f64 --max-len 40 --d-model 10 && "$POSENC" --max-len 40 --d-model 10 --type f64 --amplitude 2 --axes "$1" --format npy -o twice.npy &&
        plotted twice.npy --amplitude 1 --axes "$1" --figure errors && drawn heatmap group=errors width=10 f64.txt && note_is 'all rows, all columns'
}
exact() {
    "$POSENC" --max-len 40 --d-model 10 --format npy -o exact.npy && plotted exact.npy --figure errors && note_is 'all rows, all columns; all are exact'
}
nans() { # a NaN in row 1, and an infinity in row 2
    raw f64 --max-len 9 --d-model 4 && {
        head -c 32 t.raw && printf '\0\0\0\0\0\0\370\177' && tail -c +41 t.raw | head -c 32 && printf '\0\0\0\0\0\0\360\377' && tail -c +81 t.raw
    } > nan.raw && numpy '9, 4' nan.raw && awk '{ print NR == 5 || NR == 10 ? "nan" : $1 }' f64.txt > nan.txt &&
        plotted made.npy --figure heatmap && drawn heatmap width=4 nan.txt && note_is 'all rows, all columns; 2 cells of NaN or infinity are grey'
}
# panels NAMES WORD...: those of a table, or of made.npy
panels() {
    panels=$1
    shift
    raw f64 --max-len 40 --d-model 10 && numpy '40, 10' t.raw && plotted "$@" && [ "$(cut -f 1 f.marks | sort -u | grep -v / | tr '\n' ' ')" = " $panels " ]
}

# --- the file

again() { # again WORD...: in a file and on standard output, and by the command that the figure says
    "$POSENC" plot "$@" > once.svg && plotted "$@" && cmp once.svg f.svg && its_command > command &&
        [ "$(wc -w < command)" -ge 5 ] && piped eval "\"\$POSENC\" $(cat command)" | cmp - once.svg
}
xml() {
    "$POSENC" plot --max-len 60 --d-model 8 -o f.svg && [ -s f.svg ] && "$@" f.svg
}
old_file() {
    echo old > old.svg && ends 2 "$POSENC" plot --max-len 9 --d-model 8 --type f99 -o old.svg 2> said && grep "'f99'" said &&
        [ "$(cat old.svg)" = old ]
}
[ -c /dev/full ]
check_when $? 'no /dev/full' 'a full disk' full plot --max-len 9 --d-model 8 -o
check_rows "$audit/plot.tsv"
plan
