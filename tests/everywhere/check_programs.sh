# SPDX-License-Identifier: MIT
# Programs for other systems answer every command as the native one does: build/posenc.exe under Wine, and the package of
# npm in node.
. "$(dirname "$0")/wine.sh"
. "$(dirname "$0")/../tap.sh"
. "$root/tests/everywhere/commands.sh"
answers "$dir/commands" "$dir/native" "$POSENC" || exit 1

if [ ! -f "$root/build/posenc.exe" ]; then
    skip Windows 'no build/posenc.exe: make windows'
elif here Windows wine; then
    export WINEDEBUG=-all LC_ALL=C.UTF-8 # arguments have 7 bits in Wine's locale C
    answers "$dir/commands" "$dir/windows" wine "$root/build/posenc.exe" && compared Windows "$dir/windows"
fi

if [ ! -d "$root/build/npm" ]; then
    skip node 'no build/npm: make npm'
elif here node node; then
    answers "$dir/commands" "$dir/node" node "$root/build/npm/bin.js" && compared node "$dir/node"
fi

plan
