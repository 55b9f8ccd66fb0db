#!/bin/sh
# SPDX-License-Identifier: MIT
# The files for other build systems: small complete projects are configured, built, run, built again (nothing
# runs), changed, and built for other processors. Each prints a digest of its tables.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/projects/steps.sh"
cc=${CC:-cc} program=$POSENC
# The projects are users: they inherit nothing from the make that runs this test.
unset CC CXX CFLAGS CPPFLAGS LDFLAGS LDLIBS DESTDIR CMAKE_GENERATOR POSENC SANITIZE TSAN STATIC
prefix=$dir/prefix
{ MAKEFLAGS="$inherited" make -s -C "$root" program -o build/posenc &&
    make -s -C "$root" install PREFIX="$prefix" DESTDIR=; } > "$dir/install.log" 2>&1 ||
    { cat "$dir/install.log"; exit 1; }
[ "$program" -ef "$root/build/posenc" ] || cp "$program" "$prefix/bin/posenc"
posenc=$prefix/bin/posenc
export PKG_CONFIG_PATH="$prefix/share/pkgconfig"
consumers=$dir/consumers

# fresh FOLDER: a new copy of that project
fresh() {
    rm -rf "$consumers" && cp -R "$root/tests/projects/consumers" "$consumers" && cd "$consumers/$1" || return 1
}
# within FOLDER COMMAND...: in that project
within() {
    fresh "$1" && but_first "$@"
}
# fails_with PATTERN COMMAND...: the build fails, and its output matches the pattern
fails_with() {
    failure=$1
    shift
    ! "$@" > "$dir/said" 2>&1 && says "$failure"
}

# what the projects must print, with a manifest of 20 rows and of 21
digest() {
    rm -rf "$dir/digest" && mkdir "$dir/digest" &&
        "$posenc" --max-len 16 --d-model 6 --name pe -o "$dir/digest/pe.h" &&
        "$posenc" --preset timescale --max-len "$1" --d-model 8 --name timescale -o "$dir/digest/timescale.h" &&
        "$cc" -I "$dir/digest" -o "$dir/digest/encoder" "$root/tests/projects/consumers/encoder.c" && "$dir/digest/encoder"
}
digest_20=$(digest 20)
digest_21=$(digest 21)

# prints DIGEST COMMAND...
prints() {
    wanted=$1
    shift
    got=$("$@") && [ "$got" = "$wanted" ] || { echo "got '$got' of $*, not $wanted"; return 1; }
}
# A comment changes no table; an additional row does.
note() {
    sleep 0.1 && echo '# a note' >> ../tables.ini
}
one_row_more() {
    sleep 0.1 && edit ../tables.ini 's/= 20/= 21/'
}

# posenc's sources as in the tarball
make -s -C "$root" --no-print-directory dist-files > "$dir/files" && mkdir "$dir/source" &&
    (cd "$root" && tar -cf - -T "$dir/files") | tar -xf - -C "$dir/source" || exit 1

tar -C "$dir" -czf "$dir/source.tar.gz" source

export QEMU_LD_PREFIX=/usr/aarch64-linux-gnu

# --- make and pkg-config

works='Generating|posenc (build|--)'
compiles='Building C|Compiling C|Linking|(cc|gcc) .*-o '

# project_make MAKE-ARGUMENTS...
project_make() {
    step make "$@" encoder && prints "$digest_20" ./encoder && step make "$@" encoder && says 'up to date' || return 1
    note && step make "$@" encoder && says 'posenc build' && silent "$compiles" || return 1
    step make "$@" encoder && says 'up to date' || return 1
    one_row_more && step make "$@" encoder && prints "$digest_21" ./encoder || return 1
    rm tables/timescale.h && step make "$@" encoder && says 'posenc build' && [ -f tables/timescale.h ] || return 1
    touch Makefile && step make "$@" encoder && says 'up to date' || return 1
    step make "$@" clean && [ ! -e tables/timescale.c ] && [ ! -e tables/pe.h ] && step make -j4 "$@" encoder
}
mk=POSENC_MK=$prefix/include/posenc.mk
# list FILE NUMBER...: a file of these numbers, newer than what was built
list() {
    list_of=$1
    shift
    sleep 0.1 && printf '%s\n' "$@" > "$list_of"
}
# Tables of several files: all_words FOLDER BUILD-COMMAND... builds, and builds again after each change of an input.
all_words() {
    words=$1/words
    shift
    step "$@" && prints '0.4794 0.4794 0.0284 0.0464 1' "$words" && step "$@" && silent "$works|$compiles" &&
        list given.txt 1 0.75 0.25 && step "$@" && prints '0.6816 0.6816 0.0284 0.0464 1' "$words" &&
        list steps.txt 9 3 4 2 && step "$@" && prints '0.6816 0.6816 0.0284 0.1388 1' "$words" &&
        list long.txt 1 3 4 && step "$@" && prints '0.6816 0.6816 0.0189 0.1388 1' "$words" && step "$@" &&
        silent "$works|$compiles"
}
# other_version TREE: gives the sources of that tree, in a file of a folder of gen/, another version
other_version() {
    sleep 0.1 && edit "$1/gen/base/version.h" 's/VERSION "\(.*\)"/VERSION "\1.1"/'
}
own_version=$("$posenc" --version)
nested_source() {
    fresh make && cp -R "$dir/source" vendored && set -- POSENC_MK=vendored/integration/posenc.mk encoder &&
        step make "$@" && step make "$@" && says 'up to date' && prints "$own_version" vendored/build/posenc --version &&
        other_version vendored && step make "$@" && prints "$own_version.1" vendored/build/posenc --version &&
        step make "$@" && says 'up to date' && prints "$digest_20" ./encoder
}

# --- CMake

# by BUILDER COMMAND...: with the generator of CMake for make, for ninja, or for ninja and several configurations
by() {
    case $1 in make) generator='Unix Makefiles' ;; ninja) generator=Ninja ;; *) generator='Ninja Multi-Config' ;; esac
    but_first "$@"
}
# project_cmake FOLDER CMAKE-ARGUMENTS...: the whole round
project_cmake() {
    fresh "$1" || return 1
    shift
    step cmake -G "$generator" -S . -B b "$@" && step cmake --build b || return 1
    prints "$digest_20" b/encoder && step cmake --build b && silent "$works|$compiles|$builds" || return 1
    note && step cmake --build b && says "$works" && silent "$builds|$compiles" || return 1
    step cmake --build b && silent "$works|$compiles|$builds" || return 1
    one_row_more && step cmake --build b && silent 'Generating pe.h' && prints "$digest_21" b/encoder || return 1
    rm b/posenc/timescale.h && step cmake --build b && [ -f b/posenc/timescale.h ]
}
builds='Building posenc'

# cross RUN TOOLCHAIN FOLDER CMAKE-ARGUMENTS...
cross() {
    emulator=$1 toolchain=$2
    fresh "$3" || return 1
    shift 3
    step cmake -G "Unix Makefiles" -S . -B b --toolchain "$consumers/toolchains/$toolchain.cmake" "$@" &&
        cp "$dir/said" "$dir/configured" && step cmake --build b && prints "$digest_20" $emulator b/encoder
}
configure="cmake -S . -B b -DCMAKE_PREFIX_PATH=$prefix"
moved() {
    mv "$prefix" "$dir/moved prefix" && fresh cmake && step cmake -S . -B b -DCMAKE_PREFIX_PATH="$dir/moved prefix" &&
        step cmake --build b && prints $digest_20 b/encoder
    moved_status=$?
    mv "$dir/moved prefix" "$prefix" && return $moved_status
}
# wrong_for_cmake FILE LINE PATTERN: with that line more in the file
wrong_for_cmake() {
    fresh cmake && echo "$2" >> "$1" && fails_with "$3" $configure
}
# configures LINE...: a project of these lines, with the targets one and two
configures() {
    rm -rf "$dir/configures" && mkdir "$dir/configures" && cd "$dir/configures" &&
        printf '[%s]\noutput = %s\nmax-len = 3\nd-model = 4\n' pe pe.c deep sub/../sub/deep.c > t.ini && cp t.ini u.ini &&
        echo 'int main(void) { return 0; }' > main.c && cp "$root/docs/example.lua" . &&
        echo "$model" > config.json &&
        printf '[%s]\nmodel = config.json:%s\nmax-len = 3\noutput = %s\n' \
        pe sliding_attention pe.h part full_attention part.h > models.ini &&
        printf '%s\n' 'const float @name@[][4] = {' '//%% rows' '{' '@value@,' '},' '//%% end' '};' > template.c &&
        printf '%s\n' 'cmake_minimum_required(VERSION 3.21)' \
        'project(some C ASM)' 'find_package(posenc REQUIRED)' 'add_executable(one main.c)' 'add_executable(two main.c)' \
        "$@" > CMakeLists.txt
    cmake -G "$generator" -S . -B b -DCMAKE_PREFIX_PATH="$prefix" > "$dir/said" 2>&1 || { cat "$dir/said"; return 1; }
}
built() {
    step cmake --build b && step cmake --build b && silent "$works|$compiles"
}
# refuses PATTERN LINE...: configuring a project of these lines fails with that message
refuses() {
    refusal=$1
    shift
    ! configures "$@" && says "$refusal"
}
# one_file FIRST SECOND: two calls that write pe.h; the message names both
one_file() {
    refuses 'two tables are to be written to' "$1" "$2" && says '/posenc/pe\.[hc]:' &&
        grep -F "  $1" "$dir/said" && grep -F "  $2" "$dir/said"
}
table='posenc_add_table(one NAME pe MAX_LEN 3 D_MODEL 4'
# builds_twice LINE...: the project is built, and the second build does nothing
builds_twice() {
    configures "$@" && built
}
parts() { # of one manifest, for two targets
    builds_twice 'posenc_add_manifest(one t.ini pe)' 'posenc_add_manifest(two t.ini)' 'posenc_add_manifest(one t.ini deep pe)' &&
        step cmake --build b --clean-first && [ -f b/posenc/pe.c ] && [ -f b/posenc/sub/deep.c ]
}
template() {
    builds_twice "$table TEMPLATE template.c OUTPUT pe.c)" && sleep 0.1 && echo '// more' >> template.c && step cmake --build b &&
        grep more b/posenc/pe.c && built
}
optimised() {
    fresh words && step $configure -G "$generator" -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON && step cmake --build b --verbose &&
        says flto && prints '0.4794 0.4794 0.0284 0.0464 1' b/words
}
older_policies() {
    configures "$table)" 'posenc_add_manifest(two t.ini deep)' && edit CMakeLists.txt s/3.21/3.5/ && step cmake -S . -B b && built
}
# model LINE...: a table, and one of a part of its model, which are made again when the file changes
model() {
    builds_twice "$@" && grep -q 'w = 10000^(-2i/4)' b/posenc/pe.h && grep -q 'w = 500^(-2i/4)' b/posenc/part.h &&
        sleep 0.1 && edit config.json 's/: 500/: 700/' && built &&
        grep -q 'w = 10000^(-2i/4)' b/posenc/pe.h && grep -q 'w = 700^(-2i/4)' b/posenc/part.h
}
# Tables that no call asks for any more, and files that must not be removed.
renamed() {
    configures 'posenc_add_table(one NAME old MAX_LEN 3 D_MODEL 4)' 'posenc_add_table(two NAME old MAX_LEN 3 D_MODEL 4)' \
        'posenc_add_manifest(one t.ini)' \
        'posenc_add_table(one NAME mine MAX_LEN 3 D_MODEL 4 OUTPUT "${CMAKE_SOURCE_DIR}/mine.h")' &&
        echo '#include "old.h"' >> main.c && built && sleep 0.1 && edit CMakeLists.txt 's/NAME old/NAME fresh/; /mine/d' &&
        edit t.ini 's/^.deep/[deeper/' && fails_with 'old.h' cmake --build b && [ ! -e b/posenc/old.h ] && [ -f mine.h ] &&
        echo 'int main(void) { return 0; }' > main.c && built && [ -f b/posenc/fresh.h ] && [ -f b/posenc/pe.c ] &&
        edit CMakeLists.txt '/posenc_add/d' && step cmake --build b && [ ! "$(find b/posenc -type f)" ]
}
# stand_in FILE VERSION: a program of that version
stand_in() {
    mkdir -p "$(dirname "$1")" && printf '#!/bin/sh\n[ "$1" != --version ] || { echo posenc %s; exit; }\nexec "%s" "$@"\n' "$2" "$posenc" \
        > "$1" && chmod +x "$1"
}
# newer_program OLD NEW: a newer posenc that an installer put in place with an older time
newer_program() {
    stand_in "$dir/newer/posenc" "$1" && configures "$table)" 'posenc_add_manifest(two t.ini deep)' \
        "set_property(CACHE POSENC_EXECUTABLE PROPERTY VALUE $dir/newer/posenc)" &&
        step cmake -S . -B b -DPOSENC_EXECUTABLE="$dir/newer/posenc" && built && sleep 0.1 && stand_in "$dir/newer/new" "$2" &&
        echo '# newer' >> "$dir/newer/new" && touch -d 2020-01-01 "$dir/newer/new" &&
        mv "$dir/newer/new" "$dir/newer/posenc" && step cmake --build b && says 'Generating pe.h' &&
        says 'Generating the tables of t.ini' && silent "$compiles" && built
}
# vendors PATTERN VERSION: what sources of that version say of a program of that version on PATH
vendors() {
    fresh vendored && cp -R "$dir/source" source && edit source/gen/base/version.h "s/\"0.*\"/\"$2\"/" && stand_in bin/posenc "$2" &&
        printf '%s\n' 'cmake_minimum_required(VERSION 3.21)' 'project(some NONE)' 'add_subdirectory(source)' > CMakeLists.txt &&
        with_path "$PWD/bin" step cmake -S . -B b && says "$1"
}
# Files that go missing: the whole folder, and single ones.
missing() {
    configures 'posenc_add_manifest(one t.ini)' "$(echo "$table FORMAT incbin OUTPUT inc/x.c)" | sed 's/NAME pe/NAME x/')" \
        'posenc_add_table(two NAME y MAX_LEN 3 D_MODEL 4)' && built || return 1
    for lost in b/posenc b/posenc/pe.h 'b/posenc/inc/x*.bin' b/posenc/y.h 'b/posenc/sub b/posenc/inc'; do
        rm -r $lost && step cmake --build b -j 4 && built && ls b/posenc/pe.[ch] b/posenc/sub/deep.[ch] b/posenc/y.h b/posenc/inc/x*.bin ||
            return 1
    done
}
# Only the table that changes is compiled again, and one step makes all tables of a manifest.
changed_table() {
    configures 'posenc_add_manifest(one t.ini)' 'posenc_add_manifest(two t.ini deep)' && step cmake --build b &&
        [ "$(grep -c 'Generating' "$dir/said")" = 1 ] && step cmake --build b --target posenc-t.ini && sleep 0.1 &&
        edit t.ini '/deep.c/,$s/= 3/= 5/' && step cmake --build b && says 'Building C .*deep.c' &&
        silent 'Building C .*(pe|main).c' && built
}
# Targets that compile nothing, and names that other targets have.
other_targets() {
    configures 'add_library(lonely INTERFACE)' 'posenc_add_table(lonely NAME lone MAX_LEN 3 D_MODEL 4)' \
        'add_executable(my::one ALIAS one)' 'posenc_add_table(my::one NAME aliased MAX_LEN 3 D_MODEL 4)' \
        'add_custom_target(data ALL)' 'posenc_add_table(data NAME bytes MAX_LEN 3 D_MODEL 4 FORMAT raw)' \
        'message("its files: ${posenc_files}")' 'posenc_add_manifest(data t.ini deep)' 'message("its files: ${posenc_files}")' \
        'add_custom_target(late)' 'posenc_add_table(late NAME late MAX_LEN 3 D_MODEL 4 FORMAT raw)' || return 1
    folder=$(pwd -P)/b/posenc
    says "its files: $folder/bytes.bin\$" && says "its files: $folder/sub/deep.h;$folder/sub/deep.c\$" && built &&
        ls b/posenc/lone.h b/posenc/aliased.h b/posenc/bytes.bin b/posenc/sub/deep.c && [ ! -e b/posenc/late.bin ] &&
        step cmake --build b --target late && [ -f b/posenc/late.bin ] && ! configures 'add_library(far SHARED IMPORTED)' \
        'posenc_add_table(far NAME far MAX_LEN 3 D_MODEL 4)' && says "'far' is imported"
}
# Names of files with blanks and letters beyond ASCII, on the way to the program and into the dependencies.
odd_names() {
    mkdir -p "$dir/names" && for name in 'a b' é; do printf '1\n2\n' > "$dir/names/$name.txt" && echo "$model" > "$dir/names/$name.json"; done &&
        for name in 'a b' é; do
            printf '[%s]\noutput = %s\nd-model = 4\npositions-file = ../names/%s.txt\n' "l${#name}" "l${#name}.c" "$name"
            printf '[%s]\noutput = %s\nmax-len = 3\nmodel = ../names/%s.json:full_attention\n' "m${#name}" "m${#name}.c" "$name"
        done > "$dir/names/tables é.ini" && configures 'posenc_add_manifest(two "../names/tables é.ini")' \
        'posenc_add_table(one NAME listed D_MODEL 4 POSITIONS_FILE "../names/a b.txt")' \
        'posenc_add_table(one NAME given D_MODEL 4 MAX_LEN 2 FREQUENCIES "../names/é.txt")' \
        'posenc_add_table(one NAME model MAX_LEN 3 MODEL "../names/é.json:full_attention")' && built && sleep 0.1 || return 1
    for name in 'a b' é; do echo 3 > "$dir/names/$name.txt.new" && mv "$dir/names/$name.txt.new" "$dir/names/$name.txt"; done
    edit "$dir/names/é.txt" 's/2$/3/; $a 4' && step cmake --build b &&
        says 'Generating listed.h' && says 'Generating given.h' && says 'Generating the tables of tables é.ini' && built
}
# one_name LINE...: two different tables with the name pe, of which programs could read the wrong one
one_name() {
    refuses 'two different tables of this project have the name pe' "$@" && grep -F 'posenc_add' "$dir/said"
}
sub='file(WRITE "${CMAKE_SOURCE_DIR}/sub/CMakeLists.txt"'
two_forms() {
    builds_twice 'file(WRITE w.txt "1\n2\n")' 'file(WRITE sub/w.txt "1\n2\n")' 'posenc_add_manifest(one t.ini)' "$table FORMAT raw)" \
        'posenc_add_table(one NAME w MAX_LEN 3 D_MODEL 4 FREQUENCIES w.txt)' "$sub [=[$table)
        posenc_add_table(two NAME w OUTPUT w.c MAX_LEN 3 D_MODEL 4 FREQUENCIES w.txt)]=])" 'add_subdirectory(sub)' &&
        cmake --build b --target help | grep posenc-sub-w.c
}
# The program says which words it has, and which extensions formats have; a newer one has more of both.
more_rows() {
    fresh more && cat > program << EOF || return 1
#!/bin/sh
[ "\$*" != 'help --json' ] || { "$posenc" help --json | sed 's/^  "base": .*/&\n  "extra": {"value": "text"},/; s/^  "rust": .*/&\n  "ada": {"extension": ".ads"},/'; exit; }
for word; do
    shift
    case \$word in --extra=yes) ;; --format=ada) set -- "\$@" --format=rust ;; *) set -- "\$@" "\$word" ;; esac
done
exec "$posenc" "\$@"
EOF
    chmod +x program && step $configure -DPOSENC_EXECUTABLE="$consumers/more/program" &&
        says "^files: .*/b/posenc/pe.ads\$" && step cmake --build b && [ -s b/posenc/pe.ads ]
}
# Each format gets the extension that chooses it; formats of C with a .bin have none.
extensions() {
    configures 'add_library(tables INTERFACE)' 'target_link_libraries(one tables)' \
        'posenc_add_table(tables MAX_LEN 3 D_MODEL 4 TEMPLATE example.lua)' $(for format in $formats; do
            echo "posenc_add_table(tables NAME t_$format MAX_LEN 3 D_MODEL 4 FORMAT $format)"
        done) && built && [ -f b/posenc/pe_3x4.lua ] || return 1
    for format in $formats; do
        case $format in
        asm | incbin | embed) [ "$(ls b/posenc/t_$format*.[cS] b/posenc/t_$format*.h b/posenc/t_$format*.bin | wc -l)" = 3 ] ;;
        *) set -- b/posenc/t_$format.* && [ $# = 1 ] && as_given "$1" --max-len 3 --d-model 4 --name t_$format ;;
        esac || return 1
    done
}
formats=$("$posenc" --help | sed -n 's/^ *--format //p' | tr '|' ' ')
nested_by_cmake() {
    fresh vendored && cp -R "$dir/source" source && step cmake -G "$generator" -S . -B b -DPOSENC_SOURCE=source &&
        says 'compiling the program with cc' &&
        step cmake --build b && step cmake --build b && silent "$builds" && own=$(find b -path '*/build/posenc' -type f) &&
        prints "$own_version" "$own" --version && other_version source && step cmake --build b &&
        prints "$own_version.1" "$own" --version && step cmake --build b && silent "$works|$compiles|$builds" &&
        prints $digest_20 b/encoder
}
# wants ANSWER VERSION: does find_package take it?
wants() { # FOUND VERSION: find_package with that version
    fresh cmake && edit CMakeLists.txt "s/posenc 0.1 REQUIRED/posenc $2/; /^add_ex/,\$d" &&
        echo 'message(STATUS "found: ${posenc_FOUND}")' >> CMakeLists.txt && step $configure && says "found: $1"
}
# compatible ANSWER VERSION WANTED: is a package of that version?
compatible() {
    cd "$dir" && sed "s/@VERSION@/$2/" "$root/integration/cmake/posencConfigVersion.cmake.in" > package.cmake &&
        printf 'set(PACKAGE_FIND_VERSION %s)\ninclude(package.cmake)\nmessage("${PACKAGE_VERSION_COMPATIBLE}")\n' "$3" > wanted.cmake &&
        step cmake -P wanted.cmake && says "^$1\$"
}
version=$("$posenc" --version | cut -d ' ' -f 2)
release=${version%-dev} series=${version%.*}
# A sysroot with the target's posenc, which does not run here.
# sysroot PATTERN CROSS-ARGUMENT...: what the configuration says about the program
sysroot() {
    sysroot_says=$1
    shift
    rm -rf "$dir/sysroot" && mkdir -p "$dir/sysroot/usr" && cp -R "$prefix/." "$dir/sysroot/usr" &&
        echo 'no program' > "$dir/sysroot/usr/bin/posenc" && SYSROOT=$dir/sysroot cross "$@" &&
        grep -F -- "$sysroot_says" "$dir/configured" || { cat "$dir/configured"; return 1; }
}
# with_path FOLDER COMMAND...; with_program COMMAND...: with that folder, or the installed program, on the path
with_path() {
    (PATH=$1:$PATH && but_first "$@")
}
with_program() {
    with_path "$prefix/bin" "$@"
}
outside() { # outside EMULATOR TARGET: the program is not that of the sysroot, the package is
    with_program sysroot "$posenc" "$1" "$2" cmake && grep "posenc_DIR.*$dir/sysroot" "$consumers/cmake/b/CMakeCache.txt"
}

# Outside functions of a script, where CMake has no targets, as when ESP-IDF reads the requirements of a component
script() {
    mkdir -p "$dir/script" && echo 'find_package(posenc 0.1 REQUIRED NO_CMAKE_FIND_ROOT_PATH)
        message("found: ${posenc_VERSION}")' > "$dir/script/found.cmake" &&
        step cmake -DCMAKE_PREFIX_PATH="$prefix" -P "$dir/script/found.cmake" && says "^found: $release\$" && silent '^-- '
}
# only_sysroot RUN TARGET: a toolchain that looks for packages only in the sysroot, where there is none of posenc
only_sysroot() {
    rm -rf "$dir/sysroot" && mkdir "$dir/sysroot" && fresh firmware && edit ../toolchains/$2.cmake 's/PACKAGE BOTH/PACKAGE ONLY/' &&
        edit CMakeLists.txt 's/^find_package.*REQUIRED/& NO_CMAKE_FIND_ROOT_PATH/' &&
        SYSROOT=$dir/sysroot step $configure --toolchain "../toolchains/$2.cmake" && step cmake --build b && prints "$digest_20" $1 b/encoder
}

# --- Meson

# project_meson MESON-ARGUMENTS...: the whole round; $run runs the program
project_meson() {
    step meson setup b . "$@" && step ninja -C b && prints "$digest_20" $run b/encoder || return 1
    step ninja -C b && says 'no work to do' && note && step ninja -C b && says "$works" && silent "$compiles" || return 1
    step ninja -C b && says 'no work to do' && one_row_more && step ninja -C b && silent 'Generating pe.h' &&
        prints "$digest_21" $run b/encoder
}
# Bytes beside the source, from a list. The .bin isn't an output of the step, but the source changes with its bytes.
bytes_meson() {
    fresh words && step meson setup b . && step ninja -C b && prints 0.4794 b/inc && step ninja -C b &&
        says 'no work to do' &&
        list given.txt 1 0.75 0.25 && step ninja -C b && prints 0.6816 b/inc && step ninja -C b && says 'no work to do'
}
# Meson makes the tables again if the program is newer, as a development build is.
newer_meson() {
    fresh meson && mkdir bin && cp "$posenc" bin && with_path "$PWD/bin" step meson setup b . && step ninja -C b && step ninja -C b &&
        says 'no work to do' && sleep 0.1 && touch bin/posenc && step ninja -C b && says 'Generating pe.h' && says 'Generating tables'
}
# wrapped MESON-ARGUMENT...: a wrap provides the program
wrapped() {
    fresh meson && mkdir -p subprojects/packagecache && cp "$dir/source.tar.gz" subprojects/packagecache/posenc.tar.gz &&
        sed "s/HASH/$(sha256sum < "$dir/source.tar.gz" | cut -d ' ' -f 1)/" ../posenc.wrap > subprojects/posenc.wrap &&
        project_meson "$@"
}
# run_by EMULATOR COMMAND...
run_by() {
    (run=$1 && but_first "$@")
}
run='' generator='Unix Makefiles'
! has ninja || generator=Ninja
# --- rows of integration.tsv that take several steps

pkg_config() {
    [ "$(pkg-config --modversion posenc)" = "$version" ] && [ "$(pkg-config --variable=program posenc)" -ef "$posenc" ]
}
posenc_mk() {
    fresh make && cp -R "$dir/source" vendored && project_make POSENC_MK=vendored/integration/posenc.mk && [ -x vendored/build/posenc ]
}
aarch64() {
    fresh make && step make "$mk" CC=aarch64-linux-gnu-gcc && prints $digest_20 qemu-aarch64 ./encoder
}
program_posenc() {
    fresh vendored && step cmake -S . -B b -DPOSENC_SOURCE="$dir/source" -DPOSENC_EXECUTABLE="$posenc" && says "$posenc" &&
        step cmake --build b && silent "$builds" && prints $digest_20 b/encoder
}
fetchcontent_two() {
    fresh fetchcontent && step cmake -S . -B b -DPOSENC_URL="$dir/source.tar.gz" && step cmake --build b -j 4 &&
        prints $digest_20 b/encoder && prints $digest_20 b/decoder && step cmake --build b && silent "$works|$compiles|$builds"
}
s_project() {
    fresh words && edit CMakeLists.txt 's/C ASM/C/' && fails_with 'LANGUAGES C ASM' $configure
}
one_too() {
    configures && edit CMakeLists.txt 's/^find_package/set(CMAKE_VERSION 3.20.6)\n&/' &&
        fails_with 'needs CMake 3.21 or later.* 3.20.6' cmake -S . -B b
}
c_project() {
    configures && mv main.c main.cc && edit CMakeLists.txt 's/main.c/&c/; s/C ASM/CXX/' &&
        echo "$table OUTPUT pe.c)" >> CMakeLists.txt && fails_with 'LANGUAGES C' cmake -S . -B b2 -DCMAKE_PREFIX_PATH="$prefix"
}
rows() {
    refuses "rows .0:2. is not for split" "$table SPLIT 2 ROWS 0:2)" &&
        refuses "rows .0:4. is not within 0:3" "$table FORMAT raw ROWS 0:4)" &&
        builds_twice "$table OUTPUT a.bin ROWS 0:1)" "$table OUTPUT b.bin ROWS 1:3)" && cat b/posenc/a.bin b/posenc/b.bin > all &&
        as_given all --format raw --max-len 3 --d-model 4
}
wrong_words() {
    fresh vendored && echo "$table LAYOUT no)" | sed s/one/encoder/ >> CMakeLists.txt &&
        fails_with 'layout .no. is none' cmake -S . -B b -DPOSENC_SOURCE="$dir/source"
}

# The gate tries one generator of CMake.
if [ "${GATE-}" ]; then set -- '' by=make configuration=make; else set --; fi
check_rows "$root/tests/projects/integration.tsv" "$@"

# --- Bazel

# Debian's bazel, without a network: its own rules, and for rules_cc, which Debian lacks, the rules that are part of bazel.
rules=/usr/share/bazel
bazel_build() {
    [ $# != 0 ] || set -- //:encoder
    step bazel --output_user_root="$dir/bazel" --batch build --jobs=2 --override_repository=rules_cc="$consumers/rules_cc" \
        --override_repository=platforms=$rules/tools/platforms --override_repository=rules_java=$rules/rules/java \
        --override_repository=rules_proto=$rules/rules/proto "$@"
}
if ! has bazel || [ ! -d $rules/rules/java ] || [ ! -d $rules/rules/proto ] || [ ! -d $rules/tools/platforms ]; then
    skip 'Bazel' 'no bazel-bootstrap, bazel-platforms, bazel-rules-java, bazel-rules-proto'
else
    project_bazel() {
        fresh bazel && cp ../encoder.c ../tables.ini . && cp -R "$root/integration/bazel" posenc && cp "$posenc" posenc &&
            bazel_build && prints "$digest_20" bazel-bin/encoder && bazel_build && says ' 1 process: 1 internal' &&
            echo '# a note' >> tables.ini && bazel_build && says ' 2 processes: 1 internal, 1 ' &&
            edit tables.ini 's/= 20/= 21/' && bazel_build && prints "$digest_21" bazel-bin/encoder
    }
    check 'Bazel: a rule' project_bazel
    # Names of files by format and template; files that words name; no file is lost.
    words_bazel() {
        cp ../words/given.txt "$root/docs/example.lua" . && cat names.BUILD >> BUILD &&
            bazel_build //:bytes //:listed //:lua && [ -f bazel-bin/lua.lua ] && grep -- '--frequencies given.txt' bazel-bin/listed.h &&
            "$posenc" --max-len 9 --d-model 6 --zero-rows 0,7 --format raw | cmp - bazel-bin/bytes.bin || return 1
        cp BUILD kept && echo 'posenc_table(name = "inc", words = {"max-len": "4", "d-model": "6"}, out = "inc.S")' >> BUILD
        ! bazel_build //:inc && says 'inc: posenc names the files' || return 1
        cp kept BUILD && echo 'posenc_table(name = "raw", words = {"max-len": "4", "d-model": "6", "format": "raw"})' >> BUILD
        ! bazel_build //:raw && says 'raw: a format or a template needs out' && mv kept BUILD
    }
    check 'Bazel: names of files' words_bazel
    # Tables for another package, from another repository, and from files whose path has a blank.
    elsewhere_bazel() {
        mkdir -p user 'given lists' other && cp given.txt 'given lists' && touch other/WORKSPACE && cat elsewhere.BUILD >> BUILD &&
            echo 'local_repository(name = "other", path = "other")' >> WORKSPACE &&
            printf '#include "in_line.hpp"\nint main() { return in_line[0][0] != 0; }\n' > user/user.cc &&
            echo 'cc_binary(name = "user", srcs = ["user.cc"], deps = ["//:in_line"], copts = ["-std=c++17"])' > user/BUILD &&
            cp tables.ini other &&
            { echo 'load("@posenc//:posenc.bzl", "posenc_manifest")' && sed -n '/^posenc_manifest/,/^)/p' BUILD; } > other/BUILD &&
            bazel_build //user @other//:tables //:blank && bazel-bin/user/user && cmp bazel-bin/timescale.c bazel-bin/external/other/timescale.c &&
            grep -- '--frequencies given.txt' bazel-bin/blank.h
    }
    check 'Bazel: another package, another repository, a path with a blank' elsewhere_bazel
fi
plan
