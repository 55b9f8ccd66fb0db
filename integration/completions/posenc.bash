# bash completion of posenc: commands, their options, values, presets and tables, as posenc help --json has them.

# _posenc_names PREFIX FIRST LAST PATTERN: the rows of the sections from FIRST to LAST whose line matches
_posenc_names() {
    sed -n "/^\"$2\"/,/^\"$3\"/s/^  \"\([^\"]*\)\": .*$4.*/$1\1/p" <<< "$help"
}
_posenc() {
    local program=$1 word=$2 before=$3 name=${COMP_WORDS[1]} help row list=
    # bash takes = for a separate word
    if [ "$word" = = ]; then
        word=
    elif [ "$before" = = ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    help=$("$program" help --json 2> /dev/null) || return
    COMPREPLY=()
    compopt +o nospace 2> /dev/null
    if [[ $before == -* ]]; then
        [ "$before" = -o ] && before=--output
        row=$(sed -n "/^\"words\"/,/^\"formats\"/s/^  \"${before#--}\"//p" <<< "$help")
        case $before$row in
        --preset*) mapfile -t COMPREPLY < <(compgen -W "$(_posenc_names '' presets)" -- "$word"); return ;;
        *'"value": "file"'*) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
        *'"value": "folder"'*) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
        *'"value": "choice"'*) row=${row#*'"choices": ["'} row=${row%%'"]'*}
            mapfile -t COMPREPLY < <(compgen -W "${row//'", "'/ }" -- "$word"); return ;;
        *'"value": "none"'*) ;;
        *'"value": '*) return ;;
        esac
    fi
    if [[ $word == -* ]]; then
        [[ $name == -* ]] || list="\"commands\": \[[^]]*\"$name\""
        list=$(_posenc_names -- words formats "$list")
    elif [ "$COMP_CWORD" = 1 ]; then
        list=$(_posenc_names '' commands words)
    elif [ "$name" = help ]; then
        list=$(_posenc_names '' commands formats)
    elif [ "$name" = build ] && [ "$COMP_CWORD" -gt 2 ] && [ -f "${COMP_WORDS[2]}" ]; then
        list=$("$program" build "${COMP_WORDS[2]}" --list 2> /dev/null | cut -f 1)
    else
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        [ "$name" = presets ] && list=$(_posenc_names '' presets)
    fi
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$list" -- "$word")
}
complete -F _posenc posenc
