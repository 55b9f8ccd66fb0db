# SPDX-License-Identifier: MIT
# Do the waves go through a table's entries? awk -v width=W -v columns=0,2,8 -v largest=1 -f waves.awk values marks
# The table's values, as for heatmap.awk; each strip is from -largest to largest.
BEGIN { FS = "\t" }
NR == FNR {
    value[count++] = $1 + 0
    next
}
$1 == "waves" && $3 == "frame" { left = $4; top = $5; across = $6; down = $7 }
$1 == "waves" && $3 ~ /^line/ { path[waves++] = $8 }
END {
    if (split(columns, column, ",") != waves)
        wrong(waves " waves, not " columns)
    rows = count / width
    most = split(columns, chosen, ",") < 4 ? 512 : 128
    if (rows > most)
        rows = most
    for (n = 0; n < waves; n++) {
        gsub(/M/, "", path[n])
        if (split(path[n], point, "L") != rows)
            wrong("wave " n " does not have " rows " points")
        for (i = 0; i < rows; i++) {
            split(point[i + 1], at, " ")
            near(at[1], left + across * i / (rows - 1), "x of wave " n ", row " i)
            v = value[i * width + column[n + 1]]
            near(at[2], top + down * (n + 0.5 - 0.4 * v / largest) / waves, "y of wave " n ", row " i)
        }
    }
    exit bad
}
