# SPDX-License-Identifier: MIT
# Compares a page with what was measured: awk -F '\t' -v page=README.md -f numbers.awk VALUES ROWS PAGE
# VALUES has lines "name TAB value". ROWS is numbers.tsv, followed by rows in the same form that are made from tables. Reports a row
# that the page lacks, a row with an unknown value, and a number that is in no row: one with a unit, a thousands separator or an
# exponent, or alone in a cell of a table. In README's "How fast", which is all measurement, any digit counts as a number.
FILENAME == ARGV[1] { value[$1] = $2; next }
FILENAME == ARGV[2] {
    if ($1 == page)
        row[++rows] = substr($0, length($1) + 2)
    next
}
/^```/ { fence = !fence; next }
fence || /^    / { next }
{
    sub(/^ +/, "")
    text = text $0 " "
    if (/^## /)
        strict = $0 == "## How fast"
    if (strict)
        fast = fast $0 " "
}
END {
    for (k = 1; k <= rows; k++) {
        wanted = filled(row[k])
        if (!index(text, wanted))
            fail("lacks: " wanted)
    }
    # The longest come first, since a short one may be a part of them.
    for (k = 1; k <= rows; k++)
        for (j = k; j > 1 && length(row[j - 1]) < length(row[j]); j--) {
            swap = row[j]; row[j] = row[j - 1]; row[j - 1] = swap
        }
    for (k = 1; k <= rows; k++) {
        text = without(text, filled(row[k]))
        fast = without(fast, filled(row[k]))
    }
    unit = "(%|ns|us|ms|s|seconds|minutes|KB|KiB|MB|MiB|GiB|bytes|instructions|cycles|times|entries|of `cp`)[^a-z]"
    report(text, "[0-9]([0-9.,]*[0-9])? ?" unit)
    report(text, "[0-9],[0-9][0-9][0-9]")
    report(text, "[0-9]e-[0-9]")
    report(text, "[|] [0-9][0-9., /]*[|]")
    report(fast, "[0-9]")
    if (!text || rows == 0)
        fail("has no text, or no row")
    exit failed
}
function fail(what) {
    print page " " what
    failed = 1
}
function filled(words,    out, name, spec) {
    while (match(words, /[{][^}]*[}]/)) {
        out = out substr(words, 1, RSTART - 1)
        name = substr(words, RSTART + 1, RLENGTH - 2)
        words = substr(words, RSTART + RLENGTH)
        match(name, / [^ ]*$/)
        spec = substr(name, RSTART + 1)
        name = substr(name, 1, RSTART - 1)
        if (!(name in value) || value[name] == "")
            fail("has a row with a number that isn't there: " name)
        out = out (spec == "," ? thousands(value[name]) : spec ~ /^%/ ? sprintf(spec, value[name]) : digits(value[name], spec))
    }
    return out words
}
# To that number of significant digits, without an exponent.
function digits(x, count) {
    return sprintf("%." count "g", x) + 0 ""
}
function thousands(n) {
    return n < 1000 ? n "" : thousands(int(n / 1000)) sprintf(",%03d", n % 1000)
}
function without(from, what,    at, out) {
    while ((at = index(from, what))) {
        out = out substr(from, 1, at - 1) "| # "
        from = substr(from, at + length(what))
    }
    return out from
}
function report(from, pattern) {
    while (match(from, pattern)) {
        fail("has a number of no row: ..." substr(from, RSTART > 40 ? RSTART - 40 : 1, 80) "...")
        from = substr(from, RSTART + RLENGTH)
    }
}
