#!/bin/sh
# SPDX-License-Identifier: MIT
# The tables of published models, from their configs: --guess names each, in every type and printed with six places. The
# first 300 rows of a table that is as long as its rule needs; its bytes, or others that explain every entry.
. "$(dirname "$0")/../tap.sh"
requires 'tables of published models' long
configs=$root/tests/golden/configs rows=300

# tables: name, model and length of each table of the configs, those with the same words once
tables() {
    for file in "$configs"/*.json; do
        name=$(basename "$file" .json)
        [ -f "$configs/$name.tsv" ] || continue
        cut -f 1,2 "$configs/$name.tsv" | sort -u | while read -r key length; do
            [ "$key" = . ] && model=$file || model=$file:$key
            [ "$length" != - ] && [ "$length" -ge $rows ] || length=$rows
            "$POSENC" --model "$model" --max-len "$length" > table.h || exit 1
            words=$(banner_command table.h | sed "s/--max-len [0-9]*//")
            case $words in *--model*) words="$words $length" ;; esac
            echo "$name-$key-$length|$model|$length|$words"
        done
    done | awk -F '|' '!($4 in seen) { seen[$4] = 1; print }'
}

# text FILE: its doubles in C, with six places
text() {
    echo 'const double t[] = {' && od -An -v -t f8 -w8 "$1" | awk '{ printf "%.6f,\n", $1 }' && echo '};'
}
# part MODEL LENGTH TYPE: leaves its first rows in part.raw or part.c, and the words for --guess in $guessed
part() {
    element=$3 guessed="part.raw --max-len $rows --type $3"
    [ "$3" != text ] || element=f64 guessed="part.c --max-len $rows"
    "$POSENC" --model "$1" --max-len "$2" --type "$element" --format raw > whole &&
        head -c $(($(wc -c < whole) * rows / $2)) whole > part.raw && text part.raw > part.c
}
# named MODEL LENGTH TYPE: the first line makes the bytes again, or the second says that they are explained
named() {
    part "$@" && "$POSENC" audit $guessed --guess > said && command=$(sed -n '1s/^posenc --/--/p' said) && [ "$command" ] &&
        eval "\"\$POSENC\" $command --format raw -o again.raw" &&
        if [ "$3" = text ]; then same_text; else same_bytes; fi || { cat said; return 1; }
}
# The same bytes; or as many of the entries differ as the report says, which explains them
same_bytes() {
    ! command cmp part.raw again.raw || return 0
    percent=$(sed -n '3s/^deviation: .* \([0-9.]*\) % of entries are not correctly rounded$/\1/p' said)
    entries=$(sed -n '2s/^match: .* % of \([0-9]*\) entries bit by bit, the others within the .*/\1/p' said)
    [ "$percent" ] && [ "$entries" ] || return 1
    for file in part again; do od -An -v -t x1 -w$(($(wc -c < part.raw) / entries)) $file.raw > $file.hex; done
    paste -d : part.hex again.hex | awk -F : -v percent="$percent" '$1 != $2 { wrong++ }
        END { percent -= 100 * wrong / NR; print "off by " percent; exit percent > 0.011 || percent < -0.011 }'
}
# The same numbers are printed; if the report explains some by the noise of float32, they differ by that
same_text() {
    case $(sed -n 2p said) in *' and the noise of float32') room=1e-5 ;; *) room=1e-9 ;; esac
    text again.raw > again.c && [ "$(wc -l < part.c)" = "$(wc -l < again.c)" ] && paste part.c again.c |
        awk -v room=$room '($1 - $2) ^ 2 > room ^ 2 { print "line " NR ": " $0; exit bad = 1 } END { exit bad || NR < 1000 }'
}

tables > list
check 'there are tables' [ "$(wc -l < list)" -ge 70 ]
while IFS='|' read -r name model length words; do
    for type in f32 bf16 f16 text; do
        check "$name, $type" named "$model" "$length" "$type"
    done
done < list
plan
