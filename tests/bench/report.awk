# SPDX-License-Identifier: MIT
# All parts of `make bench` except (a): awk -f fit.awk -f report.awk bench.csv
# Ratios come first, each as "this / that" with this over that in time (an entry), then the target where
# there is one. Cores: as many as the program takes by itself, but one in (c).
BEGIN {
    target["c", "plain MPFR"] = ">= 500"
    target["c", "torch"] = ">= 20"
    target["e", "2 threads"] = ">= 1.8"
    target["f", "two runs"] = "<= 1"
    target["g", "whole positions in any order"] = "<= 20"
    target["i", "cp of it"] = "<= 2"
    target_ns["posenc f64"] = "<= 2"
    target_start = "< 3"
    target_residual = "<= 15"
    title["b"] = "a small header against the usual script, whole process"
    title["c"] = "computing an entry, one core, raw to /dev/null"
    title["e"] = "threads, to /dev/null"
    title["f"] = "component cos,sin against two runs"
    title["g"] = "positions from a file, one core, raw to /dev/null"
    title["h"] = "factored tables against full ones as C text, to /dev/null"
    title["i"] = "auditing a table that is right"
    title["j"] = "finding a table's words"
    target_page = "<= 0.2"
}
FNR > 1 && $1 !~ /^(a$|d |#)/ {
    if ($1 == "c") {
        order[++rows] = $2
        ns[$2] = $6 / $4 * 1e9
        ns_least[$2] = $7 / $4 * 1e9
        ns_most[$2] = $8 / $4 * 1e9
    }
    if ($1 == "k") {
        page[++pages] = $2
        page_seconds[pages] = $6
        page_least[pages] = $7
        page_most[pages] = $8
        next
    }
    if ($2 == $3) {
        first = $6 / $4
        next
    }
    if (!headed++)
        printf "      %6s  %-18s %-16s %s\n", "ratio", "least .. most", "target", "what"
    if ($1 != part)
        printf "(%s) %s\n", $1, title[$1]
    part = $1
    if (part == "c")
        line(1 / $10, 1 / $12, 1 / $11, target["c", $2], $2 " / " $3,
             nanoseconds($6 / $4) " / " nanoseconds(first))
    else
        line($10, $11, $12, target[$1, $1 == "g" ? $3 : $2], $3 " / " $2, time(first * $4) " / " time($6))
}
END {
    printf "\n      %6s  %-18s %-16s %s\n", "ns", "least .. most", "target", "an entry, one core"
    for (k = 1; k <= rows; k++)
        line(ns[order[k]], ns_least[order[k]], ns_most[order[k]], target_ns[order[k]], order[k], "")
    if (pages)
        printf "\n(k) the page, in Chromium\n      %6s  %-18s %-16s %s\n", "s", "least .. most", "target", "what"
    for (k = 1; k <= pages; k++)
        line(page_seconds[k], page_least[k], page_most[k], k == 1 ? target_page : "", page[k], "")
    printf "\n(d) growth: seconds = a + b*entries, one core, to /dev/null\n"
    for (k = 1; k <= series_count; k++)
        growth(series[k])
}
function line(value, least, most, wanted, what, times) {
    printf "      %6s  %-18s %-16s %s%s\n", short(value), short(least) " .. " short(most),
        verdict(value, wanted), what, times == "" ? "" : "   (" times ")"
}
function growth(s,    k, low, high) {
    fit(s)
    low = high = mib[s, 1]
    for (k = 2; k <= points[s]; k++) {
        low = mib[s, k] < low ? mib[s, k] : low
        high = mib[s, k] > high ? mib[s, k] : high
    }
    printf "  %s to %s, %s\n", size[s, 1], size[s, points[s]], series_name(s)
    printf "      %6s  %-18s %-16s %s\n", short(a[s] * 1e3), "ms", verdict(a[s] * 1e3, target_start), "a"
    printf "      %6s  %-18s %-16s %s\n", short(b[s] * 1e9), "ns", "", "b"
    printf "      %6s  %-18s %-16s %s\n", short(residual[s]), "%", verdict(residual[s], target_residual),
        "largest residual"
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
