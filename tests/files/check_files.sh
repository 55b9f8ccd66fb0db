#!/bin/sh
# An output appears whole or not at all, and an error is one line that names the file. scenes.tsv lists runs; here are runs that
# are interrupted, or that run at the same time.
. "$(dirname "$0")/../tap.sh"
present "$root/tests/files/scenes.tsv"
scene=$dir/scene
small='--max-len 3 --d-model 4'
large='--max-len 1000 --d-model 128 --format raw' # 512000 bytes
endless='--max-len 4000000 --d-model 512 --format raw --engine wide' # 8 GB; only a few MB are made
pair='--max-len 40000 --d-model 64 --component cos,sin' # two texts of 18 MB
listed_pair='--positions-file ../positions --d-model 64 --component cos,sin' # the same size, in one pass
endless_pair='--max-len 4000000 --d-model 512 --component cos,sin --engine mpfr'
claims='--max-len 9000 --d-model 128' # files of 4608000 bytes, whose space is claimed before they are written
zeros_254=$(printf '%0254d' 0)
export POSENC small large pair listed_pair endless claims zeros_254

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

# fails MESSAGE SCRIPT: run in the scene, posenc ends with status 1 and that one line; nothing has changed.
# If the script's own status is another, it leaves posenc's in ../status.
fails() {
    rm -f "$dir/status"
    look > "$dir/before"
    sh -c "$2" > "$dir/out" 2> "$dir/err" < /dev/null
    ended=$?
    [ -f "$dir/status" ] && ended=$(cat "$dir/status")
    [ "$ended" = 1 ] || { cat "$dir/err"; echo "exit status $ended, not 1"; return 1; }
    printf 'posenc: %s\n' "$1" | diff - "$dir/err" || return 1
    look | diff "$dir/before" -
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
for table in small.h small.bin large.bin; do
    [ -s "$dir/$table" ] || { echo "Bail out! $table is empty"; exit 1; }
done
for base in pe pe2 x; do # BASE.c names BASE.h
    mkdir "$dir/$base" && "$POSENC" $small -o "$dir/$base/$base.c"
done
awk 'BEGIN { for (k = 0; k < 40000; k++) print k * 389393 % 65537 }' > "$dir/positions"
no_temporary() {
    [ -z "$(find "$scene" -name '.*' ! -path "$scene")" ]
}

# --- runs in a scene

# The functions in the set-ups and results of scenes.tsv
mode() {
    ls -ldL "$1" | cut -c 1-10
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
pair_manifest() {
    printf '[t]\npositions-file = ../positions\nd-model = 64\ncomponent = cos,sin\noutput = pair.h\n' > pair.ini && "$POSENC" build pair.ini
}
guarded_folders() {
    mkdir closed open && echo old > closed/pe.h && echo old > open/pe.h && chmod 555 closed && chmod 777 open &&
        chmod 444 open/pe.h closed/pe.h
}

# in_scene SET-UP COMMAND RESULT: a row of scenes.tsv
in_scene() {
    set_scene && eval "${1#-}" || return 1
    case $3 in
    '! '*) message='' && eval "message=\"${3#??}\"" && fails "$message" "$2" ;;
    =) look > "$dir/before" && works "$2" && look | diff "$dir/before" - ;;
    *) works "$2" && eval "$3" && no_temporary ;;
    esac
}
# scenes GROUP
scenes() {
    while IFS='	' read -r group what set_up command result; do
        [ "$group" != "$1" ] || check "$what" in_scene "$set_up" "$command" "$result"
    done < "$root/tests/files/scenes.tsv"
}
scenes any
if [ -c /dev/full ]; then scenes full; else skip 'a full device' 'there is no /dev/full'; fi
if [ -d /proc/self/fd ]; then scenes proc; else skip '/proc/self/fd/3' 'there is no /proc/self/fd'; fi

# Root may write anywhere, so run as the user nobody, with a copy of the program that nobody can read.
export as_user='' own="$POSENC"
if [ "$(id -u)" = 0 ]; then
    chmod 755 "$dir"
    own=$dir/posenc
    cp "$POSENC" "$own" && chmod 755 "$own"
    as_user="setpriv --reuid=65534 --regid=65534 --clear-groups env POSENC=$own"
    $as_user true 2> /dev/null && [ "$($as_user id -u)" = 65534 ] && $as_user "$own" --version > /dev/null || as_user=no
fi
if [ "$as_user" = no ]; then
    skip 'files and folders that may not be written' 'root cannot become another user here'
else
    scenes user
fi
if [ "$(id -u)" != 0 ] || [ "$as_user" = no ]; then
    skip 'owners and set-ID bits' 'only root can give files away'
else
    scenes owner
fi

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
    set_scene && ln -s pe.bin link.bin
    check_rows "$root/tests/files/signals.tsv"

    # unread SCRIPT: of posenc, which writes to the pipe, whose reader takes a byte and goes; it ends by SIGPIPE
    # without a word, and changes nothing
    unread() {
        set_scene && mkfifo pipe && printf '[a]\nmax-len = 3\nd-model = 4\noutput = a.bin\n[b]\nmax-len = 1000
d-model = 128\nformat = raw\noutput = pipe\n' > two.ini && look > "$dir/before" || return 1
        timeout 20 head -c 1 pipe > /dev/null & # posenc may never open it
        "$dir/stop" "$scene" '' sh -c "$1" > "$dir/out" 2> "$dir/err" || return 1
        wait $!
        echo 'signal 13' | diff - "$dir/out" && diff /dev/null "$dir/err" && look | diff "$dir/before" -
    }
    check 'SIGPIPE ends it quietly' unread 'exec "$POSENC" '"$large"' > pipe'
    check 'SIGPIPE, --help' unread 'exec > pipe; while "$POSENC" --help; do :; done; exec "$POSENC" --help'
    check 'SIGPIPE removes what is not in place' unread 'exec "$POSENC" build two.ini'
fi

# --- a terminal that shows the progress

# erases LINE SCRIPT: on a terminal, the progress is erased before that line, which is the last one
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
        timeout 20 cmp pipe "$dir/small.bin" && wait $run && cmp sub/a.bin "$dir/small.bin" && [ -z "$(left)" ] || { kill -KILL $run; false; }
}

# Four runs write different bytes to one file at the same time: the file has the bytes of one run.
at_once() {
    set_scene && mkdir sub || return 1
    for round in $(seq $([ "${CORE-}" ] && echo 5 || echo 20)); do
        runs='' kept=''
        for first in 1 2 3 4; do
            "$POSENC" --max-len 2000 --d-model 64 --first $first -o sub/shared.bin &
            runs="$runs $!"
        done
        for run in $runs; do wait $run || return 1; done
        for first in 1 2 3 4; do
            "$POSENC" --max-len 2000 --d-model 64 --first $first --format raw | cmp -s - sub/shared.bin && kept=$first
        done
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
        works '"$POSENC" $all -o pe.h && "$POSENC" $all > out.h && "$POSENC" $all | cat > piped.h' || return 1
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
