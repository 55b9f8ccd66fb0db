# SPDX-License-Identifier: MIT
# For scripts that compare with the tables of real systems, to be sourced after tap.sh.
# shellcheck disable=SC2154 # $root and $dir are of tap.sh

systems=$root/tests/golden/systems

# expected_of FILE: "exact", or "abs:BOUND" on |file - exact value|
expected_of() {
    awk -F "$tab" -v file="$1" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "expected") column = k }
        $1 == file { print $column }' "$systems/index.tsv"
}

# each_system: exact_system FILE WORD... or near_system BOUND FILE WORD..., which the script defines, for each table
each_system() {
    sed 1d "$systems/words.tsv" > "$dir/words"
    while IFS=$tab read -r file words; do
        expected=$(expected_of "$file")
        case $expected in
        exact) exact_system "$file" $words ;;
        abs:*) near_system "${expected#abs:}" "$file" $words ;;
        *) check "$file: '$expected' is not an expectation" false ;;
        esac
    done < "$dir/words"
}
