# For scripts that test the command, to be sourced: each check prints a line of TAP, and `plan` ends.
# $POSENC is the program; $dir is a folder of the script's own, which goes at the end.
set -u
POSENC=$(cd "$(dirname "${POSENC:-build/posenc}")" && pwd)/$(basename "${POSENC:-build/posenc}")
root=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'chmod -R u+rwx "$dir"; rm -rf "$dir"' EXIT
count=0 failures=0

# check NAME COMMAND...: passes where the command succeeds
check() {
    check_name=$1
    shift
    count=$((count + 1))
    if "$@" > "$dir/check.log" 2>&1; then
        echo "ok $count - $check_name"
    else
        echo "not ok $count - $check_name"
        sed 's/^/# /' "$dir/check.log"
        failures=$((failures + 1))
    fi
}

# skip NAME WHY: for what this machine lacks
skip() {
    count=$((count + 1))
    echo "ok $count - $1 # SKIP $2"
}

# appears FOLDER: waits until posenc has written a file aside there, ten seconds at most
appears() {
    for nap in $(seq 500); do
        [ -z "$(find "$1" -name '.posenc-*[0-9]' -size +0)" ] || return 0
        sleep 0.02
    done
    return 1
}

# has PROGRAM...: are all of them here?
has() {
    for wanted in "$@"; do
        command -v "$wanted" > /dev/null || return 1
    done
}

# knows COMPILER LANGUAGE STANDARD: asked once; answers stand in $dir
knows() {
    answer=$dir/knows_$(printf %s "$1$2$3" | tr -c 'a-z0-9' _)
    [ -f "$answer" ] || { echo 'int nothing;' | $1 -x $2 -std=$3 -c -o "$answer.o" - 2> /dev/null && echo yes || echo no; } > "$answer"
    [ "$(cat "$answer")" = yes ]
}

plan() {
    echo "1..$count"
    [ $failures = 0 ]
}
