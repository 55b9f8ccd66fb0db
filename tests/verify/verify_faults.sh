#!/bin/sh
# Memory that runs out, and calls that fail, at each place of a run, or 2000 of them. Fifteen minutes.
FAULTS=2000 exec sh "$(dirname "$0")/../files/check_faults.sh"
