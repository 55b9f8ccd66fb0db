#!/bin/sh
# SPDX-License-Identifier: MIT
# Files that describe their tensor: other people's readers of safetensors and of ONNX get the bits of the raw
# table for every element type.
. "$(dirname "$0")/../tap.sh"
readers=$root/build/readers/node_modules # tests/deps.sh puts them there
. "$root/tests/forms/tables.sh"

for type in $types; do
    needed table $type $type.raw --format raw
    for format in safetensors pb; do needed table $type $type.$format; done
done
# The canonical command has its words in another order, so a file's own command has to make the file again.
again() { # again FILE: the command in $command makes these bytes
    case $command in 'posenc '*) ;; *) echo "no command: $command"; return 1 ;; esac
    eval "$command" > made && cmp made "$1"
}
on_path

# --- safetensors

# The length of the header, and the elements from a multiple of 64 on.
aligned() {
    for type in $types; do
        length=$(od -An -v -tu8 -N8 $type.safetensors) && [ $(((length + 8) % 64)) = 0 ] &&
            tail -c +$((length + 9)) $type.safetensors | cmp - $type.raw || { echo "$type"; return 1; }
    done
}
check 'safetensors: after a header of a multiple of 64 bytes come those of raw' aligned
# Hugging Face's own parser of headers, which asks for a file on their hub: fetch gives it the one here.
hub() {
    node "$root/tests/forms/readers/hub.mjs" "$readers" || return 1
    for type in $types; do
        cmp $type.got $type.raw && command=$(cat $type.command) && again $type.safetensors || { echo "$type"; return 1; }
    done
}
# jax-js makes typed arrays, which need aligned data. It has no BF16; node before 24 has no array of F16, so the bits.
has node && [ -d "$readers/@huggingface/hub" ]
check_when $? 'not installed' "safetensors: Hugging Face's hub.js" hub
has node && [ -d "$readers/@jax-js/loaders" ]
check_when $? 'not installed' 'safetensors: jax-js' node "$root/tests/forms/readers/jax.mjs" "$readers"

# --- ONNX

onnx() {
    $python "$root/tests/forms/readers/read_onnx.py" || return 1
    for type in $types; do
        command=$(cat $type.command) && again $type.pb || { echo "$type"; return 1; }
    done
}
if has python3 && python=$(python_with onnx); then check "ONNX's own Python" onnx; else skip "ONNX's own Python" 'not installed'; fi

# The limit of protobuf, with the header: 2^31 - 1 bytes a file.
limit="posenc: format 'onnx' has files of at most 2147483647 bytes, and this one would have"
too_large() { # too_large BYTES WORD...
    bytes=$1
    shift
    refused "$limit $bytes: its readers take format 'raw' as external data" "$@" --list -o t.pb
}
fits() {
    run "$@" --list -o t.pb && [ $status = 0 ]
}
one_byte='--d-model 2 --component cos --repeat none --type q7 --name pe' # a row
needed "$POSENC" --max-len 3 $one_byte -o small.pb
at_the_limit() { # ten digits of max-len and of the last index in place of one; five bytes for the number of rows, and for that of bytes
    header=$(($(wc -c < small.pb) - 3 + 9 + 9 + 4 + 4)) most=2147483647
    fits --max-len $((most - header)) $one_byte && too_large $((most + 1)) --max-len $((most - header + 1)) $one_byte
}
check 'ONNX: the largest table, and one row more' at_the_limit
check 'ONNX: far beyond, before a row is computed' refused_with "$limit 85899" --max-len 4194304 --d-model 512 -o t.pb

# --- JSON has its command too

json_command() {
    for type in $types; do
        table $type $type.json && $python -c 'import json, sys
table = json.load(open(sys.argv[1] + ".json"))
assert table["formula"].endswith("(%s)." % sys.argv[1]), table["formula"]
print(table["command"])' $type > command && command=$(cat command) && again $type.json || { echo "$type"; return 1; }
    done
}
if python=$(python_with json); then check 'JSON: its command makes it again' json_command; else skip 'JSON: its command' 'no python3'; fi
check 'a stream has the same bytes as a file' streamed '--max-len 4000 --d-model 512' safetensors onnx
plan
