# SPDX-License-Identifier: MIT
# The commands that are compared on all systems, for scripts that have sourced tap.sh: $dir/commands has a line GROUP|WORDS for each;
# the files that they name are in $files. They are those of check-matrix, and those of commands.txt for formats, manifests and wrong
# requests.
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

# compared NAME FILE: a check for each group of commands whether its answers are the native ones
compared() {
    for group in $(cut -d '|' -f 1 "$dir/commands" | sort -u); do
        check "$1: $group" same_answers "$group" "$2"
    done
}
