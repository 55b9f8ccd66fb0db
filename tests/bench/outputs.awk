# SPDX-License-Identifier: MIT
# Part (a) of `make bench` as a Markdown table: awk -f outputs.awk FS='\t' outputs.tsv FS=, bench.csv
# The ratio is an output's time against that of cp of the same file, or of python3 -c pass, as the median of the quotients
# within a round, beside the least and the most. -v goals=1 adds what outputs.tsv wants, for `make bench`. Where the CPU has no
# AVX-512, goals that aren't for one set of instructions are 1.3 times as large.
FILENAME ~ /tsv$/ {
    if ($0 !~ /^#/) {
        set[$1] = $2
        goal[$1] = $4
        stretch[$1] = $5
        size[$1] = $6 " x " $7
    }
    next
}
/^#/ { machine = $0 }
$1 != "a" { next }
$2 == $3 { name[++rows] = $2; ms[$2] = $6 * 1e3; cpu[$2] = $13 * 1e3; next }
$2 == "bare write" { bare[$3] = $10; bare_ms[$3] = $6; next }
{
    other[$3] = $2
    other_ms[$3] = $6 * 1e3
    ratio[$3] = $10
    least[$3] = $11
    most[$3] = $12
}
END {
    slack = machine ~ /with avx512/ ? 1 : 1.3
    print "| output | ms | ms of CPU | `cp` or Python, ms | ratio | least, most |" (goals ? " goal | stretch |" : "")
    print "|---|---|---|---|---|---|" (goals ? "---|---|" : "")
    for (k = 1; k <= rows; k++) {
        n = name[k]
        factor = set[n] == "-" ? slack : 1
        printf "| %s, %s | %s | %s | %s | %.2f | %.2f, %.2f |%s\n", n, size[n], short(ms[n]), short(cpu[n]), short(other_ms[n]), ratio[n],
            least[n], most[n], goals ? " " verdict(ratio[n], goal[n], factor) " | " verdict(ratio[n], stretch[n], factor) " |" : ""
        if (bare_ms[n] && other_ms[n] / 1e3 * 10 < bare_ms[n])
            shared = 1
    }
    if (shared)
        print "\ncp is far below a bare write: the file system shares blocks (reflink), so the ratios mean little."
}
# A goal, and whether it is met, as the two are printed: with two decimals.
function verdict(value, wanted, factor) {
    if (wanted == "-")
        return ""
    wanted *= factor
    return sprintf("%.2f%s", wanted, value < wanted + 0.005 ? " met" : "")
}
function short(x) {
    return sprintf(x < 10 ? "%.1f" : "%.0f", x)
}
