# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034
# Sourced by what judges by commands that say yes or no: a folder to work in, counts, `is`.
work=$(mktemp -d) || exit 4
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# is NAME COMMAND...: the command succeeds. Its output is in $work/said afterwards, so COMMAND can
# read there what the command before it has printed. If COMMAND fails, the last lines of its output
# are shown.
is() {
    if "${@:2}" >"$work/said.new" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $1"
        tail -n 10 "$work/said.new" | sed 's/^/  | /'
    fi
    mv "$work/said.new" "$work/said"
}
