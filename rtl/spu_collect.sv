// SPDX-License-Identifier: Apache-2.0
//
// What the record of an operation sampled in one context contains (3.3, 3.3.1). Only used for
// contexts in which profiling is enabled, so that StatisticalProfilingEnabled() need not be asked
// again. Combinational.

module spu_collect #(
  parameter bit          El2       = 1'b1,
  parameter bit          Vhe       = 1'b1,
  parameter int unsigned TsStopped = spu_int_pkg::TS_STOPPED_END
) (
  /// The context.
  input  spe_pkg::pe_ctx_t  ctx_i,
  /// Control registers.
  input  spu_int_pkg::ctl_t ctl_i,
  /// Secure EL1 owns the buffer.
  input  logic              owner_secure_i,
  /// EL2 owns the buffer.
  input  logic              owner_el2_i,
  /// What the record contains.
  output spu_int_pkg::cap_t cap_o
);

  logic two_level, host, offset_zero, physical, stopped;

  // Non-secure EL1 needs the permission of EL2 (3.3).
  assign two_level = El2 && !owner_secure_i;
  assign host      = El2 && ctx_i.scr_ns && ctx_i.tge;
  assign stopped   = !ctx_i.cnt_en && (TsStopped == spu_int_pkg::TS_STOPPED_END);

  always_comb begin
    if (two_level) physical = ctl_i.scr2.pct && (owner_el2_i || ctl_i.scr1.pct);
    else           physical = ctl_i.scr1.pct;
  end

  // As a read of CNTVCT_EL0 at this Exception level treats the offset (3.3).
  assign offset_zero = !El2 || (Vhe && ctx_i.e2h && ((ctx_i.el == spe_pkg::EL2) ||
                                (ctx_i.scr_ns && (ctx_i.el == spe_pkg::EL0) && ctx_i.tge)));

  always_comb begin
    cap_o.el   = ctx_i.el;
    cap_o.ns   = ctx_i.scr_ns;
    cap_o.tbi0 = ctx_i.tbi0;
    cap_o.tbi1 = ctx_i.tbi1;
    cap_o.cx1  = ctl_i.scr1.cx && (ctx_i.el != spe_pkg::EL2) && !host;
    cap_o.cx2  = El2 && ctx_i.scr_ns && ctl_i.scr2.cx;
    cap_o.ts   = (owner_el2_i ? ctl_i.scr2.ts : ctl_i.scr1.ts) && !stopped;
    cap_o.virt = !physical && !offset_zero;
    if (two_level) cap_o.pa = ctl_i.scr2.pa && (owner_el2_i || ctl_i.scr1.pa);
    else           cap_o.pa = ctl_i.scr1.pa;
  end

endmodule
