# The one-way street of the source: `awk -v layers="die ... main" -f layers.awk gen/*.[ch]`
# A file includes its own header and headers of layers before its own; each of the things below is done in
# one file only.
BEGIN {
    count = split(layers, names, " ")
    for (k = 1; k <= count; k++)
        rank[names[k]] = k
    only["#include <mpfr.h>"] = "real ziv stretching"
    only["exit\\((status|EXIT|[0-9])"] = "die main"
    only["[^a-z_](open|fopen|creat|rename|unlink)\\("] = "file aside"
}
FNR == 1 {
    self = FILENAME
    sub(/.*\//, "", self)
    sub(/\..*/, "", self)
    if (!(self in rank))
        complain(FILENAME ": is in no layer of the Makefile's list")
}
/^#include "/ {
    name = $2
    gsub(/"|\..*/, "", name)
    if (!(name in rank) || rank[name] > rank[self])
        complain(FILENAME ":" FNR ": " self " must not include " $2)
}
{
    for (what in only)
        if ($0 ~ what && !index(" " only[what] " ", " " self " "))
            complain(FILENAME ":" FNR ": only " only[what] " may do this: " $0)
}
function complain(text) {
    print text > "/dev/stderr"
    bad = 1
}
END { exit bad }
