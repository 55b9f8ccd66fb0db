# SPDX-License-Identifier: MIT
# Are all marks of a figure inside it, and are there at least `least` of them? awk -v least=20 -f within.awk marks
# Coordinates are only numbers; a text without a width is taken as wide as the widest usual font of browsers makes it.
BEGIN { FS = "\t" }
$2 == "svg" { split($4, box, " ") }
$2 == "rect" || $2 == "text" { mark($4, $5, $6, $7) }
$2 == "path" && $1 !~ /cells$/ {
    parts = split($8, point, /[ML]/)
    for (k = 2; k <= parts; k++) {
        split(point[k], at, " ")
        mark(at[1], at[2])
    }
}
$2 == "text" && $3 == "title" { line(11) }
$3 == "command" { line(7.3) }
$3 == "note" || $3 == "legend" { line(6.3) }
function mark(x, y, w, h) {
    left[++marks] = x; top[marks] = y
    right[marks] = x + w; bottom[marks] = y + h
}
# of characters that wide; a character in UTF-8 is one
function line(width,    characters) {
    characters = $8
    gsub(/[\200-\277]/, "", characters)
    end[$8] = $4 + width * length(characters)
}
function outside(what) {
    print "outside the figure: " what
    exit bad = 1
}
END {
    for (k = 1; k <= marks; k++)
        if (left[k] + 0 < 0 || top[k] + 0 < 0 || right[k] > box[3] || bottom[k] > box[4] || left[k] top[k] ~ /[^0-9.]/)
            outside(left[k] " " top[k])
    for (text in end)
        if (end[text] > box[3])
            outside(text)
    exit marks < least
}
