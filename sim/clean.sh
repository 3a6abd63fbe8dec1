#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# clean.sh DIR [KEEP]: remove the output directory DIR, or all that is in it but KEEP. Only a directory that a build has marked
# as its output is touched, and when no make builds in it.
set -euo pipefail
source "$(dirname "$0")/common.sh"
dir=$1 keep=${2:-}
[ -e "$dir" ] || exit 0
why=$("$(dirname "$0")/outdir.sh" "$dir")
[ -z "$why" ] || die 2 "O=$dir: $why"
[ -f "$dir/.spe-output" ] || die 2 "O=$dir: no output of this project (no .spe-output in it)"
if [ -d "$dir/sum" ]; then
    exec 9>"$dir/sum/.build"
    flock 9
fi
if [ -n "$keep" ]; then
    # The lock stays for those that wait for it.
    find "$dir" -mindepth 1 -maxdepth 1 ! -name "$keep" ! -name .spe-output ! -name sum -exec rm -rf {} +
    [ ! -d "$dir/sum" ] || find "$dir/sum" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} +
else
    rm -rf "$dir"
fi
