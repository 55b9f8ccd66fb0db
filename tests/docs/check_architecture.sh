#!/bin/sh
# docs/architecture.md and the code agree: its folders, its functions, and the order in which its walk calls them.
. "$(dirname "$0")/../tap.sh"
architecture=$root/docs/architecture.md

folders() {
    sed -n 's/^    count = split("\(.*\)", folders, " ")$/\1/p' "$(find "$root/tests" -name layers.awk)" | tr ' ' '\n' | sed 's/^main$/main.c/' > wanted
    [ -s wanted ] && sed -n '/^## The folders/,/^## /s/^| `\([a-z.]*\)\/*` | .*/\1/p' "$architecture" | diff wanted -
}
check 'docs/architecture.md has the folders of make layers, in order' folders
functions() {
    grep -o '`[a-z_0-9]*()`' "$architecture" | tr -d '`()' | sort -u > named
    at_least 15 named || return 1
    while read -r name; do
        cat "$root"/gen/*.c "$root"/gen/*/*.c | grep -qE "^[a-z_].*[ *]$name\(" || { echo "gen/ has no function $name"; return 1; }
    done < named
}
check 'docs/architecture.md names functions that are there' functions

# --- the walks: numbered steps, below the command that they follow

# walk NAME: the command of the section with this heading, and the functions of its steps
walk() {
    awk -v heading="## $1, function by function" '/^## / { inside = $0 == heading } inside' "$architecture" > walk
    command=$(sed -n '/^`posenc /{s/^`posenc \([^`]*\)`.*/\1/p;q;}' walk)
    awk '/^[0-9]+\. / { step = 1 } /^[^ 0-9]/ { step = 0 } step' walk | grep -o '`[a-z_0-9]*()`' | tr -d '`()' > order
}
# has_steps LEAST FUNCTIONS
has_steps() {
    [ "$command" ] && [ "$(grep -c '^[0-9]*\. ' walk)" -ge "$1" ] && [ "$(wc -l < order)" -ge "$2" ]
}

# Builds the program so that it records each call; it is loaded at a fixed address, so that an address identifies a function.
shown() {
    make -s --no-print-directory -C "$root" "show-$1"
}
traced() {
    ${CC:-cc} $(shown dialect) -I"$root/gen" -I"$(dirname "$POSENC")" -O0 -finstrument-functions -fno-pie -no-pie -o traced "$root"/gen/*.c "$root"/gen/*/*.c \
        "$(dirname "$POSENC")/templates.c" "$(dirname "$POSENC")/rows.c" "$root/tests/docs/trace.c" $(shown libraries) &&
        nm traced | awk '$2 ~ /^[Tt]$/ { print $1, $3 }' > functions
}
# in_order STATUS FILES: the functions of `order` are called in that order, and are in at most FILES files
in_order() {
    { TRACE=/dev/fd/3 ./traced $command --threads 1 3>&1 > said 2> wrong; echo $? > status; } |
        awk -f "$root/tests/docs/walk.awk" order functions -
    walked=$? status=$(cat status)
    while read -r name; do
        grep -lE "^[a-z_].*[ *]$name\(" "$root"/gen/*.c "$root"/gen/*/*.c
    done < order | sort -u > files
    [ $walked = 0 ] && [ $status = "$1" ] && [ "$(wc -l < files)" -le "$2" ]
}
if has nm && traced > build.log 2>&1; then
    "$POSENC" --max-len 64 --d-model 16 --base 10001 -o pe.npy
    while read -r status least functions name; do
        walk "$name"
        check "$name: a walk of steps with functions" has_steps "$least" "$functions"
        check "$name: the functions are called in the order of the text, in at most 45 files" in_order "$status" 45
    done << 'end'
0 5 15 One table
2 3 8 A wrong request
1 5 7 An audit
end
else
    cat build.log
    check 'the program that traces its calls builds' false
fi
plan
