# SPDX-License-Identifier: MIT
# Are the cells of a heat map those of a table? awk -v width=W -f heatmap.awk values marks
# `marks` is what marks.awk prints; `values` has the table's numbers, one a line, row after row of W; nan is grey. group=errors:
# those of the figure of errors
BEGIN { FS = "\t" }
FNR == 1 && group == "" { group = "heatmap" }
NR == FNR {
    value[count++] = $1 == "nan" ? $1 : $1 + 0
    next
}
$1 == group && $3 == "note" { row_step = step($8, "row in "); pair_step = step($8, "pair of columns in ") }
$1 == group && $3 == "scale" && $8 + 0 > largest { largest = $8 + 0 }
$1 == group "/cells" && $2 == "path" { colour = $3 == "grey" ? $3 : substr($3, 2) + 0; draw($8) }
function step(note, words) {
    return match(note, "1 " words "[0-9]+") ? substr(note, RSTART + length(words) + 2) + 0 : 1
}
# Paints what a path of runs covers: from "M.5 0" or "M0 .5", then "mX Yv1" or "mX Yh1" each from where the last run ended.
function draw(path,    down, x, y, n, run, k, part) {
    down = path ~ /^M\.5 0/
    if (!down && path !~ /^M0 \.5/)
        wrong("a path begins with " substr(path, 1, 8))
    x = y = 0
    n = split(substr(path, 7), run, "m")
    for (k = 1; k <= n; k++) {
        split(run[k], part, down ? "v" : "h")
        split(part[1], by, " ")
        x += by[1]; y += by[2]
        for (length_left = part[2]; length_left > 0; length_left--) {
            if ((x, y) in cell)
                wrong("two colours in cell " x ", " y)
            cell[x, y] = colour
            cells++
            if (down) y++
            else x++
        }
    }
}
END {
    rows = count / width
    for (i = 0; i * row_step < rows; i++)
        for (j = 0; int(j / 2) * 2 * pair_step + j % 2 < width; j++) {
            v = value[i * row_step * width + int(j / 2) * 2 * pair_step + j % 2]
            wanted = v == "nan" ? "grey" : int(v / largest * 16 + 16.5)
            seen++
            if (!((j, i) in cell) || cell[j, i] != wanted)
                wrong("cell " j ", " i " has colour " cell[j, i] ", not " wanted)
        }
    if (seen != cells || seen == 0)
        wrong(cells " cells, not " seen)
    exit bad
}
