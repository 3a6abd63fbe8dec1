#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# clean.sh DIR [KEEP...]: remove the output directory DIR, or everything in it except each KEEP. It
# only touches a directory that a build has marked as its output, and only when nobody builds, tests
# or simulates in it.
set -euo pipefail
source "$(dirname "$0")/common.sh"
source "$(dirname "$0")/lock.sh"
dir=$1
keep=("${@:2}")
[ -e "$dir" ] || exit 0
why=$("$(dirname "$0")/outdir.sh" "$dir")
[ -z "$why" ] || die 2 "O=$dir: $why"
[ -f "$dir/.spe-output" ] || die 2 "O=$dir: no output of this project (no .spe-output in it)"
# A process that waits for this one to end must not be waited for.
! is_locked "$dir" || die 2 "O=$dir: the make that has started this one works there"

# busy: set `busy` to what is in use: a directory locked by a simulation that plays, a file locked
# by a night, or output locked by another user of it, such as a closure or a bisection (use_output).
busy() {
    local held run
    for held in "$dir/.using" "$dir"/out/*/*/.lock "$dir"/nightly/live/*; do
        { exec {run}<"$held"; } 2>/dev/null || continue
        flock -n "$run" || busy=$held
        exec {run}<&-
        [ -z "$busy" ] || return 0
    done
    return 1
}

# That process may build something before it ends, and others may begin meanwhile: do not hold the
# lock of the directory while waiting.
while [ -e "$dir" ] && lock_output "$dir" && busy= && busy; do
    exec 9>&-
    case $busy in
    */.using) echo "waiting for $(cat "$busy" 2>/dev/null)" >&2 ;;
    *) echo "waiting for the run or night of ${busy%/.lock}" >&2 ;;
    esac
    { exec {run}<"$busy"; } 2>/dev/null || continue
    flock "$run"
    exec {run}<&-
done
[ -e "$dir" ] || exit 0
if [ "${#keep[@]}" != 0 ]; then
    # Keep the lock file for the processes that wait for it.
    stay=()
    for name in "${keep[@]}"; do stay+=(! -name "$name"); done
    find "$dir" -mindepth 1 -maxdepth 1 "${stay[@]}" ! -name .spe-output ! -name .lock -exec rm -rf {} +
else
    rm -rf "$dir"
fi
