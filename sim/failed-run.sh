#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# failed-run.sh RUN [BUILD]: refuses, before anything is built, what is no directory of a run that has failed. With BUILD: prints
# the simulator that its command names, if that is one which is built there from this tree.
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
