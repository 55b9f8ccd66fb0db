# Programs for other systems answer every command as the native one does: build/posenc.exe under Wine, and the package of
# npm in node.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/everywhere/commands.sh"
answers "$dir/native" "$POSENC" || exit 1

# On a busy machine one run of some hundreds ends with status 1 without a word, as posenc never does, and not again: it is tried
# again.
on_wine() {
    for try in 1 2 3; do
        wine_status=0
        wine "$root/build/posenc.exe" "$@" > "$dir/wine.out" 2> "$dir/wine.err" || wine_status=$?
        [ $wine_status != 1 ] || [ -s "$dir/wine.out" ] || [ -s "$dir/wine.err" ] || continue
        break
    done
    [ $try = 1 ] || echo "# try $try: $*" >> "$dir/tries"
    cat "$dir/wine.out"
    cat "$dir/wine.err" >&2
    return $wine_status
}

if [ ! -f "$root/build/posenc.exe" ]; then
    skip Windows 'no build/posenc.exe: make windows'
elif here Windows wine; then
    export WINEDEBUG=-all LC_ALL=C.UTF-8 # arguments have 7 bits in Wine's locale C
    answers "$dir/windows" on_wine && compared Windows "$dir/windows"
    [ ! -f "$dir/tries" ] || cat "$dir/tries"
fi

if [ ! -d "$root/build/npm" ]; then
    skip node 'no build/npm: make npm'
elif here node node; then
    answers "$dir/node" node "$root/build/npm/bin.js" && compared node "$dir/node"
fi

plan
