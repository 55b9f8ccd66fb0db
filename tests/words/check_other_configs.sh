#!/bin/sh
# SPDX-License-Identifier: MIT
# --model FILE with configs that aren't those of a rotary model of transformers: sinusoidal models, params.json, Moshi. Their tables
# are those of words that were read in their code; other kinds are named.
. "$(dirname "$0")/../tap.sh"
mkdir files && cd files || exit 1

# config KEYS: < and > stand for braces
config() {
    printf '{%s}\n' "$1" | tr '<>' '{}' > c.json
}
# is KEYS :KEY WORDS [MORE]: the table of the config with these keys, with MORE words; `presets`, its command and `import` agree
is() {
    more=${4-}
    config "$1"
    same "--model c.json$2 $more --type f64 --format raw" "$3 --type f64 --format raw" &&
        "$POSENC" presets "c.json$2" ${more#--max-len 9} > explained && next=$(tail -n 1 explained) && rm -f ./*.h ./*.bin &&
        (cd . && eval "$(echo "$next" | sed "s|^posenc|'$POSENC'|; s|--max-len 4096|--max-len 9|")") && [ "$(ls ./*.h)" ] &&
        "$POSENC" import "c.json$2" $more > t.ini && "$POSENC" build t.ini --output-dir built && ls built/* > made && [ -s made ]
}
# not KEYS MESSAGE
not() {
    config "$1"
    for how in --model presets import; do refused "c.json: $2" $how c.json || return 1; done
}
check_rows "$root/tests/words/other_configs.tsv"

# --- what follows from the file's own length, and JSON
lengths() {
    printf '{"model_type":"whisper","d_model":384,"max_source_positions":1500}' > c.json
    lists pe_1500x384 '--model c.json' && lists pe_7x384 '--model c.json --max-len 7' &&
        lists pe_1500x384 '--model c.json --max-len model'
}
check "a length of one's own" lengths
several() {
    printf '{"model_type":"vit_mae","hidden_size":64,"decoder_hidden_size":32,"image_size":32,"patch_size":16}' > c.json
    refused 'c.json: has several tables: c.json:encoder, c.json:decoder' --model c.json && "$POSENC" presets c.json > explained &&
        [ "$(tail -n 1 explained)" = 'posenc import c.json > tables.ini && posenc build tables.ini' ] && "$POSENC" import c.json > t.ini &&
        "$POSENC" build t.ini && [ -s c_encoder.h ] && [ -s c_decoder.h ]
}
check 'two tables' several
plan
