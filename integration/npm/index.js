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

const refuse = message => { throw new PosencError('posenc: ' + message, 2); };

/* Runs posenc as a command; the files, {name: bytes}, are its working folder. */
export function run(words, files = {}) {
    if (!Array.isArray(words))
        refuse("run takes words as a list, such as ['help', 'type']");
    words.forEach((word, k) => typeof word === 'string' || typeof word === 'number' ||
        refuse(`word ${k + 1} is ${word}, which is neither a string nor a number`));
    return posenc_run(program(), words.map(String), files);
}

/* The bytes of a table, for its words as a list or as {word: value}. */
export function table(words, files = {}) {
    if (typeof words !== 'object' || !words)
        refuse("table takes words, such as {'max-len': 512, 'd-model': 384}");
    const list = Array.isArray(words) ? words : Object.entries(words).flatMap(([word, value]) =>
        typeof value === 'string' || typeof value === 'number' ? ['--' + word, value]
            : refuse(`${word} is ${value}, which is neither a string nor a number`));
    const { status, output, errors } = run([...list, '-o', '-'], files);
    if (status !== 0)
        throw new PosencError(errors.trim(), status);
    return output;
}
