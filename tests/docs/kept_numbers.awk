# SPDX-License-Identifier: MIT
# The numbers of measurements in docs/figures/ other than bench.csv, a line each: name <TAB> value.
# awk -f kept_numbers.awk FS='\t' libraries.tsv targets.tsv usual-ways.tsv FS=, compile.csv
FNR == 1 { file = FILENAME; sub(/.*\//, "", file) }
/^#/ { next }
file == "libraries.tsv" { show("library/" $1 "/exp", $2); show("library/" $1 "/pow", $3) }
file == "usual-ways.tsv" { show("way/" $1 "/" $3, $4) }
file == "targets.tsv" { cost[$1, $2] = $3 }
file == "compile.csv" && ($1 == "object" || $1 == "numpy") { time[$4] = $8; show("compile/" $1 "/" $4, $8); next }
file == "compile.csv" { show("compile/" $1 "/" $2 "/" $4, $8); show("peak/" $1 "/" $2 "/" $4, $11 / 1024) }
function show(name, value) {
    print name "\t" value
}
END {
    split("m0 m3 avr", targets, " ")
    for (k in targets) {
        t = targets[k]
        show("guard/" t, cost[t, "factored, q15, 16 guard bits"] / cost[t, "factored, q15"])
    }
    show("row/m0", 2 * cost["m0", "factored, q15"]) # of 128 entries
    show("compile faster/bytes", time["decimal"] / time["bytes"])
    show("compile faster/incbin", time["decimal"] / time["incbin"])
    show("compile faster/numpy", time["numpy script"] / time["incbin"])
}
