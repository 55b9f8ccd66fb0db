#!/bin/sh
# SPDX-License-Identifier: MIT
# README's commands on machines that have nothing yet: a minimal Debian in a folder, made by debootstrap, with a clone of the last
# commit. As root: sh tests/fresh.sh [FOLDER]. It takes 3 GB, with all tests 12 GB, and the time of the tests.
#
#   MACHINES='usual bare all'   which of them; `all` runs make deps check-all
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
for program in debootstrap unshare git; do
    command -v $program > /dev/null || { echo "fresh.sh: no $program" >&2; exit 2; }
done
[ "$(id -u)" = 0 ] || { echo 'fresh.sh: only root makes a machine' >&2; exit 2; }
if [ "${1-}" ]; then
    mkdir -p "$1" && folder=$(cd "$1" && pwd)
else
    folder=$(mktemp -d)
    trap 'rm -rf --one-file-system "$folder"' EXIT
    trap 'exit 1' HUP INT TERM
fi
passed=0 failed=0

# The machine's own mirror and release, if it is a Debian
of_apt=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' 2> /dev/null | head -n 1)
mirror=${of_apt% *} release=${of_apt#* }

# made NAME PACKAGES: a machine with these packages, installed as those words of apt-get say, and the sources in its /home/tree
made() {
    rm -rf --one-file-system "${folder:?}/$1"
    [ -d "$folder/base" ] || {
        debootstrap --variant=minbase "${release:-stable}" "$folder/new" $mirror > "$folder/debootstrap.log" &&
            cp /etc/resolv.conf /etc/hosts "$folder/new/etc" && mv "$folder/new" "$folder/base"
    } || { tail -n 5 "$folder/debootstrap.log"; return 1; }
    cp -a "$folder/base" "$folder/$1" &&
        { [ ! "${NODE_EXTRA_CA_CERTS-}" ] || cp "$NODE_EXTRA_CA_CERTS" "$folder/$1/certificates"; } && git clone -q --no-hardlinks "$root" "$folder/$1/home/tree" &&
        inside "$1" "apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y $2" > "$folder/$1.log" 2>&1 ||
        { tail -n 5 "$folder/$1.log"; return 1; }
}
# inside NAME COMMAND: in these sources, with the proxies and certificates of this network. Its processes and mounts end with
# the command.
inside() {
    unshare --mount --pid --fork env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS=/certificates} \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} sh -ec '
        mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" sh -c "cd /home/tree; $1"' "$folder/$1" "$2"
}
# ok NAME COMMAND...: runs it, and says whether it passed
ok() {
    ok_name=$1 ok_start=$(date +%s)
    shift
    if "$@"; then passed=$((passed + 1)) ok_word=ok; else failed=$((failed + 1)) ok_word='not ok'; fi
    echo "$ok_word - $ok_name ($(($(date +%s) - ok_start)) s)"
}
# readme NAME: README's two lines of make deps
readme() {
    sed -n 's/^    \(make deps [^#]*[^# ]\).*/\1/p' "$root/README.md" > "$folder/commands"
    ok "$1: README has two commands" [ "$(wc -l < "$folder/commands")" = 2 ]
    while read -r command; do ok "$1: $command" inside "$1" "$command" < /dev/null; done < "$folder/commands"
}
for machine in ${MACHINES:-usual bare all}; do
    case $machine in
    usual | all) packages='git gcc make libc6-dev' ;;
    bare) packages='--no-install-recommends git gcc make' ;; # without the headers of C
    *) echo "fresh.sh: MACHINES: '$machine' is none of usual, bare, all" >&2; exit 2 ;;
    esac
    ok "$machine: apt-get install $packages" made $machine "$packages"
    case $machine in
    all) ok "$machine: make deps check-all" inside $machine 'make deps check-all' ;;
    *) readme $machine ;;
    esac
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
