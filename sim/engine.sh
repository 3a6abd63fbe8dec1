#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# engine.sh BUILD build TARGET...: bring TARGETs up to date with ninja (sim/README.md).
# engine.sh BUILD jobs DIR WHAT...: the jobs that `sim/plan.sh WHAT...` plans and what they need, in
# one graph, with results, logs and junit.xml in DIR; the last line counts. Status 1 when something
# failed. A signal ends everything that was started, status 3.
set -uo pipefail
# The end of the process that started this script, for whatever reason, is also a signal.
[ "${SPE_PARENT:-}" = $PPID ] || SPE_PARENT=$PPID exec setpriv --pdeathsig TERM "$0" "$@"
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/lock.sh
source sim/follow.sh
source sim/ninja.sh
[ $# -ge 2 ] || die 2 "usage: sim/engine.sh BUILD build TARGET... | BUILD jobs DIR WHAT..."
B=$1 action=$2
shift 2

# write_if_other FILE: write stdin to FILE, unless FILE holds the same.
write_if_other() {
    local new=$1.new.$$ # of two that stand within one lock, each has its own
    cat >"$new" 2>/dev/null || { rm -f "$new" && return 1; }
    if cmp -s "$new" "$1"; then rm "$new"; else mv "$new" "$1"; fi
}

# up_to_date TARGET...: build; a TARGET that nothing makes is a usage error.
up_to_date() {
    local said
    said=$(ninja -n -f "$B/build.ninja" "$@" 2>&1)
    [[ $said != *'error: unknown target '* ]] || die 2 "${said##*error: }"
    [[ $said == *'no work to do'* ]]
}

build() {
    up_to_date "$@" && return
    ! is_nested || die 4 "$* must be built before the test that needs it starts"
    watched -f "$B/build.ninja" "$@" && return
    [ -z "$stopped" ] || die 3 "stopped by SIG$stopped"
    has_room "$B" || die 4 "$(no_room "$B")"
    exit 4
}

# watched OPTION...: ninja_with on stderr. A full disk fails everything that runs: the caller
# reports that once. On a terminal ninja overwrites its own line, so its output is not filtered.
watched() {
    local out reader status=0
    [ ! -t 2 ] || { ninja_with "$@" >&2; return; }
    exec {out}> >(trap '' TERM INT HUP && exec awk "$without_full" >&2)
    reader=$!
    ninja_with "$@" >&"$out" {out}>&- || status=$?
    exec {out}>&-
    wait "$reader"
    return $status
}

# The message of ninja about a command that failed goes from its FAILED to its next line.
# shellcheck disable=SC2016 # awk's own
without_full='
    function settle() {
        if (text ~ /No space left on device/) full = 1
        else printf "%s", text
        text = ""
        held = 0
    }
    /^\[[0-9]+\/[0-9]+ / { settle() }
    /^ninja: / { settle(); if (full) next }
    /^FAILED: / { held = 1 }
    held { text = text $0 "\n"; next }
    { print; fflush() }
    END { settle() }'

is_nested() {
    [ "$nested" = 1 ]
}

# report DIR: run REPORT; if it fails, that is a result of its own, under the name REPORT_NAME.
report() {
    bash -o pipefail -c "$REPORT" && return
    echo "FAIL 0 1 0 $REPORT_NAME $REPORT_NAME 0" >"$1/results.report" || die 4 "cannot write to $1"
}

# jobs DIR WHAT...: run the jobs. REPORT is a command whose output comes before the summary.
jobs() {
    local dir=$1 good=0
    shift
    rm -rf "$dir/results" "$dir/results.report" "$dir/logs" "$dir/junit.xml" || die 4 "cannot write to $dir"
    sim/plan.sh "$B" "$dir" "$@" || exit
    ninja_with -k 0 -f "$dir/plan.ninja" jobs || good=1
    [ "$good" = 0 ] || has_room "$B" || echo "engine.sh: $(no_room "$B")" >&2
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
sim/graph.sh "$B" | write_if_other "$B/build.ninja" || { has_room "$B" || die 4 "$(no_room "$B")"; exit 4; }
case $action in
build | jobs) "$action" "$@" ;;
*) die 2 "no action '$action'" ;;
esac
