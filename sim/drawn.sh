#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# drawn.sh N [COMMIT [CONFIG]]: print N faults of sim/faults/list.tsv that the scoreboard finds, one
# a line; with CONFIG, only faults of that configuration. They are drawn by the hash of a commit
# (HEAD): those whose name, appended to that hash, has the smallest SHA-256. A measurement over them
# is one over faults that nobody has chosen.
set -euo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# -ge 1 ] && [ $# -le 3 ] && [[ $1 =~ ^[1-9][0-9]*$ ]] || die 2 'usage: sim/drawn.sh N [COMMIT [CONFIG]]'
whole sim/faults/list.tsv
hash=$(git rev-parse --verify -q "${2:-HEAD}^{commit}") || die 2 "no commit '${2:-HEAD}'"
awk -F'\t' -v config="${3:-}" '!/^#/ && (config == "" || $2 == config) && $5 !~ /^(hole|void)\./ { print $1 }' sim/faults/list.tsv | sort -u | while read -r fault; do
    echo "$(printf '%s %s' "$hash" "$fault" | sha256sum | cut -c1-64) $fault"
done | sort | awk -v n="$1" 'NR <= n { print $2 }'
