#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify/model_build.sh BUILD RUNS SEED: make BUILD/mutants/libspe.a, the model with RUNS of its
# mutants, drawn by the text SEED, and BUILD/mutants/mutants.tsv. WHERE and KEYS of the environment
# narrow the draw (sim/mutate-model.sh). The variable SPE_MUTANT selects one mutant, and SPE_MET
# names a file for which were reached (select/select.h); without, or with 0, it is the model as it
# is. What the compiler refuses is left out by its key (BUILD/mutants/unbuilt). Nothing else of
# BUILD is touched.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source sim/common.sh
[ $# = 3 ] || die 2 'usage: sim/qualify/model_build.sh BUILD RUNS SEED'
build=$(realpath -m "$1") runs=$2 seed=$3
dir=$build/mutants
TRIES=5
mapfile -t sources < <(find c_model/src -name '*.[ch]' | sort)
narrower=() # a draw of some alone
[ -z "${WHERE:-}" ] || narrower+=(--where "$WHERE")
[ -z "${KEYS:-}" ] || narrower+=(--only "$KEYS")
# A library has no warnings to give where a mutant compares a number with itself; what runs is to be
# built fast.
flags=(-std=c11 -O1 -w -fPIC -D_FILE_OFFSET_BITS=64 -I"$dir/src/c_model/src" -Ic_model/include -Ic_model/members -Isim/qualify/select -include select.h)
# `make test` plays the unit tests under sanitizers, too: what one of them would say traps here.
flags+=(-fsanitize=undefined -fsanitize-undefined-trap-on-error)

# mutated: the sources with the mutants.
mutated() {
    local file
    rm -rf "$dir/src" && for file in "${sources[@]}"; do mkdir -p "$dir/src/$(dirname "$file")" || die 4 "cannot write to $dir"; done
    "$build/qualify/mutate_c" --out "$dir" --unbuilt "$dir/unbuilt" --draw "$runs" --seed "$seed" --include c_model/include --include c_model/members \
        --include c_model/src "${narrower[@]}" "${sources[@]}" || exit
    cp sim/qualify/select/select.c "$dir/src/" || die 4 "cannot write to $dir"
}

# compiled: all objects; what the compiler says goes to compile.log.
compiled() {
    local ccache
    ccache=$(command -v ccache || true)
    export ccache CC
    find "$dir/src" -name '*.c' -print0 | xargs -0 -P "${JOBS:-2}" -I{} bash -c '$ccache $CC "${@:2}" -c -o "${1%.c}.o" "$1"' - {} "${flags[@]}" \
        >"$dir/compile.log" 2>&1
}

# refused: keys of the mutants that stand in a line where the compiler finds an error, or in one of
# a macro.
refused() {
    local file line number
    sed -nE 's/^([^:]+\.[ch]):([0-9]+):[0-9]+: (error: |note: in expansion of macro ).*/\1 \2/p' "$dir/compile.log" | sort -u | while read -r file line; do
        sed -n "${line}p" "$file" | grep -oE 'spe_is\([0-9]+' | while IFS="(" read -r _ number; do
            awk -F'\t' -v n="$number" '$1 == n { print $2 }' "$dir/mutants.tsv"
        done
    done | sort -u
}

mkdir -p "$dir" && touch "$dir/unbuilt" || die 4 "cannot write to $dir"
sim/qualify/tools.sh "$build" c || exit
for ((try = 0; ; try++)); do
    mutated
    ! compiled || break
    keys=$(refused)
    [ -n "$keys" ] && [ $try -lt $TRIES ] || die 4 "the mutated model does not compile: $dir/compile.log"
    echo "$keys" >>"$dir/unbuilt"
done
rm -f "$dir/libspe.a" && find "$dir/src" -name '*.o' -print0 | sort -z | xargs -0 ar rcs "$dir/libspe.a" || die 4 "cannot write to $dir"
