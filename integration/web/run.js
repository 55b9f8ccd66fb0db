// SPDX-License-Identifier: MIT
/* One run of posenc, in an instance of its own with files in memory. For the page's worker and for the package of npm:
 * make puts it behind emscripten's function posenc_start.
 *
 * program: a WebAssembly.Module. words: as on a command line. files: {name: Uint8Array}, in the folder that the run works
 * in. progress: is called with the text of each line of progress; without it there is none.
 *
 * Returns {status, output, errors, files}: the exit status, the bytes of standard output, the text of standard error, and
 * the files that are new or changed, {name: Uint8Array}. */
'use strict';

function posenc_run(program, words, files = {}, progress = null) {
    const output = [], errors = [];
    const module = {
        instantiateWasm(imports, done) {
            const instance = new WebAssembly.Instance(program, imports);
            done(instance);
            return instance.exports;
        },
        printErr: line => errors.push(new TextEncoder().encode(line + '\n')), // of the runtime itself
    };
    posenc_start(module);
    const {FS} = module;

    /* Streams 1 and 2 write into lists. Progress is shown only on a terminal, as a line that begins with a return. */
    const redirect = (stream, name, bytes, terminal) => {
        const device = FS.makedev(64, stream);
        FS.registerDevice(device, {
            open: opened => { opened.tty = terminal && {}; },
            write(opened, memory, offset, length) {
                const written = memory.slice(offset, offset + length);
                if (terminal && written[0] === 13)
                    progress(new TextDecoder().decode(written).replace(/^\r(posenc:)?|\x1b\[K$/g, '').trim());
                else
                    bytes.push(new Uint8Array(written.buffer));
                return length;
            },
        });
        FS.mkdev('/dev/' + name, device);
        FS.close(FS.streams[stream]);
        FS.open('/dev/' + name, 'w');
    };
    redirect(1, 'output', output, false);
    redirect(2, 'errors', errors, progress !== null);

    const place = '/posenc/';
    FS.mkdir(place);
    FS.chdir(place);
    for (const [name, bytes] of Object.entries(files)) {
        FS.mkdirTree(place + name.replace(/[^/]*$/, ''));
        FS.writeFile(name, bytes);
    }
    const given = new Map(Object.keys(files).map(name => [name, FS.stat(name).ino]));
    const status = module.callMain(words);

    const made = {};
    const collect = folder => {
        for (const entry of FS.readdir(place + folder).filter(entry => !/^\.\.?$/.test(entry))) {
            const name = folder + entry, about = FS.stat(place + name);
            if (FS.isDir(about.mode))
                collect(name + '/');
            else if (given.get(name) !== about.ino)
                made[name] = FS.readFile(place + name);
        }
    };
    collect('');
    return {status, output: join(output), errors: new TextDecoder().decode(join(errors)), files: made};

    function join(pieces) {
        const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
        pieces.reduce((at, piece) => (all.set(piece, at), at + piece.length), 0);
        return all;
    }
}
