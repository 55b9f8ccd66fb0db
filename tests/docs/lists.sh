#!/bin/sh
# SPDX-License-Identifier: MIT
# lists.sh PAGE: prints a page of docs/ with its lists of words and options as the program has them (lists.awk).
set -eu
posenc=${POSENC:-build/posenc} said=$(mktemp)
trap 'rm -f "$said"' EXIT
"$posenc" --help | sed -n 's/^ *\(-[A-Za-z], \)\{0,1\}--\([a-z-]*\).*/\2/p' | while read -r name; do
    printf '= %s\n' "$name"
    "$posenc" help -- "--$name" # "plot" is a command too
done > "$said"
awk -f "$(dirname "$0")/lists.awk" "$said" "$1"
