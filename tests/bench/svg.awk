# SPDX-License-Identifier: MIT
# What the pictures of `make bench` share. They are closed by "</svg>". The variable `template` is templates/figure.svg, whose
# style they have: all colours are there, on a light background and on a dark one, and a mark only has a class.
function picture(wide, tall,    line, within) {
    print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n", wide, tall, wide, tall
    while ((getline line < template) > 0) {
        within = within || line == "<style>"
        if (within)
            print line
        if (line == "</style>")
            break
    }
    if (line != "</style>") {
        print "no style in " template > "/dev/stderr"
        exit 1
    }
    printf "<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n", wide, tall
}
function rule(x1, y1, x2, y2, class) {
    printf "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", class, x1, y1, x2, y2
}
# The class says where the point is: at the left end, in the middle ("label", "tick") or at the right end ("side").
function label(x, y, class, text) {
    printf "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", class, x, y, text
}
function log10(v) { return log(v) / log(10) }
function floor10(v,    d) { d = int(log10(v) + 100) - 100; return d }
function ceil10(v,    d) { d = floor10(v); return 10 ^ d < v ? d + 1 : d }
