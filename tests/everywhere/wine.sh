# SPDX-License-Identifier: MIT
# For scripts that run Wine, before they source tap.sh: runs the script again without random addresses. Wine's loader lies at
# 0x7d000000, and Linux begins its heap anywhere in the gigabyte after it. If that is on 0x7ffe0000, where Windows has data of its
# own, Wine ends with status 1, without a word if WINEDEBUG is -all: 2 of 11,000 runs of a program that only returns 0.
if [ ! "${addresses-}" ] && setarch -R true 2> /dev/null; then
    addresses=fixed exec setarch -R sh "$0" "$@"
fi
