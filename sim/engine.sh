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
source sim/follow.sh
source sim/ninja.sh
[ $# -ge 2 ] || die 2 "usage: sim/engine.sh BUILD build TARGET... | BUILD jobs DIR WHAT..."
B=$1 action=$2
shift 2

# write_if_other FILE: stdin, unless FILE holds the same.
write_if_other() {
    local new=$1.new.$$ # of two that stand within one lock, each has its own
    cat >"$new" || return
    if cmp -s "$new" "$1"; then rm "$new"; else mv "$new" "$1"; fi
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
