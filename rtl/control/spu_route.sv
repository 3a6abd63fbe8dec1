// SPDX-License-Identifier: Apache-2.0
//
// Which PMBSR_ELx records a Profiling Buffer management event: ReportSPEEvent(), Tables D17-5 to
// D17-7 (Arm ARM D17.8 RHJXHT; dpi/rules.md, RT2 to RT4). Combinational.

module spu_route #(
  parameter bit El3        = 1'b1,
  parameter bit Rme        = 1'b0,
  parameter bit Exc        = 1'b0,
  parameter bit RouteAsync = 1'b0
) (
  /// Context of the PE; for a collision the context of its lane.
  input  spe_pkg::pe_ctx_t ctx_i,
  /// Effective PMSCR_EL2.EE in that context.
  input  logic [1:0]       ee2_i,
  /// EL2 owns the buffer.
  input  logic             owner_el2_i,
  /// Event class; EC_OTHER also for a collision.
  input  logic [5:0]       ec_i,
  /// Fault status code, ignored unless the class is a stage 1 or 2 abort.
  input  logic [5:0]       fsc_i,
  /// 1, 2 or 3: the Exception level of the register.
  output logic [1:0]       target_o
);

  logic stage1, stage2, gpc, gpf, aborted, to_el3, to_el2;

  assign stage1 = ec_i == spu_int_pkg::EC_STAGE1;
  assign stage2 = ec_i == spu_int_pkg::EC_STAGE2;
  assign gpc    = Rme && (ec_i == spu_int_pkg::EC_GPC);

  // Granule Protection Fault: on a walk of level -2 or -1, of level 0 to 3, on the access.
  assign gpf = Rme && (stage1 || stage2) &&
               ((fsc_i[5:1] == 5'b10001) || (fsc_i[5:2] == 4'b1001) || (fsc_i == 6'b101000));

  // External abort: on the access; on a walk or update of level -2 or -1, or of level 0 to 3; a
  // parity error of level -1. With RouteAsync also an abort that is reported as asynchronous.
  assign aborted = (stage1 || stage2) &&
                   ((fsc_i == spu_int_pkg::FSC_ABORT_SYNC) || (fsc_i[5:1] == 5'b01001) ||
                    (fsc_i[5:2] == 4'b0101) || (fsc_i == 6'b011011) ||
                    (RouteAsync && (fsc_i == spu_int_pkg::FSC_ABORT_ASYNC)));

  // 0b10 takes events that would be a Data Abort exception to that level; 0b11 takes all events.
  assign to_el3 = Exc && El3 && ctx_i.pmsee[1] &&
                  (ctx_i.pmsee[0] || gpc || (gpf && ctx_i.scr_gpf) ||
                   (aborted && ctx_i.ea && !ctx_i.debug));
  assign to_el2 = Exc && ee2_i[1] &&
                  (ee2_i[0] || stage2 || gpc || (stage1 && owner_el2_i) ||
                   (gpf && ctx_i.hcr_gpf) || (aborted && ctx_i.tea));

  always_comb begin
    target_o = spe_pkg::EL1;
    if (to_el2) target_o = spe_pkg::EL2;
    if (to_el3) target_o = spe_pkg::EL3;
  end

endmodule
