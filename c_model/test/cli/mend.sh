# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Two faults of the SPU at once. Fresh seeds of one night find them, the next night knows them, and
# they are gone in the night after the repair, in which the same seeds give another stimulus. All
# three nights draw the same seeds. The nights stay in BUILD/mend/nightly.
if ! command -v sqlite3 >/dev/null; then
    skip mend 'sqlite3 is not installed'
    return 0
fi

config=v1p0_min mend=$build/mend
faults=(select_silent writer_ptr) checks=(sel.position reg.read)
export NIGHTS=$mend/nightly DRAW=mend NIGHT_BUILD_MS=0 BUDGET=2 JOBS=2 NIGHT_UUID

# faulty: build an executable with the faults, $mend/spu_sim.
faulty() {
    local fault
    rm -rf "$mend" && mkdir -p "$mend/src/tb" "$NIGHTS/live" && cp -r rtl dpi "$mend/src/" && cp -r tb/sv "$mend/src/tb/" &&
        cp "$build/$config/spe_cfg_pkg.sv" "$mend/" || return
    for fault in "${faults[@]}"; do
        patch -s -F0 -p1 -d "$mend/src" <"sim/faults/$fault.patch" || return
    done
    sim/model.sh "$mend" "$mend/src" plain objects && sim/link.sh "$build/$config/link.rsp" "$mend/model" "$mend/spu_sim" &&
        rm -rf "$mend/src" "$mend/model"
}

# played EXECUTABLE: play a night, without its build.
played() {
    local live night
    NIGHT_UUID=$(cat /proc/sys/kernel/random/uuid)
    exec {live}>"$NIGHTS/live/$NIGHT_UUID" && flock -n "$live" &&
        printf '%s\tplain\t%s\t%s\trtl/configs/%s.cfg\n# end\n' $config "$1" "$(sha256sum <"$1" | cut -d' ' -f1)" $config \
            >"$NIGHTS/live/$NIGHT_UUID.models" || return 4
    sim/night/rounds.sh "$build" "$work/mend.tsv"
    night=$?
    exec {live}>&-
    return $night
}

# ends NAME STATUS EXECUTABLE STATE COUNT: a night ends with STATUS and COUNT failures, all of
# STATE.
ends() {
    run played "$3"
    [ "$status" = "$2" ] && ok || bad "$1" "status $status, expected $2: $(tail -n 3 "$work/out" | tr '\n' ' ')"
    grep -E '^(new|known|gone)  ' "$work/out" >"$work/failures"
    [ "$(grep -c "^$4  " "$work/failures")" = "$5" ] && [ "$(wc -l <"$work/failures")" = "$5" ] && ok ||
        bad "$1_failures" "$(tr '\n' ';' <"$work/failures"), expected $5 that are $4"
}

# is NAME VALUE SQL: the query SQL gives VALUE.
is() {
    local got
    got=$(sqlite3 -batch -init /dev/null "$NIGHTS/night.db" "$3" 2>/dev/null)
    if [ "$got" = "$2" ]; then ok; else bad "$1" "the database says '$got', expected '$2': $3"; fi
}

printf '%s\t%s\t1-1\t1\t60\n' collide_life $config fault_middle $config >"$work/mend.tsv"
echo '# end' >>"$work/mend.tsv"
run faulty
if [ "$status" = 0 ]; then
    ends mend/found 1 "$mend/spu_sim" new 2
    is mend/buckets "${checks[*]}" "SELECT group_concat(x, ' ') FROM (SELECT DISTINCT b.\"check\" AS x FROM kept JOIN bucket b ON b.id = bucket WHERE state = 'open' ORDER BY x DESC)"
    ends mend/again 0 "$mend/spu_sim" known 2
    ends mend/mended 0 "$build/$config/spu_sim" gone 2
    is mend/none_open 0 "SELECT count(*) FROM kept WHERE state IN ('open', 'changed')"
    gone="FROM kept k JOIN run r USING (config, test, seed, args) WHERE r.night = 3 AND r.origin = 'kept' AND k.state = 'gone'"
    is mend/same_draws 1 "SELECT min(r.bench = k.bench AND r.status = 'passed') $gone"
    # If the night did not compare draws, these failures would stay open for ever.
    is mend/other_stimulus 1 "SELECT max(r.stim <> k.stim) $gone"
else
    bad mend/built "status $status"
fi
