#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# graph.sh BUILD: print the build of everything in BUILD as a file for ninja. Each command carries
# the version of its tool as a comment: with another version the command differs, and its outputs
# are made again. DRAWN: a folder with more configurations (sim/configs.sh).
set -euo pipefail
cd "$(dirname "$0")/.."
source sim/common.sh
source sim/flags.sh
[ $# = 1 ] || die 2 "usage: sim/graph.sh BUILD"
B=$1
shopt -s nullglob

# identity TOOL [TEXT]: what a command depends on besides its files and flags.
identity() {
    echo "$(command -v "$1" || echo "no $1") $("$1" --version 2>/dev/null | head -n 1 || true)${2:+ $2}" | tr -c 'A-Za-z0-9_./+\n -' _
}
# A header of the system may be replaced by an older one: another SystemC is recognised by the
# header that holds its version.
systemc=$(echo '#include <sysc/kernel/sc_ver.h>' | "$CXX" -std=c++17 $SYSTEMC_INC -x c++ -E - 2>/dev/null | sha256sum | cut -c1-12) || true
verilator_id=$(identity "$VERILATOR")
cc_id=$(identity "$CC" "$verilator_id") # svdpi.h is Verilator's
cxx_id=$(identity "$CXX" "$verilator_id systemc $systemc")

cfgs=(rtl/configs/*.cfg)
[ ${#cfgs[@]} -gt 0 ] || die 4 'no configuration in rtl/configs'
configs=("${cfgs[@]#rtl/configs/}")
configs=("${configs[@]%.cfg}")
drawn=()
[ -z "${DRAWN:-}" ] || drawn=("$DRAWN"/*.cfg)
drawn=(${drawn[@]+"${drawn[@]##*/}"})
configs+=(${drawn[@]+"${drawn[@]%.cfg}"})
sources=(rtl/*.sv rtl/*/*.sv rtl/*.f rtl/*.vlt dpi/*.sv dpi/*.f dpi/*.svh dpi/*.vlt tb/sv/* sim/*.vlt sim/model.sh sim/flags.sh sim/flavours.tsv)

# What each folder may include; `make layers` holds every folder to this list.
tb_dirs=()
for d in systemc pe seq timing trace a64 util; do [ ! -d "tb/$d" ] || tb_dirs+=("tb/$d"); done
tb_includes="-Ic_model/include -Ic_model/members -Idpi -Itb${tb_dirs[*]/#/ -I} -I$B/obj/tb $SYSTEMC_INC"
# Folders of sequences are included by name: "drive/seq.hpp".
for d in tb/seq/*/; do tb_dirs+=("${d%/}"); done
# The files that decide the stimulus, for a hash that is compiled in (tb/systemc/bench_hash.hpp):
# neither the files that judge, nor the taps.
bench_sources=("${tb_dirs[@]/%//*.[ch]}" "${tb_dirs[@]/%//*.[ch]pp}" tb/sv/spu_harness.sv)
# shellcheck disable=SC2206 # patterns
bench_sources=(${bench_sources[@]})
tb_generated="$B/obj/tb/weights.inc $B/obj/tb/bench_sources.inc"
includes() { # sets `inc`
    case $1 in
    c_model/src/*) inc='-Ic_model/include -Ic_model/members -Ic_model/src' ;;
    c_model/host/* | c_model/cli/*) inc='-Ic_model/include -Ic_model/members' ;;
    c_model/wave/* | tb/tools/fst_*.c) inc="-Ic_model/include -Ic_model/members -Ic_model/cli -isystem $VERILATOR_INC/gtkwave" ;;
    c_model/edge/* | c_model/both/*) inc="-Ic_model/include -Ic_model/host" ;;
    c_model/test/*) inc='-Ic_model/include -Ic_model/members -Ic_model/src -Ic_model/host -Ic_model/cli' ;;
    sim/night/test/*) inc='-Ic_model/include -Ic_model/test -Isim/night' ;;
    sim/night/*) inc="-Ic_model/include -Isim/night -I$B/obj/sim/night" ;;
    sim/closure/test/*) inc='-Ic_model/include -Ic_model/test -Isim/night -Isim/closure' ;;
    sim/closure/*) inc='-Ic_model/include -Isim/night -Isim/closure' ;;
    sim/fuzz/*) inc= ;;
    sim/shrink/test/*) inc='-Ic_model/include -Ic_model/test -Isim/night -Isim/shrink' ;;
    sim/qualify/test/*) inc='-Ic_model/include -Ic_model/test -Isim/night -Isim/qualify' ;;
    sim/qualify/*) inc='-Ic_model/include -Isim/night -Isim/qualify' ;;
    sim/shrink/*) inc='-Ic_model/include -Isim/night -Isim/shrink' ;;
    dpi/*) inc="-Ic_model/include -Idpi -isystem $VERILATOR_INC/vltstd" ;;
    *) inc=$tb_includes ;;
    esac
}

cat <<END
# Written by sim/graph.sh.
ninja_required_version = 1.10
builddir = $B
ccache = $(command -v ccache || true)
launch = $B/bin/launch --cpu 1800
inc =
more =
libs =

rule cc
  command = \$ccache $CC $CFLAGS \$more \$inc -MD -MF \$out.d -c \$in -o \$out # $cc_id
  depfile = \$out.d
  deps = gcc
  description = CC \$out
rule cxx
  command = \$ccache $CXX $CXXFLAGS $VERILATED -include $B/obj/precompiled.hpp \$more \$inc -MD -MF \$out.d -c \$in -o \$out # $cxx_id
  depfile = \$out.d
  deps = gcc
  description = CXX \$out
rule pch
  command = cp \$in $B/obj/precompiled.hpp && touch -d @0 $B/obj/precompiled.hpp && \$ccache $CXX $CXXFLAGS $VERILATED $SYSTEMC_INC -MD -MF \$out.d -MT \$out -x c++-header $B/obj/precompiled.hpp -o \$out # $cxx_id
  depfile = \$out.d
  deps = gcc
  description = CXX \$out
rule model
  command = \$ccache $CXX $MODEL_FLAGS \$more -MD -MF \$out.d -c \$in -o \$out # $cxx_id
  depfile = \$out.d
  deps = gcc
  description = CXX \$out
rule ar
  command = rm -f \$out && ar rcs \$out \$in
  description = AR \$out
rule link
  command = $CC \$more \$in \$libs -lzstd -lm -o \$out # $cc_id
  description = LINK \$out
rule whole
  command = $CC -r -nostdlib -Wl,--whole-archive \$in -Wl,--no-whole-archive -o \$out.o && objcopy --wildcard --keep-global-symbol='spe_*' \$out.o && rm -f \$out && ar rcs \$out \$out.o && rm \$out.o # $cc_id
  description = AR \$out
rule shared
  command = $CC -shared -Wl,-soname,\$soname -Wl,--version-script=sim/spe_dpi.map -Wl,--whole-archive \$in -Wl,--no-whole-archive -lzstd -lm -o \$out # $cc_id
  description = LINK \$out
rule foreign
  command = \$ccache $CC -O2 -w -std=gnu11 -D_FILE_OFFSET_BITS=64 -DFST_CONFIG_INCLUDE='"fst_config.h"' -I$VERILATOR_INC/gtkwave -MD -MF \$out.d -c \$in -o \$out # $cc_id
  depfile = \$out.d
  deps = gcc
  description = CC \$out
rule absent
  command = sim/absent.sh \$out \$why
  description = NONE \$out
rule plugin
  command = api=\$\$(tb/plugin/api.sh) && $CC $CFLAGS -DSPE_QEMU_API=\$\$api -Ic_model/include -Itb -shared \$in -lzstd -lm -o \$out # $cc_id $(identity "${QEMU:-qemu-aarch64}")
  description = LINK \$out
rule package
  command = $B/bin/spe config --sv \$in >\$out.new && if cmp -s \$out.new \$out; then rm \$out.new; else mv \$out.new \$out; fi
  restat = 1
  description = CONFIG \$out
rule verilate
  command = \$launch sim/model.sh \$dir . \$flavour # $verilator_id
  restat = 1
  description = VERILATE \$dir
rule weights
  command = awk -f sim/weights.awk \$in >\$out
  description = WEIGHTS \$out
build $B/obj/tb/weights.inc: weights tb/seq/random/weights.tsv | sim/weights.awk
rule bench_sources
  command = echo 0x\$\$(sha256sum \$in | LC_ALL=C sort | sha256sum | cut -c1-16) >\$out
  description = HASH \$out
build $B/obj/tb/bench_sources.inc: bench_sources ${bench_sources[*]}
rule response
  command = echo \$in \$libs >\$out
  description = LIST \$out
rule sim
  command = sim/link.sh \$rsp \$model \$out # $cxx_id
  description = LINK \$out
END

# Texts that are compiled in, line by line.
texts=(sim/night/*.sql sim/night/*.css)
stems=("${texts[@]%.*}")
included=$(printf "$B/obj/%s.inc " "${stems[@]}")
declare -A built # objects that have their rule

# instrument KIND: flags of the C of that kind, for the compiler and for the linker; sets
# `instrument`.
instrument() {
    case $1 in
    asan) instrument=$SANITIZE ;;
    gcov) instrument=$GCOV ;;
    *) instrument='' ;;
    esac
}

# object KIND SOURCE...: the rules of the objects; sets `objects` to their names.
object() {
    local kind=$1 source out more
    shift
    instrument "$kind"
    more=$instrument
    objects=()
    for source in "$@"; do
        out=$B/$kind/${source%.*}.o
        objects+=("$out")
        [ -z "${built[$out]:-}" ] || continue
        built[$out]=1
        case $source in
        *.cpp) printf 'build %s: cxx %s | %s || %s\n' "$out" "$source" "$B/obj/precompiled.hpp.gch" "$tb_generated" ;;
        sim/night/*) printf 'build %s: cc %s || %s\n' "$out" "$source" "$included" ;;
        *) printf 'build %s: cc %s\n' "$out" "$source" ;;
        esac
        includes "$source"
        printf '  inc = %s\n' "$inc"
        [ -z "$more" ] || printf '  more = %s\n' "$more"
    done
}

# archive KIND NAME SOURCE...
archive() {
    object "$1" "${@:3}"
    echo "build $B/$1/$2.a: ar ${objects[*]}"
}

# program OUT SOURCES LIBRARIES [KIND [OPTIONS]]
program() {
    # shellcheck disable=SC2086 # lists
    object "${4:-obj}" $2
    printf 'build %s: link %s %s\n' "$1" "${objects[*]}" "$3"
    [ -z "${5:-}" ] || printf '  more = %s\n' "$5"
}

program "$B/bin/launch" 'tb/tools/launch.c tb/util/proctree.c' ''
for kind in obj asan gcov; do
    archive $kind libspe c_model/src/*/*.c
    archive $kind libspe_host c_model/host/*.c
    archive $kind libspe_dpi dpi/*.c
done
program "$B/bin/spe" "$(echo c_model/cli/*.c)" "$B/obj/libspe_host.a $B/obj/libspe.a"
program "$B/bin/spe-edge" "$(echo c_model/edge/*.c)" "$B/obj/libspe_host.a $B/obj/libspe.a"
program "$B/bin/spe-both" "$(echo c_model/both/*.c)" "$B/obj/libspe_host.a $B/obj/libspe.a"
# The programs that judge mutants of the model; the build does not make the mutants
# (sim/qualify/model_build.sh).
program "$B/mutants/bin/spe" "$(echo c_model/cli/*.c)" "$B/obj/libspe_host.a $B/mutants/libspe.a"
program "$B/mutants/bin/spe-both" "$(echo c_model/both/*.c)" "$B/obj/libspe_host.a $B/mutants/libspe.a"
program "$B/gcov/bin/spe" "$(echo c_model/cli/*.c)" "$B/gcov/libspe_host.a $B/gcov/libspe.a" gcov "$GCOV"
program "$B/asan/bin/spe" "$(echo c_model/cli/*.c)" "$B/asan/libspe_host.a $B/asan/libspe.a" asan "$SANITIZE"

# `spe wave` is a program of its own: it writes and reads FST with GTKWave's library, which comes
# with Verilator. If Verilator lacks it, that program only says so, and all the rest is built.
fst=$VERILATOR_INC/gtkwave wave_sources=() wave_objects=
for f in c_model/wave/*.c c_model/cli/*.c; do [ "$f" = c_model/cli/main.c ] || wave_sources+=("$f"); done
for name in fstapi fastlz lz4; do
    [ ! -f "$fst/fstapi.c" ] || echo "build $B/obj/gtkwave/$name.o: foreign $fst/$name.c"
    wave_objects+="$B/obj/gtkwave/$name.o "
done
# with_fst OUT SOURCES LIBRARIES KIND
with_fst() {
    if [ -f "$fst/fstapi.c" ]; then
        instrument "$4"
        program "$1" "$2" "$wave_objects$3" "$4" "$instrument"
        echo '  libs = -lz'
    else
        printf 'build %s: absent | sim/absent.sh\n  why = no %s: VERILATOR_ROOT names a Verilator that has it\n' "$1" "$fst/fstapi.c"
    fi
}
with_fst "$B/bin/spe-wave" "${wave_sources[*]}" "$B/obj/libspe_host.a $B/obj/libspe.a" obj
with_fst "$B/asan/bin/spe-wave" "${wave_sources[*]}" "$B/asan/libspe_host.a $B/asan/libspe.a" asan
with_fst "$B/bin/fst_text" 'tb/tools/fst_text.c tb/tools/fst_walk.c' '' obj
with_fst "$B/bin/fst_differ" 'tb/tools/fst_differ.c tb/tools/fst_walk.c' '' obj
tb_c=("${tb_dirs[@]/%//*.c}")
# shellcheck disable=SC2206 # patterns
tb_c=(${tb_c[@]})
archive obj libtb "${tb_c[@]}"
archive asan libtb "${tb_c[@]}"
archive gcov libtb "${tb_c[@]}"

archives_obj="$B/obj/libtb.a $B/obj/libspe_dpi.a $B/obj/libspe_host.a $B/obj/libspe.a"
archives_asan=${archives_obj//"$B/obj"/"$B/asan"}
archives_gcov=${archives_obj//"$B/obj"/"$B/gcov"}

# The headers of Verilator and of the system, parsed once for all of the bench.
echo "build $B/obj/precompiled.hpp.gch: pch tb/systemc/precompiled.hpp"

# Verilator's own runtime is the same for all models: an archive, from which a model takes what it
# needs. The part that writes waves takes the longest to compile, and is only for models with waves.
runtime=()
for name in verilated verilated_dpi verilated_cov verilated_threads verilated_fst_c; do
    [ -f "$VERILATOR_INC/$name.cpp" ] || continue
    out=$B/obj/runtime/$name.o
    [ $name = verilated_fst_c ] || runtime+=("$out")
    printf 'build %s: model %s | tb/systemc/runtime.hpp\n' "$out" "$VERILATOR_INC/$name.cpp"
    printf '  more = -O1 -DTB_HOOK_PRINTF -include tb/systemc/runtime.hpp%s\n' "$([ $name != verilated_fst_c ] || echo ' -DVM_TRACE=1 -DVM_TRACE_FST=1 -DTB_HOOK_FILES')"
done
echo "build $B/obj/runtime.a: ar ${runtime[*]}"

# Files of the bench that see the Verilated class are compiled for each configuration, the others
# once.
mapfile -t model_users < <(sim/model-users.sh)
[ ${#model_users[@]} -gt 0 ] || die 4 'no file of tb/ includes the Verilated class'
shared=()
for d in "${tb_dirs[@]}"; do
    for f in "$d"/*.cpp; do
        [[ " ${model_users[*]} " == *" $f "* ]] || shared+=("$f")
    done
done
object obj "${shared[@]}"
shared=("${objects[@]}")

# model CONFIG FLAVOUR DIR: Verilate the model, and compile the result.
model() {
    local part optimize=$flavour_compile folder=rtl/configs
    [ -e "$folder/$1.cfg" ] || folder=$DRAWN
    # Name all files: a phony target has no time, and a rule with restat needs one to be done once
    # and for all.
    printf 'build %s/spe_cfg_pkg.sv: package %s/%s.cfg | %s/bin/spe %s\n' "$3" "$folder" "$1" "$B" "${cfgs[*]}"
    printf 'build %s/model/eval.cpp %s/model/fast.cpp %s/model/slow.cpp %s/model/Vspu_harness.h: verilate | %s/spe_cfg_pkg.sv %s || %s/bin/launch\n' \
        "$3" "$3" "$3" "$3" "$3" "${sources[*]}" "$B"
    printf '  dir = %s\n  flavour = %s\n' "$3" "$2"
    for part in eval fast slow; do
        [ $part != slow ] || optimize="$flavour_compile -O0"
        printf 'build %s/model/%s.o: model %s/model/%s.cpp\n  more = %s -I%s/model\n' "$3" $part "$3" $part "$optimize" "$3"
    done
}

# executable CONFIG FLAVOUR DIR
executable() {
    local f out own=() from=$B/$1 more=''
    instrument "$flavour_c"
    [ "$flavour_c" != gcov ] || instrument+=' -Wl,-u,__gcov_dump' # runs of a batch end by it
    [ "$flavour_model" = plain ] || from=$3
    [[ $flavour_compile != *VM_TRACE* ]] || more=' -DVM_TRACE=1 -DVM_TRACE_FST=1'
    for f in "${model_users[@]}"; do
        out=$from/obj/${f%.cpp}.o
        own+=("$out")
        [ -z "${built[$out]:-}" ] || continue
        built[$out]=1
        printf 'build %s: cxx %s | %s/obj/precompiled.hpp.gch %s/model/Vspu_harness.h || %s\n' "$out" "$f" "$B" "$from" "$tb_generated"
        printf '  inc = %s -isystem %s/model%s\n' "$tb_includes" "$from" "$more"
    done
    printf 'build %s/link.rsp: response %s %s %s\n' "$3" "${own[*]}" "${shared[*]}" \
        "${archives_obj//"$B/obj"/"$B/$flavour_c"} $B/obj/runtime.a${more:+ $B/obj/runtime/verilated_fst_c.o}"
    printf '  libs = %s %s -pthread -lsystemc -lzstd -lz -lm -Wl,--as-needed -latomic\n' "$SYSTEMC_LIB" "$instrument"
    printf 'build %s/spu_sim: sim | %s/link.rsp %s/model/eval.o %s/model/fast.o %s/model/slow.o sim/link.sh\n' "$3" "$3" "$from" "$from" "$from"
    printf '  rsp = %s/link.rsp\n  model = %s/model\n' "$3" "$from"
}

while read -r name; do
    flavour "$name"
    for config in "${configs[@]}"; do
        dir=$B/$config-$name
        [ "$name" != plain ] || dir=$B/$config
        [ "$flavour_model" != "$name" ] || model "$config" "$name" "$dir"
        executable "$config" "$name" "$dir"
    done
done < <(awk -F'\t' '!/^#/ && $2 == "all" { print $1 }' sim/flavours.tsv)

# The nights (sim/nightly.md).
cat <<END
rule text
  command = sed '$AS_C' \$in >\$out
  description = TEXT \$out
END
for f in "${texts[@]}"; do echo "build $B/obj/${f%.*}.inc: text $f"; done
# tool NAME ARCHIVES...: the program of sim/NAME; all but its main.c is an archive, so that its unit
# tests can use it.
tool() {
    local name=$1 f sources=()
    shift
    for f in sim/"$name"/*.c; do [ "$f" = "sim/$name/main.c" ] || sources+=("$f"); done
    archive obj "lib$name" "${sources[@]}"
    archive asan "lib$name" "${sources[@]}"
    object obj "sim/$name/main.c"
    echo "build $B/bin/$name: link ${objects[*]} $B/obj/lib$name.a $* $B/obj/libspe_host.a $B/obj/libspe.a"
    echo '  libs = -lsqlite3'
}
tool night
# Coverage closure (sim/coverage.md): it reads its tables and options as the nights do.
tool closure "$B/obj/libnight.a"
# The smallest part of a run (tb/README.md): it reads what a run has left as a night does.
tool shrink "$B/obj/libnight.a"
# Mutants made by machine (sim/qualify.md): the judge. The program that makes them needs a parser
# (sim/qualify/tools.sh).
tool qualify "$B/obj/libnight.a"

# Programs that replay a corpus of `make fuzz` (sim/fuzz/README.md): each fuzz target with a main of
# its own.
replays=
for f in {c_model,dpi,tb}/test/fuzz_*.c; do
    name=${f##*/fuzz_} name=${name%.c}
    program "$B/fuzz/replay_$name" "sim/fuzz/replay.c $f" "$archives_obj"
    program "$B/fuzz/asan_$name" "sim/fuzz/replay.c $f" "$archives_asan" asan "$SANITIZE"
    replays+=" $B/fuzz/replay_$name"
done

# Unit tests: one executable per file; the other C files of its folder are its helpers.
wrapped=(malloc calloc realloc free strdup fopen fopen64 fdopen fmemopen ZSTD_compress ZSTD_decompress)
units=() units_asan=() units_gcov=() units_gcov_c=() units_mutants=()
for d in c_model/test dpi/test tb/test sim/night/test sim/closure/test sim/shrink/test sim/qualify/test; do
    helpers=() own_obj='' own_asan='' libs=-lcmocka
    [ $d != sim/night/test ] || own_obj="$B/obj/libnight.a " own_asan="$B/asan/libnight.a " libs+=' -lsqlite3'
    [ $d != sim/closure/test ] || own_obj="$B/obj/libclosure.a $B/obj/libnight.a " own_asan="$B/asan/libclosure.a $B/asan/libnight.a " libs+=' -lsqlite3'
    [ $d != sim/shrink/test ] || own_obj="$B/obj/libshrink.a " own_asan="$B/asan/libshrink.a "
    [ $d != sim/qualify/test ] || own_obj="$B/obj/libqualify.a $B/obj/libnight.a " own_asan="$B/asan/libqualify.a $B/asan/libnight.a " libs+=' -lsqlite3'
    for f in "$d"/*.c; do [[ $f == */test_* || $f == */fuzz_* ]] || helpers+=("$f"); done
    for f in "$d"/test_*.c; do
        name=${f##*/} wrap=
        name=${name%.c}
        [ "$name" != test_oom ] || wrap=${wrapped[*]/#/-Wl,--wrap=}
        program "$B/unit/$name" "$f ${helpers[*]}" "$own_obj$archives_obj" obj "$wrap"
        echo "  libs = $libs"
        program "$B/unit-asan/$name" "$f ${helpers[*]}" "$own_asan$archives_asan" asan "$SANITIZE -gz $wrap"
        echo "  libs = $libs"
        program "$B/unit-gcov/$name" "$f ${helpers[*]}" "$own_obj$archives_gcov" obj "--coverage $wrap"
        echo "  libs = $libs"
        if [ $d = c_model/test ]; then
            program "$B/mutants/unit/$name" "$f ${helpers[*]}" "${archives_obj/"$B/obj/libspe.a"/"$B/mutants/libspe.a"}" obj "$wrap"
            echo "  libs = $libs"
            units_mutants+=("$B/mutants/unit/$name")
            units_gcov_c+=("$B/unit-gcov/$name")
        fi
        units+=("$B/unit/$name") units_asan+=("$B/unit-asan/$name") units_gcov+=("$B/unit-gcov/$name")
    done
done
[ ${#units[@]} -gt 0 ] || die 4 'no unit test'

# To be installed: one object that exports only the names of the project, as a user may have a
# log_error() of his own. For other simulators there is one shared library with everything that an
# installed header declares. It exports no other name (spe_dpi.map), as another library of the
# simulator may have a `put` or a `print` of its own.
for name in libspe libspe_host libspe_dpi; do
    echo "build $B/lib/$name.a: whole $B/obj/$name.a"
done
cat <<END
build $B/lib/libspe_dpi.so: shared $B/obj/libspe_dpi.a $B/obj/libspe_host.a $B/obj/libspe.a | sim/spe_dpi.map
  soname = libspe_dpi.so.$(awk '$2 == "SPE_DPI_VERSION_MAJOR" { print $3 }' dpi/spe_dpi.h)
END

# Operation traces: the QEMU plugin, built for the interface of the emulator at hand, and the tool
# that prints a trace.
object obj tb/trace/*.c
echo "build $B/lib/libspetrace.so: plugin tb/plugin/spetrace.c ${objects[*]} | tb/plugin/qemu_api.h tb/plugin/api.sh"
program "$B/bin/trace_dump" "tb/tools/trace_dump.c $(echo tb/trace/*.c)" ''

cat <<END
build lib: phony $B/lib/libspe.a $B/lib/libspe_host.a $B/bin/spe
build install: phony lib $B/bin/spe-wave $B/lib/libspe_dpi.a $B/lib/libspe_dpi.so
build units: phony ${units[*]}
build units-mutants: phony ${units_mutants[*]}
build replays: phony$replays
build units-asan: phony ${units_asan[*]}
build units-gcov: phony ${units_gcov[*]}
build units-gcov-c: phony ${units_gcov_c[*]}
build sims: phony $(printf "$B/%s/spu_sim " "${configs[@]}")
END
