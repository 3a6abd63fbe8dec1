#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify.sh BUILD [CONFIG...]: judge the scoreboard by machine-made mutants of the RTL
# (sim/qualify.md). All of them are in one model per configuration. A mutant that survives random
# sessions then meets the tests of its module, the other configurations and all directed tests, last
# with assertions. The results stay in BUILD/qualify: table.tsv, summary.txt.
# ALONE=N: only random sessions: each mutant gets at most N of them, the configurations in turn, and
# nothing else; the results stay in BUILD/qualify/alone, and the next table beside them.
#
# From the environment: RUNS: this number of mutants, drawn by the text SEED (that of ALONE also
# draws the sessions); LIST: a file whose first column has modules or keys: only these; BUDGET:
# seconds of processor time; RESUME=1: what was played on the same executables is not played again;
# JOBS; UPTO: stages of the plan (9: all); PROOFS: with UPTO the prover runs afterwards, and keeps
# its results in this file; PROVE_CPU: seconds for a question to the prover about a mutant that
# survived all stages (60); WAIVERS: a file instead of sim/qualify/waivers.tsv; OUT: another folder
# for the results. The run that killed a mutant in an earlier call with the same folder is played
# first.
#
# Exit status: 0 every mutant is killed by a check or waived, 1 some are not, 2 usage, 3 the budget
# is spent, 4 environment.
set -uo pipefail
[ "${SPE_PARENT:-}" = $PPID ] || SPE_PARENT=$PPID exec setpriv --pdeathsig TERM "$0" "$@"
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/lock.sh
[ $# -ge 1 ] || die 2 'usage: sim/qualify.sh BUILD [CONFIG...]'
build=$1
shift
configs=("$@")
[ $# -gt 0 ] || configs=("${MUTATED[@]}")
made=$(realpath -m "$build/qualify") # the executables of all mutants
dir=$(realpath -m "${OUT:-$made}")
ALONE=${ALONE:-0} UPTO=${UPTO:-9} WAIVERS=${WAIVERS:-sim/qualify/waivers.tsv}
[ "$ALONE" = 0 ] || dir=$dir/alone
JOBS=${JOBS:-1}
use_output "$build"
whole sim/tests.tsv sim/applies.tsv sim/faults/list.tsv "$WAIVERS" sim/qualify/heavy.tsv
mkdir -p "$dir" || die 4 "cannot write to $dir"

# models [KEYS [sva]]: build the executables of all mutants or of those in KEYS, with sva also with
# assertions; and models.tsv.
models() {
    local config name at=$made kind=all
    [ $# = 0 ] || at=$dir kind=few
    for config in "${configs[@]}"; do
        echo "$config noassert $at/$config/$kind${1:+ $1}"
        [ $# -lt 2 ] || echo "$config plain $dir/$config+sva/few $1"
    done | "$build/bin/launch" --cpu 0 --stall 0 nice xargs -P "$JOBS" -L 1 sim/qualify/model.sh "$build" || exit 4
    for name in "${configs[@]}" "${configs[@]/%/+sva}"; do
        config=${name%+*}
        printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$config" "$at/$name/$kind/spu_sim" \
            "$(cat "$made/$config/all/hash")${name#"$config"}" "$made/$config/all/present.tsv" "$config" \
            "$(cat "$at/$name/$kind/hash" 2>/dev/null)"
    done >"$dir/models.tsv.new"
    echo '# end' >>"$dir/models.tsv.new" && mv "$dir/models.tsv.new" "$dir/models.tsv" || die 4 "cannot write to $dir"
    cp "$made/${configs[0]}/all/"{mutants,left-out}.tsv "$dir/" || die 4 "cannot write to $dir"
}

# of_modules: "MODULE CONFIG TEST SEED": the tests that find the injected faults of a module.
of_modules() {
    local file module
    for file in rtl/spu*.sv rtl/*/spu*.sv; do
        module=$(basename "$file" .sv)
        [[ $module != *_sva ]] || continue
        sim/module-tests.sh "$module" 2>/dev/null | sed -nE "s/^make run CONFIG=([^ ]+) TEST=([^ ]+) SEED=([^ ]+)/$module \1 \2 \3/p"
    done
}

# random STAGE SCOPE SUFFIX SEED...: plan sessions on every configuration.
random() {
    local stage=$1 scope=$2 suffix=$3 seed config
    shift 3
    for seed; do
        for config in "${configs[@]}"; do
            printf '%s\t%s\t%s\t-\t--test random --seed %s\n' "$stage" "$scope" "$config$suffix" "$seed"
        done
    done
}

# directed STAGE SCOPE SUFFIX WHICH: plan every test but random with its first seed; WHICH: light,
# or heavy (sim/qualify/heavy.tsv).
directed() {
    local config
    for config in "${configs[@]}"; do
        tests_of "$config" | awk -F'\t' -v OFS='\t' -v stage="$1" -v scope="$2" -v model="$config$3" -v which="$4" '
            NR == FNR { heavy[$1] = $2 != "never" ? 1 : 2; next }
            $1 == "random" || heavy[$1] == 2 || (which == "heavy") != (heavy[$1] == 1) { next }
            { split($2, seed, ","); print stage, scope, model, "-", $5 " --seed " seed[1] }' <(grep -v '^#' sim/qualify/heavy.tsv) -
    done
}

# sessions: the plan of random sessions alone: enough that a mutant of only one configuration gets
# ALONE of them.
sessions() {
    sim/qualify/sessions.sh $((ALONE * ${#configs[@]})) "${SEED:-}" "${configs[@]}" |
        awk -F'\t' -v OFS='\t' '{ print 1, "any", $1, "-", $2 }'
    echo '# end'
}

# Short sessions with other seeds: the initial values of flip-flops without a reset differ from seed
# to seed.
POWER_UP=("11 --ops 6000" "12 --ops 6000" "13 --ops 6000" "14 --ops 6000" "15 --ops 6000" "16 --ops 6000")

# plan: the runs that a mutant meets, in this order.
plan() {
    random 1 home '' '1 --ops 6000'
    random 2 home '' 1 2 3 4 5 6
    of_modules | while read -r module config test seed; do
        [[ " ${configs[*]} " != *" $config "* ]] || printf '3\tany\t%s\t%s\t%s --seed %s\n' "$config" "$module" \
            "$(tests_of "$config" | awk -F'\t' -v t="$test" '$1 == t { print $5 }')" "$seed"
    done
    random 4 other '' 1 2 3
    random 5 any '' "${POWER_UP[@]}"
    directed 5 home '' light
    directed 6 other '' light
    directed 7 home '' heavy
    random 8 any +sva 1 2 3
    directed 8 home +sva light
    echo '# end'
}

# firsts: write first.tsv: the run that killed a mutant in an earlier call is played first.
firsts() {
    touch "$dir/first.tsv" "$dir/table.tsv" && awk -F'\t' -v OFS='\t' '
        FILENAME ~ /first.tsv$/ { first[$1] = $2 OFS $3 }
        $9 == "killed by a check" { first[$2] = $11 OFS $12 }
        END { for (key in first) print key, first[key] }' "$dir/first.tsv" "$dir/table.tsv" >"$dir/first.tsv.new" && mv "$dir/first.tsv.new" "$dir/first.tsv"
}

# spent: seconds of processor time of the runs since line $1 of runs.tsv.
spent() {
    tail -n "+$1" "$dir/runs.tsv" 2>/dev/null | awk -F'\t' '{ ms += $9 } END { printf "%d\n", ms / 1000 }'
}

SOON=4 # seconds for the first question to the prover
most=0 # of random alone: sessions of a mutant
options=(--draw "${RUNS:-0}")
[ -z "${SEED:-}" ] || options+=(--seed "$SEED")
[ -z "${LIST:-}" ] || options+=(--modules "$(grep -v '^#' "$LIST" | cut -f 1 | paste -sd,)")
qualify() {
    "$build/bin/qualify" "$1" "$dir" "${options[@]}" --most "$most" --waivers "$WAIVERS" "${@:2}"
}

# play STAGE: play the plan up to that stage. Status 3: the budget is spent.
play() {
    local runs seconds ms what="stage $1"
    [ "$most" = 0 ] || what="up to $most sessions"
    while :; do
        rm -rf "$dir/round" && mkdir "$dir/round" || die 4 "cannot write to $dir"
        seconds=$(spent "$from") ms=$((JOBS * 60000))
        [ -z "${BUDGET:-}" ] || [ $(((BUDGET - seconds) * 1000)) -gt $ms ] || ms=$(((BUDGET - seconds) * 1000))
        runs=$(qualify next --ms $((ms > 0 ? ms : 1)) --jobs "$JOBS" --upto "$1") || exit
        [ "$runs" != 0 ] || return 0
        [ $ms -gt 0 ] || return 3
        echo "qualify: $what: $(counted "$runs" run), $seconds s so far" >&2
        BUILD=$build sim/chunks.sh ninja "$dir/round" "$JOBS" >&2 || exit
        qualify take || exit
    done
}

# rebuilt STAGE [sva]: build only the mutants that are left after that stage: a run is faster with
# fewer mutants. Status 1: none is left.
rebuilt() {
    qualify left --upto "$1" >"$dir/left.new" || exit
    [ -s "$dir/left.new" ] || return
    mv "$dir/left.new" "$dir/left" || die 4 "cannot write to $dir"
    models "$dir/left" "${@:2}"
}

DECOYS=5
# decoys CONFIG: some mutants that a check has killed in the configuration.
decoys() {
    awk -F'\t' -v config="$1" -v n=$DECOYS 'NR == FNR { if ($1 == config) hash = $4; next }
        $1 == hash && $4 == "check" && !($2 in of) { of[$2]; print $2; if (--n == 0) exit }' "$dir/models.tsv" "$dir/runs.tsv"
}

# prove CPU: find the mutants among those left that equal the SPU in every configuration; they are
# waived for the rest of the run. No question takes more than CPU seconds. The first configuration
# is also asked about decoys: a prover that proves one of them is wrong.
prove() {
    local config
    command -v yosys >/dev/null || { echo 'qualify: yosys is missing: nothing is proven' >&2 && return; }
    qualify left --upto 9 | grep -vxFf <(cut -f 1 "$WAIVERS") >"$dir/unkilled"
    [ -s "$dir/unkilled" ] || return 0
    decoys "${configs[0]}" >"$dir/decoys" && cat "$dir/decoys" >>"$dir/unkilled" || die 4 "cannot write to $dir"
    for config in "${configs[@]}"; do
        [ -s "$dir/unkilled" ] || return 0
        PROVE_CPU=$1 PROOFS=${PROOFS:-$dir/proofs.tsv} sim/qualify/proven.sh "$build" "$config" "$dir/unkilled" >"$dir/unkilled.new" || exit
        ! grep -m 1 -xFf "$dir/decoys" "$dir/unkilled.new" || die 4 'a check has killed this mutant, and the prover takes it for the SPU'
        mv "$dir/unkilled.new" "$dir/unkilled" || die 4 "cannot write to $dir"
    done
    for config in "${configs[@]}"; do
        [ ! -f "sim/qualify/prove/$config.sed" ] || awk -F'\t' 'NR == FNR { there[$1]; next } $1 in there { print $2 }' \
            "$made/$config/all/present.tsv" "$dir/mutants.tsv"
    done >"$dir/smaller" || die 4 "cannot write to $dir"
    {
        grep -vx '# end' "$WAIVERS"
        awk -v OFS='\t' 'FILENAME ~ /smaller$/ { smaller[$1]; next }
            { print $1, ($1 in smaller ? "smaller proof" : "proof"), "-", "proven in this run" }' "$dir/smaller" "$dir/unkilled"
        echo '# end'
    } >"$dir/waivers.new" && mv "$dir/waivers.new" "$dir/waivers.tsv" || die 4 "cannot write to $dir"
    WAIVERS=$dir/waivers.tsv
}

# judge: play all stages, or those up to UPTO, without building anything anew. Most proofs are found
# at once, and save stages 5 to 9; hard proofs are tried when no run is left that could decide.
# Status 3: the budget is spent.
judge() {
    local stage
    if [ "$UPTO" != 9 ]; then
        play "$UPTO" && { [ -z "${PROOFS:-}" ] || prove "$SOON"; }
        return
    fi
    play 1 || return
    for stage in 2 4; do
        rebuilt $stage || return 0
        play $stage || return
    done
    prove "$SOON"
    rebuilt 9 sva || return 0
    play 9 && prove "${PROVE_CPU:-60}"
}

# judge_alone: play ten sessions, then the others. Status 3: the budget is spent.
judge_alone() {
    most=$((ALONE < 10 ? ALONE : 10))
    play 1 || return
    most=$ALONE
    rebuilt 1 || return 0
    play 1
}

sim/qualify/tools.sh "$build" || exit
models
if [ "$ALONE" != 0 ]; then sessions; else plan | awk -F'\t' -v upto="$UPTO" '/^#/ || $1 <= upto'; fi >"$dir/plan.tsv" || die 4 "cannot write to $dir"
[ "$ALONE" != 0 ] || firsts || die 4 "cannot write to $dir"
[ "${RESUME:-0}" = 1 ] || rm -f "$dir/runs.tsv" "$dir/proofs.tsv" || die 4 "cannot write to $dir"
from=$(($(wc -l 2>/dev/null <"$dir/runs.tsv" || echo 0) + 1))
if [ "$ALONE" != 0 ]; then judge_alone; else judge; fi
status=$?
most=$ALONE
rm -rf "$dir/round"
qualify report | tee "$dir/summary.txt"
report=$?
[ $status = 0 ] || die $status 'the budget is spent'
exit $report
