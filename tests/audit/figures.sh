# SPDX-License-Identifier: MIT
# For the scripts of this folder about figures, to be sourced after tap.sh. A figure is f.svg, and its marks are f.marks.
# shellcheck disable=SC2154 # $dir and $root of tap.sh
audit=$root/tests/audit

# marked: the marks of f.svg, which is well-formed; all of them are within it
marked() {
    awk -f "$audit/marks.awk" f.svg > f.marks && awk -f "$audit/within.awk" f.marks
}
# texts CLASS: the texts of that class; element NAME: the texts of the elements of that name
texts() {
    awk -F '\t' -v class="$1" '$3 == class { print $8 }' f.marks
}
element() {
    awk -F '\t' -v name="$1" '$2 == name { print $8 }' f.marks
}
# drawn PROGRAM NAME=VALUE... FILE...: a program of this folder, with these values, finds the marks where the numbers require
drawn() {
    drawn_by=$1
    shift
    awk -f "$audit/near.awk" -f "$audit/$drawn_by.awk" "$@" f.marks
}
# from_bits FRACTION: from floats with a fraction of FRACTION bits, each as an integer on a line, to numbers with all digits
from_bits() {
    awk -v fraction="$1" '{ half = fraction > 10 ? 2 ^ 31 : 2 ^ 15; sign = $1 >= half ? -1 : 1; b = $1 % half
        e = int(b / 2 ^ fraction); f = b % 2 ^ fraction / 2 ^ fraction
        printf "%.17g\n", sign * (e ? (1 + f) * 2 ^ (e - 127) : f * 2 ^ -126) }'
}
# its_command: the command that the figure shows, without the name of the program
its_command() {
    element desc | sed 's/.*makes it again: posenc //'
}
# refuses LINE ARGUMENT...: refused, with only that line
refuses() {
    refuses_line=$1
    shift
    ends 2 "$POSENC" "$@" > report 2> said && [ ! -s report ] && echo "$refuses_line" | diff - said
}
# full ARGUMENT...: into a device that is always full
full() {
    ends 1 "$POSENC" "$@" /dev/full > report 2> said && grep '^posenc: /dev/full: ' said && [ "$(wc -l < said)" = 1 ]
}
