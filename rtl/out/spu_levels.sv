// SPDX-License-Identifier: Apache-2.0
//
// Levels that follow from PMBSR_ELx: PMBIRQ, SPE Profiling exceptions, PMU freeze (Arm ARM D17.8
// RYZJQX, RTSJRP, Tables D17-8 to D17-10; D24.7.2; dpi/rules.md, EX1 to EX5). The PE takes the
// exceptions of `prof_o.take` at its next instruction boundary and chooses their order.
//
// Latency: `Lag` cycles, for registers and context alike. Back-pressure: none.

module spu_levels #(
  parameter bit          El3        = 1'b1,
  parameter bit          Exc        = 1'b0,
  parameter int unsigned Pmsver     = 1,
  parameter int unsigned Lag        = 0,
  parameter int unsigned ResetValue = spu_int_pkg::RESET_ZERO
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  /// Context at the start of the cycle. Sampled every cycle, as all inputs below.
  input  spe_pkg::pe_ctx_t  ctx_i,
  /// Controls at the start of the cycle.
  input  spu_int_pkg::ctl_t ctl_i,
  /// Owner of the buffer in this context.
  input  spu_int_pkg::own_t own_i,
  /// PMBIRQ.
  output logic              pmbirq_o,
  /// SPE Profiling exceptions by target.
  output spe_pkg::prof_t    prof_o,
  /// The PMU counters that FZS and HPMFZS select are to stop.
  output logic              pmu_freeze_o
);

  localparam int unsigned LEVEL_BITS = 8;

  logic       irq, freeze;
  logic       pend3, pend2, pend1, take3, take2, take1;  // for PMBSR_EL3, _EL2, _EL1
  logic       outside;                                   // masks exceptions of PMBSR_EL2 and _EL1
  logic       tge;
  logic [3:1] pending, take;

  assign irq    = ctl_i.s1 && (own_i.ee1 == 2'b00);
  assign freeze = (Pmsver >= 3) && ctl_i.e && ctl_i.pmfz && own_i.stopped;

  assign pend3 = Exc && El3 && ctx_i.pmsee[1] && ctl_i.s3;
  assign pend2 = Exc && own_i.ee2[1] && ctl_i.s2;
  assign pend1 = Exc && (own_i.ee1 == 2'b11) && ctl_i.s1;

  assign tge     = own_i.el2_on && ctx_i.tge;
  assign outside = !own_i.here || ctx_i.debug || (ctx_i.el == spe_pkg::EL3);

  // Levels from which an exception is taken (EX3). PMBSR_EL3: all below EL3. PMBSR_EL2: EL0, EL1,
  // and EL2 unless masked there. PMBSR_EL1: EL0, and EL1 unless masked there.
  assign take3 = pend3 && !ctx_i.debug && (ctx_i.el != spe_pkg::EL3);
  assign take2 = pend2 && !outside &&
                 ((ctx_i.el != spe_pkg::EL2) ||
                  ((own_i.ee2 == 2'b11) && ctl_i.scr2.ke && !ctx_i.pm));
  assign take1 = pend1 && !outside && (ctx_i.el != spe_pkg::EL2) &&
                 ((ctx_i.el == spe_pkg::EL0) || (ctl_i.scr1.ke && !ctx_i.pm));

  // [3] EL3, [2] EL2, [1] EL1: with TGE the exceptions of PMBSR_EL1 go to EL2.
  assign pending = {pend3, pend2 || (pend1 && tge), pend1 && !tge};
  assign take    = {take3, take2 || (take1 && tge), take1 && !tge};

  if (Lag == 0) begin : gen_now
    logic unused_clk, unused_rst;
    assign unused_clk   = clk_i;
    assign unused_rst   = rst_ni;
    assign pmbirq_o     = irq;
    assign prof_o       = {pending, take};
    assign pmu_freeze_o = freeze;
  end else begin : gen_lag
    // Like the registers that they follow, these flops may have no reset. The flops of the freeze
    // have a reset, like PMBLIMITR_EL1.E (RS3).
    logic [LEVEL_BITS*(Lag+1)-1:0] line;  // [0] now
    assign line[0 +: LEVEL_BITS] = {irq, pending, take, freeze};
    for (genvar g = 0; g < Lag; g++) begin : gen_step
      spu_flop #(.Bits(LEVEL_BITS - 1), .Reset(ResetValue == spu_int_pkg::RESET_ZERO)) u_flop (
        .clk_i  (clk_i),
        .rst_ni (rst_ni),
        .d_i    (line[g*LEVEL_BITS + 1 +: LEVEL_BITS - 1]),
        .q_o    (line[(g+1)*LEVEL_BITS + 1 +: LEVEL_BITS - 1])
      );
      spu_flop #(.Bits(1)) u_freeze (
        .clk_i  (clk_i),
        .rst_ni (rst_ni),
        .d_i    (line[g*LEVEL_BITS]),
        .q_o    (line[(g+1)*LEVEL_BITS])
      );
    end
    assign {pmbirq_o, prof_o, pmu_freeze_o} = line[Lag*LEVEL_BITS +: LEVEL_BITS];
  end

endmodule
