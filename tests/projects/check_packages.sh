#!/bin/sh
# SPDX-License-Identifier: MIT
# Installing, removing, packing and unpacking; the completions of the shells.
. "$(dirname "$0")/../tap.sh"
unset CFLAGS CPPFLAGS LDFLAGS LDLIBS DESTDIR SANITIZE TSAN STATIC SOURCE_DATE_EPOCH
version=$(piped "$POSENC" --version | cut -d ' ' -f 2)
small='--max-len 3 --d-model 4'

# in_tree GOAL...: in the tree under test, whose program is not built again
in_tree() {
    MAKEFLAGS="$inherited" make --no-print-directory -s -C "$root" -o build/posenc "$@"
}
in_tree program || exit 1

# --- install and uninstall

docs=$dir/stage/opt/p/share/doc/posenc
files() {
    (cd "$1" && find . ! -type d | sort)
}
installs() {
    (umask 077 && in_tree install DESTDIR="$dir/stage" PREFIX=/opt/p) && "$dir/stage/opt/p/bin/posenc" $small > /dev/null &&
        [ "$(ls "$dir/stage")" = opt ] && [ -z "$(find "$dir/stage" -type d ! -perm 755)" ] &&
        [ -z "$(find "$dir/stage" -type f ! -perm 644 ! -perm 755)" ] && files "$dir/stage/opt/p" > "$dir/list" || return 1
    for file in bin/posenc include/posenc.mk share/pkgconfig/posenc.pc share/cmake/posenc/posencConfig.cmake \
        share/cmake/posenc/posencConfigVersion.cmake share/cmake/posenc/posenc.cmake \
        share/bash-completion/completions/posenc share/zsh/site-functions/_posenc \
        share/fish/vendor_completions.d/posenc.fish; do
        grep -x "./$file" "$dir/list" || { echo "$file is not installed"; return 1; }
    done
    for page in "$root"/docs/*.[157]; do
        [ ! -e "$page" ] || grep -x "./share/man/man${page##*.}/${page##*/}" "$dir/list" || return 1
    done
    for page in LICENSE README.md docs/words.md docs/example.lua docs/figures/figures.svg; do
        cmp "$root/$page" "$docs/$page" || return 1
    done
}
# says_it: make install prints how many files are where; with -s nothing
says_it() {
    rm -r "$dir/stage" && MAKEFLAGS="$inherited" make --no-print-directory -C "$root" -o build/posenc install DESTDIR="$dir/stage" PREFIX=/opt/p \
        > "$dir/said" && echo "posenc $version: $(files "$dir/stage" | wc -l) files in $dir/stage/opt/p" | diff - "$dir/said" &&
        in_tree install DESTDIR="$dir/stage" PREFIX=/opt/p > "$dir/said" && [ ! -s "$dir/said" ]
}
# linked: each page and picture that installed pages link to is there
linked() {
    (cd "$docs" && for page in *.md docs/*.md; do
        sed -n -e 's/.*\](\([^):#]*\)[)#].*/\1/p' -e 's/.*src="\([^":]*\)".*/\1/p' "$page" | sed "s|^|$(dirname "$page")/|"
    done) | sort -u > "$dir/links" && grep '/docs/figures/' "$dir/links" && grep 'docs/.*[.]md$' "$dir/links" && grep '/[.][.]/' "$dir/links" &&
        (cd "$docs" && each 20 "$dir/links" ls)
}
# elsewhere: in folders of their own, the installed files find each other
elsewhere() {
    set -- DESTDIR="$dir/parts" PREFIX=/p bindir=/b includedir=/i datadir=/d
    in_tree install "$@" && find "$dir/parts" -type f | sed "s,^$dir/parts/,," | sort > "$dir/list" && grep -x b/posenc "$dir/list" &&
        grep -x i/posenc.mk "$dir/list" && grep -x d/cmake/posenc/posencConfig.cmake "$dir/list" && grep -x d/man/man1/posenc.1 "$dir/list" &&
        grep -x d/doc/posenc/README.md "$dir/list" && ends 1 grep -v '^[bid]/' "$dir/list" &&
        printf 'program=%s\nmakefile=%s\n' /b/posenc /i/posenc.mk > "$dir/wanted" &&
        grep -E '^(program|makefile)=' "$dir/parts/d/pkgconfig/posenc.pc" | diff "$dir/wanted" - &&
        grep -F 'posenc_use_program("/b/posenc")' "$dir/parts/d/cmake/posenc/posencConfig.cmake" &&
        grep -F '$(wildcard /b/posenc)' "$dir/parts/i/posenc.mk" && in_tree uninstall "$@" && ends 1 find "$dir/parts/d/doc" &&
        [ ! "$(find "$dir/parts" -type f)" ]
}

# --- the tarball

# The sources as they are here, without git, which refuses what isn't committed.
packed() {
    mkdir "$dir/sources" && (cd "$root" && in_tree dist-files | tar -cf - -T -) | tar -xf - -C "$dir/sources" &&
        make -s -C "$dir/sources" dist && cp "$dir/sources/build/posenc-$version.tar.gz" "$dir/posenc.tar.gz"
}
# dist_refuses FILE: the file isn't committed, which is said in a line
dist_refuses() {
    rm -f build/posenc-* && ends 2 make -s dist 2> "$dir/said" && grep -v '^make: ' "$dir/said" > "$dir/lines"
    echo "make dist: not committed: $1" | diff - "$dir/lines" && [ ! -e "build/posenc-$version.tar.gz" ]
}
committed() {
    cd "$dir/sources" && git init -q . && git add . && git -c user.name=a -c user.email=a@localhost commit -q -m a && make -s dist &&
        echo >> gen/main.c && dist_refuses gen/main.c && git checkout -q gen/main.c && echo > gen/new.c && dist_refuses gen/new.c &&
        rm gen/new.c && make -s dist && [ -s "build/posenc-$version.tar.gz" ]
}
# smoke PATTERN TEXT: the last line of make smoke with a program that is this text; then `real` is the program under test
smoke() {
    printf '#!/bin/sh\nreal() { exec "%s" "$@"; }\n%s\n' "$POSENC" "$2" > "$dir/fake" && chmod +x "$dir/fake"
    POSENC=$dir/fake sh "$root/tests/run.sh" "$root/tests/exact/smoke.sh" > "$dir/said"
    tail -n 1 "$dir/said" | grep -e "$1" || { cat "$dir/said"; return 1; }
}
# unpacked FOLDER: the tarball's tree in FOLDER/posenc-VERSION
unpacked() {
    mkdir -p "$1" && tar -xzf "$dir/posenc.tar.gz" -C "$1"
}
# as_here PROGRAM: it makes the same bytes as the program under test
as_here() {
    "$1" $small > "$dir/new" && piped "$POSENC" $small | cmp - "$dir/new"
}
# again FOLDER UMASK TIME: the same bytes when made elsewhere, with another umask, a second later, without git
again() {
    sleep 1.1
    (umask "$2" && unpacked "$1") && mkdir "$1/posenc-$version/build" && touch "$1/posenc-$version/build/posenc" &&
        (umask "$2" && TZ=$3 make -s -C "$1/posenc-$version" dist) &&
        cmp "$dir/posenc.tar.gz" "$1/posenc-$version/build/posenc-$version.tar.gz"
}
unpacked_build=$dir/build/posenc-$version
# unpacked_make ARGUMENT...: make there, without git and the time that optimizing takes
unpacked_make() {
    GIT_DIR=/nowhere make -s -j 2 -C "$unpacked_build" CFLAGS=-O0 "$@"
}
# installs_after GOAL...: what was built is installed, whatever the flags, and nothing is compiled
installs_after() {
    unpacked_make "$@" && make -s -C "$unpacked_build" CC=false CFLAGS=-none install DESTDIR="$dir/it" PREFIX=/p &&
        cmp "$unpacked_build/build/posenc" "$dir/it/p/bin/posenc"
}
# --- rows of packages.tsv that take several steps

make_uninstall() {
    echo other > "$dir/stage/opt/p/bin/other" && mkdir "$dir/stage/opt/p/share/fish/mine" &&
        in_tree uninstall DESTDIR="$dir/stage" PREFIX=/opt/p && [ "$(files "$dir/stage/opt/p")" = ./bin/other ] &&
        [ "$(ls "$dir/stage/opt/p/share" "$dir/stage/opt/p/share/man" | tr "\n" " ")" = "$dir/stage/opt/p/share: fish man  $dir/stage/opt/p/share/man: " ]
}
mandir_docdir() {
    in_tree install DESTDIR="$dir/man" mandir=/m docdir=/d INSTALL='install -p' && [ -f "$dir/man/m/man1/posenc.1" ] &&
        [ -f "$dir/man/d/LICENSE" ] && [ ! -d "$dir/man/usr/local/share/man" ] && [ ! -d "$dir/man/usr/local/share/doc" ] &&
        [ "$dir/man/m/man1/posenc.1" -ot "$dir/man/m" ] && in_tree uninstall DESTDIR="$dir/man" mandir=/m docdir=/d &&
        [ -z "$(files "$dir/man")" ]
}
tarball_one() {
    tar --numeric-owner -tvzf "$dir/posenc.tar.gz" > "$dir/list" && [ -s "$dir/list" ] &&
        ! grep -vE "^-rw(-r--r--|xr-xr-x) 0/0 .* posenc-$version/" "$dir/list"
}
tarball_builds() {
    unpacked "$dir/build" && unpacked_make all install DESTDIR="$dir/at once" && as_here "$unpacked_build/build/posenc" &&
        [ -x "$dir/at once/usr/local/bin/posenc" ] && [ -f "$dir/at once/usr/local/share/doc/posenc/LICENSES/MIT-0.txt" ]
}
# Other build systems find files of theirs, which install nothing.
no_silent_install() {
    ends 1 cmake -S "$unpacked_build" -B "$dir/b" 2> "$dir/said" && grep 'installed by make' "$dir/said" &&
        ends 1 meson setup "$dir/m" "$unpacked_build" > "$dir/said" && grep 'installed by make' "$dir/said"
}
nothing_install() {
    unpacked "$dir/bare" && ends 2 make -s -C "$dir/bare/posenc-$version" install DESTDIR="$dir/bare/it" 2> "$dir/said" &&
        [ ! -e "$dir/bare/it" ] && grep -x "build/posenc is not there: run make first" "$dir/said" &&
        [ ! -e "$dir/bare/posenc-$version/build" ]
}
make_smoke() {
    unpacked_make smoke | tail -n 1 | grep "^[1-9][0-9]* passed, 0 failed, 0 skipped$" &&
        unpacked_make O="$dir/o o" smoke | tail -n 1 | grep "^[1-9][0-9]* passed, 0 failed, 0 skipped$"
}
static_1() {
    installs_after STATIC=1 program && as_here "$unpacked_build/build/posenc" && ! ldd "$unpacked_build/build/posenc"
}
same_package() {
    mkdir "$dir/an other" && ln -s "an other" "$dir/deb link" && packs "$dir/deb link" "$dir/other.deb" &&
        cmp "$dir/posenc.deb" "$dir/other.deb"
}
package_pages() {
    dpkg-deb -c "$dir/posenc.deb" > "$dir/list" && grep share/doc/posenc/docs/words.md$ "$dir/list" &&
        grep share/doc/posenc/README.md$ "$dir/list" &&
        ends 1 grep 'share/doc/posenc/.*/.*[.]gz$' "$dir/list" && grep share/doc/posenc/copyright "$dir/list"
}
package_stack() {
    dpkg-deb -x "$dir/posenc.deb" "$dir/unpacked" && readelf -dW "$dir/unpacked/usr/bin/posenc" | grep BIND_NOW &&
        readelf -sW "$dir/unpacked/usr/bin/posenc" | grep __stack_chk_fail
}

check_rows "$root/tests/projects/packages.tsv" install
tar --version 2> /dev/null | grep -q 'GNU tar' && gnu_tar=y || gnu_tar=
if [ "$gnu_tar" ]; then check_rows "$root/tests/projects/packages.tsv" tarball; else skip 'make dist' 'tar is not GNU tar'; fi

# --- the Debian package

# packs FOLDER DEB: built from an unpacked tarball, so that the tree under test keeps its program
packs() {
    unpacked "$1" && (cd "$1/posenc-$version" && make -s deb > "$dir/deb.log") && mv "$1/posenc-$version"/build/posenc_*.deb "$2"
}
field() { # field NAME VALUE
    [ "$(dpkg-deb -f "$dir/posenc.deb" "$1")" = "$2" ]
}
# A separate root: its package data start empty, except for what the package depends on.
in_clean_root() {
    dpkg_root=$dir/root && mkdir -p "$dpkg_root/var/lib/dpkg/info" "$dpkg_root/var/lib/dpkg/updates" &&
        for package in $(dpkg-deb -f "$dir/posenc.deb" Depends | tr -d ' ' | sed 's/([^)]*)//g' | tr ',|' '  '); do
            dpkg-query -s "$package:$(dpkg --print-architecture)" && echo
        done > "$dpkg_root/var/lib/dpkg/status" &&
        if [ "$(id -u)" = 0 ]; then dpkg --root="$dpkg_root" --force-depends -i "$dir/posenc.deb"
        else dpkg-deb -x "$dir/posenc.deb" "$dpkg_root"; fi && as_here "$dpkg_root/usr/bin/posenc"
}
if has long dpkg-buildpackage dh lintian && [ "$gnu_tar" ]; then
    check_rows "$root/tests/projects/packages.tsv" deb
    [ "$(id -u)" = 0 ]
    check_when $? 'only root installs with dpkg' 'it is removed without a trace' steps \
        'dpkg --root="$dir/root" --purge posenc' '[ ! -e "$dir/root/usr/bin/posenc" ]' '[ ! -e "$dir/root/usr/share/cmake" ]'
else
    skip 'make deb' 'no dpkg-buildpackage, debhelper, lintian or GNU tar'
fi

# --- completions: what a shell would offer

mkdir "$dir/bin" && ln -s "$POSENC" "$dir/bin/posenc" && cd "$dir/bin" && printf '[one]\nmax-len = 3\nd-model = 4\noutput = one.h\n' > tables.ini
words=$root/integration/completions
offers() { # SHELL LINE WORD...
    [ "$3" ] || return 1
    "offer_$1" "$2" > "$dir/offered" 2>&1
    for word in $3; do
        grep -qx -- "$word" "$dir/offered" || { cat "$dir/offered"; echo "$1 does not offer $word"; return 1; }
    done
}
# The options offered after a command are exactly those that it accepts.
offers_only() { # SHELL COMMAND
    "offer_$1" "posenc $2 --" | cut -d ' ' -f 1 | sort -u > "$dir/offered" && [ -s "$dir/offered" ] || return 1
    for option in $options; do
        case $option in --help | --version) continue ;; esac
        "$POSENC" $2 $option=x > wrong 2>&1
        grep -q 'takes no value' wrong && "$POSENC" $2 $option > wrong 2>&1
        taken=1 offered=1
        grep -q "option '$option' is not for $2" wrong && taken=0
        grep -qx -e $option "$dir/offered" || offered=0
        [ $taken = $offered ] || { echo "$option: taken $taken, offered $offered"; cat wrong; return 1; }
    done
}
offer_bash() {
    PATH=$dir/bin:$PATH bash --norc -c '. "$0"; COMP_WORDS=($1); case $1 in *" ") COMP_WORDS+=("") ;; esac
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); compopt() { :; }
        _posenc posenc "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"; printf "%s\n" "${COMPREPLY[@]}"' \
        "$words/posenc.bash" "$1"
}
offer_zsh() {
    PATH=$dir/bin:$PATH zsh -f -c 'words=(${(s: :)1}); [[ $1 == *" " ]] && words+=(""); CURRENT=$#words PREFIX=$words[-1]
        compadd() { shift; print -l -- ${(M)@:#$PREFIX*}; }; compset() { PREFIX=${PREFIX#*=}; }
        _files() { print -l -- $PREFIX*(N); }; _message() { :; }; . "$0"' "$words/_posenc" "$1"
}
offer_fish() {
    PATH=$dir/bin:$PATH HOME=$dir XDG_CONFIG_HOME=$dir fish --no-config -c \
        'source $argv[1]; complete -C $argv[2]' "$words/posenc.fish" "$1" | cut -f 1
}
options=$(piped "$POSENC" --help | sed -n 's/^  .*\(--[a-z][a-z-]*\).*/\1/p')
check_rows "$root/tests/projects/completions.tsv"
plan
