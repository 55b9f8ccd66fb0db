# SPDX-License-Identifier: MIT
# Are the points of a figure DOTS in its middle and SAMPLES beside it? awk -f dots.awk dots=DOTS samples=SAMPLES marks
BEGIN { FS = "\t" }
$3 ~ /^point/ {
    split($8, at, /[ ML]/)
    x[++n] = at[2]; y[n] = at[3]
    if (at[2] " " at[3] != at[4] " " at[5])
        wrong("no dot: " $8)
}
$3 == "frame" { middle = $4 + $6 / 2; right = $4 + $6; top = $5; bottom = $5 + $7 }
END {
    if (bad) exit 1
    for (k = 1; k <= n; k++)
        if (x[k] > right)
            beside++
        else if (x[k] != middle || y[k] < top || y[k] > bottom)
            wrong("not in the middle: " x[k] ", " y[k])
    if (n - beside != dots || beside + 0 != samples)
        wrong(n - beside " dots and " beside + 0 " samples")
}
