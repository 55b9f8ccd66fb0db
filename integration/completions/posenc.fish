# fish completion of posenc: options, their values, tables and commands as `posenc --help` tells them.
function __posenc_help
    posenc --help 2>/dev/null
end
function __posenc_options
    __posenc_help | string match -rg '^  .*(--[a-z][a-z-]*)'
end
# the values of the option before the cursor, or nothing
function __posenc_values
    set -l before (commandline -opc)[-1]
    test "$before" = -o; and set before --output
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
function __posenc_command
    __posenc_help | string match -rg '^(?:Usage:)? *posenc ([a-z]+)'
end
function __posenc_tables
    set -l words (commandline -opc)
    test (count $words) -gt 2; and posenc build $words[3] --list 2>/dev/null | string replace -r '\t.*' ''
end
complete -c posenc -f
complete -c posenc -n __posenc_needs_value -a '(__posenc_values)'
complete -c posenc -n 'not __posenc_needs_value' -a '(__posenc_options)'
complete -c posenc -n 'not __posenc_needs_value; and test (count (commandline -opc)) = 1' -a '(__posenc_command)'
complete -c posenc -n 'not __posenc_needs_value; and contains -- build (commandline -opc)' -a '(__posenc_tables) (__fish_complete_suffix .ini)'
complete -c posenc -n 'not __posenc_needs_value; and test (count (commandline -opc)) -gt 1; and not contains -- build (commandline -opc)' -F
