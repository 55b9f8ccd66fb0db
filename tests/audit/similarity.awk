# SPDX-License-Identifier: MIT
# Are the lines of similarity those of a table's rows? awk -v width=W -v from=0,5,10 -f similarity.awk values marks
# Dot products are summed from the last column to the first here, so they agree to rounding.
BEGIN { FS = "\t" }
NR == FNR {
    value[count++] = $1 + 0
    next
}
$1 == "similarity" && $3 == "frame" { left = $4; top = $5; across = $6; down = $7 }
$1 == "similarity" && $3 == "side" { low = ++sides == 1 ? number($8) : low }
$1 == "similarity" && $3 ~ /^line/ { path[lines++] = $8 }
function number(label) {
    return sub(/^−/, "", label) ? -label : label + 0
}
function dot(a, b,    j, sum) {
    for (j = width - 1; j >= 0; j--)
        sum += value[a * width + j] * value[b * width + j]
    return sum
}
END {
    rows = count / width
    most = rows - 1 < 256 ? rows - 1 : 256
    if (2 * split(from, first, ",") != lines)
        wrong(lines " lines and samples of them, not for " from)
    for (n = 0; n < lines / 2; n++) { # each is followed by its sample in the legend
        gsub(/M/, "", path[2 * n])
        points = split(path[2 * n], point, "L")
        r = first[n + 1]
        if (points != (rows - r < most + 1 ? rows - r : most + 1))
            wrong("line " n " has " points " points")
        for (k = 0; k < points; k++) {
            split(point[k + 1], at, " ")
            near(at[1], left + across * k / most, "x of line " n ", distance " k)
            s = dot(r, r + k) / sqrt(dot(r, r) * dot(r + k, r + k))
            near(at[2], top + down * (1 - s) / (1 - low), "y of line " n ", distance " k)
        }
    }
    exit bad
}
