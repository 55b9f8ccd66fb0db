#!/bin/sh
# Runs tests one after the other: programs as they are, scripts with sh. Each speaks TAP, the Test Anything
# Protocol; failures are shown whole. The last line counts; the exit status says whether all passed.
passed=0 failed=0
log=$(mktemp) && trap 'rm -f "$log"' EXIT
for test in "$@"; do
    case $test in
    *.sh) sh "$test" > "$log" 2>&1 ;;
    *) CMOCKA_MESSAGE_OUTPUT=TAP "$test" > "$log" 2>&1 ;;
    esac
    status=$?
    good=$(grep -c '^ok ' "$log")
    bad=$(grep -c '^not ok ' "$log")
    planned=$(sed -n 's/^1\.\.\([0-9]*\).*/\1/p' "$log" | head -n 1)
    # a test that ends early, or fails without saying what, counts as one more failure
    if [ "$((good + bad))" != "$planned" ] || { [ $status != 0 ] && [ "$bad" = 0 ]; }; then
        bad=$((bad + 1))
    fi
    [ "$bad" = 0 ] || cat "$log"
    echo "$test: $good passed, $bad failed"
    passed=$((passed + good))
    failed=$((failed + bad))
done
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed != 0 ]
