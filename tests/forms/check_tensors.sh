#!/bin/sh
# Files that say what their tensor is: readers of safetensors and of ONNX, which others wrote, get the bits of the raw
# table for every element type.
. "$(dirname "$0")/../tap.sh"
export LC_ALL=C
readers=$root/build/readers/node_modules # tests/deps.sh puts them there
. "$root/tests/forms/tables.sh"
cd "$dir" || exit 1

for type in $types; do
    table $type $type.raw --format raw && table $type $type.safetensors && table $type $type.pb || exit 1
done
command_of() { # command_of TYPE FORMAT
    echo "posenc $(words_of $1) --type $1 --name $1 --format $2"
}
# The canonical command has its words in another order, so a file's own command has to make the file again.
again() { # again FILE: the command in $command makes these bytes
    case $command in 'posenc '*) ;; *) echo "no command: $command"; return 1 ;; esac
    (PATH=$dir/bin:$PATH && eval "$command" > made) && cmp made "$1"
}
mkdir bin && ln -s "$POSENC" bin/posenc

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
cat > hub.mjs <<'END'
import fs from "node:fs";
import assert from "node:assert";
const { parseSafetensorsMetadata } = await import(process.argv[2] + "/@huggingface/hub/dist/index.mjs");
const dtypes = {f32: "F32", f64: "F64", f16: "F16", bf16: "BF16", q7: "I8", s8: "I8", q15: "I16", q31: "I32",
    u8: "U8", i8: "I8", u16: "U16", i16: "I16"};
for (const [type, dtype] of Object.entries(dtypes)) {
    const file = fs.readFileSync(`${type}.safetensors`), raw = fs.readFileSync(`${type}.raw`);
    const fetch = async (url, options) => {
        const [, from, to] = new Headers(options.headers).get("Range").match(/^bytes=(\d+)-(\d+)$/).map(Number);
        const part = file.subarray(from, to + 1);
        return new Response(part, {status: 206, headers: {"Content-Range": `bytes ${from}-${to}/${file.length}`,
            "Content-Length": String(part.length), ETag: '"one"'}});
    };
    const {header} = await parseSafetensorsMetadata({repo: "a/b", path: `${type}.safetensors`, fetch,
        computeParametersCount: true});
    const {__metadata__: metadata, ...tensors} = header;
    assert.deepEqual(tensors, {[type]: {dtype, shape: [19, 6], data_offsets: [0, raw.length]}});
    assert.deepEqual(Object.keys(metadata), ["format", "type", "command", "formula"]);
    assert.equal(metadata.type, type);
    assert.ok(metadata.formula.endsWith(`(${type}).`) && !metadata.formula.includes("\n"));
    assert.ok(Object.values(metadata).every((text) => typeof text === "string"));
    fs.writeFileSync(`${type}.command`, metadata.command);
    fs.writeFileSync(`${type}.got`, file.subarray(file.length - raw.length));
}
END
hub() {
    node hub.mjs "$readers" || return 1
    for type in $types; do
        cmp $type.got $type.raw && command=$(cat $type.command) && again $type.safetensors || { echo "$type"; return 1; }
    done
}
# jax-js makes typed arrays, which need aligned data. It has no BF16; node before 24 has no array of F16, so the bits.
cat > jax.js <<'END'
const fs = require("fs"), assert = require("assert");
globalThis.Float16Array ??= Uint16Array;
const {safetensors} = require(process.argv[2] + "/@jax-js/loaders");
const arrays = {f32: Float32Array, f64: Float64Array, f16: Float16Array, q7: Int8Array, s8: Int8Array, q15: Int16Array,
    q31: Int32Array, u8: Uint8Array, i8: Int8Array, u16: Uint16Array, i16: Int16Array};
for (const [type, array] of Object.entries(arrays)) {
    const file = new Uint8Array(fs.readFileSync(`${type}.safetensors`)).buffer;
    const {tensors: {[type]: tensor}} = safetensors.parse(file);
    assert.ok(tensor.data instanceof array && tensor.data.length === 19 * 6 && tensor.data.byteOffset % 64 === 0);
    const {buffer, byteOffset, byteLength} = tensor.data;
    assert.ok(Buffer.from(buffer, byteOffset, byteLength).equals(fs.readFileSync(`${type}.raw`)), type);
}
END
if has node && [ -d "$readers/@huggingface/hub" ]; then
    check "safetensors: Hugging Face's hub.js" hub
else
    skip "safetensors: Hugging Face's hub.js" 'not installed'
fi
if has node && [ -d "$readers/@jax-js/loaders" ]; then
    check 'safetensors: jax-js' node jax.js "$readers"
else
    skip 'safetensors: jax-js' 'not installed'
fi

# --- ONNX

cat > read_onnx.py <<'END'
import sys
import numpy as np
import onnx
from onnx import TensorProto, checker, external_data_helper, helper, numpy_helper

kinds = {"f32": (TensorProto.FLOAT, "<f4"), "f64": (TensorProto.DOUBLE, "<f8"), "f16": (TensorProto.FLOAT16, "<f2"),
    "bf16": (TensorProto.BFLOAT16, "<f4"), "q7": (TensorProto.INT8, "|i1"), "s8": (TensorProto.INT8, "|i1"),
    "q15": (TensorProto.INT16, "<i2"), "q31": (TensorProto.INT32, "<i4"), "u8": (TensorProto.UINT8, "|u1"),
    "i8": (TensorProto.INT8, "|i1"), "u16": (TensorProto.UINT16, "<u2"), "i16": (TensorProto.INT16, "<i2")}

def bits(array, kind):  # onnx reads bfloat16 into float32
    return (array.view("<u4") >> 16).astype("<u2").tobytes() if kind == "bf16" else array.tobytes()

for kind, (number, dtype) in kinds.items():
    with open(kind + ".raw", "rb") as file:
        raw = file.read()
    tensor = onnx.load_tensor(kind + ".pb")
    checker.check_tensor(tensor)
    assert (tensor.data_type, list(tensor.dims), tensor.name) == (number, [19, 6], kind), kind
    assert tensor.raw_data == raw, kind
    array = numpy_helper.to_array(tensor)
    assert array.dtype == np.dtype(dtype) and array.shape == (19, 6) and bits(array, kind) == raw, kind
    command, formula = tensor.doc_string.split("\n")
    assert formula.endswith("(%s)." % kind), formula
    with open(kind + ".command", "w") as file:
        file.write(command)
    # nothing that onnx doesn't know, and no field twice
    assert len(tensor.SerializeToString()) == len(open(kind + ".pb", "rb").read()), kind

    # The raw bytes are external data of a model.
    outside = TensorProto(data_type=number, dims=[19, 6], name=kind)
    outside.raw_data = b""
    external_data_helper.set_external_data(outside, kind + ".raw", offset=0, length=len(raw))
    outside.ClearField("raw_data")
    value = helper.make_tensor_value_info("out", number, [19, 6])
    graph = helper.make_graph([helper.make_node("Identity", [kind], ["out"])], "g", [], [value], [outside])
    with open(kind + ".onnx", "wb") as file:
        file.write(helper.make_model(graph).SerializeToString())
    checker.check_model(kind + ".onnx")
    inside = onnx.load(kind + ".onnx").graph.initializer[0]
    assert inside.raw_data == raw and bits(numpy_helper.to_array(inside), kind) == raw, kind
END
onnx() {
    $python read_onnx.py || return 1
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
"$POSENC" --max-len 3 $one_byte -o small.pb || exit 1
at_the_limit() { # ten digits of max-len in place of one; five bytes for the number of rows, and for that of bytes
    header=$(($(wc -c < small.pb) - 3 + 9 + 4 + 4)) most=2147483647
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
cd /
plan
