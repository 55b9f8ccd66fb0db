#!/bin/sh
# Random tables, from posenc and from NumPy in the usual ways, in each type and printed: --guess names none wrongly, and most
# of them correctly. TABLES=2000 takes 2000 of them; a core run takes none.
. "$(dirname "$0")/../tap.sh"

# random_tables: no table is named wrongly, and most tables of each NumPy kind are named
random_tables() {
    "$python" "$root/tests/audit/guess_random.py" "$POSENC" "$root/tests/verify/random_words.awk" "${SEED:-1}" "${TABLES:-100}" "$dir" > "$dir/said" 2>&1 ||
        { cat "$dir/said"; return 1; }
    cat "$dir/said"
    awk -F '\t' 'NR > 1 && $1 !~ /^(own|none)/ { all += $2; named += $3 } $1 == "none" { no = $2 - $4 } END { exit !(all >= 50 && named >= 0.95 * all && no == 0) }' "$dir/said"
}
if [ -n "${CORE:-}" ]; then
    skip 'random tables' 'a core run has no time for it'
elif ! python=$(python_with numpy); then
    skip 'random tables' 'NumPy is missing'
else
    check 'random tables' random_tables
fi
plan
