#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD [GROUP...]: the command lines and what they do with bad input: exit status, one clear
# line, no false verdict. Groups are the other files of this folder: general config decode log
# logread bias cover explain install abi place engine chunks page lists night parts nights kept
# broken resume code first_bad, and sim batch front bisect mend slurm, which need
# BUILD/v1p0_min/spu_sim, wave, wave_runs, debug and debug_waves, which need BUILD/bin/spe-wave.
# Without GROUP: all. With QUICK=1 some play a case of each kind. The last line is "COUNT passed
# failed skipped". SPE
# names another executable to test than BUILD/bin/spe.
set -u
cd "$(dirname "$0")/../../.." || exit 2
here=c_model/test/cli
# shellcheck source=c_model/test/cli/lib.sh
source $here/lib.sh
[ $# -ge 1 ] || { echo "run.sh: usage: $here/run.sh BUILD [GROUP...]" >&2; exit 2; }
build=$1
shift
SPE=${SPE:-$build/bin/spe}
[ -x "$build/bin/launch" ] || { echo "run.sh: $build/bin/launch is not built: make $build/bin/launch" >&2; exit 4; }
launcher=$(realpath "$build/bin/launch") || exit 4
export LC_ALL=C
exec </dev/null
unset MAKEFLAGS MAKELEVEL
work=$(mktemp -d) || exit 4
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT
# A disk that is full, by a name of this run: a program that removes what it could not write removes
# the name, not the device, in whose place the next one would make a file that takes everything.
full=$work/full
ln -s /dev/full "$full"

# executes DIR: programs can be run there, which is not so where it is mounted noexec.
executes() {
    printf '#!/bin/sh\n' >"$1/try" && chmod +x "$1/try" && "$1/try"
} 2>/dev/null

[ $# != 0 ] || set -- general config decode log logread bias cover explain edge both abi install place engine chunks page lists night parts nights kept broken resume code first_bad wave debug sim batch closure front slurm
for group in "$@"; do
    [ -f "$here/$group.sh" ] || { echo "run.sh: no group $group" >&2; exit 2; }
    [[ " general config decode log logread bias cover explain " == *" $group "* ]] || executes "$work" || {
        echo "run.sh: $group runs programs in $work, where none can be run (noexec?): TMPDIR=DIR names another place" >&2
        exit 4
    }
    [ -x "$build/bin/night" ] || ! grep -q 'build/bin/night' "$here/$group.sh" || {
        echo "run.sh: $build/bin/night, which $group needs, is not built: make $build/bin/night" >&2
        exit 4
    }
    # shellcheck source=/dev/null
    source "$here/$group.sh"
done
echo "COUNT $passed $failed $skipped"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
