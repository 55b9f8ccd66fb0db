#!/bin/sh
# SPDX-License-Identifier: MIT
# The texts agree with the program: man pages, --help, README, the pages of docs/, CHANGELOG.
. "$(dirname "$0")/../tap.sh"
page=$root/docs/posenc.1 audit_page=$root/docs/posenc-audit.1 manifest=$root/docs/posenc-manifest.5
configs=$(find "$root/tests" -type d -name configs)
on_path

# --- the pages

lints() { # lints COMMAND...: it prints nothing
    "$@" 2>&1 | grep -vE "outdated mandoc.db|referenced manual not found" > lint
    cat lint
    [ ! -s lint ]
}
for file in "$page" "$audit_page" "$manifest"; do
    name=${file##*/}
    command -v mandoc > /dev/null
    check_when $? 'no mandoc' "mandoc -Tlint: $name" lints mandoc -Tlint -Wstyle "$file"
    command -v groff > /dev/null && echo .Dd > try && groff -mdoc -z try 2> /dev/null
    check_when $? 'no groff with mdoc' "groff warns of nothing: $name" lints groff -mdoc -ww -z -Tascii "$file"
done

# section PAGE NAME: the lines of a section
section() {
    awk -v name="$2" '/^\.Sh / { inside = $0 == ".Sh " name; next } inside' "$1"
}
# blocks PAGE SECTION: what is between .Bd and .Ed, as a reader sees it
blocks() {
    section "$1" "$2" | awk '/^\.Ed/ { inside = 0 } inside { gsub(/\\e/, "\\"); print } /^\.Bd/ { inside = 1 }'
}

"$POSENC" --help > help || : > help
awk -f "$root/tests/docs/help_words.awk" help | sort > help_words
# Lists of words and options are those of the program, and each word is in one list. The texts of items aren't compared here.
fresh() {
    POSENC=$POSENC sh "$root/tests/docs/lists.sh" "$1" > anew && diff "$1" anew || { echo "run make docs"; return 1; }
}
for file in "$page" "$manifest" $(with_audit && echo "$audit_page" "$root/docs/words.md"); do
    check "${file##*/}: its lists are fresh" fresh "$file"
done
once() {
    sed -n -e 's/^\.\\" list //p' -e 's/^<!-- list \(.*\) -->$/\1/p' "$@" | tr ' ' '\n' | sed 's/@.*//' | sort > have
    at_least 41 help_words && cut -d ' ' -f 1 help_words | diff - have
}
# An item of a manual page shows the name, letter, value and default of the help.
items() {
    sed -n 's/^\.It Fl \([a-zA-Z] , \)\{0,1\}-//p' "$page" "$audit_page" | sed 's/\\://' | # where a long line may break
        awk '{ argument = fallback = "-"
            for (k = 2; k < NF; k++) if ($k == "Ar") argument = $(k + 1); else if ($k == "Bq") fallback = $(k + 1)
            print $1, argument, fallback }' | sort | diff help_words -
}
# Each choice of a|b|c is explained: it begins a line of posenc help, which is an item of the page.
choices() {
    awk '$2 ~ /^[a-z0-9:-]*\|/ || $2 ~ /\|[a-z]/ { n = split($2, choice, "|"); for (k = 1; k <= n; k++) print choice[k] }' help_words |
        sed 's/[A-Z]*$//' | sort -u > wanted
    sed -n 's/^\.It Cm //p' "$page" "$audit_page" | tr ' ' '\n' | sed 's/^over:D$/over:/' > have && all_in 51 wanted have
}
# The extensions of a format in posenc help choose that format.
extensions() {
    piped "$POSENC" help format | awk '/^[a-z]+ +[.]/ { for (k = 2; k <= NF && $k ~ /^[.]/; k++) { sub(/:$/, "", $k); print $1, $k } }' > pairs
    each 11 pairs means
}
# means 'FORMAT EXTENSION': an output with that extension has the bytes of the format; .c is C with a header beside it
means() {
    set -- "${1#* }" --max-len 3 --d-model 4 --format "${1% *}"
    extension=$1
    shift
    [ "$extension" != .c ] || set -- "$@" --linkage extern
    rm -rf said_by meant && mkdir said_by meant && (cd said_by && posenc --max-len 3 --d-model 4 -o "x$extension") &&
        (cd meant && posenc "$@" -o x && { [ ! -e x ] || mv x "x$extension"; }) && [ -s "said_by/x$extension" ] &&
        diff -r said_by meant
}
presets() {
    section "$page" PRESETS | sed -n 's/^\.Cm \([a-z0-9-]*\) .*/\1/p' > named && xargs posenc presets < named > shown &&
        all_in 1 named shown
}
examples() {
    mkdir examples && cp "$configs/llama-3.1-8b.json" examples/config.json && blocks "$page" EXAMPLES > examples/run.sh && blocks "$audit_page" EXAMPLES >> examples/run.sh && [ "$(grep -c '^posenc ' examples/run.sh)" -ge 11 ] &&
        (cd examples && sh -eu run.sh && posenc --max-len 2048 --d-model 64 -o whole.bin && cmp whole.bin pe.bin)
}

# --- the manifest's page

keys() {
    section "$manifest" KEYS | sed -n 's/^\.It Ic //p' | sed 's/ , /\n/g' | sort > have
    { sed '/^What the run does/,$d' help | sed -n 's/^      --\([a-z-]*\).*/\1/p' | grep -vx name && echo output; } | sort > words
    at_least 21 words && diff words have
}
# The program accepts these keys: its message for an empty value is not that for an unknown key.
message_of() { # message_of FILE KEY: writes the message for an empty value into FILE
    printf '[pe]\nmax-len = 3\n%s = \n' "$2" > key.ini
    turned_down build ../key.ini --list && sed -n "s/^\.\.\/key\.ini:3: '$2' //p" stderr > "$1"
}
is_known() {
    message_of said "$1" && ends 1 grep -F -f unknown said
}
known() {
    message_of unknown quux && [ -s unknown ] && each 21 have is_known
}
mkdir manifest && blocks "$manifest" DESCRIPTION > manifest/tables.ini
manifest_examples() {
    blocks "$manifest" EXAMPLES > manifest/run.sh && [ "$(grep -c '^posenc build' manifest/run.sh)" -ge 4 ] &&
        (cd manifest && sh -eu run.sh && ls pe.h pe_audio.c pe_audio.h generated/pe.h)
}
manifest_errors() {
    blocks "$manifest" DIAGNOSTICS > wanted && [ "$(wc -l < wanted)" -eq 2 ] && mkdir files &&
        sed -e '6s/preset/preste/' -e '12s/1500/0/' manifest/tables.ini > files/tables.ini &&
        refused "$(cat wanted)" build tables.ini && rm -r files
}
options() {
    section "$manifest" OPTIONS | sed -n 's/^\.It Fl -\([a-z-]*\).*/\1/p' > named && cut -d ' ' -f 1 help_words > words &&
        all_in 1 named words
}

# --- commands in README and the other texts

# commands FILE: the commands in its blocks of a shell, with the words that a page leaves out
commands() {
    awk -f "$root/tests/docs/commands.awk" "$1" |
        sed 's/ *#.*//; s/^posenc \.\.\. /posenc --max-len 12 --d-model 8 /'
}
# json FILE: writes each block of JSON in the page to the file .json that the page named last
json() {
    awk '/^```json/ { inside = name; printf "" > name; next } /^```/ { inside = "" } inside { print > inside; next }
        match($0, /`[a-z0-9_]*\.json`/) { name = substr($0, RSTART + 1, RLENGTH - 2) }' "$1"
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
        --model | import | presets) # the page's own files, or a model without a rule
            case $2 in *.json | *.json:*) [ -e "${2%%:*}" ] || cp "$configs/llama-2-7b-2048.json" "${2%%:*}" || return 1 ;; esac ;;
        audit) # the table of README; in a source it has the given name
            theirs=${2%%:*} array=table
            case $2 in *:*) array=${2#*:} ;; esac
            case " $* " in *' --model config.json '*)
                cp "$configs/llama-2-7b-2048.json" config.json && posenc --model config.json --max-len 64 -o "$theirs" || return 1 ;;
            esac
            [ -e "$theirs" ] || posenc --preset whisper --max-len 1500 --d-model 384 --name "$array" -o "$theirs" || return 1 ;;
        --positions-file) [ -e "$2" ] || seq 0 7 99 > "$2" ;;
        --frequencies) [ -e "$2" ] || awk -v n=$n 'BEGIN { while (n) print "1/" n-- }' > "$2" ;;
        esac
        case $2 in
        longrope:*) awk -v n=$n 'BEGIN { while (n) print n-- }' > "$(echo "${2#longrope:}" | cut -d , -f 1)" ;;
        esac
        shift
    done
}
# runs COMMAND: it succeeds, and has printed or written something; --check only reads what `prepare` has written
runs() (
    cd "$dir/shell" && touch ../mark && sleep 0.02 && prepare $1 || return 1
    case $1 in *--check*) ;; *) touch ../mark && sleep 0.02 ;; esac
    sh -euc "$1" > ../ran && { [ -s ../ran ] || [ "$(find . -type f -size +0 -newer ../mark)" ]; } && rm -f ./*.bin ./*.npy ./*.[ch]
)
mkdir -p shell/build shell/out && cp "$root/out/tables.ini" shell/out && ln -s "$POSENC" shell/build/posenc
for text in "$root"/*.md "$root"/docs/*.md; do
    case $text in */docs/audit.md | */docs/audit-exact-values.md) continue ;; esac # check_audit_page.sh runs its commands
    commands "$text" > commands
    rm -f shell/tables.ini shell/*.json
    (cd shell && json "$text") || exit 1
    awk '/^```ini/ { inside = !done } /^```$/ { done = done || inside; inside = 0 } inside && !/^```/' "$text" > shell/manifest.ini
    [ ! -s shell/manifest.ini ] || mv shell/manifest.ini shell/tables.ini
    while read -r line; do
        # a synopsis is not a command
        case $line in *'posenc audit '* | *'posenc show '* | *'posenc plot '*) with_audit || continue ;; esac
        case $line in *' ...'* | *…* | *' ['* | *FILE* | *NAME* | *WORD* | *' DIR'*) continue ;; esac
        check "${text##*/}: $line" runs "$line"
        ran=$((${ran-0} + 1))
    done < commands
done
check 'there are commands' [ "${ran-0}" -ge 5 ]

# --- README and the pages of docs/

check 'README has at most 250 lines' ends 1 at_least 251 "$root/README.md"
# README links each page, or a page that README links does.
every_page() {
    (cd "$root" && ls docs/*.md) > wanted && grep -o '](docs/[a-z-]*\.md' "$root/README.md" | sed 's/](//' | sort -u > have &&
        at_least 5 have && sed "s,^,$root/," have | xargs grep -ohE '\]\([a-z-]*\.md' | sed 's,](,docs/,' > more && cat more >> have && all_in 5 wanted have
}
# anchors FILE: the anchors of its headings
anchors() {
    sed -n 's/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9_ -]//g; s/ /-/g'
}
# links FILE: each link leads to a file, and to a heading if it names one
links() {
    ! grep -o '](\([^)]*\))' "$1" | sed 's/^](//; s/)$//' | grep -v '^https*:' > targets || each 1 targets leads "$1"
}
leads() {
    file=${2%%#*}
    file=$(dirname "$1")/${file:-$(basename "$1")}
    case $2 in *'#'*) anchors "$file" | grep -qxF "${2#*#}" ;; *) [ -e "$file" ] ;; esac
}
for text in "$root"/*.md "$root"/docs/*.md; do
    check "links of ${text##*/}" links "$text"
done

in_backquotes() {
    grep -qF -e "\`$1" -e "${1}\`" "$root/docs/words.md" "$root/docs/forms.md"
}
said_commands() {
    sed -n 's/^\(Usage:\)\{0,1\} *posenc \([a-z].*\)/\2/p' help | sort > usages
    at_least 4 usages && sed -n 's/^| `posenc \(.*\)` | .*/\1/p' "$root/docs/words.md" | sed 's/\\|/|/g' | sort | diff usages -
}

# Models in README: for each name before a colon, posenc presets NAME shows the words of the row.
models() {
    sed -n '/^| your model/,/^$/s/^| \([^|]*\) | `\([^`]*\)` |$/\1\t\2/p' "$root/README.md" | sed 's/([^)]*)//g; s/:[^\t]*//' > models
    each 11 models has_words
}
has_words() { # 'NAME, NAME...<tab>WORDS'
    said_words=$(echo "${1#*"$tab"}" | sed 's/ --grid [0-9x]*//')
    echo "${1%%"$tab"*}" | tr ',' '\n' | sed 's/^ *//; s/ *$//' > names && each 1 names leads_to "$said_words"
}
leads_to() { # WORDS NAME
    preset=${1#* } more=
    case $preset in *' '*) more=${preset#* } preset=${preset%% *} ;; esac
    "$POSENC" presets "$2" > shown && tr -s ' \n' ' ' < shown > joined || return 1
    grep -qxF -e "$1" -e "    command:  $1" shown || { [ "$(head -n 1 shown)" = "$preset" ] && grep -qF -e "$more" joined; }
}
# The forms of docs/forms.md: each row makes files, with the extension in the row.
forms() {
    sed -n '/^| you want/,/^$/s/^| .* | `\(.*\)` |$/\1/p' "$root/docs/forms.md" | sed 's/`[,;] `/\n/g' > forms
    mkdir forms.d && cp "$root/docs/example.lua" forms.d/table.lua && each 20 forms written
}
written() {
    (cd forms.d && rm -f pe* && sh -euc "posenc --max-len 12 --d-model 8 $1" && [ -s "${1##*-o }" ])
}

# docs/files.md: each output of its table makes these files.
files_page() {
    table_of "$root/docs/files.md" '| you type | files |' | sed -n 's/^| \(`.*`\) | \(.*\) |$/\1\t\2/p' > files && each 5 files lists_them
}
lists_them() { # '`WORDS`; ...<tab>`FILE` ...'
    echo "${1#*"$tab"}" | sed 's/`-[^`]*`//g' | grep -o '`[^`]*`' | tr -d '`' | sort > wanted_files
    echo "${1%%"$tab"*}" | sed 's/`; `/\n/g' | tr -d '`' > outputs && each 1 outputs lists_files
}
lists_files() {
    piped "$POSENC" --max-len 8 --d-model 4 --name pe $1 --list | cut -f 2- | tr '\t' '\n' | sort | diff - wanted_files
}

# docs/faq.md: a longer table begins with the shorter one, and --first makes the rows that it lacks.
longer() {
    commands "$root/docs/faq.md" > faq && [ "$(wc -l < faq)" -eq 3 ] && sh -eu faq && head -c "$(wc -c < short.bin)" long.bin | cmp short.bin - &&
        cat short.bin more.bin | cmp - long.bin
}
# docs/glossary.md: each term once, in the order of the alphabet
glossary() {
    table_of "$root/docs/glossary.md" '| term | meaning |' | sed -n 's/^| \([A-Za-z][^|]*\) |.*/\1/p' > terms && at_least 30 terms && sort -fuc terms
}

# table_of FILE START: the rows of the table in a page whose first line begins with START
table_of() {
    awk -v start="$2" 'index($0, start) == 1 { inside = 1; getline; next } /^$/ { inside = 0 } inside' "$1"
}
presets_page() {
    piped "$POSENC" presets | awk '$2 == "e" && $3 == "=" { preset = $1; sub(/.* e = [^ ]+ +/, ""); sub(/, /, ", `"); source = $0 "`"
        getline; sub(/^ */, ""); print "| `" preset "` | " source " | `" $0 "` |" }' | sort > listed
    at_least 41 listed && grep '^| `[a-z0-9-]*` | .* | `--' "$root/docs/presets.md" | sort | diff listed -
}
systems_page() {
    aliases=$(find "$root/tests" -name aliases.tsv)
    sed 1d "$aliases" | awk -F '\t' '{ print "| " $1 " | `" $2 "` |" }' > listed
    at_least 41 listed && table_of "$root/docs/presets.md" '| system | type |' | diff listed -
}

# --- docs/model-families.md and the facts about config.json

models_page=$root/docs/model-families.md
fresh_models() {
    POSENC=$POSENC sh "$root/tests/docs/model_lists.sh" "$models_page" > anew && diff "$models_page" anew || { echo "run make docs"; return 1; }
}
# keys_of: the words in backquotes, sorted, on one line
keys_of() {
    grep -oE '`[a-z0-9_]*`' | tr -d '`' | sort | tr '\n' ' '
}
# The keys in the section of each type of rope: "type|needs|takes|ignores".
types() {
    awk -F ' = ' '!NF || /^#/ { next } /^\[/ { if (name) print name other "|" needs "|" takes "|" ignores
            name = substr($0, 2, length($0) - 2); other = needs = takes = ignores = ""; next }
        $1 == "other" { other = "," $2 } $1 == "needs" { gsub(/\|/, " ", $2); needs = $2 } $1 == "takes" { takes = $2 } $1 == "ignores" { ignores = $2 }
        END { print name other "|" needs "|" takes "|" ignores }' "$root/gen/model/rope_types.ini" | while IFS='|' read -r type needs takes ignores; do
        # shellcheck disable=SC2086
        echo "$type|$(sorted $needs)|$(sorted $takes)|$(sorted $ignores)"
    done > listed
    at_least 7 listed && table_of "$models_page" '| type | needs |' |
        while IFS='|' read -r _ type needs takes ignores _; do
            echo "$(echo "$type" | tr -d ' `')|$(echo "$needs" | keys_of)|$(echo "$takes" | keys_of)|$(echo "$ignores" | keys_of)"
        done | diff listed -
}
sorted() {
    for key; do echo "$key"; done | sort | tr '\n' ' '
}
any_type() {
    sed -n 's/^static const char any_[a-z]*\[\] = "\(.*\)";$/\1/p' "$root/gen/model/model_rules.c" > listed
    [ "$(wc -l < listed)" -eq 2 ] && sorted $(cat listed) > wanted && tr '\n' ' ' < "$models_page" |
        grep -o 'In every type [^.]* ignored\.' | keys_of | diff wanted -
}
top_keys() {
    sed -n 's/^\[\(.*\)\]$/\1/p' "$root/gen/model/known_keys.ini" | sort > wanted
    at_least 20 wanted && table_of "$models_page" '| keys | what posenc does' | cut -d '|' -f 2 | grep -oE '`[a-z0-9_]*`' | tr -d '`' | sort | diff wanted -
}
# The architectures of GGUF files; those without a table have no pairs.
architectures() {
    awk '/^\[/ { name = substr($0, 2, length($0) - 2) } /^pairs = / { print name, $3 } /^none = / { print name }' \
        "$root/gen/model/gguf_architectures.ini" | sort > wanted
    at_least 100 wanted && table_of "$models_page" '| architectures | pairs |' |
        awk -F ' *[|] *' '/`/ { n = split($2, name, " "); for (k = 1; k <= n; k++) print name[k] ($3 ? " " $3 : "") }' | tr -d '`' | sort | diff wanted -
}
# Each family has a row; if its code does something that the file doesn't say, the row says something.
odd_families() {
    awk '/^\[/ { family = substr($0, 2, length($0) - 2); print family } /^(none|unscaled|without|refused|vision|grid|no-grid) = / { print family " odd" }' \
        "$root/gen/model/families.ini" | sort > wanted
    at_least 200 wanted && table_of "$models_page" '| `model_type` | what its code' |
        awk -F ' *[|] *' '/`/ { gsub(/`/, "", $2); print $2; if ($3) print $2 " odd" }' > have && all_in 200 wanted have
}
# The words of an example are in the page as posenc reads them (fresh_models). Its model_types have the first one of its config.
families() {
    grep -v '^#' "$root/tests/docs/model_examples.tsv" | cut -f 3,5 | grep -v "$tab-\$" > rows && at_least 80 rows || return 1
    while IFS=$tab read -r types example; do
        tr -d ' \n' < "$configs/${example%%:*}.json" | grep -o '"model_type":"[^"]*"' | sed 's/.*:"//; s/"//' > typed
        echo "$types" | tr -d ' `' | tr ',' '\n' | grep -qxF -f typed || { echo "$example: $types"; return 1; }
    done < rows
}

# The numbers of presets, systems and tables in the texts are those of the program and of index.tsv.
numbers() {
    index=$(find "$root/tests" -path '*/systems/index.tsv')
    presets=$(piped "$POSENC" presets | grep -c ' e = ') systems=$(sed 1d "$index" | cut -f 2 | sort -u | wc -l)
    tables=$(sed 1d "$index" | wc -l) exact=$(sed 1d "$index" | grep -c 'exact$')
    grep -q "^- $presets presets of named systems" "$root/CHANGELOG.md" || { echo "CHANGELOG: not $presets presets"; return 1; }
    tr '\n' ' ' < "$root/docs/presets.md" | grep "of $systems systems printed $tables tables,.* $exact of them were .* The other $((tables - exact)) come"
}

# The table of formats: names, extensions, and the literals for three kinds of types.
formats_page() {
    awk -F ' *[|] *' '/^## Formats/ { inside = 1 } /^## Forms of C/ { inside = 0 } inside && /^[|] `/ { print $2 "\t" $3 "\t" $5 }' \
        "$root/docs/forms.md" | tr -d '`' > formats
    awk '$1 == "format" { print $2 }' help_words | tr '|' '\n' | sort > wanted
    cut -f 1 formats | tr -s ' ' '\n' | sort | diff wanted - || return 1
    while IFS=$tab read -r format extensions taken; do
        for extension in $extensions; do
            means "$format $extension" || { echo "$format, $extension"; return 1; }
        done
        case $taken in *' / '*' / '*) ;; *) continue ;; esac
        kind=0
        for type in f32 f16 q15; do
            kind=$((kind + 1))
            listed=$(echo "$taken" | awk -F ' / ' -v kind=$kind '{ print $kind }')
            for literal in decimal hex bits bytes native shortest; do
                set -- --max-len 3 --d-model 4 --type $type --format "$format" --literal $literal
                case " $listed " in
                *" $literal "*) run "$@" && [ $status = 0 ] && [ -s stdout ] ;;
                *) refused_with "posenc: literal '$literal' is none of format '$format'" "$@" ;;
                esac || { echo "$format, $type, literal $literal, listed: $listed"; return 1; }
            done
        done
    done < formats
}

# --- files that texts name exist

# mentioned FILE...: the files and folders that they name exist; tests are found by name, in any folder
mentioned() {
    cat "$@" | sed 's,build/[a-z_/]*,,g' | grep -oE '(docs|gen|tests|templates|integration|out)/[A-Za-z0-9_./-]*[A-Za-z0-9_]|[A-Z]{4,}\.md' |
        grep -v NAME | sort -u > named && each 1 named in_tree || return 1
    cat "$@" | grep -oE '`[a-z0-9_]*[a-z0-9_/]*(/|_[a-z_]*\.(sh|c|h)|\.tsv)`' | tr -d '`' | sed 's,/$,,' | sort -u > named
    each 0 named somewhere
}
in_tree() {
    [ -e "$root/$1" ]
}
somewhere() {
    [ -e "$root/$1" ] || [ -e "$root/gen/$1" ] || [ -e "$root/audit/$1" ] ||
        find "$root/tests" "$root/gen/table" "$root/templates" -path "*/$1" | grep -q .
}
every_help() {
    for word in $(cut -d ' ' -f 1 help_words); do posenc --help "$word" || return 1; done > helps
    at_least 40 helps && grep -o 'docs/[a-z_.-]*[a-z]' helps | sort -u > named && each 1 named in_tree
}
# SECURITY.md says which variables of the environment are read; README says so while this version is unreleased.
environment() {
    set -- "$root/gen" $(with_audit && echo "$root/audit")
    ends 1 grep -rnE '\benviron\b' "$@" --include=*.c && grep -rhoE '\b(secure_)?getenv[^;]*' "$@" --include=*.[ch] |
        sed 's/.*getenv("\([A-Z_]*\)").*/\1/' | sort -u > wanted && [ -s wanted ] &&
        tr '\n' ' ' < "$root/SECURITY.md" | grep -o 'It reads [^:]*environment variable[^:]*:' | grep -o '`[^`]*`' | tr -d '`' | sort | diff wanted -
}
# SECURITY.md: no network connection, no other program. A static program shows nothing.
nothing_else() {
    piped nm -D -u "$POSENC" | sed 's/@.*//' | awk '{ print $NF }' > functions && at_least 50 functions &&
        ends 1 grep -xE '_*(socket|connect|bind|listen|accept4?|getaddrinfo|system|popen|v?fork|clone|exec[vl].*|fexecve|posix_spawnp?|dlm?open)' functions
}
first_version() {
    version=$(piped posenc --version | cut -d ' ' -f 2)
    [ "$(sed -n 's/^## \[\([^]]*\)\].*/\1/p' "$root/CHANGELOG.md" | head -n 1)" = "${version%-dev}" ]
}
# A version that ends in -dev is unreleased, and no other.
unreleased() {
    version=$(piped "$POSENC" --version | cut -d ' ' -f 2)
    case $version in
    *-dev) grep "^## \[${version%-dev}\] - unreleased" "$root/CHANGELOG.md" && grep "Version ${version%-dev} is unreleased" "$root/README.md" ;;
    *) ends 1 grep unreleased "$root/README.md" && ends 1 grep "^## \[$version\] - unreleased" "$root/CHANGELOG.md" ;;
    esac
}

# --- the install

installed() {
    make -s --no-print-directory -C "$root" show-manuals | tr ' ' '\n' > have &&
        printf 'docs/%s\n' "${page##*/}" "${manifest##*/}" > wanted &&
        all_in 2 wanted have
}
check_rows "$root/tests/docs/docs.tsv"
plan
