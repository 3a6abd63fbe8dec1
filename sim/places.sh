#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# places.sh OUTPUT: what the environment should say on a machine whose usual folders cannot be
# written, as NAME=value words: ccache, which is optional, keeps its objects in OUTPUT; temporary
# files go to /tmp.
set -u
output=$1

# usable: ccache can write to its folder. A home that does not exist is not usable: root would make
# it.
usable() {
    local dir
    [ -d "${HOME-/}" ] && dir=$(ccache --get-config cache_dir 2>/dev/null) && mkdir -p "$dir" 2>/dev/null && [ -w "$dir" ]
}

if command -v ccache >/dev/null; then
    usable || {
        echo "CCACHE_DIR=$output/ccache"
        [ -n "${HOME:-}" ] || echo "HOME=$output" # ccache stops without
    }
fi
[ -z "${TMPDIR:-}" ] || { [ -d "$TMPDIR" ] && [ -w "$TMPDIR" ]; } || echo TMPDIR=/tmp
