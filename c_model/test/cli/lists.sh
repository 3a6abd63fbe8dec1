# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Lists of nights, of code coverage and of chunks. A list that names no run is refused, and so is a
# comparison of no rows.

t=$'\t'
fake=sim/night/test/fake.sh
# night_of NAME PATTERN ROW [NAME=VALUE...]: a night of ROW is refused, and none is begun.
night_of() {
    printf '%s\n# end\n' "$3" >"$work/row.tsv"
    refused "lists/$1" 2 "$2" env NIGHTS="$work/lists" "${@:4}" sim/nightly.sh "$build" "$work/row.tsv"
    [ -z "$(ls "$work/lists/runs" 2>/dev/null)" ] && ok || bad "lists/$1" 'a night has begun'
}

good="!fake${t}toy${t}1-2${t}0${t}9${t}$fake"
night_of no_config "^night: .*row.tsv:1: no configuration 'neoverze' that 'random' is for\$" "random${t}neoverze${t}1-99"
night_of no_test "^night: .*row.tsv:1: no test 'radnom' that is to pass\$" "radnom${t}none${t}1-99"
night_of one_of_two "^night: .*row.tsv:2: no configuration 'neoverze'" "$good"$'\n'"random${t}neoverze${t}1-99"
# The configurations of earlier rows are not built before the list is checked. They need no
# simulator.
night_of unbuilt "^night: .*row.tsv:2: no test 'smok' that is to pass\$" "smoke${t}v1p5_realm${t}1-1"$'\n'"smok${t}v1p5_realm${t}1-1"
night_of name '^night: .*row.tsv:1: names of letters, digits and _ are needed behind !' "!../../x${t}toy${t}1-2${t}0${t}9${t}$fake"
night_of twice '^night: .*row.tsv: two commands have the name fake on toy$' "$good"$'\n'"!fake${t}toy${t}3-4${t}0${t}9${t}true"
printf '%s\r\n# end\r\n' "$good" >"$work/crlf.tsv"
printf '%s\n\0\n# end\n' "$good" >"$work/nul.tsv"
for name in crlf:'carriage returns: lines that end with a line feed alone are needed' nul:'NUL bytes: no table'; do
    refused "lists/${name%%:*}" 2 "^nightly.sh: .*/${name%%:*}.tsv holds ${name#*:}\$" env NIGHTS="$work/lists" sim/nightly.sh "$build" "$work/${name%%:*}.tsv"
    refused "lists/${name%%:*}_regress" 2 "^regress.sh: .*/${name%%:*}.tsv holds ${name#*:}\$" sim/regress.sh "$work/cov" "$work/${name%%:*}.tsv"
done
# A bad output directory is reported in one line, before anything is built.
printf '%s\n# end\n' "$good" >"$work/row.tsv"
refused lists/nowhere 4 '^nightly.sh: cannot write to /proc/none: full, or not permitted$' sim/nightly.sh /proc/none "$work/row.tsv"
refused lists/nights_nowhere 4 '^nightly.sh: cannot write to /proc/none$' env NIGHTS=/proc/none sim/nightly.sh "$build" "$work/row.tsv"
# Without make, the script itself checks the values of the knobs.
night_of budget '^nightly.sh: 8 h: seconds are needed, or a number with s, m or h$' "$good" BUDGET='8 h'
night_of budget_huge '^nightly.sh: 9999999999h: seconds are needed' "$good" BUDGET=9999999999h
night_of jobs '^nightly.sh: JOBS=two: a positive integer is needed$' "$good" JOBS=two
night_of seeds '^nightly.sh: SEEDS=9999999999: a positive integer is needed$' "$good" SEEDS=9999999999
night_of engine '^nightly.sh: ENGINE=make: there are ninja and slurm$' "$good" ENGINE=make
night_of memory '^nightly.sh: MEMORY=2G: a number of MiB is needed, 0 for no limit$' "$good" MEMORY=2G
night_of failed '^nightly.sh: FAILED=yes: 0 or 1 is needed$' "$good" FAILED=yes
for budget in 2 2s; do
    printf '%s\n# end\n' "$good" >"$work/row.tsv"
    check "lists/budget_$budget" env NIGHTS="$work/$budget" BUDGET=$budget JOBS=1 sim/nightly.sh "$build" "$work/row.tsv"
    ! command -v sqlite3 >/dev/null || [ "$(sqlite3 -batch -init /dev/null "$work/$budget/night.db" 'SELECT budget_ms FROM night' 2>/dev/null)" = 2000 ] && ok || bad "lists/budget_$budget" 'the night has another budget'
done
for budget in 0 0m; do
    check "lists/budget_$budget" env NIGHTS="$work/none$budget" BUDGET=$budget JOBS=1 sim/nightly.sh "$build" "$work/row.tsv"
    ! command -v sqlite3 >/dev/null || [ "$(sqlite3 -batch -init /dev/null "$work/none$budget/night.db" "SELECT budget_ms, count(*), sum(origin = 'fresh') FROM night, run" 2>/dev/null)" = '0|2|0' ] && ok || bad "lists/budget_$budget" 'not the list alone'
done
[ -z "$(sim/knobs.sh nightly BUDGET=0)" ] && ok || bad lists/knob_0 'make nightly refuses it'
for target in closure fuzz; do [[ $(sim/knobs.sh $target BUDGET=0) == 'BUDGET=0: seconds are needed'* ]] && ok || bad lists/knob_0_$target 'not refused'; done
refused lists/planned 2 '^night: .*/list.tsv names no run that is to be played$' "$build/bin/night" plan "$work/2" --night 1 --kind fixed \
    --chunks "$work/again" --sim sim --build "$build" --jobs 1

# code_list NAME PATTERN ROW [CONFIG]: sim/codecov-runs.sh refuses a list of ROW.
code_list() {
    printf '%s\n# end\n' "$3" >"$work/code.tsv"
    refused "lists/$1" 2 "$2" sim/codecov-runs.sh "$work/cov" "$work/code.tsv" "${@:4}"
}
code_list cov_config "^codecov-runs.sh: .*: 'random' 'neoverze' names no test of any configuration\$" "random${t}neoverze${t}1-9${t}cov"
code_list cov_test "^codecov-runs.sh: .*: 'radnom' 'neo.*' names no test of any" "random${t}neoverse${t}1-1${t}cov"$'\n'"radnom${t}neo*${t}1-9${t}tog"
code_list cov_only "^codecov-runs.sh: .* names no run of kunpeng\$" "random${t}neoverse${t}1-1${t}cov" kunpeng
# The first target of a fresh clone may be a list. Its output directory is marked before anything is
# written to it, or it is refused.
printf 'random\tneoverze\t1-1\tcov\n# end\n' >"$work/code.tsv"
for script in codecov-runs regress; do
    mkdir -p "$work/$script" "$work/$script.other/stranger"
    refused "lists/foreign_$script" 2 'holds other things and no output of this project' sim/$script.sh "$work/$script.other" "$work/code.tsv"
    refused "lists/fresh_$script" 2 neoverze sim/$script.sh "$work/$script" "$work/code.tsv"
    check "lists/marked_$script" test -f "$work/$script/.spe-output"
done

# rows FOLDER RESULTS: make a folder of two rows with these results.
rows() {
    mkdir -p "$work/$1/one" "$work/$1/two"
    printf '%s\t%s\t0\t-\t-\n' one "$work/$1/one" two "$work/$1/two" >"$work/$1/c.rows"
    printf '%s\n' "${@:2}" >"$work/$1/c.results"
    echo 'RESULT PASS' | tee "$work/$1/one/verdict" >"$work/$1/two/verdict"
}
rows a 'PASS 1 0 0 one 1 1' 'PASS 1 0 0 two 1 1'
rows b 'PASS 1 0 0 two 2 2' 'PASS 1 0 0 one 3 3'
rows c 'PASS 1 0 0 one 1 1' 'FAIL 0 1 0 two 1 1'
rows d 'PASS 1 0 0 one 1 1'
mkdir -p "$work/e" && : >"$work/e/c.rows"
accepted lists/same '^2 rows are the same$' sim/same-rows.sh "$work/a" "$work/b"
run sim/same-rows.sh "$work/a" "$work/c"
[ "$status" = 1 ] && grep -q '^> two FAIL RESULT PASS$' "$work/out" && ok || bad lists/other "status $status"
refused lists/same_nowhere 4 ' holds no list$' sim/same-rows.sh "$work/none" "$work/none"
refused lists/same_empty 4 ' holds no row$' sim/same-rows.sh "$work/e" "$work/e"
refused lists/same_unplayed 1 ': two has no result$' sim/same-rows.sh "$work/d" "$work/d"

# The state of a tree covers every file except those in the output folders, whatever their names
# are.
if command -v git >/dev/null; then
    tree=$work/state
    mkdir -p "$tree/out put" "$tree/nächte" "$work/elsewhere"
    ln -s "$work/elsewhere" "$tree/link"
    ln -s "$tree" "$work/linked"
    git init -q "$tree" && echo a >"$tree/a" && git -C "$tree" add a &&
        git -C "$tree" -c user.name=test -c user.email=test@example.com commit -q -m one
    # state FOLDER...: print the state of the tree without the output in these folders.
    state() {
        (source sim/common.sh && cd "$tree" && tree_state link "$@")
    }
    clean=$(state none)
    [[ $clean == "$(git -C "$tree" rev-parse HEAD) 0 "* ]] && ok || bad lists/state_clean "$clean"
    echo b >"$tree/out put/b" && echo c >"$tree/nächte/c"
    for folders in 'out put:nächte' "$tree/out put:$tree/nächte/" "./out put:$work/linked/nächte"; do
        [ "$(state "${folders%:*}" "${folders#*:}")" = "$clean" ] && ok || bad lists/state_output "another state with $folders"
    done
    other=$(state 'out put')
    [[ $other == *' 1 '* && $other != "${clean/ 0 / 1 }" ]] && ok || bad lists/state_other "$other"
    echo d >"$tree/nächte/c"
    [ "$(state 'out put')" != "$other" ] && ok || bad lists/state_name 'a file whose name is not ASCII is no part of it'
    echo e >"$tree/a"
    [[ $(state . 'out put' nächte) == *' 1 '* ]] && ok || bad lists/state_dirty 'a file that has changed is no part of it'
else
    skip lists/state 'git is not installed'
fi
