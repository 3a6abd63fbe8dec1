// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the System registers, from the ports of spu_regs: RES0 and RES1 as chapter 4 gives
// them, what may change a register and when, the syndrome of events.

module spu_regs_sva
  import spu_int_pkg::*;
#(
  parameter bit          El2          = 1'b1,
  parameter bit          Speculative  = 1'b1,
  parameter int unsigned Granule      = 12,
  parameter int unsigned Align        = 0,
  parameter int unsigned ExtAbort     = 0,
  parameter logic [63:0] EventFilters = 64'h0
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input spe_pkg::sysreg_req_t req_i,
  input spe_pkg::access_e     outcome_i,
  input reg_e                 reg_i,
  input spe_pkg::sysreg_rsp_t rsp_o,
  input logic                 coll_i,
  input evt_t                 evt_i,
  input logic                 ptr_we_i,
  input logic [63:0]          ptr_i,
  input ctl_t                 ctl_o,
  input ctl_t                 ctl_next_o,
  input filt_t                filt_o,
  input logic [23:0]          interval_o,
  input logic                 rnd_o,
  input logic [63:0]          limit_o,
  input logic [63:0]          ptr_o
);

  localparam logic [63:0] PAGE  = (64'h1 << Granule) - 64'h1;
  localparam logic [63:0] STEP  = (64'h1 << Align) - 64'h1;

  logic        read, write, sr_read_q;
  logic [63:0] res0, res1, zeros, ones;
  logic [63:0] sr_q;        // PMBSR_EL1 as it was read last
  logic        sr_known_q;  // and nothing has changed it since

  assign read  = req_i.valid && !req_i.write && outcome_i == spe_pkg::AccessOk;
  assign write = req_i.valid && req_i.write && outcome_i == spe_pkg::AccessOk;

  // Bits outside the fields of the descriptions in 4.3, and those that a choice makes RES0 or RES1.
  always_comb begin
    res0 = '0;
    res1 = '0;
    case (reg_i)
      RegScr1:   res0 = {57'h1FF_FFFF_FFFF_FFFF, 4'b0000, 1'b1, 2'b00};
      RegScr2:   res0 = El2 ? {57'h1FF_FFFF_FFFF_FFFF, 4'b0000, 1'b1, 2'b00} : '1;
      RegIcr:    res0 = {8'h00, 24'hFF_FFFF, 32'h0};
      RegIrr:    res0 = {32'hFFFF_FFFF, 24'h0, 7'h7F, 1'b0};
      RegFcr:    res0 = {45'h1FFF_FFFF_FFFF, 3'b000, 13'h1FFF, 3'b000};
      RegEvfr:   res0 = ~(EventFilters | 64'hAA);
      RegLatfr:  res0 = {52'hF_FFFF_FFFF_FFFF, 12'h0};
      RegLimitr: res0 = PAGE & ~64'h7;
      RegPtr:    res0 = (ExtAbort == ABORT_SYNC) ? '0 : STEP;
      RegSr:     res0 = {32'hFFFF_FFFF, 6'h00, 6'h3F, 4'h0, 10'h3FF, 6'h00};
      default: ;
    endcase
    if (reg_i == RegScr1 && !El2)         res1 = 64'h40;
    if (reg_i == RegEvfr && !Speculative) res1 = 64'h2;
  end

  assign zeros = rsp_o.rdata & res0;
  assign ones  = ~rsp_o.rdata & res1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sr_known_q <= 1'b0;
      sr_read_q  <= 1'b0;
      sr_q       <= '0;
    end else begin
      sr_read_q <= read && reg_i == RegSr;
      if (read && reg_i == RegSr) sr_q <= rsp_o.rdata;
      sr_known_q <= ((read && reg_i == RegSr) || sr_known_q) && !(write && reg_i == RegSr) &&
                    !evt_i.event_valid && !evt_i.late && !coll_i;
    end
  end

  ReadsRes0: assert property (@(posedge clk_i) disable iff (!rst_ni) read |-> zeros == '0);
  ReadsRes1: assert property (@(posedge clk_i) disable iff (!rst_ni) read |-> ones == '0);
  OnlyOkReaches: assert property (@(posedge clk_i) disable iff (!rst_ni)
    outcome_i != spe_pkg::AccessOk |-> reg_i == RegNone);

  // Software alone changes these.
  ScrHeld: assert property (@(posedge clk_i) disable iff (!rst_ni)
    !(write && (reg_i == RegScr1 || reg_i == RegScr2)) |=>
    $stable(ctl_o.scr1) && $stable(ctl_o.scr2));
  LimitHeld: assert property (@(posedge clk_i) disable iff (!rst_ni)
    !(write && reg_i == RegLimitr) |=> $stable(limit_o) && $stable(ctl_o.e));
  FilterHeld: assert property (@(posedge clk_i) disable iff (!rst_ni)
    !(write && (reg_i == RegFcr || reg_i == RegEvfr || reg_i == RegLatfr)) |=> $stable(filt_o));
  IntervalHeld: assert property (@(posedge clk_i) disable iff (!rst_ni)
    !(write && reg_i == RegIrr) |=> $stable(interval_o) && $stable(rnd_o));
  NextIsNext: assert property (@(posedge clk_i) disable iff (!rst_ni)
    1'b1 |=> ctl_o == $past(ctl_next_o));

  // PMBPTR_EL1 moves with records and events; while S is 1 only software moves it (3.5).
  PtrHeld: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (!ptr_we_i && !(evt_i.event_valid && evt_i.moves_ptr) && !(write && reg_i == RegPtr)) |=>
    $stable(ptr_o));
  PtrMoves: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (ptr_we_i && !(write && (reg_i == RegPtr || reg_i == RegSr))) |=>
    ptr_o == ($past(ptr_i) & ((ExtAbort == ABORT_SYNC) ? '1 : ~STEP)));
  // W10: a write of the same cycle wins over a record, not over an event.
  PtrWritten: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (write && reg_i == RegPtr && !(evt_i.event_valid && evt_i.moves_ptr)) |=>
    ptr_o == ($past(req_i.wdata) & ((ExtAbort == ABORT_SYNC) ? '1 : ~STEP)));
  PtrRetained: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (ctl_o.s && !(write && (reg_i == RegPtr || reg_i == RegSr))) |=> $stable(ptr_o));

  // PMBSR_EL1 (3.5, 4.3.4). What was read last is what is read again, unless something happened.
  SyndromeHeld: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (read && reg_i == RegSr && sr_known_q) |-> rsp_o.rdata == sr_q);
  EventSetsS: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (evt_i.event_valid && !(write && reg_i == RegSr)) |=> ctl_o.s);
  SByEvent: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (!ctl_o.s && !evt_i.event_valid && !(write && reg_i == RegSr)) |=> !ctl_o.s);
  SFallsByWrite: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (ctl_o.s && !(write && reg_i == RegSr)) |=> ctl_o.s);
  // W10: the write comes first, the event is applied to what was written.
  EventAfterWrite: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (evt_i.event_valid && write && reg_i == RegSr) |=> ctl_o.s);

  EventAtWrite:     cover property (@(posedge clk_i) disable iff (!rst_ni)
    evt_i.event_valid && write && reg_i == RegSr);
  CollisionAtWrite: cover property (@(posedge clk_i) disable iff (!rst_ni)
    coll_i && write && reg_i == RegSr);
  PtrMovesAtWrite:  cover property (@(posedge clk_i) disable iff (!rst_ni)
    ptr_we_i && write && reg_i == RegPtr);
  SecondEvent:      cover property (@(posedge clk_i) disable iff (!rst_ni)
    evt_i.event_valid && ctl_o.s);
  LateWithS:        cover property (@(posedge clk_i) disable iff (!rst_ni)
    evt_i.late && ctl_o.s);
  SyndromeAgain:    cover property (@(posedge clk_i) disable iff (!rst_ni)
    read && reg_i == RegSr && sr_known_q && !sr_read_q);

endmodule

bind spu_regs spu_regs_sva #(
  .El2(El2), .Speculative(Speculative), .Granule(Granule), .Align(Align), .ExtAbort(ExtAbort),
  .EventFilters(EventFilters)
) u_sva (.*);
