# fish completion of posenc: commands, their options, values, presets and tables, as posenc help --json has them.

# __posenc_names FIRST LAST PATTERN: the rows of the sections from FIRST to LAST whose line matches
function __posenc_names
    posenc help --json 2>/dev/null | sed -n "/^\"$argv[1]\"/,/^\"$argv[2]\"/s/^  \"\([^\"]*\)\": .*$argv[3].*/\1/p"
end
function __posenc_options
    set -l command (commandline -opc)[2]
    if string match -qr '^[^-]' -- "$command"
        set command "\"commands\": \[[^]]*\"$command\""
    else
        set command ''
    end
    __posenc_names words formats $command | sed 's/^/--/'
end
# the row of the option before the cursor, or nothing
function __posenc_row
    set -l before (string replace -r '^-o$' -- --output (commandline -opc)[-1])
    string match -q -- '--?*' "$before"
    and posenc help --json 2>/dev/null | sed -n "/^\"words\"/,/^\"formats\"/s/^  \"$(string sub -s 3 -- $before)\"//p"
end
function __posenc_values
    set -l row (__posenc_row)
    switch (commandline -opc)[-1]"$row"
        case '--preset*'
            __posenc_names presets none
        case '*"value": "file"*' '*"value": "folder"*'
            __fish_complete_path (commandline -ct)
        case '*"value": "choice"*'
            string match -rg '"choices": \["(.*?)"\]' -- $row | string split '", "'
    end
end
function __posenc_needs_value
    __posenc_row | string match -qv '*"value": "none"*'
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
complete -c posenc -n 'not __posenc_needs_value; and test (count (commandline -opc)) = 1' -a '(__posenc_names commands words)'
complete -c posenc -n 'not __posenc_needs_value; and __posenc_is build' -a '(__posenc_tables) (__fish_complete_suffix .ini)'
complete -c posenc -n 'not __posenc_needs_value; and __posenc_is help' -a '(__posenc_names commands formats)'
complete -c posenc -n 'not __posenc_needs_value; and __posenc_is presets' -a '(__posenc_names presets none)'
complete -c posenc -n 'not __posenc_needs_value; and test (count (commandline -opc)) -gt 1; and not __posenc_is build; and not __posenc_is help' -F
