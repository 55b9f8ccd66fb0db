# Are the functions of a walk called in its order? awk -f walk.awk order functions - < TRACE
# `order` has their names in order, `functions` has "address name", TRACE has the address of each call.
FILENAME == "order" { order[++count] = $1; next }
FILENAME == "functions" { name[$1] = $2; next }
k <= count { for (k = k ? k : 1; k <= count && name[$1] == order[k]; k++) matched++ }
{ called[name[$1]] }
END {
    if (matched == count && count)
        exit
    print order[k] "() is " (order[k] in called ? "not called after " order[k - 1] "()" : "not called")
    exit 1
}
