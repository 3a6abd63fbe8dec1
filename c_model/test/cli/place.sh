# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Paths of the tree, and what its machine may lack. The tree builds, or one line says at once why
# not. It is a copy without git.
dir=$work/place
unset CCACHE_DIR CCACHE_DISABLE
tree=$dir/tree
mkdir -p "$tree"
cp -r Makefile .clang-format .ci c_model dpi rtl sim tb "$tree"

# moved NAME: move the tree to a directory of this name.
moved() {
    [ "$tree" = "$dir/$1" ] || mv "$tree" "$dir/$1"
    tree=$dir/$1
}
# in_tree COMMAND...: run it in the tree. A make that hangs becomes a failure (status 124).
in_tree() {
    (cd "$tree" && limited "$@")
}

characters=('$' '"' "'" '(' ')' '*' ':' ';' '&' '<' '>' '?' '[' ']' "\\" '`' '|' '!' '{' '}' '#')
! quick || characters=('$' "'" ':' '#')
for character in "${characters[@]}"; do
    moved "a${character}b"
    for goal in help lib; do
        run in_tree make "$goal"
        [ "$status" = 2 ] && [ "$(wc -l <"$work/err")" = 1 ] && [ ! -s "$work/out" ] && [ ! -e "$tree/build" ] &&
            grep -qF "the path of the tree holds $character, which cannot be built in: $tree" "$work/err" && ok ||
            bad "place_${character}_$goal" "status $status, expected 2 and one line"
    done
done
moved 'a b'
refused place_space 2 'the path of the tree holds a space, which cannot be built in: ' in_tree make help
refused place_space_clean 2 'the path of the tree holds a space, ' in_tree make distclean

# Other characters that the path of the tree may hold. The output can lie elsewhere. Its path allows
# fewer characters.
moved 'a=b,c%d~e@f^gä+h'
accepted place_help '^ +CONFIG TEST SEED ' in_tree make help
check place_doctor in_tree make doctor
check place_builds in_tree make -s build/bin/trace_dump
refused place_runs 2 'trace_dump' in_tree build/bin/trace_dump
for character in '$' '"' "'" '(' ':' '#' ' ' ';' '&' '*' '?' '[' 'ä' '%' '~' '='; do
    refused "place_output_$character" 2 'O=.*: a directory name of letters, digits and _./\+- is needed' make lib "O=$dir/x${character}y"
done
ln -s "$dir" "$dir/link"
ln -s "$dir/a\$b" "$dir/dollar"
refused place_output_link 2 'O=.*/dollar: the directory behind it, .*/a\$b, has a name of other characters' make lib "O=$dir/dollar"
check place_no_output test ! -e "$dir/a\$b" -a ! -e "$dir/xäy"

# without NAME ENVIRONMENT...: build from nothing with an environment that cannot be used as it is.
# The output is progress only. GNU make from 4.4 on also names a TMPDIR that does not exist.
progress='^\[[0-9]+/[0-9]+ [0-9.]+s\] (CC|AR|LINK) |^make: (TMPDIR value /nonexistent: |using default temporary directory )'
without() {
    run in_tree env "${@:2}" make -s O="$dir/without/$1" "$dir/without/$1/bin/trace_dump"
    [ "$status" = 0 ] && ! grep -vE "$progress" "$work/err" && ok || bad "place_without_$1" "status $status, or more than progress"
}
without home_there HOME=/nonexistent
if ! quick; then
    without home -u HOME
    without home_file HOME=/dev/null
    without tmpdir TMPDIR=/nonexistent
    without cdpath CDPATH=.:/
fi
check place_no_home test ! -e /nonexistent
if ! quick && command -v ccache >/dev/null; then
    check place_ccache test -d "$dir/without/home_file/ccache"
fi
# A tree that its user can only read (file modes apply to this user).
chmod -R a-w "$tree"
run without_override env -C "$tree" make -s O="$dir/read_only" "$dir/read_only/bin/trace_dump"
[ "$status" = 0 ] && ok || bad place_read_only "status $status, expected 0"
chmod -R u+w "$tree"
run in_tree bash -c 'make -s O="$1" "$1"/bin/trace_dump <&-' _ "$dir/closed"
[ "$status" = 0 ] && ok || bad place_no_stdin "status $status, expected 0"

# A file that was only touched is checked once, even if the files made from it do not change.
touched() {
    (cd "$tree" && sleep 1 && touch rtl/configs/kunpeng.cfg && limited make -s O="$dir/read_only" "$dir/read_only/neoverse/spe_cfg_pkg.sv") >/dev/null 2>&1 || return
    (cd "$tree" && ninja -n -f "$dir/read_only/build.ninja" "$dir/read_only/neoverse/spe_cfg_pkg.sv") | grep -q 'no work to do'
}
if ! quick; then
    check place_touched in_tree make -s O="$dir/read_only" "$dir/read_only/neoverse/spe_cfg_pkg.sv"
    check place_touched_once touched
fi

# The build does not need git, or a git that accepts the tree. lint reads the files that exist.
# Without any file it fails.
mkdir "$dir/tools" "$tree/.git"
printf '#!/bin/sh\necho "fatal: detected dubious ownership" >&2\nexit 128\n' >"$dir/tools/git"
chmod +x "$dir/tools/git"
git_refuses() {
    in_tree env PATH="$dir/tools:$PATH" "$@"
}
for kind in words spdx left; do
    check "place_lint_$kind" git_refuses sim/lint.sh $kind
done
printf '\n\n' >"$tree/dpi/bare.c"
accepted place_outdir 'holds files of the tree' git_refuses sim/outdir.sh c_model/test
run git_refuses sim/lint.sh spdx
[ "$status" = 1 ] && grep -qx 'dpi/bare.c: no SPDX line at the top' "$work/out" && ok || bad place_lint_finds "status $status, expected 1"
: >"$tree/dpi/bare.c.orig"
run git_refuses sim/lint.sh left
[ "$status" = 1 ] && grep -qx 'dpi/bare.c.orig' "$work/out" && ok || bad place_lint_left "status $status, expected 1"
rm "$tree/dpi/bare.c.orig"
rm -r "$tree/.git"
run in_tree sim/lint.sh spdx
[ "$status" = 1 ] && grep -qx 'dpi/bare.c: no SPDX line at the top' "$work/out" && ok || bad place_lint_exported "status $status, expected 1"
# Every body has one pair of braces. A line that ends with "bare" begins a body without braces,
# "twice" begins a second pair.
cat >"$tree/dpi/bare.c" <<'END'
/* if (a)
   return; */
int f(int a, int b)
{
    if (a) // bare
        return 1;
    else // bare
        a = 2;
    if (a == '(' && b == "/*)"[0] && // bare
        f(a, b))
        return 2;
    for (int i = 0; i < 3; i++) a++; // bare
    while (a-- > 0) { /* of it
                         more */
        b++;
    }
    do {
        b--;
    } while (b > 0);
    if (a) {
        return 3;
    } else if (b) // bare
        return 4;
    return 0;
}
#define BODY(x)                                                                                    \
    do {                                                                                           \
        if (x) {                                                                                   \
            x = 0;                                                                                 \
        } else /* bare */                                                                          \
            x = 1;                                                                                 \
    } while (0)
int g(int a)
{
    for (;;) {
        { // twice
            a++;
        }
        {
            a--;
        }
    }
}
END
awk '/(\/\/|\/\*) bare/ { print "dpi/bare.c:" NR ": a body without braces" }
    /\/\/ twice/ { print "dpi/bare.c:" NR ": a body in two pairs of braces" }' "$tree/dpi/bare.c" >"$dir/bare"
sed -Ei 's# // (bare|twice)##' "$tree/dpi/bare.c"
run in_tree sim/lint.sh braces
[ "$status" = 1 ] && ok || bad place_lint_braces "status $status, expected 1"
same place_lint_braces_named "$dir/bare" "$work/out"
# A line of prose that is too long.
printf "%0101d\n" 0 >"$tree/dpi/long.md"
run in_tree sim/lint.sh size
[ "$status" = 1 ] && grep -qx "dpi/long.md:1: longer than 100 columns" "$work/out" && ok || bad place_lint_prose "status $status, expected 1"
rm "$tree/dpi/long.md"
# Programs that read the journal do not query the model. Each header and call outside the lists is
# named.
check place_readers in_tree sim/readers.sh
cat >>"$tree/c_model/cli/population.c" <<'END'
#include "spe/session.h"
int asks(struct spe_model *m)
{
    return spe_model_status(m) + spe_unit_name(0)[0];
}
END
echo 'int asks(void) { return spe_reg_write(0); }' >>"$tree/c_model/wave/about.c"
printf 'c_model/%s    <- reads the journal only\n' 'wave/about.c: spe_reg_write' 'cli/population.c: spe/session.h' 'cli/population.c: spe_model_status' >"$dir/asks"
run in_tree sim/readers.sh
[ "$status" = 1 ] && ok || bad place_readers_status "status $status, expected 1"
same place_readers_named "$dir/asks" "$work/out"
find "$tree" -name '*.sv' -exec rm {} +
refused place_lint_nothing 4 '^lint.sh: no file .sv in the tree$' in_tree sim/lint.sh size

# A directory for temporary files that allows no programs. Groups that run programs there say so,
# the others work.
no_exec() {
    limited "${at[@]}" env TMPDIR="$dir/noexec" "$@"
}
if small_disk "$dir/noexec" noexec; then
    refused place_noexec 4 '^run.sh: place runs programs in .*, where none can be run \(noexec\?\): TMPDIR=DIR names another place$' \
        no_exec c_model/test/cli/run.sh "$build" place
    accepted place_noexec_none '^COUNT [1-9][0-9]* 0 0$' no_exec c_model/test/cli/run.sh "$build" cover
    no_disk
else
    skip place_noexec 'nothing can be mounted here'
fi
