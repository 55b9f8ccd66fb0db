// SPDX-License-Identifier: MIT
// posenc --help --json | node types.mjs INDEX.D.TS: the declarations, with the words of a table in place of the comment WORDS
import { readFileSync } from 'node:fs';

const { words, options, presets } = JSON.parse(readFileSync(0, 'utf8'));
const quoted = text => `'${text}'`;
// over:D is any text that begins with over:
const choice = text => /:[A-Z]$/.test(text) ? '`' + text.slice(0, -1) + '${string}`' : quoted(text);
const type = (name, { value, choices }) => name === 'preset' ? 'Preset' : value === 'choice' ? choices.map(choice).join(' | ')
    : value === 'number' ? 'number | string' : 'string';
const line = ([name, row]) => `    /** ${row.meaning}${row.default ? ` [${row.default}]` : ''} */\n    ${quoted(name)}?: ${type(name, row)};\n`;
const taken = Object.entries(options).filter(([, { value, file, commands }]) => commands.includes('table') && value !== 'none' && !file);
const names = Object.keys(presets).filter(name => presets[name].tables === 1).map(quoted);

process.stdout.write(readFileSync(process.argv[2], 'utf8').replace('/* WORDS */', () => `\
/** Systems with one table. */
export type Preset = ${names.join(' | ')};

/** The words of a table. A number may be a text, such as '7/3' or '2pi/50', which is exact. */
export interface Words {
${[...Object.entries(words), ...taken].map(line).join('')}}`));
