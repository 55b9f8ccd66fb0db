# The commands that are compared everywhere, for scripts that have sourced tap.sh: $dir/commands has a line for each,
# GROUP|WORDS; the files that they name are in $files. Those of check-matrix, and commands.txt for formats, manifests and wrong requests.
# shellcheck disable=SC2154 # of tap.sh
present "$root/tests/everywhere/commands.txt"
. "$root/tests/verify/matrix_lists.sh"
cp "$root/docs/example.lua" "$files/table.lua"
cp "$root/tests/everywhere/tables.ini" "$files"
sed 's/32$/many/; s/^type.*/layout = round/' "$files/tables.ini" > "$files/faults.ini"
{
    echo "$tables" | while read -r _ words; do
        for type in $types; do echo "tables|$words --type $type -o pe.bin"; done
    done
    sed 's/^/forms|--max-len 300 --d-model 66 --name t /' "$root/tests/verify/matrix_forms.txt"
    echo "$questions"
    cat "$root/tests/everywhere/commands.txt"
} > "$dir/commands"

# answers FILE RUNNER...: of each command the exit status, digests of standard output and of the files that it made, and
# standard error. A command runs in a folder that has the files it names.
answers() {
    to=$1 at=$dir/at
    shift
    while IFS='|' read -r group words; do
        rm -rf "$at" && mkdir "$at" || return 1
        for word in $words; do
            [ ! -f "$files/${word%%:*}" ] || cp "$files/${word%%:*}" "$at"
        done
        (cd "$at" && ls > "$dir/given" && status=0 && { "$@" $words > "$dir/out" 2> "$dir/err" < /dev/null || status=$?; } &&
            echo "$group|$words: status $status, $(sha256sum < "$dir/out" | cut -c 1-64)" && cat "$dir/err" &&
            find . -type f | sed 's,^\./,,' | LC_ALL=C sort | grep -vxF -f "$dir/given" | while read -r made; do
                echo "$made $(sha256sum < "$made" | cut -c 1-64)"
            done)
    done < "$dir/commands" > "$to"
}

# compared NAME FILE: a check for each group of commands whether its answers are the native ones
compared() {
    for group in $(cut -d '|' -f 1 "$dir/commands" | sort -u); do
        check "$1: $group" same_answers "$group" "$2"
    done
}
same_answers() {
    for from in "$dir/native" "$2"; do
        awk -F '|' -v group="$1" '/^[a-z]+[|].*: status [0-9]+, / { mine = $1 == group } mine' "$from" > "$from.group"
    done
    [ -s "$dir/native.group" ] && diff "$dir/native.group" "$2.group"
}
