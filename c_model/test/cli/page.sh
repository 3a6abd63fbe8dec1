# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `night page` and `night show`: other programs can read the output, and it tells what was played.

night() {
    limited "$build/bin/night" "$@"
}

# database FILE NIGHTS RUNS [SQL]: make the nights of sim/night/test/nights.sql, then run SQL.
database() {
    night migrate "$1" && sqlite3 -batch -bail -init /dev/null "$1" \
        "CREATE TEMP TABLE size AS SELECT $2 AS nights, $3 AS runs;
        $(grep -v '^--' sim/night/test/nights.sql)
        ${4:-}" 2>"$work/err"
}

# tells NAME TEXT FILE: a line of the file holds the text.
tells() {
    if grep -qF -- "$2" "$3"; then ok; else bad "$1" "$(basename "$3") does not say: $2"; fi
}

# silent NAME REGEX FILE: no line of the file matches.
silent() {
    if grep -qE -- "$2" "$3"; then bad "$1" "$(basename "$3") says: $(grep -oE -- "$2" "$3" | head -n 1)"; else ok; fi
}

if ! command -v sqlite3 >/dev/null; then
    skip page 'sqlite3 is not installed'
    return 0
fi

page=$work/page
check page/database database "$work/night.db" 12 1500
check page/writes night page "$work/night.db" --out "$page"
for state in new known gone; do
    tells "page/$state" ">$state</span>" "$page/index.html"
done
tells page/verdict '<h1>1 new failure in 3 runs; 1 gone</h1>' "$page/index.html"
tells page/since '2026-11-10' "$page/index.html"
tells page/bisect 'make bisect RUN=build/nightly/runs/12/neoverse/' "$page/index.html"
tells page/lost 'access PMSCR_EL1.400.EL1.ok' "$page/index.html"
tells page/text '1 new failure in 3 runs; 1 gone' "$page/night.txt"
tells page/text_bisect 'first bad     cd /home/dv/spe && make bisect RUN=build/nightly/runs/12/neoverse/' "$page/night.txt"
# The commands for a failure can be copied. A failure that is gone has none to explain it.
sed -n '/^gone  /,/^$/p' "$page/night.txt" >"$work/gone"
silent page/text_gone '^  (explain|waves|fewest ops) ' "$work/gone"
for row in 'explain       cd /home/dv/spe && build/bin/spe explain build/nightly/runs/12/' 'waves         cd /home/dv/spe && make debug RUN=build/nightly/runs/12/' 'fewest ops    cd /home/dv/spe && make shrink RUN=build/nightly/runs/12/'; do
    tells "page/text_${row%% *}" "  $row" "$page/night.txt"
    tells "page/html_${row%% *}" "${row#*cd /home/dv/spe && }" <(sed 's/&amp;/\&/g' "$page/index.html")
done
tells page/text_expected '  expected      71' "$page/night.txt"
tells page/text_actual '  actual        f1' "$page/night.txt"
tells page/text_checks '1 check never evaluated, 2 evaluated' "$page/night.txt"
tells page/text_open '3 cases that the texts leave open, 4 runs came into them' "$page/night.txt"
tells page/open_cases 'Cases that the texts leave open and the stimulus led into' "$page/index.html"
tells page/text_left_open '  left open     B1,L1' "$page/night.txt"
tells page/left_open '<dt>Left open</dt><dd><code>B1,L1</code>' "$page/index.html"
tells page/text_bins '1,600 bins met on their configurations, 55 won, 5 lost, 0 not met by chance' "$page/night.txt"
silent page/alone '<script|src=|https?:|@import|url\(' "$page/index.html"
tells page/open 'build/bin/spe replay --primary build/nightly/runs/12/' "$page/index.html"
check page/build night page "$work/night.db" --out "$work/elsewhere" --build /var/out
tells page/build_bisect 'make bisect O=/var/out RUN=build/nightly/runs/12/neoverse/' "$work/elsewhere/index.html"
tells page/build_open '/var/out/bin/spe replay --primary ' "$work/elsewhere/index.html"
mkdir -p "$work/beside/bin" "$work/beside/nightly" && cp "$work/night.db" "$work/beside/nightly/" && cp /bin/true "$work/beside/bin/spe"
check page/beside night page "$work/beside/nightly/night.db" --out "$work/elsewhere"
tells page/beside_bisect "make bisect O=$work/beside RUN=" "$work/elsewhere/index.html"
accepted page/show '^1 new failure in 3 runs; 1 gone$' night show "$work/night.db"
# If an assertion ended the run, its log holds no finding. The command on the page plays the run
# without assertions.
check page/asserted_database database "$work/asserted.db" 12 300 "UPDATE bucket SET \"check\" = 'sva', field = id;
    INSERT INTO run (night, name, origin, config, test, seed, status, twin, bucket)
        SELECT 12, name || '~process', 'sample', config, test, seed, status, id, bucket FROM run WHERE night = 12 AND status = 'failed'"
check page/asserted night page "$work/asserted.db" --out "$work/elsewhere"
tells page/asserted_open 'make debug RUN=build/nightly/runs/12/' "$work/elsewhere/index.html"
silent page/asserted_explain 'spe explain' "$work/elsewhere/index.html"
# A run that repeats a failure counts neither in the night nor in the trend.
runs=$(sed -nE 's/^([0-9,]+) runs, .*/\1/p' "$work/elsewhere/night.txt" | tr -d ,)
check page/trend_runs grep -q "\"runs\":$runs,.*\"night\":" <(tr '{' '\n' <"$work/elsewhere/night.json" | grep '"buckets":.*"night":' | tail -n 1)
# The last night is the one that began last. Here an older night of another machine was merged and
# has the highest number.
check page/late_database database "$work/late.db" 12 300 "UPDATE night SET begun = begun - 2592000 WHERE id = 12;
    INSERT INTO run_bins SELECT min(id), x'0101' FROM run WHERE night > 9 AND config = 'neoverse' AND status = 'passed' GROUP BY night;
    INSERT INTO kept (id, config, test, seed, weights, args, stim, bucket, opened, state) VALUES (1, 'neoverse', 'random', '1', '', '', '', 1, 10, 'open')"
accepted page/late_show '^night 11 of ' night show "$work/late.db"
accepted page/late_who "^neoverse$(printf '\t')night 11 of " night who "$work/late.db" 'access PMSCR_EL1.1.EL1.ok'
runs=$(sqlite3 -batch -init /dev/null "$work/late.db" "SELECT count(*) FROM run WHERE night = 11 AND status <> 'passed' AND config = 'v1p0_min'")
accepted page/late_failed "^$runs\$" night failed "$work/late.db" --list-name sim/lists/night.tsv --configs v1p0_min
check page/late_close night kept "$work/late.db" --close 1
check page/late_closed [ "$(sqlite3 -batch -init /dev/null "$work/late.db" 'SELECT closed FROM kept')" = 11 ]
mkdir "$work/folder" && cp "$work/night.db" "$work/folder/"
accepted page/show_folder '^1 new failure in 3 runs; 1 gone$' night show "$work/folder"
check page/kept_file night kept "$work/folder/night.db"
refused page/show_none 2 '^night: .*/none.db: unable to open' night show "$work/none.db"
printf 'buf.data\t*\t*\t*\twaits\t2026-12-01\n# end\n' >"$work/quarantine"
accepted page/quarantine '^Nothing new; 2 known failures; 1 gone; 3 failed runs in quarantine$' night show "$work/night.db" --night 12 --quarantine "$work/quarantine"
accepted page/first '^No run has failed$' night show "$work/night.db" --night 1
# A row of the quarantine with a typing error is refused. It holds nothing back.
for row in "buf.dta\t*\t*\t*;there is no check 'buf.dta'; near: buf.data" "nonsense\t*\t*\t*;there is no check 'nonsense'" \
    "crashed\t*\t*\tneovers;no configuration matches 'neovers'; near: neoverse"; do
    printf '# a row\n%b\twaits\t2026-12-01\n# end\n' "${row%%;*}" >"$work/slip"
    refused "page/slip_${row%%[\\]*}" 2 "^night: .*/slip:2: ${row#*;}\$" night show "$work/night.db" --quarantine "$work/slip"
done
refused page/unknown 2 "^night: no night '13' in the database$" night page "$work/night.db" --out "$page" --night 13
refused page/nowhere 2 '^night: page: --out DIR is needed$' night page "$work/night.db"
refused page/cannot 4 '^night: /proc/page: ' night page "$work/night.db" --out /proc/page
refused page/tree 2 'sim/quarantine.tsv: No such file' night show "$work/night.db" --tree "$work"

check page/held night page "$work/night.db" --out "$work/held" --quarantine "$work/quarantine"

if command -v jq >/dev/null; then
    check page/held_trend jq -e '.trend[-1].buckets == 2' "$work/held/night.json"
    check page/trend jq -e '.trend[-1].buckets == 3' "$page/night.json"
    check page/json jq -e '.version == 2 and (.failures | map(.state) == ["new", "known", "known", "gone"])
        and (.trend | length == 12) and (.failed_runs | length == 22) and (.bins_lost | length == 1)
        and (.integrity | map(.state) == ["look", "failed", "look", "passed", "passed"])
        and (.integrity[2].found | endswith("; the median fresh run 389"))
        and (.few_records | map([.test, .runs, .fewest, .most]) | .[0] == ["v1p0_min.two_random.1", 1, 13, 13] and .[4] == ["buffer_full", 3, 12, 19])
        and .few_records[4].names == "ernd.buffer_full.4 neoverse.buffer_full.900 v1p5_max.buffer_full.907"
        and (.samples_different | map(.run) == ["neoverse.packet_kinds.40~keep"]) and (.stimulus_twice[0].runs == 2)
        and (.checks_never | map([.check, .configs, .other]) == [["sva.none", "ernd kunpeng neoverse v1p0_min v1p5_max", "nowhere"],
            ["fork.settled", "ernd kunpeng v1p0_min v1p5_max", "on other configurations"]])
        and (.checks | map([.check, .evaluated]) == [["sva.none", 0], ["fork.settled", 7], ["buf.data", 25]]) and .forks[0].times == 3
        and (.unpredictable | map([.choice, .runs, .failed, .configs]) == [["B1", 3, 1, "neoverse v1p0_min"], ["L1", 4, 2, "neoverse v1p0_min"], ["S2", 1, 1, "neoverse"]])
        and (.failures | map(select(.unpredictable == "B1,L1") | .run) == ["v1p0_min.collide_life.331"])
        and (.code | map([.kind, .points, .hit, .waived, .open]) == [["line", 3, 2, 1, 1], ["toggle", 1, 0, 1, 0]])
        and (.code_lost | map(.line) == [12]) and (.code_waivers_hit | map(.line) == [13])' "$page/night.json"
else
    skip page/json 'jq is not installed'
fi

# A night that was stopped has not played everything. No bin is lost by it, and the next night is
# not compared with it.
check page/stopped database "$work/stopped.db" 13 100 "UPDATE night SET whole = 0, stopped = 'SIGINT', status = 3 WHERE id = 13;
    DELETE FROM night_bins WHERE night = 13 AND point > 9"
check page/stopped_page night page "$work/stopped.db" --out "$page/stopped"
tells page/stopped_said 'The night was stopped by SIGINT; RESUME=1 plays what is left; ' "$page/stopped/index.html"
# The page always says that the night was stopped, beside its findings or the failure of the
# environment.
for row in "1;^Nothing new; 1 known failure; stopped by SIGINT; RESUME=1 plays what is left" \
    "4;^The night was stopped by SIGINT; the environment failed, too: no room; RESUME=1 plays what is left; new"; do
    sqlite3 -batch -init /dev/null "$work/stopped.db" "UPDATE night SET status = ${row%%;*}, why = 'no room' WHERE id = 13"
    accepted "page/stopped_${row%%;*}" "${row#*;}" night show "$work/stopped.db"
done
silent page/stopped_text ' won, |the first whole night' "$page/stopped/night.txt"
silent page/stopped_lost 'Lost: met in the night before' "$page/stopped/index.html"
if command -v jq >/dev/null; then
    check page/stopped_json jq -e '(.bins_lost == []) and (.code_lost == []) and (.trend[-1].night == "in part")
        and (.bins | map([.won, .lost, .before]) | unique == [[null, null, null]])' "$page/stopped/night.json"
    check page/again database "$work/again.db" 12 100 "UPDATE night SET list_hash = '', whole = 0 WHERE id = 11;
        UPDATE run SET status = 'failed', bucket = 4, why = 'cycle 77: no answer' WHERE night = 12 AND seed = '12';
        UPDATE run SET name = name || '~keep', command = command || ' --dir ''' || dir || '~keep.sample''', dir = dir || '~keep.sample'
        WHERE night = 12 AND seed = '12'"
    check page/again_page night page "$work/again.db" --out "$page/again"
    # The command to repeat a run does not write to the directory that the night keeps, even if the
    # name needs quotes.
    check page/again_repeat jq -e '.failed_runs | map(select(.run | endswith("~keep")) | .command | test(" --dir build/again/[^ ]*~keep( |$)")) == [true]' "$page/again/night.json"
    check page/again_trend jq -e '(.trend | length == 11) and (.trend | map(.night) | unique == ["whole"])' "$page/again/night.json"
    # The reason why a run without a finding failed may begin with its cycle.
    check page/cycle jq -e '.failures | map(select(.text == "cycle 77: no answer") | .cycle) == [77]' "$page/again/night.json"
    check page/no_cycle jq -e '.failures | map(select(.text | startswith("hang: ")) | .cycle) == [-1]' "$page/night.json"
fi

# The checks of other findings of these runs, the document for open cases, and the numbers of
# nights.
check page/also database "$work/also.db" 12 1500 "UPDATE run SET also = 'story.record' WHERE id IN (SELECT max(id) FROM run WHERE night = 12 AND bucket = 1);
    UPDATE night SET dirty = 1 WHERE id IN (11, 12)"
check page/also_page night page "$work/also.db" --out "$page/also"
tells page/also_text '  also in these runs: story.record (1 of 3)' "$page/also/night.txt"
tells page/also_html '<dt>Also in these runs</dt><dd><code>story.record (1 of 3)</code>' "$page/also/index.html"
! command -v jq >/dev/null || check page/also_json jq -e '.failures[0].also == "story.record (1 of 3)" and .failures[0].bisect == ""' "$page/also/night.json"
tells page/choices '  left open     B1,L1 (cases of the texts: c_model/choices.md)' "$page/also/night.txt"
run grep -E '^  (since|last passed) ' "$page/also/night.txt"
tells page/since_night ', night 10 of 2026-11-10' "$work/out"
tells page/good_dirty ' with changed files, night 11 of 2026-11-11' "$work/out"
# If the tree of a night had changed files, no commit holds the failure.
tells page/no_bisect '  first bad     the tree of this night had changed files' "$page/also/night.txt"
tells page/no_bisect_html '<dt>First bad commit</dt><dd>the tree of this night had changed files' "$page/also/index.html"
silent page/no_bisect_command 'make bisect' "$page/also/index.html"
# The same holds if the tree changed during the night.
sqlite3 -batch -init /dev/null "$work/also.db" 'UPDATE night SET dirty = 2 WHERE id IN (11, 12)'
check page/changed_page night page "$work/also.db" --out "$page/changed"
tells page/changed '  first bad     the tree of this night had changed files, or got some while it went on' "$page/changed/night.txt"
silent page/changed_command 'make bisect' "$page/changed/index.html"
run grep -E '^  (since|last passed) ' "$page/changed/night.txt"
tells page/changed_good ' with changed files, night 11 of 2026-11-11' "$work/out"
# The commit of such a night does not count as a commit that passes, either. The directory of a run
# is compared letter by letter (`_` is no wildcard).
dir=$(sqlite3 -batch -init /dev/null "$work/night.db" "SELECT dir FROM run WHERE night = 12 AND bucket = 1 LIMIT 1")
accepted page/good '^[0-9a-f]{40}$' night good "$work/night.db" "$dir"
run night good "$work/also.db" "$dir"
[ "$status" = 1 ] && [ ! -s "$work/out" ] && ok || bad page/good_changed "status $status: $(cat "$work/out")"
dir=$(sqlite3 -batch -init /dev/null "$work/night.db" "SELECT dir FROM run WHERE night = 12 AND config = 'v1p0_min' AND dir <> '' LIMIT 1")
accepted page/good_night '^[0-9a-f]{40} 0 12$' night good "$work/night.db" "/x/$dir" --night
run night good "$work/night.db" "/x/${dir/v1p0_min/v1p0-min}" --night
[ "$status" = 1 ] && [ ! -s "$work/out" ] && ok || bad page/good_letters "status $status: $(cat "$work/out")"
# Page and text give the same number of compared records, without those of repeated runs.
records=$(sed -nE 's/^.* ([0-9,]+) records compared$/\1/p' "$page/night.txt")
tells page/records "<dt>Records compared</dt><dd>$records</dd>" "$page/index.html"

# A bin is lost if chance does not explain it, or if a run of the list that met it before has passed
# again.
check page/chance database "$work/chance.db" 12 100 "INSERT INTO point VALUES (602, 'rare by.chance'), (603, 'rare by.list');
    INSERT INTO night_bins VALUES (11, 'neoverse', 602, 1, 1), (11, 'neoverse', 603, 1, 1);
    INSERT INTO run_bins SELECT id, x'DB0401' FROM run WHERE night = 11 AND seed = '5'"
check page/chance_page night page "$work/chance.db" --out "$page/chance"
tells page/chance_text ', 6 lost, 1 not met by chance' "$page/chance/night.txt"
silent page/chance_budget 'far fewer' "$page/chance/night.txt"
if command -v jq >/dev/null; then
    check page/chance_json jq -e '(.bins_lost | map(.bin) == ["access PMSCR_EL1.400.EL1.ok", "rare by.list"]) and (.bins_by_chance | map([.bin, .runs]) == [["rare by.chance", 1]])
        and (.bins | map(select(.config == "neoverse") | [.lost, .by_chance]) == [[2, 1]]) and .played_less == []' "$page/chance/night.json"
fi
# A night that played far less than the night before says so.
check page/less database "$work/less.db" 12 100 "DELETE FROM run WHERE night = 12 AND cast(seed AS INTEGER) BETWEEN 41 AND 90"
accepted page/less_text '^[0-9]+ runs passed, far fewer than in the night before, 9[0-9] runs then$' night show "$work/less.db"
# A night without an end is not judged.
check page/open_end database "$work/end.db" 12 100 "DELETE FROM night_bins WHERE night = 12; UPDATE night SET ended = NULL, status = NULL, whole = NULL WHERE id = 12"
check page/open_end_page night page "$work/end.db" --out "$page/end"
tells page/open_end_text 'bins and test plan: not judged, for the night has no end yet' "$page/end/night.txt"
silent page/open_end_none ' bins met|rows of the test plan' "$page/end/night.txt"
tells page/open_end_html 'The night has no end yet: bins and test plan are not judged.' "$page/end/index.html"

# `night who`: for each configuration the last night that met a bin, and the last run in it that met
# it and passed.
check page/who_database database "$work/who.db" 3 100 "DELETE FROM night_bins WHERE night = 3 AND point = 1;
    DELETE FROM night_bins WHERE point = 1 AND config <> 'kunpeng';
    INSERT INTO run_bins SELECT id, x'01030501' FROM run WHERE seed IN ('23', '28') AND night < 3;
    INSERT INTO run_bins SELECT id, x'0207' FROM run WHERE seed = '33' AND night < 3;
    INSERT INTO run_bins SELECT id, x'F60307' FROM run WHERE seed = '5' AND night = 3;
    UPDATE run SET status = 'passed' WHERE seed IN ('5', '23', '28', '33')"
accepted page/who $'^kunpeng\tnight 2 of 2026-11-02\t[0-9a-f]{40}\tkunpeng.random.28\tfixed\t3$' \
    night who "$work/who.db" 'access PMSCR_EL1.1.EL1.ok'
check page/who_once test "$(wc -l <"$work/out")" = 1
accepted page/who_check $'^neoverse\tnight 3 of 2026-11-03\t.*\tneoverse[.][a-z_]+[.]5\tfixed\t7$' night who "$work/who.db" 'check fork.settled'
refused page/who_none 1 "^night: no night has met the bin 'check sva.none'$" night who "$work/who.db" 'check sva.none'
refused page/who_usage 2 '^night: ' night who "$work/who.db"
# `night soak`: what fresh seeds have played, by configuration, in all, and as rows of the ledger.
# Rows in the ledger count in place of the nights.
printf '# end\n' >"$work/ledger"
check page/soak_database database "$work/soak.db" 2 40 "UPDATE run SET origin = iif(seed % 2, 'fresh', origin), ops = 1000, records = 7;
    UPDATE night SET dirty = 0, ended = begun + 1"
accepted page/soak '^all  *[0-9,]+  *[0-9,]+000  *[0-9,]+ ' night soak --ledger "$work/ledger" "$work/soak.db"
check page/soak_rows sh -c '"$0" soak --ledger "$1" --rows "$2" >"$3" && test -s "$3"' "$build/bin/night" "$work/ledger" "$work/soak.db" "$work/soak.rows"
check page/soak_all sh -c '"$0" soak --ledger "$1" "$2" >"$3"' "$build/bin/night" "$work/ledger" "$work/soak.db" "$work/soak.all"
{ cat "$work/soak.rows" && echo '# end'; } >"$work/ledger"
check page/soak_written sh -c '"$0" soak --ledger "$1" "$2" | diff - "$3"' "$build/bin/night" "$work/ledger" "$work/soak.db" "$work/soak.all"
check page/soak_none sh -c 'test -z "$("$0" soak --ledger "$1" --rows "$2")"' "$build/bin/night" "$work/ledger" "$work/soak.db"
refused page/soak_cut 2 '^night: .*/soak.rows is cut off' night soak --ledger "$work/soak.rows" "$work/soak.db"
refused page/soak_usage 2 '^night: ' night soak

# A run may print anything. On the page it stays text.
nasty='</code><script>alert(1)</script> & "'"''"$'\x1b[31m'
check page/nasty database "$work/nasty.db" 3 100 "UPDATE run SET name = id || '$nasty', command = '$nasty';
    UPDATE finding SET text = '$nasty'; UPDATE bucket SET field = '$nasty'; UPDATE point SET name = id || '$nasty';"
check page/nasty_page night page "$work/nasty.db" --out "$page/nasty"
tells page/escaped '&lt;script&gt;alert(1)' "$page/nasty/index.html"
silent page/no_script '<script' "$page/nasty/index.html"
silent page/no_control $'\x1b' "$page/nasty/index.html"
for file in "$page/nasty/junit.xml" "$page/junit.xml"; do
    if command -v xmllint >/dev/null; then
        check page/junit xmllint --noout "$file"
        run xmllint --xpath 'count(//testcase) = sum(//testsuite/@tests) and count(//failure) = sum(//testsuite/@failures)
            and count(//failure) > 0' "$file"
        tells page/junit_counts true "$work/out"
    else
        skip page/junit 'xmllint is not installed'
    fi
done
! command -v jq >/dev/null || check page/nasty_json jq -e '.failures | length > 0' "$page/nasty/night.json"

# The runs decide the state of the test plan.
mkdir -p "$work/tree/sim/qualify"
cp sim/quarantine.tsv sim/soak.tsv "$work/tree/sim"
cp sim/qualify/waivers.tsv "$work/tree/sim/qualify"
printf '%s\n' name,section,stimulus,checks,stage,tests 'plays,1,"a, ""quoted"" one",c,cosim,smoke test_x' 'unit,1,s,c,unit,test_x' >"$work/tree/sim/testplan.csv"
printf '%s\n' $'R1\tS 1\tbroken\tc\taccess.PMSCR_EL1.*\ttwo_random\tbad' $'R2\tS 1\tinformation\t-\t-\t-\t-' \
    $'R3\tS 1\tmissed\tc\taccess.PMSCR_EL1.* packet.end\tsmoke\tbad' >"$work/tree/sim/rules.tsv"
check page/plan database "$work/plan.db" 1 70 "DELETE FROM finding; UPDATE run SET bucket = NULL, status = iif(test = 'two_random', 'failed', 'passed');"
run night page "$work/plan.db" --out "$page/plan" --tree "$work/tree"
if command -v jq >/dev/null; then
    check page/plan_rows jq -e '[.testpoints[], .rules[] | .name + " " + .status] == ["unit not run", "plays passed", "R1 failed", "R3 not run"]
        and .testpoints[1].what == "a, \"quoted\" one" and .rules[0].failed == 10 and .rules[1].missed == "packet.end"' "$page/plan/night.json"
fi

# The page of a long night is small, and is written quickly.
check page/large_database database "$work/large.db" 3 10000
run bash -c 'ulimit -t 3; exec "$@"' - "$build/bin/night" page "$work/large.db" --out "$page/large"
if [ "$status" = 0 ]; then ok; else bad page/fast "status $status: more than 3 s of processor time?"; fi
bytes=$(stat -c %s "$page/large/index.html")
if [ "$bytes" -lt 2000000 ]; then ok; else bad page/size "$bytes bytes"; fi
