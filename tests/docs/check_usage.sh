#!/bin/sh
# SPDX-License-Identifier: MIT
# Ways of using a table: the examples of tests/projects/consumers/usage compile without a warning and compute the right results;
# docs/usage.md shows them unchanged. Every other block of code in README and docs/ is also built and run.
. "$(dirname "$0")/../tap.sh"
usage=$root/tests/projects/consumers/usage

# The tables of the examples, by the commands of docs/usage.md; tables of two files have a separate folder.
page=$root/docs/usage.md
tables() {
    mkdir extern encoder && sed -n 's/^    \(posenc .*\)/\1/p' "$page" > commands || return 1
    sed -n 's/^    \(awk .*timesteps.txt\)$/\1/p' "$page" > timesteps.sh && sh timesteps.sh && [ -s timesteps.txt ] &&
        each 8 commands made_by &&
        "$POSENC" --max-len 24 --d-model 64 --name pe -o encoder/pe.h &&
        "$POSENC" --max-len 24 --d-model 64 -o encoder/pe.bin
}
made_by() { # made_by COMMAND: in the folder of its output
    (case $1 in *' pe.c') cd extern ;; esac && on_path && { sh -euc "$1" || rm -f "${1##* -o }"; } && [ -s "${1##* -o }" ])
}
check 'the tables' tables

strict='-Wall -Wextra -pedantic -Werror'
# runs COMPILER-AND-OPTIONS SOURCE...: with the tables of the first folder of $in
in=.
runs() {
    compiler=$1
    shift
    sources=
    for source in "$@"; do
        case $source in
        */*) sources="$sources $source" ;;
        *) sources="$sources $usage/$source" ;;
        esac
    done
    rm -f program && $compiler $strict -I $in -I "$usage" -o program $sources -lm && ./program
}
# within FOLDER COMMAND...: with the tables of that folder
within() {
    (in=$1 && but_first "$@")
}
encoder_input() { # encoder_input COMPILER OPTION
    within encoder runs "$1 -std=c99 $2" encoder_input.c > got && runs "$1 -std=c99" encoder_expect.c < encoder/pe.bin > wanted &&
        [ "$(wc -l < wanted)" -eq 6144 ] && cmp got wanted
}
# By encoder_digest.py, which shares neither code nor a library with posenc.
digest=ab061c75de3d9beadd3d6522c3deb5f4f3534a11a7282640157bbcfb7e5384e2
encoder_digest() {
    encoder_input "$1" -O1 && [ "$(sha256sum < got)" = "$digest  -" ]
}
digest_again() {
    [ "$(python3 "$usage/encoder_digest.py" "$usage/sentences.h")" = "$digest" ]
}
extern_header() {
    ${CC:-cc} -c -o pe.o extern/pe.c && within extern runs "$1 -std=c++11" header.cpp ./pe.o
}
# --- rows of usage.tsv that take several steps

loop_readme() {
    block README 1 c && cat "$block" "$usage/../readme_main.c" > one/add.c && ${CC:-cc} -std=c99 $strict -Ione -o one/add one/add.c &&
        one/add && rm "$block"
}

check_rows "$root/tests/docs/usage.tsv" C
for cc in gcc clang; do
    has $cc && echo 'int nothing;' | $cc -mgeneral-regs-only -x c -c -o nothing.o - 2> /dev/null
    check_when $? "no $cc, or no -mgeneral-regs-only" "$cc: Q15 without a floating-point register" $cc -std=c99 $strict \
        -mgeneral-regs-only -I. -c -o q15_add.o "$usage/q15_add.c"
done
python3 -c 'import mpmath' 2> /dev/null
check_when $? 'no python3 with mpmath' 'the digest, made again' digest_again

# --- the blocks of code in the pages

# block.PAGE.N.LANGUAGE: each block; the checks below remove those that they have used
for text in "$root"/README.md "$root"/docs/*.md; do
    awk -v page="$(basename "$text" .md)" '/^```/ { inside = !inside; n += inside; language = substr($0, 4); next }
        inside { print > ("block." page "." n "." language) }' "$text"
done
rm -f block.loading.* block.sine-tables.* block.everywhere.*.js # check_loading.sh, check_sine_tables.sh and check_npm.sh run them
# block PAGE N LANGUAGE: the N-th of that language there, in $block
block() {
    block=$(ls "block.$1."*".$3" | sort -t . -k 3n | sed -n "$2p")
    [ "$block" ] || { echo "$1.md has no such block of $3"; return 1; }
}

# Each part between marks is in docs/usage.md unchanged, in a block of its own.
parts() {
    sed -n 's,^/\* docs/usage\.md: \(.*\) \*/$,\1,p' "$1"
}
part() {
    awk '/^\/\* docs\/usage\.md \*\/$/ { exit } inside { print } /^\/\* docs\/usage\.md: / { inside = 1 }' "$1"
}
shown() {
    part "$1" > part
    [ -s part ] || return 1
    for block in block.usage.*; do
        ! cmp -s part "$block" || { mv "$block" "shown.$block"; return 0; }
    done
    echo "docs/usage.md does not show this part of $1:"
    cat part
    return 1
}
marked=0
for file in "$usage"/*; do
    [ -n "$(parts "$file")" ] || continue
    marked=$((marked + 1))
    check "the mark of ${file##*/} names it" [ "$(parts "$file")" = "${file##*/}" ]
    check "docs/usage.md shows ${file##*/} as it is" shown "$file"
done
check 'parts are marked' [ $marked -ge 8 ]

# README's header is what its command writes: each line of it, up to "...", begins a line of the file, in that order.
header() {
    block README 1 c && line=$(sed -n 's/^    build\/\(posenc .*-o pe\.h\)$/\1/p' "$root/README.md" | head -n 1) && [ "$line" ] && mkdir one &&
        (cd one && on_path && sh -euc "$line") &&
        awk 'NR == FNR { if (sub(/ ?\.\.\.$/, "") && $0 ~ /^ ?\*?$/) next; wanted[++n] = $0; next }
            FNR == 1 { k = 1 } k <= n && index($0, wanted[k]) == 1 { k++ }
            END { if (k <= n) { print "this is not written: " wanted[k]; exit 1 } exit n < 10 }' "$block" one/pe.h && rm "$block"
}

# --- blocks of build systems, each in its own small project

. "$root/tests/projects/steps.sh"
prefix=$dir/prefix
make -s -C "$root" install -o build/posenc PREFIX="$prefix" DESTDIR= > install.log 2>&1 || { cat install.log; exit 1; }
[ "$POSENC" -ef "$root/build/posenc" ] || cp "$POSENC" "$prefix/bin/posenc"
# One table in README's projects, two in those of docs/build-systems.md.
encoder_of() {
    case $1 in README) cat "$usage/../one.c" ;; *) cat "$usage/../encoder.c" ;; esac
}
# project PAGE LANGUAGE FILE LINE...: a folder with encoder.c, tables.ini, and a file of these lines and the page's block
project() {
    block "$1" 1 "$2" && rm -rf project && mkdir project && encoder_of "$1" > project/encoder.c && cp tables.ini project || return 1
    name=$3 used=$block
    encoder=$1
    shift 3
    { printf '%s\n' "$@" && cat "$block"; } > "project/$name"
}
# prints PROGRAM: it prints what the encoder prints; then the block is removed
prints() {
    mkdir -p plain && "$POSENC" --max-len 512 --d-model 384 --name pe -o plain/pe.h && (cd plain && "$POSENC" build ../tables.ini --output-dir .) &&
        encoder_of "$encoder" > plain/encoder.c && ${CC:-cc} -Iplain -o plain/encoder plain/encoder.c plain/timescale.c &&
        [ "$("$1")" = "$(plain/encoder)" ] && [ "$("$1")" ] && rm "$used"
}
manifest() {
    block build-systems 1 ini && mv "$block" tables.ini && piped "$POSENC" build tables.ini --list | grep -qx "timescale	.*timescale.h	.*timescale.c"
}
make_project() {
    project "$1" make Makefile && step make -I "$prefix/include" -C project encoder && prints project/encoder
}
has cmake || rm -f block.*.cmake
cmake_project() {
    project "$1" cmake CMakeLists.txt 'cmake_minimum_required(VERSION 3.21)' 'project(encoder C)' &&
        step cmake -S project -B project/b -DCMAKE_PREFIX_PATH="$prefix" && step cmake --build project/b &&
        prints project/b/encoder
}
# The sources instead of their tarball, and the program under test instead of building it again.
fetched() {
    block build-systems 1 cmake && grep -q 'URL https://\.\.\./posenc-[0-9.]*\.tar\.gz' "$block" && rm -rf project && mkdir project &&
        cp "$usage/../one.c" project/encoder.c && { echo 'cmake_minimum_required(VERSION 3.21)
project(encoder C)' && sed 's/URL https:[^)]*/SOURCE_DIR "${SOURCES}"/' "$block" && echo 'add_executable(encoder encoder.c)
posenc_add_table(encoder NAME pe MAX_LEN 512 D_MODEL 384)'; } > project/CMakeLists.txt && encoder=README used=$block &&
        step cmake -S project -B project/b -DSOURCES="$root" -DPOSENC_EXECUTABLE="$POSENC" && step cmake --build project/b &&
        prints project/b/encoder
}
has meson ninja sha256sum || rm -f block.*.meson block.build-systems.2.ini
meson_project() {
    project "$1" meson meson.build "project('encoder', 'c', meson_version: '>= 0.56')" &&
        PATH=$prefix/bin:$PATH step meson setup project/b project && step ninja -C project/b && prints project/b/encoder
}
# If no program is on the PATH, the wrap provides it; the tarball is there already.
wrap() {
    block build-systems 1 ini && rm -rf project && mkdir -p project/subprojects/packagecache "posenc-0.1.0" || return 1
    tarball=$(sed -n 's/^source_filename = //p' "$block") folder=$(sed -n 's/^directory = //p' "$block")
    make -s -C "$root" --no-print-directory dist-files > files && mkdir -p "sources/$folder" &&
        (cd "$root" && tar -cf - -T "$dir/files") | tar -xf - -C "sources/$folder" &&
        tar -C sources -czf "project/subprojects/packagecache/$tarball" "$folder" &&
        hash=$(sha256sum < "project/subprojects/packagecache/$tarball" | cut -d ' ' -f 1) &&
        sed "s/^source_hash = .*/source_hash = $hash/" "$block" > project/subprojects/posenc.wrap &&
        printf '%s\n' "project('encoder', meson_version: '>= 0.56')" "program = find_program('posenc', native: true)" > project/meson.build &&
        step meson setup project/b project && grep -q 'Program posenc found: YES (overri' said && rm "$block"
}
# block_with PATTERN: that of docs/build-systems.md which has such a line, in $block
block_with() {
    block=$(grep -l "$1" block.build-systems.*) && [ -f "$block" ] || { echo "not one block has $1"; return 1; }
}
# sine NAME: the integers of that raw table, one a line
sine() {
    "$POSENC" --preset sine --max-len 256 --type q15 --format raw -o sine.bin && od -An -v -w2 -td2 sine.bin | tr -d ' ' > wanted &&
        [ "$(wc -l < wanted)" -eq 256 ]
}
has cargo || rm -f block.build-systems.*.rust
cargo_project() {
    sine && rm -rf project && mkdir -p project/src && block_with OUT_DIR.*unwrap && mv "$block" project/build.rs && block_with include! &&
        mv "$block" project/src/main.rs && printf '[package]\nname = "sine"\nversion = "0.1.0"\nedition = "2021"\n' > project/Cargo.toml &&
        (cd project && on_path && step cargo build --offline && target/debug/sine | cmp - ../wanted && step cargo build --offline --verbose &&
            says 'Fresh sine' && sed 's/"256"/"16"/' build.rs > new && mv new build.rs && step cargo build --offline &&
            [ "$(target/debug/sine | wc -l)" = 16 ] && sed 's/"16"/"junk"/' build.rs > new && mv new build.rs &&
            ! step cargo build --offline && says 'posenc wrote no table')
}
has go || rm -f block.build-systems.*.go
go_project() {
    sine && rm -rf project && mkdir project && block_with go:generate && mv "$block" project/main.go && (
        cd project && on_path && export GOCACHE="$dir/go" GOFLAGS='' GO111MODULE=on && step go mod init sine &&
            step go generate && step go build -o sine && ./sine | cmp - ../wanted)
}
# Stand-ins for SDKs: they make the same targets, with a toolchain that looks for packages only in its sysroot.
sdk() {
    rm -rf project && mkdir -p project/sysroot project/main && cp "$usage/../one.c" project/encoder.c && cp project/encoder.c project/main &&
        echo 'set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_FIND_ROOT_PATH ${CMAKE_CURRENT_LIST_DIR}/sysroot)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)' > project/toolchain.cmake
}
sdk_builds() {
    encoder=README used=$block && step cmake -S project -B project/b --toolchain "$dir/project/toolchain.cmake" -DCMAKE_PREFIX_PATH="$prefix" &&
        step cmake --build project/b && prints project/b/firmware
}
zephyr() {
    sdk && mkdir project/zephyr && echo 'project(Zephyr-Kernel C ASM)
add_library(app STATIC)
add_executable(firmware main.c)
target_link_libraries(firmware app)' > project/zephyr/ZephyrConfig.cmake && block_with find_package.Zephyr && cp "$block" project/CMakeLists.txt &&
        : > project/main.c && ZEPHYR_BASE=$dir/project/zephyr sdk_builds
}
# ESP-IDF reads the component in a script before it builds it.
esp_idf() {
    sdk && block_with idf_component_register && cp "$block" project/main/CMakeLists.txt && echo 'macro(idf_component_register)
  message("requires nothing")
  return()
endmacro()
include(main/CMakeLists.txt)' > project/requirements.cmake && echo 'cmake_minimum_required(VERSION 3.21)
project(firmware C)
function(idf_component_register sources)
  add_library(__idf_main STATIC ${ARGN})
  set(COMPONENT_LIB __idf_main PARENT_SCOPE)
endfunction()
add_subdirectory(main)
add_executable(firmware main.c)
target_link_libraries(firmware __idf_main)' > project/CMakeLists.txt && : > project/main.c &&
        (cd project && step cmake -P requirements.cmake && says 'requires nothing') && sdk_builds
}
has python3 || rm -f "$(grep -l '^Import' block.build-systems.*.python)"
platformio() {
    block_with '^Import' && rm -rf project expected && mkdir project && cp tables.ini project && (
        on_path && cat - "$block" << 'EOF' | python3
class env:
    def subst(text):
        return text.replace("$PROJECT_DIR", "project")
def Import(name):
    assert name == "env"
EOF
    ) && "$POSENC" build tables.ini --output-dir expected && diff -r expected project/lib/tables && rm "$block"
}
# The rules for Bazel are those of the project that check_integration.sh builds, with other sizes.
bare() {
    tr -d ' \n' | sed 's/,\([])}]\)/\1/g'
}
in_bazel() {
    block build-systems 1 python && sed 's/"512"/"16"/; s/"384"/"6"/' "$block" | bare > got &&
        bare < "$usage/../bazel/BUILD" | sed 's/outs=\(.*\]\),manifest="tables.ini"/manifest="tables.ini",outs=\1/' | diff - got && rm "$block"
}
# MODULE.bazel, which Debian's Bazel doesn't read: the page and the module have the same name and the same rules_cc.
in_module() {
    sed -n 's/^    \(bazel_dep(name = "rules_cc".*\)/\1/p' "$root/docs/build-systems.md" > wanted && [ -s wanted ] &&
        grep rules_cc "$root/integration/bazel/MODULE.bazel" | diff wanted - &&
        grep 'module_name = "posenc"' "$root/docs/build-systems.md" && grep -x 'module(name = "posenc")' "$root/integration/bazel/MODULE.bazel"
}
# docs/ci.md: the commands of a job and of the hook pass with the manifest's tables, and with no others.
# in_repository: a folder with tables.ini and its tables, where third_party/posenc has the program
in_repository() {
    rm -rf project && mkdir -p project/third_party/posenc/build && cp tables.ini project && ln -s "$POSENC" project/third_party/posenc/build/posenc &&
        (cd project && "$POSENC" build tables.ini)
}
# only_exact COMMAND: passes in that folder, and fails for an edited table, a changed manifest and a lost file
only_exact() {
    (cd project && on_path && sh -euc "$1" && echo '/**/' >> timescale.c && ends 1 sh -euc "$1" 2> ../said && diff ../line ../said &&
        posenc build tables.ini && sh -euc "$1" && edit tables.ini 's/1500/1501/' && ends 1 sh -euc "$1" 2> ../said && grep -xF -f ../line ../said &&
        posenc build tables.ini && rm timescale.h && ends 1 sh -euc "$1" 2> ../said && grep -x 'posenc: timescale.h: missing' ../said)
}
ci_line() {
    block ci 1 text && mv "$block" line
}
# ci_job N KEY: its last command is the check, and the others are goals of make
ci_job() {
    block ci "$1" yaml && sed -n "s/^ *- $2//p" "$block" > job && [ "$(grep -c 'third_party/posenc' job)" = 2 ] &&
        make -n -C "$root" $(sed -n 's/^make -C third_party\/posenc //p' job) > goals && [ -s goals ] && in_repository && only_exact "$(tail -n 1 job)"
}
hook() {
    block ci 3 yaml && in_repository && only_exact "$(sed -n 's/^ *entry: //p' "$block")"
}
# The same with pre-commit: a commit with an edited table fails, and one with the manifest's passes.
committed() {
    step git -C project -c user.name=a -c user.email=a@b.c commit -qam "$1"
}
pre_commit() {
    block ci 3 yaml && in_repository && cp "$block" project/.pre-commit-config.yaml && on_path && export PRE_COMMIT_HOME="$dir/pre-commit" &&
        git init -q project && git -C project add . && (cd project && step pre-commit install) && committed 'tables' && says 'those of tables.ini.*Passed' &&
        echo '/**/' >> project/timescale.c && ends 1 committed 'an edited table' && grep -xF -f line said
}
# docs/models.md: what posenc prints about the file of Llama 3.1 8B; check_docs.sh runs the commands with other configs.
config_explained() {
    rm -rf explained && mkdir explained && cp "$root/tests/golden/configs/llama-3.1-8b.json" explained/config.json && block models 1 text &&
        (cd explained && piped "$POSENC" presets config.json) | diff "$block" - && rm "$block"
}
# It has three errors: of that file with another key, with a key less, and with a key twice.
config_errors() {
    file=explained/config.json
    sed -n 's/^    \(config\.json:.*\)/\1/p' "$root/docs/models.md" > wanted && [ "$(wc -l < wanted)" -eq 3 ] &&
        sed 's/^  "rope_theta".*/&\n  "rope_quality": 1,/' $file > more.json && says_line 1 more.json &&
        sed '/"factor"\|original/d; /freq_factor/d; s/llama3"/linear"/' $file > less.json && says_line 2 less.json &&
        sed 's/^  "rope_theta".*/&\n&/' $file > twice.json && says_line 3 twice.json
}
says_line() { # says_line N FILE: the message about the file is the page's N-th
    [ "$(sed -n "$1p" wanted)" = "$(message_of "$2")" ] || { message_of "$2"; return 1; }
}
message_of() { # message_of FILE: the message about it, named config.json
    mkdir -p bad && cp "$1" bad/config.json && (cd bad && piped ends 2 "$POSENC" --model config.json 2>&1) | sed 's/^posenc: //'
}
# One of docs/model-families.md has a model_type that nobody knows.
config_blocks() {
    assumed=0
    ls block.model-families.*.json > left && [ "$(wc -l < left)" -eq 4 ] && for block in $(cat left); do
        "$POSENC" presets "./$block" > said || { assumed=$((assumed + 1)) && "$POSENC" presets "./$block" --assume transformers > said; } || return 1
        grep -q '^    words ' said && rm "$block" || return 1
    done && [ $assumed -eq 1 ]
}
# docs/forms.md: the functions of a factored table are declared as the block says.
declared() {
    line=$(sed -n 's/^    posenc \(.* --factored exact -o pe\.c\)$/\1/p' "$root/docs/forms.md") && [ "$line" ] && block forms 1 c &&
        rm -rf declared && mkdir declared && (cd declared && "$POSENC" $line) && sed 's,;.*,;,' "$block" > wanted && [ "$(wc -l < wanted)" -eq 2 ] &&
        all_in 2 wanted declared/pe.h && rm "$block"
}
check_rows "$root/tests/docs/usage.tsv" pages
plan
