# SPDX-License-Identifier: MIT
# The CSV of compile.sh -> a Markdown table and, without -v tables=1, the ratios with their targets. Fields: size, form, bytes of
# source, then timed's: label, against, entries, runs, seconds, least, most, peak KiB, ratio.
BEGIN { FS = "," }
/^#/ { next }
$1 == "object" || $1 == "numpy" { path[++paths] = $0; next }
{
    row = $1 "," $2
    if (!(row in source)) { rows[++count] = row; source[row] = $3 }
    compiler = $4 ~ /clang/ ? "clang" : $4
    cell[row, compiler] = sprintf($8 < 10 ? "%.2f s" : "%.1f s", $8) ($11 ? sprintf(", %d MiB", $11 / 1024) : "")
}
END {
    print "| f32, in 2^20 | form | source, MiB | gcc -O2 | clang -O2 | tcc |"
    print "|---|---|---|---|---|---|"
    for (k = 1; k <= count; k++) {
        split(rows[k], part, ",")
        printf "| %s | %s | %.2f |", part[1], part[2], source[rows[k]] / 1048576
        split("gcc clang tcc", names, " ")
        for (n = 1; n <= 3; n++)
            printf " %s |", (rows[k], names[n]) in cell ? cell[rows[k], names[n]] : "-"
        print ""
    }
    if (tables == 1)
        exit
    print "\nSpecification to object, 4096 x 512 f32, posenc and gcc -O2:\n"
    print "| way | seconds | peak MiB | ratio | target |"
    print "|---|---|---|---|---|"
    for (k = 1; k <= paths; k++) {
        split(path[k], f, ",")
        target = ""
        if (f[1] == "object" && f[4] == "bytes") target = 5
        if (f[1] == "object" && f[4] == "incbin") target = 50
        if (f[1] == "numpy" && f[4] == "incbin") target = 100
        printf "| %s | %.3f | %d | %s | %s |\n", f[4], f[8], f[11] / 1024, f[5] == "" || f[4] == f[5] ? "1" : \
            sprintf("%.1f x %s", f[12], f[5]), target == "" ? "" : target (f[12] >= target ? ", met" : ", MISSED")
    }
}
