#!/bin/sh
# SPDX-License-Identifier: MIT
# posenc build: a manifest means the same as the same words on the command line. Each error has its line, all
# are reported together, and then nothing is written. wrong_manifests.tsv lists more refused manifests.
. "$(dirname "$0")/../tap.sh"
manifests=$root/tests/words/manifests

cp "$manifests/tables.ini" .
mkdir sub lists
printf '1\n1/2 # half\n0x1p-2\n' > lists/w.txt
printf '%%%% rows\n@value@\n%%%% end\n' > lists/own.txt

# --- the same as on the command line

as_words() {
    "$POSENC" build tables.ini > said 2>&1 && [ ! -s said ] || { cat said; return 1; }
    piped "$POSENC" --preset annotated-transformer --max-len 10 --d-model 8 --name plain | cmp - plain.h &&
        piped "$POSENC" --preset timescale --max-len 20 --d-model 8 --format raw | cmp - sub/raw.bin &&
        "$POSENC" --preset vaswani --max-len 5 --d-model 6 --frequencies lists/w.txt --name listed -o other/listed.c &&
        cmp other/listed.c listed.c && cmp other/listed.h listed.h &&
        piped "$POSENC" --preset timescale --max-len 4 --d-model 8 --template lists/own.txt | cmp - own.txt
}
mkdir other
there() {
    "$POSENC" build --check tables.ini && [ -s plain.h ] && [ -s own.txt ]
}

elsewhere() (
    mkdir away && cp -R tables.ini lists away && cd away || return 1
    "$POSENC" build tables.ini raw --output-dir deep/er && cmp deep/er/sub/raw.bin ../sub/raw.bin && [ ! -e plain.h ] &&
        cd / && "$POSENC" build "$dir/away/tables.ini" --output-dir "$dir/away/out" &&
        cmp "$dir/away/out/plain.h" "$dir/plain.h" && cmp "$dir/away/out/listed.c" "$dir/listed.c" &&
        cmp "$dir/away/out/own.txt" "$dir/own.txt"
)

# --- list, check, depfile

# listed LINES ARGUMENT...: with --list it prints these lines, in the escapes of printf, and makes nothing
listed() {
    printf "$1" > want
    shift
    ls -R > before && "$POSENC" "$@" --list > said && diff want said && ls -R | diff before -
}
# depfile LINES ARGUMENT...: the depfile is these lines
depfile() {
    depfile_lines=$1
    shift
    "$POSENC" "$@" --depfile d && printf "$depfile_lines" | diff - d
}

# all files, except those that checks write beside the program
look() {
    find . -type f ! -name 'check.*' ! -name said ! -name error ! -name before -exec ls -li --full-time {} + | sort
}
# differs FILE [WHY]: exactly that file is named, exit 1, and nothing is written
differs() {
    printf 'posenc: %s: %s\n' "$1" "${2:-differs from the manifest}" > want
    look > before
    ends 1 "$POSENC" build --check tables.ini > said 2> error && [ ! -s said ] && diff want error && look | diff before -
}
changed() {
    cp plain.h kept && printf ' ' >> plain.h && differs plain.h && head -c 100 kept > plain.h && differs plain.h &&
        sed s/10/11/ kept > plain.h && differs plain.h && rm plain.h && differs plain.h missing && [ ! -e plain.h ] && mv kept plain.h &&
        printf x | dd of=sub/raw.bin bs=1 seek=100 conv=notrunc 2> /dev/null && differs sub/raw.bin &&
        "$POSENC" build tables.ini && "$POSENC" build --check tables.ini
}

escaped() {
    mkdir 'a b$c#d' && cp -R tables.ini lists 'a b$c#d' && "$POSENC" build 'a b$c#d/tables.ini' --depfile d plain || return 1
    cat > Makefile <<'EOF'
include d
all: a\ b$$c\#d/plain.h ; @echo made
a\ b$$c\#d/plain.h: ; @echo again
EOF
    make -s all > said 2>&1 && printf 'made\n' | diff - said &&
        make -s -W 'a b$c#d/tables.ini' all > said 2>&1 && printf 'again\nmade\n' | diff - said
}

# depends FOLDER: in such folders, make finds an output and what it depends on
depends() {
    rm -rf escape && mkdir escape && (
        cd escape && mkdir -p "$1" "in$1" && cp ../lists/w.txt "in$1" &&
            "$POSENC" --max-len 2 --d-model 6 --frequencies "in$1/w.txt" -o "$1/x.h" --depfile d || exit 1
        echo 'include d' > Makefile
        touch -t 200001010000 "$1/x.h"
        make -rd "$1/x.h" > said
        grep -qF "Prerequisite 'in$1/w.txt' is newer than target '$1/x.h'." said || { cat d; exit 1; }
    )
}
# ninja_depends FOLDER: the same for ninja
ninja_depends() {
    depends "$1" && (
        cd escape && escaped=$(printf %s "$1" | sed 's/[$ :]/$&/g')
        printf 'rule copy\n  command = cp d d.ninja\n  depfile = d.ninja\n  deps = gcc\nbuild %s: copy\n' "$escaped/x.h" > build.ninja
        ninja && ninja -t deps && ninja -t deps | grep -qxF "    in$1/w.txt"
    )
}

in_no_depfile() { # in_no_depfile CHARACTER WORD...
    character=$1
    shift
    rm -f d.d && ends 2 "$POSENC" --d-model 4 "$@" --depfile d.d 2> said && [ ! -e d.d ] && [ ! -e x.h ] &&
        grep -F "': a name with $character can't be in a depfile" said
}
unescapable() { # what Make has no escape for, in the name of an input and of an output
    for what in ';' '|' '%' '*' '?' '[' '='; do
        mkdir "a${what}b" && echo 1 > "a${what}b/p.txt" && in_no_depfile "$what" --positions-file "a${what}b/p.txt" -o x.h &&
            in_no_depfile "$what" --max-len 1 -o "a${what}b.h" || return 1
    done
}
# made_names WORD...: whatever a table's files call zz_... can't be the name of another section
made_names() {
    rm -rf made && mkdir made && { printf '[zz]\nmax-len=16\nd-model=4\n' && printf '%s\n' "$@"; } > keys.ini &&
        "$POSENC" build keys.ini --output-dir made && rm -f made/*.bin && sed 's,//.*,,; /^ \*/d' made/* | tr -c 'a-zA-Z0-9_' '\n' |
        grep '^zz_' | sort -u > names && at_least 3 names && while read -r name; do
        { cat keys.ini && printf '[%s]\nmax-len=3\nd-model=4\noutput=other.h\n' "$name"; } > both.ini &&
            ends 2 "$POSENC" build both.ini 2> said && grep "'$name', which is also the name of a section" said || { echo "$name"; return 1; }
    done < names
}
incbin_depends() {
    printf '[t]\nmax-len=3\nd-model=4\nformat=incbin\noutput=t.c\n' > incbin.ini && "$POSENC" build incbin.ini &&
        depfile "t.h t.c t.bin: incbin.ini\n" build incbin.ini &&
        listed "t\tt.h\tt.c\tt.bin\n" build incbin.ini
}

untouched() {
    touch -d '2001-02-03 04:05:06' plain.h && "$POSENC" build tables.ini --if-changed &&
        [ -n "$(find plain.h ! -newermt '2001-02-03 04:05:07')" ] && "$POSENC" build tables.ini &&
        [ -z "$(find plain.h ! -newermt '2001-02-03 04:05:07')" ]
}

# --- errors

# all_reported NAME: the errors of that manifest of tests/words/manifests are the lines of NAME.lines
all_reported() {
    cp "$manifests/$1.ini" bad.ini && refused "$(cat "$manifests/$1.lines")" build ../bad.ini --output-dir .
}

# A pipe can be read only once.
read_once() {
    printf '[defaults]\nmax-len=3\nd-model=4\ntemplate=/dev/stdin\n[a]\noutput=once.a\n[b]\noutput=once.b\n' > once.ini
    # shellcheck disable=SC2002 # a pipe, not a file
    cat lists/own.txt | "$POSENC" build once.ini && [ "$(wc -c < once.a)" -gt 20 ] && cmp once.a once.b
}

# Each row is a table, whose last key is to blame.
combinations_reported() {
    awk -F ' [|] ' '{
        keys = split("output = t" NR ".h ; max-len = 6 ; " $1, key, " ; ")
        print "[t" NR "]"
        for (k = 1; k <= keys; k++)
            print key[k]
        print "../bad.ini:" (line += keys + 1) ": " $2 > "lines"
    }' "$manifests/combinations.txt" > bad.ini
    refused "$(cat lines)" build ../bad.ini --output-dir .
}

# Words of [defaults] that a table never reads are ignored; its own are refused.
unread_defaults() {
    cp "$manifests/defaults.ini" . && "$POSENC" build defaults.ini && words='--max-len 6 --d-model 8 --first 3' &&
        "$POSENC" $words --order cos-sin --align 64 --literal hex --split 2 --name plain -o want.c &&
        sed 's/want/o/g' want_1.c | cmp - o_1.c || return 1
    whisper='--spacing endpoint --layout halves --odd error' ordered='--order cos-sin'
    piped "$POSENC" $words --preset whisper $ordered --endian big --format raw | cmp - o.bin &&
        piped "$POSENC" --max-len 6 --d-model 8 --first 3 --spacing endpoint --component cos --format npy | cmp - o.npy &&
        "$POSENC" --max-len 6 --d-model 8 --spacing endpoint --component frequency --name frequencies -o want.json &&
        sed '/^    "command"/d' want.json > want && sed '/^    "command"/d' o.json | cmp want - &&
        piped "$POSENC" $words $whisper $ordered --literal hex --template lists/own.txt | cmp - o.txt
}
noticed() {
    printf '[defaults]\nmax-len=2\nd-model=2\nspdx=MIT-0\ncopyright=2026 Me, and others; all\n[a]\noutput=a.rs\n[b]\noutput=b.npy\n' > n.ini
    printf '[c]\noutput=c.rs\nspdx=none\ncopyright=none\n' >> n.ini
    "$POSENC" build n.ini && head -n 2 a.rs > said && printf '// SPDX-%s\n' 'FileCopyrightText: 2026 Me, and others; all' 'License-Identifier: MIT-0' |
        diff - said && piped "$POSENC" --max-len 2 --d-model 2 --name c --format rust | cmp - c.rs &&
        piped "$POSENC" --max-len 2 --d-model 2 --format npy | cmp - b.npy
}
own_format() {
    printf '[defaults]\nmax-len=2\nd-model=2\nformat=raw\n[a]\ntemplate=lists/own.txt\noutput=f.txt\n[b]\noutput=f.bin\n' > f.ini
    "$POSENC" build f.ini && [ "$(wc -c < f.bin)" = 16 ] && grep -q . f.txt && unlike f.txt f.bin || return 1
    printf '[defaults]\nmax-len=2\nd-model=2\ntemplate=lists/own.txt\n[a]\noutput=f.txt\n[b]\nformat=raw\noutput=g.bin\n' > f.ini
    "$POSENC" build f.ini && cmp f.bin g.bin
}

# Nothing is computed first: MPFR would take more than ten minutes for this table, and the limit is there to end that.
at_once() { # at_once MESSAGE OPTION...
    message=$1
    shift
    printf '[big]\nmax-len=400000\nd-model=512\noutput=big.h\n' > big.ini
    rm -f big.h && (ulimit -t 60 && ends 2 "$POSENC" "$@" 2> error) && echo "$message" | diff - error && [ ! -e big.h ]
}
same_file="posenc: output './big.h': another output of this run has that file"
control="posenc: 'a\x0ab/big.h': a name with a control character can't be in a depfile"
big='--max-len 400000 --d-model 512 --engine mpfr'
a_b=$(printf 'a\nb')
mkdir "$a_b"

# A source that only names its bytes changes with them, or it wouldn't be compiled again.
changes() {
    rm -rf changed && mkdir changed && printf '1\n1/2\n' > numbers.txt
    "$POSENC" --max-len 300 --d-model 4 $3 --format $1 -o changed/t && cp changed/t.$2 first && bytes=$(ls changed/*.bin) &&
        cp $bytes first.bin &&
        "$POSENC" --max-len 300 --d-model 4 $3 --format $1 --threads 1 -o changed/t && cmp changed/t.$2 first &&
        printf '1.0\n2/4 # the same\n' > numbers.txt && "$POSENC" --max-len 300 --d-model 4 $3 --format $1 -o changed/t &&
        cmp changed/t.$2 first && cmp first.bin $bytes &&
        printf '1\n1/3\n' > numbers.txt && "$POSENC" --max-len 300 --d-model 4 $3 --format $1 -o changed/t &&
        unlike changed/t.$2 first && unlike $bytes first.bin
}

# --- all or nothing

nothing_half() {
    rm -rf full && mkdir full && "$POSENC" build tables.ini --output-dir full && cp -R full old && mkdir full/own.txt.d &&
        rm full/own.txt && mkdir full/own.txt && sed 's/= 10$/= 11/' tables.ini > other.ini
    ends 1 "$POSENC" build other.ini --output-dir full 2> error && cmp full/plain.h old/plain.h && [ -z "$(find full -name '.*posenc*')" ]
}

# A run that has made folders for its files, and then waits until the pipe is read.
stopped() {
    printf '[one]\nmax-len=10\nd-model=4\noutput=deep/one.h\n[two]\nmax-len=4\nd-model=4\nformat=raw\noutput=pipe\n' > long.ini
    rm -rf stop && mkdir -p stop/old && mkfifo stop/old/pipe && ln -s old/pipe stop/pipe || return 1
    "$POSENC" build long.ini --output-dir "$1" &
    appears $! stop || { kill $!; return 1; }
    find stop && kill -TERM $!
    wait $!
    [ $? = 143 ] && [ "$(find stop | sort | tr '\n' ' ')" = 'stop stop/old stop/old/pipe stop/pipe ' ]
}
no_new_folder() {
    rm -rf new old && mkdir -p old/a && ends 1 "$POSENC" build tables.ini --output-dir "$1" --depfile none/d 2> error &&
        echo 'posenc: none/d: No such file or directory' | diff - error && [ ! -e new ] &&
        [ "$(find old)" = 'old
old/a' ] && "$POSENC" build tables.ini --output-dir "$1" && "$POSENC" build --check tables.ini --output-dir "$1"
}

# --- thousands of tables

many=40000
[ ! "${CORE-}" ] || many=8000
# sections LINES [COUNT]
sections() {
    awk -v lines="$1" -v count=${2-$many} 'BEGIN { for (k = 0; k < count; k++) printf "[t%d]\nd-model = 4\n" lines, k, k }'
}
bad_sections() {
    sections 'max-len = x\nlayuot = halves\noutput = t%d.h\n' > many.ini
    turned_down build ../many.ini --list && [ "$(wc -l < stderr)" = $((2 * many)) ] && sort -t: -k2,2n -s -c stderr
}
# linear STATUS LINES: four times as many sections take less than five times the work. Comparing each with all others would take
# up to 16 times.
linear() {
    sections "$2" 1000 > few.ini && sections "$2" 4000 > more.ini && work $1 build few.ini --list && few=$work &&
        work $1 build more.ini --list && [ $work -gt $((2 * few)) ] && [ $work -lt $((5 * few)) ]
}
# outputs COUNT: the list has a line for each section
outputs() {
    sections 'max-len = 1\noutput = t%d.h\n' > many.ini && "$POSENC" build many.ini --list > said && [ "$(wc -l < said)" = "$1" ]
}
faulty_defaults() {
    { printf '[defaults]\nbase = 0\n' && sections 'max-len = 1\noutput = t%d.h\n'; } > many.ini &&
        refused "../many.ini:2: base '0' must be positive" build ../many.ini --list
}
check_rows "$root/tests/words/manifest.tsv" '' many=$many
plan
