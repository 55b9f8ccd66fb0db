#!/bin/sh
# SPDX-License-Identifier: MIT
# The tables of real systems, each compared with its words in words.tsv; and every preset.
. "$(dirname "$0")/../tap.sh"
present "$root/tests/exact/other_words.txt"
. "$root/tests/systems.sh"
within=$(dirname "$POSENC")/tests/within
cd "$systems" || exit 1

# engines FILE: the engines that make a table of its size
engines() {
    if [ "$(wc -c < "$1")" -le 8192 ]; then echo auto wide mpfr; else echo auto; fi
}

# as_file FILE WORD...: byte for byte
as_file() {
    file=$1
    shift
    for engine in $(engines "$file"); do
        piped "$POSENC" "$@" --format raw --engine "$engine" | cmp - "$file" || return 1
    done
}

# near BOUND FILE WORD...: within BOUND of the exact value, which f64 approximates to 2^-54
near() {
    bound=$1 file=$2
    shift 2
    for engine in $(engines "$file"); do
        piped "$POSENC" "$@" --format raw --type f64 --engine "$engine" | "$within" "$bound" "$file" || return 1
    done
}

exact_system() {
    check "$1, bit by bit: $*" as_file "$@"
}
near_system() {
    check "$2, within $1: $*" near "$@"
}
each_system

# of_config NAME FILE: the model's config.json makes, on a grid, the table that its code printed
of_config() {
    "$POSENC" --model "../configs/$1.json" --grid 2x3x4 --type f64 --format raw > "$dir/led" && [ -s "$dir/led" ] &&
        "$within" "$(expected_of "$2" | sed 's/abs://')" "$2" < "$dir/led"
}

# Bounds are tight: words of other tables of the same size are noticed.
# beyond BOUND FILE WORD...: some entry of the table of these words differs from the file's by more than BOUND
beyond() {
    bound=$1 file=$2
    shift 2
    "$POSENC" "$@" --format raw --type f64 > "$dir/other" && [ -s "$dir/other" ] &&
        ends 1 "$within" "$bound" "$file" < "$dir/other"
}
# differ FILE WORD...: the file's words in words.tsv, with these added, make another table of its size
differ() {
    file=$1 words=$(grep "^$1$tab" words.tsv | cut -f 2)
    shift
    beyond "$(expected_of "$file" | sed -e 's/abs://' -e 's/exact/1e-6/')" "$file" $words "$@"
}
while read -r file words; do
    check "no table of $file: $words" differ "$file" $words
done < "$root/tests/exact/other_words.txt"

# --- presets

piped "$POSENC" presets | sed -n 's/^\([a-z0-9][a-z0-9-]*\)  *e = .*/\1/p' > "$dir/presets"
known() {
    sed -n 's/.*--preset \([^ ]*\).*/\1/p' words.tsv | sort -u > "$dir/used" && [ -s "$dir/used" ] &&
        sed 1d aliases.tsv | cut -f 1 | sort -u - "$dir/presets" | comm -13 - "$dir/used" > "$dir/unknown" && cat "$dir/unknown" &&
        [ ! -s "$dir/unknown" ]
}

listed_once() {
    "$POSENC" presets > "$dir/list" && at_least 40 "$dir/presets" && [ -z "$(sort "$dir/presets" | uniq -d)" ]
}
# explained NAME: its words and formula, and where they were read, with a whole revision
explained() {
    "$POSENC" presets "$1" > "$dir/explained" && head -n 1 "$dir/explained" | grep -qx -- "$1" &&
        grep -q '^    words:    ' "$dir/explained" && grep -q '^    formula:  w = ' "$dir/explained" &&
        grep -Eq '^    source:   [^ /]+/[^ ,]+, [^ ,]+, [A-Za-z_0-9.]+,$' "$dir/explained" &&
        grep -Eqx ' *revision [0-9a-f]{40}' "$dir/explained" || { cat "$dir/explained"; return 1; }
}

is_table() {
    "$POSENC" "$@" --format raw > "$dir/table" && [ -s "$dir/table" ]
}
# The words that posenc presets prints make the preset's table without it, and all engines agree.
sizes_of() {
    case $1 in
    diffusers-3d | vit-3d | vjepa2 | cogvideox) echo --grid 2x3x4 --max-len 24 --d-model 48 ;;
    qwen2-vl | qwen3-vl | flux | wan | hunyuan-video) echo --grid 2x3x4 --max-len 24 --d-model 128 ;;
    ltx-video) echo --grid 2x3x4 --max-len 24 --d-model 30 ;;
    flux2) echo --grid 2x1x3x4 --max-len 24 --d-model 128 ;;
    qwen2-vl-vision) echo --grid 2x4x6 --max-len 48 --d-model 16 ;;
    mae) echo --grid 3x4 --max-len 13 --d-model 16 ;;
    *-2d | simple-vit | *detr | loftr | dinov3 | eva02 | sam2 | pixtral | lumina) echo --grid 3x4 --max-len 12 --d-model 16 ;;
    *) echo --max-len 13 --d-model 16 ;;
    esac
}
accepted() {
    words=$(piped "$POSENC" presets "$1" | sed -n 's/^    words:    //p')
    [ "$words" != 'the defaults' ] || words=
    size=$(sizes_of "$1")
    for way in "--preset $1 --engine auto" "$words" ${all:+"--preset $1 --engine wide" "--preset $1 --engine mpfr"}; do
        is_table $size $way || return 1
        case $way in *auto) cp "$dir/table" "$dir/first" ;; *) cmp "$dir/table" "$dir/first" || return 1 ;; esac
    done
}
all=y
[ ! "${CORE-}" ] || all=
while read -r preset; do
    check "preset $preset says what it is" explained "$preset"
    check "preset $preset is its words" accepted "$preset"
done < "$dir/presets"

# --- other systems with these tables

sed 1d aliases.tsv > "$dir/aliases"
# leads ALIAS: the program first shows what aliases.tsv has for it, in that order
leads() {
    awk -F "$tab" -v alias="$1" '$1 == alias { print $2 }' "$dir/aliases" > "$dir/wanted" && "$POSENC" presets "$1" > "$dir/shown" || return 1
    if grep -qx -- "$1" "$dir/presets"; then # as other tables of the system, besides the preset itself
        sed -n '/^See also:$/,$s/^--preset /&/p' "$dir/shown"
    elif [ "$(wc -l < "$dir/wanted")" = 1 ]; then
        head -n 1 "$dir/shown" | grep -q "^$1: preset " && sed -n 's/^    command:  //p' "$dir/shown"
    else
        sed -n '/^--preset /p' "$dir/shown"
    fi > "$dir/found"
    head -n "$(wc -l < "$dir/wanted")" "$dir/found" | diff "$dir/wanted" -
}
golden_sizes() {
    grep "^$1$tab" words.tsv | grep -o -- '--max-len [0-9]*\|--d-model [0-9]*\|--grid [0-9x]*'
}
# as_golden FILE WORD...: the words make the table of that file, at its size
as_golden() {
    sizes=$(golden_sizes "$1")
    file=$1 expected=$(expected_of "$1")
    shift
    case $expected in
    exact) as_file "$file" $sizes "$@" ;;
    abs:*) near "${expected#abs:}" "$file" $sizes "$@" ;;
    *) false ;;
    esac
}
# by_name ALIAS SIZE...: its name makes the table that was just made, unless it has several tables
by_name() {
    alias=$1
    shift
    if [ "$(cut -f 1 "$dir/aliases" | grep -cx -- "$alias")" = 1 ]; then
        [ -s "$dir/table" ] && piped "$POSENC" "$@" --preset "$alias" --format raw | cmp - "$dir/table"
    else
        ends 2 "$POSENC" "$@" --preset "$alias" --format raw > "$dir/several" 2>&1 &&
            grep -q "^posenc: preset '$alias' has several tables: " "$dir/several"
    fi
}
# The list of presets ends with the other names that --preset accepts.
other_names() {
    cut -f 1 "$dir/aliases" | sort | uniq -u | comm -23 - "$dir/sorted" > "$dir/wanted" && at_least 60 "$dir/wanted" &&
        piped "$POSENC" presets | sed -n '/under other names:$/,/^$/p' | sed '1d; s/^ *//' | tr -s ', ' '\n' | sed '/^$/d' | sort | diff "$dir/wanted" -
}
sort "$dir/presets" > "$dir/sorted"
cut -f 1 "$dir/aliases" | uniq > "$dir/names"
count_of_names=0
while read -r alias; do # the core has one of four
    count_of_names=$((count_of_names + 1)) name="posenc presets $alias leads to its presets"
    [ $((count_of_names % 4)) = 1 ] || here "$name" long || continue
    check "$name" leads "$alias"
done < "$dir/names"
while IFS=$tab read -r alias words tables; do
    preset=$(echo "$words" | cut -d ' ' -f 2)
    case $words in *'--grid-columns t'*) preset=diffusers-3d ;; esac
    size=$(sizes_of "$preset" | case $words in *'--zero-rows none'*) sed 's/13/12/' ;; *) cat ;; esac)
    case $words in *'qwen2-vl-vision --grid-columns t'*) size='--grid 2x4x6 --max-len 48 --d-model 80' ;; esac
    [ "$tables" = - ] || size=$(golden_sizes "${tables%% *}")
    check "$alias: $words is a table" is_table $size $words
    grep -qx -- "$alias" "$dir/presets" || check "$alias is a preset, or has several tables" by_name "$alias" $size
    [ "$tables" = - ] || for table in $tables; do
        check "$alias: $words is $table" as_golden "$table" $words
    done
done < "$dir/aliases"

# Systems that a preset's page names are in aliases.tsv, and the other way round.
every_alias() {
    while read -r preset; do
        { piped "$POSENC" presets "$preset" | sed -n '/^See also:/q; /^    systems: /,$p' | tr '\n' ' ' && echo; } |
            sed -e 's/^ *systems://' -e 's/([^()]*\(([^()]*)[^()]*\)*)//g' | tr ',' '\n' | tr -d ' ' | sed -e '/^$/d' -e "s/$/ $preset/"
    done < "$dir/presets" | sort > "$dir/systems"
    awk -F "$tab" '{ split($2, word, " "); print $1, word[2] }' "$dir/aliases" | sort | diff - "$dir/systems"
}
# If an alias and a golden table have the same function as source, it was read at the same revision.
same_revision() {
    while read -r alias; do
        piped "$POSENC" presets "$alias"
    done < "$dir/names" | tr -d '\n' | grep -o 'source:   [^ ]*, [^ ]*, [^ ]*, *revision [0-9a-f]\{40\}' |
        sed 's/source:   \(.*\), \(.*\), \(.*\), *revision \(.*\)/\1 \2 \3 \4/' | sort -u > "$dir/sources"
    at_least 30 "$dir/sources" &&
        awk -F "$tab" 'NR > 1 { split($5, function_, " "); print $3, $4, function_[1], $6 }' index.tsv | sort -u > "$dir/read" &&
        awk 'NR == FNR { revision[$1 $2 $3] = $4; next } $1 $2 $3 in revision && revision[$1 $2 $3] != $4 { print; bad = 1 }
            END { exit bad }' "$dir/read" "$dir/sources"
}
once_each() { # each table is in index.tsv and in words.tsv
    cut -f 1 "$dir/words" | sort > "$dir/worded" && sed 1d index.tsv | cut -f 1 | sort | diff - "$dir/worded" &&
        ls ./*.f32 | sed 's,^\./,,' | diff - "$dir/worded"
}

# --- the search

exact_name() { # isn't searched in sources
    shows_line 'where mae' presets simple-vit && succeeds presets mae && ends 1 grep 'See also\|simple-vit' "$dir/stdout"
}
several() {
    "$POSENC" presets whisper jadore flax > "$dir/shown" && "$POSENC" presets whisper > "$dir/one" && echo >> "$dir/one" &&
        "$POSENC" presets jadore >> "$dir/one" && echo >> "$dir/one" && "$POSENC" presets flax >> "$dir/one" && cmp "$dir/one" "$dir/shown"
}

# first WORD PRESET...: the search shows these presets first
first() {
    "$POSENC" presets "$1" > "$dir/shown" || return 1
    shift
    for preset in "$@"; do echo "$preset"; done > "$dir/wanted"
    sed -n -e 's/^[^ :]*: preset \([^ ]*\).*/\1/p' -e 's/^--preset \([^ ]*\).*/\1/p' -e '/:/!s/^[a-z][a-z0-9-]*$/&/p' "$dir/shown" |
        uniq | head -n $# | diff "$dir/wanted" -
}
# no_preset WORD HINT: nothing is found: one line, exit status 2, and nothing on standard output
no_preset() {
    refused "posenc: preset '$1' is not known$2" presets whisper "$1"
}

# --- what texts say about parameters

# says PRESET TEXT: on one line or more
says() {
    piped "$POSENC" presets "$1" | tr '\n' ' ' | tr -s ' ' | grep -qF -- "$2"
}
odd_heads() { # says of both presets, and the bytes of a row of 5
    says rope-hf '(--odd extend)' && says rope-meta '(--odd drop)' &&
        "$POSENC" --preset rope-hf --odd extend --max-len 1 --d-model 5 --format raw > "$dir/extended" &&
        "$POSENC" --preset rope-meta --odd drop --max-len 1 --d-model 5 --format raw > "$dir/dropped" &&
        [ "$(wc -c < "$dir/extended")" = 24 ] && [ "$(wc -c < "$dir/dropped")" = 16 ]
}
printf '7.25\n2\n' > "$dir/timesteps"
# Those whose system has no table for an odd d-model.
while read -r preset; do
    piped "$POSENC" presets "$preset" | grep -q -- '^    words: .*--odd error' && case $(sizes_of "$preset") in
    *grid*) ;;
    *) echo "$preset" ;;
    esac
done < "$dir/presets" > "$dir/even"
present "$dir/even"
while read -r preset; do
    check "preset $preset has no odd d-model" refused "posenc: d-model '15' is odd, which the preset does not allow" \
        --max-len 3 --d-model 15 --preset "$preset" --format raw
done < "$dir/even"
check_rows "$root/tests/exact/systems.tsv"
plan
