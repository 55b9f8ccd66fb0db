#!/bin/sh
# 2000 random tables: --guess names none wrongly.
TABLES=2000 exec sh "$(dirname "$0")/../audit/check_guess_random.sh"
