# The layers of the source: `awk -f layers.awk gen/*/*.[ch] gen/main.c`
# A file includes headers of its own folder and of folders that come before it here; what is listed below is done in
# one folder only; base to engine never end the program because a request is wrong; no two files have one name; and a line
# has at most 125 columns, except for rows that clang-format leaves alone.
BEGIN {
    count = split("base element exact words table engine emit audit plot cli main", folders, " ")
    for (k = 1; k <= count; k++)
        rank[folders[k]] = k
    only["#include <mpfr.h>"] = "exact"
    only["[^a-z_]exit\\((status|EXIT|[0-9])"] = "base"
    only["[^a-z_](open|fopen|creat|rename|unlink)\\("] = "base"
    only["#include <getopt.h>"] = "cli"
    # Down to engine/, only running out of memory and failing I/O end the program.
    verdict = "[^a-z_](die\\(DIE_REQUEST|die_in\\(|die_reported\\()"
}
FNR == 1 {
    rows = 0
    parts = split(FILENAME, path, "/")
    name = path[parts]
    own = path[parts - 1] == "gen" ? "main" : path[parts - 1]
    if (!(own in rank))
        complain(FILENAME ": gen/ has no folder " own)
    if (name in first)
        complain(FILENAME ": " first[name] " has the same name")
    first[name] = FILENAME
}
/^#include "/ {
    split($2, quoted, "\"")
    folder = quoted[2]
    sub(/\/.*/, "", folder)
    if (!(folder in rank) || rank[folder] > rank[own])
        complain(FILENAME ":" FNR ": " own " must not include " $2)
}
{
    if (/clang-format (off|on)/)
        rows = /off/
    if (length($0) > 125 && !rows)
        complain(FILENAME ":" FNR ": a line of " length($0) " columns")
    for (what in only)
        if ($0 ~ what && only[what] != own)
            complain(FILENAME ":" FNR ": only in " only[what] ": " $0)
    if ($0 ~ verdict && rank[own] <= rank["plot"] && name !~ /^die\.[ch]$/)
        complain(FILENAME ":" FNR ": a wrong request must not end the program here: " $0)
}
function complain(text) {
    print text > "/dev/stderr"
    bad = 1
}
END { exit bad }
