#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# streams.sh BUILD CONFIG: random sessions with episodes and actions left out draw the same numbers
# as in the whole run, as each part has streams of its own. The weights come from a file. Mistakes
# in the file are reported.
set -u
cd "$(dirname "$0")/../.." || exit 2
source sim/judge.sh

# play FILE OPTION...: play a run of `random`. Its parts go to FILE without the number of draws,
# which depends on what the SPU has kept from earlier parts.
play() {
    local file=$out/$1
    shift
    "$build/$config/spu_sim" --config "rtl/configs/$config.cfg" --test random --print-streams "$@" >"$file.out" 2>"$file.err"
    sed -n 's/^stream //p' "$file.err" >"$file.draws"
    sed -E 's/\+-?[0-9]+//g' "$file.draws" >"$file"
    [ -s "$file" ]
}

# part_of WHOLE SOME: each line of SOME is a line of WHOLE.
part_of() {
    ! grep -vxFf "$out/$1" "$out/$2"
}

# apart FILE...: no two parts of these runs draw from one stream.
apart() {
    ! cat "${@/#/$out/}" | grep -oE '(own|ops|lanes|axi|memory|xlat)=[0-9a-f]+' | sort | uniq -d | grep .
}

# lines FILE NUMBER PATTERN: NUMBER lines of FILE match PATTERN.
lines() {
    [ "$(grep -cE "$3" "$out/$1")" = "$2" ]
}

# begun FILE, ended FILE: print the episodes and actions that have begun, or that have ended.
begun() {
    sed -n 's/^begin //p' "$out/$1.err"
}
ended() {
    sed -nE '/part=end/!s/^stream (episode=[0-9]+)( part=begin|( part=[0-9]+)).*/\1\3/p' "$out/$1.err"
}

# stim FILE: print the hash of the stimulus of that run.
stim() {
    sed -nE 's/^RESULT .* (stim=[0-9a-f]+) .*/\1/p' "$out/$1.out"
}

# refused MESSAGE OPTION...: status 2, and one line that contains MESSAGE.
refused() {
    local status
    "$build/$config/spu_sim" --config "rtl/configs/$config.cfg" --seed 1 "${@:2}" >"$out/refused" 2>&1
    status=$?
    cat "$out/refused"
    [ "$status" = 2 ] && [ "$(grep -vcx 'seed 1' "$out/refused")" = 1 ] && grep -qF -- "$1" "$out/refused"
}

# nothing MESSAGE OPTION...: status 2 after the run, as nothing of the selection was played.
nothing() {
    local status
    "$build/$config/spu_sim" --config "rtl/configs/$config.cfg" --seed 1 "${@:2}" >"$out/nothing" 2>&1
    status=$?
    cat "$out/nothing"
    [ "$status" = 2 ] && grep -qx "why: $1" "$out/nothing"
}

# missed WEIGHTS: status 1, and a line with the minimum that the run misses.
missed() {
    "$build/$config/spu_sim" --config "rtl/configs/$config.cfg" --test random --weights "$out/$1" >"$out/missed" 2>&1
    [ $? = 1 ] && grep -q '^test: .*records=0, the test needs at least 5$' "$out/missed"
}

judge 'a whole run' play whole
judge 'no stream is drawn from by others' lines whole.draws 0 '\+-1'
judge 'draws are counted' lines whole.draws "$(grep -c ' action\.' "$out/whole")" ' action\..* own=[0-9a-f]{16}\+[1-9]'
judge 'no two parts have one stream' apart whole
judge 'episodes are left out' play episodes --episodes 1,3-4
judge 'the others draw the same' part_of whole episodes
judge 'three have come' lines episodes 3 'part=end'
judge 'they are those' lines episodes 0 'episode=[0256789]'
judge 'actions are left out' play actions --episodes 0-3 --actions 0-1,3
judge 'the others draw the same ' part_of whole actions
judge 'each is listed' lines actions 0 'part=(2|4|5|6|7)'
judge 'and has come' lines actions 4 'part=3'
judge 'another seed draws other numbers' play other --seed 2 --episodes 0
judge 'and none of the same' apart whole other
judge 'the first of two SPUs' play first --episodes 0
judge 'both' play two --spus 2 --episodes 0
judge 'the first one draws as it does alone' part_of two first
judge 'the second one draws as no other and as no run' apart two other
judge 'it has come' lines two 2 'part=end'

weights=tb/seq/random/weights.tsv
hash=$(sed -nE 's/.* --weights-hash ([0-9a-f]+)$/\1/p' <("$build/$config/spu_sim" --config "rtl/configs/$config.cfg" --test random \
    --episodes 0 --dir "$out/run" >/dev/null 2>&1; cat "$out/run/command"))
judge 'the command names the hash' test "${#hash}" = 16
judge 'no copy of what is built in' test ! -e "$out/run/weights"
judge 'the file is what is built in' play file --weights $weights --weights-hash "$hash"
judge 'and draws the same' cmp "$out/whole" "$out/file"
awk -F'\t' -v OFS='\t' '$1 ~ /^action\./ { $2 = $1 == "action.reset" } { print }' $weights >"$out/reset.tsv"
judge 'other weights' play reset --weights "$out/reset.tsv" --episodes 0-4 --dir "$out/run"
judge 'nothing else is drawn' lines reset 5 'part=0 action.reset'
judge 'a copy stays' test -s "$out/run/weights"
judge 'which is read' play copy --weights "$out/run/weights" --episodes 0-4
judge 'and gives the same' cmp "$out/reset.draws" "$out/copy.draws"

# With physical addresses the pages of the buffer lie side by side, or (without a stage of
# translation) none can move.
awk -F'\t' -v OFS='\t' '$1 == "action.move_page" || $1 == "percent.nvm" { $2 = 100 } { print }' $weights >"$out/moves.tsv"
judge 'pages that move get places of their own' "$build/$config/spu_sim" --config "rtl/configs/$config.cfg" --test random --seed 1 \
    --weights "$out/moves.tsv"

# The counter begins at the interval, which is longer than a session.
awk -F'\t' -v OFS='\t' '$1 ~ /^(action|interval|pace)\./ { $2 = $1 ~ /(run_some|seventy|paced)$/ } $1 == "percent.counter" { $2 = 0 } { print }' \
    $weights >"$out/few.tsv"
judge 'a run that samples too little misses its minimum' missed few.tsv

random=(--test random --weights "$out/bad.tsv")
bad() { # bad MESSAGE LINE...
    printf '%s\n' "${@:2}" >"$out/bad.tsv"
    judge "$1" refused "$1" "${random[@]}"
}
bad 'bad.tsv:1: no such weight' $'action.nothing\t1' '# end'
bad 'bad.tsv:2: action.reset is given twice' $'action.reset\t1' $'action.reset\t2' '# end'
bad 'bad.tsv:1: action.reset has no value' action.reset '# end'
bad 'bad.tsv:1: percent.rnd: 101 is not in 0 to 100' $'percent.rnd\t101\t0\t100\tx' '# end'
bad "bad.tsv:1: percent.rnd: 'x' is not a number" $'percent.rnd\tx' '# end'
bad 'bad.tsv:2: does not end with "# end"' $'percent.rnd\t50'
bad 'bad.tsv:3: a line after "# end"' $'percent.rnd\t50' '# end' '# more'
bad "bad.tsv: all weights of 'fill' are 0" $'fill.fill\t0' $'fill.one\t0' $'fill.discard\t0' $'fill.three\t0' '# end'
judge 'no file' refused 'none.tsv:1: cannot be read' --test random --weights "$out/none.tsv"
judge 'another hash' refused "the weights have the hash $hash, not 0" --test random --weights-hash 0
names=$(sed -n 's/^settings //p' "$out/whole.err")
judge 'all settings can be named' play drawn --settings "$names"
judge 'which is the whole run' test "$(stim drawn)" = "$(stim whole)"
judge 'none of them is drawn' play plain --settings none --episodes 0
judge 'which is another run' test "$(stim plain)" != "$(stim first)"
judge 'of the same parts' part_of whole plain
judge 'no setting' refused "--settings: 'x' is none of $names, nor is it none" --test random --settings x
judge 'the test ends before its time' play until --until 5000
judge 'and passes' grep -qE '^RESULT PASS .* cycles=5[0-9]{3} ' "$out/until.out"
judge 'all that began ends' cmp <(begun whole) <(ended whole)
judge 'but the part in which that test ended' cmp <(begun until | sed '$d') <(ended until)
judge 'more episodes than there are' refused ', numbered from 0' --test random --episodes 1,999
judge 'nor are actions of them' refused ', numbered from 0' --test random --episodes 999 --actions 0
judge 'that of a longer session' play longer --episodes 999 --settings none
judge 'a test without sessions' refused 'plays no random sessions' --test smoke --episodes 1
judge 'no list' refused "'x' is not a number" --test random --episodes x
judge 'not in order' refused 'is not in rising order' --test random --actions 3,1-2
judge 'no action of any episode' nothing '--actions: none of them is one of these episodes' --test random --episodes 0 --actions 9999
echo "COUNT $passed $failed 0"
[ "$failed" = 0 ]
