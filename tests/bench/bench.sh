# SPDX-License-Identifier: MIT
# For benchmarks, to be sourced: their common beginning. $bench is the goal of make that runs this benchmark.
# shellcheck disable=SC2154 # $bench
set -eu
export LC_ALL=C
POSENC=${POSENC:-build/posenc}
trap 'exit 130' INT TERM HUP

die() {
    echo "$bench: $*" >&2
    exit 1
}
# programs PATH...: ends unless all are there
programs() {
    for program in "$@"; do
        [ -x "$program" ] || die "$program: no such program; make $bench makes it"
    done
}
# python_with MODULE: prints an interpreter that has it; the real one, not a shim's script
python_with() {
    for p in python3 /usr/bin/python3; do
        "$p" -c "import $1, sys; print(sys.executable)" 2> /dev/null && return
    done
    return 1
}
# cpu: the name of this machine's CPU
cpu() {
    awk -F ': ' '/^model name/ { print $2; exit }' /proc/cpuinfo 2> /dev/null || true
}
load() {
    uptime | sed 's/.*load/load/'
}
