// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the System registers, from the ports of spu_sysregs: RES0 and RES1 as chapter 4 and
// D24.7 give them, what may change a register and when, the syndrome of events.

module spu_sysregs_sva
  import spu_int_pkg::*;
#(
  parameter int unsigned Pmsver       = 1,
  parameter bit          El2          = 1'b1,
  parameter int unsigned Nv           = 0,
  parameter bit          Exc          = 1'b0,
  parameter bit          Nvm          = 1'b0,
  parameter bit          Fne          = 1'b0,
  parameter bit          Fds          = 1'b0,
  parameter bit          Eft          = 1'b0,
  parameter int unsigned Ecv          = 0,
  parameter bit          Speculative  = 1'b1,
  parameter bit          The          = 1'b0,
  parameter bit          Poe          = 1'b0,
  parameter bit          Pie          = 1'b0,
  parameter bit          WalkEa       = 1'b1,
  parameter bit          ImpdefEvent  = 1'b0,
  parameter int unsigned CountSize    = 12,
  parameter int unsigned Granule      = 12,
  parameter int unsigned Align        = 0,
  parameter int unsigned ExtAbort     = 0,
  parameter logic [63:0] Events       = 64'h3FF,
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
  input pmbmar_t              mar_o,
  input logic [63:0]          ptr_o,
  input logic                 stopped_i  // SPEProfilingStopped()
);

  localparam logic [63:0] PAGE  = (64'h1 << Granule) - 64'h1;
  localparam logic [63:0] STEP  = (64'h1 << Align) - 64'h1;
  localparam logic [63:0] KEPT  = (ExtAbort == ABORT_SYNC) ? '1 : ~STEP;  // bits of PMBPTR_EL1

  // Bits of PMSEVFR_EL1 and PMSNEVFR_EL1 that no version and option has, and bits of events that
  // are not implemented (4.3.8, D24.7.11).
  localparam logic [63:0] NEVER =
      ~Events | ((Pmsver >= 5) ? 64'h0000_FFFF_FC01_0001 : ~(EventFilters | 64'h6_08EA));

  // RES0 bits of PMBSR_ELx: those of MSS2 without FEAT_THE, S1POE, S1PIE; EA if no External abort
  // is reported (E11).
  localparam logic [23:0] MSS2  = ImpdefEvent ? 24'h0 : {15'h7FFF, {2{!The}}, !Poe, !Pie, 5'h1F};
  localparam bit          NO_EA = !WalkEa && !(ExtAbort inside {ABORT_SYNC, ABORT_ASYNC});
  localparam logic [63:0] SYNDROME =
      {8'hFF, MSS2, 6'h00, 6'h3F, 1'b0, NO_EA, 2'b00, {10{!ImpdefEvent}}, 6'h00};

  logic       read, write;
  logic [1:0] named;        // x of the PMBSR_ELx of this access, or 0
  logic [3:1] s;            // PMBSR_ELx.S, by x

  // Of the cycle before: which register was written, controls for this cycle, registers.
  logic        past_q;
  reg_e        written_q;
  ctl_t        next_q;
  logic        e_q, nvm_q, pmfz_q;
  scr_t        scr1_q, scr2_q;
  logic [63:0] limit_q, ptr_q;
  pmbmar_t     mar_q;
  filt_t       filt_q;
  logic [24:0] irr_q;
  logic        moved_q;           // an event moves the pointer
  logic        stopped_q;         // SPEProfilingStopped()
  logic        record_q;          // the pointer moves past a record
  logic [63:0] data_q, place_q;   // the written value; new value of the pointer
  logic [3:1]  wrote_q, hit_q;    // PMBSR_ELx that were written; that an event was for

  assign read  = req_i.valid && !req_i.write && outcome_i == spe_pkg::AccessOk;
  assign write = req_i.valid && req_i.write && outcome_i == spe_pkg::AccessOk;
  assign s     = {ctl_o.s3, ctl_o.s2, ctl_o.s1};

  always_comb begin
    case (reg_i)
      RegSr:   named = 2'd1;
      RegSr2:  named = 2'd2;
      RegSr3:  named = 2'd3;
      default: named = 2'd0;
    endcase
  end

  // Bits outside the fields of the descriptions in 4.3 and D24.7, and those that a choice makes
  // RES0 or RES1.
  function automatic logic [63:0] res0(reg_e register);
    case (register)
      RegScr1:   res0 = {52'hF_FFFF_FFFF_FFFF, !Nvm || Nv == 0, {3{!Exc}}, Ecv == 0 || !El2,
                         7'h04};
      RegScr2:   res0 = El2 ? {52'hF_FFFF_FFFF_FFFF, !Nvm, {3{!Exc}}, Ecv == 0, 7'h04} : '1;
      RegIcr:    res0 = {8'h00, 24'hFF_FFFF, 32'h0};
      RegIrr:    res0 = {32'hFFFF_FFFF, 24'h0, 7'h7F, 1'b0};
      RegFcr:    res0 = {11'h7FF, {5{!Eft}}, 27'h7FF_FFFF, {2{!Eft}}, 3'b000, 11'h7FF, !Fds, !Fne,
                         3'b000};
      RegEvfr:   res0 = NEVER;
      RegNevfr:  res0 = NEVER;
      RegLatfr:  res0 = {48'hFFFF_FFFF_FFFF, {4{CountSize == 12}}, 12'h0};
      RegLimitr: res0 = PAGE & ~{56'h0, Nvm, 1'b0, Pmsver >= 3, 2'b00, 3'b111};
      RegMar:    res0 = {54'h3F_FFFF_FFFF_FFFF, 10'h0};
      RegPtr:    res0 = ~KEPT;
      RegSr:     res0 = SYNDROME;
      RegSr2:    res0 = El2 ? SYNDROME : '1;
      RegSr3:    res0 = SYNDROME;
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

  // PMBSR_ELx after a collision and an event. `was`: the written value, or the value before.
  function automatic pmbsr_t behind(pmbsr_t was, logic collides, logic event_valid, evt_t evt);
    behind = was;
    // 3.1.4: sticky, whatever S is.
    if (collides) behind.coll = 1'b1;
    // D17.8: an event is recorded if S is 0. 3.5.4: DL and EA of an asynchronous abort are always
    // recorded.
    if (event_valid && !was.s) {behind.s, behind.ec, behind.mss, behind.mss2} =
        {1'b1, evt.ec, evt.mss, evt.mss2};
    if (event_valid && (!was.s || evt.late)) begin
      behind.dl = (was.dl || evt.dl) && !evt.dl_zero;
      behind.ea = was.ea || evt.ea;
    end
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      past_q    <= 1'b0;
      written_q <= RegNone;
      stopped_q <= 1'b0;
      moved_q   <= 1'b0;
      record_q  <= 1'b0;
      wrote_q   <= '0;
      hit_q     <= '0;
    end else begin
      past_q    <= 1'b1;
      written_q <= write ? reg_i : RegNone;
      stopped_q <= stopped_i;
      moved_q   <= evt_i.event_valid && evt_i.moves_ptr;
      record_q  <= ptr_we_i;
      for (int unsigned x = 1; x <= 3; x++) begin
        wrote_q[x] <= write && 32'(named) == x;
        hit_q[x]   <= evt_i.event_valid && 32'(evt_i.target) == x;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    next_q  <= ctl_next_o;
    scr1_q  <= ctl_o.scr1;
    scr2_q  <= ctl_o.scr2;
    e_q     <= ctl_o.e;
    nvm_q   <= ctl_o.nvm;
    pmfz_q  <= ctl_o.pmfz;
    limit_q <= limit_o;
    mar_q   <= mar_o;
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
      end
      if (reg_i != RegNone) begin
        OnlyOkReaches: assert (outcome_i == spe_pkg::AccessOk);
      end
      if (past_q) begin
        NextIsNext: assert (ctl_o == next_q);

        // Only software changes these registers.
        ScrHeld:      assert
            (written_q inside {RegScr1, RegScr2} ||
             (ctl_o.scr1 == scr1_q && ctl_o.scr2 == scr2_q));
        LimitHeld:    assert
            (written_q inside {RegLimitr, RegMar} ||
             (limit_o == limit_q && ctl_o.e == e_q && ctl_o.nvm == nvm_q &&
              ctl_o.pmfz == pmfz_q && mar_o == mar_q));
        FilterHeld:   assert
            (written_q inside {RegFcr, RegEvfr, RegNevfr, RegDsfr, RegLatfr, RegLimitr} ||
             filt_o == filt_q);
        IntervalHeld: assert (written_q == RegIrr || {interval_o, rnd_o} == irr_q);

        // PMBPTR_EL1 moves with records and events.
        if (ptr_o != ptr_q) begin
          PtrHeld:     assert (record_q || moved_q || written_q == RegPtr);
          // An event may still move PMBPTR_EL1: if it is for another PMBSR_ELx (W16), or if a write
          // of its cycle clears S (W10).
          PtrRetained: assert
              (!stopped_q || written_q == RegPtr || (moved_q && (Exc || written_q == RegSr)));
        end
        if (record_q && written_q != RegPtr) begin
          PtrMoves: assert (ptr_o == (place_q & KEPT));
        end
        // W10: a write of the same cycle wins over a record, not over an event.
        if (written_q == RegPtr && !moved_q) begin
          PtrWritten: assert (ptr_o == (data_q & KEPT));
        end
      end
    end
  end

  // PMBSR_ELx, each by itself (W10, W16).
  for (genvar x = 1; x <= 3; x++) begin : gen_sr
    localparam reg_e NAME = (x == 1) ? RegSr : (x == 2) ? RegSr2 : RegSr3;

    logic   sr_read_q;
    pmbsr_t sr, sr_q;    // value last read or written, with all changes since
    logic   sr_known_q;  // the register was read or written before
    logic   s_q;

    always_comb begin
      sr = sr_q;
      if (read && named == x)  sr = rsp_o.rdata;
      if (write && named == x) sr = req_i.wdata & ~res0(NAME);
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        sr_known_q <= 1'b0;
        sr_read_q  <= 1'b0;
        sr_q       <= '0;
        s_q        <= 1'b0;
      end else begin
        sr_read_q  <= read && named == x;
        sr_q       <= behind(sr, coll_i[x], evt_i.event_valid && evt_i.target == x, evt_i);
        sr_known_q <= sr_known_q || ((read || write) && named == x);
        s_q        <= s[x];
      end
    end

    always_ff @(posedge clk_i) begin
      if (rst_ni) begin
        // 3.5, 4.3.4: a read returns the value last read or written, with all changes since.
        if (read && named == x && sr_known_q) begin
          SyndromeHeld: assert (rsp_o.rdata == sr_q);
          SyndromeAgain: cover (!sr_read_q);
        end
        if (past_q) begin
          // W10: a write is first, the event is applied to the written value.
          EventSetsS: assert (!hit_q[x] || s[x]);
          if (!wrote_q[x]) begin
            SByEvent:      assert (s_q || hit_q[x] || !s[x]);
            SFallsByWrite: assert (!s_q || s[x]);
          end
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
      if (ctl_o.s1) begin
        SecondEvent: cover (evt_i.event_valid);
        LateWithS:   cover (evt_i.late);
      end
    end
  end

endmodule

bind spu_sysregs spu_sysregs_sva #(
  .Pmsver(Pmsver), .El2(El2), .Nv(Nv), .Exc(Exc), .Nvm(Nvm), .Fne(Fne), .Fds(Fds), .Eft(Eft),
  .Ecv(Ecv), .Speculative(Speculative), .The(The), .Poe(Poe), .Pie(Pie), .WalkEa(WalkEa),
  .ImpdefEvent(ImpdefEvent), .CountSize(CountSize), .Granule(Granule), .Align(Align),
  .ExtAbort(ExtAbort), .Events(Events), .EventFilters(EventFilters)
) u_sva (.stopped_i(spu.stopped), .*);
