// SPDX-License-Identifier: Apache-2.0
//
// Assertions on translation: no use of a translation after it was invalidated, faults
// only when wanted.

module spu_xlat_sva (
  input logic       clk_i,
  input logic       rst_ni,
  input logic       want_i,
  input logic       invalidate_i,
  input logic       hit_o,
  input logic       fault_o
);

  InvalidatedIsGone: assert property (@(posedge clk_i) disable iff (!rst_ni)
    invalidate_i |=> !hit_o);
  FaultWanted: assert property (@(posedge clk_i) disable iff (!rst_ni) fault_o |-> want_i);

  Reused: cover property (@(posedge clk_i) disable iff (!rst_ni) want_i && hit_o);

endmodule

bind spu_xlat spu_xlat_sva u_sva (.*);
