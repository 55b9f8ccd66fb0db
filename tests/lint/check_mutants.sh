#!/bin/sh
# SPDX-License-Identifier: MIT
# Each change that `make mutants` makes to the sources still finds its place. And on a small tree with a quick and a slow test, the
# folder mutants/: which mutants count as caught.
. "$(dirname "$0")/../tap.sh"
requires mutants long
check 'each mutant finds its place' env SEDS=y sh "$root/tests/verify/mutants.sh"

cp -R "$root/tests/lint/mutants" "$dir/tree" && mkdir "$dir/tree/templates" && cp "$root/tests/tap.sh" "$root/tests/rows.awk" "$dir/tree/tests" &&
    cp "$root/tests/verify/mutants.sh" "$root/tests/verify/mutation.sh" "$dir/tree/tests/verify" || exit 1
# A mutant of the slow test gets five times its three seconds, and not just the limit of one second.
judged() {
    LIMIT=1 POSENC=$POSENC ends 1 sh "$dir/tree/tests/verify/mutants.sh" > "$dir/said" 2> "$dir/complaints"
    sed -n 's/ [0-9]* - / /; /its sed changes one file/d; /^\(not \)\{0,1\}ok/p' "$dir/said" | diff - "$dir/tree/said"
}
check 'a slow test sees only what it fails on' judged
plan
