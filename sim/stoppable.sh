#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# stoppable.sh COMMAND...: run it; SIGTERM, SIGINT or SIGHUP ends it together with everything that it has started, which a shell
# that waits for a pipeline, or xargs, leaves behind. Status: that of COMMAND, 3 when a signal ended it.
set -u
source "$(dirname "$0")/common.sh"

# family PID: it and all its descendants, parents first.
family() {
    local child
    echo "$1"
    for child in $(cat "/proc/$1/task/"*/children 2>/dev/null); do
        family "$child"
    done
}

child='' signal=''
stop() {
    signal=$1
    # shellcheck disable=SC2046 # a list of numbers
    [ -z "$child" ] || kill -s TERM $(family "$child") 2>/dev/null
}
for name in TERM INT HUP; do
    # shellcheck disable=SC2064 # the name of now
    trap "stop $name" "$name"
done
"$@" &
child=$!
[ -z "$signal" ] || stop "$signal"
while wait "$child"; status=$?; [ "$status" -gt 128 ] && kill -0 "$child" 2>/dev/null; do :; done
[ -z "$signal" ] || die 3 "stopped by SIG$signal"
exit "$status"
