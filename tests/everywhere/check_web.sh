# SPDX-License-Identifier: MIT
# The page of build/web in headless Chromium: what it shows and makes by clicks and keys, and its answers to every command.
. "$(dirname "$0")/../tap.sh"
export POSENC TOOLS="$root/build/everywhere" SHOTS="${SHOTS-}" CHROMIUM=
for name in chromium chromium-browser google-chrome; do
    [ "$CHROMIUM" ] || CHROMIUM=$(command -v $name) || :
done
page="$root/tests/everywhere/check_web.mjs"
requires 'the page' "$root/build/web: make web" "$TOOLS/node_modules/playwright-core: make deps check-everywhere" "${CHROMIUM:-chromium}" node
node "$page" --names > "$dir/names"
present "$dir/names"
while read -r name; do
    check "$name" node "$page" "$name" < /dev/null
done < "$dir/names"
if in_pattern Chromium; then
    . "$root/tests/everywhere/commands.sh"
    answers "$dir/commands" "$dir/native" "$POSENC" && node "$page" --answers "$files" < "$dir/commands" > "$dir/chromium" || exit 1
    compared Chromium "$dir/chromium"
fi
plan
