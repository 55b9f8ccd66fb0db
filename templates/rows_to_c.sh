#!/bin/sh
# Prints C source that holds the rows of these files: sh rows_to_c.sh FILE... Each section of presets.ini is a row of the array
# presets[], with the section's name as its name, and so on. A key is a member of the row, and in presets and aliases, where it isn't
# one, a word, whose name the compiler knows. A line that begins with blanks goes on with the value above it.
echo '#include "words/model_facts.h"'
echo '#include "words/presets.h"'
for file in "$@"; do
    rows=${file##*/}
    awk -v rows="${rows%.ini}" '
        function refuse(why) {
            print FILENAME ":" FNR ": " why > "/dev/stderr"
            failed = 1
            exit 1
        }
        function flush() { # the value, which is complete
            if (key != "")
                printf "     %s = \"%s\",\n", key, value
            key = ""
        }
        BEGIN {
            type["presets"] = type["aliases"] = "preset"
            type["families"] = "model_family"
            type["known_keys"] = "known_key"
            type["published_rules"] = "published_rule"
            facts = " preset about parameters repository path function revision "
            printf "\nconst struct %s %s[] = {\n", type[rows], rows
        }
        { gsub(/\\/, "\\\\"); gsub(/"/, "\\\"") }
        /^[#;]/ || /^$/ { next }
        /^[ \t]/ {
            if (key == "")
                refuse("no value goes on here")
            sub(/^[ \t]+/, "")
            value = value " " $0
            next
        }
        /^\[.+\]$/ {
            flush()
            name = substr($0, 2, length($0) - 2)
            printf "%s    {.name = \"%s\",\n", sections++ ? "    },\n" : "", name
            split("", seen)
            next
        }
        {
            flush()
            equals = index($0, " = ")
            if (!equals || !sections)
                refuse("neither a section nor a key with its value")
            key = substr($0, 1, equals - 1)
            value = substr($0, equals + 3)
            if (key in seen)
                refuse("the section has this key twice")
            seen[key]
            word = type[rows] == "preset" && !index(facts, " " key " ")
            gsub(/-/, "_", key)
            key = word ? ".given[" toupper(key) "]" : "." key
        }
        END {
            if (failed)
                exit 1
            flush()
            printf "%s    {0},\n};\n", sections ? "    },\n" : ""
        }' "$file" || exit 1
done
