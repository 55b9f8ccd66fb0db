#!/bin/sh
# What other build systems take from us: whole small projects are configured, built, run, built again (nothing
# runs), changed, and built for other processors. Each prints a digest of its tables.
. "$(dirname "$0")/../tap.sh"
cc=${CC:-cc} program=$POSENC
# The projects are users: nothing of the make around us reaches them.
inherited="${MAKEFLAGS-}"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES CC CXX CFLAGS CPPFLAGS LDFLAGS LDLIBS DESTDIR CMAKE_GENERATOR POSENC SANITIZE STATIC
prefix=$dir/prefix
MAKEFLAGS="$inherited" make -s -C "$root" install -o build/posenc PREFIX="$prefix" DESTDIR= > "$dir/install.log" 2>&1 ||
    { cat "$dir/install.log"; exit 1; }
[ "$program" -ef "$root/build/posenc" ] || cp "$program" "$prefix/bin/posenc"
posenc=$prefix/bin/posenc
export PKG_CONFIG_PATH="$prefix/share/pkgconfig"
consumers=$dir/consumers

# fresh: the projects, untouched
fresh() {
    rm -rf "$consumers" && cp -R "$root/tests/projects/consumers" "$consumers" && cd "$consumers"
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
check 'the digests differ' eval '[ ${#digest_20} = 16 ] && [ ${#digest_21} = 16 ] && [ $digest_20 != $digest_21 ]'

# step COMMAND...: runs it; what it says is in $dir/said
step() {
    "$@" > "$dir/said" 2>&1 || { cat "$dir/said"; return 1; }
}
says() {
    grep -qE "$1" "$dir/said" || { cat "$dir/said"; echo "this does not say: $1"; return 1; }
}
silent() {
    ! grep -E "$1" "$dir/said"
}
# prints DIGEST COMMAND...
prints() {
    wanted=$1
    shift
    got=$("$@") && [ "$got" = "$wanted" ] || { echo "got '$got' of $*, not $wanted"; return 1; }
}
# A note leaves every table as it is; a row more does not.
note() {
    sleep 0.1 && echo '# a note' >> ../tables.ini
}
one_row_more() {
    sleep 0.1 && sed 's/= 20/= 21/' ../tables.ini > ../new.ini && mv ../new.ini ../tables.ini
}

manifests=
"$posenc" build "$root/tests/projects/consumers/tables.ini" --list > /dev/null 2>&1 && manifests=y

# posenc's sources as a tarball holds them
make -s -C "$root" --no-print-directory dist-files > "$dir/files" && mkdir "$dir/source" &&
    (cd "$root" && tar -cf - -T "$dir/files") | tar -xf - -C "$dir/source" || exit 1

tar -C "$dir" -czf "$dir/source.tar.gz" source

run_aarch64='qemu-aarch64 -L /usr/aarch64-linux-gnu'
cross_aarch64=
has aarch64-linux-gnu-gcc qemu-aarch64 && cross_aarch64=y
cross_arm=
has arm-none-eabi-gcc qemu-arm && cross_arm=y

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
    touch Makefile && step make "$@" encoder && says 'posenc --max-len' || return 1
    step make "$@" clean && [ ! -e tables/timescale.c ] && [ ! -e tables/pe.h ] && step make -j4 "$@" encoder
}
if ! has pkg-config; then
    skip 'pkg-config' 'no pkg-config'
else
    check 'pkg-config: version and places' eval '[ "$(pkg-config --modversion posenc)" = "$("$posenc" --version | cut -d " " -f 2)" ] &&
        [ "$(pkg-config --variable=program posenc)" -ef "$posenc" ]'
    check 'pkg-config: a project' eval 'fresh && cd pkg-config && step make && prints $digest_20 ./encoder && step make &&
        says "up to date"'
fi
if [ ! "$manifests" ]; then
    skip 'make, meson and cmake projects' 'this posenc has no build'
    cd /
    plan
    exit
fi
check 'make: an installed posenc.mk' eval 'fresh && cd make && project_make POSENC_MK="$prefix/include/posenc.mk"'
! has pkg-config || check 'make: posenc.mk by pkg-config' eval 'fresh && cd make && project_make'
check 'make: posenc.mk of the sources, which builds the program' eval 'fresh && cd make &&
    cp -R "$dir/source" vendored && project_make POSENC_MK=vendored/integration/posenc.mk && [ -x vendored/build/posenc ]'
check 'make: a wrong manifest stops' eval 'fresh && cd make && echo junk >> ../tables.ini &&
    ! make POSENC_MK="$prefix/include/posenc.mk" > "$dir/said" 2>&1 && says "could not be read" && says "ini:[0-9]"'
# Tables of several files: all_words FOLDER BUILD-COMMAND... builds, and again after each change of what they are of.
all_words() {
    words=$1/words
    shift
    step "$@" && prints '0.4794 0.4794 0.0284 1' "$words" && step "$@" && silent "$works|$compiles" || return 1
    sleep 0.1 && echo '1 0.75 0.25' | tr ' ' '\n' > given.txt && step "$@" &&
        prints '0.6816 0.6816 0.0284 1' "$words" || return 1
    sleep 0.1 && echo '1 3 4' | tr ' ' '\n' > long.txt && step "$@" && prints '0.6816 0.6816 0.0189 1' "$words" &&
        step "$@" && silent "$works|$compiles"
}
check 'make: tables of several files' eval 'fresh && cd words && MK=POSENC_MK="$prefix/include/posenc.mk" &&
    all_words . make "$MK" && rm tables/parts_1.c && step make "$MK" && [ -f tables/parts_1.c ]'
check 'make: clean leaves no file' eval '[ -d tables ] && step make "$MK" clean && [ ! "$(find tables -type f)" ]'
if [ "$cross_aarch64" ]; then
    check 'make: for aarch64' eval 'fresh && cd make && step make POSENC_MK="$prefix/include/posenc.mk" \
        CC=aarch64-linux-gnu-gcc && prints $digest_20 $run_aarch64 ./encoder'
else
    skip 'make: for aarch64' 'no aarch64-linux-gnu-gcc or qemu-aarch64'
fi

# --- CMake

# project_cmake GENERATOR FOLDER CMAKE-ARGUMENTS...: the whole round
project_cmake() {
    generator=$1
    fresh && cd "$2" || return 1
    shift 2
    step cmake -G "$generator" -S . -B b "$@" && step cmake --build b || return 1
    prints "$digest_20" b/encoder && step cmake --build b && silent "$works|$compiles|$builds" || return 1
    note && step cmake --build b && says "$works" && silent "$builds" || return 1
    case $generator in Ninja) silent "$compiles" || return 1 ;; esac
    step cmake --build b && silent "$works|$compiles|$builds" || return 1
    one_row_more && step cmake --build b && silent 'Generating pe.h' && prints "$digest_21" b/encoder || return 1
    rm b/posenc/timescale.h && step cmake --build b && [ -f b/posenc/timescale.h ]
}
builds='Building posenc'

# cross RUN TOOLCHAIN FOLDER CMAKE-ARGUMENTS...
cross() {
    run=$1 toolchain=$2
    fresh && cd "$3" || return 1
    shift 3
    step cmake -G "Unix Makefiles" -S . -B b --toolchain "$consumers/toolchains/$toolchain.cmake" "$@" &&
        cp "$dir/said" "$dir/configured" && step cmake --build b && prints "$digest_20" $run b/encoder
}
uses() {
    grep -F -- "$1" "$dir/configured" || { cat "$dir/configured"; return 1; }
}

plain_path=$PATH
if ! has cmake; then
    skip 'CMake' 'no cmake'
else
    for generator in Ninja 'Unix Makefiles'; do
        case $generator in
        Ninja) has ninja || { skip 'CMake with Ninja' 'no ninja'; continue; } ;;
        esac
        check "CMake, $generator: installed" project_cmake "$generator" cmake -DCMAKE_PREFIX_PATH="$prefix"
        check "CMake, $generator: vendored" project_cmake "$generator" vendored -DPOSENC_SOURCE="$dir/source"
    done
    check 'CMake: the vendored sources are not written to' eval '[ ! -e "$dir/source/build" ]'
    check 'CMake: the program of POSENC_EXECUTABLE rather than a host build' eval 'fresh && cd vendored &&
        step cmake -S . -B b -DPOSENC_SOURCE="$dir/source" -DPOSENC_EXECUTABLE="$posenc" && says "$posenc" &&
        step cmake --build b && silent "$builds" && prints $digest_20 b/encoder'
    check 'CMake: FetchContent, two targets with the same tables' eval 'fresh && cd fetchcontent &&
        step cmake -S . -B b -DPOSENC_URL="$dir/source.tar.gz" && step cmake --build b -j 4 &&
        prints $digest_20 b/encoder && prints $digest_20 b/decoder && step cmake --build b && silent "$works|$compiles|$builds"'
    for generator in Ninja 'Unix Makefiles'; do
        [ "$generator" != Ninja ] || has ninja || continue
        check "CMake, $generator: tables of several files" eval 'fresh && cd words &&
            step cmake -G "$generator" -S . -B b -DCMAKE_PREFIX_PATH="$prefix" && all_words b cmake --build b'
    done
    check 'CMake: .S in a project without the language ASM' eval 'fresh && cd words && sed "s/C ASM/C/" CMakeLists.txt > new &&
        mv new CMakeLists.txt && ! cmake -S . -B b -DCMAKE_PREFIX_PATH="$prefix" > "$dir/said" 2>&1 && says "LANGUAGES C ASM"'
    mv "$prefix" "$dir/moved prefix"
    check 'CMake: the package in another place, with a blank' eval 'fresh && cd cmake &&
        step cmake -S . -B b -DCMAKE_PREFIX_PATH="$dir/moved prefix" && step cmake --build b && prints $digest_20 b/encoder'
    mv "$dir/moved prefix" "$prefix"
    check 'CMake: a wrong manifest stops the configuration' eval 'fresh && cd cmake && echo junk >> ../tables.ini &&
        ! cmake -S . -B b -DCMAKE_PREFIX_PATH="$prefix" > "$dir/said" 2>&1 && says "tables.ini:[0-9]+:"'
    check 'CMake: a word without its value stops the configuration' eval 'fresh && cd cmake &&
        echo "posenc_add_table(encoder NAME pe MAX_LEN)" >> CMakeLists.txt &&
        ! cmake -S . -B b -DCMAKE_PREFIX_PATH="$prefix" > "$dir/said" 2>&1 && says "in pairs"'
    # wants ANSWER VERSION: does find_package take it?
    wants() {
        fresh && cd cmake && sed "s/posenc 0.1 REQUIRED/posenc $2/" CMakeLists.txt > new && mv new CMakeLists.txt &&
            sed '/^add_ex/,$d' CMakeLists.txt > new && mv new CMakeLists.txt &&
            echo 'message(STATUS "found: ${posenc_FOUND}")' >> CMakeLists.txt &&
            step cmake -S . -B b -DCMAKE_PREFIX_PATH="$prefix" && says "found: $1"
    }
    version=$("$posenc" --version | cut -d ' ' -f 2)
    check 'CMake: this version' wants 1 "$version EXACT"
    check 'CMake: a version range' wants 1 '0.0.1...99'
    check 'CMake: a newer version is not there' wants 0 99.0

    # A sysroot with the target's posenc, which does not run here.
    mkdir -p "$dir/sysroot/usr" && cp -R "$prefix/." "$dir/sysroot/usr" && echo 'no program' > "$dir/sysroot/usr/bin/posenc"
    export SYSROOT="$dir/sysroot"
    for target in aarch64 arm-none-eabi; do
        case $target in
        aarch64) has_target=$cross_aarch64 run=$run_aarch64 ;;
        *) has_target=$cross_arm run=qemu-arm ;;
        esac
        [ "$has_target" ] || { skip "CMake, for $target" 'no such compiler, or no qemu-user'; continue; }
        check "CMake, for $target: a host build" eval 'cross "$run" $target vendored -DPOSENC_SOURCE="$dir/source" &&
            uses "to be built for this machine"'
        check "CMake, for $target: POSENC_EXECUTABLE" eval 'cross "$run" $target cmake -DPOSENC_EXECUTABLE="$posenc" &&
            uses "$posenc"'
        PATH=$prefix/bin:$plain_path
        check "CMake, for $target: the program outside the sysroot" eval 'cross "$run" $target cmake && uses "$posenc" &&
            grep "posenc_DIR.*$dir/sysroot" b/CMakeCache.txt'
        check "CMake, for $target: tables in a library" cross "$run" $target firmware
        PATH=$plain_path
    done
    unset SYSROOT
fi

# --- Meson

# project_meson MESON-ARGUMENTS...: the whole round; $run runs the program
project_meson() {
    step meson setup b . "$@" && step ninja -C b && prints "$digest_20" $run b/encoder || return 1
    step ninja -C b && says 'no work to do' && note && step ninja -C b && says "$works" && silent "$compiles" || return 1
    step ninja -C b && says 'no work to do' && one_row_more && step ninja -C b && silent 'Generating pe.h' &&
        prints "$digest_21" $run b/encoder
}
vendor_meson() {
    mkdir -p subprojects/packagecache && cp "$dir/source.tar.gz" subprojects/packagecache/posenc.tar.gz &&
        cat > subprojects/posenc.wrap << EOF
[wrap-file]
directory = source
source_url = https://none.invalid/posenc.tar.gz
source_filename = posenc.tar.gz
source_hash = $(sha256sum < "$dir/source.tar.gz" | cut -d ' ' -f 1)

[provide]
program_names = posenc
EOF
}
if ! has meson ninja sha256sum; then
    skip 'Meson' 'no meson or no ninja'
else
    run=
    PATH=$prefix/bin:$plain_path
    check 'Meson: installed' eval 'fresh && cd meson && project_meson'
    PATH=$plain_path
    check 'Meson: a wrap' eval 'fresh && cd meson && vendor_meson && project_meson'
    if [ "$cross_aarch64" ]; then
        run=$run_aarch64
        check 'Meson, for aarch64: a wrap, built for this machine' eval 'fresh && cd meson && vendor_meson &&
            project_meson --cross-file ../toolchains/aarch64.meson'
        PATH=$prefix/bin:$plain_path
        check 'Meson, for aarch64: installed' eval 'fresh && cd meson &&
            project_meson --cross-file ../toolchains/aarch64.meson'
        PATH=$plain_path
    else
        skip 'Meson, for aarch64' 'no such compiler, or no qemu-user'
    fi
fi

# --- Bazel

# Debian's bazel, without a network: its own rules, and for rules_cc, whose version there is another one, the
# rules that are part of bazel.
rules=/usr/share/bazel
bazel_build() {
    step bazel --output_user_root="$dir/bazel" --batch build --jobs=2 --override_repository=rules_cc="$dir/rules_cc" \
        --override_repository=platforms=$rules/tools/platforms --override_repository=rules_java=$rules/rules/java \
        --override_repository=rules_proto=$rules/rules/proto //:encoder
}
if ! has bazel || [ ! -d $rules/rules/java ] || [ ! -d $rules/rules/proto ] || [ ! -d $rules/tools/platforms ]; then
    skip 'Bazel' 'no bazel-bootstrap, bazel-platforms, bazel-rules-java, bazel-rules-proto'
else
    mkdir -p "$dir/rules_cc/cc" && touch "$dir/rules_cc/WORKSPACE" "$dir/rules_cc/cc/BUILD"
    for rule in binary library test import toolchain toolchain_suite proto_library; do
        echo "cc_$rule = native.cc_$rule"
    done > "$dir/rules_cc/cc/defs.bzl"
    echo 'objc_library = native.objc_library' >> "$dir/rules_cc/cc/defs.bzl"
    project_bazel() {
        fresh && cd bazel && cp ../encoder.c ../tables.ini . && mkdir posenc && touch posenc/WORKSPACE &&
            cp "$root/integration/bazel/posenc.bzl" "$posenc" posenc && cp "$root/integration/bazel/posenc.BUILD" posenc/BUILD &&
            bazel_build && prints "$digest_20" bazel-bin/encoder && bazel_build && says ' 1 process: 1 internal' &&
            echo '# a note' >> tables.ini && bazel_build && says ' 2 processes: 1 internal, 1 ' &&
            sed 's/= 20/= 21/' tables.ini > new.ini && mv new.ini tables.ini && bazel_build &&
            prints "$digest_21" bazel-bin/encoder
    }
    check 'Bazel: a rule' project_bazel
fi
cd /
plan
