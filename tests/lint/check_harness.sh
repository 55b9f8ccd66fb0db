#!/bin/sh
# The harness: what tap.sh takes for a failure, how run.sh counts, which tests a name chooses, which skips are listed.
. "$(dirname "$0")/../tap.sh"
mkdir -p tests/one && cp "$root/tests/tap.sh" tests || exit 1

# --- a script alone

# in_tap LINE...: a script of these lines, which sources tap.sh and ends with `plan`; its output is in `said`
in_tap() {
    printf '%s\n' '. "$(dirname "$0")/../tap.sh"' "$@" plan > tests/one/check_one.sh
    by_pattern
}
# by_pattern [PATTERN]: the same script again
by_pattern() {
    POSENC=$POSENC sh tests/one/check_one.sh "$@" > said 2>&1
}
# fails_with LINES LINE...: status 1, and exactly these lines of TAP
fails_with() {
    expected=$1
    shift
    ends 1 in_tap "$@" && tap_is "$expected"
}
tap_is() {
    grep -E '^(ok|not ok|1\.\.)' said > tap
    echo "$1" | diff - tap
}
check 'what is true passes' eval 'in_tap "check a true" && tap_is "ok 1 - a
1..1"'
check 'a return in an eval is a failure' fails_with 'not ok 1 - a
1..1' "check a eval 'for k in 1 2; do false || return 1; done'"
check 'so is one in an eval of an eval' fails_with 'not ok 1 - a
1..1' "check a eval \"eval 'return 1'; true\""
check 'a return of success is none, and the checks after it run' fails_with 'ok 1 - a
not ok 2 - b
1..2' "check a eval 'return 0; false'" 'check b false'
check 'what a check sets stays' in_tap "check a eval 'one=1; return 0'" 'check b [ $one = 1 ]'
check 'an exit in a check is a failure' ends 1 in_tap "check a eval 'exit 0'"
check 'the end of a script before its plan' ends 1 in_tap 'check a true' 'exit 0'
check 'a failure before more of the script' ends 1 in_tap 'check a false' plan 'plan() { :; }'
check 'no plan at all' ends 1 in_tap 'check a true' 'plan() { :; }'
check 'a check after the plan' ends 1 in_tap 'check a true' plan 'check b true' 'plan() { :; }'
check 'a failure in a subshell' ends 1 in_tap 'check a true' '(check b false)'
check 'a failure in a pipeline' ends 1 in_tap 'check a true' 'echo b | while read -r name; do check $name false; done'
check 'a function that is not there' fails_with 'not ok 1 - a
1..1' 'check a nobody'
check 'a script that does not parse' ends 2 in_tap 'check a true' 'if'
check 'no check at all' fails_with '1..0' :
check 'a skip is no failure' eval 'in_tap "check a true" "skip b why" && tap_is "ok 1 - a
ok 2 - b # SKIP ${CORE:+not in the core, or }why
1..2"'
check 'refused: not if the program crashes' fails_with 'not ok 1 - a
1..1' 'POSENC=/bin/false' 'check a refused "posenc: no" -o x'
check 'refused: the right line' in_tap "check a refused \"posenc: max-len '0' must be at least 1\" --max-len 0 --d-model 4 -o x"
check 'refused: another line' ends 1 in_tap 'check a refused "posenc: no" --max-len 0 --d-model 4 -o x'
check 'refused: what is done' ends 1 in_tap 'check a refused "" --max-len 3 --d-model 4 -o x'
check 'ends: another status' ends 1 in_tap 'check a ends 2 false'
check 'unlike: a file that is not there' ends 1 in_tap 'check a unlike /dev/null none'
check 'a core run has gcc, and no other compiler' eval 'CORE=y in_tap "check a has gcc" "check b ends 1 has clang"'
check 'standards: those that the compiler knows' in_tap "check a known_standards gcc c none c99 no" 'check b [ "$standards" = " c99" ]'
check 'standards: none is a failure' fails_with 'not ok 1 - a
1..1' 'check a known_standards gcc c none no'
check 'here: a program that is here' eval 'CORE= in_tap "here b sh && check a true" && tap_is "ok 1 - a
1..1"'
check 'here: one that is not has a line' eval 'CORE= in_tap "here b no_such_program || check a true" && tap_is "ok 1 - b # SKIP no no_such_program
ok 2 - a
1..2"'

# --- checks from a table

# of_rows SECTION ROW...: the checks of these rows
of_rows() {
    section=$1
    shift
    printf '%s\n' "$@" > table && in_tap 'is() { [ "$1" = "$2" ]; }' "check_rows \"$dir/table\" $section"
}
check 'a row is a check, and {a|b} two' eval 'ends 1 of_rows "" "# is	name	words" "is	an x	x x" "is	not:	{a|b} c" && tap_is "ok 1 - an x
not ok 2 - not: a c
not ok 3 - not: b c
1..3"'
check 'a section, and a file' eval 'of_rows two "# --- one" "is	-	a b" "# --- two" "file	text	a\\nb\\n" "is	-	\"\$(wc -l < text)\" 2" "# --- three" "is	-	a b" &&
    CORE="" tap_is "ok 1 - is \"\$(wc -l < text)\" 2
1..1"'
check 'a section that is not there fails' ends 1 of_rows none '# --- one' 'is	-	a a'
check 'so does a table without rows' ends 1 of_rows '' '# --- one'
check 'a row stands for one value of a list that is given' eval 'of_rows "\"\" one=x" "is	{one}	{one} x" && tap_is "ok 1 - x
1..1"'

# --- one check by its name

named() { # named PATTERN LINES
    in_tap 'check "one two" true' 'check "two three" true' 'skip "three [1]" why' || return 1
    by_pattern "$1" && CORE='' tap_is "$2"
}
check 'the checks whose name has a text' eval 'CORE= named two "ok 1 - one two
ok 2 - two three
1..2"'
check 'a blank in it' eval 'CORE= named "two three" "ok 1 - two three
1..1"'
check 'a pattern of the shell' eval 'CORE= named "w*ee" "ok 1 - two three
1..1"'
check 'a skip is chosen too' eval 'CORE= named "three [[]" "ok 1 - three [1] # SKIP why
1..1"'
check 'a pattern that chooses none fails' eval 'in_tap "check a true" && ends 1 by_pattern b && grep -x "# no check has .b. in its name" said'

# --- how tests are counted

# counts LAST-LINE STATUS SCRIPT...: run.sh of tests that say these things
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
check 'passed, and skipped' counts '2 passed, 0 failed, 1 skipped' 0 'echo "ok 1 - a"; echo "ok 2 - b # SKIP c"; echo 1..2' \
    'echo "ok 1 - a"; echo 1..1'
check 'skipped, as cmocka says it' counts '1 passed, 0 failed, 2 skipped' 0 \
    'echo 1..3; echo "ok 1 - a"; echo "not ok 2 # SKIP"; echo "not ok 3 - b # SKIP"'
check 'failed' counts '1 passed, 1 failed, 0 skipped' 1 'echo "ok 1 - a"; echo "not ok 2 - b"; echo 1..2; exit 1'
check 'a script that ends early fails' counts '1 passed, 1 failed, 0 skipped' 1 'echo "ok 1 - a"; exit 0'
check 'a script with another plan fails' counts '1 passed, 1 failed, 0 skipped' 1 'echo "ok 1 - a"; echo 1..2'
check 'a script without a check fails' counts '1 passed, 1 failed, 0 skipped' 1 'echo 1..0' 'echo "ok 1 - a"; echo 1..1'
check 'a status without a failure fails' counts '1 passed, 1 failed, 0 skipped' 1 'echo "ok 1 - a"; echo 1..1; exit 3'
check 'nothing but skips fails' counts '0 passed, 0 failed, 1 skipped' 1 'echo "ok 1 - a # SKIP b"; echo 1..1'
check 'no test at all fails' ends 1 sh "$root/tests/run.sh"
check 'each test has its time' eval 'counts "1 passed, 0 failed, 0 skipped" 0 "echo ok 1 - a; sleep 1; echo 1..1" &&
    grep -Ex "test_1.sh: 1 passed, 0 failed, 0 skipped, [1-9][0-9]* s" said'

# --- the list of skips

# listed LAST-LINE STATUS SCRIPT: run.sh of a test that says these things, with a list of two skips
listed() {
    printf 'test_1.sh\tone two\twhy\ntest_1.sh\ttest_c\twhy\n' > skips.tsv
    SKIPS=skips.tsv counts "$@"
}
check 'skips of the list' listed '1 passed, 0 failed, 2 skipped' 0 \
    'echo "ok 1 - a"; echo "ok 2 - one two # SKIP not here"; echo "not ok 3 # SKIP test_c"; echo 1..3'
check 'a skip that is not in the list fails' eval 'listed "1 passed, 1 failed, 1 skipped" 1 \
    "echo ok 1 - a; echo \"ok 2 - one two # SKIP b\"; echo \"ok 3 - one # SKIP b\"; echo 1..3" &&
    grep -x "# a skip that is not in skips.tsv: one" said'
check 'so does one of another test' listed '1 passed, 1 failed, 0 skipped' 1 'echo "ok 1 - a"; echo 1..1' \
    'echo "ok 1 - one two # SKIP b"; echo 1..1'
# Each row names a test that is there, a check that it has, and a reason.
rows_of_skips() {
    grep -v '^#' "$root/tests/skips.tsv" > rows && [ -s rows ] || return 1
    while IFS='	' read -r test name why; do
        case $test in build/tests/unit_*) source=$root/tests/unit/${test#build/tests/}.c ;; *) source=$root/$test ;; esac
        grep -qF -e "$name" "$source" && [ "$why" ] || { echo "$test: $name: $why"; return 1; }
    done < rows
}
check 'tests/skips.tsv: each row is that of a check' rows_of_skips

# --- tests by their names

# chooses GOAL NAMES SCRIPTS-AND-UNITS: what make T=NAMES would run
chooses() {
    MAKEFLAGS='' make -n -C "$root" -o build/posenc "$1" T="$2" > commands 2> error || { cat error; return 1; }
    sed -n 's/.*run\.sh //p' commands | tr ' ' '\n' | sort > chosen
    printf '%s\n' $3 | sort | diff - chosen
}
check 'T=NAME: a script' chooses check check_words.sh tests/words/check_words.sh
check 'T=NAME: a unit' chooses check unit_ziv build/tests/unit_ziv
check 'T=NAME: scripts and units' chooses check template 'tests/forms/check_templates.sh build/tests/unit_template'
check 'T=NAME NAME' chooses check 'ziv layers' 'build/tests/unit_ziv tests/lint/check_layers.sh'
check 'T=NAME: those of check-all' chooses check-all /check_integ tests/projects/check_integration.sh
check 'T=NAME: no such test' eval 'ends 1 chooses check ziv,nothing && grep "no test of this goal has .ziv,nothing. in its name" error'
check 'T=NAME NAME: the second is none' eval 'ends 1 chooses check "ziv nothing" && grep "no test of this goal has .nothing. in its name" error'
check 'T=NAME: none in the core' ends 1 chooses check check_integration
plan
