# SPDX-License-Identifier: MIT
# The errors of sines and cosines if positions or frequencies are in bf16: awk -v rows=900 -v coarse=positions -f bf16_errors.awk
# For a table of 8 columns and base 10000. Each octave of positions has 16 lines, including its first and last position:
# position <TAB> largest error.
BEGIN {
    OFS = "\t"
    for (begin = 0; begin < rows; begin = begin ? 2 * begin : 1) {
        last = begin ? 2 * begin - 1 : 0
        if (last >= rows)
            last = rows - 1
        for (n = 0; n < 16; n++) {
            p = begin + int((last - begin) * n / 15)
            if (last - begin < 16)
                p = begin + n > last ? last : begin + n
            most = 0
            for (i = 0; i < 4; i++) {
                w = exp(-i / 4 * log(10000))
                angle = coarse == "positions" ? nearest(p) * w : p * nearest(w)
                grow(sin(angle) - sin(p * w))
                grow(cos(angle) - cos(p * w))
            }
            print p, most
        }
    }
}
# a number with 8 significant bits, ties to even
function nearest(x,    unit, whole, rest) {
    unit = 1
    while (x / unit >= 256) unit *= 2
    while (x > 0 && x / unit < 128) unit /= 2
    whole = int(x / unit)
    rest = x / unit - whole
    return (rest > 0.5 || (rest == 0.5 && whole % 2) ? whole + 1 : whole) * unit
}
function grow(error) {
    if (error < 0) error = -error
    if (error > most) most = error
}
