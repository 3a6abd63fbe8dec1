# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced with BUILD CONFIG by scripts that play parts of tests (steps.sh, streams.sh): the folder
# in which its runs leave files, and counts of what was judged.
# shellcheck disable=SC2034 # what is set here is for who sources it
source sim/common.sh
[ $# = 2 ] || die 2 "usage: tb/test/$(basename "$0") BUILD CONFIG"
build=$1 config=$2
built "$build" "$config/spu_sim"
out=$build/out/$(basename "$0" .sh)-$config
passed=0 failed=0
rm -rf "$out" && mkdir -p "$out" || exit 4

# judge TEXT COMMAND...: count whether the command succeeds.
judge() {
    local text=$1
    shift
    if "$@" >"$out/why" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1)) && echo "FAIL  $text" && head -n 5 "$out/why"
    fi
}
