#!/bin/sh
# SPDX-License-Identifier: MIT-0
# Prints C source with the rows of these files: sh rows_to_c.sh FILE... Each section of presets.ini becomes a row of the array
# presets[], whose name is the section's name, and so on. A key is a member of the row; in presets and aliases another key is a word,
# and the compiler knows its name. Enumerators, numbers and booleans are written without quotes. A line
# that begins with blanks goes on with the value above it; an explanation keeps its lines, and so do a rule's formula and help, and
# what more a command says. Files of one name, such as the commands.ini of each tree, become one array.
#
# With --names first, prints a header instead: the enumeration of a file's sections, in their order. With --choices the enumerations of
# the choices of sections that have a key values. With --into FOLDER first, writes FOLDER/rows.c and these headers, in FOLDER/rows/;
# a header whose text is the same keeps its time.
# named NAME FILE...: the files of that name
named() {
    named_so=$1
    shift
    printf '%s\n' "$@" | grep -x "\(.*/\)\{0,1\}$named_so"
}
names='' choices=''
if [ "$1" = --into ]; then
    into=$2
    shift 2
    write() { # write NAME ARGUMENT...: a header
        header=$into/rows/$1.h
        shift
        sh "$0" "$@" > "$header.new" || exit
        if cmp -s "$header.new" "$header"; then rm "$header.new"; else mv "$header.new" "$header"; fi
    }
    mkdir -p "$into/rows" && sh "$0" "$@" > "$into/rows.c.new" || exit
    for rows in elements words formats rope_types scaling_rules run_options; do
        # shellcheck disable=SC2046 # names of files without blanks
        write $rows --names $(named "$rows.ini" "$@")
    done
    write choices --choices "$@"
    mv "$into/rows.c.new" "$into/rows.c"
    exit
fi
case $1 in
--names) names=1 && shift ;;
--choices) choices=1 && shift ;;
esac
[ ! "$choices" ] || printf '#ifndef POSENC_ROWS_CHOICES_H\n#define POSENC_ROWS_CHOICES_H\n'
for file in $(printf '%s\n' "$@" | sed 's,.*/,,' | awk '!seen[$0]++'); do
    # shellcheck disable=SC2046 # names of files without blanks
    awk -v rows="${file%.ini}" -v names=$names -v choices=$choices '
        function refuse(why) {
            print FILENAME ":" FNR ": " why > "/dev/stderr"
            failed = 1
            exit 1
        }
        function constant(name) {
            gsub(/-/, "_", name)
            return prefix[rows] toupper(name)
        }
        function key_constant(name) {
            gsub(/-/, "_", name)
            return "ROPE_" toupper(name)
        }
        function print_names(tag, values, count, first, end, k) {
            printf "enum %s {\n", tag
            for (k = 1; k <= count; k++)
                printf "    %s%s,\n", values[k], k == 1 ? first : ""
            printf "%s};\n", end == "" ? "" : "    " end "\n"
        }
        function print_keys(n, one, k, given, name) { # of a rule of scaling
            printf "     .keys = {"
            n = split(value, one, " ")
            for (k = 1; k <= n; k++) {
                given = one[k]
                gsub(/[][]/, "", given)
                name = given
                sub(/=.*/, "", name)
                sub(/.*=/, "", given)
                printf "{\"%s\", %s, ", name, given ~ /^[A-Z]/ ? one[k] ~ /^\[/ ? "\"\"" : "NULL" : "\"" given "\""
                printf "%s, ", given ~ /^[A-Z]/ ? "\"" given "\"" : "NULL"
                printf "%s}, ", key_constant(name)
            }
            print "},"
        }
        function flush(n, choice, k) { # the value, which is complete
            if (key == ".keys") {
                print_keys()
            } else if (key == ".choices") {
                printf "     .choices = (const char *const[]){"
                n = split(value, choice, " ")
                for (k = 1; k <= n; k++)
                    printf "\"%s\", ", choice[k]
                print "NULL},"
            } else if (key == ".run") { # a function
                printf "     .run = %s,\n", value
            } else if ((type[rows] key) in constants) { # one of C, or a sum of flags
                if (value !~ /^-?[0-9]/)
                    gsub(/-/, "_", value)
                gsub(/ /, " | " constants[type[rows] key], value)
                printf "     %s = %s%s,\n", key, constants[type[rows] key], toupper(value)
            } else if ((type[rows] in has_answers) && value == "yes") {
                printf "     %s = true,\n", key
            } else if (key != "") {
                if (key == ".factors") # as in a file, one a line
                    gsub(/ /, "\\n", value)
                printf "     %s = \"%s\",\n", key, value
            }
            key = ""
        }
        BEGIN {
            type["presets"] = type["aliases"] = "preset"
            type["families"] = "model_family"
            type["known_keys"] = "known_key"
            type["gguf_architectures"] = "gguf_architecture"
            type["other_configs"] = "other_config"
            type["rope_types"] = "rope_type"
            type["words"] = "word_row"
            type["formats"] = "format_row"
            type["run_options"] = "word_row"
            type["commands"] = "command"
            type["elements"] = "element"
            type["published_rules"] = "published_rule"
            type["scaling_rules"] = "rope_rule"
            facts = " preset head about explanation search square parameters repository path function revision "
            constants["word_row.needs"] = constants["format_row.features"] = "FEATURE_"
            constants["format_row.content"] = "CONTENT_"
            constants["format_row.most_bytes"] = constants["command.operands"] = ""
            n = split("precision emin factor fraction lowest highest bytes onnx", numbers, " ")
            for (k = 1; k <= n; k++)
                constants["element." numbers[k]] = ""
            has_answers["element"] = has_answers["format_row"] = has_answers["rope_rule"] = 1
            member["default"] = "fallback"
            if (rows == "formats") { # an array of three
                member["literals"] = "literals[0]"
                member["narrow-literals"] = "literals[1]"
                member["fixed-literals"] = "literals[2]"
            }
            indexed["words"] = "WORDS" # by the value of its enumeration that a row is named as
            indexed["formats"] = "FORMATS"
            indexed["elements"] = "ELEMENTS"
            indexed["rope_types"] = "ROPE_TYPES"
            indexed["scaling_rules"] = "RULES"
            prefix["elements"] = "TYPE_"
            prefix["formats"] = "FORMAT_"
            prefix["rope_types"] = "ROPE_"
            prefix["scaling_rules"] = "RULE_"
            header["presets"] = header["aliases"] = header["words"] = "words/presets.h"
            header["elements"] = "element/element.h"
            header["formats"] = "words/format.h"
            header["families"] = header["known_keys"] = header["rope_types"] = header["gguf_architectures"] = header["other_configs"] = "model/model.h"
            header["scaling_rules"] = header["published_rules"] = "table/scaling.h"
            header["run_options"] = "cli/options.h"
            tag["words"] = "word"
            tag["run_options"] = "run_option"
            tag["elements"] = "element_type"
            tag["formats"] = "format"
            tag["rope_types"] = "rope"
            tag["scaling_rules"] = "scaling_rule"
            end["run_options"] = "OPTIONS"
            first["run_options"] = " = WORDS"
            if (!names && !choices) {
                printf "\n"
                for (k = 1; k < (rows == "commands" ? ARGC : 2); k++) { # the function of a command is declared in FOLDER/FOLDER.h
                    folder = ARGV[k]
                    sub(/\/[^\/]*$/, "", folder)
                    sub(/.*\//, "", folder)
                    printf "#include \"%s\"\n", rows == "commands" ? folder "/" folder ".h" : header[rows]
                }
                printf "\nconst struct %s %s[%s] = {\n", type[rows], rows, indexed[rows]
            }
        }
        { gsub(/\\/, "\\\\"); gsub(/"/, "\\\"") }
        /^[#;]/ || /^$/ { next }
        names && /^\[.+\]$/ { named[++sections] = constant(substr($0, 2, length($0) - 2)) }
        names && /^constant = / { named[sections] = $3 }
        names && /^keys = / {
            for (k = 3; k <= NF; k++) {
                name = $k
                gsub(/^\[|=.*/, "", name)
                if (!(name in seen))
                    key_named[++keys] = key_constant(name)
                seen[name]
            }
        }
        choices && /^choices = / { given = $0 }
        choices && /^values = / {
            count = split(given, one, " ")
            for (k = 3; k <= count; k++) {
                gsub(/[-,]/, "_", one[k])
                one[k - 2] = toupper($3 "_" one[k])
            }
            print_names($3, one, count - 2, "")
        }
        names || choices || /^(constant|values) = / { next }
        /^[ \t]/ {
            if (key == "")
                refuse("no value goes on here")
            if (key == ".explanation" || key == ".more" || key == ".formula" || key == ".help") {
                sub(/^    /, "")
                value = value (value == "" ? "" : "\\n") $0
            } else {
                sub(/^[ \t]+/, "")
                value = value " " $0
            }
            next
        }
        /^\[.+\]$/ {
            flush()
            name = substr($0, 2, length($0) - 2)
            printf "%s    %s{.name = \"%s\",\n", sections++ ? "    },\n" : "", indexed[rows] ? "[" constant(name) "] = " : "", name
            split("", seen)
            next
        }
        {
            flush()
            sub(/ =$/, " = ")
            equals = index($0, " = ")
            if (!equals || !sections)
                refuse("neither a section nor a key with its value")
            key = substr($0, 1, equals - 1)
            value = substr($0, equals + 3)
            if (key in seen)
                refuse("the section has this key twice")
            seen[key]
            word = type[rows] == "preset" && !index(facts, " " key " ")
            if (key in member)
                key = member[key]
            gsub(/-/, "_", key)
            key = word ? ".given[" toupper(key) "]" : "." key
        }
        END {
            if (failed)
                exit 1
            if (names) {
                print_names(tag[rows], named, sections, first[rows], end[rows] ? end[rows] : indexed[rows])
                if (keys)
                    print_names("rope_value", key_named, keys, "", "ROPE_VALUES")
                exit
            }
            if (choices)
                exit
            flush()
            printf "%s%s};\n", sections ? "    },\n" : "", indexed[rows] ? "" : "    {0},\n"
        }' $(named "$file" "$@") || exit 1
done
[ ! "$choices" ] || echo '#endif'
