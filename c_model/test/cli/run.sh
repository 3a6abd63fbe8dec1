#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD [GROUP...]: test the command lines and their reaction to bad input: exit status, one
# clear line, no false verdict. Each other file of this folder is a group, apart from lib.sh and
# nights_lib.sh. Some groups need more than BUILD/bin/spe (sim/jobs.tsv): sim batch closure front
# bisect mend slurm need BUILD/v1p0_min/spu_sim, wave wave_runs debug debug_waves need
# BUILD/bin/spe-wave.
# Without GROUP all run except bisect, debug_waves, mend, shrink and wave_runs. With QUICK=1 some
# groups play one case of each kind. The last line is "COUNT passed failed skipped". SPE names an
# executable to test in place of BUILD/bin/spe.
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
# A full disk, under a name of this run. A program that removes its output after an error then
# removes the name, and not the device. Otherwise the next program would make a file in place of the
# device, and this file would accept everything.
full=$work/full
ln -s /dev/full "$full"

# executes DIR: programs can be run there. They cannot if DIR is mounted noexec.
executes() {
    printf '#!/bin/sh\n' >"$1/try" && chmod +x "$1/try" && "$1/try"
} 2>/dev/null

[ $# != 0 ] || set -- general config configs decode log logread bias cover explain edge both abi install place engine chunks page lists night parts nights kept broken resume code first_bad wave debug sim batch closure front slurm
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
