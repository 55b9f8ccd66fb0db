// SPDX-License-Identifier: MIT
import fs from "node:fs";
import assert from "node:assert";
const { parseSafetensorsMetadata } = await import(process.argv[2] + "/@huggingface/hub/dist/index.mjs");
const dtypes = {f32: "F32", f64: "F64", f16: "F16", bf16: "BF16", q7: "I8", s8: "I8", q15: "I16", q31: "I32", q23: "I32",
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
