# What the pictures of `make bench` share. They are closed by "</svg>".
function picture(wide, tall) {
    print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\"", wide, tall, wide, tall
    print " font-family=\"sans-serif\" font-size=\"13\">"
    printf "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", wide, tall
}
function rule(x1, y1, x2, y2, stroke) {
    printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", x1, y1, x2, y2, stroke
}
function label(x, y, anchor, text, fill, points) {
    printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\" font-size=\"%d\">%s</text>\n", x, y,
        anchor, fill, points, text
}
function log10(v) { return log(v) / log(10) }
function floor10(v,    d) { d = int(log10(v) + 100) - 100; return d }
function ceil10(v,    d) { d = floor10(v); return 10 ^ d < v ? d + 1 : d }
