#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# bisect.sh BUILD RUN [GOOD]: find the first commit with which the simulation in the directory RUN
# fails as it failed there: with the same bucket (`night meaning`). The commits are built and played
# in a clone under BUILD/bisect; the tree and its git directory are only read. GOOD is a commit that
# passes; by default the last one in which the night's database has seen the run pass, else one that
# is searched 1, 2, 4, 8 ... commits back. A commit is skipped if it cannot be built, if its run
# cannot be played or meets a limit, or if it fails in another way. BUILD/bisect/CONFIG.NAME/tried
# lists what was tried. ENGINE: what plays the run of a commit, ninja or slurm; JOBS: jobs of a
# build.
#
# The last line is "first bad commit: COMMIT SUBJECT", status 0. Status 1: HEAD passes, or no commit
# that passes is found, or only skipped commits are left, or the night played HEAD with changed
# files; 2 usage; 3 stopped; 4 environment, or another bisection of this run is active.
set -uo pipefail
export LC_ALL=C
mode=
if [ $# = 1 ] && [ "$1" = --step ]; then # from `git bisect run`, in the clone
    mode=step
    source "$BISECT_TREE/sim/common.sh"
else
    cd "$(dirname "$0")/.." || exit 2
    source sim/common.sh
    source sim/lock.sh
    [ $# = 2 ] || [ $# = 3 ] || die 2 'usage: sim/bisect.sh BUILD RUN [GOOD]'
    [ -s "$2/command" ] || die 2 "RUN=$2: no directory of a run: it holds no command"
    build=$(realpath -- "$1") run=$(realpath -- "$2") good=${3:-}
fi
export ENGINE=${ENGINE:-ninja}
[[ $ENGINE == @(ninja|slurm) ]] || die 2 "ENGINE=$ENGINE: there are ninja and slurm"
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES MFLAGS SPE_LOCKED SPE_WHO SPE_PARENT

# options COMMAND: the words of the spu_sim command in this file, one a line, without those that say
# where it writes; its configuration and seed stay.
options() {
    local words word skip=0
    mapfile -t words < <(sed 's/^cd .* && //' "$1" | xargs printf '%s\n')
    [[ ${words[0]:-} == *spu_sim ]] || die 2 "RUN: no simulation of spu_sim: $(head -c 200 "$1")"
    for word in "${words[@]:1}"; do
        case $word in
        --dir | --log | --bins | --waves) skip=1 ;;
        --keep) ;;
        *) [ $skip = 1 ] || printf '%s\n' "$word"; skip=0 ;;
        esac
    done
}

# note RESULT DONE WHY: add a line about the checked-out commit to the list of what was tried, and
# print one of progress, with the seconds taken. DONE: whether it was built, and the status of its
# run.
note() {
    printf '%s\t%s\t%s\t%s\n' "$1" "$(git -C "$BISECT_WORK/tree" rev-parse HEAD)" "$3" "$2" >>"$BISECT_WORK/tried" || exit 255
    echo "  $(wc -l <"$BISECT_WORK/tried") $1 $(git -C "$BISECT_WORK/tree" log -1 --format='%h %s'): $2${3:+, $3}; $((SECONDS - began)) s" >&2
}

# config_of OPTIONS: the configuration that the options name.
config_of() {
    sed -nE 's#^(.*/)?([a-z0-9_]+)\.cfg$#\2#p' "$1" | head -n 1
}

# limit RUN CONFIG: seconds of processor time that the list of the night gives the run; 600 if the
# list does not name it, 0 if there is no list.
limit() {
    local name for seconds
    [ -f "${1%/*/*}/list.tsv" ] || { echo 0; return; }
    while IFS=$'\t' read -r name for _ _ seconds _; do
        # shellcheck disable=SC2053 # patterns
        [[ $name != '#'* && ${1##*/} == ${name#!}-* && $2 == $for ]] && echo "${seconds:-300}" && return
    done <"${1%/*/*}/list.tsv"
    echo 600
}

# play SIM OUT: play the run with SIM, in OUT, by the engine. OUT/status holds the status of the
# run.
play() {
    local words chunk=$BISECT_WORK/chunk
    mapfile -t words <"$BISECT_WORK/options"
    rm -rf "$2" "$chunk" && mkdir -p "$2" "$chunk" || return
    printf 'run\t%s\t0\t-\t-\n' "$2" >"$chunk/run.rows" &&
        printf 'cd %q && { %s >%q 2>%q </dev/null; echo $? >%q; } && echo PASS 1 0 0 run 0 0 >>%q\n' "$BISECT_WORK/tree" \
            "$(printf '%q ' "$BISECT_BUILD/bin/launch" --cpu "$BISECT_LIMIT" "$1" "${words[@]}" --dir "$2")" "$2/stdout" "$2/stderr" "$2/status" \
            "$chunk/run.results" >"$chunk/run.cmd" || return
    BUILD=$BISECT_BUILD "$BISECT_TREE/sim/chunks.sh" "$ENGINE" "$chunk" 1 >&2
}

# step: build and play the commit that is checked out. Status as `git bisect run` takes it: 0 good,
# 1 bad, 125 unknown, 255 nothing can be played.
step() {
    local sim status found out=$BISECT_WORK/out
    cd "$BISECT_WORK/tree" || exit 255
    began=$SECONDS
    echo "  builds and plays $(git log -1 --format='%h %s') ..." >&2
    sim=$BISECT_WORK/build/$(config_of "$BISECT_WORK/options")/spu_sim
    # Do not take the executable of another commit for that of this one.
    rm -rf "$out" "$sim"
    env -u ENGINE make O="$BISECT_WORK/build" JOBS="${JOBS:-$(nproc)}" "$sim" >"$BISECT_WORK/build.log" 2>&1 </dev/null && [ -x "$sim" ] || {
        note skip 'not built' "$(grep -m 1 -iE 'error|fail|No rule' "$BISECT_WORK/build.log" | cut -c1-150)"
        return 125
    }
    play "$sim" "$out" || exit 255
    status=$(cat "$out/status") || exit 255
    if [ "$status" = 0 ] && grep -qs '^RESULT PASS' "$out/verdict"; then
        note good 'built, status 0' "$(stimulus "$out")"
        return 0
    fi
    found=$("$BISECT_BUILD/bin/night" meaning "$out" 2>/dev/null)
    if shows_nothing "$status" "$found"; then
        note skip "built, status $status" "it shows nothing: $(head -n 1 "$out/stderr" | cut -c1-150)"
        return 125
    fi
    if [ "$found" = "$(cat "$BISECT_WORK/meaning")" ]; then
        note bad "built, status $status" "$(stimulus "$out")"
        cp "$out/verdict" "$BISECT_WORK/verdict.$(git rev-parse HEAD)" 2>/dev/null
        return 1
    fi
    note skip "built, status $status" "another failure: ${found:-$(head -n 1 "$out/stderr" | cut -c1-150)}"
    return 125
}

# shows_nothing STATUS MEANING: whether a run without verdict or finding met a limit, or was not
# played.
shows_nothing() {
    [[ $2 == crashed$'\t'* && $1 == @(2|4|124|126|127|137|152) ]] # 128 + KILL, 128 + XCPU: limits of the machine
}

# stimulus DIR: the stimulus hash of its verdict. The bench reacts to the SPU, so another SPU may
# have another one.
stimulus() {
    sed -nE 's/^RESULT .* (stim=[0-9a-f]+).*/\1/p' "$1/verdict" 2>/dev/null
}

# try COMMIT: check the commit out and judge it.
try() {
    local status
    git -C "$work/tree" checkout -q --force --detach "$1" || die 4 "cannot check out $1"
    "$self" --step
    status=$?
    [[ $status == @(0|1|125) ]] || die 4 "$1 cannot be played (status $status)"
    return $status
}

# passes COMMIT: whether the commit passes; no, if that is unknown.
passes() {
    git -C "$work/tree" cat-file -e "$1^{commit}" 2>/dev/null && git -C "$work/tree" merge-base --is-ancestor "$1" "$head" && try "$1"
}

# search: set `good` to a commit that passes, and `bad` to the last failing one before it was found:
# go 1, 2, 4 ... commits back, then to the very first.
search() {
    local back=1 commit last='' status
    until [ "${commit:-}" = "${last:-none}" ]; do
        commit=$(git -C "$work/tree" rev-parse -q --verify "$head~$back^{commit}") ||
            commit=$(git -C "$work/tree" rev-list --first-parent "$head" | tail -n 1) last=$commit
        try "$commit"
        status=$?
        [ $status != 1 ] || bad=$commit
        [ $status != 0 ] || { good=$commit; return; }
        back=$((back * 2))
    done
    die 1 'no commit that passes is found: give one with GOOD=COMMIT'
}

# committed: whether the night of the run played the content of a commit. If it had changed files on
# this commit, nothing can be found unless the user names a commit that passes.
committed() {
    local commit dirty night
    read -r commit dirty night < <("$build/bin/night" good "$db" "$run" --night 2>/dev/null) || return 0
    [ "$commit" != "$head" ] || [ "$dirty" = 0 ] || [ -n "$good" ] ||
        die 1 "night $night has played HEAD with changed files, which no commit holds: commit them and play the run again, or give a commit that passes with GOOD=COMMIT"
}

# report STATUS: report what `git bisect run`, which ended with STATUS, has found.
report() {
    local first subject before tried skipped was is
    [ "$1" = 0 ] || grep -q "only 'skip'ped commits left" "$work/log" || die 4 "git bisect run has ended with status $1: $(tail -n 1 "$work/log")"
    first=$(git -C "$work/tree" rev-parse refs/bisect/bad)
    subject=$(git -C "$work/tree" log -1 --format=%s "$first")
    if ! grep -q 'is the first bad commit' "$work/log"; then
        echo "one of these is the first bad commit; the others could not be told:"
        git -C "$work/tree" for-each-ref --format='^%(objectname)' 'refs/bisect/good-*' |
            git -C "$work/tree" log --format='  %h %s' "$first" --stdin
        die 1 'only commits that were skipped are left'
    fi
    before=$(git -C "$work/tree" rev-parse "$first^")
    tried=$(wc -l <"$work/tried")
    skipped=$(grep -c ^skip "$work/tried")
    echo "$(counted "$tried" commit) tried, $skipped skipped; the run fails with: $(tr '\t' ' ' <"$work/meaning")"
    grep -hm 1 '^first: ' "$work/verdict.$first" 2>/dev/null
    was=$(awk -F'\t' -v c="$before" '$2 == c { s = $3 } END { print s }' "$work/tried")
    is=$(awk -F'\t' -v c="$first" '$2 == c { s = $3 } END { print s }' "$work/tried")
    [[ $was != stim=* || $was = "$is" ]] || echo "the stimulus is another one: before $was, now $is"
    echo "first bad commit: $first $subject"
}

if [ "$mode" = step ]; then
    step
    exit
fi

trap 'exit 3' TERM INT HUP # also sent to what it has started: sim/mk/nightly.mk has the launcher do that
self=$(realpath "$0")
named=$(options "$run/command") || exit
config=$(config_of <(echo "$named"))
[ -n "$config" ] || die 2 "RUN=$2: its command names no configuration"
work=$build/bisect/$config.$(basename "$run")
use_output "$build"
mkdir -p "$build/bisect" && exec {lock}>"$work.lock" || die 4 "cannot write to $build/bisect"
flock -n "$lock" || die 4 "another bisection of $config.$(basename "$run") goes on in $build/bisect"
rm -rf "$work" && mkdir -p "$work" && echo "$named" >"$work/options" || die 4 "cannot write to $work"
trap 'rm -rf "$work/tree" "$work/build" "$work/out" "$work/chunk"' EXIT
"$build/bin/night" meaning "$run" >"$work/meaning" || die 2 "RUN=$2: it holds no failure"
head=$(git rev-parse -q --verify HEAD) || die 4 'the tree is no git repository'
db=${run%/runs/*}/night.db
[ -f "$db" ] || db=$build/nightly/night.db
committed
# Use a clone that shares the objects: a worktree would be noted in the git directory of the tree.
git clone -q --shared --no-checkout "$(git rev-parse --git-common-dir)" "$work/tree" 2>"$work/log" || die 4 "cannot clone: $(head -n 1 "$work/log")"
BISECT_LIMIT=$(limit "$run" "$config")
export BISECT_LIMIT BISECT_WORK=$work BISECT_BUILD=$build BISECT_TREE=$PWD
bad=$head
try "$head"
case $? in
0) die 1 'HEAD passes: what has failed is in changes that are not committed, or mended since' ;;
1) ;;
*) die 1 "HEAD cannot be judged: see $work/tried" ;;
esac
if [ -n "$good" ]; then
    good=$(git rev-parse -q --verify "$good^{commit}") || die 2 "GOOD=$3: no commit"
    passes "$good" || die 1 "GOOD=$3 does not pass"
else
    good=$("$build/bin/night" good "$db" "$run" 2>/dev/null)
    [ -n "$good" ] && passes "$good" || search
fi
git -C "$work/tree" checkout -q --force --detach "$bad" && git -C "$work/tree" bisect start "$bad" "$good" >>"$work/log" 2>&1 || die 4 "$(tail -n 1 "$work/log")"
git -C "$work/tree" bisect run "$self" --step >>"$work/log"
report $?
