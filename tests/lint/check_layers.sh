#!/bin/sh
# SPDX-License-Identifier: MIT
# make layers: silent on the tree, and one line for each way to break its rules in a copy.
. "$(dirname "$0")/../tap.sh"

# layers TREE
layers() {
    (cd "$1" && awk -f "$root/tests/lint/layers.awk" gen/*/*.[ch] gen/main.c $(with_audit && ls audit/*/*.[ch]))
}
check 'the tree keeps its layers' layers "$root"

mkdir "$dir/copy" && cp -R "$root/gen" "$dir/copy" && { ! with_audit || cp -R "$root/audit" "$dir/copy"; } && cd "$dir/copy" || exit 1

# broken FOLDER LINE COMPLAINT: that line at the end of a file of that folder causes one complaint
broken() {
    case $1 in main) file=gen/main.c ;; *) file=$(ls "gen/$1"/*.c | head -n 1) ;; esac
    cp "$file" "$dir/kept" && echo "$2" >> "$file" && ends 1 layers . 2> "$dir/said" &&
        echo "$file:$(wc -l < "$file"): $3" | diff - "$dir/said"
    broken_status=$?
    cp "$dir/kept" "$file"
    return $broken_status
}
# body FOLDER BODY COMPLAINT: the same for a function with that body; complaints about ending the program show the whole line
body() {
    broken "$1" "void x(long n) { $2 }" "$3"
}
ends_program() {
    body "$1" "$2" "$3: void x(long n) { $2 }"
}
long='base/integer.h has a function for that:'
check_rows "$root/tests/lint/layers.tsv"
same_name() {
    cp gen/base/text.h gen/cli && ends 1 layers . 2> "$dir/said" && grep 'text\.h: .*text\.h has the same name' "$dir/said"
}
check 'two files of one name' same_name
through_a_header() { # the goal layers itself, in the copy
    rm -f gen/cli/text.h && cp -R "$root/Makefile" "$root/templates" . && mkdir -p tests && cp "$root/tests/dev.mk" tests && cp -R "$root/tests/lint" tests && make -s layers &&
        echo '#include "exact/enclosure.h"' >> gen/exact/ziv.h && ends 2 make -s layers > "$dir/said" 2>&1 && grep 'gen/engine/by_row.c sees mpfr.h' "$dir/said"
}
check 'MPFR through a header' through_a_header
plan
