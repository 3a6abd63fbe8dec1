# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034
# Sourced by what judges by commands that say yes or no: a folder to work in, counts, `is`.
work=$(mktemp -d) || exit 4
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# is NAME COMMAND...: the command says yes. What it has printed stays in $work/said; of one that says no its last lines are shown.
is() {
    if "${@:2}" >"$work/said" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $1"
        tail -n 10 "$work/said" | sed 's/^/  | /'
    fi
}
