#!/bin/sh
# SPDX-License-Identifier: MIT
# Hostile files under AddressSanitizer and UndefinedBehaviorSanitizer: changed copies of GGUF files.
#
#   FILES=400000   how many        SEED=1   which ones
. "$(dirname "$0")/../tap.sh"
. "$root/tests/words/gguf_samples.sh"
files=${FILES:-400000} seed=${SEED:-1}
samples || exit 1
check "$files changed files, seed $seed" "$tests/fuzz_gguf_sanitized" "$dir" "$files" "$seed" \
    one.gguf two.gguf three.gguf four.gguf five.gguf
plan
