#!/bin/sh
# 2,000 random tables of all kinds of guess_random.py: none is named wrongly, and as many are named as docs/audit.md promises.
# On two cores it takes some half an hour. TABLES=500 SEED=7 takes fewer, and others; JOBS=1 runs one process at a time.
# COUNTS=FILE adds the counts to a file, and MERGED=FILE judges those of such a file, so parts can run apart:
#
#   TABLES=500 SEED=1 COUNTS=all.tsv sh tests/verify/verify_guess.sh
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

# goals FILE: prints the sums of each kind and the share named; fails if one is wrong, or a goal is missed
goals() {
    awk -F '\t' '
        BEGIN {
            goal["own"] = 100; goal["f32"] = goal["f64"] = goal["f16"] = 99; goal["bf16"] = goal["kept"] = 95; goal["text6"] = 98
            goal["text4"] = 90
            goal["text5"] = goal["text4"]; goal["text7"] = goal["text8"] = goal["text9"] = goal["text6"]
        }
        { tables[$1] += $2; named[$1] += $3; none[$1] += $4; wrong[$1] += $5 }
        END {
            print "# kind\ttables\tnamed\tnone\twrong\tshare\tgoal"
            for (kind in tables) {
                share = 100 * named[kind] / tables[kind]
                wanted = kind == "none" ? 0 : goal[kind ~ /^own/ ? "own" : kind]
                missed = wrong[kind] > 0 || share < wanted
                printf "# %s\t%d\t%d\t%d\t%d\t%.1f %%\t%d %%%s\n", kind, tables[kind], named[kind], none[kind], wrong[kind], share, wanted,
                    missed ? "\tmissed" : ""
                failed += missed
            }
            exit failed > 0 || NR == 0
        }' "$1"
}

if [ -n "${MERGED:-}" ]; then
    check "the goals of the parts in $MERGED" goals "$(from_here "$MERGED")"
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
