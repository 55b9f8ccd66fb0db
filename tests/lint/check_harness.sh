#!/bin/sh
# SPDX-License-Identifier: MIT
# The harness: what counts as a failure in tap.sh, how run.sh counts, which tests a name chooses, which skips are listed.
. "$(dirname "$0")/../tap.sh"
unset SKIPS LIMIT QUIET # of the run around this one
mkdir -p tests/one && cp "$root/tests/tap.sh" "$root/tests/rows.awk" tests || exit 1

# --- a script alone

# in_tap LINE...: a script of these lines, which sources tap.sh and ends with `plan`; its output is in `said`
in_tap() {
    printf '%s\n' '. "$(dirname "$0")/../tap.sh"' "$@" plan > tests/one/check_one.sh
    by_pattern
}
# by_pattern [PATTERN]: the same script again
by_pattern() {
    CORE='' POSENC=$POSENC sh tests/one/check_one.sh "$@" > said 2>&1
}
# taps STATUS LINES LINE...: it ends with that status and exactly these lines of TAP, in the escapes of printf %b
taps() {
    wanted_status=$1 wanted_lines=$2
    shift 2
    ends "$wanted_status" in_tap "$@" && tap_is "$wanted_lines"
}
tap_is() {
    grep -E '^(ok|not ok|1\.\.)' said > tap
    printf '%b\n' "$1" | diff - tap
}
front='front() { piped "$@" | cat; }' both='both() { piped false | false; }' stream='stream() { $1 | cmp - "$2"; }'
no_plan='plan() { :; }' # for a script whose plan came earlier, or without a plan
# says PATTERN COMMAND...: the command passes, and a line of `said` has the pattern
says() {
    pattern_said=$1
    shift
    "$@" && grep -E -e "$pattern_said" said
}
# named STATUS PATTERN LINES: the checks that the pattern chooses in a script with three
named() {
    in_tap 'check "one two" true' 'check "two three" true' 'skip "three [1]" why' || return 1
    ends "$1" by_pattern "$2" && tap_is "$3"
}

# --- checks from a table

# of_rows STATUS LINES SECTION ROW...: the checks of these rows, which are a file or ROW...
of_rows() {
    rows_status=$1 rows_lines=$2 section=$3
    shift 3
    printf '%b\n' "$@" > table
    taps "$rows_status" "$rows_lines" 'is() { [ "$1" = "$2" ]; }' 'filed() { is "$@"; }' "check_rows \"$dir/table\" $section"
}
two_values='is\tnot:\t{a|b} c' one_value='is\t{one}\t{one} x' same_value='let\tv\ta|b\nis\t{v}\t{v} a'

# --- how tests are counted

# counts LAST-LINE STATUS SCRIPT...: run.sh with tests that print these texts
counts() {
    last=$1 wanted_status=$2 k=0
    shift 2
    rm -f test_*.sh
    for script in "$@"; do
        k=$((k + 1))
        printf '%s\n' "$script" > test_$k.sh
    done
    ends "$wanted_status" sh "$root/tests/run.sh" test_*.sh > said 2>&1 && [ "$(tail -n 1 said)" = "$last" ] || { cat said; return 1; }
}
# listed LAST-LINE STATUS SCRIPT: run.sh with a test that prints this text, and a list of two skips
listed() {
    printf 'test_1.sh\tone two\twhy\ntest_1.sh\ttest_c\twhy\n' > skips.tsv
    SKIPS=skips.tsv counts "$@"
}
two_skips='echo ok 2 - b \# SKIP not in the core: no x; echo ok 3 - b \# SKIP not in the core: no x'
limited() { # limited COMMAND...: with a limit of a second for each test
    (export LIMIT=1 && "$@")
}
impatient() { # impatient COMMAND...: a line after a second of silence
    (export QUIET=1 && "$@")
}
# interrupted SIGNAL: run.sh ends at once, and leaves neither processes nor files of the test that runs
interrupted() {
    printf '%s\n' '. "$(dirname "$0")/../tap.sh"' "check a sleep 98765.$$" plan > tests/one/check_one.sh
    rm -rf temporary && mkdir temporary
    TMPDIR=$dir/temporary env --default-signal=INT sh "$root/tests/run.sh" tests/one/check_one.sh > said 2>&1 &
    for nap in $(seq 100); do ! slept || break; sleep 0.1; done
    slept && kill -s "$1" $! && ends 1 wait $! && ends 1 slept && [ -z "$(ls -A temporary)" ] || { cat said; ls temporary; return 1; }
}
slept() { # does the test's command run?
    grep -qszx "98765.$$" /proc/[0-9]*/cmdline || return 1
}

# Each row names an existing test, a check in it or in one of its tables, and a reason.
rows_of_skips() {
    grep -v '^#' "$root/tests/skips.tsv" > rows && [ -s rows ] || return 1
    while IFS='	' read -r test name why; do
        case $test in
        build/tests/unit_*) sources=$root/tests/unit/${test#build/tests/}.c ;;
        *) sources="$root/$test $(sed -n 's,.*\$root/\(tests/[a-z_/]*\.tsv\).*,\1,p' "$root/$test" | sed "s,^,$root/,")" ;;
        esac
        # shellcheck disable=SC2086 # several files
        cat $sources | grep -qF -e "$name" && [ "$why" ] || { echo "$test: $name: $why"; return 1; }
    done < rows
}

# --- what scripts and tables may not do

# only_in_tap: no script that sources tap.sh defines one of its functions again, since tap.sh would then call that
only_in_tap() {
    sed -n 's/^\([a-z_]*\)() .*/\1/p' "$root/tests/tap.sh" > functions && at_least 40 functions
    grep -lE '^\. .*/tap\.sh' "$root"/tests/*/*.sh > scripts && at_least 60 scripts || return 1
    while read -r script <&8; do
        sed -n 's/^\([a-z_]*\)() .*/\1/p' "$script" | ends 1 grep -xF -f functions || { echo "in $script"; return 1; }
    done 8< scripts
}
# of_harness FILE...: where a script that sources tap.sh sets a variable of it
of_harness() {
    set -- $(grep -lE '^\. .*/tap\.sh' "$@") # no name has a blank
    [ $# = 0 ] || grep -nE '^[^#]*((^|[ ;&(])(tap_[a-z]*|dir|root|tab)=|\<(read|for) [^;"]*\<(tap_[a-z]*|dir|root|tab)\>)' "$@" /dev/null
}
# The front of a pipeline, but for the fronts that are meant to be cut off
lost() {
    grep -nE '"[\]?\$POSENC[\]?"[^|&;>(){}'"'"']*[^|][|]([^|]|$)' "$@" | grep -vE 'piped|head -c|/bench/|^[^:]*:[0-9]*:lost_front'
}
lost_front='    "$POSENC" --max-len 3 | cmp - x && true'
long_rows() { # rows of commands: those of shellcheck are functions
    awk -F '\t' 'length($0) > 150 && ($1 ~ /steps$|^in_scene$/ || $3 ~ /(^| )steps [\47"]/)' "$@"
}
none() { # none FUNCTION FILE...: it finds nothing in these files
    "$@" > found
    [ -s "$2" ] && [ ! -s found ] || { cat found; return 1; }
}
finds() { # finds FUNCTION LINE: it finds that line in a file
    printf '%b\n' "$2" > lines && ends 1 none "$1" lines
}

# --- tests by their names

# chooses GOAL NAMES SCRIPTS-AND-UNITS: what make T=NAMES would run
chooses() {
    make -n -C "$root" -o build/posenc "$1" T="$2" > commands 2> said || { cat said; return 1; }
    sed -n 's/.*run\.sh //p' commands | tr ' ' '\n' | sort > chosen
    printf '%s\n' $3 | sort | diff - chosen
}
check_rows "$root/tests/lint/harness.tsv"
plan
