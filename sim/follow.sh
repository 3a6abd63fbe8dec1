# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by scripts that make starts: a long script ends when make ends.

# caught PID: which of HUP, INT and QUIT the make with that number handles; nothing when it is not a
# make. The text is read at once: if it were read line by line, a number that grows by a digit (SigQ
# counts for the whole user) would shift the rest.
caught() {
    local name text
    read -r name <"/proc/$1/comm" && [[ $name == *make ]] && text=$(<"/proc/$1/status") || return
    [[ $text =~ SigCgt:[[:blank:]]+[[:xdigit:]]*([[:xdigit:]]) ]] && echo "${BASH_REMATCH[1]}"
} 2>/dev/null

# is_child: whether this subshell is still a child of the script. Another process may have got its
# number.
is_child() {
    local parent
    read -r _ _ _ parent _ <"/proc/$BASHPID/stat" && [ "$parent" = $$ ]
}

# follow_make: send TERM to this script as soon as make ends. A make that alone gets INT or HUP
# removes its handler, and waits for its children without telling them. If that cannot be read,
# nothing is sent.
follow_make() {
    local before now never
    before=$(caught $PPID) || return 0
    exec {never}<> <(:)
    while is_child && { ! now=$(caught $PPID) || [ "$now" = "$before" ]; }; do read -r -t 1 -u "$never" _; done
    ! is_child || kill -s TERM $$
}
