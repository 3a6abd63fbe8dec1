# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A few nights of runs that cost nothing: failures that are new, known, gone and kept, and bad
# input. The group nights has all the cases.

nights=$work/night
if ! command -v sqlite3 >/dev/null; then
    skip night 'sqlite3 is not installed'
    return 0
fi
# shellcheck source=c_model/test/cli/nights_lib.sh
source $here/nights_lib.sh

head -n 1 "$work/fixed.tsv" >"$work/cut.tsv"
list fresh "!fake${t}toy${t}1-2${t}1${t}20${t}$fake"
# tells NAME REGEX: the night printed a line that matches REGEX.
tells() {
    if grep -qE "$2" "$work/out"; then ok; else bad "$1" "not printed: $2"; fi
}

# A night from cron: no terminal, a home that does not exist or none at all, and no variables except
# PATH and those that locate the tools.
from_cron() {
    local name kept=() path=/usr/bin:/bin
    for name in CC CXX VERILATOR VERILATOR_ROOT SYSTEMC_HOME SPE_LOCKED; do [ -z "${!name:-}" ] || kept+=("$name=${!name}"); done
    PATH=$path command -v ninja verilator git >"$work/tools" && [ "$(wc -l <"$work/tools")" = 3 ] || path=$PATH
    limited env -i PATH="$path" "${kept[@]}" NIGHTS="$nights" "$@" setsid -w sim/nightly.sh "$build" "$work/cron.tsv" </dev/null
}
list cron "!fake${t}toy${t}1-2${t}0${t}20${t}env >$work/cron.env; $fake"
rm -rf "$nights"
for home in "HOME=/nonexistent" ""; do
    run from_cron ${home:+"$home"}
    [ "$status" = 0 ] && ok || bad "night/cron_$home" "status $status: $(tail -n 3 "$work/err")"
    check "night/cron_locale_$home" grep -qx LC_ALL=C "$work/cron.env"
    [ -z "$home" ] || ! command -v ccache >/dev/null || check night/cron_cache grep -qx "CCACHE_DIR=$(realpath "$build")/ccache" "$work/cron.env"
done
check night/cron_no_home test ! -e /nonexistent
is night/cron_rows "2|passed" "SELECT count(DISTINCT night), group_concat(DISTINCT status) FROM run"

rm -rf "$nights"
ends night/cut 2 cut
said night/cut_said 'cut.tsv is cut off'
ends night/first 0 fixed
is night/first_rows '6|150|passed' "SELECT count(*), sum(records), group_concat(DISTINCT status) FROM run"
said night/progress '^night 1: 6 of 6 runs, 0 failed; [0-9,]+ a minute; processor time [^;]+; [^;]+ left$'
check night/page test -s "$nights/page/1/index.html"
ends night/new 1 fixed FAKE_FAIL=3
tells night/new_said '^new  buf.data'
said night/new_progress '^night 2: 6 of 6 runs, 2 failed in 1 bucket \(1 new\); '
is night/new_bucket 'buf.data|Events|record N at N differs at byte N' 'SELECT "check", field, stage FROM bucket'
ends night/known 0 fixed FAKE_FAIL=3 FAKE_ALSO=out.cti
is night/also out.cti "SELECT DISTINCT also FROM run WHERE night = 3 AND status = 'failed' AND origin = 'command'"
is night/also_follows 0 "SELECT count(*) FROM finding WHERE \"check\" = 'out.cti'"
tells night/also_said '^  also in these runs: out.cti \(2 of 2\)$'
tells night/known_said '^known  buf.data'
ends night/gone 0 fixed
tells night/gone_said '^gone  buf.data'
ends night/fresh 1 fresh BUDGET=1 FAKE_FAIL=fresh
is night/fresh_kept '1|open' "SELECT count(*) > 0, group_concat(DISTINCT state) FROM kept WHERE state <> 'dropped'"
check night/check "$build/bin/night" check "$nights"
# Names of folders that the shell of the chunks would split or execute.
for folder in "$work/a b" "$work/a;b" "$work/a=b"; do
    refused "night/folder_$folder" 2 "^nightly.sh: the name of the folder '.*' has other characters than " env NIGHTS="$folder" BUDGET=0 sim/nightly.sh "$build" "$work/fixed.tsv"
done
