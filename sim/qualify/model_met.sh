#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify/model_met.sh BUILD STAGE PLACE NAME: which mutants a log, its words (STAGE decode) or a
# unit test (unit) reach: rows "mutant stage place name" in BUILD/mutants/met. A mutant that it does
# not reach it cannot notice. PLACE is the place of NAME in the order of its stage.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source sim/common.sh
[ $# = 4 ] || die 2 'usage: sim/qualify/model_met.sh BUILD STAGE PLACE NAME'
dir=$1/mutants stage=$2 place=$3 name=$4
met=$dir/met/$stage.$place
if [ "$stage" = unit ]; then
    command=("$dir/unit/$name")
elif [ "$stage" = decode ]; then
    command=(sim/qualify/model_words.sh "$dir" "$name")
else
    printf '%s\n' "$name" '# end' >"$met.list" || die 4 "cannot write to $dir"
    mv "$met.list" "$dir/logs/met.$name.list" && command=("$dir/bin/spe-both" tell "$dir/logs/met.$name.list")
fi
SPE_MET=$met.bytes SPE_MUTANT=0 "${command[@]}" >/dev/null 2>&1 || die 4 "$name fails without a mutant"
LC_ALL=C grep -oba $'\x01' "$met.bytes" | cut -d : -f 1 | sed "s/\$/\t$stage\t$place\t$name/" >"$met.rows"
rm -f "$met.bytes" "$dir/logs/met.$name.list"
