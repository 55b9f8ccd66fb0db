#!/bin/sh
# SPDX-License-Identifier: MIT
# Makefiles with posenc.mk: what its calls make, when again, and what they refuse. check_integration.sh has whole projects.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/projects/steps.sh"
unset CFLAGS CPPFLAGS LDFLAGS LDLIBS SANITIZE TSAN STATIC
program=$POSENC
unset POSENC
mkdir -p "$dir/prefix/bin" "$dir/prefix/include" && cp "$program" "$dir/prefix/bin" &&
    cp "$root/integration/posenc.mk" "$dir/prefix/include" || exit 1
posenc=$dir/prefix/bin/posenc

# makes FILE: a makefile that includes posenc.mk and then has the lines of that file; `make` with it makes all tables
folder=makes makefiles=$root/tests/projects/makefiles
makes() {
    rm -rf "$dir/${folder:?}" && mkdir "$dir/$folder" && cd "$dir/$folder" && echo "$model" > config.json &&
        printf '[pe]\noutput = z.h\nmax-len = 3\nd-model = 4\n' > t.ini && {
            echo all: && echo "include $dir/prefix/include/posenc.mk" && cat "$1" &&
                echo 'all: $(filter-out %.posenc,$(posenc_tables))'
        } > Makefile
    make > "$dir/said" 2>&1 || { cat "$dir/said"; return 1; }
}
again() {
    step make && says 'Nothing to be done'
}
# remakes PATTERN...: make prints these texts, and then has nothing to do
remakes() {
    step make || return 1
    for remade; do says "$remade" || return 1; done
    again
}
commas() {
    makes "$makefiles/commas.mk" && again && as_given z.h --max-len 9 --d-model 4 --zero-rows 0,7 --name z &&
        as_given y.h --max-len 9 --d-model 4 --zero-rows 0,1,2,3,4,5,6,7 --name y &&
        as_given x.h --max-len 9 --d-model 4 --zero-rows 1,7 --name x
}
# refuses MESSAGE LINE...: make stops, and has made nothing
refuses() {
    message=$1
    shift
    printf '%s\n' "$@" > "$dir/lines" && ! makes "$dir/lines" && says "$message" && [ ! -e z.h ]
}
one='$(call posenc_table,z.h,--max-len 9 --d-model 4)'
odd_tables() {
    makes "$makefiles/odd_tables.mk" && as_given z.h --max-len 9 --d-model 4 --name z --section '.rodata$zz' &&
        [ -f extern.c ] && [ -f list.h ] && remakes && sleep 0.1 && touch list.txt && remakes 'posenc --max.*list.txt'
}
model_table() {
    makes "$makefiles/model_table.mk" && grep -q 'w = 500' model.h && again && sleep 0.1 &&
        edit config.json 's/: 500/: 700/' &&
        remakes && grep -q 'w = 700' model.h
}

# --- when a call runs posenc again

# later: files written from here on are newer than earlier ones
later() {
    sleep 0.05
}
manifest() { # manifest FILE NAME...: lists small tables of these names
    listing=$1
    shift
    mkdir -p "$(dirname "$listing")" && for name in "$@"; do
        printf '[%s]\noutput = %s.c\nmax-len = 3\nd-model = 4\n' "$name" "$name"
    done > "$listing"
}
# project LINE...: an empty folder with a makefile that includes posenc.mk and has these lines
project() {
    rm -rf "$dir/pro ject" && mkdir "$dir/pro ject" && cd "$dir/pro ject" &&
        printf '%s\n' all: "include $dir/prefix/include/posenc.mk" "$@" > Makefile
}
variable() {
    makes "$makefiles/variable.mk" && again && as_given z.h --max-len 4 --d-model 4 --name z && step make N=8 &&
        says 'max-len 8' && silent 'max-len 4' &&
        as_given z.h --max-len 8 --d-model 4 --name z && step make N=8 && says Nothing || return 1
    set -- N=8 WORDS="--section '.a\$\$b'"
    step make "$@" && says 'max-len 4' && as_given y.h --max-len 4 --d-model 4 --name y --section '.a$b' && step make "$@" &&
        says Nothing && touch Makefile && step make N=8 && silent 'max-len 8' && as_given y.h --max-len 4 --d-model 4 --name y
}
# stand_in VERSION: replaces posenc by a program with that version; it counts its runs, and its file is old
stand_in() {
    cat > program << EOF && chmod +x program && touch -t 200001010000 program
#!/bin/sh
echo "\$*" >> "$dir/runs"
[ "\$*" != --version ] || { echo "posenc $1"; exit; }
exec "$posenc" "\$@"
EOF
}
# An installed posenc.mk has the version of the program beside it, which runs only if there is something to do.
installed() { # installed VERSION: both are installed, in age/
    mkdir -p age/bin age/include && sed "s/^posenc_installed_version :=\$/& posenc $1/" "$root/integration/posenc.mk" \
        > age/include/posenc.mk && stand_in "$1" && mv program age/bin/posenc && : > "$dir/runs"
}
# A development version stays when the program changes.
changes_program() {
    echo '# more' >> "$1" && touch -t 200001010000 "$1"
}
development() ( # development PROGRAM: by a path, or on PATH
    PATH=.:$PATH
    project "POSENC = $1" '$(call posenc_table,z.h,--max-len 9 --d-model 4 --name z)' '$(call posenc_manifest,t.ini,gen)' \
        'all: z.h gen/a.h' && manifest t.ini a && stand_in 1-dev && remakes && changes_program program &&
        remakes 'program --max-len 9' 'program build t.ini'
)
development_installed() {
    project '$(call posenc_manifest,t.ini,gen)' 'all: gen/a.h' && edit Makefile 's,^include.*,include age/include/posenc.mk,' &&
        manifest t.ini a && installed 1-dev && remakes && changes_program age/bin/posenc && remakes 'posenc build t.ini'
}
rename_model() {
    project 'M = config.json' '$(call posenc_table,model.h,--model $(M):full_attention --max-len 9 --name m)' \
        '$(call posenc_manifest,m.ini,gen)' 'all: model.h gen/x.h' && echo "$model" > config.json &&
        printf '[x]\nmodel = config.json:full_attention\nmax-len = 3\noutput = x.h\n' > m.ini && remakes && later &&
        mv config.json other.json && edit m.ini 's/config/other/' && step make M=other.json &&
        silent 'No rule' && step make M=other.json && says Nothing || return 1
    later && rm other.json && ends 2 make M=other.json > "$dir/said" 2>&1 && says '^m.ini:2: other.json: No such' && silent 'No rule'
}
# Names of inputs may contain characters that are special in make and shells.
odd_input() {
    odd='a #$it (é)&'
    project "\$(call posenc_table,z.h,--max-len 9 --d-model 4 --name z --frequencies 'a #\$\$it (é)&/l.txt')" \
        '$(call posenc_manifest,t.ini,gen)' 'all: z.h gen/a.h' && mkdir "$odd" && printf '1\n0.5\n' > "$odd/l.txt" &&
        printf '[a]\noutput = a.h\nmax-len = 3\nd-model = 4\nfrequencies = %s/l.txt\n' "$odd" > t.ini && remakes &&
        as_given z.h --max-len 9 --d-model 4 --name z --frequencies "$odd/l.txt" && later && touch "$odd/l.txt" &&
        remakes 'posenc --max-len' 'posenc build'
}
three_tables() {
    project '$(call posenc_manifest,t.ini,gen)' 'objects := $(patsubst %.c,%.o,$(filter %.c,$(posenc_files)))' 'all: $(objects)' \
        '$(objects): %.o: %.c ; cp $< $@' && manifest t.ini a b c && step make
}
# Files of a removed table are removed, unless somebody has changed them or another call makes them now.
taken_out() {
    three_tables && later && echo mine > gen/c.c && manifest t.ini a && manifest u.ini b &&
        printf '%s\n' '$(call posenc_manifest,u.ini,gen)' 'all: $(posenc_files)' >> Makefile && step make && [ ! -e gen/c.h ] &&
        [ "$(cat gen/c.c)" = mine ] && [ -s gen/a.c ] && [ -s gen/b.h ] && again && later && manifest u.ini d && remakes &&
        [ ! -e gen/b.c ] && [ ! -e gen/b.h ] && [ -s gen/d.c ]
}
cleans() { # make clean keeps files that make didn't make
    step make clean && [ "$(find . -type f | sort | tr '\n' ' ')" = './Makefile ./config.json ./t.ini ' ]
}

# --- names

# working_in FOLDER COMMAND...: each of `makes` in a folder of that name
working_in() {
    folder=$1
    shift
    "$@"
    working_status=$?
    folder=makes
    return $working_status
}

# --- the program from nested sources: here a tree whose Makefile copies it, and notes that in the file built

nested() {
    { [ ! -d "$dir/pro ject" ] || chmod -R u+w "$dir/pro ject"; } &&
        project '$(call posenc_table,z.c,--max-len 9 --d-model 4 --name z)' '$(call posenc_manifest,t.ini,gen)' \
            'all: z.h gen/a.h; @echo all is made' && manifest t.ini a &&
        edit Makefile 's,^include.*,include posenc/integration/posenc.mk,' &&
        mkdir -p posenc/gen posenc/templates posenc/integration && touch posenc/gen/main.c built &&
        cp "$root/integration/posenc.mk" posenc/integration &&
        printf 'at = $(or $(O),.)\nbuild/posenc: gen/main.c ; mkdir -p "$(at)/build" && cp %s "$(at)/$@" && echo built >> "%s"\n' "$posenc" "$PWD/built" \
            > posenc/Makefile
}
built() { # built N: the program was built N times
    [ "$(grep -c built built)" = "$1" ] || { cat built; echo "not built $1 times"; return 1; }
}
# dry LETTER STATUS: make with that option makes no file
dry() {
    find . -type f | sort > "$dir/before"
    ends "$2" make "-$1" > "$dir/said" 2>&1 && find . -type f | sort | diff "$dir/before" -
}
# --- rows of posenc_mk.tsv that take several steps

manifests_of_one_base() {
    project '$(call posenc_manifest,a/t.ini,gen)' '$(call posenc_manifest,b/t.ini,gen)' '$(call posenc_manifest,../t.ini,gen)' 'all: gen/a.h gen/b.h gen/c.h' &&
        manifest a/t.ini a && manifest b/t.ini b && manifest ../t.ini c && step make && [ -s gen/a.h ] && [ -s gen/b.h ] &&
        [ -s gen/c.h ] && again && later && touch b/t.ini && step make && silent 'build (a|..)/t.ini' && says 'build b/t.ini' && again
}
of_another_version() {
    project 'POSENC = ./program' '$(call posenc_table,z.h,--max-len 9 --d-model 4 --name z)' '$(call posenc_manifest,t.ini,gen)' 'all: z.h gen/a.h' &&
        manifest t.ini a && stand_in 1 && remakes && stand_in 2 && remakes 'program --max-len 9' 'program build t.ini'
}
installed_beside() {
    project '$(call posenc_manifest,t.ini,gen)' 'all: gen/a.h' && edit Makefile 's,^include.*,include age/include/posenc.mk,' &&
        manifest t.ini a && installed 1 && step make && ! grep version "$dir/runs" && installed 1 && again && [ ! -s "$dir/runs" ] &&
        installed 2 && remakes 'posenc build t.ini'
}
changed_table() {
    three_tables && again && later && edit t.ini '/output = b/,/\[c/s/= 3/= 5/' && step make && says 'cp gen/b.c' &&
        silent 'cp gen/[ac]' && again && later && echo "# a note" >> t.ini && step make && says 'posenc build' && silent 'cp gen' &&
        again
}
nothing_to_do() {
    three_tables && stand_in 1 && step make POSENC=./program && rm -f "$dir/runs" && step make POSENC=./program && says Nothing &&
        [ "$(cat "$dir/runs")" = --version ]
}
posenc_files_of_calls() {
    makes "$makefiles/variables.mk" && step make show && says '^z.h z.c: gen/z.h: z.h z.c: z.h z.c gen/z.h$' && cleans && cleans
}
one_name() {
    makes "$makefiles/one_name.mk" && as_given a/z.h --max-len 9 --d-model 4 && as_given b/z.h --max-len 9 --d-model 4 &&
        [ -s gen/z.h ] && [ -s z.h ] && [ -s w.bin ] && again
}
nested_once() {
    nested && step make && built 1 && [ -x posenc/build/posenc ] && [ -s z.h ] && [ -s gen/a.h ] && step make && built 1 &&
        silent 'posenc (build|--)' && later && touch posenc/gen/main.c && step make && built 2 && says 'posenc build' && step make &&
        built 2 && silent 'posenc (build|--)'
}
nested_again() {
    nested && step make && later && touch posenc/gen/main.c && manifest t.ini a b && step make gen/b.h && built 2 && [ -s gen/b.h ] &&
        rm -r posenc/build && step make && built 3 && step make && built 3
}
nested_dry() {
    nested && dry n 0 && says 'gen/a.h.*has yet to be built' && says 'all is made' && dry q 1 && built 0 && step make && dry n 0 &&
        silent 'posenc (build|--)' && later && touch posenc/gen/main.c && dry n 0 && says 'posenc build t.ini' && built 1
}
dry_runs() {
    three_tables && dry n 0 && says Nothing && dry q 0 && later && touch t.ini && dry n 0 &&
        says 'posenc build t.ini --output-dir gen' && silent posenc_was && dry q 1
}

check_rows "$root/tests/projects/posenc_mk.tsv"
# Root may write anywhere, so run as the user nobody, who can read the program.
as_user=
[ "$(id -u)" != 0 ] || as_user='setpriv --reuid=65534 --regid=65534 --clear-groups'
read_only() {
    nested && chmod 755 "$dir" && chmod -R a+rX "$dir/prefix" . && chmod -R a-w posenc && chmod a+w . built &&
        step $as_user make && built 1 && [ -x posenc-host/build/posenc ] && [ ! -e posenc/build ] && [ -s z.h ] &&
        step $as_user make && built 1 && silent 'posenc (build|--)'
}
$as_user true 2> /dev/null
check_when $? 'root may write anywhere, and no setpriv' 'nested sources that are read-only' read_only
plan
