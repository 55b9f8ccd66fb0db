# SPDX-License-Identifier: MIT
# The commands of posenc in a page: in blocks of a shell, that is those without a language, and indented ones. One that goes on
# after a backslash is one line. awk -f commands.awk PAGE
/^```/ { inside = !inside; shell = inside && ($0 == "```" || /^```(sh|console)/); next }
inside && !shell { next }
!inside && !/^    / && !going { next }
{ line = $0; sub(/^ *([$] )?/, "", line) }
going || line ~ /^(build\/)?posenc / {
    going = line ~ /\\$/
    printf "%s", going ? substr(line, 1, length(line) - 1) : line "\n"
}
