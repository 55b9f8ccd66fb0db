// SPDX-License-Identifier: MIT
// The page in Chromium: node check_web.mjs CHECK, with a name of `checks` below; --names lists them. With --answers FILES, the
// answers to the commands on standard input, GROUP|WORDS, as those of commands.sh. The environment has POSENC, the native
// program; TOOLS, where the modules of tools/package.json are; CHROMIUM; and SHOTS, a folder for pictures.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = resolve(fileURLToPath(import.meta.url), '../../..'), site = join(root, 'build/web');
const require = createRequire(join(process.env.TOOLS, 'node_modules/'));
const { chromium } = require('playwright-core');
const sleep = milliseconds => new Promise(done => setTimeout(done, milliseconds));

// --- what checks do

const faults = []; // of all pages, which must have none

async function open(browser, { address = pathToFileURL(join(site, 'index.html')).href, words = '', ready = made, ...options } = {}) {
    const context = await browser.newContext({ acceptDownloads: true, viewport: { width: 1000, height: 900 }, ...options });
    const page = await context.newPage();
    page.on('pageerror', error => faults.push(String(error)));
    page.on('console', message => message.type() === 'error' && faults.push(message.text()));
    page.on('requestfailed', request => faults.push('failed: ' + request.url()));
    await page.goto(address + words);
    await ready(page);
    return page;
}

// Waits until the function is true in the page. The page's policy forbids playwright's own way, which is an eval.
async function until(page, condition, given) {
    for (let k = 0; !await page.evaluate(condition, given); k++) {
        assert.ok(k < 2000, `in vain: ${condition}; ${await page.textContent('main')}`);
        await sleep(20);
    }
}

// Waits until the table of the words is there; or until nothing is, with what is wrong.
const made = page => until(page, () => document.getElementById('table').ariaBusy === 'false' && /^made in /.test(document.getElementById('state').textContent)
    && document.querySelector('#figure img')?.complete);
const refused = page => until(page, () => document.getElementById('table').ariaBusy === 'false' && /^no table/.test(document.getElementById('state').textContent));

// Changes a field as somebody would, and waits for the new table.
async function fill(page, name, value) {
    const old = await page.textContent('#command');
    await page.$eval('#' + name, field => {
        for (let part = field.closest('details'); part; part = part.parentElement.closest('details'))
            part.open = true;
    });
    if (await page.$eval('#' + name, field => field.tagName === 'SELECT'))
        await page.selectOption('#' + name, value);
    else
        await page.fill('#' + name, value);
    await until(page, command => document.getElementById('command').textContent !== command, old);
}

// The files that the page offers, by clicks on them.
async function downloads(page) {
    const files = {};
    for (const link of await page.$$('#files a')) {
        const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
        files[download.suggestedFilename()] = readFileSync(await download.path());
    }
    return files;
}

// The files that the native program makes by the command that the page shows, in a shell.
function native(command, given = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'posenc-'));
    for (const [name, bytes] of Object.entries(given))
        writeFileSync(join(folder, name), bytes);
    execFileSync('sh', ['-c', 'posenc() { "$POSENC" "$@"; }; ' + command], { cwd: folder });
    const files = Object.fromEntries(readdirSync(folder).filter(name => !(name in given)).map(name => [name, readFileSync(join(folder, name))]));
    rmSync(folder, { recursive: true });
    return files;
}

async function downloads_are_native(page, given) {
    const command = await page.textContent('#command');
    assert.deepEqual(await downloads(page), native(command, given), command);
}

async function accessible(page, where) {
    const before = faults.length; // axe tries what the page's policy forbids
    await page.addScriptTag({ content: readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8') }).catch(() =>
        page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')));
    const { violations, passes } = await page.evaluate(() => axe.run());
    faults.length = before;
    assert.deepEqual(violations.map(fault => [where, fault.id, ...fault.nodes.map(node => node.html)]), []);
    assert.ok(passes.length > 20);
}

const shot = (page, name) => process.env.SHOTS && page.screenshot({ path: join(process.env.SHOTS, name + '.png'), fullPage: true });

// Serves the page to `use`, with the addresses that were asked for.
async function served(use) {
    const asked = [], types = { html: 'text/html', js: 'text/javascript', css: 'text/css', txt: 'text/plain', wasm: 'application/wasm' };
    const server = createServer((request, response) => {
        asked.push(request.url);
        if (request.url === '/favicon.ico') { // Chromium asks for it beside a text
            response.writeHead(204).end();
            return;
        }
        const file = join(site, request.url === '/' ? 'index.html' : request.url);
        response.writeHead(existsSync(file) ? 200 : 404, { 'content-type': types[file.split('.').pop()] || 'text/plain' });
        response.end(existsSync(file) ? readFileSync(file) : '');
    });
    await new Promise(done => server.listen(0, '127.0.0.1', done));
    await use(`http://127.0.0.1:${server.address().port}/`, asked);
    server.close();
}

const config = JSON.stringify({ model_type: 'llama', hidden_size: 512, num_attention_heads: 8, rope_theta: 500000, max_position_embeddings: 4096 });

// --- the checks

const checks = {
    async 'a table is there without a click'(browser) {
        const page = await open(browser);
        assert.equal(await page.textContent('#command'), 'posenc --max-len 128 --d-model 64 -o pe.h');
        await downloads_are_native(page);
        assert.match(await page.textContent('#beginning'), /do not edit[^]*static const float pe_128x64\[128\]\[64\]/);
        assert.match(await page.textContent('#files'), /^Download pe\.h [\d,]+ bytes$/);
        const [wide, high] = await page.$eval('#figure img', image => [image.naturalWidth, image.naturalHeight]);
        assert.ok(wide > 300 && high > 300);
    },

    async 'every format, downloaded, has the native bytes'(browser) {
        const page = await open(browser);
        const formats = await page.$$eval('#format option', options => options.map(option => option.textContent));
        assert.ok(formats.length >= 15, formats.join());
        for (const format of formats.filter(format => format !== 'c (.h)')) {
            await fill(page, 'format', { label: format });
            await made(page);
            assert.equal(await page.textContent('#files a'), 'Download pe' + format.replace(/.*\((.*)\)/, '$1'));
            await downloads_are_native(page);
        }
    },

    async 'every field is a word of the command'(browser) {
        const page = await open(browser);
        for (const [name, value] of Object.entries({ 'max-len': '40', 'd-model': '24', base: '7/3', spacing: 'over:n', layout: 'halves', first: '2pi/50',
            type: 'q15', name: 'angles', preset: 'ctrl', others: "--order 'cos-sin' --odd=zero" })) {
            await fill(page, name, value);
            await made(page);
        }
        const command = await page.textContent('#command');
        assert.equal(command, 'posenc --preset ctrl --max-len 40 --d-model 24 --base 7/3 --spacing over:n --layout halves --first 2pi/50'
            + ' --type q15 --name angles --order cos-sin --odd zero -o angles.h');
        await downloads_are_native(page);
    },

    async 'a preset is found by a part of its name, and explained'(browser) {
        const page = await open(browser);
        await page.fill('#preset', 'llama');
        await page.click('#found [role=option]:has-text("rope-hf --repeat none")');
        await until(page, () => document.getElementById('command').textContent.includes('--preset rope-hf --max-len 128 --d-model 64 --repeat none'));
        await made(page);
        assert.match(await page.textContent('#preset-about'), /LlamaRotaryEmbedding/);
        await fill(page, 'base', '7');
        await page.fill('#preset', 'whisp');
        await page.click('#found [role=option]:has-text("whisper")'); // the other words of llama2.c go, and the base
        await until(page, () => document.getElementById('command').textContent === 'posenc --preset whisper --max-len 128 --d-model 64 -o pe.h');
        await until(page, () => document.getElementById('preset-about').textContent.includes('openai/whisper'));
        assert.equal(await page.inputValue('#preset'), 'whisper');
        await made(page);
        await downloads_are_native(page);
        await page.fill('#preset', 'wisper');
        await page.press('#preset', 'Tab');
        await refused(page);
        assert.equal(await page.textContent('#preset-wrong'), "posenc: preset 'wisper' is not known (did you mean whisper?)");
        await page.evaluate(() => { // both before the page looks at one of them
            for (const [name, value] of [['preset', 'whisper'], ['max-len', '40']]) {
                document.getElementById(name).value = value;
                document.getElementById(name).dispatchEvent(new Event('input', { bubbles: true }));
            }
        });
        await until(page, () => document.getElementById('preset-about').textContent.includes('openai/whisper'));
    },

    async 'a preset that is half typed is no error, and nothing moves'(browser) {
        const page = await open(browser), command = await page.textContent('#command'), place = await page.$eval('#made', part => part.hidden);
        await page.focus('#preset');
        for (const letter of 'whis') {
            await page.keyboard.type(letter);
            await sleep(200);
            assert.deepEqual(await page.$$eval('.wrong', parts => parts.map(part => part.textContent).join('')), '');
            assert.ok(!await page.getAttribute('#preset', 'aria-invalid') && await page.isVisible('#made') && !place);
            assert.equal(await page.textContent('#command'), command);
        }
        assert.match(await page.textContent('#found'), /^whisper/);
        await page.keyboard.type('per');
        await until(page, () => document.getElementById('command').textContent.includes('--preset whisper'));
        await made(page);
        await page.fill('#preset', 'xyzzy');
        await until(page, () => /no name, system or source/.test(document.getElementById('preset-about').textContent));
        await page.keyboard.press('Enter');
        await refused(page);
        assert.equal(await page.textContent('#preset-wrong'), "posenc: preset 'xyzzy' is not known");
    },

    async 'presets are browsed by keys, and by clicks'(browser) {
        const page = await open(browser), { keyboard } = page;
        await page.focus('#preset');
        await keyboard.press('ArrowDown');
        await page.waitForSelector('#found [role=option]');
        const names = execFileSync(process.env.POSENC, ['--help', '--json'], { encoding: 'utf8' });
        const own = Object.entries(JSON.parse(names).presets).filter(([, row]) => row.tables === 1 && !row.preset).map(([name]) => name);
        assert.deepEqual((await page.$$eval('#found [role=option]', options => options.map(option => option.firstChild.textContent))).sort(), own.sort());
        const active = () => page.evaluate(() => document.getElementById(document.getElementById('preset').getAttribute('aria-activedescendant'))?.firstChild.textContent);
        assert.equal(await active(), 'sine');
        await keyboard.press('ArrowDown');
        await keyboard.press('ArrowDown');
        assert.equal(await active(), 'vaswani');
        await keyboard.press('ArrowUp');
        await keyboard.press('ArrowUp');
        await keyboard.press('ArrowUp');
        assert.equal(await active(), 'lumina');
        assert.ok(await page.$eval('#found [aria-selected=true]', option => {
            const [inner, outer] = [option.getBoundingClientRect(), option.parentElement.getBoundingClientRect()];
            return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
        }));
        await accessible(page, 'an open list');
        await keyboard.press('Escape');
        assert.ok(!await page.isVisible('#found') && await page.getAttribute('#preset', 'aria-expanded') === 'false');
        await keyboard.press('ArrowDown');
        await until(page, () => document.getElementById('preset').getAttribute('aria-activedescendant') === 'found-0');
        await keyboard.press('ArrowDown');
        await keyboard.press('Enter');
        await until(page, () => document.getElementById('command').textContent.includes('--preset twiddle'));
        await page.fill('#preset', '');
        await page.click('#preset');
        await page.click('#found [role=option]:has-text("openai/whisper")');
        await until(page, () => document.getElementById('command').textContent.includes('--preset whisper'));
        assert.ok(await page.evaluate(() => document.activeElement.id === 'preset'));
    },

    async 'examples show a table at once, and go back'(browser) {
        const page = await open(browser), examples = await page.$$('header a[href^="#"]');
        assert.equal(examples.length, 3);
        for (const [k, words] of ['--preset vaswani --max-len 128 --d-model 512', '--preset rope-hf --max-len 256 --d-model 128 --base 500000 --component cos,sin',
            '--preset sine --max-len 256 --type i16 --scale 1/32767'].entries()) {
            await examples[k].click();
            await until(page, command => document.getElementById('command').textContent === command, `posenc ${words} -o pe.h`);
            await made(page);
            await shot(page, 'example-' + k);
            await downloads_are_native(page);
        }
        await page.goBack();
        await until(page, () => document.getElementById('command').textContent.includes('--preset rope-hf'));
        await page.goBack();
        await page.goBack();
        await until(page, () => document.getElementById('command').textContent === 'posenc --max-len 128 --d-model 64 -o pe.h');
    },

    async 'the address holds the words, and gives them back'(browser) {
        const page = await open(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
        assert.equal(new URL(page.url()).hash, '');
        for (const [name, value] of Object.entries({ preset: 'whisper', 'max-len': '30', 'd-model': '24', base: '7/3', layout: 'halves', type: 'bf16', name: 'angles',
            others: `--first '-1/3' --odd=zero --rows 2:20`, format: { label: 'embed (.c)' } }))
            await fill(page, name, value);
        await made(page);
        const command = await page.textContent('#command');
        assert.equal(new URL(page.url()).hash, '#preset=whisper&max-len=30&d-model=24&base=7/3&layout=halves&type=bf16&name=angles'
            + '&first=-1/3&odd=zero&rows=2:20&format=embed&output=.c');
        const files = await downloads(page);
        await page.click('#link');
        const link = await page.evaluate(() => navigator.clipboard.readText());
        assert.equal(link, page.url());
        const colleague = await open(browser, { address: link });
        assert.equal(await colleague.textContent('#command'), command.replace(' --first -1/3', '').replace('--type', '--first -1/3 --type'));
        assert.deepEqual(await downloads(colleague), files);
        assert.equal(colleague.url(), page.url().replace('&layout=halves&type=bf16&name=angles&first=-1/3', '&layout=halves&first=-1/3&type=bf16&name=angles'));
        await page.reload();
        await made(page);
        assert.deepEqual(await downloads(page), files);
        await page.click('#copy');
        await until(page, () => document.getElementById('copied').textContent === 'The command is copied.');
        assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.textContent('#command'));
    },

    async 'the address is only words, whoever wrote it'(browser) {
        const bad = async (words, strange) => {
            const page = await open(browser, { words, ready: page => until(page, () => document.getElementById('table').ariaBusy === 'false') });
            assert.equal(await page.textContent('#address-wrong'), strange && 'Not understood in the address: ' + strange);
            assert.equal(await page.evaluate(() => window.hacked), undefined);
            assert.equal(await page.$('main img[src="x"], main script'), null);
            return page;
        };
        const markup = '<img src=x onerror=window.hacked=1>';
        let page = await bad('#' + new URLSearchParams({ [markup]: 'x', depfile: 'd', list: '', preset: '', 'max-len': '8', 'd-model': '4', output: '.exe' }),
            `.exe, ${markup}, depfile, list, preset`.replace(markup, markup.slice(0, 40)));
        assert.equal(await page.textContent('#command'), 'posenc --max-len 8 --d-model 4 -o pe.h');
        page = await bad('#' + new URLSearchParams({ preset: markup, 'max-len': '8', 'd-model': '4' }), '');
        assert.equal(await page.textContent('#preset-wrong'), `posenc: preset '${markup}' is not known`);
        page = await bad('#' + new URLSearchParams({ type: `x' --list "`, first: '8\n', 'd-model': '4', base: '1\r2', spacing: '9'.repeat(1000), 'max-len': '8' }), 'first, base, spacing');
        assert.equal(await page.inputValue('#others'), `--type 'x'\\'' --list "'`);
        assert.match(await page.textContent('#type-wrong'), /^posenc: type 'x' --list "'/);
        page = await bad('#constructor=1&__proto__=1&toString=2&max-len=8&d-model=4', 'constructor, __proto__, toString');
        await made(page);
        page = await bad('#max-len=8&d-model=4&model=config.json', '');
        assert.match(await page.textContent('#model-wrong'), /config\.json/);
    },

    async 'a table that no page can hold is refused before it is made'(browser) {
        const page = await open(browser);
        await fill(page, 'max-len', '140000');
        await fill(page, 'd-model', '1024');
        for (const press of [false, true]) {
            if (press)
                await page.click('#make');
            await refused(page);
            assert.match(await page.textContent('#wrong'), /^This table has some 2\.[23] GB, and a page can hold 1 GB\. Run the command in a terminal:$/);
            assert.equal(await page.textContent('#command'), 'posenc --max-len 140000 --d-model 1024 -o pe.h');
        }
        await shot(page, 'refused');
        const begun = Date.now();
        await fill(page, 'max-len', '1000000');
        await until(page, () => /some 1[56]\.\d GB/.test(document.getElementById('wrong').textContent));
        assert.ok(Date.now() - begun < 10000);
        await fill(page, 'format', { label: 'npy (.npy)' });
        await until(page, () => /some 4\.1 GB/.test(document.getElementById('wrong').textContent));
        await fill(page, 'max-len', '2000');
        await made(page);
        assert.equal(await page.textContent('#wrong'), '');
    },

    async 'what is wrong stands beside its field, in the words of the program'(browser) {
        const page = await open(browser);
        for (const [name, value, wrong] of [['max-len', 'many', "posenc: max-len 'many' is not a whole number"], ['max-len', '', 'posenc: missing: --max-len'],
            ['base', 'banana', "posenc: base 'banana' is not a number"], ['others', '--odd even', "posenc: odd 'even' is none of sin, zero, error, drop, extend"],
            ['name', '1st', "posenc: name '1st' is not a C identifier"], ['others', 'foo', "posenc: unexpected argument 'foo'; see posenc --help"],
            ['preset', 'cogview4', "posenc: missing: --grid, which preset 'cogview4' is for, as in --grid 16x16"]]) {
            const before = await page.inputValue('#' + name);
            await fill(page, name, value);
            await refused(page);
            assert.equal((await page.textContent(`#${name}-wrong`)).replace(/ Add --.*/, ''), wrong);
            assert.equal(await page.getAttribute('#' + name, 'aria-invalid'), 'true');
            assert.ok(await page.isVisible(`#${name}-wrong`) && !await page.isVisible('#made'));
            await fill(page, name, before);
            await made(page);
            assert.equal(await page.textContent(`#${name}-wrong`), '');
        }
        await fill(page, 'others', '--nothing 1');
        await refused(page);
        assert.equal(await page.textContent('#others-wrong'), "posenc: unknown option '--nothing'; see posenc --help");
    },

    async 'a preset of one width, a scale, and a format among the words'(browser) {
        const page = await open(browser), command = words => until(page, words => document.getElementById('command').textContent === words, `posenc ${words}`);
        await page.click('#preset');
        await page.click('#found [role=option]:has-text("sine")'); // has one column, whatever the field had
        await command('--preset sine --max-len 128 -o pe.h');
        await made(page);
        await fill(page, 'type', { label: 'i16' });
        await refused(page);
        await page.click('#type-wrong button:has-text("Add --scale 1/32767")');
        await made(page);
        await command('--preset sine --max-len 128 --type i16 --scale 1/32767 -o pe.h');
        await downloads_are_native(page);
        await fill(page, 'others', '--scale 1/32767 --format rust');
        await command('--preset sine --max-len 128 --type i16 --scale 1/32767 --format rust -o pe.rs');
        await made(page);
        await downloads_are_native(page);
        const [there, own] = [await open(browser, { words: new URL(page.url()).hash }), await downloads(page)];
        assert.deepEqual(await downloads(there), own);
        await fill(page, 'others', '--output x.rs');
        await refused(page);
        assert.equal(await page.textContent('#others-wrong'), 'posenc: --output is not for a page');
        assert.ok(await page.isDisabled('#link'));
        await fill(page, 'others', '');
        await fill(page, 'type', { label: 'f32 (default)' });
        await made(page);
        assert.ok(await page.isEnabled('#link'));
        await page.fill('#preset', 'whisp');
        await page.waitForSelector('#found [role=option]');
        await page.press('#preset', 'Enter'); // the only one
        await until(page, () => document.getElementById('preset').value === 'whisper');
        await until(page, () => document.getElementById('layout').options[0].textContent === 'halves (whisper)');
    },

    async 'nothing of the last table can be downloaded while another is made'(browser) {
        const page = await open(browser);
        assert.ok(await page.evaluate(() => {
            document.getElementById('max-len').value = '9000';
            document.getElementById('words').requestSubmit();
            return document.getElementById('made').inert && document.getElementById('link').disabled;
        }));
        await made(page);
        assert.ok(!await page.$eval('#made', made => made.inert));
    },

    async 'a model and a table are dropped at once'(browser) {
        const page = await open(browser), buffer = Buffer.from(new Float32Array(64).fill(1).buffer);
        await page.setInputFiles('#file', [{ name: 'whisper.json', mimeType: '', buffer: Buffer.from('{"model_type":"whisper","d_model":64,"max_source_positions":50}') },
            { name: 'noise.bin', mimeType: '', buffer }]);
        await until(page, () => document.getElementById('command').textContent === 'posenc --model whisper.json --max-len 50 --d-model 64 -o pe.h');
        await made(page);
        await page.click('#kept button:has-text("Remove whisper.json")');
        assert.ok(!await page.isVisible('#model'));

        // parts of a model that have no table
        const gemma = name => page.setInputFiles('#file', { name, mimeType: '', buffer: readFileSync(join(root, 'tests/golden/configs', name)) });
        await gemma('gemma-3-27b.json');
        await until(page, () => document.getElementById('command').textContent.includes('--model gemma-3-27b.json:text_config.full_attention'));
        await made(page);
        assert.match(await page.textContent('#kept'), /Use text_config\.sliding_attention.*vision_config: /);
    },

    async 'a link holds what the page shows, or cannot be copied'(browser) {
        const page = await open(browser, { words: '#preset=vaswani&max-len=16&d-model=8' });
        await fill(page, 'max-len', 'abc');
        await refused(page);
        assert.ok(await page.isDisabled('#link'));
        assert.equal(new URL(page.url()).hash, '#preset=vaswani&max-len=abc&d-model=8');
        await page.click('header a:has-text("a Transformer")'); // an example mends it
        await made(page);

        // a name that is typed at once, over another one
        await page.click('#preset');
        await page.keyboard.press('Control+A');
        await page.keyboard.insertText('sine');
        await page.keyboard.press('Enter');
        await until(page, () => document.getElementById('command').textContent === 'posenc --preset sine --max-len 128 -o pe.h');
        await made(page);
        await page.fill('#preset', 'whisper'); // has a width again
        await until(page, () => document.getElementById('command').textContent === 'posenc --preset whisper --max-len 128 --d-model 512 -o pe.h');
        await made(page);

        // numbers that are in a file alone
        await page.setInputFiles('#file', { name: 'phi.json', mimeType: '', buffer: readFileSync(join(root, 'tests/golden/configs/phi-3.5-mini.json')) });
        await until(page, () => document.getElementById('command').textContent.includes('--model phi.json'));
        await made(page);
        assert.ok(await page.isDisabled('#link'));
        assert.match(await page.textContent('#copied'), /phi\.json/);
        await page.click('#kept button:has-text("Remove phi.json")');
        await made(page);
        assert.ok(await page.isEnabled('#link'));
    },

    async 'a preset for grids, and a link without sizes'(browser) {
        const page = await open(browser);
        await page.click('#preset');
        await page.click('#found [role=option]:has-text("dab-detr")');
        await refused(page);
        await page.click('.wrong button:has-text("Add --grid")');
        await made(page);
        const whisper = await open(browser, { words: '#preset=whisper' });
        assert.equal(await whisper.textContent('#command'), 'posenc --preset whisper --max-len 128 --d-model 64 -o pe.h');
        const sine = await open(browser, { words: '#preset=sine' });
        assert.equal(await sine.textContent('#command'), 'posenc --preset sine --max-len 128 -o pe.h');
    },

    async 'a config.json is dropped, and gives its words'(browser) {
        const page = await open(browser);
        const transfer = await page.evaluateHandle(content => {
            const data = new DataTransfer();
            data.items.add(new File([content], 'config.json'));
            return data;
        }, config);
        await page.dispatchEvent('#drop', 'drop', { dataTransfer: transfer });
        await until(page, () => document.getElementById('command').textContent.includes('--model config.json'));
        await made(page);
        assert.equal(await page.textContent('#command'), 'posenc --model config.json --max-len 4096 --d-model 64 --component cos,sin -o pe.h');
        await downloads_are_native(page, { 'config.json': config });
        assert.equal(new URL(page.url()).hash, '#preset=rope-hf&max-len=4096&d-model=64&base=500000&scaling=none&component=cos,sin'); // no link to a file
        await fill(page, 'model', 'config.json:nothing');
        await refused(page);
        assert.match(await page.textContent('#model-wrong'), /^(posenc: )?config\.json/);
    },

    async 'the file of a model needs no further word, and can be removed'(browser) {
        const page = await open(browser), whisper = JSON.stringify({ model_type: 'whisper', d_model: 384, max_source_positions: 1500, encoder_layers: 4 });
        const give = (name, content) => page.setInputFiles('#file', { name, mimeType: '', buffer: Buffer.from(content) });
        await give('whisper.json', whisper);
        await until(page, () => document.getElementById('command').textContent === 'posenc --model whisper.json --max-len 1500 --d-model 384 -o pe.h');
        await made(page);
        await shot(page, 'whisper');
        const table = await downloads(page);
        await page.click('#kept button:has-text("Use --preset whisper --max-len 1500 --d-model 384")');
        await until(page, () => document.getElementById('command').textContent === 'posenc --preset whisper --max-len 1500 --d-model 384 -o pe.h');
        await made(page);
        assert.deepEqual(await downloads(page), table);

        // a file of two tables, and one that is none
        await give('two.json', JSON.stringify({ model_type: 'gemma3_text', head_dim: 64, rope_theta: 1e6, rope_local_base_freq: 1e4, max_position_embeddings: 100000,
            num_attention_heads: 4, hidden_size: 256, sliding_window_pattern: 6, num_hidden_layers: 12 }));
        await until(page, () => document.getElementById('command').textContent === 'posenc --model two.json:full_attention --max-len 128 --d-model 64 --component cos,sin -o pe.h');
        await made(page);
        await page.click('#kept button:has-text("Use sliding_attention: --preset rope-hf --max-len 100000 --d-model 64")');
        await until(page, () => /^posenc --preset rope-hf --max-len 100000 /.test(document.getElementById('command').textContent));
        await give('none.json', '{}');
        await until(page, () => document.getElementById('command').textContent.includes('--model none.json'));
        await refused(page);
        assert.match(await page.textContent('#model-wrong'), /none\.json/);
        for (const name of ['none.json', 'whisper.json', 'two.json'])
            await page.click(`#kept button:has-text("Remove ${name}")`);
        assert.equal(await page.textContent('#kept'), '');
        assert.ok(!await page.isVisible('#model'));
        await fill(page, 'max-len', '8');
        await fill(page, 'd-model', '4');
        await made(page);
        await give('whisper.json', whisper); // the same file once more
        await until(page, () => document.getElementById('command').textContent.includes('--model whisper.json --max-len 1500'));
        await made(page);
    },

    async 'the words of a guess are used by a click'(browser) {
        const page = await open(browser), folder = mkdtempSync(join(tmpdir(), 'posenc-'));
        execFileSync(process.env.POSENC, ['--max-len', 90, '--d-model', 32, '--preset', 'whisper', '--type', 'bf16', '--amplitude', '1/2', '-o', join(folder, 'theirs.h')]);
        await page.setInputFiles('#file', join(folder, 'theirs.h'));
        await page.click('#use');
        await made(page);
        assert.match(await page.textContent('#command'), /^posenc --preset whisper --max-len 90 --d-model 32 .*--type bf16 .*-o pe\.h$/);
        assert.equal(await page.inputValue('#type'), 'bf16');
        assert.match(await page.inputValue('#others'), /--amplitude (1\/2|0\.5)/);
        const numbers = source => String(source).slice(String(source).indexOf('] = {'));
        assert.equal(numbers((await downloads(page))['pe.h']), numbers(readFileSync(join(folder, 'theirs.h'))));
        await page.setInputFiles('#file', { name: 'noise.bin', mimeType: '', buffer: Buffer.alloc(4096, 'abcdefg') });
        await until(page, () => /audit noise\.bin[^]*exit status [12]$/.test(document.getElementById('report').textContent));
        assert.ok(!await page.isVisible('#use'));
        await page.click('#kept button:has-text("Remove noise.bin")');
        assert.ok(!await page.isVisible('#audit') && await page.isVisible('#kept button:has-text("Remove theirs.h")'));
        rmSync(folder, { recursive: true });
    },

    async 'arrays and headers are audited'(browser) {
        const page = await open(browser), folder = mkdtempSync(join(tmpdir(), 'posenc-'));
        for (const name of ['theirs.npy', 'theirs.h']) {
            execFileSync(process.env.POSENC, ['--max-len', 100, '--d-model', 32, '--preset', 'whisper', '-o', join(folder, name)]);
            await page.setInputFiles('#file', join(folder, name));
            await until(page, name => new RegExp(`audit ${name} --guess[^]*exit status \\d$`).test(document.getElementById('report').textContent), name);
            const own = spawnSync(process.env.POSENC, ['audit', name, '--guess'], { cwd: folder, encoding: 'utf8' });
            assert.equal(await page.textContent('#report'), `$ posenc audit ${name} --guess\n${own.stdout}${own.stderr}exit status ${own.status}`);
        }
        await fill(page, 'max-len', '100');
        await fill(page, 'd-model', '32');
        await page.click('#compare');
        await until(page, () => /exit status 1$/.test(document.getElementById('report').textContent));
        const own = spawnSync(process.env.POSENC, ['audit', 'theirs.h', '--max-len', '100', '--d-model', '32'], { cwd: folder, encoding: 'utf8' });
        assert.equal(await page.textContent('#report'), `$ posenc audit theirs.h --max-len 100 --d-model 32\n${own.stdout}${own.stderr}exit status 1`);
        rmSync(folder, { recursive: true });
    },

    async 'a long table shows its progress, and stops'(browser) {
        const page = await open(browser);
        await fill(page, 'format', { label: 'raw (.bin)' });
        await fill(page, 'd-model', '384');
        await fill(page, 'max-len', '200000');
        await until(page, () => /takes longer/.test(document.getElementById('state').textContent));
        await page.click('#make');
        await until(page, () => / %, .* entries\/s, .* s left$/.test(document.getElementById('state').textContent));
        assert.ok(await page.$eval('#share', share => share.value > 0));
        await page.click('#stop');
        await until(page, () => document.getElementById('state').textContent === 'stopped');
        assert.ok(!await page.isVisible('#stop') && !await page.isVisible('#made'));
        await fill(page, 'others', '--engine mpfr'); // some seconds
        await fill(page, 'max-len', '8000');
        await page.focus('#max-len');
        await page.keyboard.press('Enter');
        await made(page);
        await downloads_are_native(page);
    },

    async 'keys alone do it'(browser) {
        const page = await open(browser), { keyboard } = page;
        const to = async (selector, key = 'Tab') => {
            for (let k = 0; k < 60; k++) {
                await keyboard.press(key);
                if (await page.evaluate(selector => document.activeElement.matches(selector), selector))
                    return;
            }
            assert.fail('no way to ' + selector);
        };
        await to('#preset');
        await keyboard.type('flax');
        await page.waitForSelector('#found [role=option]');
        await keyboard.press('ArrowDown');
        await keyboard.press('Enter');
        await to('#max-len');
        await keyboard.press('Control+A');
        await keyboard.type('150');
        await to('#type');
        await keyboard.type('q15');
        await to('#format');
        await keyboard.type('rust');
        await to('summary');
        await keyboard.press('Enter');
        await to('#base');
        await keyboard.type('5e5');
        await keyboard.press('Enter');
        await until(page, () => / --max-len 150 .*--base 5e5 .*--type q15 -o pe\.rs$/.test(document.getElementById('command').textContent));
        await made(page);
        await to('#files a');
        const [download] = await Promise.all([page.waitForEvent('download'), keyboard.press('Enter')]);
        const own = native(await page.textContent('#command'));
        assert.deepEqual(readFileSync(await download.path()), own['pe.rs']);
        await to('#file', 'Shift+Tab');
        await to('pre#help, summary', 'Shift+Tab');
    },

    async 'axe finds nothing, in light and dark, with a table, an error and an audit'(browser) {
        for (const colorScheme of ['light', 'dark']) {
            const page = await open(browser, { colorScheme });
            await shot(page, colorScheme);
            await accessible(page, colorScheme);
            await page.fill('#preset', 'llama');
            await page.waitForSelector('#found [role=option]');
            await shot(page, colorScheme + '-list');
            await accessible(page, colorScheme + ', list');
            await page.fill('#preset', '');
            await fill(page, 'base', 'banana');
            await refused(page);
            await shot(page, colorScheme + '-wrong');
            await accessible(page, colorScheme + ', wrong');
            await page.fill('#base', '');
            await page.setInputFiles('#file', { name: 'pe.bin', mimeType: '', buffer: Buffer.alloc(4096) });
            await until(page, () => /exit status/.test(document.getElementById('report').textContent));
            await shot(page, colorScheme + '-audit');
            await accessible(page, colorScheme + ', audit');
        }
    },

    async 'it fits a phone'(browser) {
        for (const width of [320, 390]) {
            const page = await open(browser, { viewport: { width, height: 740 }, hasTouch: true, isMobile: true });
            await fill(page, 'others', '--odd sin');
            await made(page);
            await page.evaluate(() => window.scrollTo(0, 0));
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
            const broken = await page.$$eval('#command span', words => words.filter(word => word.offsetHeight > 30).map(word => word.textContent));
            assert.deepEqual(broken, []);
            assert.equal(await page.$eval('#max-len', field => field.getBoundingClientRect().top), await page.$eval('#d-model', field => field.getBoundingClientRect().top));
            const small = await page.$$eval('button, input:not([type=file]), select', parts => parts.filter(part => part.offsetHeight && part.offsetHeight < 36).map(part => part.outerHTML));
            assert.deepEqual(small, []);
            await shot(page, 'phone-' + width);
        }
    },

    async 'the documentation is there, with working links'(browser) {
        const page = await open(browser), source = readFileSync(join(root, 'docs/words.md'), 'utf8');
        await page.click('header a:has-text("Documentation")');
        const seen = new Set(), links = [page.url()];
        while (links.length) {
            const url = links.pop();
            if (seen.has(url))
                continue;
            seen.add(url);
            await page.goto(url);
            if (url.includes('/index.html'))
                continue;
            assert.ok(await page.$eval('h1', title => title.textContent));
            assert.deepEqual(await page.$$eval('img', images => images.filter(image => !image.naturalWidth).map(image => image.src)), []);
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), url);
            links.push(...await page.$$eval('a[href]', anchors => anchors.map(anchor => anchor.href.replace(/#.*/, '')).filter(link => link.startsWith('file:'))));
            const lost = await page.$$eval('a[href^="#"]', anchors => anchors.map(anchor => anchor.hash.slice(1)).filter(id => !document.getElementById(id)));
            assert.deepEqual(lost, []);
            if (/(README|words|audit)\.html/.test(url)) {
                await accessible(page, url);
                await shot(page, url.replace(/.*\/|\.html/g, 'docs-'));
            }
        }
        assert.equal(seen.size, readdirSync(join(root, 'docs')).filter(name => name.endsWith('.md')).length + 6); // README, four beside it, and the page itself
        await page.goto(pathToFileURL(join(site, 'docs/words.html')).href);
        assert.equal(await page.$$eval('table tr', rows => rows.length), source.split('\n').filter(line => /^\|(?!--)/.test(line)).length);
        assert.equal(await page.$$eval('h1, h2, h3', titles => titles.length), source.split('\n').filter(line => /^#+ /.test(line)).length);
    },

    async 'it paints before the program is there'(browser) {
        const page = await open(browser);
        const [painted, loaded] = await page.evaluate(() => [performance.getEntriesByName('first-contentful-paint')[0].startTime,
            performance.getEntriesByName('program')[0].startTime]);
        assert.ok(painted > 0 && painted <= loaded, `painted at ${painted}, loading at ${loaded}`);
    },

    async 'a server sees its files asked for, and nobody else anything'(browser) {
        await served(async (address, asked) => {
            const page = await open(browser, { address }), elsewhere = [];
            page.on('request', request => request.url().startsWith(address) || request.url().startsWith('blob:') || elsewhere.push(request.url()));
            await fill(page, 'preset', 'whisper');
            await made(page);
            await downloads_are_native(page);
            assert.deepEqual(asked.sort(), ['/', '/page.css', '/page.js', '/program.js']);
            assert.deepEqual(elsewhere, []);
            await page.click('footer a');
            assert.match(await page.textContent('body'), /GNU LESSER GENERAL PUBLIC LICENSE/);
        });
    },
};

// --- commands

const digest = bytes => createHash('sha256').update(bytes).digest('hex');

// As `answers` of matrix_lists.sh prints them.
async function answers(browser, folder) {
    const page = await open(browser);
    for (const line of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
        const words = line.slice(line.indexOf('|') + 1).split(' ').filter(Boolean), given = {};
        for (const name of words.flatMap(word => word.split(/[:=,]/)).filter(name => name && existsSync(join(folder, name))))
            given[name] = readFileSync(join(folder, name)).toString('base64');
        const { status, output, errors, files } = await page.evaluate(async ({ words, given }) => {
            const from = text => Uint8Array.from(atob(text), character => character.charCodeAt(0));
            const to = bytes => {
                let text = '';
                for (let k = 0; k < bytes.length; k += 30000)
                    text += String.fromCharCode(...bytes.subarray(k, k + 30000));
                return btoa(text);
            };
            const each = (object, change) => Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
            const result = await run(words, each(given, from));
            return { ...result, output: to(result.output), files: each(result.files, to) };
        }, { words, given });
        let answer = `${line}: status ${status}, ${digest(Buffer.from(output, 'base64'))}\n${errors}`;
        for (const name of Object.keys(files).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
            answer += `${name} ${digest(Buffer.from(files[name], 'base64'))}\n`;
        process.stdout.write(answer);
    }
}

const [asked, folder] = process.argv.slice(2);
if (asked === '--names') {
    console.log(Object.keys(checks).join('\n'));
} else {
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
        '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
    try {
        await (asked === '--answers' ? answers(browser, folder) : checks[asked](browser));
        assert.deepEqual(faults, []);
    } finally {
        await browser.close();
    }
}
