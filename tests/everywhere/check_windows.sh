# SPDX-License-Identifier: MIT
# Properties of Windows, under Wine: consoles, paths, names, and files that other programs have open. windows.c does what only a
# Windows program can do. A console is Wine's on a terminal, which `script` makes.
. "$(dirname "$0")/wine.sh"
. "$(dirname "$0")/../tap.sh"
native=$POSENC program=$root/build/posenc.exe compiler=x86_64-w64-mingw32-gcc
requires "Windows' own ways" "$program: make windows" wine script $compiler
export WINEDEBUG=-all LC_ALL=C.UTF-8 # arguments have 7 bits in Wine's locale C
helper=$dir/windows.exe
$compiler -municode -o "$helper" "$root/tests/everywhere/windows.c" && wine "$helper"
[ $? = 99 ] || skip_all "Windows' own ways" 'no Wine that runs a program'
words='--max-len 4 --d-model 4'
export words program helper
# The root of this machine as a drive of Wine
drive=Z:
at=$dir/at

# fresh: an empty folder, the current one
fresh() {
    cd "$dir" && rm -rf "$at" && mkdir "$at" && cd "$at" || return 1
}
posenc() {
    wine "$program" "$@" < /dev/null
}
# says STATUS LINE WORD...: ends so, with this line alone on standard error, and leaves no file aside
says() {
    says_status=$1 says_line=$2
    shift 2
    ends $says_status posenc "$@" 2> "$dir/err" && echo "$says_line" | diff - "$dir/err" && leaves_nothing
}
leaves_nothing() {
    left=$(find "$at" -name '.posenc*') && [ ! "$left" ] || { echo "left: $left"; return 1; }
}
# made FILE: has the bytes of the native table of $words
made() {
    "$native" $words --format raw -o "$dir/native.bin" && cmp "$dir/native.bin" "$1" && leaves_nothing
}
# on_console COMMAND: runs it on a terminal; $dir/console has what it writes, $dir/screen the same without movements
on_console() {
    script -qec "$1" /dev/null < /dev/null > "$dir/console" 2>&1 || { cat "$dir/console"; return 1; }
    sed 's/\x1b\[K//g; s/\x1b\[1C/ /g; s/\x1b\[[?0-9;]*[a-zA-Z]//g; s/\r//g' "$dir/console" > "$dir/screen"
}

# --- consoles

interrupted() {
    fresh && echo old > pe.h || return 1
    on_console "wine '$helper' $1 . '$program --max-len 400000 --d-model 64 -o pe.h'" || return 1
    printf 'posenc: pe.h: not written: stopped by %s\nended by 0xc000013a\n' $2 | diff - "$dir/screen" &&
        [ "$(cat pe.h)" = old ] && [ "$(ls -A)" = pe.h ]
}

# What is written at once Wine puts between two of these.
begin=$(printf '\033[?25l') end=$(printf '\033[?25h')
pieces() {
    tr -d '\r\n' < "$dir/console" | sed "s/$(printf '\033')\[?25l/\n/g" | sed "s/$(printf '\033')\[?25h.*//; s/$(printf '\033')\[K//g"
}
progress() {
    fresh && on_console "wine '$program' --max-len 40000 --d-model 64 --engine mpfr -o NUL" || return 1
    pieces | grep . > "$dir/pieces"
    cat "$dir/pieces"
    [ "$(grep -cE '^posenc: +[0-9]+ %, [0-9.e+]+ entries/s, [0-9]+ s left $' "$dir/pieces")" -gt 0 ] &&
        ! grep -vE '^posenc: +[0-9]+ %, [0-9.e+]+ entries/s, [0-9]+ s left $' "$dir/pieces"
}
one_line() {
    fresh && ! on_console "wine '$program' --max-len many" && grep -q "0h" "$dir/console"
    pieces
    [ "$(pieces | grep -c "^posenc: missing: --d-model")" = 1 ]
}
code_page() {
    fresh && on_console "wine '$helper' page '$program $words -o pe.h'" && echo 'page 437' | diff - "$dir/screen"
}

# --- paths

name=$(printf '%060d' 7)
long() {
    fresh && deep=$name/$name/$name/$name/$name || return 1
    mkdir -p $deep && wanted=$deep/$name.bin || return 1
    posenc $words -o $wanted && made $wanted && rm $wanted || return 1
    posenc $words -o "$drive$(pwd)/$wanted" && made $wanted && rm $wanted || return 1
    (cd $name/$name && posenc $words -o $name/$name/$name/$name.bin) && made $wanted || return 1
    (cd $name/$name && posenc audit $name/$name/$name/$name.bin $words --type f32) > "$dir/audit" || return 1
    printf '[t]\nmax-len = 4\nd-model = 4\noutput = new/%s/%s/t.bin\n' $name $name > $deep/t.ini &&
        posenc build $deep/t.ini --output-dir $deep && made $deep/new/$name/$name/t.bin &&
        says 2 "posenc: $deep/missing.ini: No such file or directory" build $deep/missing.ini
}
# Wine has no such limit, but its trace has what it is asked for.
prefixed() {
    fresh && mkdir -p $name/$name/$name/$name && cd $name/$name || return 1
    for to in $name/$name/$name.bin "$drive$(pwd)/$name/$name/$name.bin"; do
        WINEDEBUG=trace+file posenc $words -o "$to" 2> "$dir/trace" || return 1
        grep -aE '(CreateFileW|MoveFileExW|MoveFileWithProgressW) .*(L|[(])"' "$dir/trace" | grep -a $name | grep -av 'posenc[.]exe' > "$dir/paths"
        [ "$(wc -l < "$dir/paths")" -gt 2 ] && ! grep -avF 'L"\\\\?\\' "$dir/paths" || { cut -c 1-200 "$dir/paths"; return 1; }
    done
}
server() {
    fresh && ends 1 env WINEDEBUG=trace+file wine "$program" $words -o "\\\\server\\share\\$name\\$name\\$name\\$name\\x.bin" 2> "$dir/trace" < /dev/null &&
        grep -aqF 'CreateFileW L"\\\\?\\UNC\\server\\share\\0000' "$dir/trace" || { grep -a 'CreateFileW.*share' "$dir/trace" | cut -c 1-200; return 1; }
}
drives() {
    fresh && here=$drive$(pwd | tr / '\\') && mkdir sub && echo '1 2 3 4' | tr ' ' '\n' > four.txt || return 1
    posenc $words -o "$here\\sub\\a.bin" && made sub/a.bin || return 1
    posenc $words -o 'sub\b.bin' && made sub/b.bin || return 1
    printf '[%s]\nmax-len = 4\nd-model = 4\noutput = %s\n' a 'a.bin' b "$here\\sub\\c.bin" c d.bin > sub/t.ini &&
        posenc build "$here\\sub\\t.ini" && made sub/a.bin && made sub/c.bin && made sub/d.bin || return 1
    for folder in made 'made\' "$here\\made" made/; do
        rm -rf made && posenc build 'sub\t.ini' --output-dir "$folder" && made made/a.bin && made sub/c.bin || return 1
    done
    printf '[t]\nd-model = 4\npositions-file = %s\noutput = t.bin\n' "$here\\four.txt" > sub/t.ini && posenc build sub/t.ini &&
        "$native" --positions-file four.txt --d-model 4 --format raw -o "$dir/four.bin" && cmp "$dir/four.bin" sub/t.bin
}
devices() { # NUL is meant; nobody means a device by aux.h
    fresh && posenc $words -o NUL && [ -z "$(ls)" ] || return 1
    for device in aux.h nul.h com1.h sub/aux; do
        says 1 "posenc: $device: Invalid argument" $words -o $device || return 1
    done
    says 1 'posenc: a*b.h: Invalid argument' $words -o 'a*b.h' && [ -z "$(ls)" ]
}
models() {
    fresh && mkdir my-llama && echo '{"model_type": "llama", "head_dim": 4}' > my-llama/config.json || return 1
    echo '{"text_config": {"model_type": "llama", "head_dim": 4}}' > outer.json
    here=$drive$(pwd | tr / '\\')
    "$native" --model my-llama/config.json --max-len 4 -o "$dir/rope.bin" || return 1
    for path in my-llama/config.json 'my-llama\config.json' "$here\\my-llama\\config.json" "$here\\outer.json:text_config"; do
        posenc --model "$path" --max-len 4 -o rope.bin && cmp "$dir/rope.bin" rope.bin || return 1
    done
    posenc presets "$here\\my-llama\\config.json" > "$dir/presets" && posenc import 'my-llama\config.json' --max-len 4 > import.ini &&
        grep -q '^\[my_llama_cos\]' import.ini || { cat import.ini; return 1; }
    cp my-llama/config.json my-llama/plain && posenc presets 'my-llama\plain' | grep -q 'rope-hf'
}
depfile() {
    fresh && here=$drive$(pwd | tr / '\\') && echo 1 > one.txt &&
        posenc --positions-file "$here\\one.txt" --d-model 4 -o "$here\\pe.bin" --depfile pe.d || return 1
    printf '%s\\pe.bin: %s\\one.txt\n' "$here" "$here" | diff - pe.d
}
utf8() {
    fresh && mkdir 'zoë 表' && printf '0\n1\n2\n3\n' > 'zoë 表/ñ😀.txt' || return 1
    posenc --positions-file 'zoë 表/ñ😀.txt' --d-model 4 -o 'zoë 表/é😀.bin' && made 'zoë 表/é😀.bin' &&
        posenc audit 'zoë 表/é😀.bin' $words --type f32 > "$dir/audit" && grep -q 'zoë 表/é😀.bin' "$dir/audit" &&
        says 2 'posenc: 表.npy: No such file or directory' audit 表.npy --guess
}
texts() {
    fresh && printf '\357\273\277[t]\r\nmax-len = 4\r\nd-model = 4\r\noutput = t.bin\r\n' > t.ini && posenc build t.ini && made t.bin &&
        printf '0\r\n1\r\n2\r\n3\r\n' > four.txt && posenc --positions-file four.txt --d-model 4 -o t.bin && made t.bin
}

# --- one file, many names

cases() {
    fresh && printf '0\n1\n' > Two.txt && cp Two.txt old.txt && printf '[%s]\nmax-len = 4\nd-model = 4\noutput = %s\n' \
        a pe.h b PE.h c 'x/../É.h' d é.h e 'sub/q.h' f 'SUB\q.h' > t.ini && mkdir sub || return 1
    ends 2 posenc build t.ini 2> "$dir/err" || return 1
    diff - "$dir/err" << 'END' || return 1
t.ini:8: output 'PE.h' is also that of table 'a'
t.ini:16: output 'é.h' is also that of table 'c'
t.ini:24: output 'SUB\q.h' is also that of table 'e'
END
    says 2 "posenc: output 'TWO.TXT' is a file that this run reads" --positions-file Two.txt --d-model 4 --format raw -o TWO.TXT &&
        cmp Two.txt old.txt && says 2 "posenc: output 'pe.H': another output of this run has that file" $words -o PE.h --depfile pe.H &&
        [ "$(ls -A)" = "$(printf 'Two.txt\nold.txt\nsub\nt.ini')" ]
}

# --- files that others have open

held() {
    fresh && echo old > pe.h && ln pe.h same.h || return 1
    begin=$(date +%s%N)
    ends 1 wine "$helper" hold pe.h 100 "$program $words -o pe.h" 2> "$dir/err" || return 1
    took=$((($(date +%s%N) - begin) / 1000000))
    echo 'posenc: pe.h: Permission denied' | diff - "$dir/err" && [ "$(cat pe.h)" = old ] && [ pe.h -ef same.h ] && leaves_nothing &&
        [ $took -ge 900 ] && [ "$(ls -A)" = "$(printf 'pe.h\nsame.h')" ]
}
let_go() {
    fresh && echo old > pe.bin && wine "$helper" hold pe.bin 0.3 "$program $words -o pe.bin" && made pe.bin
}
all_or_none() {
    fresh && printf '[%s]\nmax-len = 4\nd-model = 4\noutput = %s\n' a a.h b b.h c c.h > t.ini && echo old a > a.h && echo old c > c.h ||
        return 1
    ends 1 wine "$helper" hold c.h 100 "$program build t.ini" 2> "$dir/err" && echo 'posenc: c.h: Permission denied' | diff - "$dir/err" &&
        [ "$(cat a.h c.h)" = "$(printf 'old a\nold c')" ] && [ "$(ls -A)" = "$(printf 'a.h\nc.h\nt.ini')" ]
}

# --- streams

binary() {
    fresh && posenc --max-len 300 --d-model 64 --format raw -o - > out.bin && "$native" --max-len 300 --d-model 64 --format raw -o - | cmp - out.bin &&
        tr -dc '\n\r\032' < out.bin | grep -q . || return 1
    wine "$program" audit - --max-len 300 --d-model 64 --type f32 < out.bin > "$dir/audit" || { cat "$dir/audit"; return 1; }
    posenc $words --list | tr -d '\n' | cmp - /dev/null
    posenc help base | grep -c "$(printf '\r')" | grep -qx 0
}
check_rows "$root/tests/everywhere/windows.tsv"
plan
