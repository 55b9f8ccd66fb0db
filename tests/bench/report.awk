# The table of `make bench`: awk -v settled=ENTRIES -f fit.awk -f report.awk bench.csv
# Ratios come first, each as "this / that" with this over that in time (an entry), then the target where
# there is one. Cores: as many as the program takes by itself, but one in (c).
BEGIN {
    target["a", "cp of it"] = "<= 1"
    target["b", "cp of it"] = "<= 1.5"
    target["c", "plain MPFR"] = ">= 500"
    target["c", "torch"] = ">= 20"
    target["d", "python3 -c pass"] = "< 0.333"
    target["h", "whole positions in any order"] = "<= 20"
    target_ns["posenc f64"] = "<= 2"
    target_start = "< 5"
    target_residual = "<= 15"
    title["a"] = "raw floats to a file"
    title["b"] = "C text to a file"
    title["c"] = "computing an entry, one core, raw to /dev/null"
    title["d"] = "a small header, whole process"
    title["f"] = "threads, to /dev/null"
    title["g"] = "component cos,sin against two runs"
    target["g", "two runs"] = "<= 1"
    title["j"] = "auditing a table that is right"
    target["j", "cp of it"] = "<= 2"
    title["k"] = "finding a table's words"
    title["i"] = "factored tables against full ones as C text, to /dev/null"
    title["h"] = "positions from a file, one core, raw to /dev/null"
}
FNR > 1 && $1 !~ /^e / {
    if ($1 == "c") {
        order[++rows] = $2
        ns[$2] = $6 / $4 * 1e9
        ns_least[$2] = $7 / $4 * 1e9
        ns_most[$2] = $8 / $4 * 1e9
    }
    if ($2 == $3) {
        first = $6 / $4
        next
    }
    if ($1 == "a")
        took[$2] = $6
    if (!headed++)
        printf "      %6s  %-18s %-16s %s\n", "ratio", "least .. most", "target", "what"
    if ($1 != part)
        printf "(%s) %s\n", $1, title[$1]
    part = $1
    if (part == "c")
        line(1 / $10, 1 / $12, 1 / $11, target["c", $2], $2 " / " $3,
             nanoseconds($6 / $4) " / " nanoseconds(first))
    else
        line($10, $11, $12, target[$1, $1 == "h" ? $3 : $2], $3 " / " $2, time(first * $4) " / " time($6))
}
END {
    printf "\n      %6s  %-18s %-16s %s\n", "ns", "least .. most", "target", "an entry, one core"
    for (k = 1; k <= rows; k++)
        line(ns[order[k]], ns_least[order[k]], ns_most[order[k]], target_ns[order[k]], order[k], "")
    printf "\n(e) growth: seconds = a + b*entries, raw to /dev/null\n"
    growth("rows")
    growth("columns")
    if (took["cp of it"] * 10 < took["bare write of it"])
        print "\ncp is far below a bare write: the file system shares blocks (reflink);" \
            " (a) and (b) mean little"
}
function line(value, least, most, wanted, what, times) {
    printf "      %6s  %-18s %-16s %s%s\n", short(value), short(least) " .. " short(most),
        verdict(value, wanted), what, times == "" ? "" : "   (" times ")"
}
function growth(s,    k, low, high) {
    fit(s, settled)
    low = high = mib[s, 1]
    for (k = 2; k <= points[s]; k++) {
        low = mib[s, k] < low ? mib[s, k] : low
        high = mib[s, k] > high ? mib[s, k] : high
    }
    printf "  %s to %s, more %s\n", size[s, 1], size[s, points[s]], s
    printf "      %6s  %-18s %-16s %s\n", short(a[s] * 1e3), "ms", verdict(a[s] * 1e3, target_start), "a"
    printf "      %6s  %-18s %-16s %s\n", short(b[s] * 1e9), "ns", "", "b"
    printf "      %6s  %-18s %-16s %s\n", short(residual[s]), "% of b*entries",
        verdict(residual[s], target_residual), "largest residual, from " settled " entries up"
    printf "      %6s  %-18s %-16s %s\n", short(low), ".. " short(high) " MiB", "", "peak memory"
}
function verdict(value, wanted,    part, met) {
    if (wanted == "")
        return ""
    split(wanted, part, " ")
    met = part[1] == "<=" ? value <= part[2] : part[1] == "<" ? value < part[2] : value >= part[2]
    return wanted (met ? " met" : " not met")
}
function short(x,    size) {
    size = x < 0 ? -x : x
    return sprintf(size < 0.1 ? "%.3f" : size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%.0f", x)
}
function nanoseconds(s) {
    return short(s * 1e9) " ns"
}
function time(s) {
    return s < 1 ? short(s * 1e3) " ms" : short(s) " s"
}
