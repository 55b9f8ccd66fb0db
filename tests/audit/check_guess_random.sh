#!/bin/sh
# SPDX-License-Identifier: MIT
# Random tables, of posenc and of NumPy in the usual ways, in each type and form: --guess names none wrongly, and as many as the
# goals below; a core run takes none. TABLES=2000, as in `make verify`, takes half an hour; the seed is SEED (1), and one more for
# each further thousand. It prints the counts; docs/audit-rules.md has the goals. COUNTS=FILE, an absolute path, adds the counts to a
# file, and MERGED=FILE judges those of such a file, so parts can run apart:
#
#   TABLES=500 SEED=3 COUNTS=/tmp/all.tsv sh tests/audit/check_guess_random.sh
#   MERGED=/tmp/all.tsv sh tests/audit/check_guess_random.sh
. "$(dirname "$0")/../tap.sh"

# random_tables: leaves the lines of all parts in $dir/counts, and wrongly named tables in $dir/shown
random_tables() {
    succeeds --max-len 9 --d-model 8 || return 1 # guess_random.py goes on until it has as many tables
    parts=$(((tables + 999) / 1000))
    for part in $(seq 0 $((parts - 1))); do
        mkdir "$dir/$part"
        "$python" "$root/tests/audit/guess_random.py" "$POSENC" "$root/tests/verify/random_words.awk" $((${SEED:-1} + part)) \
            $((tables / parts)) "$dir/$part" > "$dir/$part.said" 2>&1
    done
    grep -hv '^[a-z0-9-]*	[0-9]' "$dir"/*.said | grep -v '^kind' | grep . > "$dir/shown" || :
    grep -h '^[a-z0-9-]*	[0-9]' "$dir"/*.said > "$dir/counts"
    [ "$(grep -lx 'kind	tables	named	none	wrong' "$dir"/*.said | wc -l)" -eq $parts ]
}

# goals FILE: prints the sums as the table of docs/audit-rules.md; fails if a table is named wrongly, or fewer than the goal of a row are
# named, of 20 tables or more
goals() {
    awk -F '\t' '
        function row(what, goal, kinds, kind, n, k, tables, named, none, wrong, missed) {
            n = split(kinds, kind, " ")
            for (k = 1; k <= n; k++) {
                tables += of[kind[k], 2]; named += of[kind[k], 3]; none += of[kind[k], 4]; wrong += of[kind[k], 5]
            }
            missed = wrong > 0 || (tables >= 20 && 100 * named < goal * tables) || (tables == 0 && all >= 500) || (goal == 0 && named > 0)
            printf("# | %s | %d | %d | %d | %d | %.1f |%s\n", what, tables, named, none, wrong, 100 * named / (tables ? tables : 1),
                missed ? " missed: " goal " %" : "")
            failed += missed
        }
        { for (k = 2; k <= 5; k++) of[$1, k] += $k; all += $2 }
        END {
            print "# | made by | tables | named | no match | wrong | % named |\n# |---|---|---|---|---|---|"
            row("NumPy, float32", 99, "f32")
            row("NumPy, float64", 99, "f64")
            row("NumPy, float32, to f16", 98, "f16")
            row("NumPy, float32, to bf16", 95, "bf16")
            row("the same, kept in float32", 95, "kept")
            row("printed with 4 places", 90, "text4")
            row("printed with 5 to 9 places", 98, "text5 text6 text7 text8 text9")
            row("posenc, any words", 1, "own-f32 own-f64 own-f16 own-bf16 own-kept own-text")
            row("no such table", 0, "none")
            exit failed > 0 || all == 0
        }' "$1"
}

tables=${TABLES:-100}
[ "${MERGED:-}" ] || requires 'random tables' long
if [ ! "${MERGED:-}" ] && ! python=$(python_with numpy); then
    skip 'random tables' 'no numpy'
else
    [ "${MERGED:-}" ] || check 'random tables' random_tables
    [ ! "${COUNTS:-}" ] || cat "$dir/counts" >> "$COUNTS"
    goals "${MERGED:-$dir/counts}" > "$dir/goals" && met=true || met=false
    cat "$dir/goals"
    [ "${MERGED:-}" ] || sed 's/^/# /' "$dir/shown"
    check 'no table is named wrongly, and enough are named' $met
fi
plan
