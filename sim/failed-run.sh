#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# failed-run.sh RUN [BUILD]: before anything is built, refuse a RUN that is not the directory of a
# failed run. With BUILD, print the simulator that its command names, if the build of this tree
# makes it there.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/command.sh
failed_run "${1:-}"
[ $# = 2 ] || exit 0
words_of "$1"
[ -d "$folder" ] || folder=$PWD # a clone that is gone, say
sim=$(realpath -ms --relative-to="$(realpath -m "$2")" "$(cd "$folder" && realpath -m "${words[0]:-}")")
config=${sim%/spu_sim}
! [[ $config =~ ^[a-z0-9_]+(-(waves|nosva|asan))?$ && -f rtl/configs/${config%-*}.cfg ]] || echo "$2/$sim"
