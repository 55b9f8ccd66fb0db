# bash completion of posenc: options, their values, tables and commands as `posenc --help` tells them.
_posenc() {
    local program=$1 word=$2 before=$3 value help
    # = is a word of its own here
    if [ "$word" = = ]; then
        word=
    elif [ "$before" = = ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    help=$("$program" --help 2> /dev/null) || return
    COMPREPLY=()
    compopt +o nospace 2> /dev/null
    if [[ $before == -* ]]; then
        [ "$before" = -o ] && before=--output
        value=$(printf '%s\n' "$help" | sed -n "s/^ .*$before \([^ ]*\).*/\1/p" | head -n 1)
        case $value in
        FILE*) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
        DIR*) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
        *'|'*) mapfile -t COMPREPLY < <(compgen -W "${value//|/ }" -- "$word"); return ;;
        [A-Z]*) return ;;
        esac
    fi
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(printf '%s\n' "$help" | sed -n 's/^  .*\(--[a-z][a-z-]*\).*/\1/p')" -- "$word")
    elif [ "$COMP_CWORD" = 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(printf '%s\n' "$help" |
            sed -n 's/^\(Usage:\)\{0,1\} *posenc \([a-z][a-z]*\).*/\2/p')" -- "$word")
    elif [ "${COMP_WORDS[1]}" = build ] && [ "$COMP_CWORD" -gt 2 ] && [ -f "${COMP_WORDS[2]}" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$("$program" build "${COMP_WORDS[2]}" --list 2> /dev/null | cut -f 1)" -- "$word")
    else
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -F _posenc posenc
