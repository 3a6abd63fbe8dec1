// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_levels: Tables D17-8 to D17-10 of the Arm ARM, row by row. spu_outputs_sva has
// PMBIRQ without FEAT_SPE_EXC.

module spu_levels_sva #(
  parameter bit El3 = 1'b1,
  parameter bit Exc = 1'b0,
  parameter int unsigned Lag = 0
) (
  input logic              clk_i,
  input logic              rst_ni,
  input spe_pkg::pe_ctx_t  ctx_i,
  input spu_int_pkg::ctl_t ctl_i,
  input spu_int_pkg::own_t own_i,
  input logic              irq,
  input logic              freeze,
  input logic [3:1]        pending,
  input logic [3:1]        take,
  input logic              pmu_freeze_o
);

  // Cells of the tables. NOT_HERE: the PE cannot be at that level.
  localparam logic [2:0] NONE     = 3'd0;
  localparam logic [2:0] TO_EL1   = 3'd1;
  localparam logic [2:0] TO_EL2   = 3'd2;
  localparam logic [2:0] TO_EL3   = 3'd3;
  localparam logic [2:0] B        = 3'd4;
  localparam logic [2:0] C        = 3'd5;
  localparam logic [2:0] NOT_HERE = 3'd6;

  // {PMBIRQ, from EL3, EL2, EL1, EL0} of Table D17-8: PMSEE is not 0b00; PMSCR_EL2.EE is not 0b00;
  // TGE; PMSCR_EL1.EE[1], KE; PM.
  function automatic logic [12:0] row_8(logic [5:0] columns);
    unique casez (columns)
      6'b0_?_0_??_?: row_8 = {1'b1, NONE, NONE, NONE, NONE};
      6'b0_?_1_??_?: row_8 = {1'b1, NONE, NONE, NOT_HERE, NONE};
      6'b1_0_0_??_?: row_8 = {1'b1, NONE, NONE, NONE, NONE};
      6'b1_0_1_??_?: row_8 = {1'b1, NONE, NONE, NOT_HERE, NONE};
      6'b1_1_0_0?_?: row_8 = {1'b1, NONE, NONE, NONE, NONE};
      6'b1_1_0_10_?: row_8 = {1'b0, C, C, C, TO_EL1};
      6'b1_1_0_11_0: row_8 = {1'b0, C, C, TO_EL1, TO_EL1};
      6'b1_1_0_11_1: row_8 = {1'b0, C, C, B, TO_EL1};
      6'b1_1_1_0?_?: row_8 = {1'b1, NONE, NONE, NOT_HERE, NONE};
      6'b1_1_1_1?_?: row_8 = {1'b0, C, C, NOT_HERE, TO_EL2};
      default:       row_8 = '0;
    endcase
  endfunction

  // {from EL3, EL2, EL1, EL0} of Table D17-9: PMSEE is not 0b00; PMSCR_EL2.EE, KE; TGE; PM.
  function automatic logic [11:0] row_9(logic [5:0] columns);
    unique casez (columns)
      6'b0_??_?_0_?: row_9 = {NONE, NONE, NONE, NONE};
      6'b0_??_?_1_?: row_9 = {NONE, NONE, NOT_HERE, NONE};
      6'b1_0?_?_0_?: row_9 = {NONE, NONE, NONE, NONE};
      6'b1_0?_?_1_?: row_9 = {NONE, NONE, NOT_HERE, NONE};
      6'b1_10_?_0_?: row_9 = {C, C, TO_EL2, TO_EL2};
      6'b1_10_?_1_?: row_9 = {C, C, NOT_HERE, TO_EL2};
      6'b1_11_0_0_?: row_9 = {C, C, TO_EL2, TO_EL2};
      6'b1_11_0_1_?: row_9 = {C, C, NOT_HERE, TO_EL2};
      6'b1_11_1_0_0: row_9 = {C, TO_EL2, TO_EL2, TO_EL2};
      6'b1_11_1_0_1: row_9 = {C, B, TO_EL2, TO_EL2};
      6'b1_11_1_1_0: row_9 = {C, TO_EL2, NOT_HERE, TO_EL2};
      6'b1_11_1_1_1: row_9 = {C, B, NOT_HERE, TO_EL2};
      default:       row_9 = '0;
    endcase
  endfunction

  // {from EL3, EL2, EL1, EL0} of Table D17-10: PMSEE[1]; TGE.
  function automatic logic [11:0] row_10(logic [1:0] columns);
    unique case (columns)
      2'b0_0:  row_10 = {NONE, NONE, NONE, NONE};
      2'b0_1:  row_10 = {NONE, NONE, NOT_HERE, NONE};
      2'b1_0:  row_10 = {C, TO_EL3, TO_EL3, TO_EL3};
      default: row_10 = {C, TO_EL3, NOT_HERE, TO_EL3};
    endcase
  endfunction

  function automatic logic [2:0] cell_of(logic [11:0] row, logic [1:0] el);
    cell_of = row[3*el +: 3];
  endfunction

  function automatic logic taken(logic [2:0] value);
    taken = value inside {TO_EL1, TO_EL2, TO_EL3};
  endfunction

  logic [Lag:0] fresh_q;  // [0]: the outputs show reset, or the first cycle after reset

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fresh_q <= '1;
    else         fresh_q <= fresh_q >> 1;
  end

  logic        on, tge, high, can;
  logic [11:0] row1, row2, row3;
  logic [2:0]  cell1, cell2, cell3;

  always_comb begin
    on  = Exc && (!El3 || ctx_i.pmsee != 2'b00);
    tge = own_i.el2_on && ctx_i.tge;
    {high, row1} = row_8({on, own_i.ee2 != 2'b00, tge, own_i.ee1[1], ctl_i.scr1.ke, ctx_i.pm});
    row2  = row_9({on, own_i.ee2, ctl_i.scr2.ke, tge, ctx_i.pm});
    row3  = row_10({Exc && El3 && ctx_i.pmsee[1], tge});
    cell1 = ctl_i.s1 ? cell_of(row1, ctx_i.el) : NONE;
    cell2 = ctl_i.s2 ? cell_of(row2, ctx_i.el) : NONE;
    cell3 = ctl_i.s3 ? cell_of(row3, ctx_i.el) : NONE;
    // RYZJQX: an exception to EL1 or EL2 is taken only in the owning Security state, and never in
    // Debug state.
    can   = own_i.here && !ctx_i.debug;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      IrqByTable:  assert (irq == (ctl_i.s1 && high));
      TakePending: assert ((take & ~pending) == '0);
      if (fresh_q[0]) begin
        NoFreezeAfterReset: assert (!pmu_freeze_o);
      end
      if ((ctl_i.s1 || ctl_i.s2 || ctl_i.s3) && !(tge && ctx_i.el == spe_pkg::EL1)) begin
        PendingEl3: assert (pending[3] == (cell3 != NONE));
        PendingEl2: assert (pending[2] == (cell2 != NONE || (cell1 != NONE && tge)));
        PendingEl1: assert (pending[1] == (cell1 != NONE && !tge));
        TakeEl3:    assert (take[3] == (taken(cell3) && !ctx_i.debug));
        TakeEl2:    assert (take[2] == (can && (taken(cell2) || cell1 == TO_EL2)));
        TakeEl1:    assert (take[1] == (can && cell1 == TO_EL1));
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && (ctl_i.s1 || ctl_i.s2 || ctl_i.s3)) begin
      MaskedByPm:    cover (cell1 == B || cell2 == B);
      MaskedByLevel: cover (cell1 == C || cell2 == C || cell3 == C);
      SeveralTake:   cover ($countones(take) > 1);
      Frozen:        cover (freeze);
    end
  end

endmodule

bind spu_levels spu_levels_sva #(.El3(El3), .Exc(Exc), .Lag(Lag)) u_sva (.*);
