#!/bin/sh
# SPDX-License-Identifier: MIT-0
# Prints C source that holds these templates: sh to_c.sh FILE...
# A line "%% include FILE" of a template stands for the lines of that file, which then is no template of its own.
# Their bytes are numbers, because a C99 compiler needn't take strings of more than 4095 characters.
names=
echo '#include "emit/template.h"'
for file in "$@"; do
    grep -q "%% include ${file##*/} " "$@" && continue
    name=${file##*/}
    name=${name%.*}
    names="$names $name"
    printf '\nstatic const char %s[] = {\n' "$name"
    awk -v folder="${file%/*}" '
        !($1 ~ /%%$/ && $2 == "include") { print; next }
        { while ((getline line < (folder "/" $3)) > 0) print line }' "$file" |
        od -An -v -tu1 | sed 's/[0-9][0-9]*/&,/g'
    echo '};'
done
printf '\nconst struct template_text built_in_templates[] = {\n'
for name in $names; do
    printf '    {"%s", %s, sizeof %s},\n' "$name" "$name" "$name"
done
printf '    {0, 0, 0},\n};\n'
