#!/bin/sh
# Which code reads a config: families whose code is known, with what their class has for keys that aren't there; and others,
# which are refused unless the user says what to assume. The words of each table were written from the code.
. "$(dirname "$0")/../tap.sh"
mkdir "$dir/files"
cd "$dir/files" || exit 1

# config TYPE MEMBER...: c.json, a model of 4 heads of 16
config() {
    type=$1
    shift
    { printf '{"model_type":"%s","hidden_size":64,"num_attention_heads":4,"max_position_embeddings":8' "$type" && printf ',%s' "$@" && echo '}'; } |
        sed 's/,}$/}/' > c.json
}

# same A B: two lists of arguments make the same bytes
same() {
    run $1 --type f64 --format raw
    [ $status = 0 ] && [ -s "$dir/stdout" ] || { cat "$dir/stderr"; return 1; }
    mv "$dir/stdout" "$dir/first"
    run $2 --type f64 --format raw
    [ $status = 0 ] && cmp "$dir/first" "$dir/stdout" || { cat "$dir/stderr"; return 1; }
}
rope='--preset rope-hf --max-len 8 --d-model'

# read_as WORDS TYPE MEMBER...: the table that the code of this type has
read_as() {
    words=$1
    shift
    config "$@"
    check "$(echo "$*" | cut -c 1-80)" same '--model c.json' "$rope $words"
}

# --- what the class has, without keys of rope

read_as '16 --base 12000000 --scaling llama3:factor=8,original=8192,low=1,high=4' apertus ''
read_as '64 --base 150000 --scaling yarn:factor=32,original=4096,truncate=no' gpt_oss ''
read_as '128 --base 1000000 --scaling llama3:factor=16,original=8192,low=1,high=4' cwm ''
read_as '128 --base 1000000 --scaling yarn:factor=16,original=16384,mscale=1,mscale-all-dim=1' ministral3 ''
read_as '32 --base 10000 --scaling yarn:factor=128,original=8192,mscale=1,mscale-all-dim=1' mistral4 '"qk_rope_head_dim":32'
read_as '16 --base 500000 --scaling llama3:factor=32,original=1024,low=0.125,high=0.5' csm ''
read_as '16 --base 12000000 --scaling llama3:factor=8,original=8192,low=1,high=4' apertus '"rope_scaling":null'
read_as '16 --base 500 --scaling linear:factor=2' apertus '"rope_theta":500' '"rope_scaling":{"rope_type":"linear","factor":2}'
echo '{"model_type":"llama"}' > c.json
check 'the sizes of a class' same '--model c.json' '--preset rope-hf --max-len 2048 --d-model 128 --base 10000'
echo '{"model_type":"emu3","text_config":{"model_type":"emu3_text_model"}}' > c.json
check 'the sizes of the class of a part' same '--model c.json' '--preset rope-hf --max-len 9216 --d-model 128 --base 1000000'
told() {
    config apertus ''
    run presets c.json
    [ $status = 0 ] && grep -q '^    assumed rope_parameters.factor = 8: the factor; by the family.s code, apertus/' "$dir/stdout" &&
        grep -q '^            hidden_size = 64:' "$dir/stdout" || { cat "$dir/stdout"; return 1; }
}
check 'presets tells what is the class'"'s" told

# --- no rope

none() { # MESSAGE TYPE MEMBER...
    message=$1
    shift
    config "$@"
    check "none: $(echo "$*" | cut -c 1-80)" refused "c.json: $message" --model c.json
}
none "model_type: 'nemotron_h': its attention has no rotary positions" nemotron_h '"rope_theta":10000' '"head_dim":128'
none "model_type: 'kimi_linear': its attention has no rotary positions" kimi_linear '"mla_use_nope":true' '"rope_theta":10000'
none "mla_use_nope: is true: this model's positions are not rotary" deepseek_v3 '"qk_rope_head_dim":64' '"mla_use_nope":true'
without="missing: without it model_type 'olmo_hybrid' has no rotary positions"
none "rope_parameters: $without" olmo_hybrid '"rope_parameters":null'
none "rope_parameters: $without" olmo_hybrid '"rope_theta":null'
none "rope_parameters: $without" olmo_hybrid ''
none "rope_parameters: $without" olmo_hybrid '"rope_parameters":{"rope_theta":null,"rope_type":"default"}'
none "rope_parameters: $without" olmo_hybrid '"rope_parameters":{}'
none "sliding_window: is null: then model_type 'cohere2' has no rotary positions" cohere2 '"rope_theta":500' '"sliding_window":null'
none 'layer_types: has no layer with rotary positions' qwen3_next '"layer_types":["linear_attention"]'
none 'no_rope_layers: is not a list' smollm3 '"no_rope_layers":"all"'
config exaone4 '"layer_types":["sliding_attention","full_attention"]'
check 'EXAONE 4 has a window by default' refused 'c.json: full_attention: these layers have no rotary positions' --model c.json:full_attention
config exaone4 '"layer_types":["sliding_attention","full_attention"]' '"sliding_window":null'
check 'and none if it is null' same '--model c.json:full_attention' "$rope 16"
read_as '16' seed_oss '"head_dim":null' # then the class divides
read_as '64 --base 150000 --scaling yarn:factor=32,original=4096,truncate=no' gpt_oss '"rope_scaling":{}'
none 'rope_scaling.alpha: is read by the code of HunYuan only' llama '"rope_scaling":{"type":"dynamic","alpha":1000,"factor":1}'
none "rope_theta: is not read by the code of model_type 'gpt_neox', and says another table" gpt_neox '"rope_theta":500000'
none "rope_theta: is not read by the code of model_type 'modernbert', and says another table" modernbert '"rope_theta":500000'
read_as '16 --base 500' olmo_hybrid '"rope_parameters":{"rope_theta":500}'
none 'rope_theta: is null, which may say that there are no rotary positions' llama '"rope_theta":null'
none 'global_rope_theta: is null, which may say that there are no rotary positions' modernbert '"global_rope_theta":null'
none 'rope_parameters.rope_theta: is null, which may say that there are no rotary positions' llama '"rope_parameters":{"rope_theta":null,"rope_type":"default"}'
none 'no_rope_layers: says that no layer has rotary positions' smollm3 '"no_rope_layers":[0,0]'
none 'no_rope_layer_interval: is 1: no layer would have rotary positions' smollm3 '"no_rope_layer_interval":1'
none 'nope_layers: is not known, and may change the table' llama '"nope_layers":[1]'
none "use_mem_rope: is false: this model's positions are not rotary" zamba2 '"use_mem_rope":false' '"attention_head_dim":16'

# --- keys that are nearly known

none 'head_dims: is not known; did you mean head_dim?' llama '"head_dims":64'
none 'headdim: is not known; did you mean head_dim?' llama '"headdim":64'
none 'headDim: is not known; did you mean head_dim?' llama '"headDim":64'
read_as '32' llama '"head_dim":32' '"head_dims":64' # of something else
echo '{"model_type":"llama","hidden_size":64,"numAttentionHeads":4}' > c.json
check 'a size that the class would have' refused 'c.json: numAttentionHeads: is not known; did you mean num_attention_heads?' --model c.json
none 'scaling: is not known, and may change the table' llama '"scaling":{"factor":2}'
none 'scaling: is not known, and may change the table' llama '"scaling":{"type":"linear","factor":2}'
none 'scaling: is not known, and may change the table' llama '"scaling":{"rope_type":"yarn"}'
none 'num_swa_attention_heads: is not known, and may change the table' llama '"num_swa_attention_heads":8'

# --- models whose code is not known

unread="the code of 'foo' is not known; --assume transformers reads its keys as transformers does"
none "model_type: $unread" foo '"rope_theta":500'
echo '{"model_type":"foo","text_config":{"hidden_size":64,"num_attention_heads":4,"rope_theta":500,"max_position_embeddings":8}}' > c.json
check 'a part of such a model' refused "c.json: text_config.model_type: $unread" --model c.json
check 'the part, assumed' same '--model c.json --assume transformers' "$rope 16 --base 500"
echo '{"hidden_size":64,"num_attention_heads":4,"rope_theta":500,"max_position_embeddings":8}' > c.json
check 'no model_type' refused 'c.json: model_type: missing; --assume transformers reads the keys as transformers does' --model c.json
check 'assumed' same '--model c.json --assume transformers' "$rope 16 --base 500"
config foo '"rope_theta":500'
check 'words beside it win' same '--model c.json --assume transformers --base 700 --max-len 3' '--preset rope-hf --max-len 3 --d-model 16 --base 700'
banner() {
    "$POSENC" --model c.json --assume transformers "$@" | sed -n 3p | sed 's/^ \*  *posenc //'
}
check 'the banner has file and word' [ "$(banner)" = '--max-len 8 --d-model 16 --model c.json --assume transformers' ]
check 'and what differs' [ "$(banner --base 700)" = '--max-len 8 --d-model 16 --base 700 --model c.json --assume transformers' ]
manifest() {
    run import c.json --assume transformers
    [ $status = 0 ] && grep -q '^; posenc import c.json --assume transformers$' "$dir/stdout" && cp "$dir/stdout" "$dir/files/m.ini" &&
        run build m.ini && [ $status = 0 ] && grep -q 'model c.json --assume transformers' "$dir/cwd/c_cos.h" || { cat "$dir/stderr"; return 1; }
}
check 'a manifest has the word' manifest
config llama ''
check 'a known family needs no word' [ "$(banner)" = '--max-len 8 --d-model 16 --preset rope-hf' ]
check 'assume needs a model' refused "posenc: assume 'transformers' needs a model" --assume transformers --max-len 2 --d-model 4
check 'a wrong value' refused "posenc: assume 'vllm' is none of none, transformers" --assume vllm --model c.json
sources() { # each family has a file, and a line or a name in it
    sed -n 's/^    {\.model_type = "\([^"]*\)", \(.*\)},$/\1 \2/p' "$root/gen/words/model_families.c" > rows
    [ "$(wc -l < rows)" -ge 150 ] && [ "$(wc -l < rows)" = "$(grep -c '{.model_type' "$root/gen/words/model_families.c")" ] &&
        ends 1 grep -vE '\.source = "[^"]*\.py(:[0-9]+(, |")|, [A-Z][A-Za-z0-9_]+")' rows &&
        grep -q 'transformers at commit [0-9a-f]\{40\}' "$root/gen/words/model_families.c"
}
check 'each family says where its code was read' sources

# --- tables that are defined, although a key looks strange

read_as '16 --base 500' cohere '"rope_theta":500' '"position_embedding_type":"rope_gptj"'
read_as '16 --base 500' qwen2 '"rope_theta":500' '"use_mrope":false'
read_as '16' qwen3_omni_moe_talker_text '"rope_scaling":{"rope_type":"default","interleaved":true,"mrope_section":[3,3,2]}'
read_as '128 --base 1000000' qwen2_5_omni_talker '"rope_scaling":{"rope_type":"default","mrope_section":[32,32,0]}'
read_as '16 --base 500000' ernie4_5_vl_moe_text '"rope_3d":true'
read_as '128 --base 500000' paddleocr_vl_text '"use_3d_rope":true'
read_as '16 --base 500000' ernie4_5_moe_vl '"rope_3d":true'
read_as '128 --base 500000' paddleocr_vl '"use_3d_rope":true'
read_as '8' bamba '"attn_rotary_emb":8'
read_as '14' moonshine ''
read_as '16' wav2vec2-conformer '"position_embeddings_type":"rotary"' '"rotary_embedding_base":10000'
none "position_embeddings_type: is \"relative\": this model's positions are not rotary" wav2vec2-conformer '"position_embeddings_type":"relative"'
read_as '16' deepseek_v2 '"qk_rope_head_dim":0' '"qk_nope_head_dim":0'
read_as '16' granite '"rope_type":"default"'
echo '{"model_type":"granite_speech","text_config":{"model_type":"granite","hidden_size":64,"num_attention_heads":4,"max_position_embeddings":8,"rope_type":"default"}}' > c.json
cat > d.json << 'END'
{"model_type":"qwen3_asr","thinker_config":{"audio_config":{"d_model":64,"encoder_attention_heads":4},"text_config":{"hidden_size":64,
"num_attention_heads":4,"max_position_embeddings":8,"rope_theta":500,"rope_scaling":{"interleaved":true,"mrope_section":[24,20,20]}}}}
END
check 'Qwen3-ASR' same '--model d.json' "$rope 128 --base 500"
check 'Granite speech' same '--model c.json' "$rope 16"
read_as '32' zamba2 '"use_mem_rope":true' '"attention_head_dim":32' '"kv_channels":16'
none 'attention_head_dim: missing: the width of a head' zamba2 '"use_mem_rope":true' '"kv_channels":16'
none "use_long_context: is true: the base changes by a rule of its own" zamba2 '"use_mem_rope":true' '"attention_head_dim":32' '"use_long_context":true'
read_as '16 --base 500 --scaling linear:factor=2' llama '"rope_scaling":{"rope_type":"linear","factor":2}' \
    '"rope_parameters":{"rope_type":"linear","factor":2,"rope_theta":500}'
read_as '16 --base 500 --scaling linear:factor=2' llama '"rope_theta":500' '"rope_scaling":{"rope_type":"linear","factor":2}' \
    '"rope_parameters":{"rope_type":"linear","factor":2.0}'
none 'rope_scaling: contradicts rope_parameters' llama '"rope_scaling":{"rope_type":"linear","factor":3}' \
    '"rope_parameters":{"rope_type":"linear","factor":2,"rope_theta":500}'
echo '{"model_type":"dbrx","d_model":64,"n_heads":4,"max_seq_len":8,"attn_config":{"clip_qkv":8,"rope_theta":500}}' > c.json
check 'DBRX' same '--model c.json' "$rope 16 --base 500"
echo '{"model_type":"t5gemma","encoder":{"model_type":"t5_gemma_module","head_dim":16,"max_position_embeddings":8},
  "decoder":{"model_type":"t5_gemma_module","head_dim":16,"max_position_embeddings":8}}' > c.json
check 'T5Gemma' same '--model c.json' "$rope 16"
echo '{"model_type":"laguna","head_dim":16,"max_position_embeddings":8,"layer_types":["full_attention","sliding_attention"],
  "rope_parameters":{"original_max_position_embeddings":4,"full_attention":{"rope_type":"yarn","rope_theta":500,"factor":2,
  "original_max_position_embeddings":4},"sliding_attention":{"rope_type":"default","rope_theta":10000}}}' > c.json
check 'rules of layers beside their length' same '--model c.json:full_attention' "$rope 16 --base 500 --scaling yarn:factor=2,original=4"
sed 's/"sliding_attention":{/&"partial_rotary_factor":1,/; s/"head_dim"/"partial_rotary_factor":0.5,&/' c.json > own.json
check 'a share of the layers, and one of the config' same '--model own.json:sliding_attention' "$rope 16"
check "the config's share" same '--model own.json:full_attention' "$rope 8 --base 500 --scaling yarn:factor=2,original=4"
sed 's/laguna/ministral/' own.json > c.json
check 'in other families they must agree' refused \
    "c.json: partial_rotary_factor: '0.5' contradicts rope_parameters.sliding_attention.partial_rotary_factor '1'" \
    --model c.json:sliding_attention
echo '{"model_type":"llava","text_config":{"model_type":"llama","max_position_embeddings":8},
  "vision_config":{"model_type":"clip_vision_model","hidden_size":1024,"image_size":336,"patch_size":14,"num_attention_heads":16}}' > c.json
sed 's/"model_type":"llama",//' c.json > d.json
check 'LLaVA: a text without its type' same '--model d.json:text_config' "$rope 128"
check 'LLaVA: the text' same '--model c.json:text_config' "$rope 128"
echo '{"model_type":"csm","hidden_size":64,"num_attention_heads":4,"max_position_embeddings":8,
  "depth_decoder_config":{"model_type":"llama","hidden_size":32,"num_attention_heads":4,"max_position_embeddings":4}}' > c.json
check 'the outer config' same '--model c.json:.' "$rope 16 --base 500000 --scaling llama3:factor=32,original=1024,low=0.125,high=0.5"
check 'it must be asked for' refused 'c.json: has several tables: c.json:., c.json:depth_decoder_config' --model c.json

# --- numbers that JSON has not, names, lengths

config llama '"time_step_limit":[0.0,Infinity]' '"eps":NaN' '"text":"-Infinity, NaN"' '"low":-Infinity'
check 'numbers that nobody reads' same '--model c.json' "$rope 16"
config llama '"rope_scaling":{"type":"linear","factor":Infinity}'
check 'a factor of Infinity' refused "c.json: rope_scaling.factor: '\"Infinity\"' is not a number" --model c.json
long_names() {
    part=$(printf 'a%.0s' $(seq 60))_config
    echo "{\"model_type\":\"x\",\"$part\":{\"model_type\":\"llama\",\"max_position_embeddings\":8}}" > "$(printf 'n%.0s' $(seq 40)).json"
    run import n*.json
    [ $status = 0 ] && cp "$dir/stdout" m.ini && run build m.ini && [ $status = 0 ] && [ "$(find "$dir/cwd" -name '*_cos.h' | grep -c .)" = 1 ] ||
        { cat "$dir/stderr"; return 1; }
}
check 'import makes names that build takes' long_names
rm n*.json
config llama ''
check 'max-len model' same '--model c.json --max-len model' '--model c.json'
printf '[defaults]\nmodel = c.json\nmax-len = 3\n[a]\nmax-len = model\noutput = a.h\n[b]\noutput = b.h\n' > m.ini
check 'max-len model in a manifest' eval 'run build m.ini --list && [ "$(cut -f 1 "$dir/stdout" | tr "\n" " ")" = "a b " ] && run build m.ini &&
    grep -q "a_MAX_LEN 8" "$dir/cwd/a.h" && grep -q "b_MAX_LEN 3" "$dir/cwd/b.h"'
check 'max-len model without one' refused "posenc: max-len 'model' needs a model" --max-len model --d-model 4

plan
