#!/bin/sh
# Installs the packages that goals of make need and this machine lacks: sh deps.sh [GOAL...]. Without a goal, those of all tests
# and linters. With --complete it installs nothing; its status is 0 if nothing is lacking, which only apt can determine.
set -eu

# packages MANAGER-SET: deps.tsv says which
packages() {
    sed -n "s/^$1	//p" "$(dirname "$0")/deps.tsv"
}

# sets GOAL: of packages
sets() {
    case $1 in
    check | verify | mutants) echo core ;;
    check-all) echo core tools targets deb ;;
    check-targets | bench-targets) echo targets ;;
    check-matrix) echo core matrix ;;
    check-everywhere | check-relink) echo core everywhere ;;
    web | npm | windows | dist-web | dist-windows) echo everywhere ;;
    proofs) echo proofs ;;
    bench) echo core peers ;;
    bench-compile) echo compile ;;
    lint | deb) echo "$1" ;;
    esac
}

# wanted MANAGER GOAL...: the packages, one a line, each once
wanted() {
    manager=$1
    shift
    {
        packages "$manager-all"
        { command -v cc && command -v make; } > /dev/null || packages "$manager-compiler"
        for set in $(for goal in "$@"; do sets "$goal"; done); do
            packages "$manager-$set"
            case $set in tools | everywhere) command -v npm > /dev/null || packages "$manager-npm" ;; esac
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
            ! can_be_had "$choice" || break
        done
        echo "$package"
    done
}

with_apt() {
    lacks=$(lacking $(wanted apt "$@"))
    [ "$lacks" ] || return 0
    for architecture in $(echo "$lacks" | sed -n 's/.*://p' | sort -u); do
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
tests=$(dirname "$0")
npm_folders() {
    for set in $(for goal in "$@"; do sets "$goal"; done); do
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
[ $# != 0 ] || set -- check-all lint
as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
if command -v apt-get > /dev/null; then
    with_apt "$@"
elif command -v dnf > /dev/null; then
    $as_root dnf install -y $(wanted dnf "$@")
elif command -v pacman > /dev/null; then
    $as_root pacman -S --needed --noconfirm $(wanted pacman "$@")
elif command -v brew > /dev/null; then
    brew install $(wanted brew "$@")
else
    echo 'make deps: no apt-get, dnf, pacman or brew here; the packages wanted are, as Debian names them:' \
        $(wanted apt "$@") >&2
    exit 1
fi
with_npm "$@"
