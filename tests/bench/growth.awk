# SPDX-License-Identifier: MIT
# Growth as a picture: awk -v template=figure.svg -f svg.awk -f fit.awk -f growth.awk bench.csv
# Above, time over entries with the fitted lines; below, peak memory over entries; all axes logarithmic.
END {
    left = 78; width = 560
    colour["rows"] = "s0"; colour["columns"] = "s1"; colour["text"] = "s2"
    for (i = 1; i <= series_count; i++) {
        fit(series[i])
        for (k = 1; k <= points[series[i]]; k++) {
            x_range(entries[series[i], k])
            t_range(seconds[series[i], k])
            m_range(mib[series[i], k])
        }
    }
    picture(680, 640)
    label(left, 24, "head", "posenc: time and memory as a table grows")
    label(left, 43, "note", "f32, one core, to /dev/null; median of each size")

    axes(60, 350, floor10(t_low), ceil10(t_high), "wall time", "time")
    for (i = 1; i <= series_count; i++) {
        s = series[i]
        fitted(s)
        for (k = 1; k <= points[s]; k++)
            mark(s, X(entries[s, k]), Y(seconds[s, k]))
        legend(s, left + 244, 316 + 22 * i)
    }
    axes(450, 130, floor10(m_low), ceil10(m_high), "peak memory", "memory")
    for (i = 1; i <= series_count; i++)
        for (k = 1; k <= points[series[i]]; k++)
            mark(series[i], X(entries[series[i], k]), Y(mib[series[i], k]))
    for (d = x_low; d <= x_high; d++)
        label(X(10 ^ d), 598, "tick", power(d))
    label(left + width / 2, 622, "label", "entries of the table")
    print "</svg>"
}
function x_range(v) {
    if (!x_seen++) { x_low = floor10(v); x_high = ceil10(v) }
    if (floor10(v) < x_low) x_low = floor10(v)
    if (ceil10(v) > x_high) x_high = ceil10(v)
}
function t_range(v) {
    if (!t_low || v < t_low) t_low = v
    if (v > t_high) t_high = v
}
function m_range(v) {
    if (!m_low || v < m_low) m_low = v
    if (v > m_high) m_high = v
}
# Where a value lies in the panel that axes() drew last.
function X(v) { return left + width * (log10(v) - x_low) / (x_high - x_low) }
function Y(v) { return top + height * (y_high - log10(v)) / (y_high - y_low) }
# A panel from 10^low to 10^high, a line at each decade and a short one at 2 to 9.
function axes(from, tall, low, high, title, unit,    d, k) {
    top = from; height = tall; y_low = low; y_high = high > low ? high : low + 1
    for (d = x_low; d <= x_high; d++)
        rule(X(10 ^ d), top, X(10 ^ d), top + height, "grid")
    for (d = y_low; d <= y_high; d++) {
        rule(left, Y(10 ^ d), left + width, Y(10 ^ d), "grid")
        label(left - 8, Y(10 ^ d) + 4, "side", amount(d, unit))
        for (k = 2; k < 10 && d < y_high; k++)
            rule(left - 3, Y(k * 10 ^ d), left, Y(k * 10 ^ d), "grid")
    }
    printf "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", left, top, width, height
    printf "<text class=\"label\" transform=\"translate(18 %d) rotate(-90)\">%s</text>\n",
        top + height / 2, title
}
# a + b*entries bends on logarithmic axes: drawn point by point, as far as the series goes.
function fitted(s,    k, x, step, command) {
    step = exp(log(entries[s, points[s]] / entries[s, 1]) / 60)
    printf "<path class=\"line %s\" d=\"", colour[s]
    command = "M"
    for (k = 0; k <= 60; k++) {
        x = entries[s, 1] * step ^ k
        if (a[s] + b[s] * x >= 10 ^ y_low) {
            printf "%s%.1f %.1f", command, X(x), Y(a[s] + b[s] * x)
            command = "L"
        }
    }
    print "\"/>"
}
function legend(s, x, y) {
    printf "<rect class=\"paper\" x=\"%.1f\" y=\"%.1f\" width=\"300\" height=\"22\"/>\n", x - 6, y - 11
    rule(x, y, x + 28, y, "line " colour[s])
    mark(s, x + 14, y)
    label(x + 38, y + 4, "scale", sprintf("%s: %.2f ms + %.2f ns an entry", series_name(s), a[s] * 1e3, b[s] * 1e9))
}
function mark(s, x, y) {
    if (s == "rows")
        printf "<circle class=\"swatch %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n", colour[s], x, y
    else if (s == "text")
        printf "<path class=\"swatch %s\" d=\"M%.1f %.1fl4.5 8h-9z\"/>\n", colour[s], x, y - 5
    else
        printf "<rect class=\"line %s\" x=\"%.1f\" y=\"%.1f\" width=\"7\" height=\"7\"/>\n", colour[s], x - 3.5, y - 3.5
}
function amount(d, unit) {
    if (unit == "memory")
        return d < 3 ? 10 ^ d " MiB" : 10 ^ (d - 3) "000 MiB"
    return d < -3 ? 10 ^ (d + 6) " µs" : d < 0 ? 10 ^ (d + 3) " ms" : 10 ^ d " s"
}
function power(d,    text) {
    text = d
    gsub(/0/, "⁰", text); gsub(/1/, "¹", text); gsub(/2/, "²", text); gsub(/3/, "³", text)
    gsub(/4/, "⁴", text); gsub(/5/, "⁵", text); gsub(/6/, "⁶", text); gsub(/7/, "⁷", text)
    gsub(/8/, "⁸", text); gsub(/9/, "⁹", text)
    return "10" text
}
