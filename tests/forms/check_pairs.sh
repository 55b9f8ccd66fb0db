#!/bin/sh
# SPDX-License-Identifier: MIT
# component cos,sin: each of the two tables is, bit for bit, the one that component cos or sin makes, in every
# format that holds both. Slow angles are computed once. Other formats name the two commands to run.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/types.sh"
strict='-Wall -Wextra -pedantic -Werror'
. "$root/tests/forms/tables.sh"
. "$root/tests/verify/random_tables.sh"

# both NAME FILE WORD...: both tables; one COMPONENT FILE WORD...: one of them, as raw bytes
both() {
    name=$1 file=$2
    shift 2
    "$POSENC" "$@" --component cos,sin --name "$name" -o "$file"
}
one() {
    component=$1 file=$2
    shift 2
    "$POSENC" "$@" --component "$component" --format raw -o "$file"
}
# elements FILE: those of a safetensors file, without its header
elements() {
    length=$(od -An -v -tu8 -N8 "$1") && tail -c +$((length + 9)) "$1"
}

# --- random words

# two_tables WORD...: 0 if the bytes and the text are those of the two tables, 2 if the pair is refused like one of them
two_tables() {
    status=0
    both t pair.safetensors "$@" 2> error || status=$?
    other=0
    for component in cos sin; do one $component $component.bin "$@" 2> other_error || other=$?; done
    [ $status = $other ] || { echo "ends with $status, alone with $other"; cat error other_error; return 1; }
    [ $status = 0 ] || return $status
    cat cos.bin sin.bin > want && elements pair.safetensors > got && cmp want got || return 1
    for component in cos sin; do
        piped "$POSENC" "$@" --component $component --name t_$component --literal bytes | sed -n '/^static.*_storage$/,/^    t_.*}};$/p
            /_storage = {{/,/^}};/p'
    done > want
    both t pair.h "$@" --literal bytes --threads 2 && sed -n '/_storage = {{/,/^}};/p' pair.h > got && [ -s want ] && cmp want got
}
random_pairs() {
    tables=240
    [ ! "${CORE-}" ] || tables=25
    random_words "${SEED:-11}" $tables '' pair | sed 's/ --component cos,sin//' > requests
    each_random $((tables * 2 / 5)) pair_of_request
}
pair_of_request() {
    [ $(($1 & 1)) = 0 ] || set -- "$@" --axes channel-major
    [ $(($1 & 2)) = 0 ] || set -- "$@" --engine mpfr
    shift
    two_tables "$@"
}

# --- each slow angle once, where both tables are computed together

angles() { # angles COMPONENT WORD...: how many sines and cosines MPFR computes
    component=$1
    shift
    rm -f count
    ANGLES=$dir/count LD_PRELOAD=$dir/angles.so "$POSENC" "$@" --component $component --threads 1 --format safetensors -o table && cat count
}
once() { # positions that need MPFR for their seeds: multiples of pi
    set -- "$@" --d-model 64
    one=$(angles cos "$@") && both=$(angles cos,sin "$@") && echo "$one, $both" && [ "$one" -gt 1 ] && [ "$one" = "$both" ]
}
if ${CC:-cc} -O2 -fPIC -shared -o angles.so "$root/tests/verify/angles.c" -lmpfr -ldl 2> error &&
    [ "$(angles cos --max-len 2 --d-model 2 --engine mpfr)" -gt 0 ]; then
    awk 'BEGIN { for (k = 0; k < 4100; k++) print k * 3 % 13 + 1 "pi" (k % 100 ? "" : "/7") }' > multiples
    check_rows "$root/tests/forms/pairs.tsv" angles
else
    skip 'each angle once' 'the program has an MPFR of its own'
fi

# --- C, read back

for type in $types; do
    for component in cos sin; do needed one $component $type.$component $(words_of $type) --type $type; done
done
# c LITERAL 'TYPES' COMPILER WORD...: compiled, with both tables written twice, then by accessors
c() {
    literal=$1 of=$2 compiler=$3 writes=
    shift 3
    rm -rf c && mkdir c && : > c/want
    for type in $of; do
        both $type c/$type.h $(words_of $type) --type $type --literal $literal --accessor yes "$@" || return 1
        of_c=$(c_type_of $type $literal)
        writes="$writes if (${type}_MAX_LEN != 19 || ${type}_D_MODEL != 6 || ${type}_CHANNELS != 3) return 1;"
        for component in cos sin; do
            writes="$writes WRITE(${type}_$component, $of_c); WRITE_BY(${type}_$component, $of_c, 19, 3);"
            for times in 1 2 3 4 5; do cat $type.$component; done >> c/want
        done
    done
    { printf '#include "%s.h"\n' $of tables &&
        printf 'int main(void) {%s return fflush(stdout) != 0; }\n' "$writes"; } > c/use.c
    for file in c/*.c; do $compiler $strict -I c -I "$consumers" -c -o ${file%.c}.o $file || return 1; done
    ${compiler%% *} -o use c/*.o && ./use | cmp - c/want
}
printf '_Float16 h;\n__bf16 b = 1;\n' | gcc -x c -fsyntax-only - 2> error
check_when $? 'this gcc has no _Float16 or no __bf16' 'C, native' c native 'f16 bf16' 'gcc -std=c99'
narrow() {
    long=n$(printf '%051d' 0)
    for words in '--linkage extern' '--literal bits' '--literal bytes --linkage extern' '--section .a --align 1048576' \
        '--format cpp' '--format rust' '--format go' '--format systemverilog' '--format vhdl'; do
        both $long narrow.c --max-len 4 --d-model 4 $words && ends 1 grep '.\{100\}' narrow.c || return 1
        [ "${words%extern}" = "$words" ] || ends 1 grep '.\{100\}' narrow.h || return 1
    done
}

# Other languages: check_formats.sh and check_hardware.sh read a pair too.

# --- user's templates

template() { # template COMPONENT TEXT WANT: the template TEXT makes WANT, both in the escapes of printf %b
    printf %b "$2" > template.txt && printf %b "$3" > want.txt &&
        piped "$POSENC" --max-len 2 --d-model 2 --type q7 --component $1 --name t --template template.txt | diff want.txt -
}
bad_pair() { # bad_pair TEXT: refused as the check's name says
    printf %b "$1" > template.txt &&
        refused "../template.txt:${check_name#refused: }" --max-len 3 --d-model 4 --component cos,sin --name t --template ../template.txt
}
check_rows "$root/tests/forms/wrong_templates.tsv" 'two tables'

# --- the same bytes, however they are written

large='--max-len 20000 --d-model 64 --component cos,sin --name t'
awk 'BEGIN { for (k = 0; k < 40000; k++) print k * 389393 % 65537 }' > positions
needed "$POSENC" $large --format c --threads 1 -o large_c
any_way() { # any_way FORMAT WORD...
    rm -rf temporary && mkdir temporary
    format=$1
    shift
    "$POSENC" $large "$@" --format $format --threads 1 -o alone || return 1
    for threads in 2 3 7; do
        "$POSENC" $large "$@" --format $format --threads $threads -o many && cmp many alone || return 1
    done
    piped env TMPDIR="$dir/temporary" "$POSENC" $large "$@" --format $format | cmp - alone &&
        TMPDIR=$dir/temporary "$POSENC" $large "$@" --format $format > many &&
        cmp many alone && [ -z "$(ls -A temporary)" ] && [ -z "$(find . -maxdepth 1 -name '.posenc*')" ]
}
bounded() { # bounded WORD...: memory doesn't grow with the text; that of each table has some 18 MB
    within_memory 14336 "$POSENC" --max-len 40000 --d-model 64 --component cos,sin --threads 2 "$@" -o peak.h &&
        [ "$(wc -c < peak.h)" -gt 30000000 ]
}
without_folder() { # no pair needs a temporary folder
    for words in '' '--max-len 40000 --positions-file positions' '--format safetensors'; do
        "$POSENC" $large $words --threads 1 -o alone && piped env TMPDIR="$dir/none" "$POSENC" $large $words | cmp - alone || return 1
    done
}
in_section() {
    both t t.c --max-len 4 --d-model 4 --section .pairs --align 64 && gcc -c -o t.o t.c &&
        [ "$(objdump -t t.o | grep -c '\.pairs.*t_\(cos\|sin\)$')" = 2 ]
}
manifest() {
    printf '[defaults]\nmax-len=20000\nd-model=64\ncomponent=cos,sin\n[t]\noutput=built.h\n[u]\noutput=built.safetensors\n[v_cos]
output=v.hpp\n[v]\noutput=v.npy\ncomponent=cos\n' > pairs.ini
    "$POSENC" build pairs.ini && cmp built.h large_c && "$POSENC" build --check pairs.ini && "$POSENC" build pairs.ini --list > list.txt &&
        grep -qx "t	built.h" list.txt || return 1
    for file in built.h built.safetensors; do
        tail -c 20 $file > end && for byte in 1 1000000 $(($(wc -c < $file) - 100)); do
            cp $file saved && printf '\377' | dd of=$file bs=1 seek=$byte conv=notrunc 2> error
            echo "posenc: $file: differs from the manifest" > want
            ends 1 "$POSENC" build --check pairs.ini 2> error
            cp saved $file && diff want error || return 1
        done
    done
}
# --- formats that can't hold both name the two commands, which work

commands() { # commands OUTPUT WHY WORD...
    output=$1 why=$2
    shift 2
    rm -rf there && mkdir there bin 2> error
    ln -sf "$POSENC" bin/posenc
    cd there || return 1
    ends 2 "$POSENC" --max-len 6 --d-model 4 --component cos,sin "$@" -o "$output" 2> ../said
    cd "$dir" && [ "$(wc -l < said)" = 1 ] && [ -z "$(ls -A there)" ] || { cat said; return 1; }
    start="posenc: component 'cos,sin' makes two tables, and $why: "
    case $(cat said) in "$start"*) ;; *) cat said; return 1 ;; esac
    command=$(sed 's/^[^:]*: [^:]*: //' said)
    (cd there && PATH=$dir/bin:$PATH && eval "$command") || { echo "$command"; return 1; }
    [ -n "$(ls -A there)" ] || return 1
    for component in cos sin; do
        made=$(printf %s "$output" | sed "s/\.[^.]*\$/_$component&/")
        "$POSENC" --max-len 6 --d-model 4 --component $component --name "pe_6x4_$component" "$@" -o want_$component.${output##*.} &&
            cmp "there/$made" want_$component.${output##*.} || return 1
    done
}
mkdir "it's" && printf '1\n1/3\n' > "it's/list"
check_rows "$root/tests/forms/pairs.tsv" everywhere
plan
