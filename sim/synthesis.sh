# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced after common.sh by who takes the SPU alone apart, with Yosys or otherwise.

# spu_sources: sets `sources` to those of the SPU, in their order.
# shellcheck disable=SC2034 # for those who source this
spu_sources() {
    mapfile -t sources < <(sed -nE 's/^(rtl\/.*\.sv)$/\1/p' rtl/rtl.f)
    [ ${#sources[@]} != 0 ] || die 4 'rtl/rtl.f names no source'
}

# contract_sources: sets `contract` to those of the SPU beside what its surroundings promise it, for proofs, and `assumed` to the
# expressions with which sed makes assumptions of the promises.
# shellcheck disable=SC2034
contract_sources() {
    contract=(rtl/sva/spu_pe_sva.sv rtl/sva/spu_ctx_sva.sv rtl/sva/spu_life_sva.sv sim/qualify/prove/spu_contract.sv)
    assumed='s/\<Pe[A-Za-z0-9]+: +assert/assume/'
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
