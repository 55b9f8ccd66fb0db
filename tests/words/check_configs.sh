#!/bin/sh
# SPDX-License-Identifier: MIT
# --model FILE reads a model's config.json. Uncertain configs are refused, and accepted ones make the table of the model's own
# code. configs.tsv lists configs, most of them small; check_models.sh has those of public models.
. "$(dirname "$0")/../tap.sh"
mkdir "$dir/files"
cd "$dir/files" || exit 1
rope='--preset rope-hf --max-len 8 --d-model'

# The set-ups of configs.tsv
config() {
    printf '%s\n' "$1" > c.json
}
# members MEMBER...: an object of these members; a later one replaces one with the same key, and a key alone removes it
members() {
    printf '%s\n' "$@" | awk '{ key = $0; sub(/":.*/, "\"", key); if (!(key in place)) place[key] = ++n; member[place[key]] = $0 }
        END { for (k = 1; k <= n; k++) if (member[k] ~ /":/) text = text "," member[k]; print "{" substr(text, 2) "}" }' > c.json
}
large() {
    members '"model_type":"llama"' '"hidden_size":4096' '"num_attention_heads":32' '"max_position_embeddings":8192' '"rope_theta":10000' "$@"
}
small() {
    type=\"$1\"
    shift
    members "\"model_type\":$type" '"hidden_size":64' '"num_attention_heads":4' '"max_position_embeddings":8' "$@"
}
golden() {
    cp "$root/tests/golden/configs/$1.json" .
}
check_table "$root/tests/words/configs.tsv"

# one_class 'TYPE LAYER MAX-LEN D-MODEL BASE SCALING': a config with nothing but its model_type has the table of its class
one_class() {
    set -- $1
    config "{\"model_type\":\"$1\"}"
    model=c.json rule=
    [ "$2" = . ] || model=c.json:$2
    [ "$6" = - ] || rule="--scaling $6"
    [ "$3" = - ] || lists "pe_cos_$3x$4" "--model $model" || return 1
    same "--type f64 --format raw --model $model --max-len 3" "--type f64 --format raw --preset rope-hf --max-len 3 --d-model $4 --base $5 $rule"
}

# --- what commands print for a config

# its_command CONFIG WORDS REQUEST: with that config, the banner of the request has these words
its_command() {
    $1 && run $3 && [ $status = 0 ] && [ "$(sed -n '3s/^ \*  *posenc //p' "$dir/stdout")" = "$2" ]
}
of_class() {
    small apertus &&
        shows_line "^    assumed rope_parameters.factor = 8: the factor; by the family's code, apertus/" presets c.json &&
        grep '^            hidden_size = 64:' "$dir/stdout"
}
dynamic() { # the base depends on the length
    same '--model dynamic.json --max-len 17 --format raw' && cp "$dir/same" "$dir/scaled" &&
        same '--preset rope-hf --max-len 17 --d-model 8 --format raw' && unlike "$dir/same" "$dir/scaled"
}
rope_500='"rope_theta":500' two_types='"layer_types":["full_attention","sliding_attention"]' rope_foo='"rope_foo":2'
unread_part() { # of a model that nobody has read
    config '{"model_type":"foo","text_config":{"hidden_size":64,"num_attention_heads":4,"rope_theta":500,"max_position_embeddings":8}}'
}
# assumed CONFIG LINE WORDS REQUEST: the line is all that is said of the request, which makes the table of the words; also once in a
# manifest, by presets, and by import
assumed() {
    $1 && eval "piped \"\$POSENC\" $3 --format raw" > "$dir/words" || return 1
    for command in "$4 --format raw" "presets ${4#--model }" "import ${4#--model }" 'build m.ini'; do
        case $4$command in *--base*presets* | *--base*import* | *--base*build*) continue ;; esac
        run $command && [ $status = 0 ] && echo "$2" | diff - "$dir/stderr" || return 1
        case $command in --model*) cmp "$dir/words" "$dir/stdout" || return 1 ;; import*) sed '/_sin\]/,$d' "$dir/stdout" > m.ini ;; esac
    done
}
manifest_ignores() {
    small llama '"rope_foo":2' && shows_line '^; posenc import c.json --ignore rope_foo$' import c.json --ignore rope_foo &&
        cp "$dir/stdout" m.ini && succeeds build m.ini && grep 'model c.json --ignore rope_foo' "$dir/cwd/c_cos.h" &&
        shows_line '^(without rope_foo: ' presets c.json --ignore rope_foo
}
# The banner shows a part's name, which can be any key in a file. In some languages a newline would end its comment.
hostile() { # hostile PART-IN-JSON PART SHOWN
    config "{\"$1\": $(cat long.json), \"vision_config\": $(cat tiny.json)}" &&
        refused "posenc: model 'c.json:$3': the part's name appears in the banner, and may contain only letters, digits, blanks and _ . + - = ~" \
            --model "c.json:$2" --max-len 9
}

# --- manifests, depfiles

# equals WORDS TEXT: the manifest of this text makes t.raw, the table of the words
equals() {
    printf "$2" > m.ini && succeeds build m.ini && piped "$POSENC" $1 --type f64 --format raw | cmp - "$dir/cwd/t.raw"
}
manifest_has_word() {
    small foo "$rope_500" && run import c.json --assume transformers && [ $status = 0 ] && grep '^; posenc import c.json --assume transformers$' "$dir/stdout" &&
        cp "$dir/stdout" m.ini && run build m.ini && [ $status = 0 ] && grep 'model c.json --assume transformers' "$dir/cwd/c_cos.h"
}
word_beside_model() { # which is what it would be without the model
    small foo "$rope_500" && run --model c.json --assume transformers --max-len 3 --base 10000 -o t.h && [ $status = 0 ] &&
        banner_command "$dir/cwd/t.h" | grep -e '--base 10000 --model c.json'
}
wrong_in_manifest() {
    sed 's/"factor":2/"factor":"2"/' tiny.json > bad.json &&
        refused "faulty.ini:4: bad.json: rope_scaling.factor: '\"2\"' is not a number" build faulty.ini
}
length_of_model() {
    small llama && succeeds build own.ini && grep 'a_MAX_LEN 8' "$dir/cwd/a.h" && grep 'b_MAX_LEN 3' "$dir/cwd/b.h" &&
        succeeds build own.ini --list && [ "$(cut -f 1 "$dir/stdout" | tr '\n' ' ')" = 'a b ' ]
}
tiny='--preset rope-hf --max-len 16 --d-model 8 --base 500 --scaling linear:factor=2' raw='type = f64\nformat = raw\noutput = t.raw\n'

# --- import

# presets and a manifest have the other parts, and name a part of unknown code; with its KEY, that part is refused
part_refused() {
    why="codec_config.model_type: the code of 'foo' is not known; --assume transformers reads its keys as transformers does"
    config "{\"codec_config\":{\"model_type\":\"foo\",\"rope_theta\":500},\"text_config\":$(cat tiny.json)}" &&
        succeeds import c.json && cp "$dir/stdout" m.ini && [ "$(grep -c '^output' m.ini)" = 2 ] &&
        grep -Fx "; refused, beside the others: c.json: $why" m.ini && succeeds build m.ini &&
        succeeds presets c.json && grep '^    words   .*--base 500' "$dir/stdout" &&
        grep -Fx "    refused $why (FILE:KEY chooses another part)" "$dir/stdout" && refused "c.json: $why" presets c.json:codec_config
}
# imported FILE EXTENSION WORD...: the two tables of the manifest are files of that kind, which build makes in $dir/cwd
imported() {
    cp "$1" big.json && extension=$2 && shift 2 && succeeds import big.json "$@" && cp "$dir/stdout" m.ini &&
        [ "$(grep -c "^output = .*\.$extension\$" m.ini)" = 2 ] && succeeds build m.ini && [ "$(ls "$dir/cwd"/*."$extension" | wc -l)" = 2 ]
}
within() {
    succeeds import two.json && sed -n 's/^\[\(.*\)\]$/\1/p' "$dir/stdout" > sections &&
        [ "$(sed -n '1p;$p' sections | tr '\n' ' ')" = 'two_full_attention_cos two_text_config_sliding_attention_sin ' ]
}
llama=$root/tests/golden/configs/llama-3.1-8b.json
too_large_for_text() { # as it is: 131072 rows of 128 columns
    imported "$llama" bin && for component in cos sin; do
        [ "$(wc -c < "$dir/cwd/big_$component.bin")" = $((131072 * 128 * 4)) ] &&
            "$POSENC" --model big.json --max-len 40 --component $component --format raw > "$dir/some" && [ -s "$dir/some" ] &&
            head -c "$(wc -c < "$dir/some")" "$dir/cwd/big_$component.bin" | cmp - "$dir/some" || return 1
    done && grep '^; .*above 10 MB' m.ini
}
near_the_limit() { # the sources of 4882 rows are some 10 MB, those of 4883 would be more by the same reckoning
    imported "$llama" h --max-len 4882 && ends 1 grep '^; .*MB' m.ini && for file in "$dir/cwd"/*.h; do
        size=$(wc -c < "$file") && [ "$size" -gt 9500000 ] && [ "$size" -lt 10500000 ] || return 1
    done && imported "$llama" bin --max-len 4883
}
long_names() {
    part=$(printf 'a%.0s' $(seq 60))_config long=$(printf 'n%.0s' $(seq 40)).json
    echo "{\"model_type\":\"x\",\"$part\":{\"model_type\":\"llama\",\"max_position_embeddings\":8}}" > "$long" && succeeds import "$long" &&
        cp "$dir/stdout" m.ini && succeeds build m.ini && [ "$(find "$dir/cwd" -name '*_cos.h' | wc -l)" = 1 ]
}

# --- files that aren't configs, and that `run` can't copy: large, or without an end

alone() { # alone LINE FILE
    ends 2 timeout 100 "$POSENC" --model "$2" > "$dir/stdout" 2> "$dir/stderr" && echo "$1" | diff - "$dir/stderr" && [ ! -s "$dir/stdout" ]
}
brackets() {
    awk 'BEGIN { for (i = 0; i < 1000000; i++) printf "[" }' > w.json && refused_with 'w.json:1: ' --model w.json && rm w.json
}
many() { # many START ITEM COUNT END LINE: a file of so many items, with the number of each, is refused
    awk -v start="$1" -v item="$2" -v count="$3" -v end="$4" 'BEGIN { printf "%s", start
        for (i = 1; i <= count; i++) { if (i > 1 || start !~ /\[$/) printf ","; printf item, i }; print end }' > w.json &&
        refused "$5" --model w.json && rm w.json
}
begun='{"model_type":"llama"' end='}'
truncate -s 1G "$dir/sparse.json"
mkfifo "$dir/fifo.json"
check_rows "$root/tests/words/config_files.tsv"
plan
