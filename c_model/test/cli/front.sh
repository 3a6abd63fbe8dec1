# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The make front end and sim/run.sh: input that is refused before anything is built.
dir=$work/front
mkdir -p "$dir/tools"

# knob NAME PATTERN ARGUMENTS...: make refuses with status 2, in one line that matches PATTERN.
knob() {
    refused "make_$1" 2 "\*\*\* $2" make O="$build" "${@:3}"
}
knob unknown 'unknown variable: NOPE; knobs are CONFIG TEST SEED ' run NOPE=1
knob config 'CONFIG=none: no such configuration; there are: ' run CONFIG=none
knob no_config 'CONFIG=: no such configuration' run CONFIG=
knob config_path 'CONFIG=../configs/ernd: no such configuration' run CONFIG=../configs/ernd
knob test 'TEST=none: no such test; sim/tests.tsv lists them' run TEST=none
knob test_pattern 'TEST=smok.: no such test' run 'TEST=smok.'
knob prog 'PROG=/none: no such file' trace PROG=/none
knob prog_text 'PROG=README.md: not an AArch64 ELF file' trace PROG=README.md
knob prog_shell "PROG=/none; echo PWNED >$dir/pwned: no such file" trace "PROG=/none; echo PWNED >$dir/pwned"
knob list 'LIST=/none: no such file' mutate LIST=/none
knob list_shell "LIST=/none; echo PWNED >$dir/pwned: no such file" mutate "LIST=/none; echo PWNED >$dir/pwned"
cp sim/faults/list.tsv "$dir/x;echo PWNED >pwned"
run make -n mutate O="$build" "LIST=$dir/x;echo PWNED >pwned"
grep -qF "sim/mutate.sh $build '$dir/x;echo PWNED >pwned'" "$work/out" && ok || bad make_list_quoted 'LIST is more than one word of the shell'
cp sim/faults/list.tsv "$dir/x\$(HOME)"
run make -n mutate O="$build" "LIST=$dir/x\$(HOME)"
grep -qF "sim/mutate.sh $build '$dir/x\$(HOME)'" "$work/out" && ok || bad make_list_dollar 'a $ in LIST is taken for a variable of make'
check make_nothing_run test ! -e "$dir/pwned"
for place in PREFIX DESTDIR; do
    for value in "/tmp/a b" "/tmp/a;b" '/tmp/a"b' "/tmp/a'b" '/tmp/a*' '/tmp/a#b' '/tmp/a&b'; do
        knob "install_$place" "$place=.*: an absolute directory name" install "$place=$value"
    done
done
for place in PREFIX DESTDIR; do
    knob "install_relative_$place" "$place=opt: an absolute directory name" install "$place=opt"
    knob "install_empty_$place" "$place=: an absolute directory name" install "$place="
done
run env PREFIX= DESTDIR= make -n install O="$build"
[ "$status" = 0 ] && grep -q '"installed under /usr/local"' "$work/out" && ok || bad install_empty_environment "status $status, expected the default"
knob seed 'SEED=-1: an integer from 0 to ' run SEED=-1
knob seed_text 'SEED=abc: an integer' run SEED=abc
knob seed_large 'SEED=9999999999999999999: an integer' run SEED=9999999999999999999
knob seed_shell 'SEED=1;false: an integer' run 'SEED=1;false'
knob args_lines 'ARGS: options of spu_sim with blanks between them are needed, on one line' run ARGS=$'--ops\n2'
for option in config:CONFIG test:TEST seed:SEED dir:O keep:KEEP waves:WAVES; do
    knob "args_${option%:*}" "ARGS: --${option%:*} is for the knob ${option#*:}\\." run "ARGS=--ops 9 --${option%:*} x"
done
for option in help list batch results; do
    knob "args_$option" "ARGS: --$option is for spu_sim itself: build/neoverse/spu_sim --$option\\." run "ARGS=--$option"
done
knob keep 'KEEP=2: 0 or 1 is needed' run KEEP=2
knob quote "TEST=a'b: no such test" run "TEST=a'b"
knob waves 'WAVES=2: 0 or 1 is needed' run WAVES=2
knob sva 'SVA=2: 0 or 1 is needed' run SVA=2
knob sva_waves 'WAVES=1 SVA=0: waves are built with assertions only' run WAVES=1 SVA=0
for value in 0 3d h -1 1e9 1234567; do
    knob "budget_$value" "BUDGET=$value: seconds are needed, or a number with s, m or h" fuzz "BUDGET=$value"
done
for value in 90:90 90s:90 30m:1800 2h:7200; do
    accepted "seconds_$value" "^${value#*:}$" bash -c "source sim/common.sh && seconds ${value%:*}"
done

# A target refuses a knob that it does not have. Targets of one command share their knobs. A file as
# a target has the knobs of a build.
knob target_doctor 'make doctor has no knob TEST; it has O' doctor TEST=smoke
knob target_help 'make help has no knob CONFIG; it has O' CONFIG=neoverse
knob target_run 'make run has no knob SEEDS; it has CONFIG TEST SEED ' run SEEDS=3
knob target_prefix 'make run has no knob PREFIX; it has CONFIG ' run PREFIX=/opt
knob target_file "make $build/bin/spe has no knob TEST; it has JOBS O" "$build/bin/spe" TEST=smoke
knob target_two 'make clean fuzz has no knob SVA; it has O BUDGET JOBS' clean fuzz SVA=1
for knob in $(sed -n 's/^KNOBS := //p' sim/mk/knobs.mk); do # what no target takes is no knob
    [ "$knob" = O ] || check "knob_has_target_$knob" grep -qE "^## [a-z-]+ \[([A-Z]+ )*$knob( [A-Z]+)*\]: " Makefile sim/mk/*.mk
done
run make -n doctor run TEST=smoke O="$build"
[ "$status" = 0 ] && grep -q "sim/run.sh $build neoverse smoke 1 ''$" "$work/out" && ok || bad make_target_one_of_two "status $status, expected 0"
knob target_debug 'make debug has no knob BUDGET; it has RUN JOBS O' debug BUDGET=30m
for goal in debug shrink bisect; do
    for empty in RUN= 'RUN= ' $'RUN=\t '; do
        knob "${goal}_empty" 'RUN=: the directory of a run is needed, say build/out/neoverse/smoke-1' "$goal" "$empty"
    done
done
knob debug_run 'RUN=/: no directory of a run: it holds no file' debug RUN=/
knob engine "ENGINE=farm: there are ninja and slurm" nightly ENGINE=farm
knob runs "RUNS=0: a positive integer is needed" closure RUNS=0
knob closure_list "LIST=$dir: no such file, or not readable, and no list" regress LIST="$dir"
accepted help_knobs '^ +CONFIG TEST SEED ARGS KEEP WAVES ' make help
strange=$(grep -ohE '^## [a-z-]+ \[[A-Z ]+\]:' Makefile sim/mk/*.mk | grep -oE '\[.*\]' | tr -d '[]' | tr ' ' '\n' | sort -u |
    grep -vxFf <(sed -n 's/^\(KNOBS\|PLACES\) := //p' sim/mk/knobs.mk | tr ' ' '\n'))
[ -z "$strange" ] && ok || bad help_strange "named in a line of help, but no knob: $strange"
refused make_output 2 'O=/: a directory name' make run O=/

# says NAME PATTERN COMMAND...: make ends with status 2, and the first line on stderr matches
# PATTERN.
says() {
    run "${@:3}"
    [ "$status" = 2 ] && head -n 1 "$work/err" | grep -qE -- "$2" && ok || bad "$1" "status $status, or not '$2' first"
}
ln -s "$dir/nowhere" "$dir/dangling"
for goal in run lib clean distclean; do
    refused "make_output_dangling_$goal" 2 "\*\*\* O=$dir/dangling: a symbolic link to $dir/nowhere, which is not there" make "$goal" O="$dir/dangling"
done
check make_output_dangling_left test -L "$dir/dangling" -a ! -e "$dir/nowhere"
says make_no_output 'cannot write to /dev/null/x: full, or not permitted' make run O=/dev/null/x
touch "$dir/letter"
says make_output_file 'O=.*/letter is no directory$' make run O="$dir/letter"
says make_elsewhere "start it in its folder: make -C $PWD run" make -C / -f "$PWD/Makefile" run
for place in . .. c_model c_model/test .git .git/x "$PWD" "$PWD/../${PWD##*/}/sim"; do
    for goal in clean distclean lib; do
        refused "make_${goal}_$place" 2 '(is the tree or holds it|holds files of the tree|belongs to git)' make "$goal" O="$place"
    done
done
check make_tree_left test -f Makefile -a -f c_model/cli/main.c

# clean and distclean delete only directories that a build has marked.
mkdir -p "$dir/foreign" "$dir/marked/regress" "$dir/marked/obj"
touch "$dir/foreign/letter" "$dir/marked/.spe-output"
for goal in clean distclean; do
    run make -s "$goal" O="$dir/foreign"
    [ "$status" = 2 ] && grep -q 'no output of this project' "$work/err" && [ -f "$dir/foreign/letter" ] && ok ||
        bad "make_${goal}_foreign" "status $status, expected 2, nothing deleted"
done
for goal in lib run; do
    says "make_${goal}_into_foreign" 'foreign holds other things and no output of this project' make "$goal" O="$dir/foreign"
done
[ "$(ls -A "$dir/foreign")" = letter ] && ok || bad make_foreign_left 'something was written among the things of others'
check make_new make -s "$dir/new/bin/launch" O="$dir/new"
check make_new_marked test -f "$dir/new/.spe-output"
# make clean waits for the holder of the lock, and names it.
echo 'make test (pid 1)' >"$dir/marked/.lock"
flock -F "$dir/marked/.lock" sleep 60 &
holder=$!
until ! flock -n "$dir/marked/.lock" true; do sleep 0.1; done
make -s clean O="$dir/marked" 2>"$dir/waits" &
until [ -s "$dir/waits" ]; do sleep 0.1; done
check make_clean_waits grep -qx "waiting for make test (pid 1) in $dir/marked" "$dir/waits"
check make_clean_locked test -d "$dir/marked/obj"
kill $holder
wait
# make clean also waits for runs and nights in the directory, and for one that begins while it waits
# for another one.
mkdir -p "$dir/marked/out/a/b-1" "$dir/marked/nightly/live" "$dir/marked/obj"
touch "$dir/marked/out/a/b-1/.lock" "$dir/marked/nightly/live/id"
flock -F "$dir/marked/nightly/live/id" sleep 300 &
night=$!
until ! flock -n "$dir/marked/nightly/live/id" true; do sleep 0.1; done
make -s clean O="$dir/marked" 2>"$dir/waits_all" &
cleans=$!
until grep -qs 'live/id$' "$dir/waits_all" || [ ! -d "/proc/$cleans" ]; do sleep 0.1; done
# A process that make clean waits for may need a build before it ends.
check make_clean_lets_build timeout 120 make -s O="$dir/marked" "$dir/marked/bin/launch"
flock -F "$dir/marked/out/a/b-1/.lock" sleep 60 &
simulation=$!
until ! flock -n "$dir/marked/out/a/b-1/.lock" true; do sleep 0.1; done
kill $night
until grep -q 'a/b-1$' "$dir/waits_all" || [ ! -d "/proc/$cleans" ]; do sleep 0.1; done
check make_clean_waits_all test -d "$dir/marked/obj" -a -d "/proc/$cleans"
kill $simulation
wait
rm -rf "$dir/marked/nightly"
# make clean also waits for a closure, a bisection, and other long uses of the output.
mkdir -p "$dir/marked/obj"
printf '#!/bin/bash\nsource sim/common.sh\nsource sim/lock.sh\nuse_output "$1"\nexec sleep 300\n' >"$dir/uses.sh"
bash "$dir/uses.sh" "$dir/marked" &
using=$!
until [ -s "$dir/marked/.using" ]; do sleep 0.1; done
make -s clean O="$dir/marked" 2>"$dir/waits_using" &
cleans=$!
until [ -s "$dir/waits_using" ] || [ ! -d "/proc/$cleans" ]; do sleep 0.1; done
check make_clean_waits_using grep -qx "waiting for uses.sh (pid $using) in $dir/marked" "$dir/waits_using"
check make_clean_using test -d "$dir/marked/obj"
check make_clean_uses_both bash -c 'flock -n -s "$1" true' - "$dir/marked/.using"
kill $using
wait
check make_clean_used test ! -e "$dir/marked/obj"
mkdir -p "$dir/marked/obj"
refused make_clean_nested 2 "^clean.sh: O=$dir/marked: the make that has started this one works there\$" \
    env SPE_LOCKED="$(realpath "$dir/marked")" sim/clean.sh "$dir/marked"
check make_clean make -s clean O="$dir/marked"
check make_clean_left test -d "$dir/marked/regress" -a ! -e "$dir/marked/obj" -a -f "$dir/marked/.spe-output"
check make_distclean make -s distclean O="$dir/marked"
check make_distclean_left test ! -e "$dir/marked"
check make_distclean_again make -s distclean O="$dir/marked"
# doctor lists each tool once, and the packages of a tool that is missing.
run env CLANG=/none sim/doctor.sh
twice=$(awk '{ print $3 }' "$work/out" | sort | uniq -d | xargs)
[ -z "$twice" ] && grep -q '^fuzz .* libfuzzer missing: .*(Debian: clang libclang-rt-\*-dev)$' "$work/out" && ok || bad doctor "twice: '$twice', or libfuzzer without its packages"

# A tool that is not in PATH, and a tool that lacks a needed option.
mkdir -p "$dir/lacking"
find /usr/bin -mindepth 1 -maxdepth 1 ! -name setpriv ! -name jq ! -name ninja -exec ln -s -t "$dir/lacking" {} +
run env PATH="$dir/lacking" sim/doctor.sh
[ "$status" = 1 ] && grep -qx 'run      need  setpriv missing: no setpriv in PATH (Debian: util-linux)' "$work/out" && ok ||
    bad doctor_missing "status $status, or another line"
run env PATH="$dir/lacking" sim/probe.sh jq ninja
[ "$status" = 1 ] && [ "$(paste -sd '|' "$work/out")" = 'jq missing: no jq in PATH|ninja missing: no ninja in PATH, 1.10 or newer is needed' ] && ok || bad probe_missing "status $status, or another text"
printf '#!/bin/sh\n[ "$1" = --version ] && echo 9.9\n' >"$dir/lacking/setpriv"
chmod +x "$dir/lacking/setpriv"
run env PATH="$dir/lacking" sim/probe.sh setpriv
[ "$status" = 1 ] && grep -qx "setpriv old: $dir/lacking/setpriv has no --pdeathsig" "$work/out" && ok || bad probe_old "status $status, or another text"
for tier in run trace fuzz layers install; do # all that the engine or sim/run.sh starts
    for tool in setpriv ninja; do
        check "setup_${tier}_$tool" grep -qE "^([a-z]+,)*$tier(,[a-z]+)* +need +$tool " sim/packages.txt
    done
done

# Without the right to install, setup.sh prints the one command that installs. This command begins
# with the update. Missing tools that are only wanted stop nobody.
mkdir -p "$dir/user"
printf '#!/bin/sh\necho 1000\n' >"$dir/user/id"
printf '#!/bin/sh\nexit 1\n' >"$dir/user/sudo"
chmod +x "$dir/user/"*
run env CC=/none PATH="$dir/user:$PATH" sim/setup.sh layers
[ "$status" = 4 ] && [ "$(tail -n 1 "$work/err")" = 'setup.sh: install these first: sudo apt-get update && '"\
sudo apt-get install -y --no-install-recommends gcc " ] && ok || bad setup_command "status $status, expected 4 and the command"
run env CC=/none PATH="$dir/user:$PATH" sim/setup.sh testplan
[ "$status" = 0 ] && ok || bad setup_tier "status $status, expected 0: sim/testplan.sh needs no compiler"
# With the right to install, a package that cannot be installed does not block the others.
mkdir -p "$dir/root"
printf '#!/bin/sh\necho 0\n' >"$dir/root/id"
printf '#!/bin/sh\necho "$*" | sed "s/-[^ ]* *//g; s/.*Timeout=300 //"\n! echo "$*" | grep -q verilator\n' >"$dir/root/apt-get"
chmod +x "$dir/root/"*
run env CC=/none VERILATOR=/none PATH="$dir/root:$PATH" sim/setup.sh layers
[ "$status" = 4 ] && grep -vE '^(cc|verilator) missing: ' "$work/err" | xargs -d '\n' printf '%s|' | grep -qxF 'setup: apt-get install gcc verilator |update |'"\
install gcc verilator|install gcc|install verilator|setup: cannot install verilator|setup.sh: tools of tier layers are still missing or too old|" && ok ||
    bad setup_one_by_one "status $status, expected 4 after each package alone"
for goal in layers testplan install; do
    run make -n "$goal" O="$build"
    [ "$(head -n 1 "$work/out")" = "sim/setup.sh $goal" ] && ok || bad "make_${goal}_setup" 'does not set up first what it needs'
done

# A fuzzer ends after its share of BUDGET, in processor time. A fuzzer that finds something, or runs
# nothing, does not pass.
# fuzz SCRIPT: SCRIPT runs in place of each fuzzer.
fuzz() {
    cat >"$dir/tools/clang" <<END
#!/bin/bash
while [ \$# -gt 0 ]; do
    case \$1 in
    -o) out=\$2 ;;
    -MF) dep=\$2 ;;
    -c) in=\$2 ;;
    *.o) echo "\$1" ;; # the linker names the objects that it takes
    esac
    shift
done
[ -z "\$dep" ] || echo "\$out: \$in" >"\$dep"
cp "$dir/fuzzer" "\$out"
END
    printf '#!/bin/bash\n%s\n' "$1" >"$dir/fuzzer"
    chmod +x "$dir/fuzzer" "$dir/tools/clang"
    rm -rf "$dir/fuzzed"
    mkdir -p "$dir/fuzzed/fuzz" && cp "$build"/fuzz/replay_* "$dir/fuzzed/fuzz/" && ln -s "$(realpath "$build")/unit" "$dir/fuzzed/unit" &&
        cp "$build/.spe-output" "$dir/fuzzed/" 2>/dev/null
    run env CLANG="$dir/tools/clang" sim/fuzz.sh "$dir/fuzzed" 1s
}
count="trap 'echo stat::number_of_executed_units: 7; exit 72' TERM"
fuzz "$count; while :; do :; done"
[ "$status" = 0 ] && [ "$(grep -cE '^[a-z]+: (7|14) executions in ' "$work/out")" = "$(find c_model/test dpi/test tb/test -name 'fuzz_*.c' | wc -l)" ] && ok ||
    bad fuzz_budget "status $status, or not all targets"
for script in 'echo Test unit written to x; exit 77' "$count; echo Test unit written to x; while :; do :; done"; do
    fuzz "$script"
    [ "$status" = 1 ] && grep -q '^fuzz.sh: fuzz_config fails: ' "$work/err" && ok || bad fuzz_finds "status $status, expected 1"
done
fuzz 'while :; do :; done'
[ "$status" = 2 ] && grep -q '^fuzz.sh: fuzz_config has run no input: 1 s is too little$' "$work/err" && ok || bad fuzz_nothing "status $status, expected 2"

# A locale that the machine does not have: bash complains, and nothing else happens.
run env LC_ALL=xx_XX.UTF-8 make -n lib O="$dir/new"
[ "$status" = 0 ] && ok || bad make_locale "status $status, expected 0"
# make ignores a knob in the environment, and says so once. A make that another make started ignores
# it without a word.
run env -u SPE_LOCKED -u STRICT -u JOBS KEEP=1 make -n run O="$build"
[ "$status" = 0 ] && grep -q 'KEEP in the environment is ignored: make run KEEP=1$' "$work/err" && grep -q 'KEEP=0' "$work/out" && ok ||
    bad make_environment_said "status $status, or not said"
run env SPE_LOCKED=x SEED=-1 CONFIG=none make O="$build"
[ "$status" = 0 ] && [ ! -s "$work/err" ] && ok || bad make_environment "status $status, or something on stderr"

# row NAME STATUS PATTERN ARGUMENTS...: sim/run.sh ends with STATUS and one line that matches
# PATTERN.
row() {
    OUT=$dir/out refused "run_$1" "$2" "$3" sim/run.sh "${@:4}"
}
row usage 2 '^run.sh: usage: sim/run.sh BUILD CONFIG TEST SEED \[ARGS\]$' "$build"
row test 2 "^run.sh: unknown test 'none'; there are: smoke " "$build" v1p0_min none 1
row other 2 '^run.sh: test filter_fne is not for configuration v1p0_min, but for v1p2_discard,v1p4_events,v1p5_max$' "$build" v1p0_min filter_fne 1
row absent 2 '^run.sh: test access_alias is not for configuration el1_only, but for ernd,.*' "$build" el1_only access_alias 1
run make run O="$dir/nothing" CONFIG=v1p0_min TEST=filter_fne
[ "$status" = 2 ] && grep -q '^run.sh: test filter_fne is not for configuration v1p0_min' "$work/err" && [ ! -e "$dir/nothing" ] && ok ||
    bad make_other "status $status, not said, or something is built"
row config 4 "^run.sh: .*none/spu_sim is not built: make .*none/spu_sim\$" "$build" none smoke 1
row build 4 '^run.sh: .*/v1p0_min/spu_sim is not built: make O=.*/v1p0_min/spu_sim$' "$dir" v1p0_min smoke 1
row seed 2 "^spu_sim: --seed: '-1' is not a number" "$build" v1p0_min smoke -1
OUT=/dev/null/x refused run_output 4 '^run.sh: cannot write to /dev/null/x$' sim/run.sh "$build" v1p0_min smoke 1
JOB_CPU=abc row limit_text 2 '^launch: JOB_CPU=abc: a number of seconds is needed$' "$build" v1p0_min smoke 1
JOB_CPU=1 OUT=$dir/out run sim/run.sh "$build" v1p0_min random 1 '--ops 1000000000' # where it stops, something undone may be a finding
[ "$status" = 3 ] && [ "$(grep -cE '^launch: ended: [0-9]+ s of processor time used, the limit is 1 s' "$work/err")" = 1 ] &&
    ! grep -q '^RESULT PASS' "$work/out" && ok || bad run_limit "status $status, or not said"
row args 2 "^spu_sim: unknown option '\\\$\(touch' \(--help" "$build" v1p0_min smoke 1 "\$(touch $dir/pwned)"
check run_args_unread [ ! -e "$dir/pwned" ]
row args_twice 2 '^spu_sim: --seed is given twice$' "$build" v1p0_min smoke 1 '--seed 2'
row args_test 2 '^spu_sim: --test is given twice$' "$build" v1p0_min smoke 1 '--test random'
# A directory in use is left to its run. The new run takes the next directory.
mkdir -p "$dir/out"
(exec 8>"$dir/out/.lock" && flock 8 && exec sleep 60) &
until ! flock -n "$dir/out/.lock" true; do sleep 0.1; done
OUT=$dir/out run sim/run.sh "$build" v1p0_min smoke 1
[ "$status" = 0 ] && grep -q " output=$dir/out.2$" "$work/err" && ok || bad run_beside "status $status, or not in $dir/out.2"
kill $! && wait $!

# claims NAME STATUS PATTERN SCRIPT: sim/run.sh does not believe an executable that claims too much.
claims() {
    printf '#!/bin/sh\n%s\n' "$4" >"$dir/claims"
    chmod +x "$dir/claims"
    OUT=$dir/out SIM=$dir/claims refused_claim "$@"
}
refused_claim() {
    run sim/run.sh "$build" v1p0_min smoke 1
    complaint
    [ "$status" = "$2" ] && [[ ${said[0]-} =~ $3 ]] && ok || bad "claims_$1" "status $status, expected $2 and '$3'"
}
claims nothing 4 'no verdict \(status 0\)' ''
claims crash 4 'no verdict \(status 139\)' 'kill -SEGV $$'
# The executable writes its verdict to the directory after --dir, its sixth argument.
claims no_checks 1 'status 0 without a clean RESULT PASS' '{ echo "RESULT PASS mismatches=0 checks=0 x=1"; } >"$6/verdict"'
claims mismatch 1 'status 0 without a clean RESULT PASS' '{ echo "RESULT PASS mismatches=1 checks=9 x=1"; } >"$6/verdict"'
claims fail 1 'status 0 without a clean RESULT PASS' '{ echo "RESULT FAIL mismatches=0 checks=9 x=1"; } >"$6/verdict"'
claims later 4 'no verdict' '{ echo "RESULT PASS mismatches=0 checks=9 x=1"; echo more; } >"$6/verdict"'
# The command of an earlier run in this directory is removed. Otherwise it would pass for the
# command of a run that dies before it writes its own.
echo old >"$dir/out/command"
claims stale_command 4 'no verdict' 'exit 0'
check claims_no_command test ! -e "$dir/out/command"

# The same for a row that must fail: its status is not enough, the reason must be the expected one.
for said in 'test: cycle 9: records=0, the test needs at least 1' 'test: cycle 9: out of luck'; do
    printf '#!/bin/sh\necho "%s" >&2\necho "RESULT FAIL mismatches=0 checks=9 x=1" >"$6/verdict"\nexit 1\n' "$said" >"$dir/claims"
    chmod +x "$dir/claims"
    OUT=$dir/out SIM=$dir/claims run sim/run.sh "$build" v1p0_min smoke_bad 1
    if [[ $said == *luck ]]; then
        [ "$status" = 1 ] && grep -q '^run.sh: status 1, but not for the reason expected' "$work/err" && ok || bad claims_reason "status $status"
    else
        [ "$status" = 0 ] && ok || bad claims_expected "status $status, expected 0"
    fi
done

# The files of a run that failed are evidence. A run with other options takes the next directory.
# The same run takes its own directory again, and removes the pages and other results made from the
# old files. A directory in which make debug works is left alone.
mkdir -p "$dir/b/bin" && ln -s "$(realpath "$build/bin/launch")" "$dir/b/bin/launch"
cat >"$dir/fails" <<'FAKE'
#!/bin/bash
printf "cd '%s' &&" "$PWD" >"$6/command"
printf " '%s'" "$0" "$@" --weights-hash 12 >>"$6/command"
echo 9 >"$6/bench"
echo "$*" >"$6/txnlog"
[[ "$*" != *' --refused'* ]] || { rm "$6/bench" && exit 2; }
[[ "$*" != *' --passes'* ]] || { echo 'RESULT PASS mismatches=0 checks=9 off=-' >"$6/verdict" && exit 0; }
[[ "$*" == *noassert* || $0 == *nosva* ]] && off=sva || off=-
echo "RESULT FAIL mismatches=1 checks=9 off=$off" >"$6/verdict"
exit 1
FAKE
chmod +x "$dir/fails" && cp "$dir/fails" "$dir/nosva"
# goes_to NAME DIR ARGS [ENVIRONMENT...]: the run with ARGS goes to DIR.
goes_to() {
    run env SIM="$dir/fails" "${@:4}" sim/run.sh "$dir/b" v1p0_min smoke 1 "$3"
    grep -q " output=$dir/b/out/v1p0_min/$2$" "$work/err" && ok || bad "run_keeps_$1" "not in $2: $(head -n 1 "$work/err")"
}
goes_to first smoke-1 ''
mkdir -p "$dir/b/out/v1p0_min/smoke-1/debug" "$dir/b/out/v1p0_min/smoke-1/shrunk"
goes_to noassert smoke-1.2 '--plusarg +verilator+noassert'
grep -qx "$dir/b/out/v1p0_min/smoke-1 keeps a run with other options, which failed" "$work/err" && ok || bad run_keeps_said "not said"
goes_to nosva smoke-1.2 '' SVA=0 SIM="$dir/nosva"
check run_keeps_log eval '! grep -q noassert "$dir/b/out/v1p0_min/smoke-1/txnlog"'
check run_keeps_pages test -d "$dir/b/out/v1p0_min/smoke-1/debug"
goes_to other smoke-1.3 --passes
goes_to same smoke-1 ''
check run_stale eval '[ ! -e "$dir/b/out/v1p0_min/smoke-1/debug" ] && [ ! -e "$dir/b/out/v1p0_min/smoke-1/shrunk" ]'
goes_to waves smoke-1 '' WAVES=1
goes_to passed smoke-1.3 --more
goes_to given ../../../given '--x' OUT="$dir/b/out/v1p0_min/../../../given"
goes_to given_other ../../../given '--y' OUT="$dir/b/out/v1p0_min/../../../given"
rm -r "$dir/b/out" && goes_to refused smoke-1 --refused
goes_to behind_refused smoke-1 ''
mkdir -p "$dir/b/out/v1p0_min/smoke-1/debug"
(exec 8>"$dir/b/out/v1p0_min/smoke-1/debug/.lock" && flock 8 && exec sleep 60) &
until [ -e "$dir/b/out/v1p0_min/smoke-1/debug/.lock" ] && ! flock -n "$dir/b/out/v1p0_min/smoke-1/debug/.lock" true; do sleep 0.1; done
goes_to beside_debug smoke-1.2 ''
kill $! && wait $!

# A signal to sim/run.sh, to the process or to its group, reaches the simulation and leaves no
# process behind.
printf '#!/bin/sh\nexec 2>/dev/null\ntrap "exit 3" TERM INT\necho $$ >"%s/sim.pid"\nwhile sleep 0.1; do :; done\n' "$dir" >"$dir/endless"
chmod +x "$dir/endless"
# signalled SIGNAL GROUP: the run gets SIGNAL. If GROUP is "-", its whole process group gets it.
signalled() {
    local pid
    rm -f "$dir/sim.pid"
    OUT=$dir/out SIM=$dir/endless setsid env --default-signal sim/run.sh "$build" v1p0_min smoke 1 &
    pid=$!
    for ((i = 0; i < 100; i++)); do
        [ ! -s "$dir/sim.pid" ] || break
        sleep 0.1
    done
    kill -s "$1" -- "$2$pid"
    wait $pid
}
for signal in TERM INT HUP; do
    for group in '' -; do
        refused "run_signal_$signal$group" 3 "^run.sh: stopped by SIG$signal\$" signalled $signal "$group"
        check "run_signal_gone_$signal$group" eval '! kill -0 "$(cat "$dir/sim.pid")"'
    done
done

# Scripts without arguments, or with wrong ones, print their usage.
for script in fault assert fault-table; do
    refused "usage_$script" 2 "^$script.sh: usage: sim/$script.sh BUILD " "sim/$script.sh"
done
accepted module_tests '^make run CONFIG=neoverse TEST=filter_type SEED=1$' sim/module-tests.sh spu_filter
refused module_none 2 '^module-tests.sh: no module spu_fliter.sv below rtl/$' sim/module-tests.sh spu_fliter
refused module_clean 2 '^module-tests.sh: no fault of sim/faults/list.tsv is in rtl/spe_pkg.sv$' sim/module-tests.sh spe_pkg
refused usage_testplan 2 '^testplan.sh: usage: sim/testplan.sh \[open\]$' sim/testplan.sh x y z
for script in build test; do
    refused "usage_toy_$script" 2 "^$script.sh: usage: tb/toy/$script.sh BUILD( \\[waves\\])?\$" tb/toy/$script.sh
done
refused fault_test 2 "^fault.sh: unknown test 'none'; sim/tests.tsv lists them\$" sim/fault.sh "$build" packet_ns v1p0_min none 1 buf.data noassert
refused fault_config 2 "^fault.sh: no configuration 'none'\$" sim/fault.sh "$build" packet_ns none smoke 1 buf.data noassert
refused fault_check 2 "^fault.sh: no check 'buf.none'; " sim/fault.sh "$build" packet_ns v1p0_min smoke 1 buf.none noassert

# If a file of the build is missing, a script prints one line with the command that makes the file.
# It writes nothing before.
# unbuilt NAME FILE COMMAND...: COMMAND is refused by NAME.sh, as FILE of the build is missing.
unbuilt() {
    refused "unbuilt_${3##*/}" 4 "^$1.sh: $dir/nothing/$2 is not built: make O=$dir/nothing $dir/nothing/$2\$" "${@:3}"
}
for script in choices sets explained; do unbuilt $script bin/spe sim/$script.sh "$dir/nothing"; done
for script in evidence bench_decode bench; do unbuilt $script neoverse/spu_sim sim/$script.sh "$dir/nothing" neoverse; done
unbuilt applies el1_only/spu_sim sim/applies.sh "$dir/nothing"
unbuilt alone bin/launch sim/alone.sh "$dir/nothing" packet_ns
unbuilt edge v1p0_min/spu_sim sim/edge.sh "$dir/nothing"
unbuilt density kunpeng/spu_sim sim/density.sh "$dir/nothing" 1 kunpeng
unbuilt fuzz unit/test_fuzz_model sim/fuzz.sh "$dir/nothing" 60
unbuilt case neoverse-waves/spu_sim sim/case.sh "$dir/nothing" 1
unbuilt toy obj/libspe_dpi.a sim/toy.sh "$dir/nothing"
unbuilt marked bin/spe sim/marked.sh "$dir/nothing" packet_ns
unbuilt shrunk bin/shrink sim/shrunk.sh "$dir/nothing" packet_ns
unbuilt faulty neoverse/spu_sim sim/faulty.sh "$dir/nothing" sim/faults/packet_ns.patch neoverse noassert "$dir/nothing/x"
refused unbuilt_here 4 ' build/bin/nope is not built: make build/bin/nope$' bash -c 'source sim/common.sh && built build bin/nope'
refused unbuilt_cli 4 "^run.sh: $dir/nothing/bin/launch is not built: make " c_model/test/cli/run.sh "$dir/nothing" config
refused unbuilt_corpus 2 "^keep.sh: $dir/nothing/fuzz holds no corpus: make fuzz makes one\$" sim/fuzz/keep.sh "$dir/nothing"
refused unbuilt_closure 2 "^keep.sh: $dir/nothing holds no found.tsv\$" sim/closure/keep.sh "$dir/nothing" sim/lists/nightly.tsv
refused covers_none 2 "^covers.sh: cannot read $dir/nothing\$" sim/covers.sh "$dir/nothing"
refused unbuilt_bugs 2 "^bug-table.sh: $dir/nothing/bugs holds no row: make bugs measures\$" sim/bug-table.sh "$dir/nothing"
check unbuilt_nothing test ! -e "$dir/nothing"
run env -u SPE_LOCKED -u STRICT -u JOBS make O="$dir/nothing" bisect
[ "$status" = 2 ] && grep -q '^failed-run.sh: RUN=DIR is needed: ' "$work/err" && [ ! -e "$dir/nothing" ] && ok || bad bisect_no_run "status $status, not said, or something is built"

# The table of faults distinguishes found, missed and not run. Faults that were not run do not go
# into a README.
mkdir -p "$dir/table/fault/packet_ns-v1p0_min-noassert"
printf 'packet_ns\tv1p0_min\tsmoke\t1\tbuf.data\tmutate\t5\n# end\n' >"$dir/faults.tsv"
printf '<!-- table -->\nold\n<!-- end -->\n' >"$dir/readme.md"
cp "$dir/readme.md" "$dir/readme.expected"
table() {
    run sim/fault-table.sh "$dir/table" "$dir/faults.tsv"
    [ "$status" = 0 ] && grep -qF "| v1p0_min | smoke 1 | $2 |" "$work/out" && ok || bad "table_$1" "status $status, or no $2"
}
table not_run 'not run | -'
refused table_refused 2 '^fault-table.sh: 1 faults of .* have not been run in this design' sim/fault-table.sh "$dir/table" "$dir/faults.tsv" "$dir/readme.md"
same table_left "$dir/readme.expected" "$dir/readme.md"
(source sim/common.sh && fault_key "$(fault_base "$dir/table" v1p0_min)" packet_ns v1p0_min smoke 1 buf.data) >"$dir/table/fault/packet_ns-v1p0_min-noassert/key"
table missed '**missed** | -'
echo '12 spu0 MISMATCH: buf.data' >"$dir/table/fault/packet_ns-v1p0_min-noassert/finding"
table found 'buf.data | 12'
check table_written sim/fault-table.sh "$dir/table" "$dir/faults.tsv" "$dir/readme.md"
check table_there grep -qF '| buf.data | 12 |' "$dir/readme.md"
check table_item grep -qF '| 5 Packets | 1 | packet_ns | NS of the physical address is inverted. | v1p0_min; smoke 1 | buf.data |' "$dir/readme.md"

# list NAME PATTERN ROW...: `make regress` refuses a list of these rows before it builds anything.
list() {
    printf '%b\n' "${@:3}" '# end' >"$dir/list"
    refused "regress_$1" 2 "$2" sim/regress.sh "$dir/new" "$dir/list"
}
list test "no test 'smoky' that is to pass" 'smoke\t*\t1-1' 'smoky\t*\t1-1'
list failing "no test 'smoke_bad' that is to pass" 'smoke_bad\t*\t1-1'
list config "no configuration 'none'" 'smoke\tnone\t1-1'
for seeds in 1 3-1 7,8 08-09 1-99999999999999999999 a-b; do
    list "seeds_$seeds" "seeds '$seeds' are not FIRST-LAST" "smoke\t*\t$seeds" 'smoke\t*\t1-1'
done
list empty 'names no run' '# nothing' need
for row in 'x;touch pwned\tneoverse\tsmoke\t1\tbuf.data' 'x\tneoverse\tsmoke\t-1\tbuf.data' 'x\tneoverse\tsmoke'; do
    printf '%b\n' "$row" '# end' >"$dir/list"
    refused mutate_row 2 'line 1 is not: patch, configuration, test, seed, check' sim/mutate.sh "$dir/new" "$dir/list"
done

# The kernel may also kill with SIGKILL. That is no timeout.
printf '#!/bin/sh\nkill -9 $$\n' >"$dir/killed"
chmod +x "$dir/killed"
run env SIM="$dir/killed" OUT="$dir/out" sim/run.sh "$build" v1p0_min smoke 1
[ "$status" = 4 ] && grep -q 'killed (out of memory?)' "$work/err" && ok || bad run_killed "status $status, expected 4"
