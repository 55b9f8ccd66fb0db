// SPDX-License-Identifier: MIT
import assert from "node:assert";
import fs from "node:fs";
globalThis.Float16Array ??= Uint16Array;
const {safetensors} = await import(process.argv[2] + "/@jax-js/loaders/dist/index.js");
const arrays = {f32: Float32Array, f64: Float64Array, f16: Float16Array, q7: Int8Array, s8: Int8Array, q15: Int16Array,
    q31: Int32Array, q23: Int32Array, u8: Uint8Array, i8: Int8Array, u16: Uint16Array, i16: Int16Array};
for (const [type, array] of Object.entries(arrays)) {
    const file = new Uint8Array(fs.readFileSync(`${type}.safetensors`)).buffer;
    const {tensors: {[type]: tensor}} = safetensors.parse(file);
    assert.ok(tensor.data instanceof array && tensor.data.length === 19 * 6 && tensor.data.byteOffset % 64 === 0);
    const {buffer, byteOffset, byteLength} = tensor.data;
    assert.ok(Buffer.from(buffer, byteOffset, byteLength).equals(fs.readFileSync(`${type}.raw`)), type);
}
