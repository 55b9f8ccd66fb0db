#!/bin/sh
# SPDX-License-Identifier: MIT
# A lack of memory or a failing system call, at many places of a run. The run either ends as without the fault, with whole
# outputs; or its status is 1 (2 for a file that can't be read), standard error has one line, and no file has changed. FAULTS=3000 tries 3000 places of each command (without it 200, in the core 6); most have fewer.
. "$(dirname "$0")/../tap.sh"
most=${FAULTS:-${CORE:+6}}
most=${most:-200}
! sanitized || skip_all 'faults' 'sanitizers have their own malloc'
${CC:-cc} -O1 -fPIC -shared -o faults.so "$root/tests/files/faults.c" -ldl 2> cc.log ||
    skip_all 'faults' "${CC:-cc} can't make a library for LD_PRELOAD of this system"

# The existing files: inputs, and outputs of another run.
mkdir files
cp "$root/tests/golden/configs/codellama-7b.json" files/config.json
(cd files && "$POSENC" --max-len 9 --d-model 6 -o nine.npy && for file in t.h t.bin b.h b.c b.d t.svg; do echo old > $file; done)
seq 0 8999 > files/list
echo '{"head_dim": 4, "rope_theta": 1e4, "rope_scaling": {"type": "unknown"}}' > files/wrong.json
echo '[pe' > files/wrong.ini
printf '[a]\nmax-len = 3\nd-model = 4\noutput = a.h\n[b]\nmax-len = 30\nd-model = 8\noutput = b.c\n' > files/two.ini

# faulty FAULT WORD...: leaves the exit status in $status, and out, err and the folder cwd
faulty() {
    fault=$1 status=0
    shift
    [ -d cwd ] || cp -R files cwd
    (cd cwd && exec timeout 60 env COUNTED=../counted FAULT="$fault" LD_PRELOAD=../faults.so TMPDIR=. "$POSENC" "$@" > ../out 2> ../err < /dev/null) ||
        status=$?
}

# one line, of posenc or about the file that can't be read
one_line() {
    { IFS= read -r line && ! read -r more; } < err && case $status$line in [12]'posenc: '?* | 2'config.json: '?*) ;; *) false ;; esac
}

# lawful HOW WORST: is that what a run with a fault may leave?
lawful() {
    if [ $status = $wanted ] && command cmp -s wanted_err err; then
        command cmp reference out && diff -r after cwd || return 1
        rm -rf cwd
        return
    fi
    case $status in
    1 | "$2")
        case $1 in short | signal) echo "this is no failure"; return 1 ;; esac
        one_line && diff -r files cwd && { [ ! -s out ] || cmp --bytes="$(wc -c < out)" out reference; }
        ;;
    *) false ;;
    esac
}

# spread COUNT: numbers from 1 to COUNT, as many as are tried
spread() {
    awk -v n="$1" -v most=$most 'BEGIN {
        if (n <= most) for (k = 1; k <= n; k++) print k
        else for (k = 0; k < most; k++) print 1 + int(k * (n - 1) / (most - 1))
    }'
}

# stands CALLS HOWS WORD...: faults of these calls, in each HOW, at places of the command; at least one makes the run fail,
# unless the run can do without such calls
stands() {
    calls=$1 hows=$2 places=0 bad=0 failed=0
    shift 2
    case $calls in open | read) worst=2 ;; *) worst=1 ;; esac
    rm -rf cwd after
    faulty "$calls 0 once" "$@"
    wanted=$status
    [ $wanted = 0 ] && [ ! -s err ] || [ $wanted = 2 ] || { cat err; return 1; }
    mv cwd after && mv out reference && mv err wanted_err
    read -r total < counted
    for place in $(spread "$total"); do
        for how in $hows; do
            places=$((places + 1))
            faulty "$calls $place $how" "$@"
            [ $status = $wanted ] && command cmp -s wanted_err err || failed=$((failed + 1))
            lawful $how $worst > why 2>&1 && continue
            bad=$((bad + 1))
            echo "$calls $place of $total, $how: exit status $status"
            cat why err | head -n 20
            rm -rf cwd
        done
    done
    case $calls in allocate | thread) failed=1 ;; esac
    echo "$places faults: $failed failures, $bad unlawful"
    [ $places -gt 0 ] && [ $failed -gt 0 ] && [ $bad = 0 ]
}

table='--max-len 40 --d-model 32 -o t.h'
pair="--component cos,sin $table"
long_pair='--component cos,sin --positions-file list --d-model 64 --literal hex -o t.h'
raw='--max-len 9000 --d-model 64 --threads 3 -o t.bin'
model='--model config.json --max-len 20 -o t.h'
build='build two.ini'
audit='audit nine.npy --max-len 9 --d-model 6 --json'
plot='plot --max-len 20 --d-model 8 -o t.svg'
check_rows "$root/tests/files/faults.tsv"
plan
