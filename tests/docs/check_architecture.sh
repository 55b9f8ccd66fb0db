#!/bin/sh
# SPDX-License-Identifier: MIT
# The pages about the architecture and the code agree: their folders and their functions.
. "$(dirname "$0")/../tap.sh"
pages=$root/docs/architecture.md
! with_audit || pages="$pages $root/docs/architecture-audit.md"

folders() { # in the order of make layers, those of gen/ first
    sed -n 's/^    count = split("\(.*\)", folders, " ")$/\1/p' "$root/tests/lint/layers.awk" | tr ' ' '\n' | sed 's/^main$/main.c/' > wanted
    cat $pages | sed -n '/^## The folders/,/^## [^T]/s/^| `\([a-z.]*\)\/*` | .*/\1/p' > named
    at_least 10 named && for tree in gen audit; do
        while read -r folder; do [ ! -e "$root/$tree/$folder" ] || echo "$folder"; done < wanted
    done | diff - named
}
check 'the folders of make layers, in order' folders
functions() {
    cat $pages | grep -o '`[a-z_0-9]*()`' | tr -d '`()' | sort -u > functions
    find "$root"/gen "$root"/audit* -name '*.c' -exec cat {} + > sources
    at_least 5 functions && while read -r name; do
        grep -qE "^[a-z_].*[ *]$name\(" sources || { echo "no function $name"; return 1; }
    done < functions
}
check 'functions that are there' functions
plan
