// SPDX-License-Identifier: Apache-2.0
// The toy SPU, its bench and its binding. Paths from the top of the repository.
tb/toy/toy.vlt
-f dpi/tap.f
tb/toy/toy_pkg.sv
tb/toy/toy_regs.sv
tb/toy/toy_pick.sv
tb/toy/toy_pack.sv
tb/toy/toy_store.sv
tb/toy/toy_spu.sv
tb/toy/toy_noise.sv
tb/toy/toy_pe.sv
tb/toy/toy_mem.sv
tb/toy/toy_bench.sv
tb/toy/toy_tap.sv
tb/toy/toy_bind.sv
