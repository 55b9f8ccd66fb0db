#!/bin/sh
# SPDX-License-Identifier: MIT
# User's templates: a language that isn't built in, the documented values, and the errors of bad templates.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/forms/tables.sh"
docs=$root/docs

# --- the documented example, read by its language

reads() { # reads TYPE LITERAL [FORM-OF-BITS]
    "$POSENC" $(words_of $1) --type $1 --literal $2 --template "$docs/example.lua" -o table.lua &&
        "$POSENC" $(words_of $1) --type $1 --format raw -o table.raw && $lua "$root/tests/forms/readers/read.lua" table.lua ${3:-} | cmp - table.raw
}
lua=
for program in lua5.4 lua5.3 lua; do
    [ "$lua" ] || { has $program && [ "$($program -e 'print(string.pack and 1)')" = 1 ] && lua=$program; }
done
if [ "$lua" ]; then check_rows "$root/tests/forms/templates.tsv" lua; else skip 'example.lua' 'no lua of 5.3 or later'; fi

# --- one line a row

csv() { # csv ROWS COLUMNS: comma-separated values, with the row in front, are those of JSON
    printf '%s\n' '%% rows unbroken' '@row@,@each@@value@@comma@' '%% end' > csv.txt
    "$POSENC" --max-len $1 --d-model $2 --template csv.txt --literal shortest -o table.csv &&
        "$POSENC" --max-len $1 --d-model $2 -o table.json &&
        sed -n '/"table"/,$p' table.json | tr -d ' \n' | sed 's/"table":\[//; s/\]\]}*//; s/\],\[/\n/g; s/\[//g' > want.csv &&
        echo >> want.csv && cut -d, -f2- table.csv | cmp - want.csv && [ "$(wc -l < table.csv)" = $1 ] &&
        cut -d, -f1 table.csv | cmp - rows
}
seq 0 6 > rows

# --- the same bytes for all threads and outputs, and for CR LF or a last line without a line end

table='--max-len 3000 --d-model 40 --name t'
needed "$POSENC" $table --template "$docs/example.lua" --threads 1 -o one.lua
any_threads() {
    for threads in 2 3 7; do
        "$POSENC" $table --template "$docs/example.lua" --threads $threads -o many.lua && cmp one.lua many.lua || return 1
    done
}
# streams TEMPLATE WORD...: the same bytes on standard output
streams() {
    piped "$POSENC" $table --template "$@" | cmp one.lua -
}
if_changed() {
    "$POSENC" $table --template "$docs/example.lua" -o again.lua && cmp one.lua again.lua && touch -d 2001-01-01 again.lua &&
        "$POSENC" $table --template "$docs/example.lua" --if-changed -o again.lua && [ "$(date -r again.lua +%Y)" = 2001 ]
}
mkdir with_cr without_end
awk '{ printf "%s\r\n", $0 }' "$docs/example.lua" > with_cr/example.lua
printf %s "$(cat "$docs/example.lua")" > without_end/example.lua

# --- each instruction, and the text that it makes

# makes TEMPLATE TEXT [WORD...]: the template makes TEXT for 3 rows of 2, both in the escapes of printf %b
makes() {
    printf %b "$1" > template.txt && printf %b "$2" > want.txt && shift 2 &&
        "$POSENC" --max-len 3 --d-model 2 --type q7 --name t --template template.txt -o got.txt "$@" && diff want.txt got.txt
}
holes_of_lines() { # each line of a value begins with what stands before it in the first one
    printf '%s\n' '-- @name@, @columns@: @formula@.' '%% rows' '@value@' '%% end' > t.txt &&
        "$POSENC" --max-len 1 --d-model 4 --template t.txt --name zz > filled && at_least 3 filled && sed '$d' filled > comment &&
        ends 1 grep -v '^-- zz, 4: ' comment && tail -n 2 filled | head -n 1 | grep '\.$'
}
two_of_lines() { # the second value's lines begin with what stands before it in its own first line
    printf '%s\n' '-- @formula@ -- @formula@ --' '%% rows' '@value@' '%% end' > two.txt && printf '%s\n' @formula@ '%% rows' '@value@' '%% end' > one.txt &&
        "$POSENC" --max-len 1 --d-model 4 --template two.txt > two && "$POSENC" --max-len 1 --d-model 4 --template one.txt > one &&
        sed '$d' one > formula && at_least 2 formula && awk '{ line[NR] = $0 } END {
            for (k = 1; k < NR; k++) print "-- " line[k]
            for (k = 1; k <= NR; k++) print "-- " line[NR] " -- " line[k] (k == NR ? " --" : "")
        }' formula > want && sed '$d' two | diff want -
}
two_sections() {
    printf '%s\n' 'first @formula@' '%% rows' '@value@' '%% end' between '%% rows unbroken' '@row@:@each@[@value@@comma@]' \
        '%% end' last > template.txt
    "$POSENC" --max-len 3 --d-model 2 --type q7 --template template.txt -o got.txt &&
        printf '%s\n' '0 127' '108 69' '116 -53' between '0:[0,][127]' '1:[108,][69]' '2:[116,][-53]' last > want.txt &&
        grep -v '^first ' got.txt | diff want.txt - && [ "$(grep -c '^first ' got.txt)" -gt 1 ]
}
long_lines() {
    printf '%s\n' '%% rows' '  .long @each@$@value@@comma@' '%% end' > template.txt
    "$POSENC" --max-len 2 --d-model 10001 --template template.txt -o long.txt &&
        awk 'length($0) > 99 || !/^  \.long \$[^,]*(, \$[^,]*)*$/ { print; bad = 1 } END { exit bad }' long.txt &&
        tr -s ' ,' '\n' < long.txt | grep -c '^[$]' | grep -qx 20002
}

# --- the values as documented

sed -n '/^## Values/,$s/^| \(`[^|]*\) |.*/\1/p' "$docs/templates.md" | tr -cs 'a-z_0-9' '\n' | grep . | sort > documented
grep -oE '((add[a-z_]*|template_value)\([a-z]+, "[a-z_0-9]+"|\{"[a-z_0-9]+", +[A-Z])' "$root/gen/emit/template_values.c" |
    sed 's/.*"\(.*\)".*/\1/' | sort -u > written
each_is_there() {
    while read -r name; do
        printf '%s\n' '%% arrays' "@$name@" '%% end' '%% rows' '@value@' '%% end' > template.txt
        rm -f got.txt && "$POSENC" --max-len 3 --d-model 2 --template template.txt -o got.txt && [ -s got.txt ] || return 1
    done < documented
}
language() {
    for part in '%% if' '%% rows' '%% parts' '%% arrays' @value@ @bytes@ @each@ @comma@ @row@ @position@; do
        grep -q "\`$part" "$docs/templates.md" || { echo "no $part"; return 1; }
    done
}

# --- bad ones

# bad MESSAGE [WORD...]: template.txt is refused, written into a file or to standard output
bad() {
    case $1 in
    ../*) message=$1 ;;
    *) message="posenc: $1" ;;
    esac
    shift
    for output in pe.txt -; do
        refused "$message" --max-len 3 --d-model 4 --template ../template.txt -o $output "$@" || return 1
    done
}
# bad_text TEXT: refused as the check's name says
bad_text() {
    text "$1" && bad "${check_name#refused: }"
}
unnoticed() { # it has no place for the licence
    text "$rows" && bad "spdx 'MIT' needs '@notices@' in a line of template '../template.txt'" --spdx MIT
}
rows='# %% rows\n@value@\n# %% end\n'
# ifs DEPTH: DEPTH nested ifs
ifs() {
    awk -v depth="$1" 'BEGIN { for (k = 0; k < depth; k++) print "%% if type=f32"; print "deep"
        for (k = 0; k < depth; k++) print "%% end"; print "%% rows\n@value@\n%% end" }' > template.txt
}
nested() {
    ifs 16 && piped "$POSENC" --max-len 3 --d-model 4 --template template.txt | grep -qx deep
}
# bad_after MESSAGE COMMAND...: of a template that the command makes
bad_after() {
    bad_message=$1
    shift
    rm -rf template.txt && "$@" && bad "$bad_message"
}
text() {
    printf %b "$1" > template.txt
}
# sized BYTES: the rows of a table, and x up to that size
sized() {
    { printf %b "$rows" && head -c $(($1 - 27)) /dev/zero | tr '\0' x; } > template.txt && [ "$(wc -c < template.txt)" = "$1" ]
}
check_rows "$root/tests/forms/wrong_templates.tsv" 'one table'
check_rows "$root/tests/forms/templates.tsv" everywhere
plan
