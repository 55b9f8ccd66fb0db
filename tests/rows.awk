# SPDX-License-Identifier: MIT
# The rows of a table on standard input, except empty ones and comments: awk -f rows.awk [NAME=LIST]...
# {a|b} is replaced by each of its values, in every combination, except after $. A row `let`, tab, NAME, tab, LIST defines {NAME} as
# that list, unless NAME=LIST is given; within a row {NAME} has the same value everywhere. A row `file` isn't expanded.
BEGIN {
    FS = "\t"
    for (k = 1; k < ARGC; k++) {
        name = ARGV[k]
        sub(/=.*/, "", name)
        list[name] = substr(ARGV[k], length(name) + 2)
        given[name]
    }
    ARGC = 1
}
/^#/ || /^$/ { next }
$1 == "let" { if (!($2 in given)) list[$2] = $3; next }
$1 == "file" { print; next }
{ expand($0) }
function expand(row,    open, shut, inside, values, count, k, rest) {
    if (!match(row, /(^|[^$])[{]/)) {
        print row
        return
    }
    open = RSTART + RLENGTH - 1
    shut = open + index(substr(row, open), "}")
    inside = substr(row, open + 1, shut - open - 2)
    count = split(inside in list ? list[inside] : inside, values, "|")
    for (k = 1; k <= count; k++) {
        rest = substr(row, shut)
        if (inside in list)
            rest = filled(rest, inside, values[k])
        expand(substr(row, 1, open - 1) values[k] rest)
    }
}
function filled(row, name, value,    at) {
    while (at = index(row, "{" name "}"))
        row = substr(row, 1, at - 1) value substr(row, at + length(name) + 2)
    return row
}
