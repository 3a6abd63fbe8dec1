// SPDX-License-Identifier: Apache-2.0
//
// Assertions on PMSICR_EL1, from the ports of spu_interval: COUNT goes down by one for each counted
// operation and is reloaded at 0 only, ECOUNT goes down likewise, an operation is chosen only where
// a count runs out (3.1).

module spu_interval_sva #(
  parameter int unsigned DispatchWidth = 1,
  parameter bit          Ernd          = 1'b0
) (
  input logic                     clk_i,
  input logic                     rst_ni,
  input logic [DispatchWidth-1:0] lane_valid_i,
  input logic                     en0_i,
  input logic                     en1_i,
  input logic                     en_next_i,
  input logic [23:0]              interval_i,
  input logic                     rnd_i,
  input logic                     we_i,
  input logic [63:0]              wdata_i,
  input logic [63:0]              icr_o,
  input logic [3:0]               draw_count_o,
  input logic [DispatchWidth-1:0] counted_o,
  input logic [DispatchWidth-1:0] chosen_o
);

  logic [31:0] count, ops, drop;
  logic [7:0]  ecount;
  logic        free;      // no direct write in this cycle
  logic        running;   // the operations of this cycle do not take COUNT to 0
  logic        pending;   // nor ECOUNT, if it runs
  logic [7:0]  next_ecount;

  assign count       = icr_o[31:0];
  assign ecount      = icr_o[63:56];
  assign ops         = 32'($countones(counted_o));
  assign drop        = count - ops;
  assign free        = !we_i;
  assign running     = count > ops;
  assign pending     = !rnd_i || ecount == '0 || 32'(ecount) > ops;
  assign next_ecount = (rnd_i && 32'(ecount) > ops) ? ecount - 8'(ops) : rnd_i ? '0 : ecount;

  CountedIsMember: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (counted_o & ~lane_valid_i) == '0);
  ChosenCounts: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (chosen_o & ~counted_o) == '0);
  NoneDisabled: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (!en0_i && !en1_i) |-> counted_o == '0);
  NoHoles: assert property (@(posedge clk_i) disable iff (!rst_ni)
    icr_o[55:32] == '0 && (Ernd || ecount == '0));
  WriteWins: assert property (@(posedge clk_i) disable iff (!rst_ni)
    we_i |=> icr_o[31:0] == $past(wdata_i[31:0]) &&
             icr_o[63:56] == ($past(wdata_i[63:56]) & {8{Ernd}}));

  // Above 0 COUNT neither stands still nor is reloaded.
  CountsDown: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (free && running) |=> count == $past(drop));
  // At 0 it is 0, or what a reload and the operations after it leave.
  ReloadIsInterval: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (free && !running) |=> count <= {$past(interval_i), rnd_q ? 8'hFF : 8'h00});
  NothingMoves: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (free && ops == '0 && en0_i == en1_i && en1_i == en_next_i) |=> $stable(icr_o));
  EcountDown: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (free && running && Ernd) |=> ecount == $past(next_ecount));
  ChosenAtZero: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (running && pending) |-> chosen_o == '0);
  LastIsChosen: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (count != '0 && count == ops && !(rnd_i && Ernd)) |-> $countones(chosen_o) == 1 &&
    (chosen_o & counted_o) > (counted_o & ~chosen_o));
  DrawByRnd: assert property (@(posedge clk_i) disable iff (!rst_ni)
    draw_count_o != '0 |-> rnd_i && !running);

  logic rnd_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rnd_q <= 1'b0;
    else         rnd_q <= rnd_i && !Ernd;
  end

  LoadAtWrite:   cover property (@(posedge clk_i) disable iff (!rst_ni)
    !en1_i && en_next_i && icr_o == '0);
  LoadAtChange:  cover property (@(posedge clk_i) disable iff (!rst_ni)
    !en0_i && en1_i && icr_o == '0);
  LoadInBundle:  cover property (@(posedge clk_i) disable iff (!rst_ni)
    !en0_i && en1_i && icr_o == '0 && counted_o != '0);
  ZeroInBundle:  cover property (@(posedge clk_i) disable iff (!rst_ni)
    count != '0 && count < ops);
  ZeroAtTheEnd:  cover property (@(posedge clk_i) disable iff (!rst_ni)
    count != '0 && count == ops);
  SeveralChosen: cover property (@(posedge clk_i) disable iff (!rst_ni)
    $countones(chosen_o) > 1);
  BothZero:      cover property (@(posedge clk_i) disable iff (!rst_ni)
    rnd_i && ops != '0 && count == ops && 32'(ecount) == ops);
  WriteAtStep:   cover property (@(posedge clk_i) disable iff (!rst_ni)
    we_i && counted_o != '0);

endmodule

bind spu_interval spu_interval_sva #(
  .DispatchWidth(DispatchWidth), .Ernd(Ernd)
) u_sva (.*);
