# SPDX-License-Identifier: MIT
# Has the text of an audit the numbers of its JSON? awk -v against=y -f both_forms.awk JSON TEXT, where JSON has the arrays
# errors_in_ulps, by_position and rows, each in a line or an empty one. They are the bins that count anything, the ranges of positions that have
# wrong entries, and the rows in which two files differ; against=y says that there are two, whose text has no bins.
function value(object, key) {
    return match(object, "\"" key "\":[^,}]*") ? substr(object, RSTART + length(key) + 3, RLENGTH - length(key) - 3) : ""
}
function worst(object, key) {
    sub(".*\"" key "\":", "", object)
    return sprintf("%.6g", value(object, "error"))
}
function want(line) { wanted[++wants] = line }
function get(line) { if (line != wanted[++gets]) wrong("\"" line "\" is \"" wanted[gets] "\" in JSON") }
function wrong(what) { print what; bad = 1 }
NR == FNR {
    count = split($0, object, "[}],[{]")
    for (k = 1; k <= count; k++) {
        one = object[k]
        if (FNR == 1 && value(one, "count") > 0 && !against)
            want("bin " value(one, "up_to") " " value(one, "count"))
        if (FNR == 2 && value(one, "not_correctly_rounded") > 0) # a range holds bins of its own, which the text sums up
            want("range " value(one, "begin") " " value(one, "not_correctly_rounded") " " worst(one, "largest_error") " " worst(one, "largest_error_in_ulps"))
        if (FNR == 3) {
            differ += value(one, "end") - value(one, "begin")
            if (k == 1) first = value(one, "begin")
        }
    }
    next
}
FNR == 1 && differ { want("rows " differ " from " first) }
/^by position:/ { bins = 0; ranges = 1; getline; next }
bins { get("bin " ($1 == "up" ? $3 : $1 == "more" ? "null" : $1) " " $(NF - 2)) }
/^errors in ulps/ { bins = 1 }
ranges { get("range " $1 " " $4 " " $6 " " $7) }
/^rows: / { sub(/,/, "", $6); get("rows " $2 " from " $6) }
END {
    if (gets != wants) wrong(gets + 0 " lines of " wants)
    exit bad || !gets
}
