// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the signals that a binding connects to spe_tap. They check what the scoreboard
// cannot see, because the calls report only handshakes. AXI4 (IHI 0022, A3.2.1): an offer stays as
// it is until it is accepted. A translation request may change or be withdrawn until it is taken
// (rtl/README.md, "Ports"), so nothing is asserted for it.
//
// Cycles with running_i 0 do not exist for these signals. The arguments of the calls have two
// states, so an unknown bit is reported as 0. The assertions `...Known` check only values that are
// reported. They can fail only in a simulator with four states, never in Verilator.
//
// A field that reset leaves UNKNOWN (E6, and registers of the PE) is unknown until software writes
// it. So nothing is asserted for the data of a read, for levels that may depend on such a field, or
// for the context except PSTATE and SCR_EL3.NS.
//
// An assertion Spu... is about outputs of the SPU only: if it fails, the SPU is wrong. Two may also
// fail by an unknown value of the PE that the SPU passes on: SpuWKnown by one that a record
// collects, SpuXlReqKnown by one that decides about a translation. Any other assertion accuses the
// surroundings of the SPU, or the binding (README.md, "Assertions of the tap").

module spe_tap_sva
  import spe_dpi_pkg::*;
#(
  parameter int          Taps     = TapAll,
  parameter int unsigned Width    = 1,
  parameter int unsigned InFlight = 1,
  parameter int unsigned AxiBytes = 16
) (
  input logic                     clk_i,
  input logic                     rst_ni,
  input logic                     running_i,
  input logic                     active_i,
  input logic                     sysreg_valid_i,
  input logic [2:0]               sysreg_outcome_i,
  input logic [81:0]              sysreg_i,  /// write, fgt, encoding, the data that is reported
  input logic [1:0][4:0]          pstate_i,  /// Debug state, AArch32, SCR_EL3.NS, EL
  input logic [1:0][1:0]          pmsee_i,
  input logic                     ctx_moved_i,  /// changed since the last cycle with running_i 1
  input logic [63:0]              cntpct_i,
  input logic [Width-1:0]         lane_valid_i,
  input logic [Width-1:0]         lane_ctx_i,
  input logic [Width-1:0]         lane_sel_i,
  input logic [Width-1:0]         lane_coll_i,
  input logic [Width-1:0][7:0]    lane_tag_i,
  input logic [Width-1:0][63:0]   lane_pc_i,
  input logic [Width-1:0][15:0]   lane_op_i,
  input logic [Width-1:0][3:0]    lane_flags_i,
  input logic [InFlight-1:0][3:0] life_pulse_i,
  input logic [InFlight-1:0]      life_ended_i,
  input logic [InFlight-1:0][2:0] life_end_i,
  input logic [InFlight-1:0][495:0] life_i,  /// all else that goes with life_ended_i
  input logic [3:0]               rnd_count_i,
  input logic [Width:0][7:0]      rnd_draw_i,
  input logic                     xl_req_valid_i,
  input logic                     xl_req_ready_i,
  input logic [74:0]              xl_req_i,  /// fields that matter with xl_req_valid_i
  input logic                     xl_rsp_valid_i,
  input logic [96:0]              xl_rsp_i,  /// all that goes with xl_rsp_valid_i
  input logic                     awvalid_i,
  input logic                     awready_i,
  input logic [92:0]              aw_i,   /// all that goes with AWVALID
  input logic                     wvalid_i,
  input logic                     wready_i,
  input logic                     wlast_i,
  input logic [AxiBytes-1:0]      wstrb_i,
  input logic [8*AxiBytes-1:0]    wdata_i,
  input logic                     bvalid_i,
  input logic                     bready_i,
  input logic [9:0]               b_i,    /// all that goes with BVALID
  input logic                     psb_req_i,
  input logic                     psb_done_i,
  input logic                     dsb_req_i,
  input logic                     dsb_done_i,
  input logic [2:0]               sync_i,  /// the pulses of group SYNC
  input logic [32:0]              cse_ids_i,
  input logic [39:0]              impdef_data_i,
  input logic                     pmbirq_i,
  input logic [57:0]              out_i    /// all of group OUT but its levels
);

  localparam bit Bytes = (Taps & TapBytes) != 0;
  localparam bit Regs  = (Taps & TapRegs) != 0;
  localparam bit Life  = (Taps & TapLife) != 0;
  localparam bit Pop   = (Taps & TapPop) != 0;
  localparam bit Rnd   = (Taps & TapRnd) != 0;
  localparam bit Sync  = (Taps & TapSync) != 0;
  localparam bit Out   = (Taps & TapOut) != 0;

  // The bytes that a beat writes; all others are 0. A lane without a strobe carries nothing (IHI
  // 0022, A3.4.3): it may change, and it may be unknown.
  logic [8*AxiBytes-1:0] strobed;
  always_comb begin
    strobed = '0;
    for (int i = 0; i < int'(AxiBytes); i++) begin
      if (wstrb_i[i]) strobed[8*i +: 8] = wdata_i[8*i +: 8];
    end
  end

  // Offers that were not accepted in the last cycle with running_i 1.
  logic                  aw_held_q, w_held_q, b_held_q, psb_held_q, dsb_held_q;
  logic [92:0]           aw_q;
  logic                  wlast_q;
  logic [AxiBytes-1:0]   wstrb_q;
  logic [8*AxiBytes-1:0] strobed_q;
  logic [9:0]            b_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {aw_held_q, w_held_q, b_held_q, psb_held_q, dsb_held_q} <= '0;
    end else if (running_i) begin
      aw_held_q  <= Bytes && awvalid_i && !awready_i;
      w_held_q   <= Bytes && wvalid_i && !wready_i;
      b_held_q   <= Bytes && bvalid_i && !bready_i;
      psb_held_q <= Sync && psb_req_i && !psb_done_i;
      dsb_held_q <= Sync && dsb_req_i && !dsb_done_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (running_i) begin
      if (awvalid_i && !awready_i) aw_q <= aw_i;
      if (wvalid_i && !wready_i) begin
        wlast_q <= wlast_i;
        wstrb_q <= wstrb_i;
        strobed_q <= strobed;
      end
      if (bvalid_i && !bready_i)   b_q <= b_i;
    end
  end

  // Immediate assertions at the same edge as the process that makes the calls: they check exactly
  // the values that are reported.
  always_ff @(posedge clk_i) begin
    if (rst_ni && running_i) begin
      if (aw_held_q) begin
        SpuAwHeld:   assert (awvalid_i);
        SpuAwStable: assert (!awvalid_i || aw_i == aw_q);
      end
      if (w_held_q) begin
        SpuWHeld:   assert (wvalid_i);
        SpuWStable: assert
            (!wvalid_i || (wlast_i == wlast_q && wstrb_i == wstrb_q && strobed == strobed_q));
      end
      if (b_held_q) begin
        BHeld:   assert (bvalid_i);
        BStable: assert (!bvalid_i || b_i == b_q);
      end
      if (psb_held_q) begin
        PsbHeld: assert (psb_req_i);
      end
      if (dsb_held_q) begin
        DsbHeld: assert (dsb_req_i);
      end
    end
  end

  // IHI 0022, A3.1.2: no VALID in reset, nor at the first edge after it. The first edge in reset is
  // left out, because an SPU with synchronous reset takes the reset only at that edge.
  bit reset_q = 0;  // rst_ni was 0 at the last edge; two-state: 0 at the start
  always_ff @(posedge clk_i) reset_q <= !rst_ni;
  always_ff @(posedge clk_i) begin
    if (Bytes && reset_q) begin
      SpuResetRests: assert (!awvalid_i && !wvalid_i);
      BResetRests:   assert (!bvalid_i);
    end
  end

  // Codes that no call can carry, or that a call would carry as another code.
  always_ff @(posedge clk_i) begin
    if (rst_ni && running_i) begin
      if (Regs && sysreg_valid_i) begin
        OutcomeLegal: assert (sysreg_outcome_i <= 3'd5);
        NoAccessAfterStop: assert (!ctx_moved_i);  // timing.md, RG2
      end
      if (Rnd) begin
        SpuDrawsLegal: assert (32'(rnd_count_i) <= Width + 1);
      end
    end
  end
  for (genvar i = 0; i < int'(Width); i++) begin : gen_lane
    always_ff @(posedge clk_i) begin
      if (rst_ni && running_i) begin
        if (Life && lane_sel_i[i]) begin
          SpuChoiceOne: assert (!lane_coll_i[i]);
          TagLegal:  assert (32'(lane_tag_i[i]) < InFlight);
        end
        if (Pop && lane_valid_i[i] && !lane_ctx_i[i]) begin
          CtxOrder: assert
              ((lane_valid_i & lane_ctx_i & ((Width'(1) << i) - Width'(1))) == '0);
        end
      end
    end
  end
  for (genvar t = 0; t < int'(InFlight); t++) begin : gen_tag
    always_ff @(posedge clk_i) begin
      if (rst_ni && running_i && Life && life_ended_i[t]) begin
        EndLegal: assert (life_end_i[t] <= 3'd4);
      end
    end
  end

  // Since PMBIRQ has been 1, PMBSR_EL1.S is known. Nothing else decides about PMBIRQ with EL3 while
  // PMSEE is 0, and without EL3 while EE of the highest Exception level is 0, as after reset.
  // Otherwise PMSCR_EL1.EE and PMSCR_EL2.EE do, which may be UNKNOWN (EX1, RT1). A host writes
  // PMSCR_EL2 by the name of PMSCR_EL1.
  logic irq_seen_q, ee_seen_q;
  logic ee_written;
  assign ee_written = sysreg_valid_i && sysreg_i[81] &&
                      (sysreg_i[79:64] === 16'hC4C8 || sysreg_i[79:64] === 16'hE4C8) &&
                      sysreg_i[9:8] !== 2'b00;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {irq_seen_q, ee_seen_q} <= '0;
    end else if (running_i) begin
      if (pmbirq_i === 1'b1) irq_seen_q <= 1'b1;
      if (!Regs || pmsee_i !== '0 || ee_written) ee_seen_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) ResetKnown: assert (!$isunknown({rst_ni, running_i}));
  always_ff @(posedge clk_i) begin
    if (rst_ni && running_i) begin
      if (Bytes) begin
        BusKnown: assert (!$isunknown({awvalid_i, awready_i, wvalid_i, wready_i, bvalid_i, bready_i,
                                       xl_req_valid_i, xl_req_ready_i, xl_rsp_valid_i}));
        if (awvalid_i) begin
          SpuAwKnown: assert (!$isunknown(aw_i));
        end
        if (wvalid_i) begin
          SpuWKnown: assert (!$isunknown({wlast_i, wstrb_i, strobed}));
        end
        if (bvalid_i) begin
          BKnown: assert (!$isunknown(b_i));
        end
        if (xl_req_valid_i && xl_req_ready_i) begin
          SpuXlReqKnown: assert (!$isunknown(xl_req_i));
        end
        if (xl_rsp_valid_i) begin
          XlRspKnown: assert (!$isunknown(xl_rsp_i));
        end
      end
      if (Regs) begin
        SysregKnown: assert
            (!$isunknown({sysreg_valid_i,
                          sysreg_valid_i ? {sysreg_outcome_i, sysreg_i[81:64]} : 21'h0,
                          sysreg_valid_i && sysreg_i[81] ? sysreg_i[63:0] : 64'h0}));
      end
      if (Regs || Life || Pop) begin
        CtxKnown: assert (!$isunknown({active_i, pstate_i, cntpct_i}));
      end
      LanesKnown: assert (!$isunknown({Pop ? lane_valid_i : Width'(0),
                                       Life ? {lane_sel_i, lane_coll_i} : (2*Width)'(0)}));
      if (Life) begin
        LivesKnown: assert (!$isunknown({life_pulse_i, life_ended_i}));
      end
      if (Rnd) begin
        SpuDrawCountKnown: assert (!$isunknown(rnd_count_i));
      end
      if (Sync) begin
        SyncKnown: assert (!$isunknown({sync_i, psb_req_i, dsb_req_i, psb_req_i && psb_done_i,
                                        dsb_req_i && dsb_done_i,
                                        sync_i[2] ? cse_ids_i : 33'h0,
                                        sync_i[0] ? impdef_data_i : 40'h0}));
      end
      if (Out) begin
        SpuOutKnown: assert (!$isunknown(out_i));
        if (irq_seen_q && !ee_seen_q && pmsee_i === '0) begin
          SpuIrqKnown: assert (!$isunknown(pmbirq_i));
        end
      end
    end
  end
  for (genvar i = 0; i < int'(Width); i++) begin : gen_lane_known
    always_ff @(posedge clk_i) begin
      if (rst_ni && running_i) begin
        if (Pop && lane_valid_i[i]) begin
          LaneCtxKnown: assert (!$isunknown(lane_ctx_i[i]));
        end
        if (Life && (lane_sel_i[i] || lane_coll_i[i])) begin
          ChoiceKnown: assert
              (!$isunknown({lane_ctx_i[i], lane_pc_i[i], lane_op_i[i], lane_flags_i[i],
                            lane_sel_i[i] ? lane_tag_i[i] : 8'h0}));
        end
      end
    end
  end
  for (genvar i = 0; i <= int'(Width); i++) begin : gen_draw_known
    always_ff @(posedge clk_i) begin
      if (rst_ni && running_i && Rnd && i < 32'(rnd_count_i)) begin
        SpuDrawKnown: assert (!$isunknown(rnd_draw_i[i]));
      end
    end
  end
  for (genvar t = 0; t < int'(InFlight); t++) begin : gen_tag_known
    always_ff @(posedge clk_i) begin
      if (rst_ni && running_i && Life && life_ended_i[t]) begin
        EndKnown: assert (!$isunknown({life_end_i[t], life_i[t]}));
      end
    end
  end

endmodule
