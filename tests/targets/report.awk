# SPDX-License-Identifier: MIT
# What a target's rows cost, for people: awk -v title=... -v unit=instructions -v loop=30000 -f report.awk records
# A record is cost, flash, largest error, goals, name; the first two are the usual ways (a) and (b).
BEGIN { FS = "\t" }
function ratio(of) {
    return sprintf(of < 20 * $1 ? "%.1f" : "%.0f", of / $1)
}
NR == 1 {
    a = $1
    printf "\n%-35s %12s %6s %6s %10s %8s %13s\n", title, unit, "(a)/", "(b)/", "goals", "flash", "largest error"
}
NR == 2 { b = $1 }
{ printf "%-35s %12d %6s %6s %10s %8d %13s\n", $5, $1, ratio(a), (NR > 1 ? ratio(b) : "-"), $4, $2, $3 }
END { printf "%-35s %12d\n", "loop of 30000", loop }
