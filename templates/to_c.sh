#!/bin/sh
# Prints C source that holds these templates: sh to_c.sh FILE...
# Their bytes are numbers, because a C99 compiler needn't take strings of more than 4095 characters.
names=
echo '#include "emit/template.h"'
for file in "$@"; do
    name=${file##*/}
    name=${name%.*}
    names="$names $name"
    printf '\nstatic const char %s[] = {\n' "$name"
    od -An -v -tu1 "$file" | sed 's/[0-9][0-9]*/&,/g'
    echo '};'
done
printf '\nconst struct template_text built_in_templates[] = {\n'
for name in $names; do
    printf '    {"%s", %s, sizeof %s},\n' "$name" "$name" "$name"
done
printf '    {0, 0, 0},\n};\n'
