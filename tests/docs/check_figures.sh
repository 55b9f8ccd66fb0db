#!/bin/sh
# SPDX-License-Identifier: MIT
# The pictures of README and docs/ are those that `make figures` makes, byte by byte: nobody has changed a picture by hand, or
# changed the program or the measurements without making the pictures again. tests/audit/check_plot.sh checks the numbers in figures.
. "$(dirname "$0")/../tap.sh"
made() {
    mkdir "$dir/made" && make -s --no-print-directory -C "$root" figures FIGURES="$dir/made"
}
as_many() {
    (cd "$root/docs/figures" && ls ./*.svg) > "$dir/kept" && (cd "$dir/made" && ls) | sed 's,^,./,' | diff "$dir/kept" -
}
check 'make figures' made
check 'as many pictures as are kept' as_many
# grounds FILE: its colours are those of its style, which has some for a dark background
grounds() {
    grep -q 'prefers-color-scheme: dark' "$1" && grep -q 'rect class="paper"' "$1" &&
        ! sed '/<style>/,/<\/style>/d' "$1" | grep -E '(fill|stroke|color|style)=|#[0-9a-f]{3}'
}
well_formed() {
    awk -f "$root/tests/audit/marks.awk" "$1" > "$dir/marks" && at_least 31 "$dir/marks"
}
for file in "$root"/docs/figures/*.svg; do
    check "${file##*/} is what make figures makes" cmp "$file" "$dir/made/${file##*/}"
    check "${file##*/} is below 300 KB" test "$(wc -c < "$file")" -lt 300000
    check "${file##*/} follows a light and a dark background" grounds "$file"
    check "${file##*/} is well-formed" well_formed "$file"
done

# shown FILE: a page shows the picture
shown() {
    cat "$root"/README.md "$root"/docs/*.md | grep -q "figures/$1"
}

kept_run() {
    awk -F, '/^# posenc .*CPUs allowed/ { machine = 1 } FNR > 1 && !/^#/ { rows++; few += $5 < 9 }
        END { exit !(machine && rows > 100 && !few) }' "$root/docs/figures/bench.csv"
}

# The program that draws measurements refuses others.
usual_ways=$root/build/bench/usual_ways
wrong() {
    printf '%b' "$1" > "$dir/data.tsv"
    ends 2 "$usual_ways" "$dir/data.tsv" "$dir/out.svg" 2> "$dir/said" && [ ! -e "$dir/out.svg" ] && [ "$(wc -l < "$dir/said")" = 1 ]
}
check_rows "$root/tests/docs/figures.tsv"
plan
