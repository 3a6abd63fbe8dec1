# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the groups that play nights of runs that cost nothing (sim/night/test/fake.sh).

t=$'\t'
# list NAME ROW...: write a list of these rows.
list() {
    local name=$1
    shift
    printf '%s\n' "$@" '# end' >"$work/$name.tsv"
}
# play LIST [NAME=VALUE...]: play a night that sees the disk of small_disk().
play() {
    NIGHTS=$nights limited "${at[@]}" env JOBS=2 BUDGET=0 "${@:2}" sim/nightly.sh "$build" "$work/$1.tsv"
}
# ends NAME STATUS LIST [NAME=VALUE...]: a night of LIST ends with STATUS.
ends() {
    local name=$1 expected=$2
    run play "${@:3}"
    if [ "$status" = "$expected" ]; then ok; else bad "$name" "status $status, expected $expected: $(tail -n 3 "$work/err")"; fi
}
sql() {
    "${at[@]}" sqlite3 -batch -init /dev/null "$nights/night.db" "$1" 2>/dev/null
}
# is NAME VALUE SQL: the query SQL gives VALUE.
is() {
    local got
    got=$(sql "$3")
    if [ "$got" = "$2" ]; then ok; else bad "$1" "the database says '$got', expected '$2': $3"; fi
}

# said NAME REGEX: a line on stderr of the night matches REGEX.
said() {
    if grep -qE "$2" "$work/err"; then ok; else bad "$1" "not said: $2"; fi
}

# prints NAME LINE: the night prints LINE on stdout.
prints() {
    if grep -qxF "$2" "$work/out"; then ok; else bad "$1" "not printed: $2"; fi
}

fake=sim/night/test/fake.sh
list fixed "!fake${t}toy${t}1-6${t}0${t}20${t}$fake"
list slow "!fake${t}toy${t}1-60${t}0${t}20${t}$fake"
