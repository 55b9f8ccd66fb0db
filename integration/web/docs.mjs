// SPDX-License-Identifier: MIT
// node docs.mjs TREE OUT: README.md, the pages beside it and docs/*.md as pages of HTML in OUT, with the figures that they show. It
// knows the Markdown of these pages: headings, code, tables, lists without lists in them, paragraphs, images, links, code spans and
// bold. Links to files that aren't in OUT become text. It fails at a link to a heading that isn't there.
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [tree, out] = process.argv.slice(2);
const names = readdirSync(join(tree, 'docs')).filter(name => name.endsWith('.md'));
const above = ['README', 'COMPATIBILITY', 'CHANGELOG', 'SECURITY', 'CONTRIBUTING'];
const sources = { ...Object.fromEntries(above.map(name => [name, name + '.md'])), ...Object.fromEntries(names.map(name => [name.replace('.md', ''), 'docs/' + name])) };
const escaped = text => text.replace(/[&<>"]/g, character => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]);
const anchor = title => title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replace(/ /g, '-');
const wanted = [], anchors = new Set(), figures = new Set();

function link(text, target, page) {
    if (/^https?:/.test(target))
        return `<a href="${target}">${text}</a>`;
    const [, name, hash = ''] = /^(?:docs\/|\.\.\/)?(?:([\w-]+)\.md)?(#.*)?$/.exec(target) || [];
    if (!sources[name || page])
        return text;
    if (hash)
        wanted.push((name || page) + hash);
    return `<a href="${name ? name + '.html' : ''}${hash}">${text}</a>`;
}

/* What stands within a line. Code is taken out first, so that nothing in it is read. */
function inline(text, page) {
    const codes = [];
    return escaped(text.replace(/(`+)(.*?[^`])\1(?!`)/g, (_, ticks, code) => `\0${codes.push(code.trim()) - 1}\0`))
        .replace(/!\[([^\]]*)\]\(([^)]*)\)/g, (_, label, file) => {
            const figure = file.replace(/^docs\//, '');
            figures.add(figure);
            return `<img src="${figure}" alt="${label}">`;
        })
        .replace(/\[([^\]]*)\]\(([^)]*)\)/g, (_, label, target) => link(label, target, page))
        .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
        .replace(/\0(\d+)\0/g, (_, k) => `<code>${escaped(codes[k])}</code>`);
}

function page_of(name, lines) {
    const html = [];
    let tables = 0;
    const take = wanted => { // the lines from here that are such
        const taken = [];
        while (lines.length && wanted(lines[0], taken.length))
            taken.push(lines.shift());
        return taken;
    };
    const cells = line => line.replace(/^\| ?| ?\|$/g, '').split(/(?<!\\)\|/).map(cell => inline(cell.trim().replace(/\\\|/g, '|'), name));
    const row = (line, cell) => `<tr>${cells(line).map(text => text ? `<${cell}>${text}</${cell}>` : '<td></td>').join('')}</tr>\n`;
    const plain = line => line.trim() && !/^(#|```|\||    |<!--|- |\d+\. )/.test(line);
    while (lines.length) {
        const [, level, title] = /^(#+) (.*)/.exec(lines[0]) || [];
        const mark = /^(- |\d+\. )/.exec(lines[0])?.[0];
        if (level) {
            anchors.add(`${name}#${anchor(title)}`);
            html.push(`<h${level.length} id="${anchor(title)}">${inline(title, name)}</h${level.length}>\n`);
            lines.shift();
        } else if (lines[0].startsWith('```')) {
            lines.shift();
            html.push(code(take(line => !line.startsWith('```'))));
            lines.shift();
        } else if (lines[0].startsWith('    ')) {
            html.push(code(take(line => /^    |^$/.test(line)).map(line => line.slice(4))));
        } else if (lines[0].startsWith('|')) {
            const [head, , ...rows] = take(line => line.startsWith('|'));
            html.push(`<div class="table" tabindex="0" role="region" aria-label="Table ${++tables}"><table>\n${row(head, 'th')}${rows.map(line => row(line, 'td')).join('')}</table></div>\n`);
        } else if (mark) {
            const list = mark === '- ' ? 'ul' : 'ol', items = [];
            while (lines.length && /^(- |\d+\. )/.test(lines[0]))
                items.push(take((line, k) => k === 0 || plain(line) || /^ +\S/.test(line)).join(' ').replace(/^(- |\d+\. )/, ''));
            html.push(`<${list}>\n${items.map(item => `<li>${inline(item, name)}</li>\n`).join('')}</${list}>\n`);
        } else if (lines[0].trim() && !lines[0].startsWith('<!--')) {
            html.push(`<p>${inline(take((line, k) => k === 0 || plain(line)).join('\n'), name)}</p>\n`);
        } else {
            lines.shift();
        }
    }
    return html.join('');
    function code(text) {
        return `<pre tabindex="0">${escaped(text.join('\n').trimEnd())}</pre>\n`;
    }
}

mkdirSync(out, { recursive: true });
const links = Object.keys(sources).map(name => `<a href="${name}.html">${name}</a>`).join('\n');
for (const [name, file] of Object.entries(sources)) {
    const body = page_of(name, readFileSync(join(tree, file), 'utf8').split('\n'));
    writeFileSync(join(out, name + '.html'), `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self' data:">
<title>posenc: ${name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../page.css">
</head>
<body class="docs">
<nav aria-label="Pages"><a href="../index.html">Make a table</a>\n${links}</nav>
<main>
${body}</main>
</body>
</html>
`);
}
for (const figure of figures)
    cpSync(join(tree, 'docs', figure), join(out, figure));
const missing = wanted.filter(name => !anchors.has(name));
if (missing.length) {
    console.error('docs.mjs: no such heading: ' + missing.join(', '));
    process.exit(1);
}
