#!/bin/sh
# SPDX-License-Identifier: MIT
# Tables in firmware: on each target the accessors give every byte of the raw table, and the tables stay in flash.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/types.sh"
targets=$root/tests/targets
. "$targets/targets.sh"

${CC:-cc} -O2 -o fnv "$targets/fnv.c" || exit 1
check 'the digest of foobar is that of its authors' [ "$(printf foobar | ./fnv)" = 85944171f73967e8 ]

# --- a table, and a firmware of tables

# table FILE WAYS TYPE ROWS COLUMNS WORD...: FILE is NAME.h, or NAME.c if the linkage is extern. Beside it, NAME.walks is
# what walk.c is to do, WAYS being some of COPY ROW AT; NAME.lines is what it prints if each entry is that of the raw
# table; NAME.bytes is the size of its arrays.
table() {
    file=$1 name=${1%.*} ways=$2 type=$3 size="--type $3 --max-len $4 --d-model $5 ${positions-}"
    shift 5
    "$POSENC" --name $name $size --accessor yes $words "$@" -o $file &&
        "$POSENC" $size --format raw --endian little -o raw && [ -s raw ] && digest=$(./fnv < raw) || return 1
    case " $* " in
    *' --factored exact '*) small_bytes $file ;;
    *) wc -c < raw ;;
    esac > $name.bytes
    for way in $ways; do echo "$way($name, $(c_type_of $type))"; done > $name.walks
    for way in $ways; do echo "$name $way $digest"; done | tr '[:upper:]' '[:lower:]' > $name.lines
}
small_bytes() { # small_bytes FILE: what its banner says
    sed -n 's,^ \* \([0-9]*\) bytes of arrays; .*,\1,p' "$1" | grep .
}
unwalked() { # unwalked NAME: the firmware must not contain its bytes
    : > $1.walks && : > $1.lines && echo 0 > $1.bytes
}

# firmware ELF NAMES OPTION...: walks these tables
firmware() {
    elf=$1 names=$2
    shift 2
    {
        for name in $names; do echo "#include \"$name.h\""; done
        echo '#define WALKS' $(for name in $names; do cat $name.walks; done)
    } > walks.h
    target_link $elf -I . "$@" "$targets/walk.c"
}

# prints ELF NAMES: the digests of the raw tables
prints() {
    { echo start cbf29ce484222325; for name in $2; do cat $name.lines; done; } > wanted &&
        target_run $1 > printed && diff wanted printed
}

# placed ELF NAMES: all their bytes are in sections that are only read, and RAM holds what it holds without a table
placed() {
    for name in $2; do
        "${tools}nm" -S -t d $1 | awk -v name=$name '
            $4 ~ "^" name "(_(coarse|fine)(_low)?)?$" && $3 ~ /[rRtT]/ { bytes += $2 }
            END { print bytes + 0 }' | diff $name.bytes - || return 1
    done
    in_ram none.elf | with_texts "$2" > wanted && in_ram $1 | diff wanted -
}
# The names that walk.c prints are in RAM on an AVR, whose pointers don't reach flash.
with_texts() {
    [ $target = avr ] || { cat; return; }
    texts=$(for name in $1; do cat $name.lines; done | awk '{ bytes += length($1 $2) + 3 } END { print bytes + 0 }')
    awk -v texts=$texts '$1 == ".data" { $2 += texts } 1'
}
in_ram() {
    "${tools}size" -A $1 | awk '/^\.(data|bss|tdata|tbss) / { print $1, $2; n++ } END { exit n < 2 }'
}

works() { # works ELF NAMES OPTION...
    firmware "$@" && prints $1 "$2" && placed $1 "$2"
}

# --- the checks on each target, with the words of `target`

full() { # full TYPE
    table t.h "$ways" $1 $rows 64 && works t.elf t
}
factored() { # factored TYPE
    table t.h 'COPY AT' $1 512 64 --factored exact && works t.elf t
}
# guards TYPE BYTES POSITIONS: a table that 8 guard bits can't make exact takes 16
guards() {
    (positions=$3 && factored $1 && [ $(cat t.bytes) = $2 ] && grep ' 16 guard bits; ' t.h)
}
# Five tables in one image; two on the simulated AVR, where five take half a minute
each_level() {
    types='f32 q31 q15 q7' failed=0
    [ $target != avr ] || types=q15
    table full.h "$ways" q7 $rows 64 || return 1
    for type in $types; do
        table $type.h 'COPY AT' $type 512 64 --factored exact || return 1
    done
    for level in 0 1 2 3 s; do
        firmware none.elf '' -O$level && works t.elf "full $types" -O$level || { echo "at -O$level"; failed=1; }
    done
    firmware none.elf '' && [ $failed = 0 ]
}
# Operations with the target's int, which has 16 bits on an AVR; an undefined one is noticed.
trapped() { # trapped OPTION...
    firmware t.elf t "$@" -fsanitize=undefined -fsanitize-undefined-trap-on-error && prints t.elf t
}
nothing_undefined() {
    table t.h 'COPY AT' q15 100 64 --factored exact && trapped && trapped -Os &&
        sed 's/(uint16_t)p_\.middle_ \* q_\.middle_/p_.middle_ * q_.middle_/' t.h > other && unlike t.h other && mv other t.h && ends 134 trapped
}
# Of three tables two aren't walked. With static linkage the compiler drops it, with extern the linker.
unused() { # unused FILE_A FILE_B OPTION...
    rm -f a.* b.* c.*
    table $1 "$ways" q15 $rows 64 && unwalked a && table $2 'COPY AT' q15 512 64 --factored exact && unwalked b &&
        table c.h "$ways" q7 $rows 64 || return 1
    sources=$(ls a.c b.c 2> /dev/null)
    shift 2
    works one.elf 'a b c' $sources "$@" && "${tools}nm" one.elf > symbols && grep -q ' c$' symbols &&
        ends 1 grep -E ' [ab](_.*)?$' symbols
}

# What assert adds to an image, in KB, as forms.md says for newlib and newlib-nano
asserts() { # asserts KB OPTION...
    kilobytes=$1
    shift
    "$POSENC" --max-len 50 --d-model 64 --type q15 --name t --accessor yes -o t.h && printf '#include "t.h"\nint main(int c, char **v) {\n    return t_at((unsigned)c, v != 0);\n}\n' > m.c || return 1
    for define in NDEBUG OTHER; do
        "${tools}gcc" -mthumb -mcpu=cortex-m4 -Os -D$define "$@" --specs=nosys.specs -ffunction-sections -Wl,--gc-sections -o m.elf m.c 2> said ||
            { cat said; return 1; }
        "${tools}size" m.elf | awk 'NR == 2 { print $1 }'
    done > sizes
    awk -v kilobytes=$kilobytes 'NR == 1 { without = $1 } END { more = ($1 - without) / 1000; exit !(more > kilobytes - .5 && more < kilobytes + .5) }' sizes ||
        { cat sizes; return 1; }
    grep -q "brings some 13 KB of stdio, newlib-nano's 7" "$root/docs/forms.md"
}

# These checks find the faults that they are meant to find.
wrong_entry() { # wrong_entry ROWS WORD...
    wrong_rows=$1
    shift
    table t.h 'COPY AT' q15 $wrong_rows 64 "$@" &&
        awk '!done && sub(/^ *-?[0-9]+,/, "7,") { done = 1 } 1' t.h > other && unlike t.h other && mv other t.h &&
        firmware t.elf t && ends 1 prints t.elf t
}
in_data() { # in_data WORD...
    if [ $target = avr ]; then # without PROGMEM
        (words= && table t.h 'COPY AT' q15 50 64 "$@" && firmware t.elf t -Wno-error=cpp 2> said &&
            grep -q 'this table takes RAM' said && prints t.elf t && ends 1 placed t.elf t)
        return
    fi
    table t.h 'COPY AT' q15 50 64 "$@" && works t.elf t && sed 's/^static const /static /' t.h > other && unlike t.h other &&
        mv other t.h && firmware t.elf t && prints t.elf t && ends 1 placed t.elf t
}
not_dropped() {
    ends 1 unused a.c b.c -Wl,--no-gc-sections && prints one.elf c && "${tools}nm" one.elf > symbols &&
        grep ' a$' symbols && grep ' b_copy$' symbols
}
flash_full() {
    table t.h "$ways" q15 2048 64 && ends 1 firmware t.elf t 2> said && grep 'region .flash. overflowed' said
}

for name in $all_targets; do
    target $name
    why=$(target_lacks)
    [ ! "$why" ] || { skip "$title" "$why"; continue; }
    check_rows "$root/tests/targets/targets.tsv" each "title=$title" "rows=$rows"
    case $target in m0 | m4f | avr) check_rows "$root/tests/targets/targets.tsv" $target "title=$title" ;; esac
done
plan
