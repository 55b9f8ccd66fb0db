#!/bin/sh
# SPDX-License-Identifier: MIT
# `posenc audit --guess` with arrays that NumPy makes: tables whose rows are lost or padded, printed tables, and
# the usual waves, in the types that such code has.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/audit/audits.sh"
# Rows need `numpy`: a python3 that has it
if python=$(python_with numpy); then
    numpy() {
        "$python" "$@"
    }
fi

# of_numpy SCRIPT PATTERN...: the array x that the script makes, of p(rows, columns, base, positions) and noise(rows, columns),
# is reported like this: line k of the report matches the k-th pattern, and the status is 0 unless the first is `no match`
of_numpy() {
    script=$1 status=0
    shift
    numpy "$root/tests/audit/guess_rows.py" rows.npy "$script" || return 1
    case $1 in 'no match') status=1 ;; esac
    ends $status "$POSENC" audit rows.npy --guess > report || { cat report; return 1; }
    grep -v -e '^match: ' -e '^deviation: ' report > lines
    for line; do
        IFS= read -r said
        # shellcheck disable=SC2254 # a pattern
        case $said in $line) ;; *) cat report; echo "not $line"; return 1 ;; esac
    done < lines
}
# printed FORMAT SHAPE SCRIPT COMMAND WHAT: the array x that the script makes, printed in a format as a C array of that shape, is
# named by the command, and its other entries are within WHAT; no pipelines are listed
printed() {
    numpy "$root/tests/audit/guess_rows.py" rows.npy "$3" || return 1
    { echo "const float t$2 = {" && tail -c +129 rows.npy | od -An -v -t f4 -w4 | awk -v f="$1,\n" '{ printf f, $1 }' && echo '};'; } > printed.c
    guess printed.c && says "$4" && sed -n 2p report | grep "^match: .*, the others within $5\$" && ! grep '^pipelines' report || { cat report; return 1; }
}
# Entries of moved rows don't count as deviations from the table.
moved() {
    of_numpy 'x = np.delete(p(256), [100, 101, 102], 0)' 'posenc --preset vaswani *' && cat report &&
        grep -q '^match: [0-9.]* % of 16192 entries bit by bit, 9791 that moved with their rows' report &&
        grep -q '^deviation: at most [0-9.]*e-0[678] (row [0-9]*, column [0-9]*), .*, where rows are in their place; ' report
}
# Positions that are no integers are divided as doubles, where that is exact enough.
quick_column() {
    numpy "$root/tests/audit/guess_rows.py" rows.npy 'x = np.sin(np.arange(2000000) * 0.01)[:, None]' &&
        work 0 audit rows.npy --guess && [ "$work" -lt $((1700 * 2000000)) ]
}
check_rows "$root/tests/audit/guess.tsv" NumPy
plan
