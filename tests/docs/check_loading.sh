#!/bin/sh
# SPDX-License-Identifier: MIT
# docs/loading.md: its commands and examples run, one after the other, and load the raw table. An example whose library is
# missing says so.
. "$(dirname "$0")/../tap.sh"
page=$root/docs/loading.md
export NODE_PATH="$root/build/readers/node_modules"
on_path

sed -n 's/^    \(posenc .*\)/\1/p' "$page" > commands
commands() {
    [ "$(wc -l < commands)" -ge 6 ] && sh -eu commands && posenc --max-len 512 --d-model 384 --type bf16 -o pe_bf16.bin &&
        [ "$(wc -c < pe.bin)" = 786432 ]
}
check 'the commands' commands

# blocks LANGUAGE SECTION: the tried blocks, in the order of the page
blocks() {
    awk -v language="$1" -v section="## $2" '/^```/ { inside = !inside; tried = last !~ /[Uu]ntried/ && substr($0, 4) == language; next }
        inside { if (tried && here) print; next } /^## / { here = $0 == section } /./ { last = $0 }' "$page"
}
# untried: the languages of the other examples, a line each
untried() {
    awk '/^```/ { inside = !inside; if (inside && last ~ /[Uu]ntried/) print substr($0, 4); next } !inside && /./ { last = $0 }' "$page"
}
# python_blocks SECTION COUNT: after each line that sets it, `table` is compared
python_blocks() {
    {
        cat "$root/tests/docs/same.py"
        blocks python "$1" | sed '/^table = /s/$/\nsame(table)/'
        echo "assert count == $2, count"
    } > program.py
    "$python" program.py
}
if python=$(python_with numpy,torch); then check 'PyTorch' python_blocks PyTorch 4; else skip PyTorch 'not installed'; fi
if python=$(python_with numpy,onnx); then check 'ONNX' python_blocks ONNX 2; else skip ONNX 'not installed'; fi
node_blocks() {
    {
        blocks js 'ONNX Runtime'
        cat "$root/tests/docs/same.js"
    } > program.js
    [ "$(node program.js)" = 'the same' ]
}
has node && [ -d "$NODE_PATH/onnxruntime-node" ] && [ -e outside.onnx ]
check_when $? 'not installed' 'ONNX Runtime' node_blocks
# Every block is tried above, or is marked as untried: Python's safetensors, ncnn, ggml.
every_block() {
    untried > got && printf '%s\n' python cpp text c | diff - got &&
        [ "$(grep -c '^```[a-z]' "$page")" = $(($(wc -l < got) + 8)) ]
}
check 'the other examples say that they are untried' every_block

# The types that the page lists are those in the files.
listed_types() {
    sed -n 's/^| `\([a-z0-9]*\)` | `\(.*\)` | `\(.*\)` | `\(.*\)` |$/\1 \2 \3 \4/p' "$page" | tr -d '\\' > listed
    posenc --help | sed -n 's/^ *--type \([^ ]*\).*/\1/p' | tr '|' '\n' | sort > wanted && cut -d ' ' -f 1 listed | sort | diff wanted - || return 1
    while read -r type numpy safetensors onnx; do
        words="--max-len 2 --d-model 2 --type $type"
        case $type in [ui]*) words="$words --scale 1/127" ;; esac
        posenc $words -o t.npy && grep -aqF "'descr': '$numpy'" t.npy && posenc $words -o t.safetensors &&
            grep -aqF "\"dtype\":\"$safetensors\"" t.safetensors || { echo "$type"; return 1; }
        [ ! "$python" ] || { posenc $words -o t.pb && "$python" -c 'import onnx, sys
assert onnx.TensorProto.DataType.Name(onnx.load_tensor("t.pb").data_type) == sys.argv[1]' "$onnx"; } || { echo "$type, ONNX"; return 1; }
    done < listed
}
python=$(python_with onnx)
check 'the types are those in the files' listed_types
plan
