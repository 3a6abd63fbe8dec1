# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Nights with COV=1, in a tree whose RTL is one file. sim/night/test/counted.sh stands in for the
# runs. The night stores the code coverage: points that are hit, lost, waived, and waived but hit.

if ! command -v sqlite3 >/dev/null || ! command -v verilator_coverage >/dev/null; then
    skip code 'sqlite3 or verilator_coverage is not installed'
    return 0
fi
tree=$work/code nights=$work/code/nights
mkdir -p "$tree/rtl/configs" "$tree/build" "$nights/live"
cp -r sim "$tree/" && cp rtl/configs/{ernd,neoverse}.cfg "$tree/rtl/configs/"
ln -s "$(realpath "$build/bin")" "$tree/build/bin"
for config in ernd neoverse; do
    for flavour in '' -waves -cov -tog; do
        mkdir "$tree/build/$config$flavour" && cp sim/night/test/counted.sh "$tree/build/$config$flavour/spu_sim"
        echo "# $config$flavour" >>"$tree/build/$config$flavour/spu_sim"
    done
done
for ((i = 1; i <= 300; i++)); do
    if [ $i = 2 ]; then echo '  output logic [99:0] out_o'; else echo "line $i"; fi
done >"$tree/rtl/unit.sv"
printf 'line\trtl/unit.sv\tblock\tline 7\t-\t-\tnobody comes here\ntoggle\trtl/unit.sv\tout_o[3]\t-\t-\t-\tconstant\n# end\n' >"$tree/sim/codecov/waivers.tsv"
printf 'smoke\tneoverse\t2-3\ttog\n# end\n' >"$tree/sim/codecov/runs.tsv"
printf 'smoke\t*\t1-3\n# end\n' >"$tree/list.tsv"
{
    for config in ernd neoverse; do
        for flavour in plain waves cov tog; do
            [[ $config.$flavour != @(ernd.tog|neoverse.waves) ]] || continue
            file=build/$config-$flavour/spu_sim
            [ $flavour != plain ] || file=build/$config/spu_sim
            printf '%s\t%s\t%s\t%s\trtl/configs/%s.cfg\n' $config $flavour "$file" "$(sha256sum <"$tree/$file" | cut -d' ' -f1)" $config
        done
    done
    echo '# end'
} >"$tree/models.tsv"

# counted NAME STATUS [NAME=VALUE...]: a night of the list ends with STATUS.
counted() {
    local name=$1 expected=$2
    cp "$tree/models.tsv" "$nights/live/$name.models"
    run env -C "$tree" NIGHTS=nights NIGHT_UUID="$name" NIGHT_BUILD_MS=0 BUDGET=0 JOBS=2 PAGES=0 "${@:3}" sim/night/rounds.sh build list.tsv
    if [ "$status" = "$expected" ]; then ok; else bad "code/$name" "status $status, expected $expected: $(tail -n 3 "$work/out")"; fi
}
# is NAME VALUE SQL: the query SQL gives VALUE.
is() {
    local got
    got=$(sqlite3 -batch -init /dev/null "$nights/night.db" "$3" 2>/dev/null)
    if [ "$got" = "$2" ]; then ok; else bad "$1" "the database says '$got', expected '$2': $3"; fi
}
# prints NAME TEXT: the page contains TEXT.
prints() {
    if grep -qF -- "$2" "$work/out"; then ok; else bad "$1" "the page does not say: $2"; fi
}

counted first 0 COV=1
is code/points 'line|9|8|1 toggle|4|3|1' "SELECT group_concat(kind || '|' || points || '|' || hit || '|' || waived, ' ') FROM (SELECT kind, count(*) AS points, sum(hits > 0) AS hit, count(waiver) AS waived FROM code_point WHERE night = 1 GROUP BY kind)"
is code/waiver 'nobody comes here' "SELECT DISTINCT waiver FROM code_point WHERE line = 7"
is code/runs '6 cov,2 tog' "SELECT group_concat(n || ' ' || f) FROM (SELECT count(*) AS n, m.flavour AS f FROM run r JOIN model m ON m.id = r.model WHERE origin = 'sample' AND r.dir = '' AND (name LIKE '%~cov' OR name LIKE '%~tog') GROUP BY m.flavour)"
# Each of the two runs counts a bit 3 times. The run without stimulus counts it once, which is
# subtracted from each run: 2 * (3 - 1) = 4.
is code/idle '4|4|4|0' "SELECT group_concat(hits, '|') FROM (SELECT hits FROM code_point WHERE kind = 'toggle' ORDER BY name)"
prints code/text '11 points of the RTL hit, 2 waived, 0 open, 0 lost'
check code/files test -s "$nights/page/1/code/holes.txt" -a ! -e "$nights/page/1/code/merged" -a ! -e "$nights/runs/1/cover"

# A lost point, compared with the last night that counted coverage.
counted plain 0
is code/samples 'ernd cov,ernd waves,neoverse cov,neoverse tog' "SELECT group_concat(x) FROM (SELECT DISTINCT m.config || ' ' || m.flavour AS x FROM run r JOIN model m ON m.id = r.model WHERE night = 2 AND origin = 'sample' AND m.flavour <> 'plain' AND r.status = 'passed' ORDER BY x)"
is code/not_counted 0 'SELECT count(*) FROM code_point WHERE night = 2'
counted lost 0 COV=1 STUB_MISS=4
prints code/lost '10 points of the RTL hit, 2 waived, 1 open, 1 lost'
! command -v jq >/dev/null || check code/lost_json jq -e '(.code_lost | map(.line) == [4]) and (.code[0] | .kind == "line" and .open == 1 and .lost == 1)' "$nights/page/3/night.json"
counted found 0 COV=1
prints code/found '11 points of the RTL hit, 2 waived, 0 open, 0 lost'

# A waived point that is hit: it gets a bucket of its own, with the shortest run that hits it. The
# page of a night without coverage does not mention it.
counted waived 1 COV=1 STUB_WAIVED=2
prints code/waived 'new  code.waiver: rtl/unit.sv line block@N: waived, 1 run'
prints code/waived_why 'waived, and met 4 times: rtl/unit.sv:7 line block@3; nobody comes here'
is code/waived_run 'ernd|3|997|failed' "SELECT config, seed, cycles, status FROM run WHERE origin = 'code'"
is code/waived_command 1 "SELECT command LIKE '%/build/ernd-cov/spu_sim --config rtl/configs/ernd.cfg --seed 3 --dir %' FROM (SELECT replace(command, 'build/', '/build/') AS command FROM run WHERE origin = 'code')"
counted known 0 COV=1 STUB_WAIVED=2
prints code/known 'known  code.waiver:'
counted silent 0
check code/silent eval '! grep -q code.waiver "$work/out"'
counted again 0 COV=1 STUB_WAIVED=2
prints code/again 'known  code.waiver:'
counted gone 0 COV=1
prints code/gone 'gone  code.waiver:'
counted bit 1 COV=1 STUB_BIT=1
prints code/bit 'new  code.waiver: rtl/unit.sv toggle out_o[N]@N: waived, 1 run'
is code/bit_run 'neoverse|3' "SELECT config, seed FROM run WHERE origin = 'code' AND night = (SELECT max(id) FROM night)"
counted failed 0 FAILED=1
is code/failed 0 'SELECT count(*) FROM run WHERE night = (SELECT max(id) FROM night)'

# Coverage that was counted and cannot be read is reported, and not stored.
counted cut 4 COV=1 STUB_CUT=1
grep -q '/covers: no coverage file, or cut off$' "$work/err" && ok || bad code/cut 'not said'
is code/cut_points 0 'SELECT count(*) FROM code_point WHERE night = (SELECT max(id) FROM night)'
for part in '' '# end'; do
    printf 'line\trtl/unit.sv\t7\tblock\t1\n%s\n' "$part" >"$tree/points.tsv"
    refused "code/table_${part#* }" 2 'points.tsv( is cut off|:1: 5 columns, 6 are needed)' "$build/bin/night" code "$nights" --night 1 --points "$tree/points.tsv"
done
refused code/usage 2 '^night: code: --night N is needed, and --runs or --points$' "$build/bin/night" code "$nights" --night 1

# RESUME=1 takes over runs of tests while executable, configuration, options and traces are the
# same. They count for coverage.
# rows: the number of runs of the list that the last night played, and the number that it took over.
rows="SELECT sum(origin = 'fixed') || ' ' || sum(origin = 'before') FROM run WHERE night = (SELECT max(id) FROM night)"
counted resumed 0 RESUME=1 COV=1
is code/resumed '0 6' "$rows"
prints code/resumed_points '11 points of the RTL hit, 2 waived, 0 open, 0 lost'
counted more 0 RESUME=1 SEEDS=4
is code/more '2 6' "$rows"
echo '# another build' >>"$tree/build/ernd/spu_sim"
before=$(awk '/^ernd\tplain/ { print $4 }' "$tree/models.tsv")
sed -i "s/$before/$(sha256sum <"$tree/build/ernd/spu_sim" | cut -d' ' -f1)/" "$tree/models.tsv"
counted executable 0 RESUME=1
is code/executable '3 3' "$rows"
counted not_resumed 0
is code/not_resumed '6 0' "$rows"
sed -i 's/^width = 4/width = 3/' "$tree/rtl/configs/ernd.cfg"
counted config 0 RESUME=1
is code/config '3 3' "$rows"
# An executable that changes while its runs are played: these runs show nothing, and are not taken
# over.
cp "$tree/build/ernd/spu_sim" "$tree/ernd"
counted exe_changed 4 STUB_CHANGE=ernd
grep -q '^nightly.sh: build/ernd/spu_sim has changed while the night went on$' "$work/err" && ok || bad code/exe_changed 'not said'
is code/exe_changed_rows 'ernd environment 3,neoverse passed 3' "SELECT group_concat(config || ' ' || status || ' ' || n) FROM (SELECT config, status, count(*) AS n FROM run WHERE night = (SELECT max(id) FROM night) GROUP BY config, status)"
cp "$tree/ernd" "$tree/build/ernd/spu_sim"
sql="INSERT INTO kept (config, test, seed, weights, args, stim, opened, closed, state) SELECT config, test, seed, '', args, 's', night, night, 'gone' FROM run WHERE origin = 'fixed' ORDER BY id DESC LIMIT 1;
    UPDATE run SET origin = 'kept' WHERE id = (SELECT max(id) FROM run WHERE origin = 'fixed')"
sqlite3 -batch -init /dev/null "$nights/night.db" "$sql" 2>/dev/null
hash=$(awk '/^neoverse\tplain/ { print $4 }' "$tree/models.tsv")
last=$(sqlite3 -batch -init /dev/null "$nights/night.db" 'SELECT max(id) FROM night' 2>/dev/null)
accepted code/distrust '^3 runs are of nobody knows which executable$' "$build/bin/night" distrust "$nights" --night "$last" --executable "$hash"
is code/distrust_kept "open|1" "SELECT state, closed IS NULL FROM kept"
refused code/distrust_usage 2 '^night: distrust: --night N and --executable HASH are needed$' "$build/bin/night" distrust "$nights" --night 1
sqlite3 -batch -init /dev/null "$nights/night.db" "DELETE FROM kept; UPDATE run SET status = 'passed', origin = 'fixed' WHERE config = 'neoverse' AND origin IN ('fixed', 'kept')" 2>/dev/null
counted exe_again 0 RESUME=1
is code/exe_again '0 6' "$rows"
echo x >>"$tree/sim/traces/mix.trc"
counted traces 0 RESUME=1
is code/traces '6 0' "$rows"
# The same for an executable that changes in a round that is stopped.
counted exe_stopped 4 STUB_CHANGE=ernd STUB_STOP=1
grep -q '^nightly.sh: stopped by SIGTERM$' "$work/err" && ok || bad code/exe_stopped 'not stopped'
is code/exe_stopped_rows '0 1' "SELECT sum(status = 'passed') || ' ' || (sum(status = 'environment') > 0) FROM run WHERE night = (SELECT max(id) FROM night) AND config = 'ernd'"
# A night reads the tables for its judgement before it begins.
before=$(sqlite3 -batch -init /dev/null "$nights/night.db" 'SELECT count(*) FROM night' 2>/dev/null)
for table in quarantine.tsv testplan.csv rules.tsv soak.tsv; do
    cp "$tree/sim/$table" "$tree/$table"
    sed -i '$ i a faulty row' "$tree/sim/$table"
    counted "bad_$table" 2
    grep -q "^night: sim/$table:[0-9]*: \|^night: \./sim/$table:[0-9]*: " "$work/err" && ok || bad "code/bad_$table" 'not said'
    cp "$tree/$table" "$tree/sim/$table"
done
is code/bad_none "$before" 'SELECT count(*) FROM night'
