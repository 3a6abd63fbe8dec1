#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# nightly.sh BUILD LIST: build what the list names, then play a night (sim/nightly.md): the list
# once with the kept failures, fresh seeds until BUDGET of processor time is spent, then a sample of
# all that again. From the environment: BUDGET (90, 30m, 8h; 0: no fresh seeds), ENGINE, JOBS,
# SEEDS; QUALIFY: also play mutants of the RTL, for so many hundredths of BUDGET in addition to it
# (0); NIGHTS: another folder than BUILD/nightly; DRAW: fresh seeds of another night; FAILED=1: play
# only what failed last time; RESUME=1: leave out what has passed with the same content; COV=1: also
# measure what the list meets of the code; MEMORY: MiB that each process of a run may take (4096; 0:
# no limit); OVER: seconds of processor time that running runs still get when the budget is spent
# (60).
#
# Exit status: 0 nothing new, 1 a new failure, 3 the budget was spent before the end of the list, or
# stopped, 4 environment, 2 usage.
set -uo pipefail
[ "${SPE_PARENT:-}" = $PPID ] || SPE_PARENT=$PPID exec setpriv --pdeathsig TERM "$0" "$@"
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/lock.sh
[ $# = 2 ] || die 2 'usage: sim/nightly.sh BUILD LIST'
build=$1 list=$2 root=${NIGHTS:-$1/nightly}
[ -f "$list" ] || list=sim/lists/$2.tsv
[ -r "$list" ] || die 2 "no list $2"
# Both names are part of shell commands and of options, which the program that plays the runs splits
# at blanks.
for folder in "$build" "$root"; do
    [[ $folder =~ ^[A-Za-z0-9_./+@%,][A-Za-z0-9_./+@%,-]*$ ]] ||
        die 2 "the name of the folder '$folder' has other characters than letters, digits and _ . / + @ % , -"
done
whole "$list" sim/tests.tsv sim/applies.tsv
[ "${COV:-0}" = 0 ] || [ "${FAILED:-0}" = 0 ] || die 2 'FAILED=1 plays what failed alone: nothing is counted with COV=1'
# make has checked its knobs; a call from a table of cron has not, so check them here.
knobs=()
for name in ENGINE JOBS SEEDS FAILED RESUME COV QUALIFY; do [ -z "${!name:-}" ] || knobs+=("$name=${!name}"); done
wrong=$(sim/knobs.sh nightly ${knobs[@]+"${knobs[@]}"}) || exit 4
[ -z "$wrong" ] || die 2 "$wrong"
if [[ ${BUDGET:-0} =~ ^0[smh]?$ ]]; then BUDGET=0; else BUDGET=$(seconds "$BUDGET") || exit 2; fi
export BUDGET
[[ ${MEMORY:-0} =~ ^[0-9]{1,9}$ ]] || die 2 "MEMORY=$MEMORY: a number of MiB is needed, 0 for no limit"
claim_output "$build"
# make says where the machine's folders are (sim/mk/knobs.mk, tools.mk); a table of cron does not,
# and its home, say, may not exist.
while IFS= read -r place; do export "${place?}"; done < <(sim/places.sh "$(realpath -m -- "$build")")
export LC_ALL=C CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1

# one_machine: refuse if another machine plays a night in this folder. The database keeps a journal
# (WAL) that all of its readers and writers map into their memory: that works on one machine only,
# whatever the file system is.
one_machine() {
    local file host
    for file in "$root"/live/*; do
        host=$(cat -- "$file" 2>/dev/null)
        [[ ${file##*/} != *.* && -n $host && $host != "$(uname -n)" ]] || continue
        flock -n "$file" true || die 4 "$host plays a night in $root: its nights are those of one machine (NIGHTS=FOLDER: another folder)"
    done
}

# configurations: the configurations that the list names.
configurations() {
    local file pattern
    for file in rtl/configs/*.cfg; do
        file=$(basename "$file" .cfg)
        while read -r pattern; do
            # shellcheck disable=SC2053 # a pattern
            [[ $file == $pattern ]] && echo "$file" && break
        done < <(awk -F'\t' '!/^#/ && !/^!/ && NF > 1 { print $2 }' "$list" | sort -u)
    done
}

# toggled: the configurations among them whose toggles are counted with COV=1
# (sim/codecov/runs.tsv).
toggled() {
    local config pattern
    for config in ${configs[@]+"${configs[@]}"}; do
        while read -r pattern; do
            # shellcheck disable=SC2053 # a pattern
            [[ $config == $pattern ]] && echo "$config" && break
        done < <(awk -F'\t' '!/^#/ && $4 == "tog" { print $2 }' sim/codecov/runs.tsv | sort -u)
    done
}

# sampled: executables of other flavours with which a night that has fresh seeds repeats some runs:
# those of one configuration, which changes every day.
sampled() {
    local config=${configs[$(($(date +%s) / 86400 % ${#configs[@]}))]}
    echo "$build/$config-waves/spu_sim"
    echo "$build/$config-cov/spu_sim"
}

# models: print models.tsv: the executables, each with a hash of its content.
models() {
    local config file flavour
    printf '# SPDX-License-Identifier: Apache-2.0\n# configuration, flavour, executable, sha256, file of the configuration\n'
    for config in ${configs[@]+"${configs[@]}"}; do
        for flavour in plain waves cov tog; do
            file=$build/$config-$flavour/spu_sim
            [ "$flavour" != plain ] || file=$build/$config/spu_sim
            # Another flavour serves for samples, and only if it was built from this tree.
            [ -x "$file" ] || { [ "$flavour" != plain ] && continue; } || unbuilt "$build" "${file#"$build/"}"
            [ "$flavour" = plain ] || [[ $(ninja -n -f "$build/build.ninja" "$file" 2>/dev/null) == *'no work to do'* ]] || continue
            printf '%s\t%s\t%s\t%s\trtl/configs/%s.cfg\n' "$config" "$flavour" "$file" \
                "$(sha256sum <"$file" | cut -d' ' -f1)" "$config"
        done
    done
    echo '# end'
}

build_all() {
    local toy='' qualify=''
    [ "${QUALIFY:-0}" = 0 ] || qualify=$build/bin/qualify
    ! grep -q '^![^#]*\$BUILD/toy/' "$list" || toy="$build/obj/libspe_dpi.a $build/obj/libspe_host.a $build/obj/libspe.a"
    # shellcheck disable=SC2086 # a list
    sim/engine.sh "$build" build "$build/bin/launch" "$build/bin/night" "$build/bin/spe" $qualify $toy ${sims[@]+"${sims[@]}"} || return
    # shellcheck disable=SC2086 # a list
    [ -z "$toy" ] || { [ -x "$build/toy/toy" ] && [ -z "$(find $toy tb/toy -newer "$build/toy/toy" 2>/dev/null)" ]; } ||
        "$build/bin/launch" --cpu 1800 tb/toy/build.sh "$build"
}

# milliseconds: the time that `times` gives for the children of the shell; a subshell, such as one
# of a pipe, would give only its own.
milliseconds() {
    awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); s += t[1] * 60 + t[2] } printf "%d\n", s * 1000 }'
}

# stop SIGNAL: end what is running; a night that has begun is still judged. Processes that the shell
# starts in the background ignore SIGINT: they get TERM, and the rounds find the name of the signal
# in a file.
stopped='' child='' began=''
stop() {
    stopped=$1
    [ -z "$began" ] || echo "SIG$1" 2>/dev/null >"$root/live/$NIGHT_UUID.signal"
    [ -z "$child" ] || kill -s TERM "$child" 2>/dev/null
    [ -n "$began" ] || die 3 "stopped by SIG$1: no night"
}

# during COMMAND...: run the command and return its status; a signal ends it, too.
during() {
    "$@" &
    child=$!
    wait "$child"
    set -- $?
    child=
    return "$1"
}

# anything_failed: with FAILED=1: end unless there is a run to repeat. Without one nothing is built,
# and there is no night.
anything_failed() {
    local runs
    [ -f "$root/night.db" ] || die 2 "no night of the list has ended in $root: there is nothing to repeat"
    during sim/engine.sh "$build" build "$build/bin/night" || die 4 'the build has failed: no night'
    runs=$("$build/bin/night" failed "$root" --list-name "$(basename "$list" .tsv)" --configs "${configs[*]-}") || exit
    [ "$runs" != 0 ] || exit 0
}

# check_list: refuse a row that names no run, before the executables that the other rows need are
# built.
check_list() {
    during sim/engine.sh "$build" build "$build/bin/night" || die 4 'the build has failed: no night'
    "$build/bin/night" list "$list" --sim sim --configs "${configs[*]-}" --seeds "${SEEDS:-}" || exit
}

# tree_changed: end, because the tree is no longer that of NIGHT_TREE, and name what has changed
# since night_files were listed.
tree_changed() {
    local names
    mapfile -t names < <(diff <(echo "$night_files") <(night_tree "$build" "$root" "$list" tree_files) | sed -n 's/^[<>] [^ ]*  *//p' | sort -u)
    die 4 "the tree has changed while it was built: no night, as nobody knows of what: ${names[0]:-the commit}$(
        [ ${#names[@]} -le 1 ] || echo ", and $((${#names[@]} - 1)) more")"
}

one_machine
mapfile -t configs < <(configurations)
sims=()
for config in ${configs[@]+"${configs[@]}"}; do sims+=("$build/$config/spu_sim"); done
if [ "${COV:-0}" = 1 ]; then
    for config in ${configs[@]+"${configs[@]}"}; do sims+=("$build/$config-cov/spu_sim"); done
    for config in $(toggled); do sims+=("$build/$config-tog/spu_sim"); done
fi
if [ "$BUDGET" != 0 ] && [ "${FAILED:-0}" = 0 ] && [ ${#configs[@]} != 0 ]; then
    mapfile -t -O ${#sims[@]} sims < <(sampled)
fi
for signal in TERM INT HUP; do
    # shellcheck disable=SC2064 # the name as it is now
    trap "stop $signal" $signal
done
NIGHT_TREE=$(night_tree "$build" "$root" "$list")
night_files=$(night_tree "$build" "$root" "$list" tree_files)
[[ $NIGHT_TREE != unknown* ]] || echo 'nightly.sh: git does not say of which commit the tree is: the night counts as one of changed files' >&2
check_list
[ "${FAILED:-0}" = 0 ] || anything_failed
during build_all || die 4 'the build has failed: no night'
[ "$(night_tree "$build" "$root" "$list")" = "$NIGHT_TREE" ] || tree_changed
mkdir -p "$root/live" 2>/dev/null || die 4 "cannot write to $root"
NIGHT_UUID=$(cat /proc/sys/kernel/random/uuid)
times >"$root/live/$NIGHT_UUID.times" && NIGHT_BUILD_MS=$(milliseconds <"$root/live/$NIGHT_UUID.times") &&
    rm -f "$root/live/$NIGHT_UUID.times" || die 4 "cannot write to $root/live"
# The process that plays a night holds a lock on the file of the night: others see from it whether
# the night is still playing.
exec {live}>"$root/live/$NIGHT_UUID" && flock -n "$live" && uname -n >&"$live" || die 4 "cannot write to $root/live"
one_machine # each of two that begin at once sees the other
models >"$root/live/$NIGHT_UUID.models" || die 4 "cannot write to $root"
export NIGHT_BUILD_MS NIGHT_UUID NIGHT_TREE
began=1
"$build/bin/launch" --cpu 0 --stall 0 --grace 60 sim/night/rounds.sh "$build" "$list" &
child=$!
[ -z "$stopped" ] || kill -s TERM "$child"
while wait "$child"; status=$?; [ "$status" -gt 128 ] && kill -0 "$child" 2>/dev/null; do :; done
rm -f "$root/live/$NIGHT_UUID" "$root/live/$NIGHT_UUID.models" "$root/live/$NIGHT_UUID.signal"
# Statuses outside those of a night: 3 if a signal that stops a night has ended it, else 4.
case $status in
[0-4]) ;;
129 | 130 | 143) status=3 ;;
*) status=4 ;;
esac
exit "$status"
