#!/bin/sh
# No type is rounded from f32, for tables of 131072 rows.
LONG=y exec sh "$(dirname "$0")/../exact/check_chains.sh"
