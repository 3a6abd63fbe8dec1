#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# clean.sh DIR [KEEP...]: remove the output directory DIR, or all that is in it but each KEEP. Only a directory that a build has marked
# as its output is touched, and when nobody builds, tests or simulates in it.
set -euo pipefail
source "$(dirname "$0")/common.sh"
source "$(dirname "$0")/lock.sh"
dir=$1
keep=("${@:2}")
[ -e "$dir" ] || exit 0
why=$("$(dirname "$0")/outdir.sh" "$dir")
[ -z "$why" ] || die 2 "O=$dir: $why"
[ -f "$dir/.spe-output" ] || die 2 "O=$dir: no output of this project (no .spe-output in it)"
lock_output "$dir"
# A simulation that plays holds the lock of its own directory, a night that of its file. Others may have begun while one was
# waited for.
waited=1
while [ "$waited" = 1 ]; do
    waited=0
    for held in "$dir"/out/*/*/.lock "$dir"/nightly/live/*; do
        [ -e "$held" ] || continue
        exec {run}<"$held"
        flock -n "$run" || { waited=1 && echo "waiting for the run or night of ${held%/.lock}" >&2 && flock "$run"; }
        exec {run}<&-
    done
done
if [ "${#keep[@]}" != 0 ]; then
    # The lock stays for those that wait for it.
    stay=()
    for name in "${keep[@]}"; do stay+=(! -name "$name"); done
    find "$dir" -mindepth 1 -maxdepth 1 "${stay[@]}" ! -name .spe-output ! -name .lock -exec rm -rf {} +
else
    rm -rf "$dir"
fi
