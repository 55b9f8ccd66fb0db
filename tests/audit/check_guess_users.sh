#!/bin/sh
# SPDX-License-Identifier: MIT
# The arrays of users: the table of each real system in f32, bf16, f16 and printed with four places, each plain, without its first
# rows, with rows of zeros behind it, and transposed. --guess names nearly all, and none by words that make another table. It prints
# the counts, and the arrays that aren't named. Slow columns in few bits say nothing, so fewer are named there. SYSTEMS=PATTERN
# chooses systems by the names of their files, as `case` does, and then nothing is counted as missing; FATES=FILE keeps a line for
# each array.
. "$(dirname "$0")/../tap.sh"
requires 'arrays of users' long
golden=$root/tests/golden/systems

# text SHAPE FILE: its floats as an array of C, with four places
text() {
    echo "const float t$1 = {" && od -An -v -t f4 -w4 "$2" | awk '{ printf "%.4ff,\n", $1 }' && echo '};'
}
# array TYPE FORM: leaves the array in `array`, or `array.c`, and the words for --guess in $guessed; fails if there is no such table
array() {
    element=$1 axes='--axes position-major' sizes='' rows=${words#*--max-len }
    rows=${rows%% *}
    [ "$1" != places ] || element=f32
    [ "$2" != transposed ] || axes='--axes channel-major'
    (cd "$golden" && "$POSENC" $words --type $element $axes --format raw -o "$dir/array") 2> refused || return 1
    bytes=$(($(wc -c < array) / rows))
    case $2 in
    sliced)
        case $words in *--grid*) return 1 ;; esac
        tail -c +$((3 * bytes + 1)) array > part && mv part array && rows=$((rows - 3))
        ;;
    padded)
        head -c $((2 * bytes)) /dev/zero >> array && rows=$((rows + 2))
        ;;
    esac
    guessed="array --max-len $rows --type $element"
    [ "$1" = places ] || return 0
    sizes="[$rows][$((bytes / 4))]" guessed=array.c
    [ "$2" != transposed ] || sizes="[$((bytes / 4))][$rows]"
    text "$sizes" array > array.c
}
# near: are two texts the same, except for units of the last place that float32 code leaves?
near() {
    paste -d ' ' "$1" "$2" | tr -d f, | awk '$1 ~ /[0-9]/ && ($1 - $2) ^ 2 > 1.01e-4 ^ 2 { exit bad = 1 } END { exit bad || NR < 4 }'
}
# made COMMAND: writes the table of the command to `again`
made() {
    case $1 in
    *'--component cos,sin'*)
        for component in cos sin; do
            eval "\"\$POSENC\" $(echo "$1" | sed "s/cos,sin/$component/") --format raw" || return 1
        done > again
        ;;
    *) eval "\"\$POSENC\" $1 --format raw -o again" ;;
    esac < /dev/null
}
# fate TYPE: named, none, or other, which is words of another table
fate() {
    "$POSENC" audit $guessed --guess > said 2>&1
    case $?$(head -n 1 said) in
    '1no match') echo none && return ;;
    0posenc*) command=$(sed -n '1s/^posenc --/--/p' said) ;;
    *) echo other && return ;;
    esac
    if made "$command" && if [ "$1" = places ]; then text "$sizes" again > again.c && near array.c again.c; else command cmp -s array again; fi; then
        echo named
    else
        echo other
    fi
}
# all: a line for each array: its type, form, fate, system, and the first line of the report
all() {
    sed 1d "$golden/words.tsv" | while IFS=$tab read -r file words; do
        # shellcheck disable=SC2254 # a pattern
        case ${file%.f32} in loftr-48x32-buggy) continue ;; ${SYSTEMS:-*}) ;; *) continue ;; esac
        for type in f32 bf16 f16 places; do
            for form in plain sliced padded transposed; do
                array $type $form || continue
                printf '%s\t%s\t%s\t%s\t%s\n' $type $form "$(fate $type)" "${file%.f32}" "$(head -n 1 said)"
            done
        done
    done
}
all > fates
[ ! "${FATES:-}" ] || cp fates "$FATES"
awk -F '\t' '$3 != "named" { print "# not named: " $4 ", " $1 ", " $2 ": " $5 }' fates
awk -F '\t' '{ n[$1 " " $2]++; named[$1 " " $2] += $3 == "named" }
    END { for (k in n) print "# " k ": " named[k] " of " n[k] " named" }' fates | sort
# enough: of each type and form, at least nine of ten arrays are named
enough() {
    [ "${SYSTEMS:-}" ] || awk -F '\t' '{ n[$1 $2]++; named[$1 $2] += $3 == "named" }
        END { for (k in n) { kinds++; few += 10 * named[k] < 9 * n[k] || n[k] < 40 }; exit few > 0 || kinds < 16 }' fates
}
check 'no array is named by words of another table' [ "$(wc -l < fates)" -gt 0 -a "$(grep -c "${tab}other$tab" fates)" = 0 ]
check 'nine of ten arrays of each type and form are named' enough
plan
