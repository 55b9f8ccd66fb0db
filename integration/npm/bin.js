#!/usr/bin/env node
/* posenc as a command: the same program, with the files, streams and environment of node. */
import tty from 'node:tty';
import { program } from './program.js';
import posenc_start from './files.cjs';

const module = {
    instantiateWasm(imports, done) {
        const instance = new WebAssembly.Instance(program(), imports);
        done(instance);
        return instance.exports;
    },
    preRun: () => Object.assign(module.ENV, process.env),
};
posenc_start(module);

/* Emscripten takes every standard stream for a terminal, and a duplicate of a stream for its only one. */
const { FS } = module, { close } = FS;
for (const stream of FS.streams.slice(0, 3))
    stream.tty = tty.isatty(stream.fd) && {};
FS.close = stream => FS.streams.some(other => other && other !== stream && other.nfd === stream.nfd)
    ? FS.closeStream(stream.fd) : close(stream);

process.exitCode = module.callMain(process.argv.slice(2));
