# Is all of a figure within it, and has it that number of marks or more? awk -v least=20 -f within.awk marks
# The marks have numbers alone for coordinates; texts whose width isn't there are as wide as a browser's font makes them at most.
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
