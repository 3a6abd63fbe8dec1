#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# engine.sh BUILD build TARGET...: bring TARGETs up to date with ninja (sim/README.md).
# engine.sh BUILD jobs DIR WHAT...: the jobs that `sim/plan.sh WHAT...` plans and what they need, in
# one graph, with results, logs and junit.xml in DIR; the last line counts. Status 1 when something
# failed. A signal ends everything that was started, status 3.
set -uo pipefail
# The end of whoever started this, however it came, is a signal, too.
[ "${SPE_PARENT:-}" = $PPID ] || SPE_PARENT=$PPID exec setpriv --pdeathsig TERM "$0" "$@"
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/lock.sh
[ $# -ge 2 ] || die 2 "usage: sim/engine.sh BUILD build TARGET... | BUILD jobs DIR WHAT..."
B=$1 action=$2
shift 2

# write_if_other FILE: stdin, unless FILE holds the same.
write_if_other() {
    cat >"$1.new" || return
    if cmp -s "$1.new" "$1"; then rm "$1.new"; else mv "$1.new" "$1"; fi
}

# caught: which of HUP, INT and QUIT the make that started this one handles; status 1 when it was none.
caught() {
    local key value name=''
    read -r name <"/proc/$PPID/comm" && [[ $name == *make ]] || return 1
    while read -r key value; do
        [ "$key" != SigCgt: ] || echo "${value: -1}"
    done <"/proc/$PPID/status"
} 2>/dev/null

# is_child: is this subshell still one of the script? Another process may have got its number.
is_child() {
    local parent
    read -r _ _ _ parent _ <"/proc/$BASHPID/stat" && [ "$parent" = $$ ]
}

# follow_make: TERM for this script as soon as make ends: one that gets INT or HUP alone takes the
# handler away, and waits for what it has started without a word to it.
follow_make() {
    local before never
    before=$(caught) || return 0
    exec {never}<> <(:)
    while is_child && [ "$(caught)" = "$before" ]; do read -r -t 1 -u "$never" _; done
    ! is_child || kill -s TERM $$
}

# ninja_with OPTION...: run it; a signal to this script goes on to it, which ends what it has started.
ninja_with() {
    local pid='' signal='' status watcher
    for name in TERM INT HUP; do
        # shellcheck disable=SC2064 # the name of now
        trap "signal=$name; [ -z \"\$pid\" ] || kill -s TERM \$pid 2>/dev/null" "$name"
    done
    NINJA_STATUS='[%f/%t %es] ' setpriv --pdeathsig TERM ninja -j "${JOBS:-2}" "$@" &
    pid=$!
    [ -z "$signal" ] || kill -s TERM "$pid"
    follow_make 9>&- >/dev/null 2>&1 &
    watcher=$!
    while wait "$pid"; status=$?; [ "$status" -gt 128 ] && kill -0 "$pid" 2>/dev/null; do :; done
    kill "$watcher" 2>/dev/null
    trap - TERM INT HUP
    stopped=$signal
    return $status
}

# up_to_date TARGET...
up_to_date() {
    [[ $(ninja -n -f "$B/build.ninja" "$@" 2>/dev/null) == *'no work to do'* ]]
}

build() {
    up_to_date "$@" && return
    ! is_nested || die 4 "$* must be built before the test that needs it starts"
    ninja_with -f "$B/build.ninja" "$@" >&2 && return
    [ -z "$stopped" ] || die 3 "stopped by SIG$stopped"
    exit 4
}

is_nested() {
    [ "$nested" = 1 ]
}

# report DIR: run REPORT; one that fails is a result of its own, under the name REPORT_NAME.
report() {
    bash -o pipefail -c "$REPORT" && return
    echo "FAIL 0 1 0 $REPORT_NAME $REPORT_NAME 0" >"$1/results.report" || die 4 "cannot write to $1"
}

# jobs DIR WHAT...: REPORT is a command for what else is to be said before the summary.
jobs() {
    local dir=$1 good=0
    shift
    rm -rf "$dir/results" "$dir/results.report" "$dir/logs" "$dir/junit.xml" || die 4 "cannot write to $dir"
    sim/plan.sh "$B" "$dir" "$@" || exit
    ninja_with -k 0 -f "$dir/plan.ninja" jobs || good=1
    [ -z "${REPORT:-}" ] || [ -n "$stopped" ] || report "$dir"
    STOPPED=$stopped sim/summary.sh "$dir" || good=$?
    [ -z "$stopped" ] || die 3 "stopped by SIG$stopped"
    return $good
}

command -v ninja >/dev/null || die 4 'ninja is not installed: make setup'
claim_output "$B"
nested=0 stopped=
if is_locked "$B"; then
    nested=1
else
    lock_output "$B"
fi
sim/graph.sh "$B" | write_if_other "$B/build.ninja" || exit 4
case $action in
build | jobs) "$action" "$@" ;;
*) die 2 "no action '$action'" ;;
esac
