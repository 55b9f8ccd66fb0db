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
next_is() { # next_is FILE WORDS: the last line of `presets`: no more rows than the model has, and no header above 10 MB
    [ "$(piped "$POSENC" presets "$1" | tail -n 1)" = "posenc --model $1 $2" ]
}
next_lines() {
    cp "$root"/tests/golden/configs/llama-3.1-8b.json "$root"/tests/golden/configs/whisper-base.json . &&
        next_is llama-3.1-8b.json '--component cos,sin --max-len 4096 -o llama_3_1_8b_rope.c' && next_is whisper-base.json '-o whisper_base.h' &&
        config '"model_type":"llama","hidden_size":4096,"num_attention_heads":1,"max_position_embeddings":512,"rope_theta":10000' &&
        next_is c.json '--component cos,sin -o c_rope.c'
}
check 'the command that is next' next_lines
heads() { # heads PRESET WIDTH: a d-model that isn't the size of a head is told
    run --preset "$1" --grid 1x2x2 --d-model "$2" --name t -o t.h && [ $status = 0 ] &&
        echo "posenc: t: the heads of preset '$1' have d-model 128, and it is '$2' here" | diff - "$dir/stderr" &&
        run --preset "$1" --grid 1x2x2 --d-model 128 --name t -o t.h && [ $status = 0 ] && [ ! -s "$dir/stderr" ]
}
check 'the width of a model in place of its heads' heads qwen2-vl 3584
check 'another size of heads' heads flux 64
plan
