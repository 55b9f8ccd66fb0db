#!/bin/sh
# Runs tests: programs directly, scripts with sh, JOBS of them at a time (default: the number of
# processors). Each speaks TAP, the Test Anything Protocol; failures are shown completely. The last line has the counts; the exit
# status is 0 if some tests passed and none failed.
#
#   SKIPS=FILE   a skip that is not in this list, as test, tab, check, counts as failed
if [ "${1-}" = --one ]; then
    log=$2/$(printf %s "$3" | tr / _)
    start=$(date +%s)
    case $3 in
    *.sh) sh "$3" > "$log" 2>&1 ;;
    *) CMOCKA_MESSAGE_OUTPUT=TAP "$3" > "$log" 2>&1 ;;
    esac
    status=$?
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
    if [ "${SKIPS-}" ] && [ "$skipped" != 0 ]; then
        listed=$(awk -F '\t' -v test="$3" 'FILENAME == ARGV[1] { if ($1 == test) known[$2]; next }
            !/^(not )?ok .*# SKIP/ { next }
            { sub(/^(not )?ok [0-9]+ (- )?/, ""); if (!sub(/^# SKIP */, "")) sub(/ *# SKIP.*/, "") }
            $0 in known { n++; next }
            { print "# a skip that is not in " ARGV[1] ": " $0 > "/dev/stderr" } END { print n + 0 }' "$SKIPS" "$log")
        bad=$((bad + skipped - listed)) skipped=$listed
    fi
    echo "$3: $good passed, $bad failed, $skipped skipped, $seconds s"
    echo "$good $bad $skipped" > "$log.count"
    exit 0
fi
[ $# != 0 ] || { echo 'run.sh: no test' >&2; exit 1; }
logs=$(mktemp -d) && trap 'rm -rf "$logs"' EXIT
printf '%s\n' "$@" | xargs -n 1 -P "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" sh "$0" --one "$logs"
cat "$logs"/*.count | awk -v tests=$# '{ good += $1; bad += $2; skipped += $3 }
    END {
        bad += tests - NR
        print good + 0 " passed, " bad + 0 " failed, " skipped + 0 " skipped"
        exit bad > 0 || good == 0
    }'
