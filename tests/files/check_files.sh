#!/bin/sh
# SPDX-License-Identifier: MIT
# An output appears whole or not at all, and an error is one line that names the file. scenes.tsv lists runs; here are runs that
# are interrupted, or that run at the same time.
. "$(dirname "$0")/../tap.sh"
scene=$dir/scene
small='--max-len 3 --d-model 4'
hundred='--max-len 100 --d-model 64'
large='--max-len 1000 --d-model 128 --format raw' # 512000 bytes
blocks='--max-len 256 --d-model 128' # 131072 bytes
endless='--max-len 4000000 --d-model 512 --format raw --engine wide' # 8 GB; only a few MB are made
pair='--max-len 40000 --d-model 64 --component cos,sin' # two texts of 18 MB
held='--max-len 40000 --d-model 64 --scaling llama3:factor=8,original=8192' # waits in a file until every entry is decided
endless_pair='--max-len 4000000 --d-model 512 --component cos,sin --engine mpfr'
claims='--max-len 9000 --d-model 128' # files of 4608000 bytes, whose space is claimed before they are written
zeros_253=$(printf '%0253d' 0) two_lines=$(printf 'a\nb')

# Root may write anywhere, so such runs are those of the user nobody, with a copy of the program that nobody can read.
as_user=''
if [ "$(id -u)" = 0 ]; then
    cp "$POSENC" "$dir/copy" && chmod 755 "$dir" "$dir/copy" && POSENC=$dir/copy
    on_path && chmod 755 "$dir/bin"
    as_user='setpriv --reuid=65534 --regid=65534 --clear-groups'
    [ "$($as_user id -u 2> "$dir/err")" = 65534 ] && $as_user test -x "$(command -v posenc)" || as_user=no
else
    on_path
fi
less_fowner='setpriv --bounding-set=-fowner --inh-caps=-fowner' with_group='setpriv --reuid=65534 --regid=65534 --groups=65532'
shown='grep -aqs entries/s log' by_term=': not written: stopped by SIGTERM'
export POSENC shown small hundred large blocks pair held endless claims zeros_253 two_lines as_user less_fowner with_group

# set_scene: a new folder, the current one, with old files in it
set_scene() {
    chmod -R u+rwx "$scene" 2> /dev/null
    rm -rf "$scene" && mkdir "$scene" && cd "$scene" || exit 1
    for old in pe.h pe.c pe.bin; do
        echo "old $old" > $old
        touch -t 200001010000 $old
    done
}

# names, inodes, modes, times and bytes of everything in the scene
look() {
    ls -lAiR "$scene"
    find "$scene" -type f ! -path '*/closed/*' -exec cksum {} +
}

# works SCRIPT: silently
works() {
    sh -c "$1" > "$dir/out" 2> "$dir/err" < /dev/null
    ended=$?
    cat "$dir/err"
    [ $ended = 0 ] && [ ! -s "$dir/err" ]
}

"$POSENC" $small > "$dir/small.h"
"$POSENC" $small --format raw > "$dir/small.bin"
"$POSENC" $large > "$dir/large.bin"
present "$dir/small.h" "$dir/small.bin" "$dir/large.bin"
for base in pe pe2 x; do # BASE.c names BASE.h
    mkdir "$dir/$base" && "$POSENC" $small -o "$dir/$base/$base.c"
done
printf '(trap "" PIPE; exec "$@")\necho $? > ../status\n' > "$dir/without_pipe"
no_temporary() {
    [ -z "$(find "$scene" -name '.*' ! -path "$scene")" ]
}

# --- runs in a scene: the functions of scenes.tsv

fails() { # fails COMMAND LINE [SET-UP]
    set_scene && eval "${3-}" && rm -f "$dir/status" && look > "$dir/before" || return 1
    sh -c "$1" > "$dir/out" 2> "$dir/err" < /dev/null
    ended=$?
    [ -f "$dir/status" ] && ended=$(cat "$dir/status")
    [ "$ended" = 1 ] || { cat "$dir/err"; echo "exit status $ended, not 1"; return 1; }
    echo "posenc: $2" | diff - "$dir/err" && look | diff "$dir/before" -
}
stays() { # stays COMMAND [SET-UP]
    set_scene && eval "${2-}" && look > "$dir/before" && works "$1" && look | diff "$dir/before" -
}
makes() { # makes COMMAND RESULT [SET-UP]
    set_scene && eval "${3-}" && works "$1" && eval "$2" && no_temporary
}
limited() { # limited COMMAND FILE: files may have 8 blocks, and that file is larger
    fails "ulimit -f 8; $1" "$2: File too large"
}
guarded() { # guarded OUTPUT [FILE [SET-UP]]: the file can't be written
    fails "\$as_user posenc \$small -o $1" "${2:-$1}: Permission denied" "guarded_folders && ${3:-:}"
}
given() { # given OWNER:GROUP MODE COMMAND 'MODE OWNER GROUP'
    makes "$3" "is_small pe.h '$4'" "chmod 777 . && chown $1 pe.h && chmod $2 pe.h"
}
mode() {
    ls -ldL "$1" | cut -c 1-10
}
have_modes() { # have_modes MODE-OF-pe.h MODE-OF-pe.c
    [ "$(mode pe.h) $(mode pe.c)" = "$*" ] && are_two pe
}
is_small() { # is_small FILE [MODE [OWNER GROUP]]
    cmp "$dir/small.h" "$1" && case ${2-} in
    '') ;;
    *' '*) [ "$(ls -ln "$1" | awk '{ print $1, $3, $4 }')" = "$2" ] ;;
    *) [ "$(mode "$1")" = "$2" ] ;;
    esac
}
are_two() { # are_two BASE: BASE.c and BASE.h
    cmp "$1.c" "$dir/$1/$1.c" && cmp "$1.h" "$dir/$1/$1.h"
}
leads() { # leads LINK TEXT
    [ -L "$1" ] && [ "$(readlink "$1")" = "$2" ]
}
two_behind() { # two_behind BASE OTHER: they lead from BASE to OTHER
    are_two "$1" && leads "$1.c" "$2.c" && leads "$1.h" "$2.h"
}
link_to() { # link_to TEXT: links/link.h leads so to real/pe.h; behind TEXT: it still does
    mkdir links real && cp pe.h real && ln -s "$1" links/link.h
}
behind() {
    is_small real/pe.h && leads links/link.h "$1" && [ ! -L real/pe.h ]
}
chain_of_links() {
    mkdir a b c && cp pe.h c && ln -s ../b/two.h a/one.h && ln -s ../c/pe.h b/two.h
}
two_links() {
    mkdir real && ln -s real/x.c pe2.c && ln -s real/x.h pe2.h
}
newer() {
    [ "$(find "$1" -newer pe.c)" ]
}
set_old() {
    cp ../small.h pe.h && cp ../small.bin pe.bin && touch -t 200001010000 pe.h pe.bin
}
set_bin() {
    chmod 640 pe.bin && touch -t 200001010000 pe.bin
}
is_new_bin() {
    cmp pe.bin ../small.bin && [ "$(mode pe.bin)" = -rw-r----- ] && newer pe.bin
}
other_large() {
    { head -c 400000 ../large.bin && echo && tail -c 111999 ../large.bin; } > pe.bin
}
more_blocks() { # is_blocks: without the byte at its end
    posenc $blocks -o pe.bin && cp pe.bin ../blocks.bin && echo >> pe.bin
}
is_blocks() {
    cmp pe.bin ../blocks.bin && [ "$(wc -c < pe.bin)" -eq 131072 ]
}
right_c() {
    cp ../pe/pe.c pe.c && touch -t 200001010000 pe.c && ls -li pe.c > ../before.c
}
expect() { # expect FILE...
    cat "$@" > expected
}
both_forms() {
    cat ../small.h ../small.bin > both
}
small_ini() { # small_ini OUTPUT
    printf '[t]\nmax-len = 3\nd-model = 4\noutput = %s\n' "$1" > t.ini
}
pipe_manifest() {
    mkfifo pipe && small_ini pipe && echo 'format = raw' >> t.ini
}
guarded_folders() {
    mkdir closed open && echo old > closed/pe.h && echo old > open/pe.h && chmod 555 closed && chmod 777 open &&
        chmod 444 open/pe.h closed/pe.h
}
scenes() {
    check_rows "$root/tests/files/scenes.tsv" "$1"
}
scenes everywhere
if [ -c /dev/full ]; then scenes full; else skip 'a full device' 'there is no /dev/full'; fi
if [ -d /proc/self/fd ]; then scenes proc; else skip '/proc/self/fd/3' 'there is no /proc/self/fd'; fi
if [ "$as_user" != no ]; then scenes user; else skip 'files and folders that may not be written' 'root cannot become another user here'; fi
if [ "$(id -u)" = 0 ] && [ "$as_user" != no ]; then scenes owner; else skip 'owners and set-ID bits' 'only root can give files away'; fi

# --- signals

if ! ${CC:-cc} -D_XOPEN_SOURCE=700 -o "$dir/stop" "$root/tests/files/stop.c"; then
    skip 'signals' 'no C compiler'
else
    # stopped SIGNALS NUMBER TEXT COMMAND...: the command dies of signal NUMBER, prints TEXT, changes nothing
    stopped() {
        signals=$1 last=$2
        printf '%s\n' "$3" > "$dir/message"
        shift 3
        look > "$dir/before"
        "$dir/stop" "$scene" "$signals" "$@" > "$dir/out" 2> "$dir/err" || return 1
        echo "signal $last" | diff - "$dir/out" && diff "$dir/message" "$dir/err" && look | diff "$dir/before" -
    }
    printf 'trap "" $1\nshift\nexec posenc "$@"\n' > "$dir/ignoring" # ignoring 'SIGNAL...' WORD...
    set_scene && ln -s pe.bin link.bin
    check_rows "$root/tests/files/signals.tsv"

    # unread SCRIPT: of posenc, which writes to the pipe, whose reader takes a byte and goes; it ends by SIGPIPE
    # without a word, and changes nothing
    unread() {
        set_scene && mkfifo pipe && printf '[a]\nmax-len = 3\nd-model = 4\noutput = a.bin\n[b]\nmax-len = 1000
d-model = 128\nformat = raw\noutput = pipe\n' > two.ini && look > "$dir/before" || return 1
        timeout 120 head -c 1 pipe > /dev/null & # posenc may never open it
        "$dir/stop" "$scene" '' sh -c "$1" > "$dir/out" 2> "$dir/err" || return 1
        wait $!
        echo 'signal 13' | diff - "$dir/out" && diff /dev/null "$dir/err" && look | diff "$dir/before" -
    }
    check 'SIGPIPE ends it quietly' unread 'exec "$POSENC" $large > pipe'
    check 'SIGPIPE, --help' unread 'exec > pipe; while "$POSENC" --help; do :; done; exec "$POSENC" --help'
    check 'SIGPIPE removes what is not in place' unread 'exec "$POSENC" build two.ini'
fi

# --- a terminal that shows the progress

# erases LINE SCRIPT: on a terminal, the progress is erased before that line, which is the last one
verbose_line() {
    echo 'posenc --max-len 300000 --d-model 512 --engine wide --threads 1 --verbose -o long.bin' > ../script.sh && set_scene &&
        timeout 60 script -qefc 'sh ../script.sh' log < /dev/null > "$dir/out"
    tr '\r' '\n' < log | grep -a 'posenc: ' | tail -n 2 | tr -d '\033' > "$dir/lines" && cat -v "$dir/lines"
    sed -n 1p "$dir/lines" | grep -q '^posenc: .* %, .* s left' && sed -n 2p "$dir/lines" | grep -q '^\[Kposenc: pe_300000x512: [0-9]* entries decided'
}
erases() {
    set_scene && echo "$2" > ../script.sh || return 1
    timeout 60 script -qefc 'sh ../script.sh' log < /dev/null > "$dir/out"
    cat -v log
    tr '\r' '\n' < log | grep -a 'posenc: ' | tail -n 2 | tr -d '\033' > "$dir/lines"
    sed -n 1p "$dir/lines" | grep -q '^posenc: .* %, .* entries/s, .* s left' &&
        [ "$(sed -n 2p "$dir/lines")" = "[Kposenc: $1" ]
}
if has script && script -qec true /dev/null < /dev/null > "$dir/out"; then
    check_rows "$root/tests/files/files.tsv" terminal
else
    skip 'the progress on a terminal' 'no script'
fi

# --- temporary files

# A run of two.ini writes a temporary file for a.bin, and then waits until the pipe is read.
waiting() {
    set_scene && mkdir sub && mkfifo pipe || return 1
    printf '[a]\nmax-len = 3\nd-model = 4\noutput = sub/a.bin\n[b]\nmax-len = 3\nd-model = 4\nformat = raw
output = pipe\n' > two.ini
    "$POSENC" build two.ini &
    run=$!
    appears $run sub || { kill $run; return 1; }
}
left() {
    find "$scene" -name '.posenc*' | sort
}
# A killed run leaves only files with a name: none, if files have no name until they are complete.
killed() {
    waiting || return 1
    left > "$dir/before"
    kill -KILL $run
    wait $run
    left | diff "$dir/before" - || return 1
    case $(stat -f -c %T . 2> /dev/null) in
    ext2/ext3 | tmpfs | xfs | btrfs) [ -z "$(left)" ] ;;
    *) [ "$(left | wc -l)" -le 1 ] ;;
    esac
}
two_runs() {
    waiting && left > "$dir/before" && works "\"\$POSENC\" $large -o sub/a.bin" && cmp sub/a.bin "$dir/large.bin" &&
        kill -STOP $run && works "\"\$POSENC\" $large -o sub/a.bin" && left | diff "$dir/before" - && kill -CONT $run &&
        timeout 120 cmp pipe "$dir/small.bin" && wait $run && cmp sub/a.bin "$dir/small.bin" && [ -z "$(left)" ] || { kill -KILL $run; false; }
}

many_folders() { # more than files may be open
    set_scene || return 1
    for k in $(seq 30); do printf '[t%d]\nmax-len = 3\nd-model = 4\noutput = f%d/t.bin\n' $k $k; done > many.ini
    works 'ulimit -n 24; posenc build many.ini --output-dir .' && cmp f30/t.bin "$dir/small.bin" && [ -z "$(left)" ] &&
        works 'posenc build --check many.ini'
}
spelled() { # one folder by several names
    set_scene && mkdir sub && ln -s sub link || return 1
    printf '[%s]\nmax-len = 3\nd-model = 4\noutput = %s/%s.bin\n' a sub a b link b c sub/../sub c > spelled.ini
    works 'posenc build spelled.ini' && [ "$(echo sub/*)" = 'sub/a.bin sub/b.bin sub/c.bin' ] && [ -z "$(left)" ]
}
named_pipe() {
    set_scene && mkfifo pipe || return 1
    timeout 120 cat pipe > got &
    works 'posenc $large -o pipe' && wait $! && [ -p pipe ] && cmp got "$dir/large.bin" && no_temporary
}
claimed() {
    set_scene && works 'posenc $claims --format raw > all' && [ "$(wc -c < all)" = 4608000 ] && works 'posenc $claims -o pe.npy' &&
        tail -c 4608000 pe.npy | cmp - all && [ "$(wc -c < pe.npy)" = 4608128 ] &&
        works 'posenc $claims -o pe.bin --rows 1000:7001' && tail -c +512001 all | head -c 3072512 | cmp - pe.bin
}

# Four runs write different bytes to one file at the same time: the file has the bytes of one run.
at_once() {
    set_scene && mkdir sub || return 1
    for first in 1 2 3 4; do "$POSENC" --max-len 2000 --d-model 64 --first $first -o $first.bin || return 1; done
    for round in $(seq $([ "${CORE-}" ] && echo 5 || echo 20)); do
        runs='' kept=''
        for first in 1 2 3 4; do
            "$POSENC" --max-len 2000 --d-model 64 --first $first -o sub/shared.bin &
            runs="$runs $!"
        done
        for run in $runs; do wait $run || return 1; done
        for first in 1 2 3 4; do ! cmp -s $first.bin sub/shared.bin || kept=$first; done
        [ "$kept" ] && [ "$(ls -A sub)" = shared.bin ] || { ls -lA sub; return 1; }
    done
}

# --- several threads that each write the text of their pieces

long='--max-len 4000 --d-model 64' # 16 pieces, 3.5 MB of text
# by_threads WORDS...: a file, standard output as a file and a pipe get the same text, and --check reads all of it
by_threads() {
    words="$long $*"
    set_scene && "$POSENC" $words --name pe --threads 1 > "$dir/one" && [ "$(wc -c < "$dir/one")" -gt 3000000 ] || return 1
    for threads in 2 5; do
        export all="$words --name pe --threads $threads"
        works 'posenc $all -o pe.h && posenc $all > out.h' && piped "$POSENC" $all | cat > piped.h || return 1
        for made in pe.h out.h piped.h; do cmp "$dir/one" $made || return 1; done
    done
    { echo '[pe]' && echo "$words --output pe.h" | sed 's/ *--\([^ ]*\) \([^ ]*\)/\1 = \2\n/g'; } > pe.ini
    works '"$POSENC" build --check pe.ini' || return 1
    for at in 100 1500000 2999999; do
        cp "$dir/one" pe.h && printf '~' | dd of=pe.h bs=1 seek=$at conv=notrunc 2> "$dir/dd" &&
            ends 1 "$POSENC" build --check pe.ini 2> "$dir/err" || return 1
    done
}
check_rows "$root/tests/files/files.tsv" beside
plan
