// SPDX-License-Identifier: Apache-2.0
//
// The SPU beside what its surroundings promise it (spu_pe_sva, whose assertions are assumptions
// here), for proofs (sim/qualify/proven.sh). Of the outputs is shown what somebody reads in the
// cycle. Bits of `qualify_i` select mutants.

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
  output logic [76:0]                                     aw_o,
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
  output logic                                            cti_o
);

  // What the SPU says, whether somebody reads it or not.
  spe_pkg::sysreg_rsp_t                            rsp;
  logic [DispatchWidth*spe_pkg::LANE_SEL_BITS-1:0] sel;
  logic [8*(DispatchWidth+1)-1:0]                  draw;
  spe_pkg::xl_req_t                                xl;
  logic [76:0]                                     aw;
  logic [8*AxiBytes-1:0]                           data;
  logic [AxiBytes-1:0]                             strobe;
  logic                                            last, psb_done, dsb_done;

  spu u_spu (
    .qualify_i, .clk_i, .rst_ni, .thread_active_i, .ctx_i, .cnt_phys_i, .sysreg_req_i,
    .sysreg_rsp_o (rsp),
    .lane_i,
    .lane_sel_o   (sel),
    .life_i, .rnd_inject_valid_i, .rnd_inject_i, .rnd_count_o,
    .rnd_draw_o   (draw),
    .xl_req_o     (xl),
    .xl_ready_i, .xl_rsp_i, .awvalid_o, .awready_i,
    .awid_o       (aw[76:73]),
    .awaddr_o     (aw[72:21]),
    .awlen_o      (aw[20:13]),
    .awsize_o     (aw[12:10]),
    .awburst_o    (aw[9:8]),
    .awcache_o    (aw[7:4]),
    .awprot_o     (aw[3:1]),
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

  // What is read of it.
  assign sysreg_rsp_o.outcome = sysreg_req_i.valid ? rsp.outcome : spe_pkg::AccessOk;
  assign sysreg_rsp_o.rdata   = (sysreg_req_i.valid && !sysreg_req_i.write) ? rsp.rdata : '0;
  assign xl_req_o     = xl.valid ? xl : '0;
  assign aw_o         = awvalid_o ? aw : '0;
  assign wstrb_o      = wvalid_o ? strobe : '0;
  assign wlast_o      = wvalid_o && last;
  assign psb_done_o   = psb_req_i && psb_done;
  assign dsb_done_o   = dsb_req_i && dsb_done;

  // The tag is that of a selection.
  for (genvar g = 0; g < DispatchWidth; g++) begin : gen_lane
    assign lane_sel_o[spe_pkg::LANE_SEL_BITS*g +: spe_pkg::LANE_SEL_BITS] =
        sel[spe_pkg::LANE_SEL_BITS*g +: spe_pkg::LANE_SEL_BITS] &
        {2'b11, {2{sel[spe_pkg::LANE_SEL_BITS*g+3]}}};
  end
  for (genvar g = 0; g <= DispatchWidth; g++) begin : gen_draw
    assign rnd_draw_o[8*g +: 8] = (rnd_count_o > 4'(g)) ? draw[8*g +: 8] : 8'd0;
  end
  for (genvar g = 0; g < AxiBytes; g++) begin : gen_byte
    assign wdata_o[8*g +: 8] = wstrb_o[g] ? data[8*g +: 8] : 8'd0;
  end

  spu_pe_sva #(
    .DispatchWidth(DispatchWidth), .InFlight(InFlight), .SamplePoint(SamplePoint)
  ) u_pe_sva (
    .clk_i, .rst_ni, .ctx_i, .sysreg_req_i, .lane_i,
    .lane_sel_o   (sel),
    .life_i,
    .xl_req_o     (xl),
    .xl_ready_i, .xl_rsp_i, .awvalid_o, .awready_i, .wvalid_o, .wready_i,
    .wlast_o      (last),
    .bvalid_i, .bid_i, .bresp_i, .psb_req_i,
    .psb_done_o   (psb_done),
    .dsb_req_i,
    .dsb_done_o   (dsb_done),
    .impdef_i
  );

endmodule
