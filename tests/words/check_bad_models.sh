#!/bin/sh
# --model FILE refuses what it doesn't know for certain: each bad config is a good one with a change, and has its line.
. "$(dirname "$0")/../tap.sh"
mkdir "$dir/files"
cd "$dir/files" || exit 1

# config MEMBER...: a Llama, with these members added, or in place of its own
config() {
    cat > "$dir/members" <<'EOF'
"model_type":"llama"
"hidden_size":4096
"num_attention_heads":32
"max_position_embeddings":8192
"rope_theta":10000
EOF
    for member in "$@"; do
        grep -v "^${member%%:*}:" "$dir/members" > "$dir/others"
        mv "$dir/others" "$dir/members"
        case $member in *:-) ;; *) echo "$member" >> "$dir/members" ;; esac # "KEY":- takes it away
    done
    echo "{$(paste -s -d , "$dir/members")}"
}

# bad WHAT MEMBER...: the line is c.json: WHAT
bad() {
    what=$1
    shift
    config "$@" > c.json
    check "$(echo "$*" | cut -c 1-90)" refused "c.json: $what" --model c.json --max-len 4
}

# good LINE MEMBER...: what the neighbour of a bad one lists
good() {
    line=$1
    shift
    config "$@" > c.json
    accepted() { run --model c.json --list && [ $status = 0 ] && printf "$line\t-\n" | diff - "$dir/stdout"; }
    check "taken: $(echo "$*" | cut -c 1-80)" accepted
}
good pe_8192x128

yarn='"type":"yarn","factor":4,"original_max_position_embeddings":4096'
llama3='"rope_type":"llama3","factor":8,"low_freq_factor":1,"high_freq_factor":4,"original_max_position_embeddings":8192'

# --- keys around the config, and towers
tower='a vision tower has positions of its own'
text='"text_config":{"model_type":"llama","hidden_size":512,"num_attention_heads":4,"max_position_embeddings":8,"rope_theta":10000}'
around() { # around WHAT JSON
    echo "$2" > c.json
    check "around: $(echo "$2" | cut -c 1-80)" refused "c.json: $1" --model c.json --max-len 4
}
around 'rotary_foo: is not known, and may change the table' "{\"rotary_foo\":1,$text}"
around "alibi: is true: this model's positions are not rotary" "{\"alibi\":true,$text}"
around "$tower: see --preset dinov3" '{"model_type":"dinov3_vit","hidden_size":384,"num_attention_heads":6,"rope_theta":100,"patch_size":16}'
around "$tower: see --preset pixtral" '{"model_type":"pixtral","hidden_size":1024,"num_attention_heads":16,"rope_theta":10000,"patch_size":16}'
around "$tower: see --preset qwen2-vl-vision" '{"model_type":"qwen3_vl_vision","hidden_size":1024,"num_heads":16}'
around "$tower" '{"model_type":"llama4_vision_model","rope_theta":10000}'
around "vit_config: $tower" '{"vit_config":{"hidden_size":384,"num_attention_heads":6,"rope_theta":100}}'

# --- models whose positions aren't rotary, and what leads to their tables

sines() { # sines MODEL_TYPE WORDS: the refusal names the preset, also where the file is only looked at
    echo "{\"model_type\":\"$1\",\"d_model\":384}" > c.json
    for command in --model presets import; do
        check "$command: the preset of $1" refused \
            "c.json: model_type: '$1' is not known to have rotary positions, and no key of them is there$2" $command c.json
    done
}
sines whisper ': see --preset whisper'
sines distilbert ': see --preset vaswani --odd sin'
sines marian ': see --preset hf-marian'
sines musicgen ': see --preset musicgen --odd zero'
sines speech_to_text ': see --preset m2m100'
sines m2m_100 ': see --preset m2m100'
sines deformable_detr ': see --preset deformable-detr'
sines vjepa2 ': see --preset vjepa2'
# folders of other names than the type, the decoder in a model, and what transformers has no longer
sines musicgen_decoder ': see --preset musicgen --odd zero'
sines musicgen_melody_decoder ': see --preset musicgen --odd zero'
sines nllb-moe ': see --preset m2m100'
sines xglm ': see --preset m2m100'
sines seamless_m4t ': see --preset m2m100 --zero-rows 0'
sines fsmt ': see --preset fairseq'
sines pegasus ': see --preset hf-marian'
sines informer ': see --preset hf-marian'
sines transfo-xl ': see --preset transformer-xl'
sines fastspeech2_conformer ': see --preset espnet-rel'
sines vit_mae ': see --preset mae'
sines pegasus_x ''
sines bert ''
sines modeling ''
sines '' ''

config '"rope_scaling":{"type":"linear","factor":"4"}' > c.json
for command in presets import; do
    check "$command of a file that is refused" refused "c.json: rope_scaling.factor: '\"4\"' is not a number" $command c.json
done
around 'has several tables: c.json:full_attention, c.json:sliding_attention' \
    '{"model_type":"olmo3","hidden_size":512,"num_attention_heads":4,"rope_scaling":{"rope_type":"linear","factor":8}}'
good pe_8192x64 '"hidden_size":-' '"num_attention_heads":-' '"rope_theta":-' '"head_dim":64'
good pe_8192x128 '"rope_scaling":{"type":"proportional","partial_rotary_factor":0.25}'
good pe_8192x128 '"rope_scaling":{"rope_type":"mrope","type":"default"}'
good pe_8192x128 '"rope_scaling":{"type":"linear","factor":0.5}'

# --- the type of the rule
bad "rope_scaling.rope_type: 'ntk' is not a known type" '"rope_scaling":{"rope_type":"ntk","factor":2.0}'
bad "rope_scaling.type: 'YaRN' is not a known type" '"rope_scaling":{"type":"YaRN","factor":4.0}'
bad 'rope_scaling.rope_type: missing' '"rope_scaling":{"factor":4.0}'
bad 'rope_scaling.rope_type: missing' '"rope_scaling":{"rope_type":null,"factor":4.0}'
bad "rope_scaling.type: 'linear' contradicts rope_type 'yarn'" '"rope_scaling":{"rope_type":"yarn","type":"linear","factor":4}'
bad 'rope_scaling.rope_type: is not a string' '"rope_scaling":{"rope_type":1}'
bad 'rope_scaling: is not an object' '"rope_scaling":"linear"'
bad 'rope_scaling: is not an object' '"rope_scaling":[{"type":"linear","factor":2}]'
bad 'rope_scaling: contradicts rope_parameters' '"rope_scaling":{"type":"linear","factor":2}' \
    '"rope_parameters":{"type":"linear","factor":4}'
good pe_8192x128 '"rope_scaling":{"type":"mrope","rope_type":"default","mrope_section":[16,24,24]}'

# --- its numbers
bad "rope_scaling.factor: missing: type 'linear' needs it" '"rope_scaling":{"type":"linear"}'
bad "rope_scaling.factor: '\"4.0\"' is not a number" '"rope_scaling":{"type":"linear","factor":"4.0"}'
bad "rope_scaling.factor: 'true' is not a number" '"rope_scaling":{"type":"linear","factor":true}'
bad "rope_scaling.factor: '-4' must be positive" '"rope_scaling":{"type":"linear","factor":-4}'
bad "rope_scaling.low_freq_factor: missing: type 'llama3' needs it" '"rope_scaling":{"rope_type":"llama3","factor":8,"high_freq_factor":4}'
bad "rope_scaling.high_freq_factor: '1' is below low_freq_factor '4'" \
    '"rope_scaling":{"rope_type":"llama3","factor":8,"low_freq_factor":4,"high_freq_factor":1}'
bad "rope_scaling.low_freq_factor: '0' must be positive" \
    '"rope_scaling":{"rope_type":"llama3","factor":8,"low_freq_factor":0,"high_freq_factor":1}'
bad "rope_scaling.beta_fast: type 'llama3' has no such key" "\"rope_scaling\":{$llama3,\"beta_fast\":32}"
good pe_8192x128 "\"rope_scaling\":{$llama3}"
bad "rope_scaling.original_max_position_embeddings: '0' must be a whole number above 0" \
    '"rope_scaling":{"type":"yarn","factor":4,"original_max_position_embeddings":0}'
bad "rope_scaling.original_max_position_embeddings: '4096.5' must be a whole number above 0" \
    '"rope_scaling":{"type":"yarn","factor":4,"original_max_position_embeddings":4096.5}'
bad "original_max_position_embeddings: '8192' contradicts '4096' of the rule" \
    "\"rope_scaling\":{$yarn}" '"original_max_position_embeddings":8192'
bad "rope_scaling.beta_fast: beta_fast '1' is below beta_slow '32'" "\"rope_scaling\":{$yarn,\"beta_fast\":1,\"beta_slow\":32}"
bad "rope_scaling.beta_slow: beta_fast '32' is below beta_slow '64'" "\"rope_scaling\":{$yarn,\"beta_slow\":64}"
bad "rope_scaling.beta_fast: '-1' must not be negative" "\"rope_scaling\":{$yarn,\"beta_fast\":-1}"
bad "rope_scaling: type 'linear' has no such key" '"rope_scaling":{"rope_type":"linear","factor":2.0,"":1}'
bad "rope_scaling.rope_type type: type 'linear' has no such key" '"rope_scaling":{"rope_type":"linear","factor":2.0,"rope_type type":1}'
bad "rope_scaling.attn_factor: type 'yarn' has no such key" "\"rope_scaling\":{$yarn,\"attn_factor\":1.2}"
bad 'rope_scaling.truncate: is neither true nor false' "\"rope_scaling\":{$yarn,\"truncate\":\"false\"}"
bad "rope_scaling.mscale: '-1' must not be negative" "\"rope_scaling\":{$yarn,\"mscale\":-1,\"mscale_all_dim\":1}"
bad "rope_scaling.attention_factor: '0' must be positive" "\"rope_scaling\":{$yarn,\"attention_factor\":0}"
good pe_8192x128 "\"rope_scaling\":{$yarn,\"beta_fast\":1,\"beta_slow\":1}"
bad "rope_scaling.factor: missing: type 'dynamic' needs it" '"rope_scaling":{"type":"dynamic"}'
bad "rope_scaling.alpha: '0' must be positive" '"rope_scaling":{"type":"dynamic","alpha":0}'
bad 'rope_scaling.mrope_section: does not share out the 64 pairs of the table' \
    '"rope_scaling":{"type":"mrope","mrope_section":[16,24,25]}'
bad 'rope_scaling.mrope_section: does not share out the 64 pairs of the table' \
    '"rope_scaling":{"type":"mrope","mrope_section":[-1,65]}'

# --- lists of factors
head8='"head_dim":8'
bad 'rope_scaling.long_factor: has 3 numbers, and the table has 4 pairs' "$head8" \
    '"rope_scaling":{"type":"su","short_factor":[1,1,1,1],"long_factor":[1,1,1],"original_max_position_embeddings":4096}'
bad 'rope_scaling.short_factor: has 5 numbers, and the table has 4 pairs' "$head8" \
    '"rope_scaling":{"type":"longrope","short_factor":[1,1,1,1,1],"long_factor":[1,1,1,1],"original_max_position_embeddings":4096}'
bad "rope_scaling.short_factor: missing: type 'longrope' needs it" "$head8" \
    '"rope_scaling":{"type":"longrope","long_factor":[1,1,1,1],"original_max_position_embeddings":4096}'
bad 'rope_scaling.short_factor: is not a list of numbers' "$head8" \
    '"rope_scaling":{"type":"longrope","short_factor":1.0,"long_factor":[1,1,1,1],"original_max_position_embeddings":4096}'
for item in '"1.05"' 0 -1 null; do
    bad "rope_scaling.long_factor: '$item' is not a number above 0" "$head8" \
        "\"rope_scaling\":{\"type\":\"longrope\",\"short_factor\":[1,1,1,1],\"long_factor\":[1,$item,1,1],\"original_max_position_embeddings\":4096}"
done

# --- the width
bad "head_dim: the rotary width is '127', which is not even" '"head_dim":127'
bad "hidden_size / num_attention_heads: is '127.96875', which is not whole" '"hidden_size":4095'
bad "head_dim: the rotary width with partial_rotary_factor is '63', which is not even" '"head_dim":192' '"partial_rotary_factor":0.33' '"model_type":"phi3"'
good pe_8192x64 '"head_dim":192' '"partial_rotary_factor":0.334' '"model_type":"phi3"' # the whole part of 64.128, as transformers has it
bad "head_dim: the rotary width with partial_rotary_factor is '25', which is not even" '"head_dim":100' '"partial_rotary_factor":0.25' '"model_type":"phi3"'
bad "partial_rotary_factor: '0' must be above 0 and at most 1" '"partial_rotary_factor":0' '"model_type":"phi3"'
bad "partial_rotary_factor: '1.5' must be above 0 and at most 1" '"partial_rotary_factor":1.5' '"model_type":"phi3"'
bad "rotary_dim: '24' contradicts head_dim with partial_rotary_factor, which give '32'" '"head_dim":64' '"partial_rotary_factor":0.5' '"rotary_dim":24' '"model_type":"phi3"'
bad "rotary_dim: '128' is more than head_dim, '64'" '"head_dim":64' '"rotary_dim":128' '"model_type":"phi3"'
bad "rotary_pct: '0.25' contradicts partial_rotary_factor '0.5'" '"partial_rotary_factor":0.5' '"rotary_pct":0.25' '"model_type":"phi3"'
bad "num_attention_heads: '0' must be a whole number above 0" '"num_attention_heads":0'
bad 'head_dim: missing, and so are hidden_size and num_attention_heads' '"model_type":"mistral"' '"num_attention_heads":-'
bad "hidden_size: '\"4096\"' is not a number" '"hidden_size":"4096"'
good pe_8192x32 '"head_dim":64' '"rotary_dim":32' '"model_type":"phi3"'

# --- the base and the length
bad "rope_theta: '0' must be above 1" '"rope_theta":0'
bad "rope_theta: '-10000' must be above 1" '"rope_theta":-10000'
bad "rope_theta: '\"10000\"' is not a number" '"rope_theta":"10000"'
bad "rope_theta: '[10000, 5000000]' is not a number" '"rope_theta":[10000,5000000]'
bad "rotary_emb_base: '1000' contradicts rope_theta '10000'" '"rotary_emb_base":1000'
bad "max_position_embeddings: '0' must be a whole number above 0" '"max_position_embeddings":0'
bad "max_position_embeddings: '4096.5' must be a whole number above 0" '"max_position_embeddings":4096.5'
bad "max_position_embeddings: '1e+30' is more than 2^40" '"max_position_embeddings":1e30'
bad "partial_rotary_factor: is not read by the code of model_type 'llama', and says another table" '"partial_rotary_factor":0.5'
bad "rotary_dim: is not read by the code of model_type 'llama', and says another table" '"rotary_dim":32'
good pe_8192x128 '"partial_rotary_factor":1.0'
bad 'rope_theta: is null, which may say that there are no rotary positions' '"rope_theta":null'
good pe_8192x128 '"rope_theta":null' '"rope_parameters":{"rope_theta":10000}'

# --- families, and keys about positions
bad "model_type: 'mytransformer' is not known to have rotary positions, and no key of them is there" '"model_type":"mytransformer"' '"rope_theta":-'
bad "model_type: 'gpt2' is not known to have rotary positions, and no key of them is there" '"model_type":"gpt2"' '"rope_theta":-'
bad "alibi: is true: this model's positions are not rotary" '"model_type":"falcon"' '"rope_theta":-' '"alibi":true'
bad "use_rotary_pos_emb: is false: this model's positions are not rotary" '"use_rotary_pos_emb":false'
bad "position_embedding_type: is \"nope\": this model's positions are not rotary" '"model_type":"granitemoehybrid"' '"position_embedding_type":"nope"'
bad "position_embedding_type: missing: the table of model_type 'granitemoehybrid' depends on it" '"model_type":"granitemoehybrid"'
bad "qk_rope_head_dim: missing: the table of model_type 'deepseek_v3' depends on it" '"model_type":"deepseek_v3"'
bad "rope_theta: missing, and model_type 'kimi_k2' has none of its own" '"model_type":"kimi_k2"' '"rope_theta":-' '"qk_rope_head_dim":64'
for key in rope_scale ropeTheta layer_rope_theta swa_rope_theta rotary_scaling_factor rotary_emb_scale_base rope_alibi_x; do
    bad "$key: is not known, and may change the table" "\"$key\":2"
done
good pe_8192x128 '"rotary_scaling_factor":null'
bad "use_dynamic_ntk: is true, which changes the table beyond seq_length '2', and max-len is '4'" \
    '"use_dynamic_ntk":true' '"seq_length":2'
bad 'rope_\x1bscale: is not known, and may change the table' '"rope_\u001bscale":2'

# --- types of layers
nested='"full_attention":{"rope_type":"default","rope_theta":10000}'
bad 'rope_parameters.rope_theta: stands beside parameters of types of layers' "\"rope_parameters\":{$nested,\"rope_theta\":10000}"
bad 'rope_parameters.slidng_attention: layer_types has no such layer' '"layer_types":["full_attention"]' \
    "\"rope_parameters\":{$nested,\"slidng_attention\":{\"rope_theta\":10000}}"
bad 'rope_parameters.sliding_attention: missing' '"layer_types":["full_attention","sliding_attention"]' "\"rope_parameters\":{$nested}"
bad 'layer_types: is not a list' '"layer_types":"full_attention"'
bad 'layer_types: has a member that is not a string' '"layer_types":["full_attention",1]'
bad 'rope_parameters.full_attention.factor: type '"'default'"' has no such key' \
    '"rope_parameters":{"full_attention":{"rope_type":"default","rope_theta":10000,"factor":8}}'
bad "rope_parameters.full_attention.partial_rotary_factor: '1.5' must be above 0 and at most 1" \
    '"rope_parameters":{"full_attention":{"rope_type":"proportional","rope_theta":10000,"partial_rotary_factor":1.5}}'
bad 'has several tables: c.json:full_attention, c.json:sliding_attention' '"rope_local_base_freq":1000000'
config '"vision_config":{"rope_theta":10000}' > c.json
check 'a vision tower' refused 'c.json: vision_config: a vision tower has positions of its own' --model c.json:vision_config
check 'no such part' refused "c.json: no part 'none'; there are c.json:." --model c.json:none
# tower OUTER INNER: a tower in a model of a type, with another type or none; its words are those of a preset
tower() {
    printf '{"model_type":"%s",%s,"vision_config":{%s"embed_dim":1280,"num_heads":16}}\n' "$1" "$text" "$2" > c.json
    check "the tower of $1, with $2" refused 'c.json: vision_config: a vision tower has positions of its own: see --preset qwen2-vl-vision' --model c.json:vision_config
    check "which leaves $1 itself alone, with $2" eval '"$POSENC" --model c.json --max-len 4 --format raw > table && [ -s table ]'
}
tower qwen2_vl ''
tower qwen2_5_vl '"model_type":"qwen2_5_vl",'
tower qwen3_vl '"model_type":"qwen3_vl_vision",'

# images MODEL_TYPE RULE WHY: on a grid there is no table of this model, in one line; without, there is that of text
images() {
    echo "{\"model_type\":\"$1\",\"hidden_size\":512,\"num_attention_heads\":4,\"rope_theta\":10000,\"rope_scaling\":{\"type\":\"default\"$2}}" > c.json
    check "the images of $1$2" refused "c.json: rope_scaling.mrope_section: $3; without --grid, the table is that of text" \
        --model c.json --grid 1x4x6
    check "the text of $1$2" eval '"$POSENC" --model c.json --max-len 4 --format raw > table && [ -s table ]'
}
images ernie4_5_vl_moe_text ',"mrope_section":[22,22,20]' 'the pairs of y and x take turns before those of t, which no word says'
images hunyuan_vl_text ',"mrope_section":[16,16,16,16]' "its axes are x, y and the image's number, or these behind the position"
images qwen2 ',"mrope_section":[16,24,24]' \
    'this model_type is not known to share out pairs as --preset qwen2-vl or qwen3-vl does'
images qwen2_vl_text '' 'does not have the shares of t, y and x'
images qwen2_vl_text ',"mrope_section":[32,32]' 'does not have the shares of t, y and x'

# --- files
whole() { # NAME START: the file w.json; what the parser says behind the line is its own
    check "$1" refused_with "$2" --model w.json
}
printf '{"rope_theta": 10000,\n "rope_theta": 10000}' > w.json
whole 'a key twice' 'w.json:2: '
printf '{\n"rope_theta": 1e400}' > w.json
whole 'beyond a double' 'w.json:2: '
printf '{\n"model_type":"llama",\n"rope_theta": NaN}' > w.json
whole 'NaN' "w.json: rope_theta: '"
printf '{"rope_theta": 010000}' > w.json
whole 'a leading zero' 'w.json:1: '
printf '{"rope_theta": 10000,}' > w.json
whole 'a trailing comma' 'w.json:1: '
printf '{"rope_theta": 10000 // base\n}' > w.json
whole 'a comment' 'w.json:1: '
printf '[]' > w.json
whole 'a list' 'w.json:1: a list, where an object is expected'
: > w.json
whole 'an empty file' 'w.json:1: '
awk 'BEGIN { for (i = 0; i < 1000000; i++) printf "[" }' > w.json
whole 'a million brackets' 'w.json:1: '
rm w.json

# not copied by `run`: big, or no file at all, from which a program may read for ever
alone() {
    ends 2 timeout 100 "$POSENC" --model "$2" > "$dir/stdout" 2> "$dir/stderr" && echo "$1" | diff - "$dir/stderr" && [ ! -s "$dir/stdout" ]
}
truncate -s 1G "$dir/sparse.json"
mkfifo "$dir/fifo.json"
check 'a sparse gigabyte' alone "$dir/sparse.json: has more than 1048576 bytes" "$dir/sparse.json"
check 'a FIFO' alone "$dir/fifo.json: is not a regular file" "$dir/fifo.json"
check 'a folder' alone "$dir: is not a regular file" "$dir"
check 'a device' alone '/dev/zero: is not a regular file' /dev/zero
check 'no file' alone 'none.json: No such file or directory' none.json

plan
