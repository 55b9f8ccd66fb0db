#!/bin/sh
# SPDX-License-Identifier: MIT
# model_lists.sh PAGE: prints a page of docs/ with its lists of models, keys and architectures as gen/model/*.ini and
# model_examples.tsv have them (model_lists.awk). The words of an example are those that posenc reads in its config.
set -eu
docs=$(cd "$(dirname "$0")" && pwd)
configs=$docs/../golden/configs model=$docs/../../gen/model
posenc=${POSENC:-build/posenc}
posenc=$(cd "$(dirname "$posenc")" && pwd)/$(basename "$posenc")
dir=$(mktemp -d)
trap 'rm -r "$dir"' EXIT
grep -v '^#' "$docs/model_examples.tsv" | cut -f 5 | grep -vx -e - | sort -u > "$dir/examples"
while read -r example; do
    key=
    case $example in *:*) key=:${example#*:} ;; esac
    cp "$configs/${example%%:*}.json" "$dir/config.json"
    status=0
    (cd "$dir" && "$posenc" presets "config.json$key" > explained 2> errors) || status=$?
    case $status in 0 | 2) ;; *) echo "$example: exit status $status" >&2 && exit 1 ;; esac
    sed -n 's/ --scaling none//; s/^    words   --preset rope-hf \(--max-len [0-9]* \)\{0,1\}//p' "$dir/explained" |
        sort -u > "$dir/words"
    { [ $status != 2 ] && ! grep -q '^    refused' "$dir/explained"; } || echo refused > "$dir/words"
    [ "$(wc -l < "$dir/words")" -eq 1 ] || { echo "$example: not one table" >&2; exit 1; }
    printf '%s\t%s\n' "$example" "$(cat "$dir/words")"
done < "$dir/examples" > "$dir/said"
awk -f "$docs/model_lists.awk" "$dir/said" "$docs/model_examples.tsv" "$model"/*.ini "$1"
