# SPDX-License-Identifier: MIT
# Trying a mutant, for mutants.sh, which sources this after tap.sh. A test may count as endless only after LIMIT seconds.
# shellcheck disable=SC2154 # root and dir of tap.sh
limit=${LIMIT:-20} timed=
copy_sources "$dir" && cp -R "$root/tests" "$dir" && cd "$dir" || exit 1

# passes TEST: builds and runs the unchanged build/tests/TEST, and sets seconds_TEST
passes() {
    make -s CFLAGS=-O1 "build/tests/$1" && passes_from=$(date +%s) || return 1
    CMOCKA_MESSAGE_OUTPUT=TAP timeout 1000 "build/tests/$1" && eval "seconds_$1=$(($(date +%s) - passes_from + 1))"
}

# patience TEST: a mutant gets at least five times as many seconds as the unchanged test took, so that a slow test doesn't
# count as endless
patience() {
    eval "patience_of=\$((5 * seconds_$1))"
    [ $patience_of -gt $limit ] || patience_of=$limit
    echo $patience_of
}

# dies TEST: the mutant compiles, and the test fails or does not end; prints the part that failed
dies() {
    make -s CFLAGS=-O1 "build/tests/$1" || return 1
    (ulimit -v 4000000; CMOCKA_MESSAGE_OUTPUT=STDOUT timeout "$(patience "$1")" "build/tests/$1" > run.log 2>&1)
    case $? in
    0) return 1 ;;
    124) sed -n 's/^\[ RUN  *\]/# no end:/p' run.log | tail -n 1 > killers ;;
    esac
    sed -n 's/^\[  FAILED  \] \(test_[a-z0-9_]*\)$/# killed by: \1/p' run.log | sort -u >> killers
    [ -s killers ]
}

# changed SED FILE...: the one file that the sed changes
changed() {
    changed_by=$1 changed_file=
    shift
    for file in "$@"; do
        [ -f "$file" ] || { echo "no file $file"; return 1; }
        sed "$changed_by" "$file" | cmp -s - "$file" && continue
        [ ! "$changed_file" ] || { echo "changes $changed_file and $file"; return 1; }
        changed_file=$file
    done
    [ "$changed_file" ] || { echo "changes nothing of: $*"; return 1; }
}

# mutant NAME FILES SED TEST: FILES is a pattern; the sed must change exactly one of these files
mutant() {
    in_pattern "$1" || return
    # shellcheck disable=SC2086
    check "$1: its sed changes one file" changed "$3" $2
    [ ! "${SEDS-}" ] && [ "$changed_file" ] || return
    case " $timed " in
    *" $4 "*) ;;
    *)
        timed="$timed $4"
        unset "seconds_$4"
        if in_pattern "unmutated: $4"; then check "unmutated: $4" passes "$4"; else passes "$4" > /dev/null; fi
        ;;
    esac
    eval "[ \"\${seconds_$4-}\" ]" || return
    cp "$changed_file" original
    sed "$3" original > "$changed_file"
    rm -f killers
    check "$1" dies "$4"
    [ ! -f killers ] || cat killers
    cp original "$changed_file"
}
