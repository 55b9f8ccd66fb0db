# SPDX-License-Identifier: MIT
# The numbers of docs/figures/bench.csv, as lines "name TAB value": awk -f tests/bench/fit.awk -f bench_numbers.awk bench.csv
#
#   a/OUTPUT/cp, e/..., ...   the ratio of a row: part/against/what
#   ns/WHAT                   for an entry, part (c); times/WHAT is the ratio to posenc f32
#   us/WHAT                   for a frequency, part (g)
#   s/WHAT                    seconds, part (k); seconds/OUTPUT and ms/OUTPUT, part (a)
#   fit/SERIES/a, b           ms, ns
#   least/X, most/X           of several values, see below: mib/SERIES is peak memory, off the distance from the line in %, rounded up
function say(name, value) {
    printf "%s\t%.9g\n", name, value
}
function among(name, value) {
    if (!(name in least) || value < least[name])
        least[name] = value
    if (!(name in most) || value > most[name])
        most[name] = value
}
FNR == 1 || /^#/ { next }
$1 ~ /^d / { among("mib/" substr($1, 3), $9 / 1024) }
{ rounds = $5 }
$1 !~ /^d / && $2 != $3 { say($1 "/" $3 "/" $2, $10) }
# Raw tables beside the first row, with cp; pairs; factored tables.
$1 == "a" && $2 == "cp" && $3 ~ /^raw / && $3 != "raw f32" { among("a raw", $10) }
$1 == "f" && $2 != $3 && $3 !~ /^long/ { among("f", $10) }
$1 == "h" && $2 != $3 { among("h", $10) }
# An entry of long raw f32 tables with 512 columns on one core: (c), (d) and (e).
$4 >= 2 ^ 29 && ($2 == "posenc f32" || $1 == "d rows" || $2 == "raw f32 by 1 thread") { among("entry", $6 / $4 * 1e9) }
$1 == "c" {
    ns[$2] = $6 / $4 * 1e9
    say("ns/" $2, ns[$2])
    say("times/" $2, ns[$2] / ns["posenc f32"])
}
$1 == "k" { say("s/" $2, $6) }
$1 == "a" && $2 == $3 {
    say("seconds/" $2, $6)
    say("ms/" $2, $6 * 1e3)
}
$1 == "g" && $2 == $3 { say("us/" $2, $6 / ($4 / 2) * 1e6) }
END {
    say("rounds", rounds)
    for (k = 1; k <= series_count; k++) {
        s = series[k]
        fit(s)
        say("fit/" s "/a", a[s] * 1e3)
        say("fit/" s "/b", b[s] * 1e9)
        among("off", int(residual[s] + 1))
    }
    for (name in least) {
        say("least/" name, least[name])
        say("most/" name, most[name])
    }
}
