#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify/sessions.sh N TEXT CONFIG...: the N sessions of random alone (sim/qualify.md): "CONFIG
# OPTIONS" (a tab) each. They go round the configurations, every second round with --races, and
# their seeds are drawn from TEXT.
set -u
[ $# -ge 3 ] || { echo 'usage: sim/qualify/sessions.sh N TEXT CONFIG...' >&2 && exit 2; }
awk -v n="$1" -v names="${*:3}" -v x=$((16#$(sha256sum <<<"$2" | cut -c1-7))) 'BEGIN {
    of = split(names, config, " ")
    for (k = 0; k < n; k++) {
        x = (x + 1) * 48271 % 2147483647 # Lehmer
        printf "%s\t--test random%s --seed %d\n", config[k % of + 1], int(k / of) % 2 ? " --races" : "", x
    }
}'
