#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh BUILD BUDGET [TARGET...]: run libFuzzer on fuzz_*.c of c_model/test, dpi/test and tb/test,
# or on some of them, with address and undefined sanitizers, for BUDGET of processor time in all
# (90, 30m, 2h). It continues from the inputs that earlier calls have left (sim/fuzz/README.md).
# In BUILD/fuzz, TARGET.corpus holds the inputs, TARGET.tsv what was executed, and TARGET.edges.tsv
# when edges were found, by the content of the sources. A crashing input is kept there and named.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/lock.sh
out=$1/fuzz build=$1
built "$1" unit/test_fuzz_model
use_output "$1"
budget=$(seconds "$2") || exit 2
mkdir -p "$out" || die 4 "cannot write to $out"
shopt -s nullglob
files=({c_model,dpi,tb}/test/fuzz_*.c)
if [ $# -gt 2 ]; then
    mapfile -t files < <(printf '%s\n' "${files[@]}" | grep -E "/fuzz_($(IFS='|' && echo "${*:3}"))\.c$")
    [ ${#files[@]} = $(($# - 2)) ] || die 2 "${*:3}: not all of them are fuzz targets (sim/fuzz/README.md)"
fi
targets=("${files[@]##*/fuzz_}")
targets=("${targets[@]%.c}")

# seeds TARGET: a folder of inputs to start from: those kept in the tree, and those that the unit
# test makes of its logs.
seeds() {
    local pack=sim/fuzz/corpus/$1.pack writer=$build/unit/test_fuzz_$1
    rm -rf "$out/$1.seeds"
    mkdir -p "$out/$1.seeds"
    [ ! -f "$pack" ] || "$build/fuzz/replay_$1" --unpack "$pack" "$out/$1.seeds" >&2 || die 4 "cannot read $pack"
    if [ "$1" = decode ]; then
        cp c_model/test/corpus/* "$out/$1.seeds"
    else
        "$writer" "$out/$1.seeds" >&2 || die 4 "cannot write inputs for fuzz_$1"
    fi
}

# used PID: processor time of a process that has not ended, in hundredths of a second.
used() {
    local stat
    read -r stat <"/proc/$1/stat" || return
    read -r -a stat <<<"${stat##*) }"
    [ "${stat[0]}" != Z ] && echo $((stat[11] + stat[12]))
}

# spend HUNDREDTHS COMMAND...: end COMMAND when it has used that much; that is its success. If it
# ends earlier, its own status counts. `spent` holds what it has used.
fuzzer='' spent=0 stopped=''
trap 'stopped=1; [ -z "$fuzzer" ] || kill "$fuzzer" 2>/dev/null' TERM INT HUP
spend() {
    local now ended=''
    "${@:2}" &
    fuzzer=$!
    spent=0
    while now=$(used $fuzzer 2>/dev/null); do
        spent=$now
        [ -z "$ended" ] && [ "$now" -ge "$1" ] && kill $fuzzer 2>/dev/null && ended=1
        sleep 0.1
    done
    wait $fuzzer || [ -n "$ended$stopped" ]
}

# smaller TARGET: once the corpus has doubled, remove the inputs that add nothing.
smaller() {
    local corpus=$out/$1.corpus had=0 n
    n=$(find "$corpus" -type f | wc -l)
    read -r had 2>/dev/null <"$out/$1.merged"
    [ "$n" -gt $((2 * had + 100)) ] || return 0
    rm -rf "$corpus.new"
    mkdir "$corpus.new"
    "$out/fuzz_$1" -merge=1 -close_fd_mask=3 "$corpus.new" "$corpus" "$out/$1.seeds" >"$out/$1.merge.log" 2>&1 ||
        die 1 "fuzz_$1 -merge=1 fails: $out/$1.merge.log"
    rm -rf "$corpus"
    mv "$corpus.new" "$corpus"
    find "$corpus" -type f | wc -l >"$out/$1.merged"
}

# fuzz TARGET HUNDREDTHS [OPTION...]: fuzz for one piece of the budget, and add its rows to the
# tables.
fuzz() {
    local log=$out/$1.log hash
    hash=$(sim/fuzz/content.sh "$out" "$1") && [ -n "$hash" ] || die 4 "cannot say what fuzz_$1 is made of"
    seeds "$1"
    mkdir -p "$out/$1.corpus"
    spend "$2" "$out/fuzz_$1" -timeout=0 -report_slow_units=1000000 -close_fd_mask=3 -artifact_prefix="$out/$1." -print_final_stats=1 \
        "${@:3}" "$out/$1.corpus" "$out/$1.seeds" >"$log" 2>&1 && ! grep -q 'Test unit written' "$log" || {
        grep -E 'ERROR|Test unit written' "$log" >&2
        die 1 "fuzz_$1 fails: $log"
    }
    awk -v hash="$hash" -v spent="$spent" -v table="$out/$1.tsv" -v edges="$out/$1.edges.tsv" -f sim/fuzz/piece.awk "$log" || {
        [ -z "$stopped" ] || exit 3
        die 2 "fuzz_$1 has run no input: $budget s is too little"
    }
    [ -z "$stopped" ] || exit 3
    smaller "$1"
}

sim/fuzz/graph.sh "$out" "${files[@]}" >"$out/build.ninja" && ninja -f "$out/build.ninja" >"$out/build.log" ||
    { tail -n 20 "$out/build.log" >&2 && die 4 "the targets cannot be built: $out/build.log"; }
left=()
for target in "${targets[@]}"; do
    sim/fuzz/report.sh "$out" "$target" "$(sim/fuzz/content.sh "$out" "$target")" goal >/dev/null || left+=("$target")
done
[ ${#left[@]} -gt 0 ] || left=("${targets[@]}")
for target in "${left[@]}"; do
    share=$((100 * budget / ${#left[@]}))
    if [ "$target" = decode ]; then # what is short runs five times as often, and most rules of a record show in it
        fuzz decode $((share / 2)) -max_len=128
        share=$((share - share / 2))
    fi
    fuzz "$target" $share
    sim/fuzz/report.sh "$out" "$target" "$(sim/fuzz/content.sh "$out" "$target")"
done
