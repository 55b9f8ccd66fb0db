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
let about;       // `posenc --help --json`
let own_rows;    // did somebody type max-len?
let kept = {};   // the files that words may name
let models = {}; // of these, the tables of models' files, as `posenc presets --json` describes them
let audited;     // the name of the one to audit

/* Splits a line as a shell would. `quoted` is its inverse. */
function split(line) {
    const pieces = line.match(/(?:'[^']*'|"[^"]*"|\\[^]|[^\s'"\\])+/g) || [];
    return pieces.map(piece => piece.replace(/'([^']*)'|"([^"]*)"|\\([^])/g, '$1$2$3'));
}

const quoted = word => /^[\w.,:\/+=@%-]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'";

/* The words of a command line, each as [name, value...]. What stands in front of the first name is a word of its own. */
function words_of(pieces) {
    const words = [];
    for (const piece of pieces) {
        const [, name, value] = /^(--[^=]+)=([^]*)$/.exec(piece) || [];
        if (piece.startsWith('--') || !words.length)
            words.push(name ? [name, value] : [piece]);
        else
            words[words.length - 1].push(piece);
    }
    return words;
}

/* The words of the fields. */
const given_words = () => [...fields.filter(name => at(name).value.trim()).map(name => ['--' + name, at(name).value.trim()]),
    ...words_of(split(at('others').value))];

/* Puts words into the fields. A field without a word becomes empty, except those that stay. */
function put(words, staying = []) {
    for (const name of fields.filter(name => !staying.includes(name)))
        at(name).value = '';
    const others = words.filter(([name, value, ...more]) => {
        const field = value !== undefined && !more.length && fields.includes(name.slice(2)) && at(name.slice(2));
        if (field)
            field.value = value;
        const taken = field && field.value === value;
        if (field && !taken) // a choice that there isn't: the program shall say so
            field.value = '';
        return !taken;
    });
    at('others').value = others.flat().map(quoted).join(' ');
    at('model-field').hidden = !at('model').value;
    own_rows = false;
    return show_preset();
}

const words_of_table = () => given_words().filter(([name]) => table_words.includes(name)).flat();

/* The entry of the list of formats for an ending, a format, or both. */
const format_option = (ending, format) => [...at('format').options].find(({value, dataset}) =>
    (!ending || value === ending) && (format ? dataset.format === format : !dataset.named));

/* Words may name a format, too. */
function words_of_output() {
    const own = given_words().find(([name]) => name === '--format');
    const {value, dataset} = own && format_option('', own[1]) || at('format').selectedOptions[0];
    const named = dataset.named && !own ? ['--format', dataset.named] : [];
    return [...given_words().flat(), ...named, '-o', (at('name').value.trim() || 'pe') + value];
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
    const [, more] = /, (?:which type .* needs; .*?,|which preset .* is for, as in) (--.*)/.exec(line) || [];
    if (more) { // a scale, or a grid
        at(field ? field + '-wrong' : 'wrong').append(' ', button('Add ' + more, () => {
            at('others').value = `${at('others').value} ${more}`.trim();
            if (/^--grid/.test(more)) // whose sizes are the number of rows
                at('max-len').value = '';
            make();
        }));
    }
}

function button(label, work) {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = label;
    made.onclick = work;
    return made;
}

/* --- the table */

let current;     // the AbortController of the table that is being made
let shown;       // the words of the table that is there
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

/* Makes the table. If only a word changed, and nobody pressed the button, it may take some seconds. What posenc would refuse, and
 * what no page can hold, is known before anything is computed. */
async function make(pressed = false) {
    if (!program)
        return;
    current?.abort();
    at('table').setAttribute('aria-busy', 'true');
    at('made').inert = at('link').disabled = true;
    shown = '';
    const mine = current = new AbortController(), stop = mine.signal;
    const words = words_of_output(), seconds = pressed ? 0 : UNASKED_SECONDS;
    show_command(['posenc', ...words].map(quoted));
    at('copies').hidden = false;
    const slow = setTimeout(busy, 150, 'working', true);
    const progress = line => { // an empty one takes the last away
        if (line) {
            at('state').textContent = line;
            at('share').value = parseFloat(line);
        }
    };
    const [size, refused] = run_word() ? [, {status: 2, errors: `posenc: ${run_word()} is not for a page`}] : await size_of_table(words, stop);
    if (size && !pressed && size.entries > AT_ONCE_ENTRIES)
        await new Promise(resolve => setTimeout(resolve, 250));
    if (mine === current)
        remember();
    const bytes = mine === current && size ? await bytes_of_table(words, size, stop) : 0, begin = performance.now();
    const table = refused || bytes > MOST_BYTES || mine !== current || stop.aborted ? refused
        : await run(words, kept, {stop, seconds, progress});
    const milliseconds = performance.now() - begin;
    clearTimeout(slow);
    if (mine !== current)
        return;
    busy(bytes > MOST_BYTES ? 'no table: too large for a page' : table?.status ? 'no table' : table ? `made in ${milliseconds.toFixed(0)} ms`
        : pressed || stop.aborted ? 'stopped' : 'This takes longer: press “Make the table”.', false);
    show_wrong(table ? table.errors : '');
    if (bytes > MOST_BYTES)
        at('wrong').textContent = `This table has some ${(bytes / 1e9).toFixed(1)} GB, and a page can hold 1 GB. Run the command in a terminal:`;
    at('made').hidden = !table || table.status !== 0;
    at('made').inert = false;
    const file = size && file_of_address();
    at('link').disabled = !size || file || (table && table.status !== 0);
    at('copied').textContent = file ? `No link can hold the numbers in ${file}: send the command and the file.` : '';
    shown = at('made').hidden ? '' : words.join(' ');
    if (!at('made').hidden)
        await show_table(table, words[words.length - 1], size, mine);
    if (mine === current)
        at('table').setAttribute('aria-busy', 'false');
}

/* [{rows, columns, entries}], from the name that posenc gives such a table; or [, the run] if it refuses the words. */
async function size_of_table(words, stop) {
    const unnamed = words_of(words).filter(([name]) => name !== '--name').flat();
    const listed = await run([...unnamed, '--list', '--json'], kept, {stop});
    if (!listed || listed.status !== 0)
        return [, listed];
    const [, rows, columns = 1] = /_(\d+)(?:x(\d+))?"/.exec(text(listed.output)) || [, 0];
    return [{rows: Number(rows), columns: Number(columns), entries: rows * columns}];
}

/* The bytes of the files of a large table, from some rows in its middle; 0 if it is small, or has no such part. */
async function bytes_of_table(words, {rows, columns, entries}, stop) {
    if (entries < 1e7 || words.includes('--rows'))
        return 0;
    const count = Math.min(rows, Math.ceil(1e4 / columns)), middle = (rows - count) >> 1;
    const part = await run([...words, '--rows', `${middle}:${middle + count}`], kept, {stop});
    return part?.status === 0 ? Object.values(part.files).reduce((sum, {length}) => sum + length, 0) * rows / count : 0;
}

/* The requested output comes first, then the files that belong to it. */
async function show_table(table, output, {rows, columns}, mine) {
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
    const figure = columns < 4 ? ['waves', '--rows', `0:${Math.min(rows, 512)}`] : ['heatmap'];
    const drawn = await run(['plot', ...words_of_table(), '--figure', ...figure, '-o', 'pe.svg'], kept, {stop: mine.signal});
    if (mine !== current || !drawn)
        return;
    at('figure').replaceChildren();
    if (drawn.files['pe.svg']) {
        const image = new Image();
        image.alt = columns < 4 ? 'The waves of the table' : 'Heat map of the table';
        image.src = url_of(drawn.files['pe.svg'], 'image/svg+xml');
        at('figure').append(image);
    } else {
        at('figure').textContent = drawn.errors;
    }
}

/* The first lines of a text, or of the bytes in hexadecimal. */
function beginning(bytes) {
    const first = bytes.subarray(0, 4000), LINES = 44;
    if (!first.some(byte => byte < 9 || (byte > 13 && byte < 32)))
        return text(first).split('\n').slice(0, LINES).join('\n') + (bytes.length > first.length || text(first).split('\n').length > LINES ? '\n...' : '');
    const lines = [];
    for (let k = 0; k < Math.min(bytes.length, 256); k += 16) {
        const row = [...bytes.subarray(k, k + 16)];
        const digits = row.map(byte => byte.toString(16).padStart(2, '0')).join(' ');
        lines.push(k.toString(16).padStart(8, '0') + '  ' + digits.padEnd(49)
            + row.map(byte => byte > 31 && byte < 127 ? String.fromCharCode(byte) : '.').join(''));
    }
    return lines.join('\n') + (bytes.length > 256 ? '\n...' : '');
}

/* --- the address, which holds the words: #preset=whisper&max-len=1500 */

const FIRST = 'max-len=128&d-model=64'; // without words in the address
let remembered = ''; // the part of the address that this page wrote

/* The words of a model's file stand for the file, which nobody else has. */
function remember() {
    const own = new Map(given_words().map(([name, ...values]) => [name.slice(2), values.join(' ')]));
    const [file, key = ''] = (own.get('model') || '').split(':');
    const table = models[file]?.find(table => table.key === key || models[file].length === 1);
    const all = new Map(Object.entries(table?.words || {}));
    for (const [name, value] of own)
        if (name !== 'model' || !table)
            all.set(name, value);
    const {value, dataset} = at('format').selectedOptions[0];
    const params = new URLSearchParams([...all].filter(([name]) => may_come(name)));
    if (dataset.named)
        params.set('format', dataset.named);
    if (value !== '.h')
        params.set('output', value);
    remembered = '#' + params.toString().replace(/%(2C|2F|3A)/g, decodeURIComponent);
    if (location.hash !== remembered && (location.hash || remembered !== '#' + FIRST))
        history.replaceState(null, '', remembered);
}

/* A file that the words of the address name, such as a model's with factors. */
const file_of_address = () => Object.keys(kept).find(name => [...new URLSearchParams(remembered.slice(1)).values()].some(value => value.split(/[:,=]/).includes(name)));

const may_come = name => Object.hasOwn(about.words, name) || name === 'rows';
/* An option that says what a run does, such as -o: the page does that. */
const run_word = () => split(at('others').value).find(piece => /^-[a-z]/.test(piece) ||
    /^--/.test(piece) && Object.hasOwn(about.options, piece.slice(2)) && !/^--(rows|engine|threads)$/.test(piece));

/* Takes the words of the address, which anybody may have written: only words of a table, as texts in fields. */
async function take_address() {
    const words = [], strange = [];
    const params = new URLSearchParams(location.hash.slice(1) || FIRST);
    const format = params.get('format') || '', output = params.get('output') || (format ? '' : '.h');
    const option = format_option(output, format);
    if (!option)
        strange.push(`${format} ${output}`.trim());
    at('format').value = '.h';
    (option || at('format').options[0]).selected = true;
    show_format();
    params.delete('output');
    params.delete('format');
    for (const [name, value] of params) {
        if (may_come(name) && value && value.length < 1000 && !/[\x00-\x1f\x7f]/.test(value))
            words.push(['--' + name, value]);
        else
            strange.push(name);
    }
    const without = params.has('grid') || params.has('model') || params.has('positions-file') ? [] : [...new URLSearchParams(FIRST)].filter(([name]) => !params.has(name));
    await put([...words, ...without.map(([name, value]) => ['--' + name, value])]);
    if (without.some(([name]) => name === 'd-model'))
        leave_width();
    at('address-wrong').textContent = strange.length
        ? `Not understood in the address: ${strange.map(name => name.slice(0, 40)).slice(0, 5).join(', ')}` : '';
}

/* --- presets */

const ASK = 'a model or library: type a part of its name, or choose one by the arrow keys';
let asked = 0;
let searched;     // the name that was asked for last
let all_presets;  // what the list shows if nothing is typed
let options = []; // the entries of the list that is open
let active = -1;  // the one that the arrow keys are at
let preset_words = {}; // what the field's preset stands for

const is_preset = name => about.presets[name]?.tables === 1;

/* Each entry is [words, explanation]. */
function open_list(entries) {
    options = entries;
    at('found').hidden = !entries.length;
    at('preset').setAttribute('aria-expanded', String(!at('found').hidden));
    at('found').replaceChildren(...entries.map(([words, explanation], k) => {
        const option = document.createElement('div'), more = document.createElement('small');
        option.id = 'found-' + k;
        option.setAttribute('role', 'option');
        option.textContent = words.replace(/^--preset /, '');
        more.textContent = explanation;
        option.append(more);
        option.onclick = () => choose(k);
        return option;
    }));
    at('found').scrollTop = 0;
    go_to(-1);
}

function go_to(k) {
    active = k;
    [...at('found').children].forEach((option, j) => option.setAttribute('aria-selected', String(j === k)));
    if (k < 0)
        at('preset').removeAttribute('aria-activedescendant');
    else
        at('preset').setAttribute('aria-activedescendant', 'found-' + k);
    at('found').children[k]?.scrollIntoView({block: 'nearest'});
}

/* A preset stands for words, so those of other fields go, except sizes and what the output is. */
async function choose(k) {
    if (!options[k]) // a list that is no more
        return;
    await put(words_of(split(options[k][0])), ['max-len', 'd-model', 'type', 'name']);
    leave_width();
    make();
}

/* A preset of one width needs no other. The next preset gets it back. */
let width_left = '';
function leave_width() {
    const width = at('d-model').value;
    if (preset_words['d-model'])
        [width_left, at('d-model').value] = [width || width_left, ''];
    else
        [width_left, at('d-model').value] = ['', width || width_left];
}

/* No list that was asked for opens any more. */
function leave_list() {
    if (half_typed())
        asked++;
    open_list([]);
}

const half_typed = () => at('preset').value.trim() && !is_preset(at('preset').value.trim());

/* What was typed into the field is a whole name, or none. */
async function take_preset() {
    if (at('preset').value.trim() === searched || half_typed())
        return;
    if (at('preset').value.trim() && at('model').value)
        leave_model();
    await show_preset();
    leave_width();
}

async function list_all() {
    const lines = all_presets ||= (await said(['presets'])).match(/^\S+ .*\n {16,}--.*/gm).map(lines => {
        const [, name, from, words] = /^(\S+) +(.*)\n *(.*)/.exec(lines);
        return ['--preset ' + name, `${from.replace(/^.* {2,}|^posenc help .*/, '')} ${words}`.trim()];
    });
    if (document.activeElement === at('preset')) {
        open_list(lines);
        go_to(lines.findIndex(([words]) => words === '--preset ' + at('preset').value.trim()));
    }
}

/* Joins the lines of a paragraph. `words:` and its like begin one. */
const paragraphs = lines => lines.map(line => line.trim()).join('\n').replace(/\n(?!\w+: )/g, ' ');

/* Everything about the preset of the field. */
async function show_preset() {
    const name = searched = at('preset').value.trim(), number = ++asked;
    open_list([]);
    const lines = name && is_preset(name) ? (await said(['presets', name])).split('\n').slice(1).filter(line => !/^posenc /.test(line)) : [];
    if (number !== asked)
        return;
    const known = paragraphs(lines).trim(), [, words = ''] = /^(?:words|command): +(.*)/m.exec(known) || [];
    at('preset-about').textContent = known || ASK;
    preset_words = Object.fromEntries(words_of(split(words)).map(([word, value]) => [word.slice(2), value]));
    show_defaults();
}

/* The presets that `posenc presets` finds for a part of a name. */
async function find_presets() {
    const name = searched = at('preset').value.trim(), number = ++asked;
    const {status, output} = await run(['presets', name]);
    if (number !== asked)
        return;
    const found = status ? '' : text(output).trimEnd();
    open_list(!found ? [] : !found.startsWith('--preset ') ? [['--preset ' + found.replace(/[:\n][^]*/, ''), paragraphs(found.split('\n').slice(1)).split('\n')[0].trim()]]
        : found.split(/\n(?=--preset )/).map(entry => entry.split(/\n\n/)[0].split('\n')).map(([words, ...lines]) =>
            [words, lines.map(line => line.trim()).join(' ')]));
    at('preset-about').textContent = found ? 'choose one of these' : 'no name, system or source has this part';
}

/* --- files */

const MOST_ENTRIES = 1e6; // of a model's table that is made with all its rows
const ROWS = 128;         // of a longer one

const take = files => read_files(files).catch(error => { at('wrong').textContent = error.message; });

async function read_files(files) {
    for (const file of files) {
        kept[file.name] = new Uint8Array(await file.arrayBuffer());
        if (/\.(json|gguf)$/i.test(file.name)) {
            const {status, output, errors} = await run(['presets', '--json', file.name], kept);
            models[file.name] = status ? [] : JSON.parse(text(output)).tables.map(({key, words, none}) => ({key, none, words: words && with_both(words)}));
            use_model(file.name, models[file.name].find(({words}) => words));
        } else if (!/\.(txt|lua|tsv|csv)$/i.test(file.name)) { // which other words name
            audited = file.name;
        }
    }
    show_files();
    const audits = files.some(file => file.name === audited);
    if (audits)
        await audit('--guess');
    if (!audits || files.length > 1)
        await make();
}

/* A rotary model needs cosines and sines. */
const BOTH = '--component cos,sin';
const with_both = words => words.preset === 'rope-hf' ? {...words, component: 'cos,sin'} : words;

const phrase = words => Object.entries(words).map(([name, value]) => `--${name} ${quoted(value)}`).join(' ');

/* The words that the file gives go into the command by its name, and sizes into their fields. */
function use_model(name, table) {
    const {'max-len': rows, 'd-model': width, component} = table?.words || {};
    at('preset').value = '';
    if (!at('others').value || at('others').value === BOTH)
        at('others').value = component ? BOTH : '';
    at('model').value = name + (table?.key ? ':' + table.key : '');
    at('model-field').hidden = false;
    at('d-model').value = width || '';
    if (rows * width <= MOST_ENTRIES || !own_rows)
        at('max-len').value = rows * width <= MOST_ENTRIES ? rows : ROWS;
    at('max-len-about').textContent = rows ? `rows; ${name} has ${rows}` : 'rows';
    own_rows = false;
    show_preset();
}

function show_files() {
    at('kept').replaceChildren(...Object.keys(kept).map(name => {
        const item = document.createElement('li'), label = document.createElement('span');
        label.textContent = `${name}, ${kept[name].length.toLocaleString('en')} bytes`;
        item.append(label, ...(models[name] || []).map(({key, words, none}) => words ? button(`Use ${key && key + ': '}${phrase(words)}`, () => {
            put(words_of(split(phrase(words))), ['type', 'name']);
            make();
        }) : `${key}: ${none}`), button(`Remove ${name}`, () => remove(name)));
        return item;
    }));
    at('audit').hidden = !audited;
}

function leave_model() {
    at('model').value = '';
    at('model-field').hidden = true;
    at('max-len-about').textContent = 'rows';
    if (at('others').value === BOTH)
        at('others').value = '';
}

function remove(name) {
    delete kept[name];
    delete models[name];
    if (audited === name) {
        audited = undefined;
        audits++;
    }
    if (at('model').value.split(':')[0] === name) {
        leave_model();
    }
    show_files();
    at('file').value = '';
    at('file').focus();
    make();
}

let audits = 0;
let guessed; // the words that a guess has found

async function audit(...words) {
    const number = ++audits;
    at('report').textContent = 'working';
    at('use').hidden = true;
    const {status, output, errors} = await run(['audit', audited, ...words], kept);
    if (number !== audits)
        return;
    const command = ['posenc', 'audit', audited, ...words].map(quoted).join(' ');
    at('report').textContent = `$ ${command}\n${text(output)}${errors}exit status ${status}`;
    const [, found] = /^posenc (--.*)/.exec(text(output)) || [];
    if (found && words.includes('--guess')) {
        guessed = words_of(split(found));
        at('use').hidden = false;
    }
}

/* --- events */

const UNASKED_SECONDS = 2;   // that a table may take which nobody asked for
const AT_ONCE_ENTRIES = 1e5; // a table with more waits for the next key
const MOST_BYTES = 1e9;      // that a page can hold

let typed;
at('words').addEventListener('submit', async event => {
    event.preventDefault();
    clearTimeout(typed);
    at('made').inert = at('link').disabled = true;
    leave_list();
    await take_preset();
    make(true);
});
at('words').addEventListener('input', event => {
    if (event.target === at('file'))
        return;
    clearTimeout(typed);
    at('address-wrong').textContent = '';
    own_rows ||= event.target === at('max-len');
    if (event.target.id !== 'others' && at(event.target.id + '-wrong'))
        at(event.target.id + '-wrong').textContent = '';
    if (event.target === at('model')) { // another table's size
        const [file, key] = at('model').value.trim().split(':');
        at('d-model').value = models[file]?.find(table => table.key === key)?.words['d-model'] || '';
    }
    const of_preset = event.target === at('preset'), waits = of_preset && half_typed();
    if (of_preset)
        [options, active] = [[], -1]; // the list is that of an older text
    if (!waits)
        at('made').inert = at('link').disabled = true;
    typed = setTimeout(async () => {
        if (of_preset && at('preset').value.trim() !== searched) {
            if (waits)
                find_presets();
            else
                await take_preset();
            if (!at('preset').value.trim())
                list_all();
        }
        if (!waits)
            make();
    }, 60);
});

/* A preset that is half typed isn't wrong. It is when the field is left. */
at('preset').addEventListener('change', async () => {
    leave_list();
    await take_preset();
    if (words_of_output().join(' ') !== shown) // else a click on a download, which takes the focus, would find another
        make();
});
at('preset').addEventListener('blur', () => open_list([]));
at('preset').addEventListener('click', () => at('found').hidden && list_all());
at('preset').addEventListener('keydown', async event => {
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step) {
        event.preventDefault();
        if (at('found').hidden)
            await list_all();
        go_to(active < 0 && step < 0 ? options.length - 1 : (active + step + options.length) % options.length);
    } else if (event.key === 'Escape') {
        open_list([]);
    } else if (event.key === 'Enter' && (active >= 0 || (options.length === 1 && !is_preset(at('preset').value.trim())))) {
        event.preventDefault();
        choose(Math.max(active, 0));
    }
});
at('found').addEventListener('pointerdown', event => event.preventDefault()); // the field keeps the focus
window.addEventListener('hashchange', async () => {
    if (program && location.hash !== remembered) {
        await take_address();
        make();
    }
});

async function copy(copied, said) {
    try {
        await navigator.clipboard.writeText(copied);
        at('copied').textContent = said;
    } catch { // in a page that came by http
        getSelection().selectAllChildren(at('command'));
        at('copied').textContent = 'The browser refused to copy: the command is selected, and the link is in the address.';
    }
    setTimeout(() => { at('copied').textContent = ''; }, 4000);
}
at('copy').addEventListener('click', () => copy(at('command').textContent, 'The command is copied.'));
at('link').addEventListener('click', () => copy(location.href.replace(/#.*/, '') + remembered, 'The link is copied.'));
at('use').addEventListener('click', () => {
    put(guessed, ['name']);
    make();
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

/* The choices and meanings of the words. */
function show_words() {
    for (const name of fields) {
        const {choices, default: normal, meaning} = about.words[name];
        if (at(name).tagName === 'SELECT')
            at(name).replaceChildren(new Option(normal, ''), ...choices.map(choice => new Option(choice)));
        if (!at(name + '-about').textContent)
            at(name + '-about').textContent = meaning;
    }
    show_defaults();
    const known = new Set();
    at('format').replaceChildren(...Object.entries(about.formats).flatMap(([name, {extension, extensions}]) =>
        (extensions.length ? extensions : [extension]).map(ending => {
            const option = new Option(`${name} (${ending})`, ending);
            option.dataset.format = name;
            if (known.has(ending))
                option.dataset.named = name;
            known.add(ending);
            return option;
        })));
}

/* What a field means without a value. */
function show_defaults() {
    for (const name of fields.filter(name => !['preset', 'model'].includes(name))) {
        const normal = preset_words[name] ?? about.words[name].default ?? '';
        if (at(name).tagName === 'SELECT')
            at(name).options[0].textContent = `${normal} (${preset_words[name] ? at('preset').value.trim() : 'default'})`;
        else
            at(name).placeholder = normal;
    }
}

function show_format() {
    at('format-about').textContent = about.formats[at('format').selectedOptions[0].dataset.format].meaning;
}
at('format').addEventListener('change', show_format);

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
    const [help, json] = await Promise.all([said(['--help']), said(['--help', '--json'])]);
    at('help').textContent = help;
    about = JSON.parse(json);
    table_words = Object.entries(about.words).filter(([, word]) => word.commands.includes('plot')).map(([name]) => '--' + name);
    show_words();
    await take_address();
    await make();
}
new PerformanceObserver((_, observer) => {
    observer.disconnect();
    load().catch(error => { at('state').textContent = `posenc can't be loaded here: ${error.message}`; });
}).observe({type: 'paint', buffered: true});
