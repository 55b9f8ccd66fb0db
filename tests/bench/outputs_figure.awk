# SPDX-License-Identifier: MIT
# Part (a) as a picture: awk -v template=figure.svg -f svg.awk -f outputs_figure.awk FS=, bench.csv
# A line from the least to the most ratio of a round and a dot at the median, for each output. Ratios are on a logarithmic axis.
# What lies beyond an end of the axis is drawn there, with an arrow, and a median beyond the right end as a number.
BEGIN {
    left = 224; width = 440; top = 74; step = 22
    low = 0.2; high = 10
}
/^#/ || $1 != "a" { next }
$2 == $3 { name[++rows] = $2; next }
$2 == "bare write" { next }
{
    ratio[$3] = $10
    least[$3] = $11
    most[$3] = $12
}
END {
    bottom = top + rows * step
    picture(left + width + 60, bottom + 70)
    label(left - 200, 24, "head", "posenc: time of each output against a copy of it")
    label(left - 200, 43, "note", "cp of the same file = 1; whole processes: python3 -c pass = 1")
    split("0.2 0.3 0.4 0.5 0.7 1 1.5 2 3 4 5 7 10", tick, " ")
    for (k = 1; k in tick; k++) {
        rule(X(tick[k]), top - 8, X(tick[k]), bottom, tick[k] == 1 ? "frame" : "grid")
        label(X(tick[k]), bottom + 18, "tick", tick[k])
    }
    for (k = 1; k <= rows; k++)
        output(name[k], top + (k - 0.5) * step)
    legend(bottom + 46)
    print "</svg>"
}
function X(v) {
    v = v < low ? low : v > high ? high : v
    return left + width * log(v / low) / log(high / low)
}
function output(n, y) {
    label(left - 24, y + 4, "side", n)
    if (least[n] + 0 < low)
        label(left - 8, y + 4, "side", "\342\206\220")
    if (most[n] + 0 > high)
        label(left + width + 8, y + 4, "scale", "\342\206\222" (ratio[n] + 0 > high ? sprintf(" %.1f", ratio[n]) : ""))
    rule(X(least[n]), y, X(most[n]), y, "line s0")
    dot(X(ratio[n]), y)
}
function legend(y) {
    dot(left, y)
    label(left + 10, y + 4, "legend", "median, least, most")
}
function dot(x, y) {
    printf "<circle class=\"swatch s0\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n", x, y
}
