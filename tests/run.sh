#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs tests: programs directly, scripts with sh, JOBS of them at a time (default: the number of processors). Each speaks TAP, the Test
# Anything Protocol; failures are shown completely. Before the counts, which are the last line, each reason for skips has its number.
# The exit status is 0 if some tests passed and none failed.
#
#   SKIPS=FILE   a skip counts as failed unless it is in this list, as test, tab, check, or only the core leaves it out
#   QUIET=N      after N seconds (15) without a line, one says what runs
#   LIMIT=N      a test that takes longer than N seconds (900) is ended, and counts as failed
if [ "${1-}" = --one ]; then
    logs=$2 test=$3 of=$4 log=$2/$(printf %s "$3" | tr / _)
    start=$(date +%s)
    case $test in *.sh) command="sh $test" ;; *) command="env CMOCKA_MESSAGE_OUTPUT=TAP $test" ;; esac
    echo "$test" > "$log.running"
    # timeout puts the test into a process group of its own, so that nothing of it is left. A shell's background ignores SIGINT.
    env --default-signal=INT,QUIT timeout -k 10 "${LIMIT:-900}" $command > "$log" 2>&1 &
    trap 'kill $!; wait $!; rm "$log.running"; exit 1' HUP INT TERM
    wait $!
    status=$?
    trap - HUP INT TERM
    [ $status != 124 ] && [ $status != 137 ] || echo "# ended after ${LIMIT:-900} s (LIMIT)" >> "$log"
    seconds=$(($(date +%s) - start))
    skipped=$(grep -Ec '^(not )?ok .*# SKIP' "$log") # cmocka says "not ok"
    good=$(grep '^ok ' "$log" | grep -vc '# SKIP')
    bad=$(grep '^not ok ' "$log" | grep -vc '# SKIP')
    planned=$(sed -n 's/^1\.\.\([0-9]*\).*/\1/p' "$log" | head -n 1)
    # one more failure for a test that ends early, has no plan, or fails without saying what failed
    if [ "$((good + bad + skipped))" != "${planned:-0}" ] || [ "$planned" = 0 ] || { [ $status != 0 ] && [ "$bad" = 0 ]; }; then
        bad=$((bad + 1))
    fi
    [ "$bad" = 0 ] || cat "$log"
    # The reason of each skip; one that the list doesn't have is shown, and counts as failed.
    sed -nE '/^(not )?ok .*# SKIP/ { s/\t/ /g; s/^(not )?ok [0-9]+ (- )?//; s/^# SKIP *(.*)/\1\t/; s/ *# SKIP */\t/; p; }' "$log" |
        awk -F '\t' -v test="$test" -v list="${SKIPS-}" 'BEGIN { while (list && (getline row < list) > 0) {
                split(row, of, "\t")
                if (of[1] == test) why[of[2]] = of[3] } }
            $1 in why { print why[$1]; next }
            list && $2 !~ /^not in the core: / { print "# a skip that is not in " list ": " $1 > "/dev/stderr"; next }
            { print $2 ? $2 : "something that the test lacks here" }' > "$log.skips"
    unlisted=$((skipped - $(wc -l < "$log.skips")))
    bad=$((bad + unlisted)) skipped=$((skipped - unlisted))
    echo "$good $bad $skipped" > "$log.count"
    rm "$log.running"
    echo "[$(find "$logs" -name '*.count' | wc -l) of $of] $test: $good passed, $bad failed, $skipped skipped, $seconds s"
    exit 0
fi

[ $# != 0 ] || { echo 'run.sh: no test' >&2; exit 1; }
logs=$(mktemp -d) || exit 1
# timeout without a limit hands a signal on to all that it has started.
printf '%s\n' "$@" | timeout 0 xargs -I '{}' -P "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" sh "$0" --one "$logs" '{}' $# &
running=$! saying=
trap 'rm -rf "$logs"' EXIT
trap 'kill $running $saying; wait $running; ended; exit 1' HUP INT TERM
ended() { # waits until the tests that ran have removed their files
    for nap in $(seq 100); do
        find "$logs" -name '*.running' | grep -q . || return
        sleep 0.1
    done
}

quiet=0 said=0
while sleep 1; do
    count=$(find "$logs" -name '*.count' | wc -l)
    [ "$count" = "$said" ] && quiet=$((quiet + 1)) || quiet=0 said=$count
    [ $quiet != ${QUIET:-15} ] || for test in "$logs"/*.running; do
        quiet=0
        [ ! -f "$test" ] || echo "[$count of $#] $(cat "$test"): $(grep -c '^ok ' "${test%.running}") checks so far"
    done
done &
saying=$!
wait $running
kill $saying
cat "$logs"/*.skips | sort | uniq -c | sort -rn |
    sed 's/^ */# skipped: /; s/not in the core: \(.*\)/\1 (make deps check-all)/'
cat "$logs"/*.count | awk -v tests=$# '{ good += $1; bad += $2; skipped += $3 }
    END {
        bad += tests - NR
        print good + 0 " passed, " bad + 0 " failed, " skipped + 0 " skipped"
        exit bad > 0 || good == 0
    }'
