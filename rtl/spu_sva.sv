// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the ports of spu: parameter ranges, what rtl/README.md asks of the PE, stability of
// the outputs. A failure named Pe... is a fault of the bench, not of the SPU.

module spu_sva #(
  parameter int unsigned DispatchWidth = 1,
  parameter int unsigned InFlight      = 1,
  parameter int unsigned RecordQueue   = 1,
  parameter int unsigned AxiBytes      = 8,
  parameter int unsigned Align         = 0,
  parameter int unsigned MaxSize       = 6,
  parameter int unsigned Granule       = 12,
  parameter int unsigned EventBytes    = 2,
  parameter int unsigned DsBytes       = 1,
  parameter int unsigned ExtAbort      = 0,
  parameter int unsigned RecordDone    = 1
) (
  input logic                                             clk_i,
  input logic                                             rst_ni,
  input logic [2*spe_pkg::PE_CTX_BITS-1:0]                ctx_i,
  input spe_pkg::sysreg_req_t                             sysreg_req_i,
  input spe_pkg::sysreg_rsp_t                             sysreg_rsp_o,
  input logic [DispatchWidth*spe_pkg::LANE_BITS-1:0]      lane_i,
  input logic [DispatchWidth*spe_pkg::LANE_SEL_BITS-1:0]  lane_sel_o,
  input spe_pkg::xl_req_t                                 xl_req_o,
  input logic                                             xl_ready_i,
  input spe_pkg::xl_rsp_t                                 xl_rsp_i,
  input logic                                             psb_req_i,
  input logic                                             psb_done_o,
  input logic                                             dsb_req_i,
  input logic                                             dsb_done_o,
  input logic                                             queued,
  input logic                                             quiet,
  input logic                                             serror_o,
  input logic                                             pmbirq_o,
  input spu_int_pkg::ctl_t                                ctl
);

  localparam int unsigned CtxBits = spe_pkg::PE_CTX_BITS;

  initial begin
    RangeWidth:      assert (DispatchWidth >= 1 && DispatchWidth <= 8);
    RangeInFlight:   assert (InFlight >= 1 && InFlight <= 4);
    RangeQueue:      assert (RecordQueue >= 1 && RecordQueue <= 8);
    RangeBus:        assert (AxiBytes inside {8, 16, 32, 64});
    RangeAlign:      assert (Align <= MaxSize && MaxSize >= 6 && MaxSize <= 11);
    RangeGranule:    assert (Granule inside {12, 14, 16});
    RangeEvents:     assert (EventBytes inside {1, 2, 4, 8});
    RangeSource:     assert (DsBytes inside {1, 2});
    RangeCount:      assert (spe_cfg_pkg::CountSize == spu_int_pkg::LAT_BITS);
    SyncNeedsB:      assert
        (ExtAbort != spu_int_pkg::ABORT_SYNC || RecordDone != spu_int_pkg::DONE_W);
    BitsCtx:         assert ($bits(spe_pkg::pe_ctx_t) == spe_pkg::PE_CTX_BITS);
    BitsLane:        assert ($bits(spe_pkg::lane_t) == spe_pkg::LANE_BITS);
    BitsSel:         assert ($bits(spe_pkg::lane_sel_t) == spe_pkg::LANE_SEL_BITS);
    BitsLife:        assert ($bits(spe_pkg::life_t) == spe_pkg::LIFE_BITS);
    BitsRecord:      assert ($bits(spu_int_pkg::rec_t) == spu_int_pkg::REC_BITS);
  end

  logic                changed;
  logic [CtxBits-1:0]  ctx_end_q;   // context at the end of the cycle before
  logic                past_q;      // there was one
  logic                xl_open_q;   // a translation is outstanding

  assign changed = ctx_i[0 +: CtxBits] != ctx_i[CtxBits +: CtxBits];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      past_q    <= 1'b0;
      ctx_end_q <= '0;
      xl_open_q <= 1'b0;
    end else begin
      past_q    <= 1'b1;
      ctx_end_q <= ctx_i[CtxBits +: CtxBits];
      xl_open_q <= (xl_open_q && !xl_rsp_i.valid) || (xl_req_o.valid && xl_ready_i);
    end
  end

  // What the PE owes.
  PeNoAccessAtChange: assert property (@(posedge clk_i) disable iff (!rst_ni)
    !(sysreg_req_i.valid && changed));
  PeCtxContinues: assert property (@(posedge clk_i) disable iff (!rst_ni)
    past_q |-> ctx_i[0 +: CtxBits] == ctx_end_q);
  PePsbHeld: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (psb_req_i && !psb_done_o) |=> psb_req_i);
  PeDsbHeld: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (dsb_req_i && !dsb_done_o) |=> dsb_req_i);
  PeAnswersRequest: assert property (@(posedge clk_i) disable iff (!rst_ni)
    xl_rsp_i.valid |-> xl_open_q);

  for (genvar g = 0; g < DispatchWidth; g++) begin : gen_lane
    logic valid, sel, coll;
    assign valid = lane_i[g*spe_pkg::LANE_BITS + spe_pkg::LANE_BITS - 1];
    assign sel   = lane_sel_o[g*spe_pkg::LANE_SEL_BITS + 3];
    assign coll  = lane_sel_o[g*spe_pkg::LANE_SEL_BITS + 2];
    ChoiceOfMember: assert property (@(posedge clk_i) disable iff (!rst_ni)
      (sel || coll) |-> valid && !(sel && coll));
    if (g > 0) begin : gen_order
      logic ctx, before_ctx, before_valid;
      assign ctx          = lane_i[g*spe_pkg::LANE_BITS + spe_pkg::LANE_BITS - 2];
      assign before_ctx   = lane_i[(g-1)*spe_pkg::LANE_BITS + spe_pkg::LANE_BITS - 2];
      assign before_valid = lane_i[(g-1)*spe_pkg::LANE_BITS + spe_pkg::LANE_BITS - 1];
      PeCtxOrder: assert property (@(posedge clk_i) disable iff (!rst_ni)
        (valid && before_valid && before_ctx) |-> ctx);
    end
  end

  // What the SPU owes.
  NoDataWithoutOk: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (sysreg_rsp_o.outcome != spe_pkg::AccessOk || sysreg_req_i.write) |-> sysreg_rsp_o.rdata == '0);
  XlOneOutstanding: assert property (@(posedge clk_i) disable iff (!rst_ni)
    xl_req_o.valid |-> !xl_open_q);
  PsbDrained: assert property (@(posedge clk_i) disable iff (!rst_ni)
    psb_done_o |-> psb_req_i);
  DsbDrained: assert property (@(posedge clk_i) disable iff (!rst_ni)
    dsb_done_o |-> dsb_req_i && quiet);
  IrqIsS: assert property (@(posedge clk_i) disable iff (!rst_ni)
    pmbirq_o == ctl.s);
  SErrorOnlyByConfig: assert property (@(posedge clk_i) disable iff (!rst_ni)
    serror_o |-> ExtAbort == spu_int_pkg::ABORT_SERROR);

endmodule

bind spu spu_sva #(
  .DispatchWidth(DispatchWidth), .InFlight(InFlight), .RecordQueue(RecordQueue),
  .AxiBytes(AxiBytes),
  .Align(Align), .MaxSize(MaxSize), .Granule(Granule), .EventBytes(EventBytes), .DsBytes(DsBytes),
  .ExtAbort(ExtAbort), .RecordDone(RecordDone)
) u_sva (.*);
