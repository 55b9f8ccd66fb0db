# SPDX-License-Identifier: MIT
# The package of npm, packed and installed into a project of its own: its command in node 18 and 20, its module there and
# from bundlers. $root/build/everywhere has node and the bundlers: tools/package.json.
. "$(dirname "$0")/../tap.sh"
tools=$root/build/everywhere/node_modules
requires 'the package' "$root/build/npm: make npm" "$tools/node18: make deps check-everywhere" npm
project=$dir/project
installs() {
    mkdir "$project" "$dir/packed" && npm pack --silent --pack-destination "$dir/packed" "$root/build/npm" &&
        echo '{"name": "project", "private": true, "type": "module"}' > "$project/package.json" &&
        (cd "$project" && npm install --silent --offline --no-audit --no-fund "$dir"/packed/posenc-*.tgz) &&
        [ -x "$project/node_modules/.bin/posenc" ]
}
check 'it is packed, and installed from the tarball' installs
[ -d "$project/node_modules/posenc" ] || { plan; exit 1; }

# in_project NODE COMMAND...: with that node in front; what the native program makes is in $dir/native
words='--max-len 64 --d-model 32'
mkdir "$dir/native" && (cd "$dir/native" && "$POSENC" $words -o pe.h && "$POSENC" $words --format raw -o pe.bin) || exit 1
in_project() {
    (cd "$project" && PATH="$tools/$1/bin:$PATH" && shift && "$@")
}
command_of() {
    rm -f "$project"/pe.*
    in_project $1 npx --offline posenc $words -o pe.h && cmp "$project/pe.h" "$dir/native/pe.h" &&
        in_project $1 npx --offline posenc $words --format raw -o - > "$dir/pe.bin" && cmp "$dir/pe.bin" "$dir/native/pe.bin" &&
        ends 2 in_project $1 node_modules/.bin/posenc --max-len many --d-model 8 2> "$dir/errors" &&
        echo "posenc: max-len 'many' is not a whole number" | diff - "$dir/errors" || return 1
    # words may follow the dash of standard input, which ends options in musl
    in_project $1 node_modules/.bin/posenc audit - --max-len 64 --d-model 32 < "$dir/native/pe.bin" > "$dir/audit" &&
        grep -qx 'not correctly rounded: 0' "$dir/audit" || { cat "$dir/audit"; return 1; }
}

# A closed pipe ends it without a word.
pipes() {
    { in_project $1 node_modules/.bin/posenc --max-len 40000 --d-model 64 --format raw 2> "$dir/errors"; echo $? > "$dir/status"; } |
        head -c 9 > "$dir/first"
    [ ! -s "$dir/errors" ] && [ "$(cat "$dir/status")" = 141 ] && [ "$(wc -c < "$dir/first")" = 9 ]
}

cp "$root/tests/everywhere/module.js" "$project"
(cd "$dir/native" && echo '{"model_type": "llama", "head_dim": 64}' > config.json &&
    "$POSENC" --model config.json --max-len 8 -o rope.h) || exit 1
size=$(($(wc -c < "$dir/native/rope.h")))
# prints_size NODE SCRIPT: it ends well, and prints the size of that file. A fault in a bundle shows megabytes.
prints_size() {
    printed=$("$tools/$1/bin/node" "$2" 2>&1) || { printf '%s\n' "$printed" | cut -c 1-200; return 1; }
    [ "$printed" = "$size" ]
}
for node in node18 node20; do
    if [ -x "$tools/$node/bin/node" ] && "$tools/$node/bin/node" --version > /dev/null 2>&1; then
        check "$node: the command" command_of $node
        check "$node: a closed pipe" pipes $node
        check "$node: the module" prints_size $node "$project/module.js"
    else
        skip $node "no $node for this machine"
    fi
done

# package.json names where the sources are, if make is told.
named_sources() {
    piped make -s --no-print-directory -C "$root" package-json ${2-} |
        node -e 'const p = JSON.parse(require("fs").readFileSync(0)); console.log(p.name, p.repository, p.bugs)' > shown &&
        echo "$1" | diff - shown
}
check 'the address of the sources' named_sources 'posenc https://a.b/c https://a.b/c/issues' REPOSITORY_URL=https://a.b/c
check 'no address' named_sources 'posenc undefined undefined'

# A run reads the WebAssembly itself. The module's text of it, 1.8 MB, took a third of a second to decode.
alone() {
    rm -rf "$dir/command" && cp -R "$project/node_modules/posenc" "$dir/command" && rm "$dir/command/program.js" "$dir/command/index.js" &&
        "$tools/node20/bin/node" "$dir/command/bin.js" $words -o "$dir/pe.h" && cmp "$dir/pe.h" "$dir/native/pe.h"
}
check 'the command needs nothing of the module' alone
refuses_no_words() {
    cat > "$project/refused.js" << 'end'
import { run, table } from 'posenc';
for (const [call, ...words] of [[table], [table, null], [table, 512], [table, { 'max-len': undefined }], [table, [undefined]], [run, 'help'], [run]]) {
    try {
        call(...words);
        console.log('accepted');
    } catch ({ name, message, status }) {
        console.log(`${name} ${status}: ${message}`);
    }
}
end
    in_project node20 node refused.js > "$dir/refused" && diff - "$dir/refused" << 'end'
PosencError 2: posenc: table takes words, such as {'max-len': 512, 'd-model': 384}
PosencError 2: posenc: table takes words, such as {'max-len': 512, 'd-model': 384}
PosencError 2: posenc: table takes words, such as {'max-len': 512, 'd-model': 384}
PosencError 2: posenc: max-len is undefined, which is neither a string nor a number
PosencError 2: posenc: word 1 is undefined, which is neither a string nor a number
PosencError 2: posenc: run takes words as a list, such as ['help', 'type']
PosencError 2: posenc: run takes words as a list, such as ['help', 'type']
end
}
check 'the module: no words, and words without values' refuses_no_words

# Words, choices and presets are typed: each line after "// wrong" is an error, and no other line.
typed() {
    cat > "$project/typed.ts" << 'end'
import { table, run, type Words, type Preset } from 'posenc';
const system: Preset = 'whisper';
const words: Words = { 'max-len': 512, 'd-model': '384', preset: system, layout: 'halves', spacing: 'over:2n', type: 'q15', component: 'cos,sin' };
table({ ...words, format: 'raw', rows: '0:8', step: '2pi/50' });
table(['--max-len', 8, '--d-model', 4]);
run(['audit', 'pe.bin', '--guess'], { 'pe.bin': table(words) });
// wrong
table({ max_len: 512 });
// wrong
table({ 'max-len': 512, layout: 'half' });
// wrong
table({ 'max-len': 512, preset: 'wisper' });
// wrong
table({ 'max-len': true });
// wrong
table();
end
    grep -n '^// wrong' "$project/typed.ts" | awk -F: '{ print $1 + 1 }' > "$dir/wrong"
    (cd "$project" && "$tools/.bin/tsc" --noEmit --strict --target es2022 --module nodenext typed.ts) |
        sed -n 's/^typed\.ts(\([0-9]*\),.*/\1/p' | diff "$dir/wrong" - || return 1
    # every word of the program is there
    piped "$POSENC" --help --json | node -e 'const { words } = JSON.parse(require("fs").readFileSync(0)); console.log(Object.keys(words).join("\n"))' |
        while read -r word; do grep -q "^    '$word'?: " "$project/node_modules/posenc/index.d.ts" || echo "$word"; done > "$dir/missing"
    [ ! -s "$dir/missing" ] || { cat "$dir/missing"; return 1; }
}
[ -x "$tools/.bin/tsc" ]
check_when $? 'no typescript: make deps check-everywhere' 'its words are typed' typed

# The block of docs/everywhere.md, which only takes a manifest from somewhere, and that of the package's README.
documented() {
    for page in "$root/docs/everywhere.md" "$root/build/npm/README.md"; do
        awk '/^```js$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$page" > "$dir/block" && grep -q "from 'posenc'" "$dir/block" || return 1
        {
            printf '%s\n' "const manifest = new TextEncoder().encode('[t]\\nmax-len = 8\\nd-model = 4\\noutput = t.h\\n');"
            cat "$dir/block"
            echo 'if (entries.length !== 512 * 384 || entries[1] !== 1) throw new Error("other entries");'
            ! grep -q 'run(' "$dir/block" || echo 'if (status || errors || Object.keys(files).join() !== "t.h") throw new Error(errors);'
        } > "$project/block.js"
        in_project $1 node block.js || return 1
    done
}
for node in node18 node20; do
    [ -x "$tools/$node/bin/node" ]
    check_when $? "no $node" "$node: the code of docs/everywhere.md" documented $node
done

esbuild_bundles() {
    (cd "$project" && "$tools/.bin/esbuild" module.js --bundle --format=esm --minify --log-level=warning --outfile=bundle.mjs) \
        > "$dir/warnings" 2>&1 &&
        [ ! -s "$dir/warnings" ] && rm -rf "$dir/alone" && mkdir "$dir/alone" && cp "$project/bundle.mjs" "$dir/alone" &&
        prints_size node20 "$dir/alone/bundle.mjs" || { cut -c 1-200 "$dir/warnings"; return 1; }
}
check 'esbuild bundles the module' esbuild_bundles
vite_bundles() {
    echo '<script type="module" src="module.js"></script>' > "$project/index.html"
    # Without the part for browsers that lack modulepreload, the script also runs in node.
    echo 'export default {build: {modulePreload: {polyfill: false}, chunkSizeWarningLimit: 4000}};' > "$project/vite.config.js"
    (cd "$project" && "$tools/node20/bin/node" "$tools/vite/bin/vite.js" build --logLevel warn) > "$dir/warnings" 2>&1 &&
        [ ! -s "$dir/warnings" ] ||
        { cut -c 1-200 "$dir/warnings"; return 1; }
    rm -rf "$dir/alone" && mkdir "$dir/alone" && cp "$project"/dist/assets/*.js "$dir/alone/bundle.mjs" &&
        prints_size node20 "$dir/alone/bundle.mjs"
}
check 'vite bundles the module' vite_bundles

plan
