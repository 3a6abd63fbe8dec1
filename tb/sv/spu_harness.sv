// SPDX-License-Identifier: Apache-2.0
//
// The SPU with flat ports of fixed size, for the C++ bench: whatever the configuration, a lane, tag
// or data word that it does not have is ignored or 0. What signals mean: rtl/README.md; when:
// dpi/timing.md.
//
// Inputs pass through flops that load_i clocks. The bench raises it together with clk_i: the edge
// that ends a cycle takes the inputs of the next one, and the logic behind state and inputs is
// evaluated once in a cycle. Nothing depends on the falling edge but the clock gate and the reset.
//
// The SPU's clock is gated: running_i, taken at the falling edge, says whether the next rising edge
// reaches it. The tap (harness_tap.sv) keeps the free clock and is told.
//
// Lane i is bit i of the one-bit-per-lane vectors; tag t has life_pulse_i[5*t+:5].

module spu_harness
  import spe_pkg::*;
  import spe_cfg_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        load_i,          /// clock of the flops that the inputs below pass through
  input  logic        running_i,       /// 0: the SPU's clock stands still
  input  logic        thread_active_i,
  input  logic [63:0] cnt_phys_i,
  output logic [63:0] config_hash_o,   /// configuration that this model was built with
  output logic        sva_o,           /// assertions are built in and evaluated

  input  logic [33:0] ctx_state_i [2],           /// bits as SPE_CTX_* of spe/txn.h
  input  logic [31:0] ctx_contextidr_el1_i [2],
  input  logic [31:0] ctx_contextidr_el2_i [2],
  input  logic [63:0] ctx_cntvoff_i [2],
  input  logic [63:0] ctx_cntpoff_i [2],

  input  logic        sysreg_valid_i,
  input  logic        sysreg_write_i,
  input  logic        sysreg_fgt_i,
  input  logic [15:0] sysreg_enc_i,
  input  logic [63:0] sysreg_wdata_i,
  output logic [2:0]  sysreg_outcome_o,
  output logic [63:0] sysreg_rdata_o,

  input  logic [7:0]  lane_valid_i,
  input  logic [7:0]  lane_ctx_i,
  input  logic [63:0] lane_pc_i [8],
  input  logic [15:0] lane_op_i [8],   /// CLASS << 8 | payload of the Operation Type packet
  input  logic [3:0]  lane_flags_i [8],  /// SPE_OP_* of spe/txn.h
  output logic [7:0]  lane_sel_o,
  output logic [7:0]  lane_coll_o,
  output logic [15:0] lane_tag_o,      /// two bits per lane

  input  logic [19:0] life_pulse_i,    /// per tag {ended, complete, xlat_end, xlat_start, issue}
  input  logic [2:0]  life_end_kind_i [4],
  input  logic [20:0] life_flags_i [4],  /// SPE_LIFE_* of spe/txn.h
  input  logic [15:0] life_source_i [4],
  input  logic [63:0] life_events_i [4],
  input  logic [63:0] life_va_i [4],
  input  logic [55:0] life_pa_i [4],
  input  logic [55:0] life_target_i [4],
  input  logic [55:0] life_prev_i [4],
  input  logic [31:0] life_lat_issue_i [4],
  input  logic [31:0] life_lat_xlat_i [4],
  input  logic [31:0] life_lat_total_i [4],
  input  logic [31:0] life_lat_alt_i [4],

  input  logic        rnd_inject_valid_i,
  input  logic [7:0]  rnd_inject_i,

  output logic        xl_valid_o,
  output logic [63:0] xl_va_o,
  output logic [3:0]  xl_regime_o,
  output logic        xl_nvm_o,
  output logic [1:0]  xl_sh_o,
  output logic [7:0]  xl_attr_o,
  input  logic        xl_ready_i,
  input  logic        xl_rsp_valid_i,
  input  logic [1:0]  xl_rsp_fault_i,
  input  logic        xl_rsp_stage2_i,
  input  logic [5:0]  xl_rsp_fsc_i,
  input  logic [3:0]  xl_rsp_mss2_i,   /// {TopLevel, AssuredOnly, Overlay, DirtyBit}
  input  logic [1:0]  xl_rsp_pas_i,
  input  logic [1:0]  xl_rsp_sh_i,
  input  logic [7:0]  xl_rsp_attr_i,
  input  logic [51:0] xl_rsp_pa_i,

  output logic        awvalid_o,
  input  logic        awready_i,
  output logic [3:0]  awid_o,
  output logic [51:0] awaddr_o,
  output logic [7:0]  awlen_o,
  output logic [2:0]  awprot_o,
  output logic        awnse_o,
  output logic        wvalid_o,
  input  logic        wready_i,
  output logic [63:0] wdata_o [8],
  output logic [63:0] wstrb_o,
  input  logic        bvalid_i,
  output logic        bready_o,
  input  logic [3:0]  bid_i,
  input  logic [1:0]  bresp_i,

  input  logic        cse_i,
  input  logic [32:0] cse_ids_i,     /// {told, VMID, ASID}, for the tap alone
  input  logic        psb_req_i,
  output logic        psb_done_o,
  input  logic        dsb_req_i,
  output logic        dsb_done_o,
  input  logic        tlbi_i,
  input  logic        impdef_valid_i,
  input  logic [15:0] impdef_mss_i,
  input  logic [23:0] impdef_mss2_i,
  output logic        pmbirq_o,
  output logic [2:0]  prof_pending_o,  /// to EL1, EL2, EL3
  output logic [2:0]  prof_take_o,
  output logic        pmu_freeze_o,
  output logic        serror_o,

  /// One bit per state of each FSM, for the states in which reset comes (tb/seq/across/reset.cpp):
  /// [4:0] writer, [6:5] translation, [7] encoder busy, [8] beats due, [9] response outstanding,
  /// [10] record queued, [11] PSB CSYNC waits, [12+3*t+:3] tag t
  output logic [23:0] fsm_o
);

  assign config_hash_o = ConfigHash;

  always_comb begin
    sva_o = 1'b0;
    assert (1'b1) sva_o = 1'b1;
  end

  // Messages give the cycle.
  initial $timeformat(-9, 0, "", 0);

  pe_ctx_t [1:0] ctx;
  for (genvar i = 0; i < 2; i++) begin : gen_ctx
    pe_ctx_t ctx_q;
    assign ctx[i] = ctx_q;
    always_ff @(posedge load_i) ctx_q <= '{
      el:             el_e'(ctx_state_i[i][1:0]),
      scr_ns:         ctx_state_i[i][2],
      aarch32:        ctx_state_i[i][3],
      debug:          ctx_state_i[i][4],
      el1_aarch32:    ctx_state_i[i][5],
      el2_aarch32:    ctx_state_i[i][6],
      nspb:           ctx_state_i[i][8:7],
      e2pb:           ctx_state_i[i][10:9],
      tpms:           ctx_state_i[i][11],
      tge:            ctx_state_i[i][12],
      e2h:            ctx_state_i[i][13],
      tbi0:           ctx_state_i[i][14],
      tbi1:           ctx_state_i[i][15],
      cnt_en:         ctx_state_i[i][16],
      contextidr_el1: ctx_contextidr_el1_i[i],
      contextidr_el2: ctx_contextidr_el2_i[i],
      cntvoff:        ctx_cntvoff_i[i],
      scr_nse:        ctx_state_i[i][17],
      eel2:           ctx_state_i[i][18],
      nspbe:          ctx_state_i[i][19],
      pmsee:          ctx_state_i[i][21:20],
      enpmsn:         ctx_state_i[i][22],
      enpms3:         ctx_state_i[i][23],
      enpms4:         ctx_state_i[i][24],
      ea:             ctx_state_i[i][25],
      scr_gpf:        ctx_state_i[i][26],
      tea:            ctx_state_i[i][27],
      hcr_gpf:        ctx_state_i[i][28],
      nvx:            ctx_state_i[i][31:29],
      pm:             ctx_state_i[i][32],
      sdd:            ctx_state_i[i][33],
      cntpoff:        ctx_cntpoff_i[i]
    };
  end

  sysreg_req_t sysreg_req;
  sysreg_rsp_t sysreg_rsp;
  always_ff @(posedge load_i)
    sysreg_req <= '{valid: sysreg_valid_i, write: sysreg_write_i, fgt: sysreg_fgt_i,
                    enc: sysreg_enc_i, wdata: sysreg_wdata_i};
  assign sysreg_outcome_o = sysreg_rsp.outcome;
  assign sysreg_rdata_o   = sysreg_rsp.rdata;

  lane_t     [DispatchWidth-1:0] lane;
  lane_sel_t [DispatchWidth-1:0] lane_sel;
  for (genvar i = 0; i < 8; i++) begin : gen_lane
    if (i < DispatchWidth) begin : gen_used
      lane_t lane_q;
      assign lane[i] = lane_q;
      always_ff @(posedge load_i) lane_q <= '{
        valid:    lane_valid_i[i],
        ctx:      lane_ctx_i[i],
        pc:       lane_pc_i[i],
        op_class: op_class_e'(lane_op_i[i][9:8]),
        subclass: lane_op_i[i][7:0],
        flags:    lane_flags_i[i]
      };
      assign lane_sel_o[i]      = lane_sel[i].sel;
      assign lane_coll_o[i]     = lane_sel[i].coll;
      assign lane_tag_o[2*i+:2] = lane_sel[i].tag;
    end else begin : gen_unused
      assign lane_sel_o[i]      = 1'b0;
      assign lane_coll_o[i]     = 1'b0;
      assign lane_tag_o[2*i+:2] = 2'd0;
    end
  end

  life_t [InFlight-1:0] life;
  for (genvar t = 0; t < InFlight; t++) begin : gen_life
    life_t life_q;
    assign life[t] = life_q;
    always_ff @(posedge load_i) life_q <= '{
      issue:        life_pulse_i[5*t],
      xlat_start:   life_pulse_i[5*t+1],
      xlat_end:     life_pulse_i[5*t+2],
      complete:     life_pulse_i[5*t+3],
      ended:        life_pulse_i[5*t+4],
      end_kind:     end_e'(life_end_kind_i[t]),
      events:       life_events_i[t],
      va_valid:     life_flags_i[t][0],
      va:           life_va_i[t],
      pa_valid:     life_flags_i[t][1],
      pa_pas:       pas_e'({life_flags_i[t][8], life_flags_i[t][2]}),
      pa_ch:        life_flags_i[t][9],
      pa_pat:       life_flags_i[t][13:10],
      pa:           life_pa_i[t],
      target_valid: life_flags_i[t][3],
      target_state: pas_e'({life_flags_i[t][14], life_flags_i[t][4]}),
      target_el:    el_e'(life_flags_i[t][6:5]),
      target:       life_target_i[t],
      prev_valid:   life_flags_i[t][15],
      prev_state:   pas_e'(life_flags_i[t][17:16]),
      prev_el:      el_e'(life_flags_i[t][19:18]),
      prev:         life_prev_i[t],
      alt_valid:    life_flags_i[t][20],
      lat_alt:      life_lat_alt_i[t],
      source_valid: life_flags_i[t][7],
      source:       life_source_i[t],
      lat_issue:    life_lat_issue_i[t],
      lat_xlat:     life_lat_xlat_i[t],
      lat_total:    life_lat_total_i[t]
    };
  end

  xl_req_t xl_req;
  xl_rsp_t xl_rsp;
  assign xl_valid_o  = xl_req.valid;
  assign xl_va_o     = xl_req.va;
  assign xl_regime_o = xl_req.regime;
  assign xl_nvm_o    = xl_req.nvm;
  assign xl_sh_o     = xl_req.sh;
  assign xl_attr_o   = xl_req.attr;
  always_ff @(posedge load_i)
    xl_rsp <= '{valid: xl_rsp_valid_i, fault: xl_fault_e'(xl_rsp_fault_i),
                stage2: xl_rsp_stage2_i, fsc: xl_rsp_fsc_i, toplevel: xl_rsp_mss2_i[3],
                assured: xl_rsp_mss2_i[2], overlay: xl_rsp_mss2_i[1], dirty: xl_rsp_mss2_i[0],
                pas: pas_e'(xl_rsp_pas_i), sh: xl_rsp_sh_i, attr: xl_rsp_attr_i,
                pa: xl_rsp_pa_i};

  logic [8*AxiBytes-1:0] wdata;
  logic [AxiBytes-1:0]   wstrb;
  for (genvar w = 0; w < 8; w++) begin : gen_word
    if (w < AxiBytes / 8) begin : gen_used
      assign wdata_o[w] = wdata[64*w+:64];
    end else begin : gen_unused
      assign wdata_o[w] = 64'd0;
    end
  end
  assign wstrb_o = 64'(wstrb);

  logic thread_active_q;
  logic [63:0] cnt_phys_q;
  logic rnd_inject_valid_q;
  logic [7:0] rnd_inject_q;
  logic xl_ready_q;
  logic awready_q;
  logic wready_q;
  logic bvalid_q;
  logic [3:0] bid_q;
  logic [1:0] bresp_q;
  logic cse_q;
  logic [32:0] cse_ids_q;
  logic psb_req_q;
  logic dsb_req_q;
  logic tlbi_q;
  always_ff @(posedge load_i) begin
    thread_active_q    <= thread_active_i;
    cnt_phys_q         <= cnt_phys_i;
    rnd_inject_valid_q <= rnd_inject_valid_i;
    rnd_inject_q       <= rnd_inject_i;
    xl_ready_q         <= xl_ready_i;
    awready_q          <= awready_i;
    wready_q           <= wready_i;
    bvalid_q           <= bvalid_i;
    bid_q              <= bid_i;
    bresp_q            <= bresp_i;
    cse_q              <= cse_i;
    cse_ids_q          <= cse_ids_i;
    psb_req_q          <= psb_req_i;
    dsb_req_q          <= dsb_req_i;
    tlbi_q             <= tlbi_i;
  end

  assign fsm_o[4:0]   = 5'b1 << u_spu.u_buffer.u_writer.state_q;
  assign fsm_o[6:5]   = 2'b1 << u_spu.u_buffer.u_xlat.state_q;
  assign fsm_o[7]     = u_spu.u_buffer.u_encode.busy_q;
  assign fsm_o[8]     = u_spu.u_buffer.u_axi.data_q;
  assign fsm_o[9]     = !u_spu.u_buffer.u_outstanding.quiet_o;
  assign fsm_o[10]    = u_spu.u_buffer.u_queue.valid_o;
  assign fsm_o[11]    = u_spu.u_sync.seen_q;
  for (genvar t = 0; t < 4; t++) begin : gen_fsm
    if (t < InFlight) begin : gen_used
      assign fsm_o[12+3*t+:3] = 3'b1 << u_spu.u_sampler.gen_track[t].u_track.state_q;
    end else begin : gen_unused
      assign fsm_o[12+3*t+:3] = 3'b0;
    end
  end

  // Constant for this SPU, or for the monitors only.
  logic [3:0] awcache;
  logic [2:0] awsize;
  logic [1:0] awburst;
  logic       wlast;
  logic       cti;
  prof_t      prof;
  impdef_t    impdef;
  assign prof_pending_o = prof.pending;
  assign prof_take_o    = prof.take;
  always_ff @(posedge load_i)
    impdef <= '{valid: impdef_valid_i, mss: impdef_mss_i, mss2: impdef_mss2_i};
  pmu_t       pmu;
  logic [3:0] rnd_count;
  logic [8*(DispatchWidth+1)-1:0] rnd_draw;

  // The first edge, before which the enable was not taken, reaches the SPU in every build.
  logic running_q, clk_spu;
  initial running_q = 1'b1;
  always_ff @(negedge clk_i) running_q <= running_i;
  assign clk_spu = clk_i && running_q;

  spu u_spu (
    .clk_i              (clk_spu),
    .rst_ni,
    .thread_active_i    (thread_active_q),
    .ctx_i              (ctx),
    .cnt_phys_i         (cnt_phys_q),
    .sysreg_req_i       (sysreg_req),
    .sysreg_rsp_o       (sysreg_rsp),
    .lane_i             (lane),
    .lane_sel_o         (lane_sel),
    .life_i             (life),
    .rnd_inject_valid_i (rnd_inject_valid_q),
    .rnd_inject_i       (rnd_inject_q),
    .rnd_count_o        (rnd_count),
    .rnd_draw_o         (rnd_draw),
    .xl_req_o           (xl_req),
    .xl_ready_i         (xl_ready_q),
    .xl_rsp_i           (xl_rsp),
    .awvalid_o,
    .awready_i          (awready_q),
    .awid_o,
    .awaddr_o,
    .awlen_o,
    .awsize_o           (awsize),
    .awburst_o          (awburst),
    .awcache_o          (awcache),
    .awprot_o,
    .awnse_o,
    .wvalid_o,
    .wready_i           (wready_q),
    .wdata_o            (wdata),
    .wstrb_o            (wstrb),
    .wlast_o            (wlast),
    .bvalid_i           (bvalid_q),
    .bready_o,
    .bid_i              (bid_q),
    .bresp_i            (bresp_q),
    .cse_i              (cse_q),
    .psb_req_i          (psb_req_q),
    .psb_done_o,
    .dsb_req_i          (dsb_req_q),
    .dsb_done_o,
    .tlbi_i             (tlbi_q),
    .pmbirq_o,
    .prof_o             (prof),
    .pmu_freeze_o,
    .impdef_i           (impdef),
    .serror_o,
    .pmu_o              (pmu),
    .cti_o              (cti)
  );

endmodule
