# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced after common.sh by scripts that measure the effects of faults of sim/faults/list.tsv, one
# after the other: marked.sh, shrunk.sh.

# measure BUILD WHAT PROGRAMS FLAVOUR FILE FAULT...: call `one NAME CONFIG`, a function of the
# sourcing script, for each FAULT, after the SPU without it is built (BUILD/CONFIG, with FLAVOUR
# appended). The output goes to $top/lines, with $top = BUILD/WHAT, to stdout, and to FILE unless
# that is ''. With RESUME=1 the lines of FILE stay, and their faults are not measured again: an
# interrupted measurement continues. PROGRAMS, which the measurement needs, must have been built.
measure() {
    local build=$1 programs=$3 flavour=$4 file=$5 program name config configs
    top=$1/$2
    shift 5
    whole sim/faults/list.tsv
    for program in $programs; do built "$build" "bin/$program"; done
    mkdir -p "$top" || die 4 "cannot write to $top"
    fault_configs "$@" >"$top/list"
    mapfile -t configs < <(cut -f2 "$top/list" | sort -u)
    [ ${#configs[@]} != 0 ] || die 2 'sim/faults/list.tsv has none of these'
    configs=("${configs[@]/#/$build/}")
    sim/engine.sh "$build" build "${configs[@]/%/$flavour/spu_sim}" >&2 || exit
    : >"$top/lines"
    [ "${RESUME:-0}" = 0 ] || [ ! -s "$file" ] || awk -F'\t' 'NR == FNR { of[$1]; next } $1 in of' "$top/list" "$file" >"$top/lines"
    cut -f1 "$top/lines" >"$top/had"
    [ "${RESUME:-0}" = 1 ] || [ -z "$file" ] || : >"$file" || exit
    while IFS=$'\t' read -r -u 3 name config; do
        grep -qx "$name" "$top/had" || one "$name" "$config"
    done 3<"$top/list" | tee -a "$top/lines" ${file:+"$file"}
    [ -s "$top/lines" ] || die 4 'nothing was measured'
}
