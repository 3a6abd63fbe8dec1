// SPDX-License-Identifier: Apache-2.0
//
// Effect of a Profiling Buffer management event of the writer on PMBSR_ELx and PMBPTR_EL1 (3.5,
// 4.3.4; Arm ARM D17.8.2 to D17.8.4, D24.7.5). Priority of several causes in one cycle: fault,
// synchronous abort, then the others (3.5.1). Combinational.
// Rules: dpi/timing.md, W7, W11, W13.

module spu_cause #(
  parameter bit          Rme          = 1'b0,
  parameter bit          The          = 1'b0,
  parameter bit          Poe          = 1'b0,
  parameter bit          Pie          = 1'b0,
  parameter bit          WalkEa       = 1'b1,
  parameter int unsigned DlBoundary   = 0,
  parameter int unsigned WrongPointer = 0,
  parameter int unsigned Misaligned   = 0
) (
  /// The translation failed.
  input  logic              fault_i,
  /// Answer of the translation. Sampled with `fault_i`.
  input  spe_pkg::xl_rsp_t  rsp_i,
  /// The fault or abort is not on the first byte of its record. Sampled with either.
  input  logic              inside_i,
  /// Synchronous External abort.
  input  logic              abort_sync_i,
  /// Asynchronous External abort; adds EA and DL to another event.
  input  logic              abort_async_i,
  /// A record begins at a misaligned pointer.
  input  logic              misaligned_i,
  /// A record begins at a pointer that breaks another rule of 3.4.1.
  input  logic              wrong_i,
  /// A record begins in a buffer larger than PMBIDR_EL1.MaxBuffSize.
  input  logic              too_large_i,
  /// A record is done, and there is no room for another one.
  input  logic              full_i,
  /// The event; its target is not set.
  output spu_int_pkg::evt_t evt_o
);

  // How a wrong or misaligned pointer is reported.
  localparam bit AsWrong       = Misaligned == spu_int_pkg::ALIGN_AS_WRONG;
  localparam bit WrongIsFault  = (WrongPointer == spu_int_pkg::WRONG_FAULT) ||
                                 (WrongPointer == spu_int_pkg::WRONG_FAULT_DL);
  localparam bit WrongIsDenied = WrongPointer == spu_int_pkg::WRONG_DENIED;
  localparam bit WrongSetsDl   = WrongIsDenied || (WrongPointer == spu_int_pkg::WRONG_FULL_DL) ||
                                 (WrongPointer == spu_int_pkg::WRONG_FAULT_DL);
  localparam bit BoundaryOne   = DlBoundary == spu_int_pkg::BOUNDARY_ONE;
  localparam bit BoundaryZero  = DlBoundary == spu_int_pkg::BOUNDARY_ZERO;

  logic [5:0] fsc;
  logic       gpc, walk, permission;

  assign fsc        = rsp_i.fsc;
  assign gpc        = Rme && (rsp_i.fault == spe_pkg::XlGpc);
  assign permission = fsc[5:2] == 4'b0011;
  // An External abort on a walk of level -2 or -1, of level 0 to 3; of level -1 found by parity.
  assign walk       = (fsc[5:1] == 5'b01001) || (fsc[5:2] == 4'b0101) || (fsc == 6'b011011);

  always_comb begin
    evt_o           = '0;
    evt_o.ec        = spu_int_pkg::EC_STAGE1;
    evt_o.ea        = abort_sync_i || abort_async_i;
    evt_o.dl        = abort_async_i;
    evt_o.late      = abort_async_i;
    evt_o.moves_ptr = fault_i || abort_sync_i;
    if (fault_i) begin
      evt_o.event_valid = 1'b1;
      if (gpc) begin
        evt_o.ec = spu_int_pkg::EC_GPC;
      end else begin
        if (rsp_i.stage2) evt_o.ec = spu_int_pkg::EC_STAGE2;
        evt_o.mss[5:0] = fsc;
        evt_o.mss2[8]  = The && rsp_i.stage2 && permission && rsp_i.toplevel;
        evt_o.mss2[7]  = The && rsp_i.stage2 && permission && rsp_i.assured;
        evt_o.mss2[6]  = Poe && permission && rsp_i.overlay;
        evt_o.mss2[5]  = Pie && permission && rsp_i.dirty;
        if (walk && WalkEa) evt_o.ea = 1'b1;
      end
      if (inside_i || BoundaryOne) evt_o.dl = 1'b1;
      evt_o.dl_zero = BoundaryZero && !inside_i && !abort_async_i;
    end else if (abort_sync_i) begin
      evt_o.event_valid = 1'b1;
      evt_o.mss[5:0]    = spu_int_pkg::FSC_ABORT_SYNC;
      if (inside_i) evt_o.dl = 1'b1;
    end else if (abort_async_i) begin
      evt_o.event_valid = 1'b1;
      evt_o.mss[5:0]    = spu_int_pkg::FSC_ABORT_ASYNC;
    end else if (misaligned_i && !AsWrong) begin
      evt_o.event_valid = 1'b1;
      evt_o.mss[5:0]    = spu_int_pkg::FSC_ALIGNMENT;
      evt_o.dl          = BoundaryOne;
      evt_o.dl_zero     = BoundaryZero;
    end else if (misaligned_i || wrong_i) begin
      evt_o.event_valid = 1'b1;
      evt_o.dl          = WrongSetsDl;
      if (WrongIsFault) begin
        evt_o.mss[5:0] = spu_int_pkg::FSC_TRANSLATION;
      end else begin
        evt_o.ec       = spu_int_pkg::EC_OTHER;
        evt_o.mss[5:0] = WrongIsDenied ? spu_int_pkg::BSC_DENIED : spu_int_pkg::BSC_FULL;
      end
    end else if (too_large_i) begin
      evt_o.event_valid = 1'b1;
      evt_o.ec          = spu_int_pkg::EC_OTHER;
      evt_o.mss[5:0]    = spu_int_pkg::BSC_SIZE;
    end else if (full_i) begin
      evt_o.event_valid = 1'b1;
      evt_o.ec          = spu_int_pkg::EC_OTHER;
      evt_o.mss[5:0]    = spu_int_pkg::BSC_FULL;
    end
  end

endmodule
