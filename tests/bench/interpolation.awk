# SPDX-License-Identifier: MIT
# The largest error of a sine that is read from N samples a period, as a picture: awk -v template=figure.svg -f svg.awk -f
# interpolation.awk. Without a template it prints the numbers: N, and the error of the sample below, of the nearest one, and of the
# line between two.
BEGIN {
    pi = atan2(0, -1)
    for (n = 16; n <= 4096; n *= 2) {
        h = 2 * pi / n
        error["below", n] = sin(h)
        error["nearest", n] = sin(h / 2)
        error["line", n] = line(h)
        if (template == "")
            printf "%d %.1e %.1e %.1e\n", n, error["below", n], error["nearest", n], error["line", n]
    }
    if (template == "")
        exit
    left = 78; width = 560; top = 60; height = 380
    picture(680, 570)
    label(left, 24, "head", "the largest error of a sine from a table")
    label(left, 43, "note", "of amplitude 1; grey: half a unit of samples of 8 to 20 bits, which comes to it")
    for (d = -7; d <= 0; d++) {
        rule(left, Y(10 ^ d), left + width, Y(10 ^ d), "grid")
        label(left - 8, Y(10 ^ d) + 4, "side", d == 0 ? "1" : "1e" d)
    }
    for (n = 16; n <= 4096; n *= 2) {
        rule(X(n), top, X(n), top + height, "grid")
        label(X(n), top + height + 18, "tick", n)
    }
    label(left + width / 2, top + height + 40, "label", "samples a period")
    for (bits = 8; bits <= 24; bits += 4) # the rounding of samples from -1 to 1: half a unit
        if (2 ^ -bits > 1e-7) {
            rule(left, Y(2 ^ -bits), left + width, Y(2 ^ -bits), "frame")
            label(left + width + 14, Y(2 ^ -bits) + 4, "tick", bits)
        }
    label(left + width + 14, top - 6, "tick", "bits")
    curve("below", "s1", "the sample below the phase")
    curve("nearest", "s0", "the nearest sample")
    curve("line", "s2", "a line between two samples")
    print "</svg>"
}
# Of the chord from a crest, where the sine is most curved, to the sample beside it.
function line(h,    k, t, d, most) {
    for (k = 0; k <= 10000; k++) {
        t = h * k / 10000
        d = cos(t) - 1 + (1 - cos(h)) * k / 10000
        most = d > most ? d : most
    }
    return most
}
function X(n) { return left + width * (log(n) / log(2) - 4) / 8 }
function Y(v) { return top + height * -log(v) / log(10) / 7 }
function curve(name, class, text,    n, path) {
    for (n = 16; n <= 4096; n *= 2)
        path = path sprintf("%s%.1f %.1f", n == 16 ? "M" : "L", X(n), Y(error[name, n]))
    printf "<path class=\"line %s\" d=\"%s\"/>\n", class, path
    rule(left + 20, 492 + 18 * ++curves, left + 44, 492 + 18 * curves, "line " class)
    label(left + 52, 496 + 18 * curves, "note", text)
}
