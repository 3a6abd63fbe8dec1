# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by what make starts: a script that goes on for long ends with it.

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
