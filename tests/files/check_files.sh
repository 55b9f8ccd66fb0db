#!/bin/sh
# An output appears whole or not at all, and whatever goes wrong is one line that names the file.
. "$(dirname "$0")/../tap.sh"
export POSENC
scene=$dir/scene
small='--max-len 3 --d-model 4'
large='--max-len 1000 --d-model 128 --format raw' # 512000 bytes
endless='--max-len 4000000 --d-model 512 --format raw --engine wide' # 8 GB, of which a few MB are made
pair='--max-len 40000 --d-model 64 --component cos,sin' # two texts of 18 MB
listed_pair='--positions-file ../positions --d-model 64 --component cos,sin' # the same size, in one pass
endless_pair='--max-len 4000000 --d-model 512 --component cos,sin --engine mpfr'

# set_scene: a new folder, the current one, with old files in it
set_scene() {
    chmod -R u+rwx "$scene" 2> /dev/null
    rm -rf "$scene" && mkdir "$scene" && cd "$scene" || exit 1
    for old in pe.h pe.c pe.bin; do
        echo "old $old" > $old
        touch -t 200001010000 $old
    done
}

# names, inodes, modes, times and bytes of all that the scene holds
look() {
    ls -lAiR "$scene"
    find "$scene" -type f ! -path '*/closed/*' -exec cksum {} +
}

# fails MESSAGE SCRIPT: run in the scene, posenc ends with status 1 and that one line; nothing has changed.
# The script leaves the status in ../status where it is not its own.
fails() {
    rm -f "$dir/status"
    look > "$dir/before"
    sh -c "$2" > "$dir/out" 2> "$dir/err"
    ended=$?
    [ -f "$dir/status" ] && ended=$(cat "$dir/status")
    [ "$ended" = 1 ] || { cat "$dir/err"; echo "exit status $ended, not 1"; return 1; }
    printf 'posenc: %s\n' "$1" | diff - "$dir/err" || return 1
    look | diff "$dir/before" -
}

# works SCRIPT: without a word
works() {
    sh -c "$1" > "$dir/out" 2> "$dir/err"
    ended=$?
    cat "$dir/err"
    [ $ended = 0 ] && [ ! -s "$dir/err" ]
}

mode() {
    ls -ldL "$1" | cut -c 1-10
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
is_small() {
    cmp "$dir/small.h" "$1"
}
no_temporary() {
    [ -z "$(find "$scene" -name '.*' ! -path "$scene")" ]
}

# --- where nothing can be written

set_scene
if [ -c /dev/full ]; then
    check 'a full device' fails '/dev/full: No space left on device' '"$POSENC" '"$small"' -o /dev/full'
    check 'a full device as standard output' fails 'standard output: No space left on device' \
        '"$POSENC" '"$small"' > /dev/full'
    check 'a full device as standard output, a large table' fails 'standard output: No space left on device' \
        '"$POSENC" '"$large"' > /dev/full'
    check 'a full device through a symbolic link' fails 'link: No space left on device' \
        'ln -s /dev/full ../link; cd ..; "$POSENC" '"$small"' -o link'
    check '--help on a full device' fails 'standard output: No space left on device' '"$POSENC" --help > /dev/full'
    check '--version on a full device' fails 'standard output: No space left on device' \
        '"$POSENC" --version > /dev/full'
else
    skip 'a full device' 'there is no /dev/full'
fi
check 'a folder that is not there' fails 'none/pe.h: No such file or directory' '"$POSENC" '"$small"' -o none/pe.h'
check 'a folder that is not there, of several files: the name that was typed' fails 'none/pe.c: No such file or directory' \
    '"$POSENC" '"$small"' -o none/pe.c'
check 'the same in a manifest' fails 'none/pe.S: No such file or directory' \
    'printf "[pe]\nmax-len = 4\nd-model = 2\noutput = none/pe.S\n" > t.ini; "$POSENC" build t.ini; end=$?; rm t.ini; exit $end'
check 'a file in place of a folder, of several files' fails 'pe.c/pe.S: Not a directory' '"$POSENC" '"$small"' -o pe.c/pe.S'
check 'a file in place of a folder' fails 'pe.c/pe.h: Not a directory' '"$POSENC" '"$small"' -o pe.c/pe.h'
set_scene && mkdir folder folder/sub
check 'a folder in place of a file' fails 'folder: Is a directory' '"$POSENC" '"$small"' -o folder'
check 'a folder with a slash at its end' fails 'folder/: Is a directory' '"$POSENC" '"$small"' -o folder/'
check 'the folder itself' fails '.: Is a directory' '"$POSENC" '"$small"' --format c -o .'

# Root may write anywhere: be nobody, with a copy of the program that nobody can reach.
as_user=
if [ "$(id -u)" = 0 ]; then
    chmod 755 "$dir"
    cp "$POSENC" "$dir/posenc" && chmod 755 "$dir/posenc"
    as_user="setpriv --reuid=65534 --regid=65534 --clear-groups env POSENC=$dir/posenc"
    $as_user true 2> /dev/null && [ "$($as_user id -u)" = 65534 ] &&
        $as_user "$dir/posenc" --version > /dev/null || as_user=no
fi
if [ "$as_user" = no ]; then
    skip 'files and folders that may not be written' 'root cannot become another user here'
else
    # closed: may be read, not written; open: may be written, with a file that may not
    set_scene && mkdir closed open && echo old > closed/pe.h && echo old > open/pe.h && chmod 555 closed
    chmod 777 open && chmod 444 open/pe.h closed/pe.h
    check 'a folder that may not be written' fails 'closed/new.h: Permission denied' \
        "$as_user"' sh -c '"'"'"$POSENC" '"$small"' -o closed/new.h'"'"
    check 'a file that may not be written, in a folder that may not' fails 'closed/pe.h: Permission denied' \
        "$as_user"' sh -c '"'"'"$POSENC" '"$small"' -o closed/pe.h'"'"
    check 'a file that may not be written, in a folder that may' fails 'open/pe.h: Permission denied' \
        "$as_user"' sh -c '"'"'"$POSENC" '"$small"' -o open/pe.h'"'"
    ln -s open/pe.h link.h
    check 'the same through a symbolic link' fails 'link.h: Permission denied' \
        "$as_user"' sh -c '"'"'"$POSENC" '"$small"' -o link.h'"'"
    : > open/base.h && chmod 444 open/base.h
    check 'one of two outputs may not be written: neither is' fails 'open/base.h: Permission denied' \
        "$as_user"' sh -c '"'"'"$POSENC" '"$small"' -o open/base.c'"'"
    chmod 755 closed
fi

set_scene
limit='ulimit -f 8; '
check 'a limit to the size of files' fails 'pe.bin: File too large' "$limit"'"$POSENC" '"$large"' -o pe.bin'
check 'a limit to the size of files, a new file' fails 'new.bin: File too large' \
    "$limit"'"$POSENC" '"$large"' -o new.bin'
check 'a limit to the size of files, and a space to be claimed' fails 'pe.bin: File too large' \
    "$limit"'"$POSENC" --max-len 9000 --d-model 128 -o pe.bin'
check 'a limit to the size of files, C and --if-changed' fails 'pe.h: File too large' \
    "$limit"'"$POSENC" --max-len 100 --d-model 64 --if-changed -o pe.h'
check 'a limit to the size of files, two outputs' fails 'pe.c: File too large' \
    "$limit"'"$POSENC" --max-len 100 --d-model 64 -o pe.c'
check 'a limit to the size of files, a pair' fails 'new.h: File too large' "$limit"'"$POSENC" '"$pair"' -o new.h'
awk 'BEGIN { for (k = 0; k < 40000; k++) print k * 389393 % 65537 }' > ../positions
check 'a limit to the size of files, a pair through its temporary file' fails './.posenc-*: File too large' \
    "$limit"'TMPDIR=. "$POSENC" '"$listed_pair"' -o /dev/null'
check 'a pair without a folder for its temporary file' fails 'none/.posenc-*: No such file or directory' \
    'TMPDIR=none "$POSENC" '"$listed_pair"' -o /dev/null'
check 'the same on standard output' fails 'none/.posenc-*: No such file or directory' 'TMPDIR=none "$POSENC" '"$listed_pair"
printf '[t]\npositions-file = ../positions\nd-model = 64\ncomponent = cos,sin\noutput = pair.h\n' > pair.ini && "$POSENC" build pair.ini
check 'the same for an output that is compared' fails 'none/.posenc-*: No such file or directory' \
    'TMPDIR=none "$POSENC" build --check pair.ini'
check 'the same where the temporary folder is a file' fails 'pe.h/.posenc-*: Not a directory' \
    'TMPDIR=pe.h "$POSENC" build --check pair.ini'
rm -f pair.h pair.ini

check 'a closed standard output' fails 'standard output: Bad file descriptor' '"$POSENC" '"$small"' >&-'
check 'a closed standard output, --help' fails 'standard output: Bad file descriptor' '"$POSENC" --help >&-'
check 'a closed standard output by name' fails '/dev/stdout: Bad file descriptor' \
    '"$POSENC" '"$small"' -o /dev/stdout >&-'
check 'a closed descriptor' fails '/dev/fd/9: Bad file descriptor' '"$POSENC" '"$small"' -o /dev/fd/9 9>&-'
check 'a descriptor that may only be read' fails '/dev/fd/3: Bad file descriptor' \
    '"$POSENC" '"$small"' -o /dev/fd/3 3< pe.c'
no_message() {
    look > "$dir/before"
    sh -c '"$POSENC" '"$small"' -o none/pe.h 2>&-'
    [ $? = 1 ] && look | diff "$dir/before" -
}
check 'a closed standard error: the status tells' no_message
check 'all three closed, and an error' eval 'look > "$dir/before"; sh -c '"'"'"$POSENC" --max-len 0 --d-model 4 \
    -o pe.h <&- >&- 2>&-'"'"'; [ $? = 2 ] && look | diff "$dir/before" -'
for closed in '<&-' '>&-' '2>&-' '<&- >&-' '<&- >&- 2>&-'; do
    check "an output with closed descriptors $closed" eval \
        'set_scene; works '"'"'"$POSENC" '"$small -o pe.h $closed'"' && is_small pe.h && no_temporary'
done
# Where SIGPIPE is ignored, a pipe that nobody reads is an error; else the signal ends the program (below).
check 'a broken pipe, SIGPIPE ignored' fails 'standard output: Broken pipe' \
    '{ (trap "" PIPE; exec "$POSENC" '"$large"'); echo $? > ../status; } | head -c 1 > /dev/null'
check 'a broken pipe by name, SIGPIPE ignored' fails '/dev/stdout: Broken pipe' \
    '{ (trap "" PIPE; exec "$POSENC" '"$large"' -o /dev/stdout); echo $? > ../status; } | head -c 1 > /dev/null'

name_255=$(printf '%0253d' 0).h
name_256=$(printf '%0254d' 0).h
set_scene
check 'a name of 255 bytes' eval 'works "\"$POSENC\" $small -o $name_255" && is_small $name_255 && no_temporary'
check 'a name of 255 bytes, again' eval 'works "\"$POSENC\" $small -o $name_255" && is_small $name_255 && no_temporary'
check 'a name of 256 bytes' fails "$name_256: File name too long" '"$POSENC" '"$small -o $name_256"
check 'a name with a newline in an error' fails 'a\x0ab/pe.h: No such file or directory' \
    '"$POSENC" '"$small"' -o "a
b/pe.h"'

# --- signals

if ! ${CC:-cc} -D_XOPEN_SOURCE=700 -o "$dir/stop" "$root/tests/files/stop.c"; then
    skip 'signals' 'no C compiler'
else
    # stopped SIGNALS NUMBER TEXT COMMAND...: the command dies of signal NUMBER, says TEXT, changes nothing
    stopped() {
        signals=$1 last=$2
        printf '%s\n' "$3" > "$dir/message"
        shift 3
        look > "$dir/before"
        "$dir/stop" "$scene" "$signals" "$@" > "$dir/out" 2> "$dir/err" || return 1
        echo "signal $last" | diff - "$dir/out" && diff "$dir/message" "$dir/err" && look | diff "$dir/before" -
    }
    set_scene
    for signal in 1:HUP 2:INT 3:QUIT 15:TERM 24:XCPU; do
        number=${signal%:*}
        check "SIG${signal#*:} half-way" stopped $number $number \
            "posenc: pe.bin: not written: stopped by SIG${signal#*:}" "$POSENC" $endless -o pe.bin
    done
    check 'SIGINT half-way, a new file' stopped 2 2 'posenc: new.bin: not written: stopped by SIGINT' \
        "$POSENC" $endless -o new.bin
    check 'SIGTERM half-way, two outputs' stopped 15 15 'posenc: pe.c: not written: stopped by SIGTERM' \
        "$POSENC" $endless --format c -o pe.c
    check 'SIGTERM half-way, a pair' stopped 15 15 'posenc: pe.h: not written: stopped by SIGTERM' \
        "$POSENC" $endless_pair -o pe.h
    check 'SIGTERM half-way, through a symbolic link' eval 'ln -s pe.bin link.bin;
        stopped 15 15 "posenc: link.bin: not written: stopped by SIGTERM" "$POSENC" $endless -o link.bin'
    check 'SIGTERM half-way, a name with a newline' stopped 15 15 \
        'posenc: a\x0ab.bin: not written: stopped by SIGTERM' "$POSENC" $endless -o 'a
b.bin'
    check 'SIGHUP is ignored under nohup' stopped 1,15 15 'posenc: pe.bin: not written: stopped by SIGTERM' \
        sh -c 'trap "" HUP; exec "$0" "$@"' "$POSENC" $endless -o pe.bin
    check 'SIGINT and SIGQUIT are ignored if a shell ignores them' stopped 2,3,15 15 \
        'posenc: pe.bin: not written: stopped by SIGTERM' sh -c 'trap "" INT QUIT; exec "$0" "$@"' \
        "$POSENC" $endless -o pe.bin

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

# terminal SCRIPT: runs it on a terminal, whose text goes to the file `log`
terminal() {
    set_scene && echo "$1" > ../script.sh && timeout 60 script -qefc 'sh ../script.sh' log < /dev/null > "$dir/out"
}
# erased LINE: the last progress is erased before that line, which is the last
erased() {
    cat -v log
    tr '\r' '\n' < log | grep -a 'posenc: ' | tail -n 2 | tr -d '\033' > "$dir/lines"
    sed -n 1p "$dir/lines" | grep -q '^posenc: .* %, .* entries/s, .* s left' && [ "$(sed -n 2p "$dir/lines")" = "[Kposenc: $1" ]
}
export endless
if has script && script -qec true /dev/null < /dev/null > "$dir/out"; then
    check 'an error erases the progress' eval 'terminal "(trap \"\" PIPE; exec \"\$POSENC\" \$endless) |
        until grep -aqs entries/s log; do head -c 1000000 > ../out; done"; erased "standard output: Broken pipe"'
    check 'a signal erases the progress' eval 'terminal "\"\$POSENC\" \$endless -o pe.bin &
        until grep -aqs entries/s log; do sleep 0.1; done; kill -TERM \$!; wait \$!";
        erased "pe.bin: not written: stopped by SIGTERM"'
else
    skip 'the progress on a terminal' 'no script'
fi

# --- what runs have aside

# A run of two.ini writes a.bin aside, and then waits until somebody reads the pipe.
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
# What a killed run leaves is what has a name: nothing, where files have none until they are complete.
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
check 'what a killed run leaves' killed
alive() {
    waiting && left > "$dir/before" && works "\"\$POSENC\" $large -o sub/a.bin" && cmp sub/a.bin "$dir/large.bin" || return 1
    kill -STOP $run && works "\"\$POSENC\" $large -o sub/a.bin" && left | diff "$dir/before" - && kill -CONT $run || return 1
    timeout 20 cmp pipe "$dir/small.bin" && wait $run && cmp sub/a.bin "$dir/small.bin" && [ -z "$(left)" ]
}
check 'two runs with the same output: each ends well' eval 'alive || { kill -KILL $run; false; }'
many_folders() {
    set_scene || return 1
    for k in $(seq 30); do
        printf '[t%d]\nmax-len = 3\nd-model = 4\noutput = f%d/t.bin\n' $k $k
    done > many.ini
    works 'ulimit -n 24; "$POSENC" build many.ini --output-dir .' && cmp f30/t.bin "$dir/small.bin" && [ -z "$(left)" ] &&
        works '"$POSENC" build --check many.ini'
}
check 'more folders than files may be open' many_folders
spelled_twice() {
    set_scene && mkdir sub && ln -s sub link || return 1
    for path in sub link sub/../sub; do
        printf '[t%d]\nmax-len = 3\nd-model = 4\noutput = %s/%d.bin\n' ${#path} $path ${#path}
    done > spelled.ini
    works '"$POSENC" build spelled.ini' && [ "$(echo sub/*)" = 'sub/10.bin sub/3.bin sub/4.bin' ] && [ -z "$(left)" ]
}
check 'a folder of several names' spelled_twice

# Four runs write one file at once, each other bytes: it holds those of one of them.
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
check 'four runs at once on one output' at_once

# --- modes

set_scene
mode_of_new() {
    rm -f new.h
    works "umask $1; \"\$POSENC\" $small -o new.h" && is_small new.h && [ "$(mode new.h)" = "$2" ]
}
check 'a new file has 0666 and not umask 022' mode_of_new 022 -rw-r--r--
check 'a new file has 0666 and not umask 027' mode_of_new 027 -rw-r-----
check 'a new file has 0666 and not umask 077' mode_of_new 077 -rw-------
check 'a new file has 0666 and not umask 000' mode_of_new 000 -rw-rw-rw-
check 'a new file has 0666 and not umask 0277' mode_of_new 0277 -r--------
mode_of_old() {
    set_scene && chmod "$1" pe.h && works "umask 077; \"\$POSENC\" $small -o pe.h" && is_small pe.h &&
        [ "$(mode pe.h)" = "$2" ]
}
check 'an old file keeps mode 644' mode_of_old 644 -rw-r--r--
check 'an old file keeps mode 606' mode_of_old 606 -rw----rw-
check 'an old file keeps mode 755' mode_of_old 755 -rwxr-xr-x
check 'an old file keeps mode 711' mode_of_old 711 -rwx--x--x
check 'two old files keep their modes' eval 'set_scene && chmod 640 pe.h && chmod 604 pe.c &&
    works "\"\$POSENC\" $small -o pe.c" && [ "$(mode pe.h) $(mode pe.c)" = "-rw-r----- -rw----r--" ] &&
    cmp pe.c "$dir/pe/pe.c" && cmp pe.h "$dir/pe/pe.h" && no_temporary'

check 'other hard links of an old file keep what it had' eval 'set_scene && ln pe.h other.h &&
    works "\"\$POSENC\" $small -o pe.h" && is_small pe.h && echo "old pe.h" | cmp - other.h'
owner() {
    ls -ln "$1" | awk '{ print $1, $3, $4 }'
}
if [ "$(id -u)" != 0 ] || [ "$as_user" = no ]; then
    skip 'owners and set-ID bits' 'only root can give files away'
else
    check "root: an old file keeps its owner and group, and loses set-ID bits" eval 'set_scene &&
        chown 65533:65532 pe.h && chmod 6755 pe.h && works "\"\$POSENC\" $small -o pe.h" && is_small pe.h &&
        [ "$(owner pe.h)" = "-rwxr-xr-x 65533 65532" ]'
    check "somebody else's file: its permissions without set-ID bits, a new owner" eval 'set_scene && chmod 777 . &&
        chmod 4777 pe.h && works "$as_user \"$dir/posenc\" $small -o pe.h" && is_small pe.h &&
        [ "$(owner pe.h)" = "-rwxrwxrwx 65534 65534" ]'
    check "a group that can't be kept: its rights are those of others" eval 'set_scene && chmod 777 . && chown 65534:65532 pe.h &&
        chmod 664 pe.h && works "$as_user \"$dir/posenc\" $small -o pe.h" && [ "$(owner pe.h)" = "-rw-r--r-- 65534 65534" ]'
    check "root that may give files away, but not change those of others" eval 'set_scene && chown 65533:65532 pe.h && chmod 640 pe.h &&
        works "setpriv --bounding-set=-fowner --inh-caps=-fowner \"\$POSENC\" $small -o pe.h" && [ "$(owner pe.h)" = "-rw-r----- 65533 65532" ]'
    check "a group that the user is in is kept" eval 'set_scene && chmod 777 . && chgrp 65532 pe.h && chmod 666 pe.h &&
        works "setpriv --reuid=65534 --regid=65534 --groups=65532 \"$dir/posenc\" $small -o pe.h" &&
        [ "$(owner pe.h)" = "-rw-rw-rw- 65534 65532" ]'
fi

# --- symbolic links

# through TEXT: a link of that text at links/link.h leads the output to real/pe.h, and stays
through() {
    set_scene && mkdir links real && cp pe.h real/pe.h && ln -s "$1" links/link.h &&
        works "\"\$POSENC\" $small -o links/link.h" && is_small real/pe.h && [ -L links/link.h ] &&
        [ "$(readlink links/link.h)" = "$1" ] && no_temporary && [ ! -L real/pe.h ]
}
check 'a relative symbolic link' through ../real/pe.h
check 'an absolute symbolic link' through "$scene/real/pe.h"
check 'symbolic links through two folders' eval 'set_scene && mkdir a b c && cp pe.h c/pe.h && ln -s ../b/two.h a/one.h &&
    ln -s ../c/pe.h b/two.h && works "\"\$POSENC\" $small -o a/one.h" && is_small c/pe.h && [ -L a/one.h ] &&
    [ -L b/two.h ] && no_temporary'
check 'a symbolic link to nothing yet' eval 'set_scene && mkdir new && ln -s new/pe.h link.h &&
    works "\"\$POSENC\" $small -o link.h" && [ -L link.h ] && is_small new/pe.h && no_temporary'
check 'a symbolic link to a folder in the way' eval 'set_scene && mkdir real && ln -s real folder &&
    works "\"\$POSENC\" $small -o folder/pe.h" && [ -L folder ] && is_small real/pe.h && no_temporary'
check 'a symbolic link to standard output' eval 'set_scene && ln -s /dev/stdout link.h &&
    works "\"\$POSENC\" $small -o link.h" && [ -L link.h ] && is_small "$dir/out"'
check 'two outputs through symbolic links' eval 'set_scene && mkdir real && ln -s real/x.c pe2.c && ln -s real/x.h pe2.h &&
    works "\"\$POSENC\" $small --name pe_3x4 -o pe2.c" && cmp real/x.c "$dir/pe2/pe2.c" &&
    cmp real/x.h "$dir/pe2/pe2.h" && [ -L pe2.c ] && [ -L pe2.h ] && no_temporary'
set_scene && ln -s b.h a.h && ln -s a.h b.h && ln -s self.h self.h && ln -s none/pe.h nowhere.h && ln -s . folder
check 'a loop of symbolic links' fails 'a.h: Too many levels of symbolic links' '"$POSENC" '"$small"' -o a.h'
check 'a symbolic link to itself' fails 'self.h: Too many levels of symbolic links' '"$POSENC" '"$small"' -o self.h'
check 'a symbolic link into no folder' fails 'nowhere.h: No such file or directory' \
    '"$POSENC" '"$small"' -o nowhere.h'
check 'a symbolic link to a folder' fails 'folder: Is a directory' '"$POSENC" '"$small"' -o folder'

# --- devices, pipes and descriptors are written straight

set_scene
check '/dev/null' eval 'works "\"\$POSENC\" $small -o /dev/null" && [ -c /dev/null ] && no_temporary'
check '/dev/stdout' eval 'works "\"\$POSENC\" $small -o /dev/stdout" && is_small "$dir/out"'
check '/dev/stderr' eval 'sh -c "\"\$POSENC\" $small -o /dev/stderr" 2> "$dir/err" && is_small "$dir/err"'
check '/dev/fd/3' eval 'works "\"\$POSENC\" $small -o /dev/fd/3 3> fd.h" && is_small fd.h'
if [ -d /proc/self/fd ]; then
    check '/proc/self/fd/3' eval 'works "\"\$POSENC\" $small -o /proc/self/fd/3 3> fd.h" && is_small fd.h'
else
    skip '/proc/self/fd/3' 'there is no /proc/self/fd'
fi
for output in '' '-o -' '-o /dev/stdout'; do
    check "what is appended to stays: ${output:-no -o}" eval 'set_scene && cat pe.c "$dir/small.h" pe.c > expected &&
        works "\"\$POSENC\" $small $output >> pe.c; echo old pe.c >> pe.c" && cmp expected pe.c'
done
check 'what is appended to stays: /dev/fd/3' eval 'set_scene && cat pe.c "$dir/small.h" > expected &&
    works "\"\$POSENC\" $small -o /dev/fd/3 3>> pe.c" && cmp expected pe.c'
check 'standard output of several commands is one file' eval 'set_scene && cat "$dir/small.h" "$dir/small.bin" > expected &&
    works "{ \"\$POSENC\" $small; \"\$POSENC\" $small --format raw; } > both" && cmp expected both'
fifo() {
    set_scene && mkfifo pipe || return 1
    timeout 20 cat pipe > got &
    works "\"\$POSENC\" $large -o pipe" || { kill $!; return 1; }
    wait $!
    [ -p pipe ] && cmp got "$dir/large.bin" && no_temporary
}
check 'a named pipe' fifo
printf '[a]\nmax-len = 3\nd-model = 4\nformat = raw\noutput = pipe\n' > "$dir/pipe.ini"
fifo_compared() {
    set_scene && mkfifo pipe && ends 1 timeout 20 "$POSENC" build --check "$dir/pipe.ini" --output-dir . 2> "$dir/err" &&
        echo 'posenc: ./pipe: is not a regular file' | diff - "$dir/err"
}
check 'a named pipe is compared without a wait for a writer' fifo_compared
check 'a pipe' eval 'works "\"\$POSENC\" $large | cat" && cmp "$dir/out" "$dir/large.bin"'

# --- several threads, each of which writes the text of its pieces

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
check 'threads: the text of an array' by_threads
check 'threads: the texts of two arrays' by_threads --component cos,sin
# Files whose space is claimed before they are written: a header, and all rows or some of them.
claimed() {
    set_scene && "$POSENC" --max-len 9000 --d-model 128 --format raw > "$dir/all" && [ "$(wc -c < "$dir/all")" = 4608000 ] || return 1
    works '"$POSENC" --max-len 9000 --d-model 128 -o pe.npy && "$POSENC" --max-len 9000 --d-model 128 -o pe.bin --rows 1000:7001' &&
        tail -c 4608000 pe.npy | cmp - "$dir/all" && [ "$(wc -c < pe.npy)" = 4608128 ] &&
        tail -c +512001 "$dir/all" | head -c 3072512 | cmp - pe.bin
}
check 'files whose space is claimed: all of it is used' claimed

# --- --if-changed

# kept COMMAND...: the command changes nothing at all, times included
kept() {
    look > "$dir/before"
    works "$1" && look | diff "$dir/before" -
}
set_old() {
    set_scene && cp "$dir/small.h" pe.h && cp "$dir/small.bin" pe.bin && touch -t 200001010000 pe.h pe.bin
}
set_old
check 'the same bytes with --if-changed: file and time stay' kept "\"\$POSENC\" $small --if-changed -o pe.h"
check 'the same bytes with --if-changed, raw' kept "\"\$POSENC\" $small --if-changed -o pe.bin"
check 'the same bytes with --if-changed, through a link' eval 'ln -s pe.h link.h;
    kept "\"\$POSENC\" $small --if-changed -o link.h"'
check 'the same bytes without --if-changed: a new time' eval 'works "\"\$POSENC\" $small -o pe.h" &&
    is_small pe.h && [ -n "$(find pe.h -newer pe.c)" ]'
# changed SCRIPT: after it changes pe.bin, --if-changed makes it right
changed() {
    set_old && chmod 640 pe.bin && eval "$1" && touch -t 200001010000 pe.bin &&
        works "\"\$POSENC\" $small --if-changed -o pe.bin" && cmp pe.bin "$dir/small.bin" &&
        [ "$(mode pe.bin)" = -rw-r----- ] && [ -n "$(find pe.bin -newer pe.c)" ] && no_temporary
}
check '--if-changed: the last byte is another' changed 'head -c 47 "$dir/small.bin" > pe.bin; echo >> pe.bin'
check '--if-changed: the old file is shorter' changed 'head -c 47 "$dir/small.bin" > pe.bin'
check '--if-changed: the old file is longer' changed 'echo >> pe.bin'
check '--if-changed: the old file is empty' changed ': > pe.bin'
check '--if-changed: no old file' eval 'set_scene && rm pe.h && works "\"\$POSENC\" $small --if-changed -o pe.h" &&
    is_small pe.h && no_temporary'
check '--if-changed: a difference after many blocks' eval 'set_scene && { head -c 400000 "$dir/large.bin" && echo &&
    tail -c 111999 "$dir/large.bin"; } > pe.bin && works "\"\$POSENC\" $large --if-changed -o pe.bin" &&
    cmp pe.bin "$dir/large.bin"'
check '--if-changed: a file longer by a byte, of many blocks' eval 'set_scene && head -c 131072 "$dir/large.bin" > pe.bin &&
    echo >> pe.bin && works "\"\$POSENC\" --max-len 256 --d-model 128 --if-changed -o pe.bin" &&
    [ "$(wc -c < pe.bin)" -eq 131072 ]'
check '--if-changed: two files, each by itself' eval 'set_scene && cp "$dir/pe/pe.c" pe.c && touch -t 200001010000 pe.c &&
    ls -li pe.c > "$dir/before" && works "\"\$POSENC\" $small --if-changed -o pe.c" &&
    ls -li pe.c | diff "$dir/before" - && cmp pe.h "$dir/pe/pe.h"'
check '--if-changed on standard output' eval 'works "\"\$POSENC\" $small --if-changed" && is_small "$dir/out"'

# --- two outputs: both or neither

check 'BASE.c and BASE.h, whichever is named' eval 'for output in x.c "x.h --linkage extern" "x --linkage extern"; do
    set_scene && works "\"\$POSENC\" $small -o $output" && cmp x.c "$dir/x/x.c" && cmp x.h "$dir/x/x.h" &&
        no_temporary || return 1; done'
set_scene && rm pe.h && mkdir pe.h
check 'BASE.h is a folder: BASE.c stays as it was' fails 'pe.h: Is a directory' '"$POSENC" '"$small"' -o pe.c'
set_scene && rm pe.c && mkdir pe.c
check 'BASE.c is a folder: BASE.h stays as it was' fails 'pe.c: Is a directory' \
    '"$POSENC" '"$small"' --linkage extern -o pe.h'
set_scene && rm pe.h && ln -s none/pe.h pe.h
check 'BASE.h leads nowhere: BASE.c stays as it was' fails 'pe.h: No such file or directory' \
    '"$POSENC" '"$small"' -o pe.c'
cd /
plan
