// SPDX-License-Identifier: Apache-2.0
//
// Content of the record of an operation that is sampled in one context (3.3, 3.3.1;
// CollectTimeStamp; dpi/rules.md, CO1 to CO6). The output is used only for contexts in which
// profiling is enabled, so this unit does not evaluate StatisticalProfilingEnabled() again.
// Combinational.

module spu_collect #(
  parameter bit          El2       = 1'b1,
  parameter bit          Rme       = 1'b0,
  parameter int unsigned Ecv       = 0,
  parameter int unsigned TsStopped = spu_int_pkg::TS_STOPPED_END
) (
  /// The context.
  input  spe_pkg::pe_ctx_t  ctx_i,
  /// Control registers.
  input  spu_int_pkg::ctl_t ctl_i,
  /// Owner of the buffer.
  input  spu_int_pkg::own_t own_i,
  /// StatisticalProfilingEnabled(EL2).
  input  logic              prof_el2_i,
  /// Content of the record.
  output spu_int_pkg::cap_t cap_o
);

  // Without FEAT_ECV_POFF the offset of the physical counter is 0.
  localparam spu_int_pkg::ts_e OFFSET =
      (Ecv >= 2) ? spu_int_pkg::TsOffset : spu_int_pkg::TsPhysical;

  logic             two_level, tge, stopped, pa, ts;
  spu_int_pkg::ts_e virt, el1_kind, kind;

  // EL1 needs the permission of EL2 if its state has an EL2 (3.3). Profiling is enabled, so the
  // owning state is the state of the PE.
  assign two_level = own_i.el2_on;
  assign tge       = own_i.el2_on && ctx_i.tge;
  assign stopped   = !ctx_i.cnt_en && (TsStopped == spu_int_pkg::TS_STOPPED_END);
  assign pa        = two_level ? ctl_i.scr2.pa && (own_i.el2 || ctl_i.scr1.pa) : ctl_i.scr1.pa;
  assign ts        = own_i.el2 ? ctl_i.scr2.ts : ctl_i.scr1.ts;

  // PCT 0b10 is reserved and taken as 0b00. Virtual time has the offset that a read of CNTVCT_EL0
  // at this Exception level has: a host and a PE without EL2 have no offset.
  always_comb begin
    virt = (own_i.host || !El2) ? spu_int_pkg::TsPhysical : spu_int_pkg::TsVirtual;

    unique case (ctl_i.scr1.pct)
      2'b01:   el1_kind = spu_int_pkg::TsPhysical;
      2'b11:   el1_kind = OFFSET;
      default: el1_kind = virt;
    endcase

    kind = el1_kind;
    if (two_level) begin
      unique case (ctl_i.scr2.pct)
        2'b01: if (own_i.el2) kind = spu_int_pkg::TsPhysical;
        2'b11: if (own_i.el2 || ctl_i.scr1.pct[0]) kind = OFFSET;
               else                                       kind = virt;
        default: kind = virt;
      endcase
    end
  end

  always_comb begin
    cap_o.el    = ctx_i.el;
    cap_o.state = {Rme && ctx_i.scr_nse, ctx_i.scr_ns};
    cap_o.tbi0  = ctx_i.tbi0;
    cap_o.tbi1  = ctx_i.tbi1;
    cap_o.cx1   = ctl_i.scr1.cx && (ctx_i.el != spe_pkg::EL2) && !tge;
    cap_o.cx2   = own_i.el2_on && ctl_i.scr2.cx;
    cap_o.ts    = ts && !stopped;
    cap_o.kind  = kind;
    cap_o.pa    = pa;
    cap_o.el2   = prof_el2_i;
  end

endmodule
