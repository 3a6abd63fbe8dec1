// SPDX-License-Identifier: Apache-2.0
//
// Promises of dpi/timing.md and dpi/README.md about the surroundings of the SPU, cycle by cycle. A
// failure is a fault of the bench, not of the SPU. Proofs of mutants assume these assertions
// (sim/qualify/prove), so each of them must be a promise, and Yosys 0.23 must read it. That
// ctx_i[0] is ctx_i[1] of the cycle before (RG2) is checked here only in a cycle with an access: it
// need not hold in others if the clock was stopped in between, and no cycle of this clock shows
// that. The tap, whose clock goes on, numbers contexts so that the scoreboard finds a change that
// is not permitted. Contexts: spu_ctx_sva; lives: spu_life_sva; payloads of operations:
// spu_optype_sva; the release of the reset: spu_sva.

module spu_pe_sva #(
  parameter int unsigned DispatchWidth = 1,
  parameter int unsigned InFlight      = 1,
  parameter int unsigned SamplePoint   = 0,
  parameter bit          El2           = (spe_cfg_pkg::El2 != 0),
  parameter bit          El3           = (spe_cfg_pkg::El3 != 0),
  parameter bit          Sel2          = (spe_cfg_pkg::Sel2 != 0),
  parameter bit          Secure        = (spe_cfg_pkg::Secure != 0),
  parameter bit          Rme           = (spe_cfg_pkg::Rme != 0),
  parameter int unsigned Nv            = spe_cfg_pkg::Nv,
  parameter bit          Exc           = (spe_cfg_pkg::Exc != 0),
  parameter bit          RouteAsync    = (spe_cfg_pkg::RouteAsync != 0)
) (
  input logic                                            clk_i,
  input logic                                            rst_ni,
  input logic [2*spe_pkg::PE_CTX_BITS-1:0]               ctx_i,
  input spe_pkg::sysreg_req_t                            sysreg_req_i,
  input logic [DispatchWidth*spe_pkg::LANE_BITS-1:0]     lane_i,
  input logic [DispatchWidth*spe_pkg::LANE_SEL_BITS-1:0] lane_sel_o,
  input logic [InFlight*spe_pkg::LIFE_BITS-1:0]          life_i,
  input spe_pkg::xl_req_t                                xl_req_o,
  input logic                                            xl_ready_i,
  input spe_pkg::xl_rsp_t                                xl_rsp_i,
  input logic                                            awvalid_o,
  input logic                                            awready_i,
  input logic                                            wvalid_o,
  input logic                                            wready_i,
  input logic                                            wlast_o,
  input logic                                            bvalid_i,
  input logic [3:0]                                      bid_i,
  input logic [1:0]                                      bresp_i,
  input logic                                            psb_req_i,
  input logic                                            psb_done_o,
  input logic                                            dsb_req_i,
  input logic                                            dsb_done_o,
  input spe_pkg::impdef_t                                impdef_i
);

  localparam int unsigned CtxBits  = spe_pkg::PE_CTX_BITS;
  localparam int unsigned LaneBits = spe_pkg::LANE_BITS;
  localparam int unsigned SelBits  = spe_pkg::LANE_SEL_BITS;
  localparam int unsigned LifeBits = spe_pkg::LIFE_BITS;
  localparam int unsigned ClassBit = 12;  // lane_t.op_class

  // Contexts and barriers.
  spe_pkg::pe_ctx_t ctx0, ctx1;
  spe_pkg::pe_ctx_t ctx_end_q;  // context at the end of the cycle before
  logic             past_q;     // there was a cycle before
  logic             changed, moved;  // in this cycle; between the cycle before and this one
  logic             psb_owed_q, dsb_owed_q;  // a barrier waits

  // Translation, bursts.
  logic       xl_open_q;        // a translation is outstanding
  logic       xl_taken_q;       // a request was taken in the cycle before
  logic       xl_refused_q;     // a request was not taken in the cycle before
  logic [7:0] aws_q, lasts_q;   // addresses and last beats taken that have no response

  assign ctx0    = ctx_i[0 +: CtxBits];
  assign ctx1    = ctx_i[CtxBits +: CtxBits];
  assign changed = ctx0 != ctx1;
  assign moved   = past_q && (ctx0 != ctx_end_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      past_q       <= 1'b0;
      ctx_end_q    <= '0;
      psb_owed_q   <= 1'b0;
      dsb_owed_q   <= 1'b0;
      xl_open_q    <= 1'b0;
      xl_taken_q   <= 1'b0;
      xl_refused_q <= 1'b0;
      aws_q        <= '0;
      lasts_q      <= '0;
    end else begin
      past_q       <= 1'b1;
      ctx_end_q    <= ctx1;
      psb_owed_q   <= psb_req_i && !psb_done_o;
      dsb_owed_q   <= dsb_req_i && !dsb_done_o;
      xl_open_q    <= (xl_open_q && !xl_rsp_i.valid) || (xl_req_o.valid && xl_ready_i);
      xl_taken_q   <= xl_req_o.valid && xl_ready_i;
      xl_refused_q <= xl_req_o.valid && !xl_ready_i;
      aws_q        <= aws_q + 8'(awvalid_o && awready_i) - 8'(bvalid_i);
      lasts_q      <= lasts_q + 8'(wvalid_o && wready_i && wlast_o) - 8'(bvalid_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (sysreg_req_i.valid) begin
        PeNoAccessAtChange:  assert (!changed);
        PeNoAccessAfterStop: assert (!moved);
      end
      PeStateStays: assert
          (El3 || (ctx0.scr_ns == ctx1.scr_ns && (!past_q || ctx0.scr_ns == ctx_end_q.scr_ns)));
      if (psb_owed_q) begin
        PePsbHeld: assert (psb_req_i);
      end
      if (dsb_owed_q) begin
        PeDsbHeld: assert (dsb_req_i);
      end
      if (xl_rsp_i.valid) begin
        PeAnswersRequest: assert (xl_open_q);
        PePas:            assert
            (xl_rsp_i.fault != spe_pkg::XlOk || xl_rsp_i.pas != spe_pkg::PasRoot);
        PeFaultExists:    assert
            (xl_rsp_i.fault <= (Rme ? spe_pkg::XlGpc : spe_pkg::XlAbort));
        // 0b010000 and 0b010001 are aborts of the write, which B reports; a walk has its own codes.
        // With [route_async] the code of the asynchronous abort is a possible answer.
        PeAbortOfWalk:    assert
            (!Exc || xl_rsp_i.fault != spe_pkg::XlAbort ||
             xl_rsp_i.fsc[5:1] != 5'b01000 || (RouteAsync && xl_rsp_i.fsc[0]));
      end
      // IHI 0022, A3.3.1: B follows AW and the last W of its burst; A5.3: its ID is AWID; A3.4.4:
      // EXOKAY answers only exclusive accesses, and the SPU makes none.
      if (bvalid_i) begin
        PeBAfterAw:    assert (aws_q != '0);
        PeBAfterLastW: assert (lasts_q != '0);
        PeBOfId:       assert (bid_i == '0);
        PeBNotExokay:  assert (bresp_i != 2'b01);
      end
    end else begin
      // dpi/timing.md, RS2; of B: IHI 0022, A3.1.2.
      PeResetRests: assert
          (!sysreg_req_i.valid && !xl_rsp_i.valid && !bvalid_i && !impdef_i.valid);
    end
  end

  for (genvar g = 0; g < 2; g++) begin : gen_ctx
    spu_ctx_sva #(.El2(El2), .El3(El3), .Sel2(Sel2), .Secure(Secure), .Rme(Rme), .Nv(Nv)) u_ctx (
      .clk_i, .rst_ni,
      .ctx_i(ctx_i[g*CtxBits +: CtxBits])
    );
  end

  logic [DispatchWidth-1:0] lane_valid, lane_ctx;

  for (genvar g = 0; g < DispatchWidth; g++) begin : gen_lane
    assign lane_valid[g] = lane_i[g*LaneBits + LaneBits - 1];
    assign lane_ctx[g]   = lane_i[g*LaneBits + LaneBits - 2];
    always_ff @(posedge clk_i) begin
      if (rst_ni && lane_valid[g]) begin
        // If a lane has `ctx` 1, all later lanes have it, too.
        PeCtxOrder:    assert
            (lane_ctx[g] || (lane_valid & lane_ctx & DispatchWidth'((1 << g) - 1)) == '0);
        PeClassExists: assert (lane_i[g*LaneBits + ClassBit +: 2] <= spe_pkg::ClassBranch);
      end
    end
  end

  logic [InFlight-1:0] alloc;  // an operation is selected with the tag

  always_comb begin
    alloc = '0;
    for (int unsigned i = 0; i < DispatchWidth; i++) begin
      for (int unsigned t = 0; t < InFlight; t++) begin
        if (lane_sel_o[i*SelBits + SelBits-1] && lane_sel_o[i*SelBits +: 2] == 2'(t)) begin
          alloc[t] = 1'b1;
        end
      end
    end
  end

  for (genvar g = 0; g < InFlight; g++) begin : gen_life
    spu_life_sva #(.SamplePoint(SamplePoint)) u_life_sva (
      .clk_i, .rst_ni, .alloc_i(alloc[g]), .life_i(life_i[g*LifeBits +: LifeBits])
    );
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (changed) begin
        ChangeInBundle: cover
            ((lane_valid & lane_ctx) != '0 && (lane_valid & ~lane_ctx) != '0);
        ChangeAlone:    cover (lane_valid == '0);
      end
      if (xl_rsp_i.valid) begin
        AnswerAtOnce: cover (xl_taken_q);
      end
      if (xl_refused_q) begin
        Withdrawn: cover (!xl_req_o.valid);
      end
      TwoBursts: cover (aws_q > 8'd1);
      if (psb_req_i) begin
        BothBarriers: cover (dsb_req_i);
      end
    end
  end

endmodule

bind spu spu_pe_sva #(
  .DispatchWidth(DispatchWidth), .InFlight(InFlight), .SamplePoint(SamplePoint), .El2(El2),
  .El3(El3), .Sel2(Sel2), .Secure(Secure), .Rme(Rme), .Nv(Nv), .Exc(Exc),
  .RouteAsync(RouteAsync)
) u_pe_sva (.*);
