// SPDX-License-Identifier: MIT
// How long the page takes in Chromium: node page.mjs SITE ROUNDS prints rows for bench.csv. From a press of the button to the
// header of 512 x 384, and from the opening of the page to its first table, which is the same: its address has the sizes. TOOLS has node_modules with
// playwright-core, and CHROMIUM is the browser.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [site, rounds] = process.argv.slice(2);
const { chromium } = createRequire(join(resolve(process.env.TOOLS), 'node_modules/'))('playwright-core');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });

// The milliseconds until the state says that the table is made: from a press, or since the page was opened.
const until_made = (page, press) => page.evaluate(press => new Promise(done => {
    const begin = press ? performance.now() : 0, state = document.getElementById('state');
    const look = () => /^made in/.test(state.textContent) && done(performance.now() - begin);
    new MutationObserver(look).observe(state, { childList: true });
    if (press)
        document.getElementById('make').click();
    else
        look();
}), press);

const opened = [], header = [];
for (let round = 0; round <= rounds; round++) { // the first warms up
    const page = await browser.newPage();
    await page.goto(pathToFileURL(join(resolve(site), 'index.html')).href + '#max-len=512&d-model=384', { waitUntil: 'commit' });
    await page.waitForSelector('#state');
    const first = await until_made(page, false);
    await page.waitForSelector('#table[aria-busy=false]');
    await page.waitForTimeout(300); // a worker for the next run starts
    const next = await until_made(page, true);
    if (round > 0) {
        opened.push(first);
        header.push(next);
    }
    await page.close();
}
await browser.close();

const sorted = values => [...values].sort((a, b) => a - b);
const median = values => (sorted(values)[(values.length - 1) >> 1] + sorted(values)[values.length >> 1]) / 2;
const three = values => [median(values), Math.min(...values), Math.max(...values)].map(value => value.toPrecision(6));
const name = 'page: header 512x384';
for (const [what, times] of [[name, header], ['page: opening to the first table', opened]]) {
    const seconds = three(times.map(time => time / 1000)), ratio = three(times.map((time, k) => header[k] / time));
    console.log(['k', what, name, 512 * 384, times.length, ...seconds, 0, ...ratio.map(Number), 0].join());
}
