# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced after common.sh by scripts that analyse the SPU alone, with Yosys or otherwise.

# spu_sources: set `sources` to the sources of the SPU, in their order.
# shellcheck disable=SC2034 # for those who source this
spu_sources() {
    mapfile -t sources < <(sed -nE 's/^(rtl\/.*\.sv)$/\1/p' rtl/rtl.f)
    [ ${#sources[@]} != 0 ] || die 4 'rtl/rtl.f names no source'
}

# contract_sources: for proofs, set `contract` to the sources of what the SPU's surroundings promise
# it, and `assumed` to the sed expressions that turn the promises into assumptions.
# shellcheck disable=SC2034
contract_sources() {
    contract=(rtl/sva/spu_pe_sva.sv rtl/sva/spu_ctx_sva.sv rtl/sva/spu_life_sva.sv sim/qualify/prove/spu_contract.sv)
    assumed='s/\<Pe[A-Za-z0-9]+: +assert/assume/'
}

# read_words PACKAGE SOURCE...: the commands with which Yosys reads the SPU, with that package of a
# configuration, down to words.
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
