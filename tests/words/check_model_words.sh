#!/bin/sh
# --model among other words: which part of a file is meant, words beside it, manifests, depfiles, and rules that depend on
# the number of positions.
. "$(dirname "$0")/../tap.sh"
configs=$root/tests/golden/configs
mkdir "$dir/files"
cd "$dir/files" || exit 1
for name in gemma-3-27b gemma-3-1b exaone-4-32b olmo-3.1-32b gpt-oss-20b qwen2.5-vl-7b devstral-small-2-24b; do
    cp "$configs/$name.json" . || exit 1
done
cat > tiny.json <<'EOF'
{"model_type": "llama", "hidden_size": 32, "num_attention_heads": 4, "max_position_embeddings": 16, "rope_theta": 500,
 "rope_scaling": {"type": "linear", "factor": 2}}
EOF
sed 's/500/700/' tiny.json > tiny.json:x
cat > long.json <<'EOF'
{"model_type": "phi3", "hidden_size": 32, "num_attention_heads": 4, "max_position_embeddings": 64,
 "original_max_position_embeddings": 8,
 "rope_scaling": {"type": "longrope", "short_factor": [1, 1.5, 2, 3], "long_factor": [1, 2, 4, 8.5]}}
EOF
sed 's/"type": "longrope".*/"type": "dynamic", "factor": 3}}/; s/"original_max.*//; s/64/16/' long.json > dynamic.json

# same A B: two lists of arguments make the same bytes, and some
same() {
    run $1 --type f64 --format raw
    [ $status = 0 ] && [ -s "$dir/stdout" ] || { cat "$dir/stderr"; return 1; }
    mv "$dir/stdout" "$dir/first"
    run $2 --type f64 --format raw
    [ $status = 0 ] && cmp "$dir/first" "$dir/stdout" || { cat "$dir/stderr"; return 1; }
}
other() {
    same "$1" "$1" && run $2 --type f64 --format raw && [ $status = 0 ] && unlike "$dir/first" "$dir/stdout"
}

# --- parts

tiny='--preset rope-hf --max-len 16 --d-model 8 --base 500 --scaling linear:factor=2'
check 'the words of the file' same '--model tiny.json' "$tiny"
check 'a file whose own name has a colon' same '--model tiny.json:x' "$tiny --base 700"
check 'a colon before a slash cuts nothing' refused 'no:where/tiny.json: No such file or directory' --model no:where/tiny.json
full='--preset rope-hf --max-len 2 --d-model 128 --base 1000000 --scaling linear:factor=8'
sliding='--preset rope-hf --max-len 2 --d-model 128 --base 10000'
for key in full_attention text_config.full_attention; do
    check "FILE:$key" same "--model gemma-3-27b.json:$key --max-len 2" "$full"
done
check 'FILE:sliding_attention' same '--model gemma-3-27b.json:sliding_attention --max-len 2' "$sliding"
check 'FILE:text_config has two tables' refused \
    'gemma-3-27b.json: has several tables: gemma-3-27b.json:text_config.full_attention, gemma-3-27b.json:text_config.sliding_attention' \
    --model gemma-3-27b.json:text_config --max-len 2
check 'a part that is not there' refused \
    "gemma-3-1b.json: no part 'none'; there are gemma-3-1b.json:full_attention, gemma-3-1b.json:sliding_attention" \
    --model gemma-3-1b.json:none
check 'one sub-config with rope' same '--model devstral-small-2-24b.json --max-len 2' \
    '--model devstral-small-2-24b.json:text_config --max-len 2'
check 'layers that agree need no KEY' same '--model gpt-oss-20b.json --max-len 2' '--model gpt-oss-20b.json:sliding_attention --max-len 2'
check 'layers without rope' refused 'exaone-4-32b.json: full_attention: these layers have no rotary positions' \
    --model exaone-4-32b.json:full_attention
check 'the others need no KEY then' same '--model exaone-4-32b.json --max-len 2' '--model exaone-4-32b.json:sliding_attention --max-len 2'
check 'layers without scaling' same '--model olmo-3.1-32b.json:sliding_attention --max-len 2' \
    '--preset rope-hf --max-len 2 --d-model 128 --base 500000'
check 'the vision tower' refused_with 'qwen2.5-vl-7b.json: vision_config: a vision tower has positions of its own' \
    --model qwen2.5-vl-7b.json:vision_config

# --- words beside it

check 'words win' same '--model tiny.json --max-len 3 --base 9 --scaling none --component sin --d-model 6' \
    '--preset rope-hf --max-len 3 --base 9 --component sin --d-model 6'
check 'no preset beside it' refused "posenc: preset 'rope-neox' can't be combined with model 'tiny.json'" \
    --model tiny.json --preset rope-neox

manifest() {
    cat > m.ini
    rm -rf "$dir/made" && cp -R . "$dir/made" && (cd "$dir/made" && "$POSENC" build m.ini)
}
wanted() { "$POSENC" $1 --type f64 --format raw | cmp - "$dir/made/t.raw"; }
in_section() {
    printf '[t]\nmodel = tiny.json\ntype = f64\nformat = raw\noutput = t.raw\n' | manifest && wanted "$tiny"
}
check 'in a section' in_section
in_defaults() {
    printf '[defaults]\nmodel = tiny.json\n[t]\nmax-len = 3\ntype = f64\nformat = raw\noutput = t.raw\n' | manifest && wanted "$tiny --max-len 3"
}
check 'in [defaults]' in_defaults
over_preset() {
    printf '[defaults]\npreset = vaswani\n[t]\nmodel = tiny.json\ntype = f64\nformat = raw\noutput = t.raw\n' | manifest && wanted "$tiny"
}
check "over a preset of [defaults]" over_preset
faulty() {
    sed 's/"factor": 2/"factor": "2"/' tiny.json > bad.json
    printf '[defaults]\nformat = raw\n[t]\nmodel = bad.json\noutput = t.raw\n' > m.ini
    refused "m.ini:4: bad.json: rope_scaling.factor: '\"2\"' is not a number" build m.ini
}
check 'what is wrong, with its line in the manifest' faulty

depends() {
    run --model tiny.json -o t.h --depfile t.d
    [ $status = 0 ] && grep -q 'tiny\.json' "$dir/cwd/t.d"
}
check 'the depfile has the file' depends
check 'the output is not the config' refused "posenc: output 'tiny.json' is a file that this run reads" \
    --model tiny.json -o tiny.json --format json

# --- import

# imported FILE EXTENSION WORD...: goes to a folder where the two tables of the manifest are files of that kind, which build makes
imported() {
    file=$1 extension=$2
    shift 2
    rm -rf "$dir/imported" && mkdir "$dir/imported" && cp "$file" "$dir/imported/big.json" && cd "$dir/imported" &&
        "$POSENC" import big.json "$@" > m.ini && grep '^output' m.ini && [ "$(grep -c "^output = .*\.$extension\$" m.ini)" = 2 ] &&
        "$POSENC" build m.ini && [ "$(ls ./*."$extension" | wc -l)" = 2 ]
}
too_large_for_text() ( # as it is: 131072 rows of 128 columns
    imported "$root/tests/golden/configs/llama-3.1-8b.json" bin &&
        for component in cos sin; do
            [ "$(wc -c < "big_$component.bin")" = $((131072 * 128 * 4)) ] || return 1
            "$POSENC" --model big.json --max-len 40 --component $component --format raw > some && [ -s some ] &&
                head -c "$(wc -c < some)" big_$component.bin | cmp - some || return 1
        done && grep -q '^; .*above 10 MB' m.ini
)
check 'import of tables too large for text' too_large_for_text
near_the_limit() ( # the sources of 4882 rows are some 10 MB, those of 4883 would be more by the same reckoning
    imported "$root/tests/golden/configs/llama-3.1-8b.json" h --max-len 4882 && ends 1 grep -q '^; .*MB' m.ini &&
        for file in *.h; do size=$(wc -c < "$file") && [ "$size" -gt 9500000 ] && [ "$size" -lt 10500000 ] || return 1; done &&
        imported "$root/tests/golden/configs/llama-3.1-8b.json" bin --max-len 4883
)
check 'import of tables near that limit' near_the_limit
small() (
    imported tiny.json h
)
check 'import of small tables' small

# --- rules that depend on the number of positions

long() { # ROWS FACTORS
    echo "$2" | tr ' ' '\n' > factors.txt
    same "--model long.json --max-len $1" \
        "--preset rope-hf --max-len $1 --d-model 8 --scaling longrope:factors.txt,factor=8,original=8"
}
check 'longrope up to its original length' long 8 '1 1.5 2 3'
check 'longrope beyond' long 9 '1 2 4 8.5'
keeps() {
    run --model long.json --max-len 9
    [ $status = 0 ] && grep -q -e '--model long.json' "$dir/stdout"
}
check 'its command keeps the file' keeps
# The banner shows a part's name, which can be any key in a file. In some languages a newline would end its comment.
hostile() { # hostile PART-IN-JSON PART SHOWN
    { printf '{"%s": ' "$1" && cat long.json && printf ', "vision_config": ' && cat tiny.json && echo '}'; } > "$dir/files/parts.json"
    refused "posenc: model 'parts.json:$3': the part's name appears in the banner, and may contain only letters, digits, blanks and _ . + - = ~" \
        --model "parts.json:$2" --max-len 9
}
newline='
'
check "a part's name with a quote of the shell" hostile "a'b_config" "a'b_config" "a'b_config"
check "a part's name with a quote of JSON" hostile 'a\"b_config' 'a"b_config' 'a"b_config'
check "a part's name with a newline" hostile 'a\nb_config' "a${newline}b_config" 'a\x0ab_config'
rm -f "$dir/files/parts.json"
check 'dynamic at its length' same '--model dynamic.json --max-len 16' '--preset rope-hf --max-len 16 --d-model 8'
check 'dynamic beyond' same '--model dynamic.json --max-len 17' \
    '--preset rope-hf --max-len 17 --d-model 8 --scaling dynamic:factor=3,original=16,length=17'
check 'which changes the base' other '--model dynamic.json --max-len 17' '--preset rope-hf --max-len 17 --d-model 8'

plan
