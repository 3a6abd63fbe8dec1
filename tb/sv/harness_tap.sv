// SPDX-License-Identifier: Apache-2.0
//
// The tap of the bench: on the free clock, beside the gated one of the SPU.

bind spu_harness spe_tap_spu #(
  .Width(DispatchWidth), .InFlight(InFlight), .AxiBytes(AxiBytes)
) u_spe_tap_spu (
  .clk_i, .rst_ni, .running_i(running_q), .thread_active_i(thread_active_q), .ctx_i(ctx),
  .cnt_phys_i(cnt_phys_q), .sysreg_req_i(sysreg_req), .sysreg_rsp_o(sysreg_rsp), .lane_i(lane),
  .lane_sel_o(lane_sel), .life_i(life), .rnd_count_o(rnd_count), .rnd_draw_o(rnd_draw),
  .rnd_inject_valid_i(rnd_inject_valid_q), .rnd_inject_i(rnd_inject_q), .xl_req_o(xl_req),
  .xl_ready_i(xl_ready_q), .xl_rsp_i(xl_rsp), .awvalid_o, .awready_i(awready_q), .awid_o,
  .awaddr_o, .awlen_o, .awsize_o(awsize), .awburst_o(awburst), .awcache_o(awcache), .awprot_o,
  .awnse_o, .wvalid_o,
  .wready_i(wready_q), .wdata_o(wdata), .wstrb_o(wstrb), .wlast_o(wlast), .bvalid_i(bvalid_q),
  .bready_o, .bid_i(bid_q), .bresp_i(bresp_q), .cse_i(cse_q), .cse_ids_i(cse_ids_q),
  .psb_req_i(psb_req_q), .psb_done_o,
  .dsb_req_i(dsb_req_q), .dsb_done_o, .tlbi_i(tlbi_q), .impdef_i(impdef), .pmbirq_o,
  .prof_o(prof), .pmu_freeze_o, .serror_o, .pmu_o(pmu),
  .cti_o(cti)
);
