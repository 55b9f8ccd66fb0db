#!/bin/sh
# SPDX-License-Identifier: MIT
# --model FILE reads the header of a GGUF file. The files here are written from facts (write_gguf.c); their tables are those of the
# same models' config.json, of words, and of numbers that awk computes as llama.cpp does. gguf.tsv lists files that are refused.
. "$(dirname "$0")/../tap.sh"
configs=$root/tests/golden/configs
. "$root/tests/words/gguf_samples.sh"
mkdir files && cd files || exit 1

# words_are WORDS: the line of `presets`, and the same table
words_are() {
    "$POSENC" presets "m.gguf${2+:$2}" > shown && grep -qxF -- "    words   --preset rope-hf $1" shown || { cat shown; return 1; }
}
# tables REQUEST WORDS: both make the same frequencies, cosines and sines in f64
tables() {
    for part in 'frequency --max-len 1' 'cos --max-len 40' 'sin --first 100000 --max-len 5'; do
        same "$1 --type f64 --format raw --component $part" "$2 --type f64 --format raw --component $part" || return 1
    done
}
# frequencies PROGRAM MODEL...: those that awk computes of pair i: the function w(i) of PROGRAM, with its base and d
frequencies() {
    program=$1
    shift
    "$POSENC" --component frequency --max-len 1 --repeat none --type f64 --format raw --model "$@" > got || return 1
    od -An -v -t f8 -w8 got | awk "function floor(x) { return x < int(x) ? int(x) - 1 : int(x) }
        function ceil(x) { return -floor(-x) }
        function least(x, y) { return x < y ? x : y } function most(x, y) { return x > y ? x : y }
        function power(i) { return exp(-2 * i / d * log(base)) }
        $program"' { want = w(NR - 1); off = $1 / want - 1; if (off < 0) off = -off
            if (off > 1e-12) { print "pair", NR - 1, $1, want; bad = 1 } }
        END { exit bad || NR != d / 2 }'
}

# --- models, from their published facts

llama_31() { # as the converter makes the factors, in f32
    model llama 'text general.type model' 'texts tokenizer.ggml.tokens 500 9' 'f32 llama.rope.freq_base 500000' \
        'u32 llama.context_length 131072' 'u32 llama.embedding_length 4096' 'u32 llama.attention.head_count 32' \
        'u32 llama.rope.dimension_count 128' 'list f32 tokenizer.ggml.scores 1 2 3' \
        "$(awk 'BEGIN { printf "tensor rope_freqs.weight"; pi = atan2(0, -1)
            for (i = 0; i < 64; i++) { turns = 8192 * exp(-i / 64 * log(500000)) / (2 * pi); s = (turns - 1) / 3
                factor = turns < 1 ? 8 : turns > 4 ? 1 : 1 / ((1 - s) / 8 + s); printf " %.9g", factor } }')"
}
list_of() { # list_of TENSOR: its numbers, which f32 rounds, exactly
    sed -n "s/^tensor $1 //p" m.facts | tr ' ' '\n' | "$dir/floats"
}
cat > "$dir/floats.c" <<'END'
#include <stdio.h>
int main(void) {
    float x;
    while (scanf("%f", &x) == 1)
        printf("%.60f\n", (double)x);
    return 0;
}
END
${CC:-cc} -o "$dir/floats" "$dir/floats.c" || exit 1
orders() { # each version and byte order
    llama_31 && "$POSENC" --model m.gguf --max-len 7 --format raw > want && [ -s want ] || return 1
    for version in 2 3; do
        for order in little big; do
            written $version $order && piped "$POSENC" --model m.gguf --max-len 7 --format raw | cmp - want || return 1
        done
    done
}
check 'versions 2 and 3 in both byte orders' orders
without_key() { # --ignore takes out a key of rope that nobody has read, and no other
    llama_31 && "$POSENC" --model m.gguf --max-len 7 --format raw > want && echo 'u32 llama.rope.foo 1' >> m.facts && written &&
        refused 'm.gguf: llama.rope.foo: is not known, and may change the table; if it does not: --ignore llama.rope.foo' --model m.gguf &&
        piped "$POSENC" --model m.gguf --max-len 7 --format raw --ignore llama.rope.foo | cmp - want &&
        refused "m.gguf: ignore 'llama.rope.freq_base': is a key that posenc knows, and the table may depend on it" \
            --model m.gguf --ignore llama.rope.freq_base &&
        refused "m.gguf: ignore 'llama.rope.bar': is not in the file" --model m.gguf --ignore llama.rope.bar
}
check 'a key that is ignored' without_key
factors_of_31() {
    llama_31 && list_of rope_freqs.weight > list.txt && cp "$configs/llama-3.1-8b.json" . || return 1
    words_are '--max-len 131072 --d-model 128 --base 500000 --scaling longrope:m.gguf --repeat interleave' &&
        tables '--model m.gguf' '--preset rope-hf --d-model 128 --base 500000 --scaling longrope:list.txt --repeat interleave' || return 1
    for of in m.gguf llama-3.1-8b.json; do # the file's floats differ from the rule by one rounding
        "$POSENC" --model $of --component factor --max-len 1 --repeat none --format raw > $of.factors || return 1
    done
    od -An -v -t f4 -w4 m.gguf.factors > a && od -An -v -t f4 -w4 llama-3.1-8b.json.factors | paste a - |
        awk '{ off = $1 / $2 - 1; if (off > 1e-6 || off < -1e-6) bad = 1 } END { exit bad || NR != 64 }'
}
check 'Llama 3.1: rope_freqs' factors_of_31
again() { # the banner's command makes the table, and so does the manifest
    llama_31 && "$POSENC" --model m.gguf --max-len 5 -o m.h && banner_command m.h > command && grep -q -- '--model m.gguf' command &&
        eval "$(sed "s|^posenc|'$POSENC'|" command)" | cmp - m.h &&
        "$POSENC" import m.gguf --max-len 5 > m.ini && "$POSENC" build m.ini && sed 's/[^{]*{//' m_cos.h | grep -c , > a &&
        "$POSENC" --model m.gguf --max-len 5 --name m_cos -o b.h && cmp m_cos.h b.h
}
check 'the command and the manifest of a GGUF file' again

qwen2() {
    model qwen2 'u32 qwen2.context_length 32768' 'u32 qwen2.embedding_length 3584' 'u32 qwen2.attention.head_count 28' \
        'f32 qwen2.rope.freq_base 1000000' && cp "$configs/qwen2-7b.json" . &&
        words_are '--max-len 32768 --d-model 128 --base 1000000 --scaling none' && tables '--model m.gguf' '--model qwen2-7b.json' &&
        frequencies 'BEGIN { base = 1000000; d = 128 } function w(i) { return power(i) }' m.gguf
}
check 'Qwen 2: pairs of the two halves' qwen2

gemma3() { # rope.freq_base_swa isn't in files of that time
    model gemma3 'u32 gemma3.context_length 131072' 'u32 gemma3.embedding_length 5376' 'u32 gemma3.attention.key_length 128' \
        'f32 gemma3.rope.freq_base 1000000' 'text gemma3.rope.scaling.type linear' 'f32 gemma3.rope.scaling.factor 8' \
        "u32 gemma3.attention.sliding_window ${1:-1024}" && cp "$configs/gemma-3-27b.json" .
}
both_of_gemma3() {
    gemma3 && refused 'm.gguf: has several tables: m.gguf:full_attention, m.gguf:sliding_attention' --model m.gguf --max-len 4 || return 1
    for layers in full sliding; do
        tables "--model m.gguf:${layers}_attention" "--model gemma-3-27b.json:${layers}_attention" || return 1
    done
    frequencies 'BEGIN { base = 10000; d = 128 } function w(i) { return power(i) }' m.gguf:sliding_attention &&
        frequencies 'BEGIN { base = 1000000; d = 128 } function w(i) { return power(i) / 8 }' m.gguf:full_attention
}
check 'Gemma 3: two bases' both_of_gemma3
one_of_gemma3() { # without a window there are no such layers
    gemma3 0 && words_are '--max-len 131072 --d-model 128 --base 1000000 --scaling linear:factor=8'
}
check 'Gemma 3 without a window' one_of_gemma3

phi3() { # phi3 TYPE: its lists in f32; the type isn't needed
    numbers() { sed -n "/\"$1\"/,/]/p" "$configs/phi-3.5-mini.json" | grep -oE '[0-9]+\.[0-9]+' | tr '\n' ' '; }
    model phi3 'u32 phi3.context_length 131072' 'u32 phi3.rope.dimension_count 96' 'f32 phi3.rope.freq_base 10000' \
        'u32 phi3.rope.scaling.original_context_length 4096' 'f32 phi3.rope.scaling.attn_factor 1.19023807' \
        'u32 phi3.attention.sliding_window 262144' "tensor rope_factors_long.weight $(numbers long_factor)" \
        "tensor rope_factors_short.weight $(numbers short_factor)"
}
lengths_of_phi3() {
    attention=1.190238118171691894531250
    phi3 && cp "$configs/phi-3.5-mini.json" . || return 1
    for length in 4096:short 4097:long; do
        list_of "rope_factors_${length#*:}.weight" > list.txt && [ "$(wc -l < list.txt)" = 48 ] || return 1
        for part in 'frequency --rows 0:1' 'cos --rows 1000:1003' 'factor --rows 0:1'; do
            same "--model m.gguf --max-len ${length%:*} --type f64 --format raw --component $part" "--preset rope-hf --d-model 96 \
                --max-len ${length%:*} --scaling longrope:list.txt,attention=$attention --type f64 --format raw --component $part" || return 1
        done
        for of in m.gguf phi-3.5-mini.json; do # the file's numbers differ from the config's by a rounding to f32
            "$POSENC" --model $of --max-len ${length%:*} --rows 0:1 --component frequency --format raw > $of.list || return 1
        done
        od -An -v -t f4 -w4 m.gguf.list > a && od -An -v -t f4 -w4 phi-3.5-mini.json.list | paste a - |
            awk '{ off = $1 / $2 - 1; if (off > 1e-6 || off < -1e-6) bad = 1 } END { exit bad || NR != 96 }' || return 1
    done
}
check 'Phi 3.5: long and short factors' lengths_of_phi3

deepseek2() { # 0.0707 is a tenth of mscale_all_dim, and mscale is the same
    model deepseek2 'u32 deepseek2.context_length 163840' 'u32 deepseek2.rope.dimension_count 64' 'text deepseek2.rope.scaling.type yarn' \
        'f32 deepseek2.rope.scaling.factor 40' 'u32 deepseek2.rope.scaling.original_context_length 4096' \
        'u32 deepseek2.attention.key_length 576' 'f32 deepseek2.rope.scaling.yarn_log_multiplier 0.0707'
}
yarn='function turns(b) { return d * log(length0 / (b * 2 * atan2(0, -1))) / (2 * log(base)) }
    function w(i,  low, high, mix) { low = most(0, floor(turns(fast))); high = least(d - 1, ceil(turns(slow)))
        mix = 1 - least(1, most(0, (i - low) / most(0.001, high - low)))
        return amplitude * power(i) * ((1 - mix) / factor + mix) }'
of_deepseek2() {
    deepseek2 && cp "$configs/deepseek-v2-lite.json" . && tables '--model m.gguf' '--model deepseek-v2-lite.json --repeat interleave' &&
        frequencies "BEGIN { base = 10000; d = 64; factor = 40; length0 = 4096; fast = 32; slow = 1; amplitude = 1 } $yarn" m.gguf
}
check 'DeepSeek V2 Lite: YaRN without an amplitude' of_deepseek2
of_gpt_oss() { # llama.cpp rounds the ends of the ramp, other than the model's own code
    model gpt-oss 'u32 gpt-oss.context_length 131072' 'u32 gpt-oss.attention.key_length 64' 'f32 gpt-oss.rope.freq_base 150000' \
        'text gpt-oss.rope.scaling.type yarn' 'f32 gpt-oss.rope.scaling.factor 32' 'u32 gpt-oss.rope.scaling.original_context_length 4096' &&
        words_are '--max-len 131072 --d-model 64 --base 150000 --scaling yarn:factor=32,original=4096' full_attention &&
        frequencies "BEGIN { base = 150000; d = 64; factor = 32; length0 = 4096; fast = 32; slow = 1
            amplitude = 1 + 0.1 * log(32) } $yarn" m.gguf
}
check 'gpt-oss: YaRN with its amplitude' of_gpt_oss
of_mistral3() {
    model mistral3 'u32 mistral3.context_length 262144' 'u32 mistral3.attention.key_length 128' 'u32 mistral3.rope.dimension_count 128' \
        'f32 mistral3.rope.freq_base 1000000' 'text mistral3.rope.scaling.type yarn' 'f32 mistral3.rope.scaling.factor 64' \
        'u32 mistral3.rope.scaling.original_context_length 4096' 'f32 mistral3.rope.scaling.yarn_beta_fast 4' \
        'f32 mistral3.rope.scaling.yarn_beta_slow 1' "f32 mistral3.rope.scaling.yarn_log_multiplier ${1:-0}"
}
betas() {
    of_words='--max-len 262144 --d-model 128 --base 1000000 --scaling yarn:factor=64,original=4096,beta-fast=4,beta-slow=1'
    cp "$configs/devstral-2-123b.json" . && of_mistral3 && words_are "$of_words --repeat interleave" &&
        tables '--model m.gguf' '--model devstral-2-123b.json --repeat interleave' &&
        of_mistral3 1 && words_are "$of_words,attention=1 --repeat interleave"
}
check 'Devstral 2: its own ends of the ramp' betas

qwen2vl() {
    model qwen2vl 'u32 qwen2vl.context_length 32768' 'u32 qwen2vl.embedding_length 3584' 'u32 qwen2vl.attention.head_count 28' \
        'f32 qwen2vl.rope.freq_base 1000000' "list ${1:-i32} qwen2vl.rope.dimension_sections ${2:-16 24 24 0}"
}
of_qwen2vl() {
    cp "$configs/qwen2-vl-7b.json" . || return 1
    for type in i32 u32; do
        qwen2vl $type && tables '--model m.gguf' '--model qwen2-vl-7b.json' &&
            same '--model m.gguf --grid 1x4x6 --first 9' '--model qwen2-vl-7b.json --grid 1x4x6 --first 9' &&
            "$POSENC" presets m.gguf > shown && grep '^    images  --preset qwen2-vl ' shown || return 1
    done
}
check 'Qwen2-VL: sections' of_qwen2vl
of_qwen35() {
    model qwen35 'u32 qwen35.context_length 262144' 'u32 qwen35.attention.key_length 256' 'u32 qwen35.rope.dimension_count 64' \
        'f32 qwen35.rope.freq_base 10000000' 'list i32 qwen35.rope.dimension_sections 11 11 10 0' && cp "$configs/qwen3.5-9b.json" . &&
        tables '--model m.gguf' '--model qwen3.5-9b.json' &&
        same '--model m.gguf --grid 1x4x6 --first 9' '--model qwen3.5-9b.json --grid 1x4x6 --first 9'
}
check 'Qwen 3.5: sections in turn' of_qwen35
of_gemma4() { # pairs that don't turn have a factor of 1e30 there
    model gemma4 'u32 gemma4.attention.key_length 16' 'u32 gemma4.rope.dimension_count 16' 'u32 gemma4.rope.dimension_count_swa 8' \
        'f32 gemma4.rope.freq_base 1000000' 'f32 gemma4.rope.freq_base_swa 10000' 'u32 gemma4.attention.sliding_window 512' \
        'tensor rope_freqs.weight 1 1 1e30 1e30 1e30 1e30 1e30 1e30' && list_of rope_freqs.weight > list.txt &&
        tables '--model m.gguf:full_attention' '--preset rope-hf --d-model 16 --base 1000000 --scaling longrope:list.txt' &&
        tables '--model m.gguf:sliding_attention' '--preset rope-hf --d-model 8'
}
check 'Gemma 4: factors of one kind of layer' of_gemma4
cat > "$dir/exact.c" <<'END'
#include <stdio.h>
int main(void) {
    printf("%.60f\n", 10000.1);
    return 0;
}
END
exact_float() { # 1.1 in f32 is 9227469/2^23
    ${CC:-cc} -o exact "$dir/exact.c" && base=$(./exact) && rm exact &&
        model qwen2 'text qwen2.rope.scaling.type linear' 'f32 qwen2.rope.scaling.factor 1.1' 'f64 qwen2.rope.freq_base 10000.1' &&
        tables '--model m.gguf' "--preset rope-hf --d-model 64 --base $base --scaling linear:factor=9227469/8388608"
}
check 'a float is exactly its number' exact_float

# --- files that are refused, in gguf.tsv

# no LINE FACT...: with these facts, a file of $of (qwen2) is refused with that line by each command
no() {
    no_line=$1
    shift
    model "${architecture:-qwen2}" "$@" && refused_model
}
refused_model() {
    refused "m.gguf: $no_line" --model m.gguf --max-len 4 && refused "m.gguf: $no_line" presets m.gguf &&
        refused "m.gguf: $no_line" import m.gguf
}
of() { # of ARCHITECTURE LINE FACT...
    architecture=$1
    shift
    no "$@"
    ended=$?
    architecture=
    return $ended
}
words() { # words ARCHITECTURE WORDS FACT... [:KEY]
    architecture=$1 words_wanted=$2 words_key=
    shift 2
    for fact; do case $fact in :*) words_key=${fact#:} ;; esac; done
    model "$architecture" "$@" && words_are "$words_wanted" $words_key
    ended=$?
    architecture=
    return $ended
}
twice() { # twice LINE FACT
    no_line=$1
    facts qwen2 && printf '%s\n' "$2" "$2" >> m.facts && written && refused_model
}
# taken LINE: m.facts is refused with that line, or is read if it is a dash
taken() {
    no_line=$1
    written && if [ "$1" = - ]; then lists pe_cos_4096x64 '--model m.gguf'; else refused_model; fi
}
letters() { # letters COUNT
    awk -v count="$1" 'BEGIN { while (k++ < count) printf "a" }'
}
long_text() { # long_text LINE KEY BYTES
    facts qwen2 && echo "text $2 $(letters $3)" >> m.facts && taken "$1"
}
long_key() { # long_key LINE BYTES
    facts qwen2 && echo "u32 $(letters $2) 1" >> m.facts && taken "$1"
}
long_name() { # long_name LINE BYTES
    facts qwen2 && echo "tensor $(letters $2) 1" >> m.facts && taken "$1"
}
many() { # many LINE COUNT: another architecture's values, beside four of its own
    facts qwen2 && awk -v count="$2" 'BEGIN { while (k++ < count) print "u32 other.rope.key" k " 1" }' >> m.facts && taken "$1"
}
not_gguf() { # not_gguf TEXT
    printf %s "$1" > m.gguf && refused 'm.gguf: is not a GGUF file' --model m.gguf
}
not_named() {
    model qwen2 && cp m.gguf model && lists pe_cos_4096x64 '--model model'
    ended=$?
    rm model
    return $ended
}
missing() {
    refused 'none.gguf: No such file or directory' --model none.gguf
}
raw() { # raw VERSION
    facts qwen2 && written $1 && refused "m.gguf: is GGUF of version $1; 2 and 3 are known" --model m.gguf
}
check_rows "$root/tests/words/gguf.tsv"

# --- wrong files

whole_line() { # one line, exit status 2, and nothing else
    "$POSENC" "$@" > stdout 2> stderr
    status=$?
    [ $status = 2 ] && [ ! -s stdout ] && [ "$(wc -l < stderr)" = 1 ] && [ "$(wc -c < stderr)" -lt 400 ] ||
        { echo "status $status of: $*"; head -3 stderr; return 1; }
}
# cut ORDER: the first bytes of a file, whatever their number
cut_file() {
    facts llama 'f32 llama.rope.freq_base 500000' 'u32 llama.rope.dimension_count 16' 'u32 llama.attention.key_length 16' \
        'texts a.b 2 3' 'list f32 a.c 1 2' 'tensor rope_freqs.weight 1 2 3 4 5 6 7 8' && written 3 $1 && cp m.gguf all.gguf &&
        "$POSENC" --model all.gguf --max-len 2 > table.h && [ -s table.h ] || return 1
    size=$(wc -c < all.gguf)
    bytes=0 step=1
    [ "${CORE-}" ] && step=7
    while [ $bytes -lt "$size" ]; do
        head -c $bytes all.gguf > m.gguf
        whole_line --model m.gguf --max-len 2 || { echo "$bytes bytes"; return 1; }
        bytes=$((bytes + step))
    done
    [ "$size" -gt 400 ]
}
check 'a file that ends at any byte' cut_file little
check 'a file that ends at any byte, highest byte first' cut_file big

# A sparse file of 40 GB: its header alone is read, in memory that doesn't grow.
sparse() {
    llama_31 && truncate -s 40G m.gguf || return 1
    within_memory 16384 "$POSENC" --model m.gguf --max-len 7 --format raw > got && llama_31 &&
        piped "$POSENC" --model m.gguf --max-len 7 --format raw | cmp - got
}
check 'a file of 40 GB' sparse
zeros() { # zeros LINE FACT...: what follows these facts is 40 GB of zeros
    zeros_line=$1
    shift
    printf '%s\n' "$@" | "$dir/gguf" 3 little > m.gguf && truncate -s 40G m.gguf || return 1
    whole_line --model m.gguf && ends 2 within_memory 16384 "$POSENC" --model m.gguf 2> stderr && grep -qxF "m.gguf: $zeros_line" stderr || { cat stderr; return 1; }
}
large='its header has more than 134217728 bytes'
check 'no values in 40 GB' zeros 'a key: has 0 bytes, where 1 to 65535 are taken' 'counts 0 1000000000'
check 'no tensors in 40 GB' zeros "a tensor's name: has 0 bytes, where 1 to 64 are taken" 'counts 1000000000 1' 'text general.architecture llama'
check 'a list of 40 GB' zeros "$large" 'counts 0 1' 'count f32 a.b 9000000000'
check 'a list of texts in 40 GB' zeros "$large" 'counts 0 1' 'count text a.b 4000000000'
check 'a list that is kept' zeros 'a key: has 0 bytes, where 1 to 65535 are taken' 'counts 0 2' 'count u8 a.rope.b 100000000'
check 'a list of texts that ends in time' zeros 'a key: has 0 bytes, where 1 to 65535 are taken' 'counts 0 2' 'count text a.b 10000000'

of_tokens() { # the work grows with the tokens that are passed over, some blocks each
    for tokens in 1000 100000; do
        few=${work-}
        model llama "texts tokenizer.ggml.tokens $tokens 8" && work 0 presets m.gguf || return 1
    done
    [ $((work - few)) -gt 99000 ] && [ $((work - few)) -lt $((100 * 99000)) ]
}
check 'the work that tokens take' of_tokens

changed() {
    samples && "$tests/fuzz_gguf" "$dir" 8000 3 one.gguf two.gguf three.gguf four.gguf five.gguf
}
check 'changed copies of valid files' changed

plan
