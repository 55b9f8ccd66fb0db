#!/bin/sh
# The harness: what counts as a failure in tap.sh, how run.sh counts, which tests a name chooses, which skips are listed.
. "$(dirname "$0")/../tap.sh"
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

# --- tests by their names

# chooses GOAL NAMES SCRIPTS-AND-UNITS: what make T=NAMES would run
chooses() {
    make -n -C "$root" -o build/posenc "$1" T="$2" > commands 2> said || { cat said; return 1; }
    sed -n 's/.*run\.sh //p' commands | tr ' ' '\n' | sort > chosen
    printf '%s\n' $3 | sort | diff - chosen
}
check_rows "$root/tests/lint/harness.tsv"
plan
