#!/bin/sh
# The tables of real systems, each against the words that words.tsv gives it; and every preset by itself.
. "$(dirname "$0")/tap.sh"
systems=$root/tests/golden/systems
within=$(dirname "$POSENC")/tests/within
tab=$(printf '\t')
cd "$systems" || exit 1

# engines SIZE: those that such a table, in bytes, is made with
engines() {
    if [ "$1" -le 8192 ]; then echo auto wide mpfr; else echo auto; fi
}

# same FILE WORD...: byte for byte
same() {
    file=$1
    shift
    for engine in $(engines "$(wc -c < "$file")"); do
        "$POSENC" "$@" --format raw --engine "$engine" | cmp - "$file" || return 1
    done
}

# near BOUND FILE WORD...: within that of the exact value, which f64 holds to 2^-54
near() {
    bound=$1 file=$2
    shift 2
    for engine in $(engines "$(wc -c < "$file")"); do
        "$POSENC" "$@" --format raw --type f64 --engine "$engine" | "$within" "$bound" "$file" || return 1
    done
}

expected_of() {
    awk -F "$tab" -v file="$1" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "expected") column = k }
        $1 == file { print $column }' index.tsv
}

sed 1d words.tsv > "$dir/words"
while IFS=$tab read -r file words; do
    expected=$(expected_of "$file")
    # shellcheck disable=SC2086
    case $expected in
    exact) check "$file, bit by bit: $words" same "$file" $words ;;
    abs:*) check "$file, within ${expected#abs:}: $words" near "${expected#abs:}" "$file" $words ;;
    *) check "$file: '$expected' is no expectation" false ;;
    esac
done < "$dir/words"

# Frequencies exp(-2i), as decimals of 40 digits and by their base.
listed() {
    set -- --max-len 48 --d-model 32 --preset loftr --grid 6x8 --type f64 --format raw
    "$POSENC" "$@" --frequencies loftr-buggy.frequencies > "$dir/listed" && [ -s "$dir/listed" ] &&
        "$POSENC" "$@" --base 'exp(2)' --spacing over:1 | cmp - "$dir/listed"
}
check 'a base exp(2) is the list of its powers' listed

every_table() {
    cut -f 1 "$dir/words" | sort > "$dir/worded" && sed 1d index.tsv | cut -f 1 | sort | diff - "$dir/worded" &&
        ls ./*.f32 | sed 's,^\./,,' | diff - "$dir/worded"
}
check 'each table is in index.tsv and in words.tsv, once' every_table

# Bounds are tight: words of other tables of the same size are seen.
told_apart() {
    ! near 1.144e-06 annotated_transformer-48x32.f32 --max-len 48 --d-model 32 "$@"
}
for words in '--preset whisper' '--preset ctrl' '--preset per-column' '--first 1' '--base 10001' '--order cos-sin' \
    '--axes channel-major' '--amplitude 1.000002' '--max-len 47' '--max-len 49'; do
    # shellcheck disable=SC2086
    check "no table of the annotated transformer: $words" told_apart $words
done

# --- presets

"$POSENC" presets | sed -n 's/^\([a-z0-9][a-z0-9-]*\)  *e = .*/\1/p' > "$dir/presets"
known() {
    sed -n 's/.*--preset \([^ ]*\).*/\1/p' words.tsv | sort -u > "$dir/used" && [ -s "$dir/used" ] &&
        sort "$dir/presets" | comm -13 - "$dir/used" > "$dir/unknown" && cat "$dir/unknown" && [ ! -s "$dir/unknown" ]
}
check 'words.tsv names presets that are there' known
some() {
    [ "$(wc -l < "$dir/presets")" -ge 40 ] && [ -z "$(sort "$dir/presets" | uniq -d)" ]
}
check 'presets are listed, each once' some

# explained NAME: its words and formula, and where they were read, with a whole revision, or nothing of that
explained() {
    "$POSENC" presets "$1" > "$dir/explained" && head -n 1 "$dir/explained" | grep -qx -- "$1" &&
        grep -q '^    words:    ' "$dir/explained" && grep -q '^    formula:  w = ' "$dir/explained" || return 1
    case $1 in
    per-column) ! grep 'source:\|revision' "$dir/explained" ;;
    *) grep -Eq '^    source:   [^ /]+/[^ ,]+, [^ ,]+, [A-Za-z_0-9.]+,$' "$dir/explained" &&
        grep -Eqx ' *revision [0-9a-f]{40}' "$dir/explained" ;;
    esac || { cat "$dir/explained"; return 1; }
}

# What posenc presets prints for a preset makes the same table without it, and all engines agree on that.
sizes_of() {
    case $1 in
    diffusers-3d | vit-3d) echo --grid 2x3x4 --max-len 24 --d-model 48 ;;
    mae) echo --grid 3x4 --max-len 13 --d-model 16 ;;
    *-2d | simple-vit | detr | deformable-detr | loftr) echo --grid 3x4 --max-len 12 --d-model 16 ;;
    *) echo --max-len 13 --d-model 16 ;;
    esac
}
accepted() {
    words=$("$POSENC" presets "$1" | sed -n 's/^    words:    //p')
    [ "$words" != 'the defaults' ] || words=
    set -- $(sizes_of "$1") --preset "$1"
    "$POSENC" "$@" --format raw > "$dir/table" && [ -s "$dir/table" ] || return 1
    "$POSENC" "$@" --format raw --engine wide | cmp - "$dir/table" &&
        "$POSENC" "$@" --format raw --engine mpfr | cmp - "$dir/table" || return 1
    while [ "$1" != --preset ]; do
        words="$words $1"
        shift
    done
    # shellcheck disable=SC2086
    "$POSENC" $words --format raw | cmp - "$dir/table"
}
while read -r preset; do
    check "preset $preset says what it is" explained "$preset"
    check "preset $preset is its words" accepted "$preset"
done < "$dir/presets"

# Those whose system has no table for an odd d-model.
while read -r preset; do
    "$POSENC" presets "$preset" | grep -q -- '--odd error' && case $(sizes_of "$preset") in
    *grid*) ;;
    *) echo "$preset" ;;
    esac
done < "$dir/presets" > "$dir/even"
refused() {
    "$POSENC" --max-len 3 --d-model 15 --preset "$1" --format raw > "$dir/out" 2> "$dir/error"
    [ $? = 2 ] && [ ! -s "$dir/out" ] &&
        [ "$(cat "$dir/error")" = "posenc: d-model '15' is odd, which the preset does not allow" ]
}
while read -r preset; do
    check "preset $preset has no odd d-model" refused "$preset"
done < "$dir/even"
plan
