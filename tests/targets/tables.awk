# SPDX-License-Identifier: MIT
# docs/figures/targets.tsv as the tables of docs/benchmarks.md: awk -F '\t' -f tables.awk targets.tsv
/^#/ { next }
{
    what = $2
    sub(/, 120 rows/, "", what)
    cost[$1, what] = $3
    flash[$1, what] = $4
    if ($5 + 0 > worst[what] + 0)
        worst[what] = $5
}
END {
    title("m0 m3 m4f rv32imac rv32imafc avr", "", "")
    row("(a) powf, sinf and cosf", "(a) powf, sinf, cosf")
    row("(b) sinf and cosf, stored frequencies", "(b) sinf, cosf, stored frequencies")
    row("float recurrence from row to row", "float recurrence")
    row("full table, f32", "full, f32")
    row("full table, q15", "full, q15")
    row("factored, q15", "factored, q15")
    row("factored, q15, 16 guard bits", "factored, q15, 16 guard bits")
    row("factored, f32", "factored, f32")
    row("factored, q15, by -Os", "factored, q15, -Os")
    row("factored, q15, 16 guard bits, by -Os", "factored, q15, 16 guard bits, -Os")
    row("factored, f32, by -Os", "factored, f32, -Os")
    title("m0 m4f rv32imac avr", " error |", "---|")
    bytes("(a)", "(a) powf, sinf, cosf")
    bytes("(b)", "(b) sinf, cosf, stored frequencies")
    bytes("float recurrence", "float recurrence")
    bytes("full table, f32 (AVR: 120 rows)", "full, f32")
    bytes("full table, q15 (AVR: 120 rows)", "full, q15")
    bytes("factored, q15", "factored, q15")
    bytes("factored, q15, 16 guard bits", "factored, q15, 16 guard bits")
    bytes("factored, f32", "factored, f32")
    bytes("factored, q15, by -Os", "factored, q15, -Os")
    bytes("factored, f32, by -Os", "factored, f32, -Os")
}
function title(list, last, rule,    names, k) {
    names["m0"] = "Cortex-M0"; names["m3"] = "Cortex-M3"; names["m4f"] = "Cortex-M4F"; names["rv32imac"] = "rv32imac"
    names["rv32imafc"] = "rv32imafc"; names["avr"] = "AVR"
    count = split(list, targets, " ")
    printf "| |"
    for (k = 1; k <= count; k++)
        printf " %s |", names[targets[k]]
    printf "%s\n|---|", last
    for (k = 1; k <= count; k++)
        printf "---|"
    print rule
}
function row(name, what,    k) {
    printf "| %s |", name
    for (k = 1; k <= count; k++)
        printf " %s |", thousands(cost[targets[k], what])
    print ""
}
function bytes(name, what,    k, error) {
    printf "| %s |", name
    for (k = 1; k <= count; k++)
        printf " %s |", thousands(flash[targets[k], what])
    error = worst[what]
    sub(/e-0/, "e-", error)
    printf " %s |\n", error + 0 ? error : 0
}
function thousands(n) {
    return n < 1000 ? n "" : thousands(int(n / 1000)) sprintf(",%03d", n % 1000)
}
