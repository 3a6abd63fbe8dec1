# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced after common.sh by who takes the SPU alone apart, with Yosys or otherwise.

# spu_sources: sets `sources` to those of the SPU, in their order.
# shellcheck disable=SC2034 # for those who source this
spu_sources() {
    mapfile -t sources < <(sed -nE 's/^(rtl\/.*\.sv)$/\1/p' rtl/rtl.f)
    [ ${#sources[@]} != 0 ] || die 4 'rtl/rtl.f names no source'
}

# read_words PACKAGE SOURCE...: the commands with which Yosys reads the SPU with that package of a configuration, down to words.
read_words() {
    cat <<END
read_verilog -sv $*
hierarchy -check -top spu
proc
flatten
opt -full
memory_collect
memory_map
END
}
