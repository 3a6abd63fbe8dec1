# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034
# Sourced by scripts that start ninja: passes signals on to it, and leaves no process behind.

# ninja_with OPTION...: run ninja; a signal to this script is passed on to ninja, which ends what it
# has started.
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
