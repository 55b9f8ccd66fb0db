# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# Files of facts for check_gguf.sh and fuzz_gguf.sh, to be sourced after tap.sh: $dir/gguf writes them.
${CC:-cc} -o "$dir/gguf" "$root/tests/words/write_gguf.c" || exit 1

# facts ARCHITECTURE LINE...: m.facts, of a small model; a later line replaces one with the same key, "- KEY" removes it, and a
# line that begins with a colon is none
facts() {
    of=$1
    shift
    printf '%s\n' "text general.architecture $of" "u32 $of.context_length 4096" "u32 $of.embedding_length 256" \
        "u32 $of.attention.head_count 4" "$@" |
        awk '/^:/ { next }
            { key = $1 == "list" ? $3 : $2; if (!(key in place)) place[key] = ++n; line[place[key]] = $1 == "-" ? "" : $0 }
            END { for (k = 1; k <= n; k++) if (line[k] != "") print line[k] }' > m.facts
}
# written [VERSION ORDER]: m.gguf of m.facts
written() {
    "$dir/gguf" "${1:-3}" "${2:-little}" < m.facts > m.gguf
}
# model ARCHITECTURE LINE...
model() {
    facts "$@" && written
}
# samples: one.gguf, two.gguf and so on, with lists of factors, sections, layers with a window and YaRN
samples() {
    model llama 'texts a.b 3 2' 'list f32 a.c 1 2' 'u32 general.alignment 64' 'u32 llama.rope.dimension_count 8' \
        'u32 llama.attention.key_length 8' 'tensor a 1 2 3' 'tensor rope_freqs.weight 1 2 3 4' && mv m.gguf one.gguf &&
        facts phi3 'f32 phi3.rope.freq_base 500' 'u32 phi3.rope.dimension_count 8' 'f32 phi3.rope.scaling.attn_factor 1.25' \
            'tensor rope_factors_long.weight 4 3 2 1' 'tensor rope_factors_short.weight 1 2 3 4' && written 2 big && mv m.gguf two.gguf &&
        model gemma3 'u32 gemma3.attention.sliding_window 8' 'f32 gemma3.rope.scaling.factor 8' && mv m.gguf three.gguf &&
        facts qwen2vl 'list i32 qwen2vl.rope.dimension_sections 8 12 12 0' 'bool qwen2vl.rope.scaling.finetuned 1' && written 3 big &&
        mv m.gguf four.gguf && model deepseek2 'u32 deepseek2.rope.dimension_count 64' 'text deepseek2.rope.scaling.type yarn' \
            'f32 deepseek2.rope.scaling.factor 40' 'u32 deepseek2.rope.scaling.original_context_length 4096' \
            'f32 deepseek2.rope.scaling.yarn_log_multiplier 0.0707' && mv m.gguf five.gguf
}
