# For scripts of tests in a folder beside this file, to be sourced: each check prints a line of TAP, and `plan` ends.
# $POSENC is the program, $root the tree; $dir is a folder of the script's own, which is removed at the end.
set -u
POSENC=$(cd "$(dirname "${POSENC:-build/posenc}")" && pwd)/$(basename "${POSENC:-build/posenc}")
root=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d)
trap 'chmod -R u+rwx "$dir"; rm -rf "$dir"' EXIT
count=0 failures=0

# check NAME COMMAND...: passes if the command succeeds
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

# skip NAME WHY: for what this machine lacks, or a core run leaves out
skip() {
    count=$((count + 1))
    echo "ok $count - $1 # SKIP ${CORE:+not in the core, or }$2"
}

# ends STATUS COMMAND...: passes if the command ends with exactly that status
ends() {
    ends_wanted=$1
    shift
    ends_status=0
    "$@" || ends_status=$?
    [ $ends_status = "$ends_wanted" ] || { echo "exit status $ends_status, not $ends_wanted: $*"; return 1; }
}

# unlike FILE FILE: both can be read, and they differ
unlike() {
    ends 1 cmp -s "$1" "$2"
}

# --- requests

# run ARGUMENT...: posenc in the folder $dir/cwd, which is made anew: empty, or a copy of $dir/files if that is there.
# Leaves $dir/stdout, $dir/stderr and $status.
run() {
    rm -rf "$dir/cwd"
    if [ -d "$dir/files" ]; then cp -R "$dir/files" "$dir/cwd"; else mkdir "$dir/cwd"; fi
    status=0
    (cd "$dir/cwd" && exec "$POSENC" "$@") > "$dir/stdout" 2> "$dir/stderr" < /dev/null || status=$?
}

# turned_down ARGUMENT...: run, which ends with status 2 and makes nothing
turned_down() {
    run "$@"
    [ $status = 2 ] || { cat "$dir/stderr"; echo "exit status $status, not 2"; return 1; }
    [ ! -s "$dir/stdout" ] || { echo 'something on standard output'; return 1; }
    if [ -d "$dir/files" ]; then diff -r "$dir/files" "$dir/cwd"; else [ -z "$(ls -A "$dir/cwd")" ]; fi ||
        { echo "made: $(ls -A "$dir/cwd")"; return 1; }
}

# refused LINES ARGUMENT...: turned down, with exactly these lines
refused() {
    printf '%s\n' "$1" > "$dir/lines"
    shift
    turned_down "$@" && diff "$dir/lines" "$dir/stderr"
}

# refused_with START ARGUMENT...: turned down, in one line that begins so
refused_with() {
    start=$1
    shift
    turned_down "$@" || return 1
    [ "$(wc -l < "$dir/stderr")" = 1 ] && case $(cat "$dir/stderr") in "$start"*) ;; *) false ;; esac ||
        { cat "$dir/stderr"; return 1; }
}

# --- waiting, and what the machine has

# appears FOLDER: waits until posenc has written a file aside there, ten seconds at most
appears() {
    for nap in $(seq 500); do
        [ -z "$(find "$1" -name '.posenc-*[0-9]' -size +0)" ] || return 0
        sleep 0.02
    done
    return 1
}

# has PROGRAM...: are all of them here? A core run, of `make check`, has only gcc and what comes with it or with any
# machine, so that it takes as long everywhere.
has() {
    for wanted in "$@"; do
        case ${CORE:+core-}$wanted in
        core-gcc | core-g++ | core-objdump | core-objcopy | core-tar | core-git | core-taskset) ;;
        core-*) return 1 ;;
        esac
        command -v "$wanted" > /dev/null || return 1
    done
}

# sanitized: was $POSENC made with SANITIZE=1 or TSAN=1?
sanitized() {
    grep -qE '__(asan|tsan)_init' "$POSENC"
}

# within_memory KIB COMMAND...: COMMAND, and 125 if its resident memory was ever above that. Sanitizers need some times as
# much, and reserve far too many addresses for a limit of these, which only keeps the machine from swapping.
within_memory() {
    within_kib=$1
    shift
    [ -x "$dir/peak" ] || ${CC:-cc} -D_XOPEN_SOURCE=700 -D_DEFAULT_SOURCE -o "$dir/peak" "$root/tests/verify/peak.c" || return 125
    if sanitized; then
        ASAN_OPTIONS=${ASAN_OPTIONS-}:quarantine_size_mb=16 "$dir/peak" $((8 * within_kib)) "$@"
    else
        (ulimit -v 4194304 2> /dev/null; exec "$dir/peak" $within_kib "$@")
    fi
}

# knows COMPILER LANGUAGE STANDARD: asked once; the answers are kept in $dir
knows() {
    answer=$dir/knows_$(printf %s "$1$2$3" | tr -c 'a-z0-9' _)
    [ -f "$answer" ] || { echo 'int nothing;' | $1 -x $2 -std=$3 -c -o "$answer.o" - 2> /dev/null && echo yes || echo no; } > "$answer"
    [ "$(cat "$answer")" = yes ]
}

# plan: a script of no check at all fails
plan() {
    echo "1..$count"
    [ $failures = 0 ] && [ $count != 0 ]
}
