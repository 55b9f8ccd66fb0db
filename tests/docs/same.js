// SPDX-License-Identifier: MIT
// After the JavaScript of docs/loading.md: are the tables that it loads the raw one?
Promise.all(tables).then((all) => {
    const raw = fs.readFileSync("pe.bin");
    require("assert").equal(all.length, 3);
    for (const table of all)
        require("assert").ok(Buffer.from(table.buffer, table.byteOffset, table.byteLength).equals(raw));
    console.log("the same");
});
