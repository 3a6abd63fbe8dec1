# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Nights with RESUME=1, of commands (sim/night/test/fake.sh). Runs that passed with the same content
# are taken over with their results, all others are played. The group code does this for tests.

if ! command -v sqlite3 >/dev/null; then
    skip resume 'sqlite3 is not installed'
    return 0
fi
nights=$work/resume program=$work/resume.sh t=$'\t'
cp sim/night/test/fake.sh "$program"
echo 'limit = 9' >"$work/resume.cfg"

# resumed_list SEEDS: write a list of three commands. One names two files, one names none, one names
# another file.
resumed_list() {
    printf '%s\n' "!named${t}toy${t}$1${t}0${t}20${t}$program --config=$work/resume.cfg" \
        "!none${t}toy${t}1-1${t}0${t}20${t}echo RESULT PASS stim=none mismatches=0 checks=9 pending=0 >\$SPE_DIR/verdict" \
        "!other${t}toy${t}1-1${t}0${t}20${t}sim/night/test/fake.sh" '# end' >"$work/resume.tsv"
}
# resumed NAME STATUS PLAYED BEFORE [NAME=VALUE...]: a night ends with STATUS. It plays PLAYED runs
# and takes over BEFORE runs.
resumed() {
    local name=$1 expected=$2 got
    run env NIGHTS="$nights" JOBS=2 BUDGET=0 RESUME=1 "${@:5}" sim/nightly.sh "$build" "$work/resume.tsv"
    got=$(sqlite3 -batch -init /dev/null "$nights/night.db" "SELECT sum(origin = 'command') || ' ' || sum(origin = 'before') || ' ' || count(DISTINCT name) FROM run WHERE night = (SELECT max(id) FROM night)" 2>/dev/null)
    if [ "$status" = "$expected" ] && [ "$got" = "$3 $4 $(($3 + $4))" ]; then ok; else bad "resume/$name" "status $status, expected $expected; '$got' runs, expected $3 played and $4 before"; fi
}

resumed_list 1-3
resumed first 0 5 0
resumed again 0 1 4
grep -q '^4 runs taken over: passed before with the same content$' "$work/err" && ok || bad resume/said 'not said'
resumed twice 0 1 4
same resume/results <(sqlite3 -batch -init /dev/null "$nights/night.db" 'SELECT name, stim, result, records, unpredictable, status FROM run WHERE night = 1 ORDER BY name' 2>/dev/null) \
    <(sqlite3 -batch -init /dev/null "$nights/night.db" 'SELECT name, stim, result, records, unpredictable, status FROM run WHERE night = 3 ORDER BY name' 2>/dev/null)
resumed all 0 5 0 RESUME=0
resumed_list 1-5
resumed more 0 3 4
echo 'limit = 10' >"$work/resume.cfg"
resumed config 0 6 1
echo '# another program' >>"$program"
resumed program 1 6 1 FAKE_FAIL=2
# A run that failed is played again. Other options make another command.
resumed failed 0 3 4
sed -i 's/ --config=/ --quick --config=/' "$work/resume.tsv"
resumed options 0 6 1
# The content of a file with an unusual name counts, too. If a word looks like the name of a file
# and is none, the content of the command is unknown.
echo 1 >"$work/odd@1,a"
printf '%s\n' "!odd${t}toy${t}1-1${t}0${t}20${t}: $work/odd@1,a; $program" "!unknown${t}toy${t}1-1${t}0${t}20${t}: $work/none@1; $program" '# end' >"$work/resume.tsv"
resumed odd 0 2 0
resumed odd_again 0 1 1
echo 2 >"$work/odd@1,a"
resumed odd_other 0 2 0
