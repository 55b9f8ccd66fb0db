// SPDX-License-Identifier: MIT
// node embed.mjs worker|module POSENC_START.JS POSENC.WASM: the program as one script, which fetches nothing.
//   worker   posenc_program, an object: the script of the page's worker as a text, and the WebAssembly in base 64
//   module   exports posenc_run, and program(), which compiles the WebAssembly once
import { readFileSync } from 'node:fs';

const [form, start, wasm] = process.argv.slice(2);
const beside = name => readFileSync(new URL(name, import.meta.url), 'utf8');
// without its exports for other systems of modules
const functions = readFileSync(start, 'utf8').replace(/^#!.*\n/, '').replace(/\nif \(typeof exports[^]*$/, '\n') + beside('run.js');
const bytes = JSON.stringify(readFileSync(wasm, 'base64'));
process.stdout.write(form === 'worker'
    ? `const posenc_program = {worker: ${JSON.stringify(functions + beside('worker.js'))}, wasm: ${bytes}};\n${beside('bytes.js')}`
    : functions + beside('bytes.js') + `
export { posenc_run };
let compiled;
export const program = () => compiled ||= new WebAssembly.Module(bytes_of(${bytes}));
`);
