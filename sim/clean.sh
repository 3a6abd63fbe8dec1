#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# clean.sh DIR [KEEP]: remove the output directory DIR, or all that is in it but KEEP. Only a directory that a build has marked
# as its output is touched, and when nobody builds or tests in it.
set -euo pipefail
source "$(dirname "$0")/common.sh"
source "$(dirname "$0")/lock.sh"
dir=$1 keep=${2:-}
[ -e "$dir" ] || exit 0
why=$("$(dirname "$0")/outdir.sh" "$dir")
[ -z "$why" ] || die 2 "O=$dir: $why"
[ -f "$dir/.spe-output" ] || die 2 "O=$dir: no output of this project (no .spe-output in it)"
lock_output "$dir"
if [ -n "$keep" ]; then
    # The lock stays for those that wait for it.
    find "$dir" -mindepth 1 -maxdepth 1 ! -name "$keep" ! -name .spe-output ! -name .lock -exec rm -rf {} +
else
    rm -rf "$dir"
fi
