// SPDX-License-Identifier: MIT
/* The page: words in fields, runs of posenc in workers, what came out. What words there are, their choices and defaults,
 * and everything that is wrong with them, the program itself says.
 *
 * The program comes after the first paint, as a script, program.js: a page that is opened as a file may fetch nothing, and
 * may start a worker only from a text. */
'use strict';

const at = id => document.getElementById(id);
const fields = ['model', 'preset', 'max-len', 'd-model', 'base', 'spacing', 'layout', 'first', 'type', 'name'];

/* --- runs */

let program;     // of WebAssembly, compiled
let worker_text; // the URL of the worker's script
let spare;       // a worker that has started, for the next run

const start_worker = () => new Worker(worker_text);

/* Runs posenc. Resolves to the result of posenc_run, or to null if it was stopped: by `stop`, or after `seconds`. */
function run(words, files = {}, {stop, seconds, progress} = {}) {
    const worker = spare || start_worker();
    spare = null;
    return new Promise(resolve => {
        const end = result => {
            clearTimeout(timer);
            worker.terminate();
            spare ||= start_worker();
            resolve(result);
        };
        const timer = seconds && setTimeout(end, 1000 * seconds, null);
        stop?.addEventListener('abort', () => end(null));
        worker.onmessage = ({data}) => data.done ? end(data.done) : progress?.(data.progress);
        worker.onerror = event => end({status: 1, output: new Uint8Array(), errors: 'posenc: ' + event.message, files: {}});
        worker.postMessage({program, words, files});
    });
}

const text = bytes => new TextDecoder().decode(bytes);
const said = async words => text((await run(words)).output);

/* --- words */

let table_words; // the names of words that say what a table is, which audit and plot take
let kept = {};   // the files that words may name
let audited;     // the name of the one to audit

/* Splits a line as a shell would. */
function split(line) {
    const pieces = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) || [];
    return pieces.map(piece => piece.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}

const quoted = word => /^[\w.,:\/+=@%-]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'";

/* The words of the fields, as [name, value...], and whether they are a table's. */
function given_words() {
    const given = fields.filter(name => at(name).value.trim()).map(name => ['--' + name, at(name).value.trim()]);
    for (const piece of split(at('others').value)) {
        const [, name, value] = /^(--[^=]+)=([^]*)$/.exec(piece) || [];
        if (piece.startsWith('--') || !given.length)
            given.push(name ? [name, value] : [piece]);
        else
            given[given.length - 1].push(piece);
    }
    return given;
}

const words_of_table = () => given_words().filter(([name]) => table_words.includes(name)).flat();

function words_of_output() {
    const format = at('format').selectedOptions[0];
    const named = format.dataset.named ? ['--format', format.dataset.named] : [];
    return [...given_words().flat(), ...named, '-o', (at('name').value.trim() || 'pe') + at('format').value];
}

/* Shows an error beside the field that it names, or else below the title of the table; '' is no error. */
function show_wrong(errors) {
    const line = errors.trim(), names = [...fields, 'format'];
    const names_word = name => new RegExp('(^posenc: |--)' + name + '(?![\\w-])').test(line);
    let field = names.find(names_word);
    const others = split(at('others').value).filter(piece => piece.startsWith('--')).map(piece => piece.slice(2).replace(/=.*/, ''));
    if (line && !field && others.some(names_word))
        field = 'others';
    if (line && !field && at('model').value && line.startsWith(at('model').value.split(':')[0]))
        field = 'model';
    if (at('others').value.trim() && /^posenc: unexpected argument/.test(line))
        field = 'others';
    field ||= names.find(name => line.includes(` ${name} '`)); // that names it beside something else
    for (const name of [...names, 'others']) {
        at(name + '-wrong').textContent = name === field ? line : '';
        at(name).removeAttribute('aria-invalid');
        if (name === field) {
            at(name).setAttribute('aria-invalid', 'true');
            for (let part = at(name).closest('details'); part; part = part.parentElement.closest('details'))
                part.open = true;
        }
    }
    at('wrong').textContent = field ? '' : line;
}

/* --- the table */

let current;     // the AbortController of the table that is being made
let urls = [];   // of what is shown

const url_of = (bytes, type = 'application/octet-stream') => {
    urls.push(URL.createObjectURL(new Blob([bytes], {type})));
    return urls[urls.length - 1];
};

function busy(state, working) {
    at('state').textContent = state;
    at('stop').hidden = at('share').hidden = !working;
    at('share').removeAttribute('value');
}

/* Lines end between words, not at the hyphens in them. */
function show_command(words) {
    at('command').replaceChildren(...words.flatMap((word, k) => {
        const piece = document.createElement('span');
        piece.textContent = word;
        return k ? [' ', piece] : [piece];
    }));
}

/* Makes the table. If only a word changed, and nobody pressed the button, it may take this many seconds. */
async function make(seconds) {
    if (!program)
        return;
    current?.abort();
    at('table').setAttribute('aria-busy', 'true');
    const mine = current = new AbortController();
    const words = words_of_output(), begin = performance.now();
    show_command(['posenc', ...words].map(quoted));
    const slow = setTimeout(busy, 150, 'working', true);
    const progress = line => { // an empty one takes the last away
        if (line) {
            at('state').textContent = line;
            at('share').value = parseFloat(line);
        }
    };
    const table = await run(words, kept, {stop: mine.signal, seconds, progress});
    const milliseconds = performance.now() - begin;
    clearTimeout(slow);
    if (mine !== current)
        return;
    busy(!table ? (seconds && !mine.signal.aborted ? 'This takes longer: press “Make the table”.' : 'stopped')
        : table.status ? 'no table' : `made in ${milliseconds.toFixed(0)} ms`, false);
    show_wrong(table ? table.errors : '');
    at('made').hidden = !table || table.status !== 0;
    if (!at('made').hidden)
        await show_table(table, words[words.length - 1], mine);
    if (mine === current)
        at('table').setAttribute('aria-busy', 'false');
}

/* The requested output comes first, then the files that belong to it. */
async function show_table(table, output, mine) {
    urls.splice(0).forEach(URL.revokeObjectURL);
    const names = Object.keys(table.files).sort((a, b) => (b === output) - (a === output));
    at('files').replaceChildren(...names.map(name => {
        const bytes = table.files[name];
        const item = document.createElement('li'), link = document.createElement('a');
        link.href = url_of(bytes);
        link.download = name;
        link.textContent = `Download ${name}`;
        item.append(link, ` ${bytes.length.toLocaleString('en')} bytes`);
        return item;
    }));
    at('beginning').textContent = beginning(table.files[names[0]] || table.output);
    const drawn = await run(['plot', ...words_of_table(), '--figure', 'heatmap', '-o', 'pe.svg'], kept, {stop: mine.signal});
    if (mine !== current || !drawn)
        return;
    at('figure').replaceChildren();
    if (drawn.files['pe.svg']) {
        const image = new Image();
        image.alt = 'Heat map of the table';
        image.src = url_of(drawn.files['pe.svg'], 'image/svg+xml');
        at('figure').append(image);
    } else {
        at('figure').textContent = drawn.errors;
    }
}

/* The first lines of a text, or of the bytes in hexadecimal. */
function beginning(bytes) {
    const first = bytes.subarray(0, 3000);
    if (!first.some(byte => byte < 9 || (byte > 13 && byte < 32)))
        return text(first).split('\n').slice(0, 40).join('\n') + (bytes.length > first.length ? '\n...' : '');
    const lines = [];
    for (let k = 0; k < Math.min(bytes.length, 256); k += 16) {
        const row = [...bytes.subarray(k, k + 16)];
        const digits = row.map(byte => byte.toString(16).padStart(2, '0')).join(' ');
        lines.push(k.toString(16).padStart(8, '0') + '  ' + digits.padEnd(49)
            + row.map(byte => byte > 31 && byte < 127 ? String.fromCharCode(byte) : '.').join(''));
    }
    return lines.join('\n') + (bytes.length > 256 ? '\n...' : '');
}

/* --- presets */

let asked = 0;
let searched = ''; // the text that was asked for last

/* Shows the output of `posenc presets` for the text: everything about a preset, or a button for each preset that it finds. */
async function find_presets() {
    const name = searched = at('preset').value.trim(), number = ++asked;
    const answer = name ? await run(['presets', name]) : null;
    if (number !== asked)
        return;
    const found = answer ? text(answer.output).trimEnd() : '', [first] = found.split(/[:\n]/);
    const list = found.startsWith('--preset ') ? found.split(/\n(?=--preset )/)
        : first && first !== name ? ['--preset ' + found.replace(/:.*/, '')] : [];
    const about = found.split('\n').slice(1).map(line => line.trim()).join('\n').replace(/\n(?!\w+: )/g, ' ');
    at('preset-about').textContent = list.length ? '' : about || 'the words of a named system: type a part of its name';
    at('found').hidden = !list.length;
    at('found').replaceChildren(...list.map(entry => {
        const [words, ...lines] = entry.split('\n');
        const button = document.createElement('button'), more = document.createElement('small');
        button.type = 'button';
        button.textContent = words;
        more.textContent = lines.map(line => line.trim()).join(' ');
        button.append(more);
        button.onclick = () => {
            const [, preset, ...others] = split(words);
            at('preset').value = preset;
            at('others').value = others.join(' ');
            find_presets();
            make(AT_ONCE);
            at('preset').focus();
        };
        return button;
    }));
}

/* --- files */

async function take(files) {
    for (const file of files) {
        kept[file.name] = new Uint8Array(await file.arrayBuffer());
        if (/\.json$/i.test(file.name)) {
            at('model-field').hidden = false;
            at('model').value = file.name;
            at('d-model').value = at('preset').value = '';
        } else if (!/\.(txt|lua|tsv|csv)$/i.test(file.name)) { // which other words name
            audited = file.name;
        }
    }
    const sizes = Object.entries(kept).map(([name, bytes]) => `${name}, ${bytes.length.toLocaleString('en')} bytes`);
    at('kept').textContent = 'Here: ' + sizes.join('; ');
    at('audit').hidden = !audited;
    if (files.some(file => file.name === audited))
        await audit('--guess');
    else
        await make(AT_ONCE);
}

let audits = 0;

async function audit(...words) {
    const number = ++audits;
    at('report').textContent = 'working';
    const {status, output, errors} = await run(['audit', audited, ...words], kept);
    if (number !== audits)
        return;
    const command = ['posenc', 'audit', audited, ...words].map(quoted).join(' ');
    at('report').textContent = `$ ${command}\n${text(output)}${errors}exit status ${status}`;
}

/* --- events */

const AT_ONCE = 2; // seconds that a table may take which nobody asked for

let typed;
at('words').addEventListener('submit', event => {
    event.preventDefault();
    clearTimeout(typed);
    make();
});
at('words').addEventListener('input', event => {
    if (event.target === at('file'))
        return;
    clearTimeout(typed);
    typed = setTimeout(() => {
        if (at('preset').value.trim() !== searched)
            find_presets();
        make(AT_ONCE);
    }, 250);
});
at('stop').addEventListener('click', () => {
    current.abort();
    at('make').focus();
});
at('guess').addEventListener('click', () => audit('--guess'));
at('compare').addEventListener('click', () => audit(...words_of_table()));
at('file').addEventListener('change', () => take([...at('file').files]));
for (const kind of ['dragover', 'dragleave', 'drop']) {
    document.addEventListener(kind, event => {
        event.preventDefault();
        at('drop').classList.toggle('over', kind === 'dragover');
        if (kind === 'drop')
            take([...event.dataTransfer.files]);
    });
}

/* --- the beginning */

/* The choices and meanings of the words, as `posenc --help` lists them: two lines a word. */
function show_help(help, formats) {
    at('help').textContent = help;
    for (const name of fields) {
        const row = new RegExp(`\\n +--${name} ([^\\n]*?)(?:\\n| {2,}) +([^\\n]*)`).exec(help);
        if (at(name).tagName === 'SELECT') {
            const normal = /\[([^[\]]*)\]$/.exec(row[2])[1];
            at(name).replaceChildren(new Option(normal, ''), ...row[1].split('|').map(choice => new Option(choice)));
        }
        if (!at(name + '-about').textContent)
            at(name + '-about').textContent = row[2];
    }
    at('spacing').placeholder = /--spacing (\S+)/.exec(help)[1];
    const known = new Set();
    at('format').replaceChildren(...formats.split('\n').flatMap(line => {
        const [, name, files] = /^(\w+) +([^:]*): /.exec(line) || [, , ''];
        const endings = /BASE/.test(files) ? [/BASE(\.\w+)/.exec(files)[1]] : files.split(' ');
        return endings.filter(Boolean).map(ending => {
            const option = new Option(`${name} ${ending}`, ending);
            if (known.has(ending))
                option.dataset.named = name;
            known.add(ending);
            return option;
        });
    }));
}

async function load() {
    performance.mark('program');
    const script = document.createElement('script');
    script.src = 'program.js';
    await new Promise((resolve, reject) => {
        script.onload = resolve;
        script.onerror = () => reject(new Error('program.js is not beside the page'));
        document.head.append(script);
    });
    worker_text = URL.createObjectURL(new Blob([posenc_program.worker], {type: 'text/javascript'}));
    spare = start_worker();
    program = await WebAssembly.compile(bytes_of(posenc_program.wasm));
    const [help, formats, plot] = await Promise.all([said(['--help']), said(['help', 'format']), said(['plot', '--help'])]);
    show_help(help, formats);
    table_words = plot.slice(plot.indexOf('Words of a table')).match(/--[\w-]+/g);
    await make(AT_ONCE);
}
new PerformanceObserver((_, observer) => {
    observer.disconnect();
    load().catch(error => { at('state').textContent = `posenc can't be loaded here: ${error.message}`; });
}).observe({type: 'paint', buffered: true});
