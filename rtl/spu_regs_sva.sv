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
  input logic [3:1]           coll_i,
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
  logic [63:0] sr_q;        // PMBSR_EL1 as it was read last
  logic        sr_known_q;  // and nothing has changed it since

  // Of the cycle before: which register was written, controls for this cycle, registers.
  logic        past_q;
  reg_e        written_q;
  ctl_t        next_q;
  logic        e_q;
  scr_t        scr1_q, scr2_q;
  logic [63:0] limit_q, ptr_q;
  filt_t       filt_q;
  logic [24:0] irr_q;
  logic        s_q, event_q, moved_q;  // S; an event; one that moves the pointer
  logic        record_q;               // the pointer moves past a record
  logic [63:0] data_q, place_q;        // what was written; where the pointer moves

  assign read  = req_i.valid && !req_i.write && outcome_i == spe_pkg::AccessOk;
  assign write = req_i.valid && req_i.write && outcome_i == spe_pkg::AccessOk;

  // Bits outside the fields of the descriptions in 4.3, and those that a choice makes RES0 or RES1.
  function automatic logic [63:0] res0(reg_e register);
    case (register)
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
      default:   res0 = '0;
    endcase
  endfunction

  function automatic logic [63:0] res1(reg_e register);
    case (register)
      RegScr1: res1 = El2 ? '0 : 64'h40;
      RegEvfr: res1 = Speculative ? '0 : 64'h2;
      default: res1 = '0;
    endcase
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sr_known_q <= 1'b0;
      sr_read_q  <= 1'b0;
      sr_q       <= '0;
      past_q     <= 1'b0;
      written_q  <= RegNone;
      s_q        <= 1'b0;
      event_q    <= 1'b0;
      moved_q    <= 1'b0;
      record_q   <= 1'b0;
    end else begin
      sr_read_q <= read && reg_i == RegSr;
      if (read && reg_i == RegSr) sr_q <= rsp_o.rdata;
      sr_known_q <= ((read && reg_i == RegSr) || sr_known_q) && !(write && reg_i == RegSr) &&
                    !evt_i.event_valid && !evt_i.late && coll_i == '0;
      past_q    <= 1'b1;
      written_q <= write ? reg_i : RegNone;
      s_q       <= ctl_o.s[1];
      event_q   <= evt_i.event_valid;
      moved_q   <= evt_i.event_valid && evt_i.moves_ptr;
      record_q  <= ptr_we_i;
    end
  end

  always_ff @(posedge clk_i) begin
    next_q  <= ctl_next_o;
    scr1_q  <= ctl_o.scr1;
    scr2_q  <= ctl_o.scr2;
    e_q     <= ctl_o.e;
    limit_q <= limit_o;
    filt_q  <= filt_o;
    irr_q   <= {interval_o, rnd_o};
    ptr_q   <= ptr_o;
    if (write)    data_q  <= req_i.wdata;
    if (ptr_we_i) place_q <= ptr_i;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (read) begin
        ReadsRes0:  assert ((rsp_o.rdata & res0(reg_i)) == '0);
        ReadsRes1:  assert ((~rsp_o.rdata & res1(reg_i)) == '0);
        // PMBSR_EL1 (3.5, 4.3.4): what was read last is what is read again, unless something
        // happened.
        SyndromeHeld: assert (reg_i != RegSr || !sr_known_q || rsp_o.rdata == sr_q);
      end
      if (reg_i != RegNone) begin
        OnlyOkReaches: assert (outcome_i == spe_pkg::AccessOk);
      end
      if (past_q) begin
        NextIsNext: assert (ctl_o == next_q);

        // Software alone changes these.
        ScrHeld:      assert
            (written_q inside {RegScr1, RegScr2} ||
             (ctl_o.scr1 == scr1_q && ctl_o.scr2 == scr2_q));
        LimitHeld:    assert
            (written_q == RegLimitr || (limit_o == limit_q && ctl_o.e == e_q));
        FilterHeld:   assert
            (written_q inside {RegFcr, RegEvfr, RegLatfr} || filt_o == filt_q);
        IntervalHeld: assert (written_q == RegIrr || {interval_o, rnd_o} == irr_q);

        // PMBPTR_EL1 moves with records and events; while S is 1 only software moves it (3.5).
        if (ptr_o != ptr_q) begin
          PtrHeld:     assert (record_q || moved_q || written_q == RegPtr);
          PtrRetained: assert (!s_q || written_q inside {RegPtr, RegSr});
        end
        if (record_q && !(written_q inside {RegPtr, RegSr})) begin
          PtrMoves: assert (ptr_o == (place_q & ((ExtAbort == ABORT_SYNC) ? '1 : ~STEP)));
        end
        // W10: a write of the same cycle wins over a record, not over an event.
        if (written_q == RegPtr && !moved_q) begin
          PtrWritten: assert (ptr_o == (data_q & ((ExtAbort == ABORT_SYNC) ? '1 : ~STEP)));
        end

        if (written_q == RegSr) begin
          // W10: the write comes first, the event is applied to what was written.
          EventAfterWrite: assert (!event_q || ctl_o.s[1]);
        end else begin
          EventSetsS:    assert (!event_q || ctl_o.s[1]);
          SByEvent:      assert (s_q || event_q || !ctl_o.s[1]);
          SFallsByWrite: assert (!s_q || ctl_o.s[1]);
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (write) begin
        EventAtWrite:     cover (evt_i.event_valid && reg_i == RegSr);
        CollisionAtWrite: cover (coll_i[1] && reg_i == RegSr);
        PtrMovesAtWrite:  cover (ptr_we_i && reg_i == RegPtr);
      end
      if (read) begin
        SyndromeAgain: cover (reg_i == RegSr && sr_known_q && !sr_read_q);
      end
      if (ctl_o.s[1]) begin
        SecondEvent: cover (evt_i.event_valid);
        LateWithS:   cover (evt_i.late);
      end
    end
  end

endmodule

bind spu_regs spu_regs_sva #(
  .El2(El2), .Speculative(Speculative), .Granule(Granule), .Align(Align), .ExtAbort(ExtAbort),
  .EventFilters(EventFilters)
) u_sva (.*);
