#!/bin/sh
# 2,000 random tables of all kinds of guess_random.py: none is named wrongly, and as many are named as docs/audit.md promises.
# On two cores it takes a quarter of an hour. TABLES=500 SEED=7 takes fewer, and others; JOBS=1 runs one process at a time.
# Each process has a seed of its own, from SEED on. COUNTS=FILE adds the counts to a file, and MERGED=FILE judges those of such
# a file, so parts can run apart:
#
#   TABLES=500 SEED=3 COUNTS=all.tsv sh tests/verify/verify_guess.sh
#   MERGED=all.tsv sh tests/verify/verify_guess.sh
. "$(dirname "$0")/../tap.sh"

jobs=${JOBS:-2}

# from_here FILE: the path of a file that is given relative to the folder in which the script was started
from_here() {
    case $1 in /*) echo "$1" ;; *) echo "$OLDPWD/$1" ;; esac
}

# random_tables: runs the parts at the same time, and leaves their lines in $dir/counts; shows wrongly named tables
random_tables() {
    part=0
    while [ "$part" -lt "$jobs" ]; do
        mkdir -p "$dir/$part"
        "$python" "$root/tests/audit/guess_random.py" "$POSENC" "$root/tests/verify/random_words.awk" $((${SEED:-1} + part)) \
            $((${TABLES:-2000} / jobs)) "$dir/$part" > "$dir/$part.said" 2>&1 &
        part=$((part + 1))
    done
    wait
    grep -hv '^[a-z0-9-]*	[0-9]' "$dir"/*.said | grep -v '^kind' | grep . >&2 || :
    grep -h '^[a-z0-9-]*	[0-9]' "$dir"/*.said > "$dir/counts"
    [ "$(grep -lx 'kind	tables	named	none	wrong' "$dir"/*.said | wc -l)" -eq "$jobs" ]
}

# goals FILE: prints the sums as the table of docs/audit.md; fails if a table is named wrongly, or a goal is missed
goals() {
    awk -F '\t' '
        function row(what, goal, kinds, kind, n, k, tables, named, none, wrong, missed) {
            n = split(kinds, kind, " ")
            for (k = 1; k <= n; k++) {
                tables += of[kind[k], 2]; named += of[kind[k], 3]; none += of[kind[k], 4]; wrong += of[kind[k], 5]
            }
            missed = wrong > 0 || 100 * named < goal * tables || tables == 0 || (goal == 0 && named > 0)
            printf("# | %s | %d | %d | %d |%s%s\n", what, tables, named, none, wrong > 0 ? " wrong: " wrong : "",
                missed ? " missed: " goal " %" : "")
            failed += missed
        }
        { for (k = 2; k <= 5; k++) of[$1, k] += $k }
        END {
            print "# | made by | tables | named | no match |\n# |---|---|---|---|"
            row("NumPy, float32", 99, "f32")
            row("NumPy, float64", 99, "f64")
            row("NumPy, float32, to f16", 99, "f16")
            row("NumPy, float32, to bf16", 95, "bf16")
            row("the same, kept in float32", 95, "kept")
            row("printed with 4 places", 90, "text4")
            row("printed with 5 to 9 places", 98, "text5 text6 text7 text8 text9")
            row("posenc, f32", 75, "own-f32")
            row("posenc, f64", 75, "own-f64")
            row("posenc, f16", 75, "own-f16")
            row("posenc, bf16", 75, "own-bf16")
            row("no such table", 0, "none")
            exit failed > 0
        }' "$1"
}

if [ -n "${MERGED:-}" ]; then
    goals "$(from_here "$MERGED")" > "$dir/goals" && met=true || met=false
    cat "$dir/goals"
    check "no table is named wrongly, and enough are named, in $MERGED" $met
elif ! python=$(python_with numpy); then
    skip 'random tables' 'NumPy is missing'
else
    counts=${COUNTS:+$(from_here "$COUNTS")}
    check 'random tables' random_tables
    [ -z "$counts" ] || cat "$dir/counts" >> "$counts"
    goals "$dir/counts" > "$dir/goals" && met=true || met=false
    cat "$dir/goals"
    check 'no table is named wrongly, and enough are named' $met
fi
plan
