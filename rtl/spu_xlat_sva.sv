// SPDX-License-Identifier: Apache-2.0
//
// Assertions on translation: no use of a translation after it was invalidated, faults only when
// wanted and of its regime; the page of an address on offer and the regime of a record stay.

module spu_xlat_sva (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             want_i,
  input logic             held_i,
  input spe_pkg::regime_e regime,
  input spe_pkg::regime_e asked_regime_q,
  input logic             answer,
  input logic             invalidate_i,
  input logic             hit_o,
  input logic [39:0]      page_o,
  input logic             fault_o
);

  InvalidatedIsGone: assert property (@(posedge clk_i) disable iff (!rst_ni)
    invalidate_i |=> !hit_o);
  FaultWanted: assert property (@(posedge clk_i) disable iff (!rst_ni)
    fault_o |-> want_i && regime == asked_regime_q);
  PageStays: assert property (@(posedge clk_i) disable iff (!rst_ni)
    !want_i |=> $stable(page_o));
  RegimeHeld: assert property (@(posedge clk_i) disable iff (!rst_ni) held_i |-> $stable(regime));

  OwnerChanged: cover property (@(posedge clk_i) disable iff (!rst_ni)
    answer && want_i && regime != asked_regime_q);
  Reused: cover property (@(posedge clk_i) disable iff (!rst_ni) want_i && hit_o);

endmodule

bind spu_xlat spu_xlat_sva u_sva (.*);
