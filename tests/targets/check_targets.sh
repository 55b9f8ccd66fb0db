#!/bin/sh
# Tables in firmware: on each target the accessors give every byte of the raw table, and the tables stay in flash.
. "$(dirname "$0")/../tap.sh"
targets=$root/tests/targets
. "$targets/targets.sh"
export LC_ALL=C
cd "$dir" || exit 1

digest() {
    ${CC:-cc} -O2 -o fnv "$targets/fnv.c" && [ "$(printf foobar | ./fnv)" = 85944171f73967e8 ]
}
check 'the digest of foobar is that of its authors' digest

# --- a table, and a firmware of tables

c_type() {
    case $1 in
    f32) echo float ;;
    q7) echo int8_t ;;
    q15) echo int16_t ;;
    q31) echo int32_t ;;
    esac
}

# table FILE WAYS TYPE ROWS COLUMNS WORD...: FILE is NAME.h, or NAME.c if the linkage is extern. Beside it, NAME.walks is
# what walk.c is to do, WAYS being some of COPY ROW AT; NAME.lines is what it prints if each entry is that of the raw
# table; NAME.bytes is the size of its arrays.
table() {
    file=$1 name=${1%.*} ways=$2 type=$3 size="--type $3 --max-len $4 --d-model $5"
    shift 5
    "$POSENC" --name $name $size --accessor yes $words "$@" -o $file &&
        "$POSENC" $size --format raw --endian little -o raw && [ -s raw ] && digest=$(./fnv < raw) || return 1
    wc -c < raw > $name.bytes
    for way in $ways; do echo "$way($name, $(c_type $type))"; done > $name.walks
    for way in $ways; do echo "$name $way $digest"; done | tr A-Z a-z > $name.lines
}
unwalked() { # unwalked NAME: its bytes are not to be in the firmware
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
    in_ram none.elf > wanted && in_ram $1 | diff wanted -
}
in_ram() {
    "${tools}size" -A $1 | awk '/^\.(data|bss|tdata|tbss) / { print $1, $2; n++ } END { exit n < 2 }'
}

works() { # works ELF NAMES OPTION...
    firmware "$@" && prints $1 "$2" && placed $1 "$2"
}

# --- what is checked on each target, whose words are `target`'s

full() { # full TYPE
    table t.h "$ways" $1 $rows 64 && works t.elf t
}
each_level() {
    for level in 0 1 2 3 s; do
        works t.elf t -O$level || { echo "at -O$level"; return 1; }
    done
}
two() {
    rm -f a.* b.*
    table a.h "$ways" q15 $rows 64 && table b.h "$ways" q7 $rows 64 && works two.elf 'a b'
}
# Of two tables one isn't walked. With static linkage the compiler drops it, with extern the linker.
unused() { # unused FILE_A FILE_B OPTION...
    rm -f a.* b.*
    table $1 "$ways" q15 $rows 64 && unwalked a && table $2 "$ways" q7 $rows 64 || return 1
    sources=$(ls a.c b.c 2> /dev/null)
    shift 2
    works one.elf 'a b' $sources "$@" && "${tools}nm" one.elf > symbols && grep -q ' b$' symbols &&
        ends 1 grep -E ' a(_.*)?$' symbols
}

# What these checks are there to find, they do find.
wrong_entry() {
    table t.h "$ways" q15 $rows 64 &&
        awk '!done && sub(/^ *-?[0-9]+,/, "7,") { done = 1 } 1' t.h > other && unlike t.h other && mv other t.h &&
        firmware t.elf t && ends 1 prints t.elf t
}
in_data() {
    table t.h "$ways" q15 50 64 && works t.elf t && sed 's/^static const /static /' t.h > other && unlike t.h other &&
        mv other t.h && firmware t.elf t && prints t.elf t && ends 1 placed t.elf t
}
not_dropped() {
    ends 1 unused a.c b.c -Wl,--no-gc-sections && prints one.elf b && "${tools}nm" one.elf | grep ' a$'
}

for name in $all_targets; do
    target $name
    why=$(target_lacks)
    [ ! "$why" ] || { skip "$title" "$why"; continue; }
    check "$title: firmware without a table" firmware none.elf ''
    for type in f32 q15 q7; do
        check "$title: full $type" full $type
    done
    check "$title: -O0 to -O3, -Os" each_level
    check "$title: two tables in one image" two
    check "$title: an unused table is dropped, static" unused a.h b.h
    check "$title: an unused table is dropped, extern" unused a.c b.c
    check "$title: a wrong entry is found" wrong_entry
    check "$title: a table in RAM is found" in_data
    check "$title: a table that isn't dropped is found" not_dropped
done
cd /
plan
