#!/bin/sh
# Each change that `make mutants` makes to the sources still finds its place in them.
SEDS=y exec sh "$(dirname "$0")/../verify/mutants.sh"
