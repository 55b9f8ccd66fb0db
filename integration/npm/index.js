// SPDX-License-Identifier: MIT
/* posenc as a module, for node, bundlers and browsers: it needs no files. */
import { posenc_run, program } from './program.js';

/* posenc's message, one line, and its exit status. */
export class PosencError extends Error {
    constructor(message, status) {
        super(message);
        this.name = 'PosencError';
        this.status = status;
    }
}

/* Runs posenc as a command; the files, {name: bytes}, are its working folder. */
export function run(words, files = {}) {
    return posenc_run(program(), words.map(String), files);
}

/* The bytes of a table, for its words as a list or as {word: value}. */
export function table(words, files = {}) {
    const list = Array.isArray(words) ? words : Object.entries(words).flatMap(([word, value]) => ['--' + word, value]);
    const { status, output, errors } = run([...list, '-o', '-'], files);
    if (status !== 0)
        throw new PosencError(errors.trim(), status);
    return output;
}
