// SPDX-License-Identifier: MIT
// The package as a module: prints the size of a file that it makes, if all else is as it should be.
import { PosencError, run, table } from 'posenc';

const bytes = table({ 'max-len': 64, 'd-model': 32, format: 'raw' });
const same = table(['--max-len', 64, '--d-model', 32, '--format', 'raw']);
if (bytes.length !== 64 * 32 * 4 || bytes.some((byte, k) => byte !== same[k]) ||
    new Float32Array(bytes.buffer)[33] !== Math.fround(Math.cos(1)))
    throw new Error('other bytes');
try {
    table({ 'max-len': 'many', 'd-model': 8 });
    throw new Error('no error');
} catch (error) {
    if (!(error instanceof PosencError) || error.status !== 2 ||
        error.message !== "posenc: max-len 'many' is not a whole number")
        throw error;
}
const config = new TextEncoder().encode('{"model_type": "llama", "head_dim": 64}');
const { status, files } = run(['--model', 'config.json', '--max-len', 8, '-o', 'rope.h'], { 'config.json': config });
if (status !== 0 || Object.keys(files).join() !== 'rope.h')
    throw new Error('no file');
console.log(files['rope.h'].length);
