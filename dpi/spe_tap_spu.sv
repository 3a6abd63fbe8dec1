// SPDX-License-Identifier: Apache-2.0
//
// Connects spe_tap to `spu` of rtl/. The ports are those of spu, all as inputs; rtl/README.md says
// what they mean. The module adds no flop: each event is reported in the cycle in which it crosses
// the port.
//
// The data of an event is assembled only in cycles that have such an event, and is 0 in the others.
// To assemble the data in every cycle would cost a simulator more than the rest of spe_tap.

module spe_tap_spu
  import spe_pkg::*;
  import spe_dpi_pkg::*;
#(
  parameter int unsigned Width    = 1,
  parameter int unsigned InFlight = 1,
  parameter int unsigned AxiBytes = 16
) (
  input logic                             clk_i,
  input logic                             rst_ni,
  input logic                             running_i,  /// as in spe_tap: clk_i may run on
  input logic                             thread_active_i,
  input logic [2*PE_CTX_BITS-1:0]         ctx_i,
  input logic [63:0]                      cnt_phys_i,
  input sysreg_req_t                      sysreg_req_i,
  input sysreg_rsp_t                      sysreg_rsp_o,
  input logic [Width*LANE_BITS-1:0]       lane_i,
  input logic [Width*LANE_SEL_BITS-1:0]   lane_sel_o,
  input logic [InFlight*LIFE_BITS-1:0]    life_i,
  input logic [3:0]                       rnd_count_o,
  input logic [8*(Width+1)-1:0]           rnd_draw_o,
  input logic                             rnd_inject_valid_i,
  input logic [7:0]                       rnd_inject_i,
  input xl_req_t                          xl_req_o,
  input logic                             xl_ready_i,
  input xl_rsp_t                          xl_rsp_i,
  input logic                             awvalid_o,
  input logic                             awready_i,
  input logic [3:0]                       awid_o,
  input logic [51:0]                      awaddr_o,
  input logic [7:0]                       awlen_o,
  input logic [2:0]                       awsize_o,
  input logic [1:0]                       awburst_o,
  input logic [3:0]                       awcache_o,
  input logic [2:0]                       awprot_o,
  input logic                             awnse_o,
  input logic                             wvalid_o,
  input logic                             wready_i,
  input logic [8*AxiBytes-1:0]            wdata_o,
  input logic [AxiBytes-1:0]              wstrb_o,
  input logic                             wlast_o,
  input logic                             bvalid_i,
  input logic                             bready_o,
  input logic [3:0]                       bid_i,
  input logic [1:0]                       bresp_i,
  input logic                             cse_i,
  input logic [32:0]                      cse_ids_i,  /// from the PE, not a port of spu; tie to 0
  input logic                             psb_req_i,
  input logic                             psb_done_o,
  input logic                             dsb_req_i,
  input logic                             dsb_done_o,
  input logic                             tlbi_i,
  input impdef_t                          impdef_i,
  input logic                             pmbirq_o,
  input prof_t                            prof_o,
  input logic                             pmu_freeze_o,
  input logic                             serror_o,
  input pmu_t                             pmu_o,
  input logic                             cti_o
);

  localparam bit AtRetire = spe_cfg_pkg::SamplePoint == spe_cfg_pkg::SamplePointRetire;

  pe_ctx_t [1:0]           ctx;
  lane_t [Width-1:0]       lane;
  lane_sel_t [Width-1:0]   choice;
  life_t [InFlight-1:0]    life;
  assign ctx    = ctx_i;
  assign lane   = lane_i;
  assign choice = lane_sel_o;
  assign life   = life_i;

  // SPE_CTX_* of spe/txn_ctx.h, bit by bit: pe_ctx_t has an order of its own.
  logic [1:0][31:0] ctx_idr1, ctx_idr2;
  logic [1:0][63:0] ctx_state, ctx_cntvoff, ctx_cntpoff;
  for (genvar i = 0; i < 2; i++) begin : gen_ctx
    assign ctx_state[i] = {30'b0, ctx[i].sdd, ctx[i].pm, ctx[i].nvx, ctx[i].hcr_gpf, ctx[i].tea,
                           ctx[i].scr_gpf, ctx[i].ea, ctx[i].enpms4, ctx[i].enpms3, ctx[i].enpmsn,
                           ctx[i].pmsee, ctx[i].nspbe, ctx[i].eel2, ctx[i].scr_nse,
                           ctx[i].cnt_en, ctx[i].tbi1, ctx[i].tbi0, ctx[i].e2h, ctx[i].tge,
                           ctx[i].tpms, ctx[i].e2pb, ctx[i].nspb, ctx[i].el2_aarch32,
                           ctx[i].el1_aarch32, ctx[i].debug, ctx[i].aarch32, ctx[i].scr_ns,
                           ctx[i].el};
    assign ctx_idr1[i]    = ctx[i].contextidr_el1;
    assign ctx_idr2[i]    = ctx[i].contextidr_el2;
    assign ctx_cntvoff[i] = ctx[i].cntvoff;
    assign ctx_cntpoff[i] = ctx[i].cntpoff;
  end

  logic [Width-1:0]       lane_valid, lane_ctx, lane_sel, lane_coll;
  logic [Width-1:0][7:0]  lane_tag;
  logic [Width-1:0][63:0] lane_pc;
  logic [Width-1:0][15:0] lane_op;
  logic [Width-1:0][3:0]  lane_flags;
  for (genvar i = 0; i < int'(Width); i++) begin : gen_lane
    assign lane_valid[i] = lane[i].valid;
    assign lane_ctx[i]   = lane[i].ctx;
    assign lane_sel[i]   = choice[i].sel;
    assign lane_coll[i]  = choice[i].coll;
  end

  always_comb begin
    lane_tag   = '0;
    lane_pc    = '0;
    lane_op    = '0;
    lane_flags = '0;
    if (|{lane_sel, lane_coll}) begin
      for (int i = 0; i < int'(Width); i++) begin
        lane_tag[i]   = {6'b0, choice[i].tag};
        lane_pc[i]    = lane[i].pc;
        lane_op[i]    = {6'b0, lane[i].op_class, lane[i].subclass};
        lane_flags[i] = lane[i].flags;
      end
    end
  end

  // Payload fields that are not valid are 0. The PE's counts are 0, too, unless the SPU samples at
  // retire; then the pulses have no meaning.
  logic [InFlight-1:0]       life_ended;
  logic [InFlight-1:0][3:0]  life_pulse;
  logic [InFlight-1:0][2:0]  life_end;
  logic [InFlight-1:0][31:0] life_flags;
  logic [InFlight-1:0][63:0] life_events, life_va, life_pa, life_target, life_prev;
  logic [InFlight-1:0][15:0] life_source;
  logic [InFlight-1:0][31:0] lat_issue, lat_xlat, lat_total, lat_alt;
  for (genvar i = 0; i < int'(InFlight); i++) begin : gen_life
    assign life_pulse[i]  = AtRetire ? 4'b0
                          : {life[i].complete, life[i].xlat_end, life[i].xlat_start, life[i].issue};
    assign life_ended[i]  = life[i].ended;
  end

  always_comb begin
    life_end    = '0;
    life_flags  = '0;
    life_events = '0;
    life_va     = '0;
    life_pa     = '0;
    life_target = '0;
    life_prev   = '0;
    life_source = '0;
    lat_issue   = '0;
    lat_xlat    = '0;
    lat_total   = '0;
    lat_alt     = '0;
    for (int i = 0; i < int'(InFlight); i++) begin
      if (life_ended[i]) begin
        life_end[i]    = life[i].end_kind;
        life_flags[i]  = {11'b0, life[i].alt_valid, life[i].prev_valid ? life[i].prev_el : 2'b0,
                          life[i].prev_valid ? life[i].prev_state : 2'b0, life[i].prev_valid,
                          life[i].target_valid && life[i].target_state[1],
                          life[i].pa_valid ? life[i].pa_pat : 4'b0,
                          life[i].pa_valid && life[i].pa_ch,
                          life[i].pa_valid && life[i].pa_pas[1],
                          life[i].source_valid, life[i].target_valid ? life[i].target_el : 2'b0,
                          life[i].target_valid && life[i].target_state[0], life[i].target_valid,
                          life[i].pa_valid && life[i].pa_pas[0], life[i].pa_valid,
                          life[i].va_valid};
        life_events[i] = life[i].events;
        life_va[i]     = life[i].va_valid ? life[i].va : '0;
        life_pa[i]     = life[i].pa_valid ? {8'b0, life[i].pa} : '0;
        life_target[i] = life[i].target_valid ? {8'b0, life[i].target} : '0;
        life_prev[i]   = life[i].prev_valid ? {8'b0, life[i].prev} : '0;
        life_source[i] = life[i].source_valid ? life[i].source : '0;
        lat_issue[i]   = AtRetire ? life[i].lat_issue : '0;
        lat_xlat[i]    = AtRetire ? life[i].lat_xlat : '0;
        lat_total[i]   = AtRetire ? life[i].lat_total : '0;
        lat_alt[i]     = life[i].alt_valid ? life[i].lat_alt : '0;
      end
    end
  end

  pmu_t pmu_rest;  // all counts except SAMPLE_POP
  logic [8:0][3:0] feed_kind;
  always_comb begin
    pmu_rest     = pmu_o;
    pmu_rest.pop = '0;
    feed_kind    = '0;
    if (pmu_rest !== '0)
      feed_kind = {pmu_o.feed_ds, pmu_o.feed_lat, pmu_o.feed_event, pmu_o.feed_op,
                   pmu_o.feed_simd, pmu_o.feed_fp, pmu_o.feed_st, pmu_o.feed_ld, pmu_o.feed_br};
  end

  spe_tap #(
    .Name("spu"), .ConfigHash(spe_cfg_pkg::ConfigHash), .Taps(TapAll), .OrderFree(1'b0),
    .Width(Width), .InFlight(InFlight), .AxiBytes(AxiBytes)
  ) u_tap (
    .clk_i, .rst_ni, .running_i, .active_i(thread_active_i),
    .sysreg_valid_i(sysreg_req_i.valid), .sysreg_write_i(sysreg_req_i.write),
    .sysreg_enc_i(sysreg_req_i.enc), .sysreg_outcome_i(sysreg_rsp_o.outcome),
    .sysreg_wdata_i(sysreg_req_i.wdata), .sysreg_rdata_i(sysreg_rsp_o.rdata),
    .sysreg_fgt_i(sysreg_req_i.fgt),
    .ctx_state_i(ctx_state), .ctx_idr1_i(ctx_idr1), .ctx_idr2_i(ctx_idr2),
    .ctx_cntvoff_i(ctx_cntvoff), .ctx_cntpoff_i(ctx_cntpoff), .cntpct_i(cnt_phys_i),
    .lane_valid_i(lane_valid), .lane_ctx_i(lane_ctx), .lane_sel_i(lane_sel),
    .lane_coll_i(lane_coll), .lane_tag_i(lane_tag), .lane_pc_i(lane_pc), .lane_op_i(lane_op),
    .lane_flags_i(lane_flags),
    .life_pulse_i(life_pulse), .life_ended_i(life_ended), .life_end_i(life_end),
    .life_flags_i(life_flags), .life_events_i(life_events), .life_va_i(life_va),
    .life_pa_i(life_pa), .life_target_i(life_target), .life_prev_i(life_prev),
    .life_source_i(life_source),
    .lat_issue_i(lat_issue), .lat_xlat_i(lat_xlat), .lat_total_i(lat_total), .lat_alt_i(lat_alt),
    .rnd_count_i(rnd_count_o),
    .rnd_draw_i(rnd_inject_valid_i ? {(Width + 1){rnd_inject_i}} : rnd_draw_o),
    .rnd_injected_i(rnd_inject_valid_i),
    .xl_req_valid_i(xl_req_o.valid), .xl_req_ready_i(xl_ready_i), .xl_req_id_i('0),
    .xl_regime_i(xl_req_o.regime), .xl_nvm_i(xl_req_o.nvm), .xl_req_attr_i(xl_req_o.attr),
    .xl_req_sh_i(xl_req_o.sh), .xl_va_i(xl_req_o.va),
    .xl_rsp_valid_i(xl_rsp_i.valid), .xl_rsp_id_i('0), .xl_fault_i(xl_rsp_i.fault),
    .xl_stage2_i(xl_rsp_i.stage2), .xl_fsc_i(xl_rsp_i.fsc),
    .xl_mss2_i({xl_rsp_i.toplevel, xl_rsp_i.assured, xl_rsp_i.overlay, xl_rsp_i.dirty}),
    .xl_pas_i(xl_rsp_i.pas),
    .xl_attr_i(xl_rsp_i.attr), .xl_sh_i(xl_rsp_i.sh), .xl_pa_i({12'b0, xl_rsp_i.pa}),
    .awvalid_i(awvalid_o), .awready_i, .awid_i({4'b0, awid_o}), .awaddr_i({12'b0, awaddr_o}),
    .awlen_i(awlen_o), .awsize_i(awsize_o), .awburst_i(awburst_o),
    .awprot_i(awprot_o), .awnse_i(awnse_o), .awcache_i(awcache_o),
    .wvalid_i(wvalid_o), .wready_i, .wlast_i(wlast_o), .wdata_i(wdata_o), .wstrb_i(wstrb_o),
    .bvalid_i, .bready_i(bready_o), .bid_i({4'b0, bid_i}), .bresp_i,
    .cse_i, .cse_ids_i,
    .psb_req_i, .psb_done_i(psb_done_o), .dsb_req_i, .dsb_done_i(dsb_done_o), .tlbi_i,
    .impdef_i(impdef_i.valid), .impdef_data_i({impdef_i.mss2, impdef_i.mss}),
    .pmbirq_i(pmbirq_o), .serror_i(serror_o), .cti_i(cti_o), .prof_pending_i(prof_o.pending),
    .prof_take_i(prof_o.take), .pmu_freeze_i(pmu_freeze_o), .pmu_pop_i(pmu_o.pop),
    .pmu_feed_i(pmu_o.feed), .pmu_filtrate_i(pmu_o.filtrate), .pmu_collision_i(pmu_o.collision),
    .pmu_full_i(pmu_o.full),
    .pmu_feed_kind_i(feed_kind)
  );

endmodule
