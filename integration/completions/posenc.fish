# fish completion of posenc: commands, their options, values, presets and tables, as the program lists them.
function __posenc_help
    posenc --help 2>/dev/null
end
function __posenc_command
    __posenc_help | string match -rg '^(?:Usage:)? *posenc ([a-z]+)'
end
function __posenc_all_options
    __posenc_help | string match -rg '^  .*(--[a-z][a-z-]*)'
end
# what the help of a command names is what it takes
function __posenc_options
    set -l words (commandline -opc)
    if test (count $words) -gt 1; and contains -- $words[2] (__posenc_command)
        posenc help $words[2] | string match -arg '(--[a-z][a-z-]*)' | sort -u
    else
        __posenc_all_options
    end
end
function __posenc_presets
    posenc presets | string match -rg '^([a-z][a-z0-9-]*)  '
    # the other names are a list
    posenc presets | sed -n '/under other names:$/,/^$/s/^    //p' | string split -n ', ' | string trim -c ', '
end
# the values of the option before the cursor, or nothing
function __posenc_values
    set -l before (commandline -opc)[-1]
    test "$before" = -o; and set before --output
    if test "$before" = --preset
        __posenc_presets
        return
    end
    set -l value (__posenc_help | string match -rg -- "^ .*$before ([^ ]+)")[1]
    switch "$value"
        case 'FILE*' 'DIR*'
            __fish_complete_path (commandline -ct)
        case '*|*'
            string split '|' -- $value
    end
end
function __posenc_needs_value
    set -l before (commandline -opc)[-1]
    test "$before" = -o; and return 0
    string match -q -- '--*' $before; and __posenc_help | string match -qr -- "^ .*$before [A-Za-z]\\S*\\S(\\s|\$)"
    and not __posenc_help | string match -qr -- "^ .*$before   "
end
# is this the command?
function __posenc_is
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test "$words[2]" = $argv[1]
end
function __posenc_tables
    set -l words (commandline -opc)
    test (count $words) -gt 2; and posenc build $words[3] --list 2>/dev/null | string replace -r '\t.*' ''
end
complete -c posenc -f
complete -c posenc -n __posenc_needs_value -a '(__posenc_values)'
complete -c posenc -n 'not __posenc_needs_value' -a '(__posenc_options)'
complete -c posenc -n 'not __posenc_needs_value; and test (count (commandline -opc)) = 1' -a '(__posenc_command)'
complete -c posenc -n 'not __posenc_needs_value; and __posenc_is build' -a '(__posenc_tables) (__fish_complete_suffix .ini)'
complete -c posenc -n 'not __posenc_needs_value; and __posenc_is help' -a '(__posenc_command) (__posenc_all_options | string sub -s 3)'
complete -c posenc -n 'not __posenc_needs_value; and __posenc_is presets' -a '(__posenc_presets)'
complete -c posenc -n 'not __posenc_needs_value; and test (count (commandline -opc)) -gt 1; and not __posenc_is build; and not __posenc_is help' -F
