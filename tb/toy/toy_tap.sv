// SPDX-License-Identifier: Apache-2.0
//
// Binding of spe_tap to the toy SPU: every port of the tap gets a signal of the toy, a constant, or
// a line of logic. The ports here are those of toy_spu, all inputs, and what its PE says of the
// sampled operation: toy_bind.sv connects them.

module toy_tap
  import toy_pkg::*;
  import spe_dpi_pkg::*;
(
  input logic        clk,
  input logic        nreset,
  input logic        reg_stb,
  input logic        reg_wr,
  input logic [3:0]  reg_num,
  input logic [63:0] reg_wd,
  input logic [63:0] reg_rd,
  input logic        user,
  input logic [31:0] ctxid,
  input logic [63:0] now,
  input logic        ret,
  input retired_t    ret_op,
  input logic        ret_pick,
  input logic        ret_clash,
  input logic        fin,
  input retired_t    fin_op,
  input logic        fin_user,
  input logic        mmu_ask,
  input logic [63:0] mmu_va,
  input logic        mmu_ok,
  input logic [51:0] mmu_pa,
  input logic        st_req,
  input logic [51:0] st_adr,
  input logic [63:0] st_dat,
  input logic        st_gnt,
  input logic        st_ack,
  input logic        flush,
  input logic        flushed,
  input logic        drain,
  input logic        drained,
  input logic        irq,
  input logic        ev_pop,
  input logic        ev_feed,
  input logic        ev_kept,
  input logic        ev_clash,
  input logic        trig
);

  // Registers by index: the encodings of Table 7. PMSIDR_EL1 and PMBIDR_EL1 read only.
  logic [15:0] enc;
  always_comb begin
    unique case (reg_e'(reg_num))
      RegPmscr:     enc = {2'd3, 3'd0, 4'd9, 4'd9, 3'd0};
      RegPmsicr:    enc = {2'd3, 3'd0, 4'd9, 4'd9, 3'd2};
      RegPmsirr:    enc = {2'd3, 3'd0, 4'd9, 4'd9, 3'd3};
      RegPmsfcr:    enc = {2'd3, 3'd0, 4'd9, 4'd9, 3'd4};
      RegPmsevfr:   enc = {2'd3, 3'd0, 4'd9, 4'd9, 3'd5};
      RegPmslatfr:  enc = {2'd3, 3'd0, 4'd9, 4'd9, 3'd6};
      RegPmsidr:    enc = {2'd3, 3'd0, 4'd9, 4'd9, 3'd7};
      RegPmblimitr: enc = {2'd3, 3'd0, 4'd9, 4'd10, 3'd0};
      RegPmbptr:    enc = {2'd3, 3'd0, 4'd9, 4'd10, 3'd1};
      RegPmbsr:     enc = {2'd3, 3'd0, 4'd9, 4'd10, 3'd3};
      RegPmbidr:    enc = {2'd3, 3'd0, 4'd9, 4'd10, 3'd7};
      default:      enc = '0;
    endcase
  end

  // Context: EL and "Non-secure" vary or exist, the rest of SPE_CTX_* is constant on this PE.
  localparam logic [63:0] CtxNs = 64'h0000_0004, CtxCnten = 64'h0001_0000;
  logic [63:0] state;
  assign state = CtxNs | CtxCnten | (user ? 64'd0 : 64'd1);

  // The state of this PE changes between two cycles: a change inside the bundle before its lane.
  logic [63:0] state_q;
  logic [31:0] ctxid_q;
  always_ff @(posedge clk) {state_q, ctxid_q} <= {state, ctxid};

  logic memory, target;
  assign memory = fin_op.kind == 2'd1;
  assign target = (fin_op.kind == 2'd2) && fin_op.taken;

  // mmu_ask is a level; the contract wants one request.
  logic asked_q;
  always_ff @(posedge clk or negedge nreset) begin
    if (!nreset) asked_q <= 1'b0;
    else asked_q <= mmu_ask && !mmu_ok;
  end

  spe_tap #(
    .Name("toy"), .Taps(TapAll & ~TapRnd), .OrderFree(1'b1), .Width(1), .InFlight(1), .AxiBytes(8)
  ) u_tap (
    .clk_i(clk), .rst_ni(nreset), .running_i(1'b1), .active_i(1'b1),
    .sysreg_valid_i(reg_stb), .sysreg_write_i(reg_wr), .sysreg_enc_i(enc), .sysreg_outcome_i('0),
    .sysreg_wdata_i(reg_wd), .sysreg_rdata_i(reg_rd), .sysreg_fgt_i(1'b0),
    .ctx_state_i({state, state_q}), .ctx_idr1_i({ctxid, ctxid_q}), .ctx_idr2_i('0),
    .ctx_cntvoff_i('0), .ctx_cntpoff_i('0), .cntpct_i(now),
    .lane_valid_i(ret), .lane_ctx_i('1), .lane_sel_i(ret_pick), .lane_coll_i(ret_clash),
    .lane_tag_i('0), .lane_pc_i(ret_op.pc), .lane_op_i({6'b0, ret_op.kind, ret_op.sub}),
    .lane_flags_i('0),
    .life_pulse_i('0), .life_ended_i(fin), .life_end_i('0),
    .life_flags_i({24'b0, 1'b0, 1'b0, target && !fin_user, target, target, memory, memory, memory}),
    .life_events_i({54'b0, fin_op.ev}), .life_va_i(memory ? fin_op.addr : '0),
    .life_pa_i(memory ? {12'b0, fin_op.pa} : '0), .life_target_i(target ? fin_op.addr : '0),
    .life_prev_i('0), .life_source_i('0), .lat_issue_i({20'b0, fin_op.t_issue}),
    .lat_xlat_i(memory ? {20'b0, fin_op.t_mmu} : '0), .lat_total_i({20'b0, fin_op.t_all}),
    .lat_alt_i('0),
    .rnd_count_i('0), .rnd_draw_i('0), .rnd_injected_i(1'b0),
    .xl_req_valid_i(mmu_ask && !asked_q), .xl_req_ready_i(1'b1), .xl_req_id_i('0),
    .xl_regime_i('0), .xl_nvm_i(1'b0), .xl_req_attr_i('0), .xl_req_sh_i('0), .xl_va_i(mmu_va),
    .xl_rsp_valid_i(mmu_ok), .xl_rsp_id_i('0), .xl_fault_i('0), .xl_stage2_i('0), .xl_fsc_i('0),
    .xl_mss2_i('0), .xl_pas_i(2'd1), .xl_attr_i(8'hFF), .xl_sh_i(2'b11), .xl_pa_i({12'b0, mmu_pa}),
    // One store is a burst of one beat; its acknowledge is the write response.
    .awvalid_i(st_req), .awready_i(st_gnt), .awid_i('0), .awaddr_i({12'b0, st_adr}), .awlen_i('0),
    .awsize_i(3'd3), .awburst_i(2'd1), .awprot_i(3'b011), .awnse_i(1'b0), .awcache_i(4'hF),
    .wvalid_i(st_req), .wready_i(st_gnt), .wlast_i(1'b1), .wdata_i(st_dat), .wstrb_i('1),
    .bvalid_i(st_ack), .bready_i(1'b1), .bid_i('0), .bresp_i('0),
    .cse_i(1'b0), .cse_ids_i('0), .psb_req_i(flush), .psb_done_i(flushed), .dsb_req_i(drain),
    .dsb_done_i(drained), .tlbi_i(1'b0), .impdef_i(1'b0), .impdef_data_i('0),
    .pmbirq_i(irq), .serror_i(1'b0), .cti_i(trig), .prof_pending_i('0), .prof_take_i('0),
    .pmu_freeze_i(1'b0), .pmu_pop_i({3'b0, ev_pop}),
    .pmu_feed_i({3'b0, ev_feed}), .pmu_filtrate_i({3'b0, ev_kept}),
    .pmu_collision_i({3'b0, ev_clash}), .pmu_full_i('0), .pmu_feed_kind_i('0)
  );

endmodule
