#!/bin/sh
# SPDX-License-Identifier: MIT
# --model FILE with the configs of public models: the words are those of the file, and frequencies and amplitude are, bit for
# bit, the correctly rounded values of a separate oracle.
. "$(dirname "$0")/../tap.sh"
configs=$root/tests/golden/configs

${CC:-cc} -o doubles "$root/tests/words/doubles.c" || exit 1

# --- every table of every config

# one NAME KEY POSITIONS: a table, whose lines of NAME.tsv are in rows.tsv
one() {
    model=$1.json; [ "$2" = . ] || model=$model:$2
    rows=$3; [ "$3" != - ] || rows=1
    [ -f "$1.json" ] || cp "$configs/$1.json" . || return 1
    awk -F '\t' '$3 ~ /^[0-9]+$/ { print $5 }' rows.tsv > pairs # amplitudes multiply frequencies too
    pairs=$(wc -l < pairs)
    [ "$pairs" -gt 1 ] || { echo "$pairs pairs in the golden file"; return 1; }
    value() { awk -F '\t' -v what="$1" '$3 == what { print $4 }' rows.tsv; }
    d=$(value d-model)
    [ "$d" = $((2 * pairs)) ] || { echo "d-model $d of $pairs pairs"; return 1; }
    bytes=$((8 * d))
    "$POSENC" --model "$model" --max-len "$rows" --component frequency --type f64 --format raw > all || return 1
    [ "$(wc -c < all)" = $((rows * bytes)) ] || { echo "$(wc -c < all) bytes of $rows rows"; return 1; }
    head -c $bytes all > got
    cat pairs pairs | ./doubles > want && cmp got want || { od -An -t f8 -v got | head -4; return 1; }
    "$POSENC" --model "$model" --max-len "$rows" --type f64 --format raw > all || return 1
    head -c $bytes all > got
    value attention | awk -v d="$d" '{ for (k = 0; k < d; k++) print }' | ./doubles > want && cmp got want || return 1
    length=$(value max-len)
    if [ "$length" = - ]; then
        ends 2 "$POSENC" --model "$model" --list 2> /dev/null || return 1
    else
        [ "$("$POSENC" --model "$model" --list)" = "$(printf 'pe_cos_%sx%s\t-' "$length" "$d")" ] || return 1
    fi
    [ "$rows" -lt 5000 ] || return 0
    "$POSENC" --model "$model" --max-len "$rows" > table.h || return 1
    banner_command table.h > command
    base=$(value base)
    [ "$base" = 10000 ] && base= || base=" --base $base "
    case " $(cat command)" in *"$base"*) ;; *) cat command; echo "no$base"; return 1 ;; esac
    [ "$base" ] || ends 1 grep -q -e --base command || return 1
    mkdir again || return 1
    case $(cat command) in *--model\ "$1.json"*) grep -q longrope "$1.json" || grep -q '"su"' "$1.json" && cp "$1.json" again || return 1 ;; esac
    (cd again && eval "$(sed "s|^posenc|'$POSENC'|" ../command)") > same.h; again=$?
    rm -r again
    [ $again = 0 ] && cmp table.h same.h
}

# all_tables NAME: all tables of the config
all_tables() {
    cut -f 1,2 "$configs/$1.tsv" | sort -u > parts
    [ -s parts ] || return 1
    while read -r key positions; do
        awk -F '\t' -v key="$key" -v positions="$positions" '$1 == key && $2 == positions' "$configs/$1.tsv" > rows.tsv
        one "$1" "$key" "$positions" || { echo "$1 $key $positions"; return 1; }
    done < parts
}

known=0 least=160 refusals=0 fewest=37
grep -v '^#' "$configs/index.tsv" > index
if [ "${CORE-}" ]; then # a quarter of them
    awk 'NR % 4 == 1' "$configs/index.tsv" | grep -v '^#' > index
    least=35 fewest=7
fi
while IFS='	' read -r name repository where wrong; do
    if [ "$wrong" = - ]; then
        check "$name" all_tables "$name"
        known=$((known + 1))
    elif [ "${wrong#= }" != "$wrong" ]; then
        check "$name" same "--model $configs/$name.json --format raw" "${wrong#= } --format raw"
    else
        mkdir -p files && cp "$configs/$name.json" files
        check "$name is refused" refused "$name.json: $wrong" --model "$name.json"
        rm -r files
        refusals=$((refusals + 1))
    fi
done < index
check "$known configs have tables" [ "$known" -ge $least ]
check "$refusals configs are refused" [ "$refusals" -ge $fewest ]

# images FILE WORDS: the words that `presets` prints for a model's table on a grid; they make the same file as --model with the grid
images() {
    cp "$configs/$1" . && "$POSENC" presets "$1" > explained && grep -qxF -- "    images  $2" explained || { cat explained; return 1; }
    "$POSENC" $(echo "$2" | sed 's/TxHxW/1x4x6/') --first 9 > words.h && "$POSENC" --model "$1" --grid 1x4x6 --first 9 > model.h &&
        cmp words.h model.h && grep -q -- '--max-len 24 ' model.h
}
# shared_out FILE T Y X BASE: every sine of a table on a grid, as apply_interleaved_mrope writes the positions of y and x over
# those of t; cosines would not distinguish the slowest pairs
shared_out() {
    cp "$configs/$1" . && "$POSENC" --model "$1" --grid 2x4x6 --first 9 --component sin --type f64 --format raw > entries &&
        od -An -t f8 -v -w8 entries | awk -v pairs=$(($2 + $3 + $4)) -v y=$3 -v x=$4 -v base="$5" -f "$root/tests/words/shared_out.awk"
}
# other_images MODEL_TYPE SECTIONS WORDS...: the table of a config with these keys on a grid
other_images() {
    printf '{"model_type":"%s","hidden_size":512,"num_attention_heads":4,"rope_theta":10000,"rope_scaling":{"type":"default",
        "mrope_section":[%s]}}\n' "$1" "$2" > images.json
    shift 2
    "$POSENC" --model images.json --grid 1x4x6 > images.h && piped "$POSENC" --grid 1x4x6 "$@" | cmp - images.h
}
check_rows "$root/tests/words/images.tsv"
other_sections() { # another share of the pairs than the preset's
    sed 's/\[16/[ 16/' "$configs/qwen2-vl-7b.json" | tr -d ' \n' | sed 's/\[16,24,24\]/[24,20,20]/' > other.json
    grep -q '24,20,20' other.json && "$POSENC" --model other.json --grid 1x4x6 > other.h &&
        piped "$POSENC" --preset qwen2-vl --d-model 128 --grid 1x4x6 --grid-columns t24y20x20 | cmp - other.h
}
check 'M-RoPE with other sections' other_sections

# --- numbers from transformers' own tests, with five digits

printed() {
    echo "$3" > printed.json
    "$POSENC" --model printed.json --max-len "$2" --component frequency --type f64 --format raw > all || return 1
    echo "$4" | tr ' ' '\n' > want
    pairs=$(wc -l < want)
    [ "$pairs" -ge 64 ] || return 1
    head -c $((8 * pairs)) all | od -An -t f8 -v -w8 | paste - want > both
    [ "$(wc -l < both)" = "$pairs" ] || return 1
    # half a unit of the last digit, of at least four, and what float32 loses; pair 0 shows the amplitude
    awk 'NR == 1 { amplitude = $1 / $2 }
        { split($2, parts, /[.e]/); digits = length(parts[2]) < 4 ? 4 : length(parts[2])
        off = $1 / amplitude - $2; off = off < 0 ? -off : off
        if (NF != 2 || off > 0.501 * 10 ^ (parts[3] - digits) + 2e-6 * $2) { print; bad = 1 } }
        END { exit bad }' both
}
grep -v '^#' "$configs/printed.tsv" > rows
asserted=0
while IFS='	' read -r test positions config values; do
    check "$test" printed "$test" "$positions" "$config" "$values"
    asserted=$((asserted + 1))
done < rows
check "$asserted lists of numbers" [ "$asserted" -ge 9 ]

# --- the oracle

if has python3 && python3 -c 'import mpmath' 2> /dev/null; then
    reproduced() {
        mkdir oracle && python3 "$configs/oracle.py" "$dir/oracle" || return 1
        [ "$(ls oracle | wc -l)" = "$known" ] || return 1
        for file in oracle/*; do cmp "$file" "$configs/${file#*/}" || return 1; done
    }
    check 'the oracle makes the golden files again' reproduced
else
    skip 'the oracle makes the golden files again' 'python3 with mpmath is missing'
fi

plan
