// SPDX-License-Identifier: Apache-2.0
//
// What the PE's context and the control registers decide in this cycle: owner of the buffer,
// enables before and after a change of context and at the start of the next cycle, and what a
// record contains (3.2.1, 3.3, 3.4.2). Combinational.

module spu_context #(
  parameter bit          El2       = 1'b1,
  parameter bit          El3       = 1'b1,
  parameter bit          Vhe       = 1'b1,
  parameter int unsigned TsStopped = spu_int_pkg::TS_STOPPED_END
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
  /// PMBIDR_EL1.P at the start of the cycle.
  output logic              prohibited_o,
  /// Profiling is enabled before the change of context.
  output logic              en0_o,
  /// Profiling is enabled after the change of context.
  output logic              en1_o,
  /// Profiling is enabled at the start of the next cycle.
  output logic              en_next_o,
  /// What a record contains before the change, valid with `en0_o`.
  output spu_int_pkg::cap_t cap0_o,
  /// What a record contains after the change, valid with `en1_o`.
  output spu_int_pkg::cap_t cap1_o
);

  logic             secure0, secure1, el2_0, el2_1;
  spe_pkg::regime_e unused_regime1, unused_regime2;
  logic             unused_buf_en1, unused_prohibited1;
  logic             unused_secure2, unused_el2_2, unused_buf_en2, unused_prohibited2;

  // Enables: before and after a change of context in this cycle, and at the start of the next one.
  spu_enable #(.El2(El2), .El3(El3), .Vhe(Vhe)) u_enable0 (
    .ctx_i          (ctx0_i),
    .ctl_i          (ctl_i),
    .owner_secure_o (secure0),
    .owner_el2_o    (el2_0),
    .regime_o       (regime_o),
    .buf_en_o       (buf_en_o),
    .prof_en_o      (en0_o),
    .prohibited_o   (prohibited_o)
  );

  spu_enable #(.El2(El2), .El3(El3), .Vhe(Vhe)) u_enable1 (
    .ctx_i          (ctx1_i),
    .ctl_i          (ctl_i),
    .owner_secure_o (secure1),
    .owner_el2_o    (el2_1),
    .regime_o       (unused_regime1),
    .buf_en_o       (unused_buf_en1),
    .prof_en_o      (en1_o),
    .prohibited_o   (unused_prohibited1)
  );

  spu_enable #(.El2(El2), .El3(El3), .Vhe(Vhe)) u_enable_next (
    .ctx_i          (ctx1_i),
    .ctl_i          (ctl_next_i),
    .owner_secure_o (unused_secure2),
    .owner_el2_o    (unused_el2_2),
    .regime_o       (unused_regime2),
    .buf_en_o       (unused_buf_en2),
    .prof_en_o      (en_next_o),
    .prohibited_o   (unused_prohibited2)
  );

  spu_collect #(.El2(El2), .Vhe(Vhe), .TsStopped(TsStopped)) u_collect0 (
    .ctx_i          (ctx0_i),
    .ctl_i          (ctl_i),
    .owner_secure_i (secure0),
    .owner_el2_i    (el2_0),
    .cap_o          (cap0_o)
  );

  spu_collect #(.El2(El2), .Vhe(Vhe), .TsStopped(TsStopped)) u_collect1 (
    .ctx_i          (ctx1_i),
    .ctl_i          (ctl_i),
    .owner_secure_i (secure1),
    .owner_el2_i    (el2_1),
    .cap_o          (cap1_o)
  );

endmodule
