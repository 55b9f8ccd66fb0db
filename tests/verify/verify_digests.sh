#!/bin/sh
# SPDX-License-Identifier: MIT
# The digests of the tables of 131072 x 512, entry by entry from the reference engine.
CMOCKA_MESSAGE_OUTPUT=TAP exec "$(dirname "${POSENC:-build/posenc}")/tests/unit_digest" long
