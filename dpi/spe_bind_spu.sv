// SPDX-License-Identifier: Apache-2.0
//
// Binds one tap into every `spu`. All taps open the session "spu", unless the simulation is run
// with +spe_name=NAME. This binding is for a clock that never stops. A bench that stops the clock
// uses tap_spu.f and binds spe_tap_spu itself, with a clk_i that runs on and with running_i.

bind spu spe_tap_spu #(
  .Width(DispatchWidth), .InFlight(InFlight), .AxiBytes(AxiBytes)
) u_spe_tap_spu (
  .clk_i, .rst_ni, .running_i(1'b1), .thread_active_i, .ctx_i, .cnt_phys_i, .sysreg_req_i,
  .sysreg_rsp_o, .lane_i, .lane_sel_o, .life_i, .rnd_count_o, .rnd_draw_o, .rnd_inject_valid_i,
  .rnd_inject_i, .xl_req_o, .xl_ready_i, .xl_rsp_i, .awvalid_o, .awready_i, .awid_o, .awaddr_o,
  .awlen_o, .awsize_o, .awburst_o, .awcache_o, .awprot_o, .awnse_o, .wvalid_o, .wready_i, .wdata_o,
  .wstrb_o, .wlast_o, .bvalid_i, .bready_o, .bid_i, .bresp_i, .cse_i, .cse_ids_i('0), .psb_req_i,
  .psb_done_o, .dsb_req_i, .dsb_done_o, .tlbi_i, .impdef_i, .pmbirq_o, .prof_o,
  .pmu_freeze_o, .serror_o, .pmu_o, .cti_o
);
