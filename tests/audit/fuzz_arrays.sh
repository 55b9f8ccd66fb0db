#!/bin/sh
# SPDX-License-Identifier: MIT
# Hostile files under AddressSanitizer and UndefinedBehaviorSanitizer: changed copies of valid arrays of each kind.
#
#   FILES=400000   how many        SEED=1   which ones
. "$(dirname "$0")/../tap.sh"
files=${FILES:-400000} seed=${SEED:-1}
check "$files changed files, seed $seed" "$(dirname "$POSENC")/tests/fuzz_arrays_sanitized" "$dir" "$files" "$seed"
plan
