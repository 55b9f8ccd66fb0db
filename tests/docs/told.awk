# What --help says of each word and option, a line each: name, argument, default, with a dash where there is none.
# awk -f told.awk help
/^ +(-[A-Za-z], )?--/ { item(); text = $0; sub(/^ *(-[A-Za-z], )?--/, "", text); next }
/^                            [^ ]/ { text = text $0; next }
{ item() }
function item(    name, argument, fallback) {
    if (text == "")
        return
    name = argument = text
    sub(/ .*/, "", name)
    if (!sub(/^[a-z-]+ /, "", argument) || argument ~ /^ /)
        argument = "-"
    sub(/ .*/, "", argument)
    fallback = match(text, / \[[^][ ]*\]$/) ? substr(text, RSTART + 2, RLENGTH - 3) : "-"
    print name, argument, fallback
    text = ""
}
