#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# setup.sh TIER...: install what the tiers (words of the first column of sim/packages.txt, or all)
# lack, as root or with `sudo -n`; otherwise print the one command and stop with status 4. A missing
# wanted tool never stops.
set -u
source "$(dirname "$0")/common.sh"
here=$(dirname "$0")
tiers=$(IFS="|" && echo "${*:?tier}") || exit 2
[ -r "$here/packages.txt" ] || die 4 "cannot read $here/packages.txt"
whole "$here/packages.txt"
[ "$tiers" != test ] || tiers='test|run|mutate|testplan'

# lacking LEVEL: packages of the tier's rows with that level whose probe fails; the reasons go to
# stderr.
lacking() {
    local probe package
    awk -v tiers="$tiers" -v level="$1" '!/^#/ && $2 == level &&
        (tiers == "all" || "," $1 "," ~ ",(" tiers "),") { print $3, $4 }' "$here/packages.txt" |
        while read -r probe package; do
            "$here/probe.sh" "$probe" >&3 || echo "$package"
        done 3> >(grep -v ' ok ' >&2) | sort -u | tr '\n' ' '
}

# Packages on stdin, with `*` replaced by a version of clang: that of the installed compiler, else
# the one that the distribution would install.
fill() {
    local version
    version=$("${CLANG:-clang}" -dumpversion 2>/dev/null | cut -d. -f1)
    [ -n "$version" ] || version=$(apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p' | head -n 1)
    sed "s/libclang-rt-\*-dev/libclang-rt-${version:-14}-dev/"
}

can_install() {
    command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }
}

# Wait for another apt, such as that of a machine that has just started.
apt=(apt-get -o DPkg::Lock::Timeout=300)
install() {
    as_root env DEBIAN_FRONTEND=noninteractive "${apt[@]}" install -y -qq --no-install-recommends "$@" >&2 </dev/null
}

need=$(lacking need) || exit 4
want=$(lacking want 2>/dev/null)
[ -n "$need$want" ] || exit 0
packages=$(fill <<<"$need$want")
if ! can_install; then
    [ -n "$need" ] || exit 0
    die 4 "install these first: sudo apt-get update && sudo apt-get install -y --no-install-recommends $packages"
fi

echo "setup: apt-get install $packages" >&2
as_root "${apt[@]}" update -qq >&2 </dev/null
for list in "$need" "$want"; do
    read -r -a packages <<<"$(fill <<<"$list")" # once more: the lists of packages may have been empty
    [ "${#packages[@]}" = 0 ] || install "${packages[@]}" || for package in "${packages[@]}"; do
        install "$package" || echo "setup: cannot install $package" >&2 # the others all the same
    done
done
[ -z "$(lacking need)" ] || die 4 "tools of tier $tiers are still missing or too old"
