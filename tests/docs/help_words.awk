# SPDX-License-Identifier: MIT
# Each word and option of --help on a line: name, argument, default; a dash stands for none.
# awk -f help_words.awk help
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
