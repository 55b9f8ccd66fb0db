#!/bin/sh
# docs/architecture.md and the code agree: its folders, its functions, and the order in which its walk calls them.
. "$(dirname "$0")/../tap.sh"
architecture=$root/docs/architecture.md
cd "$dir" || exit 1

folders() {
    sed -n 's/^    count = split("\(.*\)", folders, " ")$/\1/p' "$(find "$root/tests" -name layers.awk)" | tr ' ' '\n' | sed 's/^main$/main.c/' > wanted
    [ -s wanted ] && sed -n '/^## The folders/,/^## /s/^| `\([a-z.]*\)\/*` | .*/\1/p' "$architecture" | diff wanted -
}
check 'docs/architecture.md has the folders of make layers, in order' folders
functions() {
    grep -o '`[a-z_0-9]*()`' "$architecture" | tr -d '`()' | sort -u > named
    [ "$(wc -l < named)" -ge 15 ] || return 1
    while read -r name; do
        cat "$root"/gen/*.c "$root"/gen/*/*.c | grep -qE "^[a-z_].*[ *]$name\(" || { echo "gen/ has no function $name"; return 1; }
    done < named
}
check 'docs/architecture.md names functions that are there' functions

# --- the walk: numbered steps, below the command that they follow

sed -n '/^## .*function by function/,/^## /p' "$architecture" > walk
walk_command=$(sed -n 's/.*`posenc \(--max-len [^`]*\)`.*/\1/p' walk | head -n 1)
awk '/^[0-9]+\. / { step = 1 } /^[^ 0-9]/ { step = 0 } step' walk | grep -o '`[a-z_0-9]*()`' | tr -d '`()' > told
steps() {
    [ "$walk_command" ] && [ "$(grep -c '^[0-9]*\. ' walk)" -ge 5 ] && [ "$(wc -l < told)" -ge 15 ]
}
check 'there is a walk, of a command, of steps with functions' steps

# The program again, which writes down each call; a fixed place in memory makes an address a name.
shown() {
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s --no-print-directory -C "$root" "show-$1"
}
traced() {
    ${CC:-cc} $(shown dialect) -I"$root/gen" -O0 -finstrument-functions -fno-pie -no-pie -o traced "$root"/gen/*.c "$root"/gen/*/*.c \
        "$(dirname "$POSENC")/templates.c" "$(dirname "$POSENC")/rows.c" "$root/tests/docs/trace.c" $(shown libraries) &&
        nm traced | awk '$2 ~ /^[Tt]$/ { print $1, $3 }' > functions
}
# in_order: each function told is called after the one that is told before it
in_order() {
    rm -f trace && mkfifo trace && { TRACE=trace ./traced $walk_command --threads 1 > said & } &&
        awk 'FILENAME == "told" { told[++count] = $1; next } FILENAME == "functions" { name[$1] = $2; next }
            k <= count { for (k = k ? k : 1; k <= count && name[$1] == told[k]; k++) matched++ }
            { called[name[$1]] }
            END {
                if (matched == count && count) exit
                print told[k] "() is " (told[k] in called ? "not called after " told[k - 1] "()" : "not called")
                exit 1
            }' told functions trace && wait $!
}
if has nm && traced > build.log 2>&1; then
    check "the walk's functions are called in the order told" in_order
else
    cat build.log
    check 'the program that traces its calls builds' false
fi
cd /
plan
