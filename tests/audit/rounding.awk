# SPDX-License-Identifier: MIT
# Is a line of the figure of rounding errors that of a type? awk -v type=bf16 -v line=2 -f rounding.awk exact typed marks
# `exact` and `typed` have the table's numbers in f64 and in the type. `half` is half an ulp of values in (1/2, 1], or of a
# fixed-point type of all values, and `fixed` says which.
BEGIN { FS = "\t" }
FNR == 1 { file++ }
file == 1 {
    exact[count++] = $1 + 0
    next
}
file == 2 {
    e = exact[n++]
    if (e != 0) {
        k = octave(e)
        error = $1 - e < 0 ? e - $1 : $1 - e
        if (error > largest[k]) largest[k] = error
        if (!(k in there) || !seen++) there[k] = 1
        if (seen == 1 || k > high) high = k
    }
    next
}
$1 == "rounding" && $3 == "frame" { left = $4; top = $5; across = $6; down = $7 }
$1 == "rounding" && $3 == "side" { power = exponent($8); mark = $5 - 4; if (!sides++) { e1 = power; y1 = mark } else { e2 = power; y2 = mark } }
$1 == "rounding" && $3 ~ /^line/ && $3 ~ "s" line " " { if (!have++) path = $8 }
$1 == "rounding" && $3 == "legend" && legends++ == line && $8 != type { wrong("line " line " is " $8) }
# "10^−12"
function exponent(label) {
    sub(/^10\^/, "", label)
    return sub(/^−/, "", label) ? -label : label + 0
}
# The k with |v| in (2^(k-1), 2^k].
function octave(v,    k, power) {
    if (v < 0) v = -v
    for (power = 1; power < v; power *= 2) k++
    for (; power / 2 >= v; power /= 2) k--
    return k + 0
}
END {
    if (bad) exit 1
    low = high - 19
    while (!(low in there)) low++
    steps = split(path, point, /[ML]/)
    for (p = 2; p < steps; p += 2) { # the two ends of a step
        split(point[p], a, " "); split(point[p + 1], b, " ")
        if (a[2] != b[2]) wrong("a step that is not level: " point[p] " to " point[p + 1])
        if (b[1] - a[1] < across / (high - low + 1) - 0.2) wrong("a step that is no octave wide: " point[p] " to " point[p + 1])
        for (k = low; k + 0.5 < low + (a[1] - left) / across * (high - low + 1);) k++
        got = e1 + (a[2] - y1) / (y2 - y1) * (e2 - e1)
        wanted = log(largest[k]) / log(10)
        if (largest[k] == 0 || got < wanted - 0.01 || got > wanted + 0.01) wrong("octave " k ": " got ", not " wanted)
        bound = fixed ? half : half * 2 ^ k
        if (k < high && 10 ^ got > 1.03 * bound) wrong("octave " k ": more than half an ulp, " 10 ^ got)
        checked++
    }
    for (k = low; k <= high; k++) if (largest[k] > 0) wanted_steps++
    if (checked != wanted_steps || checked == 0) wrong(checked + 0 " steps, not " wanted_steps)
    exit bad
}
