// SPDX-License-Identifier: Apache-2.0
//
// The SPU in the surroundings that rtl/README.md promises it, for proofs (sim/qualify/proven.sh):
// what is promised, as spu_sva and spu_track_sva have it (Pe...), makes `assumed_o`; of the outputs
// is shown what somebody reads in the cycle. Bits of `qualify_i` select mutants.

module spu_contract #(
  parameter int unsigned Mutants       = 1,
  parameter int unsigned DispatchWidth = spe_cfg_pkg::DispatchWidth,
  parameter int unsigned InFlight      = spe_cfg_pkg::InFlight,
  parameter int unsigned SamplePoint   = spe_cfg_pkg::SamplePoint,
  parameter int unsigned AxiBytes      = spe_cfg_pkg::AxiBytes
) (
  input  logic [Mutants:0]                                qualify_i,
  input  logic                                            clk_i,
  input  logic                                            rst_ni,
  input  logic                                            thread_active_i,
  input  logic [2*spe_pkg::PE_CTX_BITS-1:0]               ctx_i,
  input  logic [63:0]                                     cnt_phys_i,
  input  spe_pkg::sysreg_req_t                            sysreg_req_i,
  output spe_pkg::sysreg_rsp_t                            sysreg_rsp_o,
  input  logic [DispatchWidth*spe_pkg::LANE_BITS-1:0]     lane_i,
  output logic [DispatchWidth*spe_pkg::LANE_SEL_BITS-1:0] lane_sel_o,
  input  logic [InFlight*spe_pkg::LIFE_BITS-1:0]          life_i,
  input  logic                                            rnd_inject_valid_i,
  input  logic [7:0]                                      rnd_inject_i,
  output logic [3:0]                                      rnd_count_o,
  output logic [8*(DispatchWidth+1)-1:0]                  rnd_draw_o,
  output spe_pkg::xl_req_t                                xl_req_o,
  input  logic                                            xl_ready_i,
  input  spe_pkg::xl_rsp_t                                xl_rsp_i,
  output logic                                            awvalid_o,
  input  logic                                            awready_i,
  output logic [74:0]                                     aw_o,
  output logic                                            wvalid_o,
  input  logic                                            wready_i,
  output logic [8*AxiBytes-1:0]                           wdata_o,
  output logic [AxiBytes-1:0]                             wstrb_o,
  output logic                                            wlast_o,
  input  logic                                            bvalid_i,
  output logic                                            bready_o,
  input  logic [3:0]                                      bid_i,
  input  logic [1:0]                                      bresp_i,
  input  logic                                            cse_i,
  input  logic                                            psb_req_i,
  output logic                                            psb_done_o,
  input  logic                                            dsb_req_i,
  output logic                                            dsb_done_o,
  input  logic                                            tlbi_i,
  output logic                                            pmbirq_o,
  output spe_pkg::prof_t                                  prof_o,
  output logic                                            pmu_freeze_o,
  input  spe_pkg::impdef_t                                impdef_i,
  output logic                                            serror_o,
  output spe_pkg::pmu_t                                   pmu_o,
  output logic                                            cti_o,
  /// The surroundings keep all promises in this cycle.
  output logic                                            assumed_o
);

  localparam int unsigned CtxBits  = spe_pkg::PE_CTX_BITS;
  localparam int unsigned LaneBits = spe_pkg::LANE_BITS;
  localparam int unsigned SelBits  = spe_pkg::LANE_SEL_BITS;
  localparam int unsigned LifeBits = spe_pkg::LIFE_BITS;
  localparam int unsigned ClassBit = 12;   // lane_t.op_class
  localparam int unsigned PulseBit = LifeBits - 4;   // life_t.complete; above it the other pulses
  localparam int unsigned EndBit   = LifeBits - 5;   // life_t.ended
  localparam int unsigned KindBit  = LifeBits - 8;   // life_t.end_kind

  // What the SPU says, whether somebody reads it or not.
  spe_pkg::sysreg_rsp_t            rsp;
  logic [8*(DispatchWidth+1)-1:0]  draw;
  spe_pkg::xl_req_t                xl;
  logic [74:0]                     aw;
  logic [8*AxiBytes-1:0]           data;
  logic [AxiBytes-1:0]             strobe;
  logic                            last, psb_done, dsb_done;

  logic               past_q, psb_owed_q, dsb_owed_q, xl_open_q;
  logic [CtxBits-1:0] ctx_end_q;
  logic [7:0]         aws_q, lasts_q;   // taken, and without a response
  logic [InFlight-1:0] live_q, selected, ended;
  logic               good_ctx, good_barriers, good_answer, good_lanes, good_lives;

  spu u_spu (
    .qualify_i, .clk_i, .rst_ni, .thread_active_i, .ctx_i, .cnt_phys_i, .sysreg_req_i,
    .sysreg_rsp_o (rsp),
    .lane_i, .lane_sel_o, .life_i, .rnd_inject_valid_i, .rnd_inject_i, .rnd_count_o,
    .rnd_draw_o   (draw),
    .xl_req_o     (xl),
    .xl_ready_i, .xl_rsp_i, .awvalid_o, .awready_i,
    .awid_o       (aw[74:71]),
    .awaddr_o     (aw[70:19]),
    .awlen_o      (aw[18:11]),
    .awsize_o     (aw[10:8]),
    .awburst_o    (aw[7:6]),
    .awcache_o    (aw[5:2]),
    .awprot_o     (prot),
    .awnse_o      (aw[0]),
    .wvalid_o, .wready_i,
    .wdata_o      (data),
    .wstrb_o      (strobe),
    .wlast_o      (last),
    .bvalid_i, .bready_o, .bid_i, .bresp_i, .cse_i, .psb_req_i,
    .psb_done_o   (psb_done),
    .dsb_req_i,
    .dsb_done_o   (dsb_done),
    .tlbi_i, .pmbirq_o, .prof_o, .pmu_freeze_o, .impdef_i, .serror_o, .pmu_o, .cti_o
  );

  // Bits [2] and [0] of awprot_o are constant; the second bit here says if they are not.
  logic [2:0] prot;
  assign aw[1] = prot[1] ^ prot[2] ^ !prot[0];

  // What is read.
  assign sysreg_rsp_o = sysreg_req_i.valid ? rsp : '0;
  assign xl_req_o     = xl.valid ? xl : '0;
  assign aw_o         = awvalid_o ? aw : '0;
  assign wstrb_o      = wvalid_o ? strobe : '0;
  assign wlast_o      = wvalid_o && last;
  assign psb_done_o   = psb_req_i && psb_done;
  assign dsb_done_o   = dsb_req_i && dsb_done;

  for (genvar g = 0; g <= DispatchWidth; g++) begin : gen_draw
    assign rnd_draw_o[8*g +: 8] = (rnd_count_o > 4'(g)) ? draw[8*g +: 8] : 8'd0;
  end
  for (genvar g = 0; g < AxiBytes; g++) begin : gen_byte
    assign wdata_o[8*g +: 8] = wstrb_o[g] ? data[8*g +: 8] : 8'd0;
  end

  // What is promised.
  always_ff @(posedge clk_i) begin
    past_q     <= rst_ni;
    ctx_end_q  <= ctx_i[CtxBits +: CtxBits];
    psb_owed_q <= rst_ni && psb_req_i && !psb_done;
    dsb_owed_q <= rst_ni && dsb_req_i && !dsb_done;
    xl_open_q  <= rst_ni && ((xl_open_q && !xl_rsp_i.valid) || (xl.valid && xl_ready_i));
    aws_q      <= rst_ni ? aws_q + 8'(awvalid_o && awready_i) - 8'(bvalid_i) : '0;
    lasts_q    <= rst_ni ? lasts_q + 8'(wvalid_o && wready_i && last) - 8'(bvalid_i) : '0;
    live_q     <= rst_ni ? selected | (live_q & ~ended) : '0;
  end

  assign good_ctx = !(sysreg_req_i.valid && ctx_i[0 +: CtxBits] != ctx_i[CtxBits +: CtxBits]) &&
                    !(past_q && ctx_i[0 +: CtxBits] != ctx_end_q);
  assign good_barriers = !(psb_owed_q && !psb_req_i) && !(dsb_owed_q && !dsb_req_i);
  assign good_answer = !(xl_rsp_i.valid && !xl_open_q) &&
                       !(xl_rsp_i.valid && xl_rsp_i.fault == spe_pkg::XlOk &&
                         xl_rsp_i.pas == spe_pkg::PasRoot) &&
                       !(bvalid_i && (aws_q == '0 || lasts_q == '0));

  always_comb begin
    good_lanes = 1'b1;
    selected   = '0;
    for (int unsigned i = 0; i < DispatchWidth; i++) begin
      if (lane_i[i*LaneBits + ClassBit +: 2] == 2'd3) good_lanes = 1'b0;
      if (lane_sel_o[i*SelBits + SelBits - 1]) begin
        selected |= InFlight'(4'd1 << lane_sel_o[i*SelBits +: 2]);
      end
      for (int unsigned j = 0; j < i; j++) begin
        if (lane_i[i*LaneBits + LaneBits - 1] && !lane_i[i*LaneBits + LaneBits - 2] &&
            lane_i[j*LaneBits + LaneBits - 1] && lane_i[j*LaneBits + LaneBits - 2]) begin
          good_lanes = 1'b0;
        end
      end
    end
  end

  always_comb begin
    good_lives = 1'b1;
    for (int unsigned t = 0; t < InFlight; t++) begin
      ended[t] = life_i[t*LifeBits + EndBit];
      if (ended[t] && (!live_q[t] || life_i[t*LifeBits + KindBit +: 3] > 3'd4)) begin
        good_lives = 1'b0;
      end
      if (SamplePoint == 0 && !live_q[t] && life_i[t*LifeBits + PulseBit +: 4] != 4'd0) begin
        good_lives = 1'b0;
      end
    end
  end

  assign assumed_o = !rst_ni || (good_ctx && good_barriers && good_answer && good_lanes &&
                                 good_lives);

endmodule
