#!/bin/sh
# SPDX-License-Identifier: MIT
# Programs that only pretend: one ends at once, one crashes, one refuses everything in a line, and one does everything and then ends
# with 23, as with a leak. The scripts run with each of them, and no check may pass but those of fakes.tsv.
. "$(dirname "$0")/../tap.sh"
present "$root/tests/lint/fakes.tsv"
requires 'programs that only pretend' long

# pretends NAME LINE...: the script of these lines in the folder of that name, in place of the program and its variants
pretends() {
    mkdir -p "$1/tests" && ln -s "$tests"/* "$1/tests" && rm -f "$1"/tests/posenc-* || exit 1
    name=$1
    shift
    printf '%s\n' '#!/bin/sh' "$@" > "$name/posenc" && chmod +x "$name/posenc" || exit 1
    for variant in "$tests"/posenc-*; do ln -s ../posenc "$name/tests/${variant##*/}"; done
}
pretends nothing 'exit 0'
pretends crash 'kill -s SEGV $$'
pretends refusal 'echo "posenc: no" >&2' 'exit 2'
# The last in the same process, which tests also send signals
cat > leak.c << EOF
#include <stdio.h>
#include <unistd.h>
__attribute__((destructor)) static void leak(void) {
    fflush(NULL);
    _exit(23);
}
EOF
${CC:-cc} -shared -fPIC -o leak.so leak.c || exit 1
pretends leak "LD_PRELOAD=$dir/leak.so exec '$POSENC' \"\$@\""

# Those that build the program themselves, or don't run it, are left out.
cd "$root" && ls tests/audit/check_*.sh tests/docs/check_*.sh tests/exact/check_*.sh tests/files/check_*.sh tests/forms/check_*.sh \
    tests/words/check_*.sh > "$dir/scripts" && cd "$dir" || exit 1
for fake in nothing crash refusal leak; do
    while read -r script; do in_pattern "$fake: $script" && echo "$fake $script"; done < scripts
done > wanted
CORE=y xargs -n 2 -P "$(getconf _NPROCESSORS_ONLN)" sh -c '
    POSENC=$1/$2/posenc timeout -k 10 600 sh "$0/$3" < /dev/null > "$1/$2/${3##*/}.log" 2>&1' "$root" "$dir" < wanted

# none_passes FAKE SCRIPT: except those that fakes.tsv lists for the script, by patterns of the shell
none_passes() {
    log=$1/${2##*/}.log
    [ -s "$log" ] && sed -n '/# SKIP/d; s/^ok [0-9]* - //p' "$log" > passed || return 1
    awk -F '\t' -v script="$2" -v fake="$1" '$1 == script && (!$4 || index(" " $4 " ", " " fake " "))' "$root/tests/lint/fakes.tsv" > may
    while IFS= read -r passed; do
        may_pass || echo "passed: $passed"
    done < passed > wrong
    [ ! -s wrong ] || { cat wrong; return 1; }
}
may_pass() {
    while IFS=$tab read -r may_script may_name reason only; do
        # shellcheck disable=SC2254 # a pattern
        case $passed in $may_name) return 0 ;; esac
    done < may
    return 1
}
while read -r fake script; do check "$fake: $script" none_passes "$fake" "$script"; done < wanted
plan
