// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the outputs of spu, from its ports alone: the choice on the lanes, tags, counts and
// pulses, PMBIRQ, outputs that are 0 in reset. The module repeats the counts of spu_select and
// spu_events.

module spu_outputs_sva #(
  parameter int unsigned DispatchWidth = 1,
  parameter int unsigned InFlight      = 1,
  parameter int unsigned ExtAbort      = 0,
  parameter bit          Exc           = 1'b0,
  parameter int unsigned IrqMin        = 0,
  parameter int unsigned FeedPoint     = 0,
  parameter bit          PmuFeed       = 1'b0
) (
  input logic                                            clk_i,
  input logic                                            rst_ni,
  input logic [DispatchWidth*spe_pkg::LANE_BITS-1:0]     lane_i,
  input logic [DispatchWidth*spe_pkg::LANE_SEL_BITS-1:0] lane_sel_o,
  input logic [InFlight*spe_pkg::LIFE_BITS-1:0]          life_i,
  input spe_pkg::sysreg_req_t                            sysreg_req_i,
  input spe_pkg::sysreg_rsp_t                            sysreg_rsp_o,
  input spe_pkg::xl_req_t                                xl_req_o,
  input logic                                            xl_ready_i,
  input spe_pkg::xl_rsp_t                                xl_rsp_i,
  input logic                                            awvalid_o,
  input logic                                            wvalid_o,
  input logic                                            bvalid_i,
  input logic [1:0]                                      bresp_i,
  input logic                                            pmbirq_o,
  input logic                                            serror_o,
  input spe_pkg::pmu_t                                   pmu_o,
  input logic                                            cti_o
);

  localparam int unsigned LaneBits = spe_pkg::LANE_BITS;
  localparam int unsigned SelBits  = spe_pkg::LANE_SEL_BITS;
  localparam int unsigned EndedBit = spe_pkg::LIFE_BITS - 5;  // life_t.ended

  localparam bit AsRead = !Exc && IrqMin == 0;  // PMBIRQ is PMBSR_EL1.S

  // sel and coll of all lanes.
  localparam logic [DispatchWidth*SelBits-1:0] SEL  = {DispatchWidth{SelBits'(8)}};
  localparam logic [DispatchWidth*SelBits-1:0] COLL = {DispatchWidth{SelBits'(4)}};

  logic [DispatchWidth*SelBits-1:0] sel, coll;  // at their places
  logic [DispatchWidth-1:0]         valid;
  logic [4*InFlight-1:0]            given;      // selections of this cycle by tag
  logic [InFlight-1:0]              live_q;     // selected in an earlier cycle, life not over
  logic [InFlight-1:0]              ends;
  logic [3:0]  valid_n_q, sel_n_q, coll_n_q, ended_n_q;  // of the cycle before
  logic [31:0] passed_q, written_q;            // records counted by PMU and CTI
  logic        xl_open_q;
  logic        irq_q;                          // PMBIRQ was 1 and PMBSR_EL1 not written
  logic        failed_q;                       // an error response arrived in the cycle before
  logic        to_sr;                          // an access to PMBSR_EL1

  assign sel   = lane_sel_o & SEL;
  assign coll  = lane_sel_o & COLL;
  assign to_sr = sysreg_req_i.valid && sysreg_req_i.enc == spe_pkg::ENC_PMBSR_EL1;

  for (genvar g = 0; g < DispatchWidth; g++) begin : gen_valid
    assign valid[g] = lane_i[g*LaneBits + LaneBits - 1];
  end

  always_comb begin
    given = '0;
    if (sel != '0) begin
      for (int unsigned t = 0; t < InFlight; t++) begin
        for (int unsigned i = 0; i < DispatchWidth; i++) begin
          if (sel[i*SelBits + 3] && 32'(lane_sel_o[i*SelBits +: 2]) == t) begin
            given[4*t +: 4] = given[4*t +: 4] + 4'd1;
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      live_q    <= '0;
      valid_n_q <= '0;
      sel_n_q   <= '0;
      coll_n_q  <= '0;
      ended_n_q <= '0;
      passed_q  <= '0;
      written_q <= '0;
      xl_open_q <= 1'b0;
      irq_q     <= 1'b0;
      failed_q  <= 1'b0;
    end else begin
      for (int unsigned t = 0; t < InFlight; t++) begin
        live_q[t] <= (live_q[t] && !ends[t]) || given[4*t +: 4] != '0;
      end
      valid_n_q <= 4'($countones(valid));
      sel_n_q   <= (sel != '0) ? 4'($countones(sel)) : 4'd0;
      coll_n_q  <= (coll != '0) ? 4'($countones(coll)) : 4'd0;
      ended_n_q <= 4'($countones(live_q & ends));
      passed_q  <= passed_q + 32'(pmu_o.filtrate);
      written_q <= written_q + 32'(cti_o);
      xl_open_q <= (xl_open_q && !xl_rsp_i.valid) || (xl_req_o.valid && xl_ready_i);
      irq_q     <= pmbirq_o && !(to_sr && sysreg_req_i.write);
      failed_q  <= bvalid_i && bresp_i[1];
    end
  end

  for (genvar g = 0; g < DispatchWidth; g++) begin : gen_lane
    always_ff @(posedge clk_i) begin
      if (rst_ni && (sel != '0 || coll != '0)) begin
        ChoiceOfMember: assert (!(sel[g*SelBits + 3] || coll[g*SelBits + 2]) || valid[g]);
        ChoiceIsOne:    assert (!(sel[g*SelBits + 3] && coll[g*SelBits + 2]));
        TagExists:      assert
            (!sel[g*SelBits + 3] || 32'(lane_sel_o[g*SelBits +: 2]) < InFlight);
      end
    end
  end

  for (genvar t = 0; t < InFlight; t++) begin : gen_tag
    assign ends[t] = life_i[t*spe_pkg::LIFE_BITS + EndedBit];
    always_ff @(posedge clk_i) begin
      if (rst_ni && given[4*t +: 4] != '0) begin
        TagOnce:    assert (given[4*t +: 4] == 4'd1);
        TagNotLive: assert (!live_q[t] || ends[t]);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // PMU counts of a cycle are those of the lanes in the cycle before.
      FeedIsSelections:    assert
          (pmu_o.feed == ((FeedPoint == spu_int_pkg::FEED_SELECT) ? sel_n_q : ended_n_q));
      CollisionIsCollided: assert (pmu_o.collision == coll_n_q);
      PopOfValid:          assert
          (pmu_o.pop <= valid_n_q &&
           {1'b0, sel_n_q} + {1'b0, pmu_o.collision} <= {1'b0, pmu_o.pop});
      // SAMPLE_FEED_*, the lower fields of pmu_t.
      if (pmu_o[4*spu_int_pkg::KINDS_BITS-1:0] != '0) begin
        KindsOfEnded: assert (PmuFeed && ended_n_q != '0);
      end
      // At most as many records are written as pass the filters.
      WrittenPassed: assert (written_q <= passed_q);

      // 3.5: PMBIRQ is the bit S that software reads, without FEAT_SPE_EXC and without lag.
      if (AsRead && to_sr && !sysreg_req_i.write && sysreg_rsp_o.outcome == spe_pkg::AccessOk) begin
        IrqAsRead: assert (sysreg_rsp_o.rdata[17] == pmbirq_o);
      end
      if (AsRead && irq_q) begin
        IrqFallsByWrite: assert (pmbirq_o);
      end
      if (sysreg_rsp_o.rdata != '0) begin
        NoDataWithoutOk: assert
            (sysreg_req_i.valid && !sysreg_req_i.write &&
             sysreg_rsp_o.outcome == spe_pkg::AccessOk);
      end
      if (sysreg_rsp_o.outcome != spe_pkg::AccessOk) begin
        OutcomeOfAccess: assert (sysreg_req_i.valid);
      end
      if (serror_o) begin
        SErrorByConfig:   assert (ExtAbort == spu_int_pkg::ABORT_SERROR);
        SErrorOfResponse: assert (failed_q);
      end
      if (xl_req_o.valid) begin
        XlOneOutstanding: assert (!xl_open_q);
      end
    end else begin
      // In reset, at each rising edge.
      ResetBus:    assert (!awvalid_o && !wvalid_o && !xl_req_o.valid);
      ResetChoice: assert (sel == '0 && coll == '0);
      ResetPulses: assert (pmu_o == '0 && !cti_o && !serror_o);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (sel != '0) begin
        SeveralSelected: cover ($countones(sel) > 1);
        TakenAndCollide: cover (coll != '0);
        EndAndSelect:    cover ((live_q & ends) != '0);
      end
      if (coll != '0) begin
        SeveralCollide: cover ($countones(coll) > 1);
      end
      AllTagsLive:     cover (live_q == '1);
      SErrorPulse:     cover (serror_o);
    end
  end

endmodule

bind spu spu_outputs_sva #(
  .DispatchWidth(DispatchWidth), .InFlight(InFlight), .ExtAbort(ExtAbort), .Exc(Exc),
  .IrqMin(IrqMin), .FeedPoint(FeedPoint), .PmuFeed(PmuFeed)
) u_outputs_sva (.*);
