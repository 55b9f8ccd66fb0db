# bash completion of posenc: commands, their options, values, presets and tables, as the program lists them.
_posenc() {
    local program=$1 word=$2 before=$3 name=${COMP_WORDS[1]} value help commands options
    # presets begin lines; the other names are a list
    local presets='s/^\([a-z][a-z0-9-]*\)  .*/\1/p; /under other names:$/,/^$/s/^    //p'
    # bash takes = for a separate word
    if [ "$word" = = ]; then
        word=
    elif [ "$before" = = ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    help=$("$program" --help 2> /dev/null) || return
    commands=$(printf '%s\n' "$help" | sed -n 's/^\(Usage:\)\{0,1\} *posenc \([a-z][a-z]*\).*/\2/p')
    options=$(printf '%s\n' "$help" | sed -n 's/^  .*\(--[a-z][a-z-]*\).*/\1/p')
    COMPREPLY=()
    compopt +o nospace 2> /dev/null
    if [[ $before == -* ]]; then
        [ "$before" = -o ] && before=--output
        value=$(printf '%s\n' "$help" | sed -n "s/^ .*$before \([^ ]*\).*/\1/p" | head -n 1)
        [ "$before" = --preset ] && value=$("$program" presets | sed -n "$presets" | tr -s ', \n' '|')
        case $value in
        FILE*) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
        DIR*) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
        *'|'*) mapfile -t COMPREPLY < <(compgen -W "${value//|/ }" -- "$word"); return ;;
        [A-Z]*) return ;;
        esac
    fi
    if [[ $word == -* ]]; then
        # what the help of a command names is what it takes
        [[ $'\n'$commands$'\n' == *$'\n'"$name"$'\n'* ]] && options=$("$program" help "$name" | grep -o -e '--[a-z][a-z-]*')
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    elif [ "$COMP_CWORD" = 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$word")
    elif [ "$name" = help ]; then
        mapfile -t COMPREPLY < <(compgen -W "$commands ${options//--/}" -- "$word")
    elif [ "$name" = build ] && [ "$COMP_CWORD" -gt 2 ] && [ -f "${COMP_WORDS[2]}" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$("$program" build "${COMP_WORDS[2]}" --list 2> /dev/null | cut -f 1)" -- "$word")
    else
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        [ "$name" = presets ] &&
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$("$program" presets | sed -n "$presets" | tr , " ")" -- "$word")
    fi
}
complete -F _posenc posenc
