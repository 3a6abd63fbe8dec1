# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034
# Sourced by what starts ninja: signals go on to it, and nothing outlives who has started it.

# caught PID: which of HUP, INT and QUIT the make of that number handles; nothing when it is none. The text is taken at
# once: read line by line, a number before it that grows by a digit (SigQ counts for the whole user) moves what comes.
caught() {
    local name text
    read -r name <"/proc/$1/comm" && [[ $name == *make ]] && text=$(<"/proc/$1/status") || return
    [[ $text =~ SigCgt:[[:blank:]]+[[:xdigit:]]*([[:xdigit:]]) ]] && echo "${BASH_REMATCH[1]}"
} 2>/dev/null

# is_child: is this subshell still one of the script? Another process may have got its number.
is_child() {
    local parent
    read -r _ _ _ parent _ <"/proc/$BASHPID/stat" && [ "$parent" = $$ ]
}

# follow_make: TERM for this script as soon as make ends: one that gets INT or HUP alone takes the
# handler away, and waits for what it has started without a word to it. What cannot be read says nothing.
follow_make() {
    local before now never
    before=$(caught $PPID) || return 0
    exec {never}<> <(:)
    while is_child && { ! now=$(caught $PPID) || [ "$now" = "$before" ]; }; do read -r -t 1 -u "$never" _; done
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
