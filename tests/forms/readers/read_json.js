// SPDX-License-Identifier: MIT
const fs = require("fs");
const set = {f32: ["setFloat32", 4], f64: ["setFloat64", 8], q7: ["setInt8", 1], s8: ["setInt8", 1],
    q15: ["setInt16", 2], q31: ["setInt32", 4], q23: ["setInt32", 4], u8: ["setUint8", 1], i8: ["setInt8", 1], u16: ["setUint16", 2],
    i16: ["setInt16", 2]};
for (const name of process.argv.slice(2)) {
    const table = JSON.parse(fs.readFileSync(name)), entries = table.table.flat();
    const [method, width] = set[table.type], view = new DataView(new ArrayBuffer(entries.length * width));
    entries.forEach((entry, k) => view[method](k * width, entry, true));
    fs.writeSync(1, Buffer.from(view.buffer));
}
