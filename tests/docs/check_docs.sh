#!/bin/sh
# The texts and the program say the same: man pages, --help, README, CHANGELOG.
. "$(dirname "$0")/../tap.sh"
page=$root/docs/posenc.1 manifest=$root/docs/posenc-manifest.5
mkdir "$dir/bin" && ln -s "$POSENC" "$dir/bin/posenc"
PATH=$dir/bin:$PATH
cd "$dir" || exit 1

# --- the pages

for file in "$page" "$manifest"; do
    name=${file##*/}
    if command -v mandoc > /dev/null; then
        check "mandoc -Tlint: $name" eval 'mandoc -Tlint -Wstyle "$file" | grep -vE "outdated mandoc.db|referenced manual not found" > lint; cat lint; [ ! -s lint ]'
    else
        skip "mandoc -Tlint: $name" 'no mandoc'
    fi
    if command -v groff > /dev/null && echo .Dd > try && groff -mdoc -z try 2> /dev/null; then
        check "groff warns of nothing: $name" eval 'groff -mdoc -ww -z -Tascii "$file" 2> lint; cat lint; [ ! -s lint ]'
    else
        skip "groff warns of nothing: $name" 'no groff with mdoc'
    fi
done

# section PAGE NAME: its lines
section() {
    awk -v name="$2" '/^\.Sh / { inside = $0 == ".Sh " name; next } inside' "$1"
}
# blocks PAGE SECTION: what stands between .Bd and .Ed, as a reader sees it
blocks() {
    section "$1" "$2" | awk '/^\.Ed/ { inside = 0 } inside { gsub(/\\e/, "\\"); print } /^\.Bd/ { inside = 1 }'
}

# "name argument default", a dash where there is none
"$POSENC" --help > help
awk 'function item() {
        if (text == "") return
        name = argument = text
        sub(/ .*/, "", name)
        if (!sub(/^[a-z-]+ /, "", argument) || argument ~ /^ /) argument = "-"
        sub(/ .*/, "", argument)
        fallback = match(text, / \[[^][ ]*\]$/) ? substr(text, RSTART + 2, RLENGTH - 3) : "-"
        print name, argument, fallback
        text = ""
    }
    /^ +(-[A-Za-z], )?--/ { item(); text = $0; sub(/^ *(-[A-Za-z], )?--/, "", text); next }
    /^                            [^ ]/ { text = text $0; next }
    { item() }' help | sort > told
sed -n 's/^\.It Fl \([a-zA-Z] , \)\{0,1\}-//p' "$page" |
    awk '{ argument = fallback = "-"
        for (k = 2; k < NF; k++) if ($k == "Ar") argument = $(k + 1); else if ($k == "Bq") fallback = $(k + 1)
        print $1, argument, fallback }' | sort > written
check 'posenc.1 has the options of --help, with their arguments and defaults' eval '[ "$(wc -l < told)" -gt 40 ] && diff told written'
check 'posenc.1 has the letters of --help' eval 'sed -n "s/^  -\(.\), --\([a-z-]*\).*/\1 \2/p" help > told && [ -s told ] &&
    sed -n "s/^\.It Fl \([a-zA-Z]\) , -\([a-z-]*\).*/\1 \2/p" "$page" | diff told -'

# Each choice of a|b|c is explained: it stands behind Cm, in its item or in a section of its own.
choices() {
    awk '$2 ~ /^[a-z0-9:-]*\|/ || $2 ~ /\|[a-z]/ { n = split($2, choice, "|"); for (k = 1; k <= n; k++) print choice[k] }' written |
        sed 's/[A-Z]*$//' | sort -u > wanted
    [ "$(wc -l < wanted)" -gt 50 ] || return 1
    sed -n -e 's/^\.Cm //p' -e 's/^\.It Cm //p' -e 's/^\.Po Cm //p' "$page" | sed 's/\\&//g' | tr ' ' '\n' | sort -u > have
    while read -r choice; do
        grep -qxF -- "$choice" have || { echo "posenc.1 does not explain $choice"; return 1; }
    done < wanted
}
check 'posenc.1 explains every choice' choices
# exactly WORD SECTION: the items of the section are the choices of the word
exactly() {
    awk -v word="$1" '$1 == word { print $2 }' written | tr '|' '\n' | sort > wanted
    section "$page" "$2" | sed -n 's/^\.It Cm //p' | sed 's/ , /\n/g' | sort > have
    [ -s wanted ] && diff wanted have
}
check 'posenc.1: element types' exactly type 'ELEMENT TYPES'
check 'posenc.1: formats' exactly format FORMATS
check 'posenc.1: literals' exactly literal LITERALS
extensions() {
    section "$page" FORMATS | awk '/^\.It Cm/ { format = $3; next } format != "" && /^\.Pa / { for (k = 2; k < NF; k++)
        if ($k ~ /^\.[A-Za-z]/) print format, $k } { format = "" }' > pairs
    [ "$(wc -l < pairs)" -ge 11 ] || return 1
    while read -r format extension; do
        posenc --max-len 3 --d-model 4 -o "byext$extension" && posenc --max-len 3 --d-model 4 --format "$format" -o byname &&
            case $extension in
            .c) grep -q '^const float' byext.c ;; # extern: another text than that of c
            .S) cmp byext-????????????????.bin byname-????????????????.bin ;;
            *) cmp "byext$extension" byname ;;
            esac || return 1
    done < pairs
}
check 'posenc.1: extensions mean these formats' extensions
presets() {
    section "$page" PRESETS | sed -n 's/^\.Cm \([a-z0-9-]*\) .*/\1/p' > named && [ -s named ] && xargs posenc presets < named
}
check 'posenc.1: presets that it names are there' presets
rules() {
    section "$page" 'SCALING RULES' | sed -n 's/^\.It Cm \([a-z0-9]*\):.*/\1/p' | sort > have
    "$POSENC" --help scaling | sed -n 's/^\([a-z0-9]*\):.*/\1/p' | grep -v Sources | sort > wanted && [ -s wanted ] && diff wanted have
}
check 'posenc.1 has the scaling rules of --help' rules
examples() {
    mkdir examples && blocks "$page" EXAMPLES > examples/run.sh && [ "$(grep -c '^posenc ' examples/run.sh)" -ge 7 ] &&
        (cd examples && sh -eu run.sh && posenc --max-len 2048 --d-model 64 -o whole.bin && cmp whole.bin pe.bin)
}
check 'posenc.1: the examples run' examples

# --- the manifest's page

keys() {
    { cut -d ' ' -f 1 written; echo output; } | sort > options
    "$POSENC" --help | sed '/^What the run does/,$d' | sed -n 's/^      --\([a-z-]*\).*/\1/p' | grep -vx name > wanted
    echo output >> wanted
    sort wanted > words
    section "$manifest" KEYS | sed -n 's/^\.It Ic //p' | sed 's/ , /\n/g' | sort > have
    [ "$(wc -l < words)" -gt 20 ] && diff words have
}
check 'posenc-manifest.5 has every key, and no other' keys
# and the program takes them: a key that it does not know says so
known() {
    while read -r key; do
        printf '[pe]\nmax-len = 3\n%s = \n' "$key" > key.ini
        posenc build key.ini --list > said 2>&1
        ! grep 'is no key' said || return 1
    done < have
}
check 'posenc-manifest.5: the program knows these keys' known
mkdir manifest && blocks "$manifest" DESCRIPTION > manifest/tables.ini
manifest_examples() {
    blocks "$manifest" EXAMPLES > manifest/run.sh && [ "$(grep -c '^posenc build' manifest/run.sh)" -ge 4 ] &&
        (cd manifest && sh -eu run.sh && ls pe.h pe_audio.c pe_audio.h generated/pe.h)
}
check 'posenc-manifest.5: the examples run on its manifest' manifest_examples
manifest_errors() {
    blocks "$manifest" DIAGNOSTICS > manifest/wanted && cd manifest && [ "$(wc -l < wanted)" -eq 2 ] &&
        sed -e '6s/preset/preste/' -e '12s/1500/0/' tables.ini > wrong.ini && mkdir wrong && mv wrong.ini wrong/tables.ini &&
        cd wrong || return 1
    ends 2 posenc build tables.ini 2> got && diff ../wanted got && [ "$(ls)" = "$(printf 'got\ntables.ini')" ]
}
check 'posenc-manifest.5: the errors are these' eval '(manifest_errors)'
options() {
    section "$manifest" OPTIONS | sed -n 's/^\.It Fl -\([a-z-]*\).*/\1/p' > named && [ -s named ] || return 1
    for option in $(cat named); do
        grep -q "^$option " written || { echo "no option --$option"; return 1; }
    done
}
check 'posenc-manifest.5: its options are options' options

# --- docs/templates.md

# The scalars that it lists are those that gen/emit/template_values.c adds.
templates=$root/docs/templates.md
scalar_names() {
    { sed -n 's/.*add\(_text\|_number\)\{0,1\}(scalars, "\([a-z_]*\)".*/\2/p' "$root/gen/emit/template_values.c"
        sed -n 's/.*(struct scalar){"\([a-z_]*\)".*/\1/p' "$root/gen/emit/template_values.c"; } | sort -u > wanted
    sed -n '/^## Scalars/,$s/^| `\([^|]*\)` | .*/\1/p' "$templates" | sed 's/`, `/\n/g' | sort -u > have
    [ "$(wc -l < wanted)" -gt 30 ] && diff wanted have
}
check 'docs/templates.md has every scalar, and no other' scalar_names

# --- commands in README and the other texts

# commands FILE: lines of posenc in blocks of a shell, that is those without a language, and indented ones
commands() {
    awk '/^```/ { inside = !inside; shell = inside && ($0 == "```" || /^```(sh|console)/); next }
        inside && !shell { next }
        !inside && !/^    / && !going { next }
        { line = $0; sub(/^ *([$] )?/, "", line) }
        going || line ~ /^(build\/)?posenc / { going = line ~ /\\$/; printf "%s", going ? substr(line, 1, length(line) - 1) : line "\n" }' "$1" |
        sed 's/ *#.*//; s/^posenc \.\.\. /posenc --max-len 12 --d-model 8 /'
}
# prepare WORD...: makes the files that a command reads
prepare() {
    n=4 first=
    case " $* " in *' build '*' --check '*) first=y ;; esac
    while [ $# -gt 1 ]; do
        case $1 in
        --d-model) n=$(($2 / 2)) ;;
        build)
            [ -e "$2" ] || {
                mkdir -p "$(dirname "$2")" && printf '[defaults]\nmax-len = 3\nd-model = 4\n' > "$2"
                case ${3:--} in -*) set -- build "$2" pe ;; esac
                printf '[%s]\noutput = %s.h\n' "$3" "$3" >> "$2"
            }
            [ ! "$first" ] || posenc build "$2" || return 1 ;;
        --template) [ -e "$2" ] || cp "$root/docs/example.lua" "$2" ;;
        --frequencies) [ -e "$2" ] || awk -v n=$n 'BEGIN { while (n) print "1/" n-- }' > "$2" ;;
        esac
        case $2 in
        longrope:*) awk -v n=$n 'BEGIN { while (n) print n-- }' > "$(echo "${2#longrope:}" | cut -d , -f 1)" ;;
        esac
        shift
    done
}
runs() {
    cd "$dir/shell" && prepare $1 && sh -euc "$1" && rm -f ./*.bin ./*.npy pe.[ch]
}
mkdir -p shell/build shell/out && cp "$root/out/tables.ini" shell/out && ln -s "$POSENC" shell/build/posenc
for text in "$root"/*.md "$root"/docs/*.md; do
    commands "$text" > commands
    while read -r line; do
        # a synopsis is no command
        case $line in *' ...'* | *…* | *' ['* | *FILE* | *NAME* | *WORD* | *' DIR'*) continue ;; esac
        check "${text##*/}: $line" eval '(runs "$line")'
        ran=$((${ran-0} + 1))
    done < commands
done
check 'there are commands' [ "${ran-0}" -ge 5 ]

# --- what texts name is there

# mentioned FILE...: what they name of this tree is there
mentioned() {
    lacking=
    cat "$@" | sed 's,build/[a-z_/]*,,g' | grep -oE '(docs|gen|tests|templates|integration|out)/[A-Za-z0-9_./-]*[A-Za-z0-9_]|[A-Z]{4,}\.md' | sort -u > named
    [ -s named ] || return 1
    while read -r name; do
        [ -e "$root/$name" ] || { echo "there is no $name"; lacking=y; }
    done < named
    [ ! "$lacking" ]
}
check 'what README names is there' mentioned "$root/README.md"
check 'what CONTRIBUTING, CHANGELOG and SECURITY name is there' mentioned "$root/CONTRIBUTING.md" "$root/CHANGELOG.md" "$root/SECURITY.md"
every_help() {
    for word in $(cut -d ' ' -f 1 written); do posenc --help "$word" || return 1; done > helps
    ! grep -q '[a-z]/[a-z_]*\.[a-z]' helps || { grep -o 'docs/[a-z_.-]*[a-z]' helps | sort -u > named
        while read -r name; do [ -e "$root/$name" ] || { echo "--help names $name, which is not there"; return 1; }; done < named; }
}
check 'what --help WORD names is there' every_help
check 'CHANGELOG has this version first' eval '[ "$(sed -n "s/^## \[\([^]]*\)\].*/\1/p" "$root/CHANGELOG.md" | head -n 1)" = \
    "$(posenc --version | cut -d " " -f 2)" ]'

# --- the install

installed() {
    list=$(env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s --no-print-directory -C "$root" show-installed) || return 1
    for file in "$page" "$manifest"; do
        name=${file##*/}
        case " $list " in
        *" 644:docs/$name:share/man/man${name##*.}/$name "*) ;;
        *) echo "make install does not install $name"; return 1 ;;
        esac
    done
}
check 'make install takes the pages' installed
cd /
plan
