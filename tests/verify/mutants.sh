#!/bin/sh
# SPDX-License-Identifier: MIT
# Do the tests see broken code? Each mutant of mutants.tsv is one change to a copy of gen/ or audit/. The test named beside it
# must fail on that copy; it passes on the copy as it is. SEDS=y only looks whether each change still finds its place.
. "$(dirname "$0")/../tap.sh"
present "$root/tests/verify/mutants.tsv"
. "$root/tests/verify/mutation.sh"
# mutants TREE LIST: of the sources in TREE/
mutants() {
    while IFS='	' read -r name files test sed <&3; do
        case $name in '' | '#'*) ;; *) mutant "$name" "$1/$files" "$sed" "$test" ;; esac
    done 3< "$root/tests/$2"
}
mutants gen verify/mutants.tsv
! with_audit || mutants audit audit/mutants.tsv
plan
