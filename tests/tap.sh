# SPDX-License-Identifier: MIT
# For scripts of tests in a folder beside this file, to be sourced: each check prints a line of TAP, and `plan` ends.
# $POSENC is the program, $root the tree; $dir is a folder of the script's own, in which it runs; it is removed at the end.
# sh SCRIPT [PATTERN]: only the checks whose name contains PATTERN, which may have the *, ? and [] of the shell.
set -u
POSENC=$(cd "$(dirname "${POSENC:-build/posenc}")" && pwd)/$(basename "${POSENC:-build/posenc}")
root=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d) && : > "$dir/check.lines" && cd "$dir" || exit 1
trap end EXIT
trap 'exit 130' INT # dash runs the trap of EXIT only if a signal has one too
trap 'exit 143' HUP TERM
export LC_ALL=C
# The make that runs a test hands on its flags in the environment, and they are not for another one.
inherited=${MAKEFLAGS-}
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
tab=$(printf '\t') consumers=$root/tests/projects/consumers tests=$(dirname "$POSENC")/tests
# What is between checks has names of its own, so that no variable of a script is one of these.
tap_count=0 tap_failures=0 tap_planned=none tap_pattern=$*

# Runs at the end of every script, which fails if it didn't reach its plan, or if it printed another number of lines than it
# counted, for example in a subshell.
end() {
    end_status=$?
    end_lines=$(($(wc -l < "$dir/check.lines")))
    nothing_lost || end_status=1
    cd /
    chmod -R u+rwx "$dir"
    rm -rf "$dir"
    [ $end_status != 0 ] || [ "$tap_planned $end_lines" = "$tap_count $tap_count" ] || {
        echo "# $0: counted $tap_count, printed $end_lines, planned $tap_planned"
        end_status=1
    }
    [ $tap_failures = 0 ] || [ $end_status != 0 ] || end_status=1
    trap - EXIT
    exit $end_status
}

# in_pattern NAME: is the check of that name wanted?
in_pattern() {
    # shellcheck disable=SC2254 # a pattern
    case $1 in *$tap_pattern*) ;; *) return 1 ;; esac
}

# line TEXT: prints a line of TAP, and counts it separately
line() {
    printf "%s\n" "$1" && echo >> "$dir/check.lines" # echo would make control characters of backslashes
}

# attempt COMMAND...: a `return` in an eval of COMMAND leaves only this function; variables stay set
attempt() {
    "$@"
}

# piped COMMAND...: for the front of a pipeline, which has the status of its last command only: if COMMAND fails, so does the check
piped() {
    "$@" || echo "exit status $? of: $*" >> "$dir/check.lost"
}

# Did each command of `piped` pass since this was asked?
nothing_lost() {
    [ -f "$dir/check.lost" ] || return 0
    cat "$dir/check.lost" && rm "$dir/check.lost" && return 1
}

# cmp [OPTION]... FILE FILE: that of the system, except that two empty files are a failure
cmp() {
    command cmp "$@" || return
    for cmp_first in "$@"; do # the first of the two files, or the second if the first is standard input
        case $cmp_first in -?*) continue ;; -) ;; *) break ;; esac
    done
    [ -s "$cmp_first" ] || { echo "cmp: nothing in $cmp_first"; return 1; }
}

# check NAME COMMAND...: passes if the command succeeds
check() {
    check_name=$1
    shift
    in_pattern "$check_name" || return 0
    tap_count=$((tap_count + 1))
    [ ! -f "$dir/check.beyond" ] || rm "$dir/check.beyond"
    attempt "$@" > "$dir/check.log" 2>&1
    check_status=$?
    if nothing_lost >> "$dir/check.log" && [ $check_status = 0 ]; then
        line "ok $tap_count - $check_name"
    else
        line "not ok $tap_count - $check_name"
        sed 's/^/# /' "$dir/check.log"
        tap_failures=$((tap_failures + 1))
    fi
}

# skip NAME WHY: for a check whose tools this machine lacks, or that a core run omits
skip() {
    in_pattern "$1" || return 0
    tap_count=$((tap_count + 1))
    if rm "$dir/check.beyond" 2> /dev/null; then line "ok $tap_count - $1 # SKIP not in the core: $2"; else line "ok $tap_count - $1 # SKIP $2"; fi
}

# skip_all NAME WHY: ends the script with this skip
skip_all() {
    skip "$@"
    plan
    exit
}

# requires NAME THING...: skip_all, unless all things are here: programs, `long`, or files as PATH or 'PATH: what makes it'
requires() {
    required_for=$1
    shift
    for required in "$@"; do
        case $required in
        */*) [ -e "${required%%: *}" ] || skip_all "$required_for" "no ${required#"$root/"}" ;;
        *) here "$required_for" "$required" || { plan; exit; } ;;
        esac
    done
}

# check_when STATUS WHY NAME COMMAND...: a check if the status is 0, otherwise a skip; for $? of a test for a tool
check_when() {
    [ "$1" = 0 ] || { skip "$3" "$2"; return 0; }
    shift 2
    check "$@"
}

# steps COMMAND...: all commands pass, in order; they are quoted as for eval, and a failure names its command
steps() {
    for step_of_row in "$@"; do
        eval "$step_of_row" || { echo "at: $step_of_row"; return 1; }
    done
}

# ends STATUS COMMAND...: the command ends with exactly that status; it may contain another `ends`
ends() {
    if but_first "$@"; then ends_status=0; else ends_status=$?; fi
    [ $ends_status = "$1" ] || { echo "exit status $ends_status, not $*"; return 1; }
}
but_first() {
    shift && "$@"
}

# unlike FILE FILE: both are readable, and they differ
unlike() {
    ends 1 cmp -s "$1" "$2"
}

# at_least COUNT FILE: it has COUNT lines or more; so a loop over its lines doesn't pass without doing anything
at_least() {
    [ "$(wc -l < "$2")" -ge "$1" ] || { echo "$2 has $(wc -l < "$2") lines, not $1"; return 1; }
}

# each LEAST FILE COMMAND...: the command passes with each line of the file as its last word; the file has at least LEAST lines
each() {
    at_least "$1" "$2" || return 1
    each_of=$2
    shift 2
    while read -r each_line <&8; do "$@" "$each_line" || { echo "of $each_line"; return 1; }; done 8< "$each_of"
}

# all_in LEAST FILE FILE: each line of the first file, at least LEAST of them, is a line of the second
all_in() {
    at_least "$1" "$2" && ends 1 grep -vxF -f "$3" "$2"
}

# edit FILE SCRIPT: the file, changed by sed
edit() {
    sed "$2" "$1" > "$1.edited" && mv "$1.edited" "$1"
}

# --- requests

# run ARGUMENT...: runs posenc in a new folder $dir/cwd: an empty one, or a copy of $dir/files if that exists.
# Leaves $dir/stdout, $dir/stderr and $status. check_table sets $kept if the folder of the run before can serve again.
run() {
    [ "${kept-}" ] || {
        rm -rf "$dir/cwd"
        if [ -d "$dir/files" ]; then cp -R "$dir/files" "$dir/cwd"; else mkdir "$dir/cwd"; fi
    }
    status=0 kept='' unchanged=
    (cd "$dir/cwd" && exec "$POSENC" "$@") > "$dir/stdout" 2> "$dir/stderr" < /dev/null || status=$?
}

# succeeds ARGUMENT...: `run` ends with status 0, and with nothing on standard error
succeeds() {
    run "$@"
    [ $status = 0 ] && [ ! -s "$dir/stderr" ] || { cat "$dir/stderr"; echo "exit status $status"; return 1; }
}

# shows_line PATTERN ARGUMENT...: succeeds, and a line of standard output matches the pattern
shows_line() {
    shows_pattern=$1
    shift
    succeeds "$@" && grep -e "$shows_pattern" "$dir/stdout" || { cat "$dir/stdout"; return 1; }
}

# turned_down ARGUMENT...: `run` ends with status 2, and makes nothing
turned_down() {
    run "$@"
    [ $status = 2 ] || { cat "$dir/stderr"; echo "exit status $status, not 2"; return 1; }
    [ ! -s "$dir/stdout" ] || { echo 'something on standard output'; return 1; }
    if [ -d "$dir/files" ]; then diff -r "$dir/files" "$dir/cwd"; else [ -z "$(ls -A "$dir/cwd")" ]; fi ||
        { echo "made: $(ls -A "$dir/cwd")"; return 1; }
    unchanged=y
}

# said_in_line: standard error is one line, $said
said_in_line() {
    more=
    { IFS= read -r said && ! IFS= read -r more && [ ! "$more" ]; } < "$dir/stderr"
}

# refused LINES ARGUMENT...: turned down, with exactly these lines
refused() {
    refused_lines=$1
    shift
    turned_down "$@" || return 1
    said_in_line && [ "$said" = "$refused_lines" ] || printf '%s\n' "$refused_lines" | diff - "$dir/stderr"
}

# refused_with START ARGUMENT...: turned down, in one line that begins so
refused_with() {
    start=$1
    shift
    turned_down "$@" || return 1
    said_in_line && case $said in "$start"*) ;; *) false ;; esac || { cat "$dir/stderr"; return 1; }
}

# same WORDS WORDS: two requests, quoted as for eval, are silent and make the same bytes, at least one
same() {
    for same_words in "$@"; do
        eval "succeeds $same_words" && [ -s "$dir/stdout" ] || { echo "of: $same_words"; return 1; }
        if [ "$same_words" = "$1" ]; then cp "$dir/stdout" "$dir/same"; else cmp "$dir/same" "$dir/stdout"; fi ||
            { echo "$1 and $same_words"; return 1; }
    done
}

# lists NAME WORDS: --list with a request, quoted as for eval, prints only this table, without a file
lists() {
    eval "succeeds $2 --list" && printf '%s\t-\n' "$1" | diff - "$dir/stdout"
}

# --- tables of requests: a row is a check, or a check for each of several values

# fill TEXT: sets $filled to the text with $at for each @ and $percent for each %; fill_quoted TEXT: the same with their names, for eval
fill() {
    fill_mark "$1" @ "$at" && fill_mark "$filled" % "$percent"
}
fill_quoted() {
    fill_mark "$1" @ '"$at"' && fill_mark "$filled" % '"$percent"'
}
fill_mark() {
    filled='' filling=$1
    while :; do
        case $filling in *"$2"*) filled=$filled${filling%%"$2"*}$3 filling=${filling#*"$2"} ;; *) break ;; esac
    done
    filled=$filled$filling
}

# check_table FILE: the checks of a table; words/refusals.tsv explains the columns in its first lines
check_table() {
    [ -s "$1" ] && mkdir -p "$dir/files" || exit 1
    unchanged=
    while IFS=$tab read -r set_up row_words result ats percents || [ "$set_up" ]; do # also a last row without its newline
        size='' before=:
        case $set_up in
        '' | '#'*) continue ;;
        file)
            unchanged=
            mkdir -p "$(dirname "$dir/files/$row_words")" && printf %b "${result#-}" > "$dir/files/$row_words"
            continue ;;
        ini)
            unchanged=
            check_manifest "$row_words" "$(printf %b "$result")" ${ats:-}
            continue ;;
        [0-9]*x* | x*) # 3x4, 3x, x4, x
            [ ! "${set_up%x*}" ] || size="--max-len ${set_up%x*}"
            [ ! "${set_up#*x}" ] || size="$size --d-model ${set_up#*x}"
            case $result in =* | taken) ;; *) size="$size -o pe.h" ;; esac ;;
        -) ;;
        *) before=$set_up ;;
        esac
        [ "$row_words" != - ] || row_words=
        [ "${ats:--}" != - ] || ats=@
        eval "set -- $ats"
        for at in "$@"; do
            eval "set -- ${percents:-%}"
            for percent in "$@"; do
                fill "$set_up $row_words" && shown=$filled
                [ ${#shown} -lt 400 ] || shown="$set_up $row_words"
                fill "$result" && expected=$filled
                fill_quoted "$result" && other=${filled#* }
                [ "$before" = : ] || { unchanged='' && fill_quoted "$before" && eval "$filled" || exit 1; }
                fill_quoted "$size $row_words" && request=$filled kept=$unchanged
                case $result in
                taken) check "taken: $shown" same "$request" ;;
                '= '*) check "$shown $expected" same "--type f64 --format raw $request" "--type f64 --format raw $size $other" ;;
                '== '*) check "$shown $expected" same "$request" "$size $other" ;;
                'lists '*) check "$shown $expected" lists "$other" "$request" ;;
                *...) eval "set -- $request" && check "refused: $expected ($shown)" refused_with "${expected%...}" "$@" ;;
                *) eval "set -- $request" && check "refused: $expected ($shown)" refused "$expected" "$@" ;;
                esac
                kept=
            done
        done
    done < "$1"
}

# check_manifest TEXT LINES [WORD...]: `build m.ini WORD...` with a manifest of that text is refused with these lines, or accepted
check_manifest() {
    printf %b "$1" > "$dir/files/m.ini"
    text=$1 lines=$2
    shift 2
    case $lines in
    taken) check "taken: build m.ini${*:+ $*} ($text)" builds build m.ini "$@" ;;
    *) check "refused: $(echo "$lines" | tr '\n' ' ')(build m.ini${*:+ $*} of $text)" refused "$lines" build m.ini "$@" ;;
    esac
    rm "$dir/files/m.ini"
}

# builds ARGUMENT...: succeeds, and makes files
builds() {
    succeeds "$@" && [ "$(ls "$dir/cwd" | wc -l)" -gt "$(ls "$dir/files" | wc -l)" ]
}

# check_rows FILE [SECTION [NAME=LIST...]]: a check of each row: a function of the script, the check's name, and the
# function's words, quoted as for eval. {a|b} stands for each, as `expanded` says. After a name that ends in a colon come
# the words, and for a dash the row itself is the name. Programs and a colon before the function are what it needs: without
# them the check is skipped. The first of these may be `audit`: in a tree without audit/ there is no such check. A row `file` makes a file of that name and text. A section begins with a line `# --- SECTION`.
check_rows() {
    present "$1"
    awk -v start="# --- ${2-}" '/^# --- / { inside = $0 == start } inside || start == "# --- "' "$1" > "$dir/section"
    shift $(($# < 2 ? $# : 2))
    expanded "$@" < "$dir/section" > "$dir/section_rows"
    present "$dir/section_rows"
    while IFS=$tab read -r row_function row_name row_words <&9; do
        row_needs=
        case $row_function in *': '*) row_needs=${row_function%: *} row_function=${row_function##*: } ;; esac
        case $row_needs in audit*) with_audit || continue && row_needs=${row_needs#audit} ;; esac
        [ "$row_function" != file ] || { printf %b "$row_words" > "$row_name" && continue; }
        case $row_name in
        -) row_name="$row_function $row_words" ;;
        *:) row_name="$row_name $row_words" ;;
        esac
        # shellcheck disable=SC2086 # several programs
        [ ! "$row_needs" ] || here "$row_name" $row_needs || continue
        eval "check \"\$row_name\" $row_function $row_words"
    done 9< "$dir/section_rows"
}

# present FILE...: ends the script unless all files exist and aren't empty, so that no list of checks can be lost
present() {
    for needed in "$@"; do [ -s "$needed" ] || { echo "Bail out! $needed is empty, or not there"; exit 1; }; done
}

# expanded [NAME=LIST]...: expands the rows of a table on standard input (rows.awk)
expanded() {
    awk -f "$root/tests/rows.awk" "$@"
}

# banner_command FILE: the command in a text's banner, on one line: from `posenc --` to the last line that ends in a backslash
banner_command() {
    sed -n '/posenc --/,$p' "$1" | sed -n -f "$root/tests/banner.sed"
}

# --- what a request costs

# work STATUS ARGUMENT...: sets $work to the number of basic blocks that posenc runs (tests/work.c); it must end with that status
work() {
    work_status=$1
    shift
    rm -f "$dir/work"
    WORK=$dir/work ends "$work_status" "$(dirname "$POSENC")/tests/posenc-counted" "$@" > "$dir/worked" 2>&1 ||
        { tail -n 5 "$dir/worked"; return 1; }
    work=$(cat "$dir/work") && echo "$work basic blocks"
}

# --- waiting, and what the machine has

# appears PROCESS FOLDER: waits, at most a minute, until that posenc has a temporary file there. If the system can make
# files without a name, a descriptor leads to "FOLDER/#123 (deleted)".
appears() {
    for nap in $(seq 3000); do
        [ -z "$(find "$2" -name '.posenc-*[0-9]' -size +0)" ] || return 0
        for open in /proc/"$1"/fd/*; do
            case $(readlink "$open") in "$(cd "$2" && pwd -P)"/*' (deleted)') [ ! -s "$open" ] || return 0 ;; esac
        done
        sleep 0.02
    done
    return 1
}

# has PROGRAM...: are all programs here? In a core run, `make check`, the answer is yes only for gcc and for what comes with it
# or with any machine, so that the run takes the same time everywhere; a skip then says so. `has long` is for what takes long,
# which the gate lacks too.
has() {
    for wanted in "$@"; do
        [ "$wanted" != long ] || [ ! "${CORE-}${GATE-}" ] || { : > "$dir/check.beyond" && return 1; }
        case ${CORE:+core-}$wanted in
        long | core-gcc | core-g++ | core-nm | core-objdump | core-objcopy | core-tar | core-git | core-taskset) ;;
        core-*) : > "$dir/check.beyond" && return 1 ;;
        esac
        [ "$wanted" = long ] || command -v "$wanted" > /dev/null || return 1
    done
}

# with_audit: does the tree have audit/, whose commands need checks in other folders too?
with_audit() {
    [ -d "$root/audit" ]
}

# copy_sources FOLDER: what the program is built from
copy_sources() {
    cp -R "$root/gen" "$root/templates" "$root/Makefile" "$1" && { ! with_audit || cp -R "$root/audit" "$1"; }
}

# whole_program PROGRAM COMPILER-AND-FLAGS...: the program at once, from its sources and from what the build made of templates and rows
whole_program() {
    compiled=$1 build=$(dirname "$POSENC")
    shift
    set -- "$@" -std=c11 -D_XOPEN_SOURCE=700 -ffp-contract=off -I"$root/gen" -I"$root/audit" -I"$build" -o "$compiled" "$build/templates.c" \
        "$build/rows.c" "$root"/gen/*.c "$root"/gen/*/*.c
    ! with_audit || set -- "$@" "$root"/audit/*/*.c
    "$@" -lmpfr -lgmp -ljansson -lm -lpthread
}

# here NAME PROGRAM...: as `has`; if one is missing, also prints the line of a skipped check
here() {
    here_name=$1
    shift
    has "$@" && return
    case " $* " in *' long '*) skip "$here_name" 'takes long' ;; *) skip "$here_name" "no $*" ;; esac
    return 1
}

# python_with MODULE,...: prints the first python3 that imports all these; none in a core run
python_with() {
    has python3 && for python_of in python3 /usr/bin/python3; do
        "$python_of" -c "import $1" 2> /dev/null && echo "$python_of" && return
    done
    return 1
}

# on_path: commands that begin with `posenc` run the program
on_path() {
    mkdir -p "$dir/bin" && ln -sf "$POSENC" "$dir/bin/posenc" && PATH=$dir/bin:$PATH
}

# sanitized: was $POSENC built with SANITIZE=1 or TSAN=1?
sanitized() {
    grep -qE '__(asan|tsan)_init' "$POSENC"
}

# within_memory KIB COMMAND...: runs COMMAND; the status is 125 if its resident memory was ever above KIB. Sanitizers need several
# times as much. A limit of addresses, which only keeps the machine from swapping, isn't set for them: they reserve far too many.
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

# known_standards COMPILER LANGUAGE STANDARD...: $standards are those that the compiler knows; fails if it knows none
known_standards() {
    known_by=$1 known_language=$2 standards=
    shift 2
    for standard in "$@"; do
        ! knows "$known_by" "$known_language" "$standard" || standards="$standards $standard"
    done
    [ "$standards" ] || { echo "$known_by knows none of: $*"; return 1; }
}

# plan: ends a script; one without any check fails, also if the pattern chooses none
plan() {
    tap_planned=$tap_count
    echo "1..$tap_count"
    [ $tap_count != 0 ] || echo "# no check${tap_pattern:+ has '$tap_pattern' in its name}"
    [ $tap_failures = 0 ] && [ $tap_count != 0 ]
}
