#!/usr/bin/env node
// SPDX-License-Identifier: MIT
/* posenc as a command: the same program, with the files, streams and environment of node. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import tty from 'node:tty';
import { setFlagsFromString } from 'node:v8';

/* A run should begin at once: the WebAssembly comes as it is rather than in base 64, only functions that are called are compiled,
 * which node 20 does anyway, and files.cjs isn't searched for names to import. */
setFlagsFromString('--wasm-lazy-compilation');
const program = new WebAssembly.Module(readFileSync(new URL('program.wasm', import.meta.url)));
const posenc_start = createRequire(import.meta.url)('./files.cjs');

const EPIPE = 64, PIPE_STATUS = 128 + 13;
let closed = false; // was it, while somebody wrote into the pipe?

const module = {
    quit: status => process.exit(closed ? PIPE_STATUS : status),
    instantiateWasm(imports, done) {
        for (const [name, work] of [['fd_pread', 'read'], ['fd_pwrite', 'write']])
            imports.wasi_snapshot_preview1[name] = (...where) => at_offset(work, ...where);
        const instance = new WebAssembly.Instance(program, imports);
        done(instance);
        return instance.exports;
    },
    preRun: () => Object.assign(module.ENV, process.env),
};
posenc_start(module);

/* Reads or writes at an offset. Emscripten's functions for it drop the offset's upper half. */
function at_offset(work, stream, vectors, count, low, high, done) {
    const { FS, HEAP8, HEAPU32 } = module;
    let bytes = 0;
    try {
        for (let k = vectors >> 2; k < (vectors >> 2) + 2 * count; k += 2)
            bytes += FS[work](FS.streams[stream], HEAP8, HEAPU32[k], HEAPU32[k + 1], high * 2 ** 32 + (low >>> 0) + bytes);
    } catch (error) {
        if (!error.errno)
            throw error;
        return error.errno;
    }
    HEAPU32[done >> 2] = bytes;
    return 0;
}

/* Emscripten takes every standard stream for a terminal, and opens the path of a stream that it should duplicate. Node
 * has no signal of a closed pipe: the run then ends as after one, without a word. */
const { FS } = module, { open, close, write } = FS;
const standard = FS.streams.slice(0, 3);
for (const stream of standard)
    Object.assign(stream, { path: '/dev/fd/' + stream.fd, tty: tty.isatty(stream.fd) });
const standard_at = path => standard.find(stream => stream.path === path);
FS.open = (path, ...how) => standard_at(path) ? FS.createStream(standard_at(path)) : open(path, ...how);
FS.close = stream => standard_at(stream.path) ? FS.closeStream(stream.fd) : close(stream);
FS.write = (stream, memory, offset, length, ...position) => {
    try {
        return closed && stream.nfd === 2 ? length : write(stream, memory, offset, length, ...position);
    } catch (error) {
        closed ||= error.errno === EPIPE;
        throw error;
    }
};

module.callMain(process.argv.slice(2));
