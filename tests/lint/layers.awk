# SPDX-License-Identifier: MIT
# The layers of the source: `awk -f layers.awk gen/*/*.[ch] gen/main.c audit/*/*.[ch]`
# A file includes headers of its own folder and of folders before it in the list here, and a file of gen/ none of audit/. In
# emit/ a file includes only headers of itself and of files before it in a second list. Only one folder does each of the things
# listed below. base to engine never end the program because a request is wrong. All files have different names. A line
# has at most 125 columns, except for rows that clang-format doesn't touch. Functions of GMP and MPFR that take long,
# which may have 32 bits, are called only with small constants.
BEGIN {
    count = split("base element exact words table engine factored emit model read values pipelines fit compare guess diagnosis plot cli commands main", folders, " ")
    for (k = 1; k <= count; k++)
        rank[folders[k]] = k
    split("read values pipelines fit compare guess diagnosis plot commands", folders, " ")
    for (k in folders)
        in_audit[folders[k]]
    count = split("template output_files notices output banner array_headers template_values c_strings print outputs emit", files, " ")
    for (k = 1; k <= count; k++)
        step["emit/" files[k]] = k
    # What the build makes from a file of rows is as high as that file, most of which are in words/. The choices of words are
    # numbers to those who act on them.
    of_rows["rows/elements"] = of_rows["rows/choices"] = "element"
    of_rows["rows/run_options"] = "cli"
    of_rows["rows/rope_types"] = "model"
    # pipelines: functions that are rounded once
    only["#include <mpfr.h>"] = "exact values pipelines"
    only["#include \"exact/enclosure.h\""] = "exact values pipelines"
    only["[^a-z_]exit\\((status|EXIT|[0-9])"] = "base"
    only["[^a-z_>.](open|fopen|creat|rename|unlink)\\("] = "base"
    only["#include <getopt.h>"] = "cli"
    # Up to engine/, only a lack of memory and failing I/O end the program.
    # long is for base/integer.h, which gives it 32 bits, and for exact/interval.c.
    takes_long = "mp(z|q|fr)_([a-z]+_)*[us]i(_[a-z0-9]+)*\\("
    verdict = "[^a-z_](die(_if)?\\(DIE_REQUEST|die_reported\\()"
}
FNR == 1 {
    rows = 0
    parts = split(FILENAME, path, "/")
    name = path[parts]
    own = path[parts - 1] == "gen" ? "main" : path[parts - 1]
    tree = path[1]
    if (!(own in rank) || (own in in_audit) != (tree == "audit"))
        complain(FILENAME ": " tree "/ has no folder " own)
    module = own "/" name
    sub(/\.[ch]$/, "", module)
    if (own == "emit" && !(module in step))
        complain(FILENAME ": emit/ has no such step")
    if (name in first)
        complain(FILENAME ": " first[name] " has the same name")
    first[name] = FILENAME
}
/^[ \t]*#[ \t]*include/ {
    sub(/^[ \t]*#[ \t]*include[ \t]*/, "#include ")
    header = folder = substr($2, 2)
    sub(/\/.*/, "", folder)
    sub(/\.h.*/, "", header)
    if (folder == "emit" && own == "emit" && step[header] > step[module])
        complain(FILENAME ":" FNR ": " module " must not include " $2)
    if (folder == "rows")
        folder = header in of_rows ? of_rows[header] : "words"
    if (($2 ~ /^"/ || folder in rank) && (!(folder in rank) || rank[folder] > rank[own] || (folder in in_audit && tree == "gen")))
        complain(FILENAME ":" FNR ": " own " must not include " $2)
}
{
    if (/clang-format (off|on)/)
        rows = /off/
    if (length($0) > 125 && !rows)
        complain(FILENAME ":" FNR ": a line of " length($0) " columns")
    for (what in only)
        if ($0 ~ what && !index(" " only[what] " ", " " own " "))
            complain(FILENAME ":" FNR ": only in " only[what] ": " $0)
    if ($0 ~ verdict && rank[own] <= rank["plot"] && name !~ /^die\.[ch]$/)
        complain(FILENAME ":" FNR ": a wrong request must not end the program here: " $0)
}
/^ *# *define [A-Z]/ {
    name_of = $0
    sub(/^ *# *define /, "", name_of)
    sub(/[^A-Z0-9_].*/, "", name_of)
    macro[name_of] = 1
}
name != "integer.h" && name != "interval.c" {
    rest = call $0
    call = ""
    while (match(rest, takes_long)) {
        what = substr(rest, RSTART, RLENGTH - 1)
        rest = substr(rest, RSTART + RLENGTH)
        if (!arguments(rest)) { # the call goes on in the next line
            call = what "(" rest " "
            break
        }
        if (argument[given] ~ /^MPFR_RND/)
            given--
        constants = what ~ /^mpq_(set|cmp)_|_ui_pow_ui$|_2exp$/ ? 2 : 1
        for (k = given - constants + 1; k <= given - (what ~ /_2exp$/); k++)
            if (what ~ /_get_/ || !constant(argument[k]))
                complain(FILENAME ":" FNR ": base/integer.h has a function for that: " what " of " argument[k])
    }
}
# Cuts a call's arguments at the commas of its own; false if the text ends before them.
function arguments(text,    at, depth, c) {
    given = 1
    argument[1] = ""
    for (at = 1; at <= length(text); at++) {
        c = substr(text, at, 1)
        depth += (c == "(") - (c == ")")
        if (depth < 0)
            return 1
        if (c == "," && depth == 0)
            argument[++given] = ""
        else if (c != " " || argument[given] != "")
            argument[given] = argument[given] c
    }
    return 0
}
# A number below 10^9, or a name in capitals, which must be that of an enumeration: then it is an int.
function constant(text) {
    if (text ~ /^-?[0-9]+$/)
        return length(text) < 10
    if (text !~ /^[A-Z][A-Z0-9_]*( \/ [0-9])?$/)
        return 0
    sub(/ .*/, "", text)
    used[text] = FILENAME ":" FNR
    return 1
}
function complain(text) {
    print text > "/dev/stderr"
    bad = 1
}
END {
    for (text in used)
        if (text in macro)
            complain(used[text] ": base/integer.h has a function for that: " text " is no int")
    exit bad
}
