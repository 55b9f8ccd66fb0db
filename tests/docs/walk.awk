# Is each function of a walk called after the one that is told before it? awk -f walk.awk told functions trace
# `told` has their names in order, `functions` has "address name", `trace` has the address of each call.
FILENAME == "told" { told[++count] = $1; next }
FILENAME == "functions" { name[$1] = $2; next }
k <= count { for (k = k ? k : 1; k <= count && name[$1] == told[k]; k++) matched++ }
{ called[name[$1]] }
END {
    if (matched == count && count)
        exit
    print told[k] "() is " (told[k] in called ? "not called after " told[k - 1] "()" : "not called")
    exit 1
}
