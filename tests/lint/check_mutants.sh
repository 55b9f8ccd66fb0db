#!/bin/sh
# Each change that `make mutants` makes to the sources still finds its place in them; and what counts as a mutant that a
# test sees, on a small tree with a quick test and a slow one.
. "$(dirname "$0")/../tap.sh"
check 'each mutant finds its place' env SEDS=y sh "$root/tests/verify/mutants.sh"

tree=$dir/tree
mkdir -p "$tree/gen/base" "$tree/templates" "$tree/tests/verify" && cp "$root/tests/tap.sh" "$tree/tests" &&
    cp "$root/tests/verify/mutation.sh" "$tree/tests/verify"
cat > "$tree/gen/base/sum.h" <<'end'
static int sum(int a, int b) {
    int unused = 0; /* a mutant of this can't be seen */
    while (unused > 0)
        ;
    return a + b;
}
end
printf 'build/tests/unit_%%: tests/unit.c gen/base/sum.h\n\tmkdir -p $(@D)\n\tcc -DNAP=$(nap) -o $@ $<\nbuild/tests/unit_%%: nap = 0\nbuild/tests/unit_slow: nap = 3\n' \
    > "$tree/Makefile"
cat > "$tree/tests/unit.c" <<'end'
#include "../gen/base/sum.h"
#include <stdio.h>
#include <unistd.h>
int main(void) {
    puts("[ RUN      ] test_sum");
    fflush(stdout);
    sleep(NAP);
    int wrong = sum(1, 2) != 3;
    puts(wrong ? "[  FAILED  ] test_sum" : "[       OK ] test_sum");
    return wrong;
}
end
cat > "$tree/tests/verify/mutants.sh" <<'end'
. "$(dirname "$0")/../tap.sh"
. "$root/tests/verify/mutation.sh"
for test in unit_quick unit_slow; do
    mutant "$test: wrong" 'base/*.h' 's/a + b/a - b/' $test
    mutant "$test: no end" 'base/*.h' 's/unused > 0/unused == 0/' $test
    mutant "$test: the same" 'base/*.h' 's/a + b/b + a/' $test
done
mutant 'no place' 'base/*.h' 's/a \* b/b * a/' unit_quick
mutant 'no C' 'base/*.h' 's/a + b/a +/' unit_quick
plan
end
# A mutant of the slow test has five times its three seconds, and not the one second that is the limit.
judged() {
    LIMIT=1 POSENC=$POSENC ends 1 sh "$tree/tests/verify/mutants.sh" > "$dir/said" 2> "$dir/complaints"
    sed -n 's/ [0-9]* - / /; /its sed changes one file/d; /^\(not \)\{0,1\}ok/p' "$dir/said" | diff - "$dir/want"
}
cat > "$dir/want" <<'end'
ok unmutated: unit_quick
ok unit_quick: wrong
ok unit_quick: no end
not ok unit_quick: the same
ok unmutated: unit_slow
ok unit_slow: wrong
ok unit_slow: no end
not ok unit_slow: the same
not ok no C
end
check 'a slow test sees only what it fails on' judged
plan
