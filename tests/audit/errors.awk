# SPDX-License-Identifier: MIT
# Do the lines of an error figure show the errors of an audit? awk -v name='this file' -v room=0.1 -f errors.awk wanted marks
# A line of `wanted` has a position and an error; the figure shows the largest error of each octave of positions, 0 below the axis.
# Only octaves from number `from` on are compared.
BEGIN { FS = "\t" }
NR == FNR {
    k = octave($1)
    if ($2 + 0 > largest[k]) largest[k] = $2 + 0
    if (k > high) high = k
    next
}
$1 == "errors" && $3 == "frame" { if ($6 != "") { left = $4; top = $5; across = $6; down = $7 } else split($8, floor_line, /[ ML]/) }
$1 == "errors" && $3 == "side" && $8 ~ /\^/ { power = exponent($8); mark = $5 - 4; if (!sides++) { e1 = power; y1 = mark } else { e2 = power; y2 = mark } }
# A line comes before the sample of it in the legend, which looks the same; below its name may be others of that line.
$1 == "errors" && $3 ~ /^line/ { look = $3; if (!(look in drawn)) drawn[look] = $8 }
$1 == "errors" && $3 == "legend" { sub(/^or /, "", $8); path[$8] = drawn[look] }
function octave(position,    k) {
    for (; position >= 1; position /= 2) k++
    return k + 0
}
function exponent(label) {
    sub(/^10\^/, "", label)
    return sub(/^−/, "", label) ? -label : label + 0
}
function begins(k) { return k == 0 ? -2 : k - 1 }
END {
    if (path[name] == "") wrong("no line " name)
    points = split(path[name], point, /[ML]/) - 1
    if (points != 2 * (high + 1)) wrong(points " points, not two for each of " high + 1 " octaves")
    for (k = from + 0; k <= high; k++)
        for (end = 0; end < 2; end++) {
            split(point[2 * k + end + 2], at, " ")
            x = left + across * (begins(k + end) + 2) / (begins(high + 1) + 2)
            if (at[1] < x - 0.06 || at[1] > x + 0.06) wrong("octave " k " is at x " at[1] ", not " x)
            if (largest[k] == 0) {
                if (at[2] <= floor_line[3] || at[2] >= top + down) wrong("octave " k " isn't below the axis: " at[2])
            } else {
                y = y1 + (log(largest[k]) / log(10) - e1) / (e2 - e1) * (y2 - y1)
                if (at[2] < y - room || at[2] > y + room) wrong("octave " k " is at y " at[2] ", not " y)
            }
        }
    exit bad
}
