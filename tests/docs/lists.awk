# SPDX-License-Identifier: MIT
# Writes new lists of words and options between marks in a page. Its first file has the output of `posenc help` for each name,
# after a line "= NAME". The marks in a manual page are:
#     .\" list NAME...        an item for each
#     .\" list NAME@SECTION   an item that refers to that section for the rest
#     .\" choices NAME        the choices of one
#     .\" keys FIRST LAST     an item for all from FIRST to LAST, without a text
#     .\" end
# and in a page of Markdown, before a table with a row for each name,
#     <!-- list NAME... -->

# --- the texts of the help

FNR == NR && /^= / { name = $2; names[++count] = name; lines[name] = 0; next }
FNR == NR && lines[name] == 0 && !begun[name] { # "  -o, --output FILE   the file to write [-]", or on two lines
    begun[name] = 1
    if (match($0, /-[A-Za-z], /)) letter[name] = substr($0, RSTART + 1, 1)
    sub(/^ *(-[A-Za-z], )?--[a-z-]*/, "")
    if (/^ [^ ]/) { argument[name] = $1; sub(/^ [^ ]*/, "") }
    sub(/^ */, "")
    meant(name, $0)
    next
}
FNR == NR && lines[name] == 0 && /^ / && meaning[name] == "" { sub(/^ */, ""); meant(name, $0); next }
FNR == NR { if (lines[name] > 0 || $0 != "") line[name, ++lines[name]] = $0; next }

function meant(name, text) {
    if (match(text, / \[[^][ ]*\]$/)) {
        fallback[name] = substr(text, RSTART + 2, RLENGTH - 3)
        text = substr(text, 1, RSTART - 1)
    }
    meaning[name] = text
}

# --- the manual pages

# A word of a request, which may begin with a point or end in one
function plain(text) {
    gsub(/\\/, "\\e", text)
    return text ~ /^[.']/ || text ~ /^[.,:;()!?]$/ ? "\\&" text : text
}
# Prints the text that was collected, a sentence a line, in lines of at most 78 letters.
function flush_text(   n, k, w, used, words) {
    n = split(held, words, " ")
    used = 0
    for (k = 1; k <= n; k++) {
        w = words[k]
        gsub(/\\/, "\\e", w)
        if (used > 0 && (used + length(w) > 77 || (words[k - 1] ~ /[.!?]\)?$/ && w ~ /^[A-Z#(-]/))) {
            printf "\n"
            used = 0
        }
        if (used == 0 && w ~ /^[.']/) w = "\\&" w
        printf "%s", (used > 0 ? " " : "") w
        used += length(w) + 1
    }
    if (n > 0) printf "\n"
    held = ""
}
function add_text(text) { held = held " " text }
function open_list() { if (!listed) print ".Bl -tag -width Ds -compact"; listed = 1 }
function close_list() { if (listed) print ".El"; listed = 0 }

# The help below the meaning: choices ("halves  the sines"), rules ("ntk:factor=F"), formulas, and text
function print_body(name,   k, at, tag, n, parts, p, rule) {
    rule = 0
    for (k = 1; k <= lines[name]; k++) {
        at = line[name, k]
        if (match(at, /^ ? ?[a-z0-9:,=.A-Z-]+( [a-z0-9]+)*  +/)) {
            flush_text()
            open_list()
            tag = substr(at, 1, RLENGTH)
            n = split(tag, parts, " ")
            printf ".It Cm"
            for (p = 1; p <= n; p++) printf "%s", (p > 1 ? " , " : " ") parts[p]
            printf "\n"
            add_text(substr(at, RLENGTH + 1))
        } else if (at ~ /^[a-z0-9]+:[^ ]+$/) {
            flush_text()
            open_list()
            gsub(/[[,]+/, "\\:&", at)
            print ".It Cm " at
            rule = 1
        } else if (listed && at ~ /^  /) {
            if (rule && held != "") { flush_text(); print ".br" }
            add_text(at)
        } else if (at ~ /^  /) {
            flush_text()
            sub(/^ */, "", at)
            print ".Dl " plain(at)
        } else {
            if (listed) { flush_text(); close_list(); rule = 0 }
            add_text(at)
        }
    }
    flush_text()
    close_list()
}
function sentence(text) {
    if (text ~ /^[a-z][a-z' -]+( |,)/ && text !~ /^[a-z]*:/ && text !~ /^e of/) text = toupper(substr(text, 1, 1)) substr(text, 2)
    return text ~ /[.)]$/ && text !~ /[^ ]\)$/ ? text : text "."
}
function print_item(name, section,   text) {
    printf ".It Fl %s-%s", name in letter ? letter[name] " , " : "", name
    if (name in argument) {
        text = argument[name]
        if (length(text) > 60) sub(/^.......................................[^|]*[|]/, "&\\:", text)
        printf " Ar %s", text
    }
    if (fallback[name] != "") printf " Bq %s", fallback[name]
    printf "\n"
    add_text(sentence(meaning[name]))
    if (section != "") {
        flush_text()
        print "See\n.Sx " section " ."
    } else print_body(name)
    flush_text()
}

# --- a page

FNR == 1 { skipped = 0 }
skipped == 1 && /^\.\\" end$/ { skipped = 0 }
skipped == 2 && /^$/ { skipped = 0 }
skipped { next }
{ print }
/^\.\\" list / {
    for (k = 3; k <= NF; k++) {
        section = name = $k
        sub(/@.*/, "", name)
        if (!sub(/^[^@]*@/, "", section)) section = ""
        gsub(/_/, " ", section)
        know(name)
        print_item(name, section)
    }
    skipped = 1
}
/^\.\\" choices / { know($3); print_body($3); skipped = 1 }
/^\.\\" keys / {
    inside = 0
    printf ".It Ic"
    for (k = 1; k <= count; k++) {
        if (names[k] == $3) inside = 1
        if (inside) printf "%s %s", names[k] == $3 ? "" : " ,", names[k]
        if (names[k] == $4) inside = 0
    }
    printf "\n"
    skipped = 1
}
/^<!-- list / {
    print "| word | value | default | meaning |\n|---|---|---|---|"
    for (k = 3; k < NF; k++) {
        know($k)
        value = argument[$k]
        gsub(/[|]/, "` `", value)
        printf "| `--%s` | %s | %s | %s |\n", $k, value == "" ? "" : "`" value "`", fallback[$k] == "" ? "" : "`" fallback[$k] "`",
            (($k in letter) ? "also `-" letter[$k] "`: " : "") cell(meaning[$k])
    }
    skipped = 2
}
function cell(text) {
    gsub(/[|]/, "\\|", text)
    gsub(/</, "\\&lt;", text)
    gsub(/\*/, "\\*", text)
    gsub(/\]\[/, "]\\[", text)
    return text
}
function know(name) {
    if (name in lines) return
    print "posenc help doesn't know " name > "/dev/stderr"
    failed = 1
}
END { exit failed }
