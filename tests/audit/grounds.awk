# SPDX-License-Identifier: MIT
# Do the colours of values grow apart from the middle to both ends, on light and on dark, by their luminance?
# awk -f grounds.awk figure.svg
/prefers-color-scheme: dark/ { dark = 1 }
{
    rest = $0
    while (match(rest, /\.h[0-9]+ \{ color: #[0-9a-f]+ \}/)) {
        split(substr(rest, RSTART + 2, RLENGTH - 2), word, /[ #]+/)
        hex = word[4]
        light[dark + 0, word[1]] = 0.2126 * part(hex, 1) + 0.7152 * part(hex, 3) + 0.0722 * part(hex, 5)
        n++
        rest = substr(rest, RSTART + RLENGTH)
    }
}
function part(hex, at,    v) {
    v = (index("0123456789abcdef", substr(hex, at, 1)) - 1) * 16 + index("0123456789abcdef", substr(hex, at + 1, 1)) - 1
    v /= 255
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ^ 2.4
}
END {
    for (d = 0; d < 2; d++)
        for (k = 1; k <= 16; k++) {
            up = light[d, 16 + k] - light[d, 15 + k]
            down = light[d, 16 - k] - light[d, 17 - k]
            if (d ? up <= 0 || down <= 0 : up >= 0 || down >= 0) { print "level " k " of " d; exit 1 }
            apart = light[d, 16 + k] / light[d, 16 - k]
            if (apart < 0.7 || apart > 1.43) { print "ends differ at " k " of " d ": " apart; exit 1 }
        }
    exit n != 66
}
