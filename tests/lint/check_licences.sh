#!/bin/sh
# SPDX-License-Identifier: MIT
# Each source says its licence in a line that tools find; and by the rules of REUSE each file has a licence and a copyright.
. "$(dirname "$0")/../tap.sh"

# sources TREE: the files that have a line of their own; .reuse/dep5 speaks for all others: templates, whose lines are emitted, examples
# that pages show, and data
sources() {
    (cd "$1" && find . \( -name '.[a-z]*' ! -name .ci -o -name node_modules -o -path './build*' -o -path ./out -o -path ./docs -o -path './templates/*' ! -name '*.sh' \
        -o -path ./tests/projects/consumers -o -path ./tests/projects/makefiles -o -path ./tests/words/manifests \
        -o -path ./tests/lint/mutants -o -path ./tests/everywhere/tables.ini \) -prune \
        -o -type f \( -name '*.[ch]' -o -name '*.sh' -o -name '*.awk' -o -name '*.py' -o -name '*.js' -o -name '*.mjs' -o -name Makefile \
        -o -name '*.mk' -o -name '*.cmake' -o -name CMakeLists.txt -o -name meson.build -o -name '*.ini' -o -path './.ci/*' \) -print | sort)
}
line='License-Identifier: MIT'
# silent TREE: prints the sources that don't have the line as their first one, or after #!
silent() {
    sources "$1" | while read -r source; do
        sed "1{ /^#!/d; }; q" "$1/$source" | grep -qxE "(#|//|/\*) SPDX-$line(-0)?( \*/)?" || echo "$source"
    done
}
each_says_it() {
    sources "$root" > list && at_least 400 list && silent "$root" > unlicensed && diff /dev/null unlicensed
}
noticed() { # one that lacks it
    mkdir -p copy/gen/base copy/.ci && cp "$root/gen/base/text.c" copy/gen/base && sed 1d "$root/gen/base/text.h" > copy/gen/base/text.h &&
        sed 2d "$root/.ci/run" > copy/.ci/run && silent copy > unlicensed && printf './%s\n' .ci/run gen/base/text.h | diff - unlicensed
}
# The lines of templates would be in tables, and the licence of a file is for its owner to choose.
none_emitted() {
    ends 1 grep -rl --exclude='*.sh' 'SPDX-[A-Z]' "$root/templates"
}
check 'each source says its licence' each_says_it
check 'one that does not is found' noticed
check 'no template has a line that would be emitted' none_emitted
git -C "$root" ls-files --error-unmatch LICENSE > tracked 2>&1 && has reuse
check_when $? 'no reuse, or not in git' 'reuse lint: each file has a licence and a copyright' reuse --root "$root" lint
plan
