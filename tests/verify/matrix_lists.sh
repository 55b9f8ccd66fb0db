# SPDX-License-Identifier: MIT
# The requests of check-matrix and check-everywhere to every build, for scripts that have sourced tap.sh: names and words of $tables,
# for each of $types; and $questions, GROUP|WORD..., about the files of the folder $files, which this script makes.
# shellcheck disable=SC2154 # of tap.sh
present "$root/tests/verify/matrix_forms.txt" "$root/tests/verify/matrix_questions.txt"

# name of a table, and its words
tables='plain --max-len 600 --d-model 130
halves --max-len 300 --d-model 65 --layout halves --order cos-sin
channels --max-len 1500 --d-model 14 --axes channel-major
far --max-len 200 --d-model 64 --first 12345678
pi --max-len 300 --d-model 20 --step 2pi/50
base --max-len 200 --d-model 66 --base 500000
tiny --max-len 20 --d-model 12 --step 1e-90 --base 1e250'
types='f32 f64 f16 bf16 q15 q7 s8'
names=$(echo "$tables" | cut -d ' ' -f 1)

# 2^32 and 2^40 and their neighbours are allowed as sizes in files and words.
# shellcheck disable=SC2154
files=$dir/files
mkdir "$files" && cp "$root"/tests/golden/configs/*.json "$files"
for number in 4294967297 1099511627776 1099511627777 9007199254740993 9223372036854775807 18446744073709551617 5000000000.5; do
    echo "{\"model_type\": \"llama\", \"head_dim\": $number}" > "$files/head-$number.json"
    for key in max_position_embeddings rope_theta; do
        echo "{\"model_type\": \"llama\", \"head_dim\": 8, \"$key\": $number}" > "$files/$key-$number.json"
    done
done
printf '%s\n' 0 4294967297 -4294967297 1/4294967297 12345678901.25 2147483648 3/4294967295 > "$files/given"
printf '%s\n' 4294967296 1 1/4294967297 > "$files/waves"
printf '%s\n' 1 4294967297/4294967296 3 5000000000 > "$files/long"
"$POSENC" --max-len 200 --d-model 32 --first 4294967290 -o "$files/far.bin" &&
    "$POSENC" --max-len 200 --d-model 32 --type f16 -o "$files/half.npy" &&
    "$POSENC" --max-len 48 --d-model 32 --grid 6x8 -o "$files/grid.safetensors" || exit 1
printf 'posenc' | dd of="$files/far.bin" bs=1 seek=5000 conv=notrunc 2> "$dir/dd.log"

# GROUP|WORD...
questions="$(for model in "$files"/*.json; do
    echo "models|--model ${model##*/} --max-len 5 --name t --literal bits"
    echo "models|import ${model##*/}"
done)
$(for values in "$root"/tests/golden/configs/*.tsv; do
    model=${values##*/}
    [ ! -f "${values%.tsv}.json" ] || cut -f 1 "$values" | sort -u | grep -vx '[.]' |
        sed "s/.*/models|--model ${model%.tsv}.json:& --max-len 5 --name t --literal bits/"
done)
$(cat "$root/tests/verify/matrix_questions.txt")"

# answers LIST FILE RUNNER...: of each command of the list, GROUP|WORDS a line, the exit status, digests of standard output and of the
# files that it made, and standard error. A command runs in a folder that has the files it names.
answers() {
    list=$1 to=$2 at=$dir/at
    shift 2
    while IFS='|' read -r group words; do
        rm -rf "$at" && mkdir "$at" || return 1
        for named in $(echo "$words" | tr ':=,' ' '); do
            [ ! -f "$files/$named" ] || cp "$files/$named" "$at"
        done
        (cd "$at" && ls > "$dir/given" && status=0 && { "$@" $words > "$dir/out" 2> "$dir/err" < /dev/null || status=$?; } &&
            echo "$group|$words: status $status, $(sha256sum < "$dir/out" | cut -c 1-64)" && cat "$dir/err" &&
            find . -type f | sed 's,^\./,,' | LC_ALL=C sort | grep -vxF -f "$dir/given" | while read -r made; do
                echo "$made $(sha256sum < "$made" | cut -c 1-64)"
            done)
    done < "$list" > "$to"
}
# same_answers GROUP FILE: those of that group are the ones in $dir/native
same_answers() {
    for from in "$dir/native" "$2"; do
        awk -F '|' -v group="$1" '/^[a-z]+[|].*: status [0-9]+, / { mine = $1 == group } mine' "$from" > "$from.group"
    done
    [ -s "$dir/native.group" ] && diff "$dir/native.group" "$2.group"
}
