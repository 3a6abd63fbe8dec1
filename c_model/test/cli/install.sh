# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `make install`: a foreign program compiles, links and runs with the installed files. The last
# PREFIX counts.
dir=$work/install
mkdir -p "$dir"
cat >"$dir/user.c" <<'PROGRAM'
#include <spe/config.h>
#include <spe/session.h>

/* Names that the libraries have inside as well: they are this program's. */
int log_error(void);
int buffer_new(void);
int log_error(void)
{
    return 1;
}
int buffer_new(void)
{
    return log_error();
}

int main(int argc, char **argv)
{
    struct spe_session_options options = {.config_path = argc > 1 ? argv[1] : NULL};
    struct spe_run_info info = {.test = "user", .allow_no_records = true};
    struct spe_session *session = NULL;
    struct spe_txn end = {.kind = SPE_TXN_CLOSE};

    if (spe_session_create(&session, "user", &options) != 0)
        return 99;
    end.u.close.calls = 0;
    spe_session_submit(session, &end);
    int status = spe_verdict_print(stdout, &session, 1, &info);
    spe_session_destroy(session);
    return buffer_new() == 1 ? status : 98;
}
PROGRAM
cat >"$dir/dpi.c" <<'PROGRAM'
#include <spe_dpi.h>

int main(void)
{
    return spe_dpi_status();
}
PROGRAM

# A C++ program: the names must have C linkage.
cat >"$dir/user.cpp" <<'PROGRAM'
#include <spe/config_file.h>
#include <spe/decode.h>
#include <spe/record.h>
#include <spe/regs.h>

int main(int argc, char **argv)
{
    spe_config *cfg;
    spe_config_error err;
    if (argc != 2 || spe_config_create(&cfg) != 0)
        return 1;
    const int status = spe_config_load(cfg, argv[1], &err);
    spe_config_destroy(cfg);
    return status == 0 && spe_event_name(1) != nullptr ? 0 : 1;
}
PROGRAM

cpp_user() {
    "${CXX:-g++}" -std=c++17 -I "$dir/root$1/include" "$dir/user.cpp" -L "$dir/root$1/lib" -lspe_host -lspe -lzstd -lm \
        -o "$dir/cpp" && "$dir/cpp" "$dir/root$1/share/spe/rtl/configs/v1p0_min.cfg"
}

user() {
    local flags
    flags=$(PKG_CONFIG_PATH=$dir/root$1/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$dir/root pkg-config --cflags --libs spe) || return 1
    # shellcheck disable=SC2086 # a list of options
    "${CC:-gcc}" -std=c11 "$dir/user.c" $flags -o "$dir/user" && "$dir/user" "$dir/root$1/share/spe/rtl/configs/v1p0_min.cfg"
}

dpi_user() {
    "${CC:-gcc}" "$dir/dpi.c" -I "$dir/root$1/include" -isystem "$vltstd" -L "$dir/root$1/lib" -lspe_dpi "${@:2}" -o "$dir/dpi" &&
        LD_LIBRARY_PATH=$dir/root$1/lib "$dir/dpi"
}

vltstd=$("${VERILATOR:-verilator}" --getenv VERILATOR_ROOT)/include/vltstd
mask=$(umask)
umask 077 # that of the user does not decide who can read what is installed
for prefix in /opt/one /usr; do
    check "install$prefix" env -u MAKEFLAGS make -s O="$build" install DESTDIR="$dir/root" PREFIX=$prefix
    run find "$dir/root" ! -type l ! -perm -a+r -o -type d ! -perm -a+x
    [ -d "$dir/root$prefix" ] && [ ! -s "$work/out" ] && ok || bad "others$prefix" 'others cannot read all that is installed'
    check "prefix$prefix" grep -qx "prefix=$prefix" "$dir/root$prefix/lib/pkgconfig/spe.pc"
    if command -v pkg-config >/dev/null; then
        accepted "user$prefix" '^RESULT PASS config=v1p0_min test=user ' user $prefix
    else
        skip "user$prefix" 'pkg-config is not installed'
    fi
done

umask "$mask"

check user_cpp cpp_user /opt/one

# `spe wave` finds its program beside it. Without it, one line says where that comes from.
bin=$dir/root/opt/one/bin
spe log --pack c_model/test/logs/one_record.txnlog "$dir/wave.log"
if "$bin/spe-wave" 2>&1 | grep -q 'cannot be built'; then
    refused wave_absent 4 '^spe-wave cannot be built: no .*fstapi.c: VERILATOR_ROOT names ' limited "$bin/spe" wave --out "$dir/view" "$dir/wave.log"
else
    accepted wave '^gtkwave ' limited "$bin/spe" wave --out "$dir/view" "$dir/wave.log"
    check wave_view test -s "$dir/view.fst"
fi
rm "$bin/spe-wave"
refused wave_missing 4 "^spe wave: $bin/spe-wave: No such file or directory; make install puts it beside spe, " limited "$bin/spe" wave "$dir/wave.log"

# A simulator loads the shared object, or links the archives. Without an open session the status is
# 4.
run dpi_user /opt/one
[ "$status" = 4 ] && ok || bad dpi_shared "status $status, expected 4"
rm "$dir/root/usr/lib/libspe_dpi.so"*
run dpi_user /usr -lspe_host -lspe -lzstd -lm
[ "$status" = 4 ] && ok || bad dpi_static "status $status, expected 4"
# The shared object exports the functions that the installed headers declare, and nothing else. All
# global names of an archive belong to the project.
lib=$dir/root/opt/one/lib
cat "$dir"/root/opt/one/include/{,spe/}*.h | "${CC:-gcc}" -w -fpreprocessed -P -E -xc - |
    grep -oE '\bspe_[a-z0-9_]+\(' | tr -d '(' | sort -u >"$dir/declared"
nm -D --defined-only "$lib/libspe_dpi.so" | awk '{ print $3 }' | sort >"$dir/names"
for name in spe_dpi_open spe_session_publish spe_config_load spe_op_permitted; do
    check "dpi_declared_$name" grep -qx $name "$dir/declared"
    check "dpi_names_$name" grep -qx $name "$dir/names"
done
run diff "$dir/declared" "$dir/names"
[ "$status" = 0 ] && ok || bad dpi_other_names "declared or exported alone: $(grep '^[<>]' "$work/out" | head -n 3 | xargs)"
for name in libspe libspe_host libspe_dpi; do
    nm -g --defined-only "$lib/$name.a" | awk 'NF == 3 { print $3 }' >"$dir/names"
    check "${name}_names" grep -q '^spe_' "$dir/names"
    run grep -v '^spe_' "$dir/names"
    [ "$status" = 1 ] && ok || bad "${name}_other_names" "global: $(head -n 3 "$work/out" | xargs)"
done
run readelf -d "$lib/libspe_dpi.so"
major=$(awk '$2 == "SPE_DPI_VERSION_MAJOR" { print $3 }' dpi/spe_dpi.h)
grep -qF "soname: [libspe_dpi.so.$major]" "$work/out" && [ "$(readlink "$lib/libspe_dpi.so")" = "libspe_dpi.so.$major" ] && ok ||
    bad dpi_soname "not libspe_dpi.so.$major"

# The commands of dpi/README.md, in an empty directory, for a user who has only the installed files.
readme=$dir/root/opt/one/share/spe/dpi/README.md
example=$dir/example
mkdir "$example"
# fenced LANGUAGE N: print block N of those that the README has in LANGUAGE.
fenced() {
    awk -v lang="$1" -v n="$2" '/^```/ { on = $0 == "```" lang && ++seen == n; next } on' "$readme"
}
fenced sh 1 | sed "s#^P=[^ ]*#P=$dir/root/opt/one#" >"$dir/commands"
# shellcheck source=/dev/null
build_example() (
    cd "$example" && { command -v ccache >/dev/null && export OBJCACHE=ccache; set -e; source <(grep -v '^obj_dir/' ../commands); }
)
# run_example N ARGUMENTS...: run number N of the README, with more arguments.
run_example() (
    cd "$example" && read -r -a words <<<"$(grep '^obj_dir/' ../commands | sed "s/ *#.*//; $1!d")" && "${words[@]}" "${@:2}"
)
check example_builds build_example
run run_example 1
[ "$status" = 0 ] && grep -q '^RESULT PASS config=mini test=mini .* records=1 bytes=16 ' "$work/out" && ok ||
    bad example_passes "status $status, expected 0 and RESULT PASS"
run run_example 2
[ "$status" = 1 ] && grep -q 'MISMATCH: story\.format ' "$work/err" && grep -q '^RESULT FAIL .* mismatches=1 ' "$work/out" && ok ||
    bad example_finds "status $status, expected 1, MISMATCH: story.format and RESULT FAIL"
run run_example 1 +wrong=99
[ "$status" = 2 ] && grep -q '^why: +wrong=N: N is 0 to 15$' "$work/out" && ok || bad example_wrong "status $status, expected 2"
for taps in 0 256; do
    run run_example 1 +spe_taps=$taps
    [ "$status" = 2 ] && grep -q '^spe_dpi: session .mini.: no taps, or taps that do not exist$' "$work/err" && ok ||
        bad "example_taps_$taps" "status $status, expected 2 and one line"
done
# wrong NAME PATTERN ARGUMENTS...: the tap refuses the arguments with one line that matches PATTERN.
wrong() {
    run run_example 1 "${@:3}"
    [ "$status" = 2 ] && [ "$(grep -c '^spe' "$work/err")" = 1 ] && grep -qxE "spe_tap: $2" "$work/err" && ! grep -q RESULT "$work/out" && ok ||
        bad "example_$1" "status $status, expected 2 and one line"
}
for taps in x 0x1 1x '1 ' 9999999999; do
    wrong "taps_$taps" "\\+spe_taps=$taps: a decimal number is needed, a sum of SPE_TAP_\\*" "+spe_taps=$taps"
done
wrong taps_more '\+spe_taps=103: groups that the binding does not connect; its Taps are 1' +spe_taps=103
for name in log dir name taps; do
    wrong "empty_$name" "\\+spe_$name=: a value is needed" "+spe_$name="
    wrong "no_value_$name" "\\+spe_$name: a value is needed, as \\+spe_$name=VALUE" "+spe_$name"
done
wrong twice '\+spe_config=mini.cfg: given twice, with another value' +spe_config=other.cfg
wrong twice_longer '\+spe_config=mini.cfg: given twice, with another value' +spe_config=mini.cfg.new
wrong twice_empty '\+spe_log=: a value is needed' +spe_log= +spe_log=x
run run_example 1 +spe_config=mini.cfg +spe_taps=1
[ "$status" = 0 ] && grep -q '^RESULT PASS ' "$work/out" && ok || bad example_same "status $status, expected 0 and RESULT PASS"
check example_nothing_made [ -z "$(find "$example" -name 'x' -o -name '*.new')" ]
for plusarg in spe_dri=x spe_confg=mini.cfg spe_keepx; do
    run run_example 1 "+$plusarg"
    [ "$status" = 2 ] && grep -qx "spe_tap: +$plusarg: spe_tap reads no such plusarg" "$work/err" && ! grep -q RESULT "$work/out" && ok ||
        bad "example_plusarg_$plusarg" "status $status, expected 2 and one line"
done

# The host program of the README, in C and in C++, with the shared object. The verdict equals the
# one with plusargs. The simulator is that of the example, without its main().
fenced c 1 >"$dir/host.c"
cp "$dir/host.c" "$dir/host.cpp"
strict=(-Wall -Wextra -Wpedantic -Werror -Wno-missing-field-initializers)
# host SOURCE ARGUMENTS...: build the host program SOURCE around the simulator, and run it.
host() {
    local flags vlt compile=("${CC:-gcc}" -std=c11) linkage='extern "C" '
    [[ $1 != *.cpp ]] || compile=("${CXX:-g++}" -std=c++17) linkage=
    read -r -a flags <<<"$(PKG_CONFIG_PATH=$lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$dir/root pkg-config --cflags --libs spe_dpi)"
    vlt=$("${VERILATOR:-verilator}" --getenv VERILATOR_ROOT)/include
    sed "s/^int main(.*/${linkage}int simulate(int argc, char **argv)/" "$example/main.cpp" >"$dir/simulate.cpp"
    "${compile[@]}" "${strict[@]}" -c "$dir/$1" "${flags[@]}" -o "$dir/host.o" &&
        "${CXX:-g++}" -std=c++17 -I "$example/obj_dir" -I "$vlt" -I "$vlt/vltstd" "$dir/simulate.cpp" "$dir/host.o" \
            "$example"/obj_dir/*__ALL.a "$example"/obj_dir/verilated*.o "${flags[@]}" -pthread -o "$dir/host" &&
        (cd "$example" && LD_LIBRARY_PATH=$lib "$dir/host" "${@:2}")
}
if command -v pkg-config >/dev/null; then
    for source in host.c host.cpp; do
        run host $source
        [ "$status" = 0 ] && grep -q '^RESULT PASS config=mini .* records=1 bytes=16 ' "$work/out" && ok || bad "dpi_$source" "status $status, expected 0 and RESULT PASS"
    done
    run host host.c +wrong=0
    [ "$status" = 1 ] && grep -q 'MISMATCH: story\.format ' "$work/err" && ok || bad dpi_host_finds "status $status, expected 1 and story.format"
else
    skip dpi_host 'pkg-config is not installed'
fi

# Everything that documents, findings and headers name is installed. A dead link is found.
check docs sim/doc-links.sh "$dir/root/opt/one"
share=$dir/root/opt/one/share/spe
for document in README.md c_model/README.md c_model/choices.md dpi/README.md dpi/timing.md dpi/rules.md rtl/README.md rtl/registers.md tb/README.md tb/toy/README.md; do
    check "docs_$document" cmp $document "$share/$document"
done
mv "$share/c_model/choices.md" "$dir/"
run sim/doc-links.sh "$dir/root/opt/one"
[ "$status" = 1 ] && grep -qx 'dpi/timing.md: c_model/choices.md' "$work/out" && ok || bad docs_missing "status $status, expected 1 and dpi/timing.md"
mv "$dir/choices.md" "$share/c_model/"
printf '[a](none.md#b) `dpi/none.sv`\n' >>"$share/tb/README.md"
run sim/doc-links.sh "$dir/root/opt/one"
[ "$status" = 1 ] && grep -qx 'tb/README.md: none.md#b' "$work/out" && grep -qx 'tb/README.md: dpi/none.sv' "$work/out" && ok || bad docs_broken "status $status"
refused docs_none 2 '^doc-links.sh: nothing is installed under ' sim/doc-links.sh "$dir/nothing"

# The instances in the README. Level A equals the instance of the example. Levels B and C have only
# ports and parameters of level A.
names() {
    grep -oE '\.[A-Za-z_0-9]+\(' | sort
}
fenced systemverilog 1 >"$dir/level_a"
[ -s "$dir/level_a" ] && [[ $(<"$example/mini_tap.sv") == *"$(<"$dir/level_a")"* ]] && ok || bad example_level_a 'the README has another instance'
for n in 2 3; do
    run comm -13 <(names <"$dir/level_a") <(fenced systemverilog $n | names)
    [ "$status" = 0 ] && [ ! -s "$work/out" ] && ok || bad "example_level_$n" "not at level A: $(xargs <"$work/out")"
    check "example_level_${n}_there" [ "$(fenced systemverilog $n | names | wc -l)" -ge 5 ]
done

# The larger example needs only the installed files, too: its commands.
toy=$dir/toy
mkdir "$toy"
fenced sh 2 | sed "s#^P=[^ ]*#P=$dir/root/opt/one#" >"$dir/toy.commands"
# shellcheck source=/dev/null
build_toy() (
    cd "$toy" && { command -v ccache >/dev/null && export OBJCACHE=ccache; set -e; source <(grep -v '^obj_dir/' ../toy.commands); }
)
# shellcheck source=/dev/null
# run_toy N: run number N of the README.
run_toy() (
    cd "$toy" && source <(grep '^P=' ../toy.commands; grep '^obj_dir/' ../toy.commands | sed "$1!d")
)
check toy_builds build_toy
run run_toy 1
[ "$status" = 0 ] && grep -q '^RESULT PASS config=toy test=toy ' "$work/out" && ok || bad toy_runs "status $status, expected 0 and RESULT PASS"
run run_toy 2
[ "$status" = 1 ] && grep -q 'MISMATCH: buf\.data ' "$work/err" && grep -q '^RESULT FAIL ' "$work/out" && ok || bad toy_finds "status $status, expected 1 and buf.data"
