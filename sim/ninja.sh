# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034
# Sourced by what starts ninja: signals go on to it, and nothing outlives who has started it.

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
