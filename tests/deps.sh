#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the packages that goals of make need and this machine lacks: sh deps.sh GOAL... Without a goal it only says which these are,
# for each goal. With --complete it installs nothing; its status is 0 if nothing is lacking, which only apt can determine.
#
#   ARCHITECTURES='arm64 i386'   dpkg may get packages of these; without it no other architecture than the machine's is added
set -eu
tests=$(dirname "$0")

# row NAME: what deps.tsv says of it
row() {
    sed -n "s/^$1	//p" "$tests/deps.tsv"
}

# wanted MANAGER GOAL...: the packages, one a line, each once
wanted() {
    manager=$1
    shift
    {
        row "$manager-all"
        { command -v cc && command -v make; } > /dev/null || row "$manager-compiler"
        for set in $(for goal in "$@"; do row "goal-$goal"; done); do
            row "$manager-$set"
            case $set in tools | everywhere) command -v npm > /dev/null || row "$manager-npm" ;; esac
        done
    } | tr -s ' ' '\n' | sed '/^$/d' | sort -u
}

can_be_had() {
    apt-cache policy "$1" | grep -q 'Candidate: [^(]'
}

# lacking PACKAGE...: those that apt has not installed; of a|b, the first that can be had
lacking() {
    for package in "$@"; do
        for choice in $(echo "$package" | tr '|' ' '); do
            dpkg-query -W -f '${Status}\n' "$choice" 2> /dev/null | grep -q ' installed$' && continue 2
            case $package in *'|'*) ! can_be_had "$choice" || break ;; esac
        done
        echo "$package"
    done
}

with_apt() {
    lacks=$(lacking $(wanted apt "$@"))
    [ "$lacks" ] || return 0
    known=" $(dpkg --print-architecture) $(dpkg --print-foreign-architectures | tr '\n' ' ') " foreign=
    for architecture in $(echo "$lacks" | sed -n 's/.*://p' | sort -u); do
        case $known in *" $architecture "*) ;; *) foreign="$foreign${foreign:+ }$architecture" ;; esac
    done
    for architecture in $foreign; do
        case " ${ARCHITECTURES-} " in *" $architecture "*) ;; *)
            echo "make deps: $* needs packages of other architectures, which dpkg doesn't have yet; this adds them:" \
                "make deps $* ARCHITECTURES='$foreign'" >&2
            return 1 ;;
        esac
    done
    for architecture in $foreign; do
        $as_root dpkg --add-architecture "$architecture"
    done
    stale=
    $as_root apt-get update -q || stale='; apt-get update failed'
    lacks=$(lacking $(wanted apt "$@"))
    install=
    for package in $lacks; do
        for choice in $(echo "$package" | tr '|' ' '); do
            if can_be_had "$choice"; then
                install="$install $choice"
                break
            fi
        done
    done
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $install ||
        { echo "make deps: apt-get install failed$stale" >&2; return 1; }
    lacks=$(lacking $lacks)
    [ ! "$lacks" ] || { echo "make deps: not to be had:" $lacks"$stale" >&2; return 1; }
}

# Packages of npm: VERSIONS:INTO for each goal, a folder with package.json and a folder of build/. Their scripts don't run, since they would fetch more.
npm_folders() {
    for set in $(for goal in "$@"; do row "goal-$goal"; done); do
        case $set in
        tools) echo "$tests/forms/readers:$tests/../build/readers" ;;
        everywhere) echo "$tests/everywhere/tools:$tests/../build/everywhere" ;;
        esac
    done
}
npm_lacks() {
    for folder in $(npm_folders "$@"); do
        cmp -s "${folder%:*}/package-lock.json" "${folder#*:}/node_modules/installed" || return 0
    done
    return 1
}
with_npm() {
    npm_lacks "$@" || return 0
    for folder in $(npm_folders "$@"); do
        versions=${folder%:*} into=${folder#*:} omit=--omit=optional
        case $into in */everywhere) omit= ;; esac # esbuild and vite: their programs
        mkdir -p "$into" && cp "$versions"/*.json "$into" &&
            npm ci --prefix "$into" --ignore-scripts $omit --no-audit --no-fund --loglevel=error &&
            cp "$versions/package-lock.json" "$into/node_modules/installed"
    done
}

if [ "${1-}" = --complete ]; then
    shift
    command -v apt-get > /dev/null && [ ! "$(lacking $(wanted apt "$@"))" ] && ! npm_lacks "$@"
    exit
fi
if command -v apt-get > /dev/null; then manager=apt
elif command -v dnf > /dev/null; then manager=dnf
elif command -v pacman > /dev/null; then manager=pacman
elif command -v brew > /dev/null; then manager=brew
else manager=
fi
if [ $# = 0 ]; then
    echo "make deps GOAL... installs what a goal needs and this machine lacks:"
    for goal in all $(sed -n 's/^goal-\([^	]*\).*/\1/p' "$tests/deps.tsv"); do
        packages=$(wanted "${manager:-apt}" "$goal")
        [ "$manager" != apt ] || packages=$(lacking $packages)
        ! npm_lacks "$goal" || packages="$packages${packages:+, and }modules of npm"
        echo "$goal:" ${packages:-nothing}
    done
    exit
fi
as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
case $manager in
apt) with_apt "$@" ;;
dnf) $as_root dnf install -y $(wanted dnf "$@") ;;
pacman) $as_root pacman -S --needed --noconfirm $(wanted pacman "$@") ;;
brew) brew install $(wanted brew "$@") ;;
*)
    echo 'make deps: no apt-get, dnf, pacman or brew here; the packages wanted are, as Debian names them:' \
        $(wanted apt "$@") >&2
    exit 1 ;;
esac
with_npm "$@"
