# SPDX-License-Identifier: MIT
# Growth, read from bench.csv: seconds = a + b*entries for each series: rows and columns (raw), text (rows of C).
# Least squares of the relative errors (weights 1/seconds^2): noise grows with the time, and unweighted
# squares would see only the largest table, where a is lost.
BEGIN { FS = "," }
$1 ~ /^d / {
    s = substr($1, 3)
    if (!points[s])
        series[++series_count] = s
    k = ++points[s]
    size[s, k] = $2
    entries[s, k] = $4
    seconds[s, k] = $6
    mib[s, k] = $9 / 1024
}
function series_name(s) {
    return s == "text" ? "C text, more rows" : "raw, more " s
}
# Sets a[s], b[s], and residual[s]: the largest |seconds - a - b*entries| in % of a + b*entries.
function fit(s,    k, w, x, y, sw, sx, sy, sxx, sxy, off) {
    for (k = 1; k <= points[s]; k++) {
        x = entries[s, k]
        y = seconds[s, k]
        w = 1 / (y * y)
        sw += w
        sx += w * x
        sy += w * y
        sxx += w * x * x
        sxy += w * x * y
    }
    b[s] = (sw * sxy - sx * sy) / (sw * sxx - sx * sx)
    a[s] = (sy - b[s] * sx) / sw
    residual[s] = 0
    for (k = 1; k <= points[s]; k++) {
        x = a[s] + b[s] * entries[s, k]
        off = 100 * (seconds[s, k] - x) / x
        if (off < 0)
            off = -off
        if (off > residual[s])
            residual[s] = off
    }
}
