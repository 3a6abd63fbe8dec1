// SPDX-License-Identifier: Apache-2.0
//
// Level A of spe_tap on mini_spu: only the written bytes are connected. The ports are those of
// mini_spu.

module mini_tap
  import spe_dpi_pkg::*;
(
  input logic        clk,
  input logic        resetn,
  input logic        wr_valid,
  input logic        wr_ready,
  input logic [63:0] wr_addr,
  input logic [63:0] wr_data,
  input logic        wr_done
);

  spe_tap #(
    .Name("mini"), .ConfigHash(0), .Taps(TapBytes), .OrderFree(1'b0), .Width(1), .InFlight(1),
    .AxiBytes(8), .AwOffered(1'b1), .Translated(1'b0)
  ) u_tap (
    .clk_i(clk), .rst_ni(resetn), .running_i(1'b1),
    // No translation. Attributes of every write: Non-secure EL1, Normal Write-Back.
    .xl_req_valid_i(1'b0), .xl_req_ready_i(1'b0), .xl_req_id_i('0), .xl_regime_i(4'd0),
    .xl_nvm_i(1'b0), .xl_req_attr_i('0), .xl_req_sh_i('0),
    .xl_va_i('0), .xl_rsp_valid_i(1'b0), .xl_rsp_id_i('0), .xl_fault_i('0), .xl_stage2_i(1'b0),
    .xl_fsc_i('0), .xl_mss2_i('0), .xl_pas_i(2'd1), .xl_attr_i(8'hFF), .xl_sh_i(2'd3), .xl_pa_i('0),
    // One write is a burst of one beat. wr_done is its write response.
    .awvalid_i(wr_valid), .awready_i(wr_ready), .awid_i('0), .awaddr_i(wr_addr), .awlen_i('0),
    .awsize_i(3'd3), .awburst_i(2'd1), .awprot_i(3'b011), .awnse_i(1'b0),
    .awcache_i(4'hF),
    .wvalid_i(wr_valid), .wready_i(wr_ready), .wlast_i(1'b1), .wdata_i(wr_data), .wstrb_i('1),
    .bvalid_i(wr_done), .bready_i(1'b1), .bid_i('0), .bresp_i('0),
    // Level B: registers, contexts, sampled operations, barriers, outputs.
    .active_i(1'b1),
    .sysreg_valid_i(1'b0), .sysreg_write_i(1'b0), .sysreg_enc_i('0), .sysreg_outcome_i('0),
    .sysreg_wdata_i('0), .sysreg_rdata_i('0), .sysreg_fgt_i(1'b0),
    .ctx_state_i('0), .ctx_idr1_i('0), .ctx_idr2_i('0), .ctx_cntvoff_i('0),
    .ctx_cntpoff_i('0), .cntpct_i('0),
    .lane_sel_i('0), .lane_coll_i('0), .lane_tag_i('0), .lane_pc_i('0), .lane_op_i('0),
    .lane_flags_i('0),
    .life_pulse_i('0), .life_ended_i('0), .life_end_i('0), .life_flags_i('0), .life_events_i('0),
    .life_va_i('0), .life_pa_i('0), .life_target_i('0), .life_prev_i('0), .life_source_i('0),
    .lat_issue_i('0), .lat_xlat_i('0), .lat_total_i('0), .lat_alt_i('0),
    .cse_i(1'b0), .cse_ids_i('0),
    .psb_req_i(1'b0), .psb_done_i(1'b0), .dsb_req_i(1'b0), .dsb_done_i(1'b0),
    .tlbi_i(1'b0), .impdef_i(1'b0), .impdef_data_i('0),
    .pmbirq_i(1'b0), .serror_i(1'b0), .cti_i(1'b0), .prof_pending_i('0), .prof_take_i('0),
    .pmu_freeze_i(1'b0), .pmu_pop_i('0), .pmu_feed_i('0),
    .pmu_filtrate_i('0), .pmu_collision_i('0), .pmu_full_i('0), .pmu_feed_kind_i('0),
    // Level C: population, random draws.
    .lane_valid_i('0), .lane_ctx_i('0), .rnd_count_i('0), .rnd_draw_i('0), .rnd_injected_i(1'b0)
  );

endmodule

bind mini_spu mini_tap u_mini_tap (
  .clk, .resetn, .wr_valid, .wr_ready, .wr_addr, .wr_data, .wr_done
);
