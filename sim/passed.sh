#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# passed.sh DIR: CONFIG.TEST.SEED of each run of `make regress` that was judged as passed, now or
# before. The runs of a job that failed do not count, whatever the job says of them: the failure may
# be another one.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 1 ] || die 2 "usage: sim/passed.sh DIR"
[ ! -e "$1/results.before" ] || awk '$1 == "PASS" { print $6 }' "$1/results.before" || die 4 "cannot read $1/results.before"
for rows in "$1"/rows/*.results; do
    [ -e "$rows" ] || continue
    job=$1/results/$(basename "$rows" .results)
    [ ! -e "$job" ] || ! grep -q '^FAIL' "$job" || continue
    awk '$1 == "PASS" { print $5 }' "$rows" || die 4 "cannot read $rows"
done
