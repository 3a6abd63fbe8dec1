# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced after common.sh: one make at a time in an output directory.

# claim_output BUILD: make the directory and mark it as output. A directory with other things in it
# is refused: a build would overwrite them, and `make clean` would delete them.
claim_output() {
    [ ! -e "$1" ] || [ -d "$1" ] || die 2 "O=$1 is no directory"
    if [ ! -f "$1/.spe-output" ]; then
        [ -z "$(ls -A "$1" 2>/dev/null)" ] || die 2 "O=$1 holds other things and no output of this project: take a new or an empty directory"
        { mkdir -p "$1" && : >"$1/.spe-output"; } 2>/dev/null || die 4 "cannot write to $1: full, or not permitted"
    fi
    [ -w "$1" ] || die 4 "cannot write to $1: full, or not permitted"
}

# has_room DIR: whether one more MB can be written there. A compiler that ran out of room has
# removed its output.
has_room() {
    local file=$1/.room.$$ said
    said=$(export LC_ALL=C && { head -c 1048576 /dev/zero >"$file"; } 2>&1)
    rm -f "$file"
    [[ $said != *@('No space left'|'quota exceeded')* ]]
}

no_room() {
    echo "no space left on the disk of $1"
}

# lock_output BUILD: wait for the process that builds, tests or cleans there, and say which one it
# is. Processes that this script starts also keep the lock until they end.
lock_output() {
    local file=$1/.lock
    while { exec 9>>"$file"; } 2>/dev/null || die 4 "cannot write to $1: full, or not permitted"; do
        flock -n 9 || {
            [ $? = 1 ] || die 4 "cannot lock $file"
            echo "waiting for $(cat "$file" 2>/dev/null) in $1" >&2
            flock 9 || die 4 "cannot lock $file"
        }
        [ "$file" -ef /proc/self/fd/9 ] && break
        claim_output "$1" # somebody has removed it meanwhile
    done
    { echo "${SPE_WHO:-$(basename "$0")} (pid $PPID)" >"$file"; } 2>/dev/null || die 4 "$(no_room "$1")"
    SPE_LOCKED=$(realpath "$1")
    export SPE_LOCKED
}

# use_output BUILD: `make clean` waits until this script and the processes that it starts have
# ended. Builds and other users of the directory may run at the same time.
use_output() {
    local using
    { exec {using}>>"$1/.using"; } 2>/dev/null && flock -s "$using" || die 4 "cannot lock $1/.using"
    { echo "$(basename "$0") (pid $$) in $1" >"$1/.using"; } 2>/dev/null || die 4 "$(no_room "$1")"
}

# is_locked BUILD: whether a make that started this script has the lock. That make has built what is
# needed.
is_locked() {
    [ "${SPE_LOCKED:-}" = "$(realpath -m "$1")" ]
}
