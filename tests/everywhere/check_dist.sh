# SPDX-License-Identifier: MIT
# The archives of dist-windows and dist-web have the program, the notices and all sources with their versions, and the same bytes
# whenever they are made.
. "$(dirname "$0")/../tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
version=$(piped "$POSENC" --version | cut -d ' ' -f 2)

# packs NAME: makes the archive of dist-NAME, and unpacks it as the current folder
packs() {
    archive=$root/build/posenc-$version-$1.zip unpacked=$dir/$1
    make -s -C "$root" --no-print-directory dist-$1 && rm -rf "$unpacked" && mkdir "$unpacked" && unzip -q "$archive" -d "$unpacked" &&
        cd "$unpacked/posenc-$version-$1" || return 1
}
# holds NAME FILE...: these files, and the sources
holds() {
    packs $1 || return 1
    shift
    { printf '%s\n' "$@" "sources/posenc-$version.tar.gz"; sed 's,.* \./,sources/,' "$root/build/libraries/$name/versions"; } | LC_ALL=C sort > "$dir/wanted"
    find . -type f | sed 's,^\./,,' | LC_ALL=C sort | diff "$dir/wanted" -
}
# The digests that the notices name are those of the sources beside them, and posenc's are those of the tree.
sources() {
    packs $name && sed -n 's/^    \([0-9a-f]\{64\} \)/\1/p' $1 > "$dir/digests" && [ "$(wc -l < "$dir/digests")" = 6 ] &&
        (cd sources && sha256sum --quiet -c "$dir/digests" && cmp posenc-$version.tar.gz "$root/build/posenc-$version.tar.gz")
}
# notices FILE TEXT...: it has these texts, and the licences whole
notices() {
    packs $name || return 1
    file=$1
    shift
    for text in "Copyright (c) 2026 The posenc authors" 'Copyright (c) 2009-2020 Petri Lehtinen' 'GNU LESSER GENERAL PUBLIC LICENSE' \
        'END OF TERMS AND CONDITIONS' "run \`make $name" "$@"; do
        grep -qF "$text" $file || { echo "no '$text'"; return 1; }
    done
}
again() {
    packs $name && cp "$archive" "$dir/first.zip" && sleep 2 && (umask 077 && export TZ=Asia/Tokyo LC_ALL=C && packs $name) &&
        cmp "$archive" "$dir/first.zip"
}
# libraries that can be compiled again from the sources in the archive: the recipe is in posenc's own
recipe() {
    packs $name && tar -xzf sources/posenc-$version.tar.gz && cmp posenc-$version/integration/libraries.sh "$root/integration/libraries.sh" &&
        for package in gmp mpfr4 jansson; do tar -tf sources/${package}_*.orig.tar.* > "$dir/list" && [ -s "$dir/list" ] || return 1; done
}

for name in windows web; do
    case $name in
    windows) compiler=x86_64-w64-mingw32-gcc made=build/posenc.exe ;;
    web) compiler=emcc made=build/web/index.html ;;
    esac
    here "dist-$name" zip unzip $compiler || continue
    [ -f "$root/$made" ] || { skip "dist-$name" "no $made: make $name"; continue; }
    case $name in
    windows)
        notices=NOTICES.txt
        check 'dist-windows: its files' holds windows LICENSE NOTICES.txt bin/posenc.exe share/cmake/posenc/posenc.cmake \
            share/cmake/posenc/posencConfig.cmake share/cmake/posenc/posencConfigVersion.cmake
        check 'dist-windows: notices' notices NOTICES.txt 'mingw-w64-libraries/winpthreads/' 'mingw-w64-crt/' 'Runtime Library Exception'
        check 'dist-windows: the program' eval 'packs windows && cmp bin/posenc.exe "$root/build/posenc.exe"'
        ;;
    web)
        notices=web/NOTICES.txt
        check 'dist-web: its files' holds web web/index.html web/page.css web/page.js web/program.js web/NOTICES.txt \
            web/docs/README.html web/docs/COMPATIBILITY.html web/docs/CHANGELOG.html web/docs/SECURITY.html web/docs/CONTRIBUTING.html \
            $(cd "$root" && ls docs/*.md docs/figures/*.svg | sed 's,\.md$,.html,; s,^,web/,') \
            npm/LICENSE npm/NOTICES.txt npm/README.md npm/bin.js npm/files.cjs npm/index.d.ts npm/index.js npm/package.json npm/program.js \
            npm/program.wasm
        check 'dist-web: notices' notices web/NOTICES.txt 'The Emscripten' 'musl as a whole is licensed'
        check 'dist-web: notices of the package' notices npm/NOTICES.txt 'The Emscripten' 'musl as a whole is licensed'
        ;;
    esac
    check "dist-$name: the sources that the notices name" sources $notices
    check "dist-$name: the recipe" recipe
    check "dist-$name: the same bytes again" again
done
plan
