#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# mutate-model.sh BUILD: judge the checker by machine-made mutants of its own C
# (c_model/qualified.md). RUNS of them, drawn by the text SEED, are in one build of libspe, selected
# at run time. Each mutant judges kept logs, for which it must say the same as the model without a
# mutant, and then plays the unit tests. BUILD/bin/spe, BUILD/bin/spe-both and BUILD's units must be
# built. The results stay in BUILD/mutants: table.tsv, summary.txt.
#
# From the environment: RUNS, SEED, JOBS; LOGS: a folder of more logs (BUILD/fault, where `make
# mutate` leaves them; `make both` leaves more, in BUILD/both/COMMIT/logs); WAIVERS: a file instead
# of c_model/qualified.tsv; SHARE: the least share that must be noticed, in thousandths (950).
# WHERE: an extended expression: only mutants are drawn whose "FILE:FUNCTION" matches it, or, after
# a !, does not match it. KEYS: a file of keys, one a line: only these are drawn.
#
# Exit status: 0 enough mutants are noticed, 1 too few are, or a waiver waives nothing, 2 usage, 3
# stopped, 4 environment.
set -uo pipefail
export LC_ALL=C
[ "${SPE_PARENT:-}" = $PPID ] || SPE_PARENT=$PPID exec setpriv --pdeathsig TERM "$0" "$@"
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/lock.sh
source sim/logs.sh
keep_memory
[ $# = 1 ] || die 2 'usage: sim/mutate-model.sh BUILD'
build=$(realpath -m -- "$1")
dir=$build/mutants logs=$build/mutants/logs spe=$build/bin/spe both=$build/bin/spe-both
RUNS=${RUNS:-300} SEED=${SEED:-1} JOBS=${JOBS:-2} SHARE=${SHARE:-950} WAIVERS=${WAIVERS:-c_model/qualified.tsv}
LONGEST=40k # of the logs of LOGS: many short ones show more than a long one
CHANGES=8 # of each kept log, beside that of sim/logs.sh: transactions that no SPU gives, so that it must fail
use_output "$build"
whole "$WAIVERS"
trap 'exit 3' TERM INT HUP

# linked: link the programs that judge with the mutated library. All other parts are built: use the
# linker's commands of the graph.
linked() {
    local targets=("${dir#"$PWD/"}"/bin/{spe,spe-both}) test
    for test in c_model/test/test_*.c; do targets+=("${dir#"$PWD/"}/unit/$(basename "$test" .c)"); done
    mkdir -p "$dir/bin" "$dir/unit" && ninja -f "$build/build.ninja" -t commands -s "${targets[@]}" >"$dir/link" &&
        tr '\n' '\0' <"$dir/link" | xargs -0 -P "$JOBS" -n 1 bash -c >"$dir/log" 2>&1 || die 4 "cannot link $dir: $(tail -n 1 "$dir/log")"
}

# list STAGE LOG...: list the logs of a stage, the short ones first, in $logs/STAGE.list; $logs/old
# gets what the model without a mutant says of each.
list() {
    local stage=$1
    shift
    (cd "$logs" && stat -L --format '%s %n' "$@" | sort -n | sed -nE 's/^[0-9]+ (.*)\.txnlog$/\1/p' && echo '# end') >"$logs/$stage.list"
    "$both" tell "$logs/$stage.list" | (cd "$logs/old" && awk '/^log / { close(file); file = $2 } file != "" && !/^# end$/ { print >file }') ||
        die 4 "$stage: the model cannot tell the logs"
}

# kept: make the logs, once.
kept() {
    local name log seed others
    mapfile -t others < <(find -L "${LOGS:-$build/fault}" -maxdepth 2 \( -name '*.txnlog' -o -name txnlog \) -size -"$LONGEST" 2>/dev/null | sort)
    key=$(cat c_model/test/logs/* c_model/test/cases/* "$build/unit/test_cases" sim/logs.sh "$spe" "$both" ${others[@]+"${others[@]}"} | sha256sum)
    [ "$(cat "$logs/key" 2>/dev/null)" != "$key" ] || return 0
    echo 'mutate-model: logs' >&2
    rm -rf "$logs" && mkdir -p "$logs/old" || die 4 "cannot write to $dir"
    text_logs
    "$build/unit/test_cases" --logs "$logs" || die 4 'the cases of the unit tests cannot be written as logs'
    for log in "$logs"/text.*.txnlog; do open_log "$(basename "$log" .txnlog)"; done
    (cd "$logs" && printf '%s\n' text.*.txnlog) >"$logs/texts"
    mapfile -t texts <"$logs/texts"
    for log in "${texts[@]}"; do
        name=${log%.txnlog}
        changed_log "$name"
        for ((seed = 1; seed <= CHANGES; seed++)); do
            "$both" change "$seed" "$logs/$name.txnlog" "$logs/$name.changed$seed.txnlog" || die 4 "$name cannot be changed"
        done
        name=${name%.open}
        [ "$name" = "${log%.txnlog}" ] && ! grep -q '^@taps' "c_model/test/logs/${name#text.}.txnlog" || continue
        narrowed "$name"
    done
    (cd "$logs" && printf '%s\n' text.*.txnlog) | grep -vxFf "$logs/texts" >"$logs/variants"
    mapfile -t variants <"$logs/variants"
    for log in ${others[@]+"${others[@]}"}; do
        name=${log%/txnlog} name=${name##*/}
        ln -s "$(realpath "$log")" "$logs/more.${name%.txnlog}.txnlog" || die 4 "cannot write to $logs"
    done
    mapfile -t cases < <(cd "$logs" && printf '%s\n' case.*.txnlog)
    list text "${texts[@]}"
    list cases "${cases[@]}"
    grep -v '\.open$' "$logs/text.list" >"$logs/decode.list"
    list variants "${variants[@]}"
    [ ${#others[@]} = 0 ] || more
    blind
    echo "$key" >"$logs/key"
}

# more: list the logs of LOGS that show something that no other log shows.
more() {
    local picked
    (cd "$logs" && stat -L --format '%s %n' more.*.txnlog | sort -n | sed -nE 's/^[0-9]+ (.*)\.txnlog$/\1/p' && echo '# end') >"$logs/all.list"
    mapfile -t picked < <("$both" tell "$logs/all.list" | awk -f sim/qualify/model_pick.awk | sed 's/$/.txnlog/')
    [ ${#picked[@]} -gt 0 ] || die 4 "the model cannot tell the logs of $LOGS"
    list more "${picked[@]}"
}

# ordered: list the unit tests with the seconds that each takes, the shortest first.
ordered() {
    local test seconds TIMEFORMAT=%U
    cmp -s <(cd "$dir/unit" && ls test_*) <(cut -d ' ' -f 2 "$dir/units" 2>/dev/null | sort) && return
    for test in "$dir"/unit/test_*; do
        seconds=$({ time "$test" >/dev/null 2>&1; } 2>&1) || die 4 "$test fails without a mutant"
        echo "$seconds $(basename "$test")"
    done | sort -n >"$dir/units"
}

# blind: list each case and each log of LOGS with two other sets of taps, drawn by the name of the log:
# without one group, or level A alone. A log that was made with fewer taps is left out.
blind() {
    local name sum at taken=() some=("${masks[@]}" 1)
    while read -r name; do
        sum=$(cksum <<<"$name")
        for at in $((${sum%% *} % ${#some[@]})) $(((${sum%% *} + 3) % ${#some[@]})); do
            without "$name" "${some[at]}" && taken+=("$name.${some[at]}.txnlog")
        done
    done < <(cat "$logs"/{cases,more}.list 2>/dev/null | grep -v '^#')
    list blind "${taken[@]}"
}

# met: $dir/met/of.N lists what reaches mutant N (model_met.sh), and of.0 everything: rows "mutant
# stage place name".
met() {
    local stage
    echo 'mutate-model: which mutants a log or a test reaches' >&2
    rm -rf "$dir/met" && mkdir -p "$dir/met" || die 4 "cannot write to $dir"
    for stage in text cases variants more blind decode; do
        [ ! -f "$logs/$stage.list" ] || awk -v stage=$stage '!/^#/ { print stage, NR, $0 }' "$logs/$stage.list"
    done >"$dir/met/all"
    awk '{ print "unit", NR, $2 }' "$dir/units" >>"$dir/met/all"
    xargs -P "$JOBS" -n 3 sim/qualify/model_met.sh "$build" <"$dir/met/all" || die 4 'it is not known what reaches a mutant'
    tr ' ' '\t' <"$dir/met/all" | sed 's/^/0\t/' | sort -s -k1,1n -k3,3n - "$dir/met"/*.rows |
        (cd "$dir/met" && awk 'file != "of." $1 { close(file); file = "of." $1 } { print >file }')
}

# judged: the outcome of each mutant: number, outcome, how, tab-separated. They are judged in the
# order of their keys, so that those of a stopped run are a random sample, too.
judged() {
    grep -v '^#' "$dir/mutants.tsv" | sort -t $'\t' -k 2,2 | cut -f 1 |
        xargs -P "$JOBS" -n 1 sim/qualify/model_mutant.sh "$build" >"$dir/judged.tsv" || die 4 'a mutant was not judged'
}

sim/qualify/model_build.sh "$build" "$RUNS" "$SEED" || exit
linked
kept
ordered || exit
met
# The model without a mutant must not differ from itself.
said=$(sim/qualify/model_mutant.sh "$build" 0) || die 4 'the model without a mutant was not judged'
[ "$said" = $'0\tsurvived\t-' ] || die 4 "the model without a mutant is told from itself: $said"
judged
awk -f sim/qualify/model_table.awk "$WAIVERS" "$dir/keys" "$dir/mutants.tsv" "$dir/judged.tsv" >"$dir/table.tsv"
waived=$?
[ $waived -le 1 ] || exit $waived
{ echo "$(cat "$logs"/{text,cases,variants,more,blind}.list 2>/dev/null | grep -vc '^#') logs, $(grep -vc '^#' "$logs/more.list" 2>/dev/null) of them more than the unit tests have" &&
    awk -v share="$SHARE" -v seed="$SEED" -f sim/qualify/model_summary.awk "$dir/table.tsv"; } | tee "$dir/summary.txt"
summed=${PIPESTATUS[0]}
exit $((summed > waived ? summed : waived))
