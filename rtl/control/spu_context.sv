// SPDX-License-Identifier: Apache-2.0
//
// Decisions that follow from the PE's context and the control registers in this cycle: owner of the
// buffer, enables before and after a change of context and at the start of the next cycle, and the
// content of a record (3.2.1, 3.3, 3.4.2). Combinational.
// Rules: dpi/timing.md, LN1 to LN4.

module spu_context #(
  parameter bit          El2          = 1'b1,
  parameter bit          El3          = 1'b1,
  parameter bit          Vhe          = 1'b1,
  parameter bit          Secure       = 1'b1,
  parameter bit          Sel2         = 1'b0,
  parameter bit          Rme          = 1'b0,
  parameter int unsigned Nv           = 0,
  parameter bit          Exc          = 1'b0,
  parameter bit          Nvm          = 1'b0,
  parameter bit          DebugStops   = 1'b0,
  parameter int unsigned NspbReserved = spu_int_pkg::NSPB_NONE,
  parameter int unsigned EeReserved   = 0,
  parameter int unsigned Ecv          = 0,
  parameter int unsigned TsStopped    = spu_int_pkg::TS_STOPPED_END
) (
  /// Context at the start of the cycle.
  input  spe_pkg::pe_ctx_t  ctx0_i,
  /// Context at the end of the cycle.
  input  spe_pkg::pe_ctx_t  ctx1_i,
  /// Controls at the start of the cycle.
  input  spu_int_pkg::ctl_t ctl_i,
  /// Controls at the start of the next cycle.
  input  spu_int_pkg::ctl_t ctl_next_i,
  /// ProfilingBufferEnabled() at the start of the cycle.
  output logic              buf_en_o,
  /// Owning translation regime at the start of the cycle.
  output spe_pkg::regime_e  regime_o,
  /// Owner before the change of context.
  output spu_int_pkg::own_t own0_o,
  /// Owner after the change of context.
  output spu_int_pkg::own_t own1_o,
  /// PMBIDR_EL1.P at the start of the cycle.
  output logic              prohibited_o,
  /// Effective PMSCR_EL2.EnVM at the start of the cycle.
  output logic              envm_o,
  /// Profiling is enabled before the change of context.
  output logic              en0_o,
  /// Profiling is enabled after the change of context.
  output logic              en1_o,
  /// Profiling is enabled at the start of the next cycle.
  output logic              en_next_o,
  /// Content of a record before the change, valid with `en0_o`.
  output spu_int_pkg::cap_t cap0_o,
  /// Content of a record after the change, valid with `en1_o`.
  output spu_int_pkg::cap_t cap1_o
);

  logic              prof_el2_0, prof_el2_1;
  spu_int_pkg::own_t unused_own2;
  spe_pkg::regime_e  unused_regime1, unused_regime2;
  logic              unused_buf_en1, unused_prohibited1, unused_envm1;
  logic              unused_buf_en2, unused_prohibited2, unused_envm2, unused_prof_el2_2;

  // Enables: before and after a change of context in this cycle, and at the start of the next one.
  spu_enable #(
    .El2(El2), .El3(El3), .Vhe(Vhe), .Secure(Secure), .Sel2(Sel2), .Rme(Rme), .Nv(Nv), .Exc(Exc),
    .Nvm(Nvm), .DebugStops(DebugStops), .NspbReserved(NspbReserved), .EeReserved(EeReserved)
  ) u_enable0 (
    .ctx_i        (ctx0_i),
    .ctl_i        (ctl_i),
    .own_o        (own0_o),
    .regime_o     (regime_o),
    .buf_en_o     (buf_en_o),
    .prof_en_o    (en0_o),
    .prof_el2_o   (prof_el2_0),
    .prohibited_o (prohibited_o),
    .envm_o       (envm_o)
  );

  spu_enable #(
    .El2(El2), .El3(El3), .Vhe(Vhe), .Secure(Secure), .Sel2(Sel2), .Rme(Rme), .Nv(Nv), .Exc(Exc),
    .Nvm(Nvm), .DebugStops(DebugStops), .NspbReserved(NspbReserved), .EeReserved(EeReserved)
  ) u_enable1 (
    .ctx_i        (ctx1_i),
    .ctl_i        (ctl_i),
    .own_o        (own1_o),
    .regime_o     (unused_regime1),
    .buf_en_o     (unused_buf_en1),
    .prof_en_o    (en1_o),
    .prof_el2_o   (prof_el2_1),
    .prohibited_o (unused_prohibited1),
    .envm_o       (unused_envm1)
  );

  spu_enable #(
    .El2(El2), .El3(El3), .Vhe(Vhe), .Secure(Secure), .Sel2(Sel2), .Rme(Rme), .Nv(Nv), .Exc(Exc),
    .Nvm(Nvm), .DebugStops(DebugStops), .NspbReserved(NspbReserved), .EeReserved(EeReserved)
  ) u_enable_next (
    .ctx_i        (ctx1_i),
    .ctl_i        (ctl_next_i),
    .own_o        (unused_own2),
    .regime_o     (unused_regime2),
    .buf_en_o     (unused_buf_en2),
    .prof_en_o    (en_next_o),
    .prof_el2_o   (unused_prof_el2_2),
    .prohibited_o (unused_prohibited2),
    .envm_o       (unused_envm2)
  );

  spu_collect #(.El2(El2), .Rme(Rme), .Ecv(Ecv), .TsStopped(TsStopped)) u_collect0 (
    .ctx_i      (ctx0_i),
    .ctl_i      (ctl_i),
    .own_i      (own0_o),
    .prof_el2_i (prof_el2_0),
    .cap_o      (cap0_o)
  );

  spu_collect #(.El2(El2), .Rme(Rme), .Ecv(Ecv), .TsStopped(TsStopped)) u_collect1 (
    .ctx_i      (ctx1_i),
    .ctl_i      (ctl_i),
    .own_i      (own1_o),
    .prof_el2_i (prof_el2_1),
    .cap_o      (cap1_o)
  );

endmodule
