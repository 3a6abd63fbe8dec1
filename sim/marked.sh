#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# marked.sh BUILD FAULT...: how far is the cycle that `make debug` marks from the one in which the fault first shows? For each
# fault of sim/faults/list.tsv (a FAULT may be a pattern) the logs that `make mutate` has left are explained, the faulty SPU
# is built with waves and played, and beside it the SPU without the fault: the true cycle is the first one in which a flop, or
# an output of the SPU, of the two differs; both have the same stimulus up to there. Prints a line for each, and how many
# cycles lie between in the median and the 90th percentile. A fault that only assertions, a test or coverage finds has no
# marked cycle, one found after more than MOST cycles (40000) is left out.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# -ge 2 ] || die 2 'usage: sim/marked.sh BUILD FAULT...'
build=$1 most=${MOST:-40000}
shift
whole sim/faults/list.tsv
command -v fst2vcd >/dev/null || die 4 'fst2vcd is needed (package gtkwave)'
top=$build/marked

# faulty NAME CONFIG: $top/NAME/spu_sim, the SPU with the fault, with waves.
faulty() {
    local work=$top/$1
    rm -rf "$work" && mkdir -p "$work/src/tb" && cp -r rtl dpi "$work/src/" && cp -r tb/sv "$work/src/tb/" &&
        cp "$build/$2/spe_cfg_pkg.sv" "$work/" || die 4 "cannot write to $work"
    patch -s -F0 -p1 -d "$work/src" <"sim/faults/$1.patch" >"$work/patch.log" 2>&1 || die 4 "sim/faults/$1.patch does not apply"
    sim/model.sh "$work" "$work/src" waves objects >"$work/build.log" 2>&1 || die 4 "$1 does not build: $work/build.log"
    sim/link.sh "$build/$2-waves/link.rsp" "$work/model" "$work/spu_sim" || die 4 "cannot link $work/spu_sim"
    rm -rf "$work/src" "$work/model"
}

# flops FST: lines `cycle name value` of each change of a flop or of an output of the SPU.
flops() {
    fst2vcd "$1" | awk '
        $1 == "$scope" { path[++depth] = $3; next }
        $1 == "$upscope" { depth--; next }
        $1 == "$var" {
            name = ""
            for (i = 2; i <= depth; i++) name = name path[i] "."
            name = name $5
            if (name ~ /u_tap\.cycle_q$/ && clock == "") clock = $4
            if (name ~ /\.u_spu\./ && (name ~ /_q(\.|\[|$)/ || (depth == 3 && name ~ /_o(\[|$)/)) && !($4 in of)) of[$4] = name
            next
        }
        /^#/ { now = 1; next }
        !now { next }
        { value = $1; id = $2 }
        /^[01xz]/ { value = substr($1, 1, 1); id = substr($1, 2) }
        id == clock { cycle = number(substr(value, 2)) }
        id in of { print cycle "\t" of[id] "\t" value }
        function number(bits, n, i) { n = 0; for (i = 1; i <= length(bits); i++) n = 2 * n + substr(bits, i, 1); return n }'
}

# truth NAME FILE: the first cycle in which the flops of the two runs differ, those of the same cycle in any order.
truth() {
    awk -F'\t' -v OFS='\t' 'FNR == NR { a[$1, $2] = $3; own[$2]; next } { b[$1, $2] = $3; other[$2]; if (!($2 in own)) next }
        a[$1, $2] != $3 { if (first == "" || $1 < first) { first = $1; what = $2 } }
        END {
            for (key in a) {
                split(key, k, SUBSEP)
                if (k[2] in other && !(key in b) && (first == "" || k[1] < first)) { first = k[1]; what = k[2] }
            }
            print first, what
        }' "$1" "$2"
}

# one NAME CONFIG: a line of name, true cycle, marked cycle, cycle of the finding, what differs first.
one() {
    local run=$build/fault/$1-$2-noassert work=$top/$1 at said marked finding first what
    [ -s "$run/txnlog" ] || run=$build/fault/$1-$2
    [ -s "$run/txnlog" ] || { echo "$1: no log of make mutate" >&2 && return; }
    at=$("$build/bin/spe" wave --window "$run/txnlog" 2>/dev/null | cut -d' ' -f2)
    [ -n "$at" ] && [ "$at" -le "$most" ] || { echo "$1: left out, ${at:-no finding} of more than $most cycles" >&2 && return; }
    faulty "$1" "$2"
    cp -r "$run" "$work/run"
    said=$(SIM=$work/spu_sim sim/debug.sh "$build" "$work/run" 2>&1) || { echo "$1: $(tail -n 1 <<<"$said")" >&2 && return; }
    marked=$(sed -nE 's/^first divergence cycle ([0-9]+):.*/\1/p' <<<"$said")
    finding=$(awk -F'[ ,]+' '/^finding 1 of/ { for (i = 1; i < NF; i++) if ($i == "cycle") { print $(i + 1); exit } }' <<<"$said")
    play "$work/spu_sim" "$run" "$work/a" "$finding"
    play "$build/$2-waves/spu_sim" "$run" "$work/b" "$finding"
    flops "$work/a/waves.fst" >"$work/a.tsv" && flops "$work/b/waves.fst" >"$work/b.tsv" || die 4 "cannot write to $work"
    IFS=$'\t' read -r first what <<<"$(truth "$work/a.tsv" "$work/b.tsv")"
    rm -f "$work"/{a,b}.tsv "$work/spu_sim" && rm -rf "$work"/{a,b}
    printf '%s\t%s\t%s\t%s\t%s\n' "$1" "${first:--}" "${marked:-$finding}" "$finding" "${what:--}"
}

# play SIM RUN OUT LAST: the run in the directory RUN, with waves of all its cycles up to LAST.
play() {
    local config test seed options=()
    config=$(sed -nE 's/.* --config (\S+).*/\1/p' "$2/command") test=$(sed -nE 's/.* --test (\S+).*/\1/p' "$2/command")
    seed=$(sed -nE 's/.* --seed (\S+).*/\1/p' "$2/command")
    mkdir -p "$3" || die 4 "cannot write to $3"
    read -r -a options <<<"$(tests_options "$test")"
    "$1" --config "$config" --test "$test" --seed "$seed" ${options[@]+"${options[@]}"} --dir "$3" --waves "$3/waves.fst" --waves-from 0 \
        --waves-to "$(($4 + 2))" --plusarg +verilator+noassert >"$3.out" 2>&1
    [ -s "$3/waves.fst" ] || die 4 "$3/waves.fst was not written: $(tail -n 1 "$3.out")"
}
