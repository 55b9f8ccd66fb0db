#!/bin/sh
# The tables of published models, from their configs: --guess names each, in every type and printed with six places. The
# first 300 rows of a table that is as long as its rule needs; its bytes, or others that explain every entry. A core run
# takes every twelfth.
. "$(dirname "$0")/../tap.sh"
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

# named MODEL LENGTH TYPE: the first line makes the bytes again, or the second says that they are explained
named() {
    element=$3 options=
    [ "$3" != text ] || element=f64
    [ "$3" != bf16 ] || options='--type bf16'
    "$POSENC" --model "$1" --max-len "$2" --type "$element" --format raw > whole || return 1
    bytes=$(($(wc -c < whole) * rows / $2))
    head -c "$bytes" whole > part.raw
    if [ "$3" = text ]; then
        { echo 'const double t[] = {'; od -An -v -t f8 -w8 part.raw | awk '{ printf "%.6f,\n", $1 }'; echo '};'; } > part.c
        "$POSENC" audit part.c --max-len $rows --guess > said || { cat said; return 1; }
        return
    fi
    "$POSENC" audit part.raw --type "$element" --max-len $rows --guess > said || { cat said; return 1; }
    command=$(head -n 1 said)
    eval "\"\$POSENC\" ${command#posenc} --format raw -o again.raw" || return 1
    cmp -s part.raw again.raw || sed -n 2p said | grep -q 'the others within the ' || { cat said; return 1; }
}

tables > list
check 'there are tables' [ "$(wc -l < list)" -ge 70 ]
number=0
while IFS='|' read -r name model length words; do
    for type in f32 bf16 f16 text; do
        number=$((number + 1))
        [ -z "${CORE:-}" ] || [ $((number % 13)) = 0 ] || continue
        check "$name, $type" named "$model" "$length" "$type"
    done
done < list
plan
