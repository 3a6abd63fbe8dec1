#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# both.sh BUILD BASE [quick]: judge transaction logs with the scoreboard of the commit BASE and with
# that of BUILD, and compare what they say (c_model/both.md). BASE makes the logs: of every fault of
# its list, of 20 random seeds of each configuration, of its unit tests. Each log is judged as it
# is, and with keys that leave open what the texts do; both of these complete, with each group of
# taps taken away, and with transactions that no SPU gives. The logs are made once, with the
# programs that judge them at BASE, and stay in BUILD/both/COMMIT. BUILD/bin/spe-both and
# BUILD/bin/launch must be built. JOBS: jobs used to make the logs.
# quick: only the first seed of each configuration, and a short log of each check that fires; takes
# seconds.
#
# Status: 0 both say the same, or the table of BASE in c_model/both says why not; 1 they differ, or
# a row of that table explains nothing; 2 usage, or a log that cannot be read; 3 stopped; 4
# environment.
set -uo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/lock.sh
source sim/logs.sh
keep_memory
[ $# = 2 ] || [ "$#${3:-}" = 3quick ] || die 2 'usage: sim/both.sh BUILD BASE [quick]'
build=$(realpath -m -- "$1")
base=$(git rev-parse -q --verify "$2^{commit}") || die 2 "BASE=$2: no commit of this repository"
both=$build/bin/spe-both dir=$build/both/$base list=${3:-list} seeds=20
built "$build" bin/spe-both
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES MFLAGS SPE_LOCKED SPE_WHO SPE_PARENT
trap 'exit 3' TERM INT HUP # also sent to what it has started: the launcher does that

# check_out: check BASE out in DIR/tree, a clone that shares the objects: a worktree would be noted.
# It continues what an interrupted call left there.
check_out() {
    [ "$(git -C "$tree" rev-parse -q --verify HEAD 2>/dev/null)" != "$base" ] || [ ! -d "$tree/c_model/both" ] || return 0
    rm -rf "$tree"
    git clone -q --shared --no-checkout "$(git rev-parse --git-common-dir)" "$tree" >"$dir/log" 2>&1 &&
        git -C "$tree" checkout -q --detach "$base" >>"$dir/log" 2>&1 || die 4 "cannot check out $base: $(tail -n 1 "$dir/log")"
    [ -d "$tree/c_model/both" ] || die 2 "BASE=$base: it has no c_model/both, so nothing prints what it says"
}

# fault_logs: make the logs of every fault, as `make mutate` makes them.
fault_logs() {
    local name config work log of
    whole sim/faults/list.tsv
    FAULTS=sim/faults/list.tsv KEEP=1 RESUME=1 sim/engine.sh "$out" jobs "$out/mutate" mutate >&2 || die 4 "not every fault of $base is found"
    while IFS=$'\t' read -r name config _; do
        [[ $name != \#* ]] || continue
        work=$out/fault/$name-$config-noassert
        for log in "$work"/txnlog "$work"/spu?/txnlog; do
            of=${log#"$work"} of=${of%/txnlog}
            [ ! -s "$log" ] || cp "$log" "$logs/fault.$name.$config${of/\//.}.txnlog" || die 4 "cannot write to $logs"
        done
        compgen -G "$logs/fault.$name.$config*.txnlog" >/dev/null || die 4 "no log of the fault $name on $config"
    done <sim/faults/list.tsv
}

# random_logs: make the logs of the seeds of each configuration.
random_logs() {
    local cfg config seed
    rm -rf "$dir/runs" && mkdir -p "$dir/runs" || die 4 "cannot write to $dir"
    for cfg in rtl/configs/*.cfg; do
        config=$(basename "$cfg" .cfg)
        for ((seed = 1; seed <= seeds; seed++)); do
            printf 'random-%s\t%s\t0\t-\t%s\n' $seed "$dir/runs/$config/$seed" "--config $cfg --seed $seed --test random --keep"
        done >"$dir/runs/$config.rows"
        printf '%q --batch %q --results %q\n' "$out/$config/spu_sim" "$dir/runs/$config.rows" "$dir/runs/$config.results" >"$dir/runs/$config.cmd"
    done
    BUILD=$out sim/chunks.sh ninja "$dir/runs" "$JOBS" >&2 || die 4 'random sessions did not come to their end'
    for cfg in rtl/configs/*.cfg; do
        config=$(basename "$cfg" .cfg)
        for ((seed = 1; seed <= seeds; seed++)); do
            cp "$dir/runs/$config/$seed/txnlog" "$logs/random.$config.$seed.txnlog" || die 4 "no log of $config, seed $seed"
        done
    done
}

# quick_list: the names of a few of the logs.
quick_list() {
    "$dir/bin/spe-both" tell "$dir/list.new" | awk -F'\t' '
        /^log / { name = substr($0, 5); if (name ~ /random\.[a-z0-9_]*\.1(\.|$)/) take[name] }
        /^f check / && $2 ~ /fired [1-9]/ { fired[$1] }
        /^end / {
            for (check in fired) {
                if (!(check in least) || substr($0, 5) + 0 < least[check]) { least[check] = substr($0, 5) + 0; of[check] = name }
                delete fired[check]
            }
        }
        END { for (check in of) take[of[check]]; for (name in take) print name }' | sort && echo '# end'
}

# make_logs: the logs and the tools of BASE, in its own tree and output directory.
make_logs() {
    local name
    tree=$dir/tree out=build logs=$dir/logs
    spe=$out/bin/spe
    rm -rf "$logs" && mkdir -p "$logs" "$dir/bin" || die 4 "cannot write to $dir"
    check_out
    cd "$tree" || exit 4
    make JOBS="$JOBS" "$out"/bin/{spe,spe-both,launch} sims >&2 || die 4 "$base cannot be built"
    cp "$out/bin/spe-both" "$dir/bin/" || die 4 "cannot write to $dir"
    fault_logs
    random_logs
    text_logs
    for name in "$logs"/*.txnlog; do
        name=$(basename "$name" .txnlog)
        open_log "$name"
        changed_log "$name"
        changed_log "$name.open"
        # A log that lacks a group is judged as it is.
        [[ $name == text.* ]] && grep -q '^@taps' "c_model/test/logs/${name#text.}.txnlog" && continue
        narrowed "$name"
        narrowed "$name.open"
    done
    { (cd "$dir" && find logs -name '*.txnlog' | sort | sed 's/\.txnlog$//') && echo '# end'; } >"$dir/list.new" && quick_list >"$dir/quick" && mv "$dir/list.new" "$dir/list" ||
        die 4 "cannot write to $dir"
    cd "$OLDPWD" && rm -rf "$tree" "$dir/runs"
}

# judge: run both programs over the list at the same time, and compare their output.
judge() {
    local old new status told=0 table=c_model/both/explained/${base:0:8}.tsv part=(some)
    [ -f "$table" ] || table=c_model/both/explained.tsv
    [ "$list" != list ] || part=()
    rm -f "$dir"/{old,new} && mkfifo "$dir/old" "$dir/new" || die 4 "cannot write to $dir"
    "$dir/bin/spe-both" tell "$dir/$list" >"$dir/old" &
    old=$!
    "$both" tell "$dir/$list" >"$dir/new" &
    new=$!
    "$both" compare "$table" "$dir/differences.tsv" "$dir/old" "$dir/new" "${part[@]}"
    status=$?
    [ $status -le 1 ] || return $status
    wait $old || told=$?
    wait $new || told=$?
    return $((told > 1 ? told : status))
}

use_output "$build"
mkdir -p "$dir" && exec {lock}>"$dir/.lock" || die 4 "cannot write to $dir"
flock -n "$lock" || die 4 "somebody else compares with $base"
[ -s "$dir/list" ] || (make_logs) || exit
judge
status=$?
rm -f "$dir"/{old,new}
[ $status != 1 ] || echo "all of them: $dir/differences.tsv; a log by itself: spe replay $dir/LOG.txnlog"
exit $status
