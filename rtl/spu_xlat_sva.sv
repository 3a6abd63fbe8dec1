// SPDX-License-Identifier: Apache-2.0
//
// Assertions on translation: one request at a time, no use of an answer or of a page after it was
// invalidated, faults only when wanted and of their regime; the page of an address on offer and the
// regime of a record stay.

module spu_xlat_sva
  import spu_int_pkg::*;
(
  input logic             clk_i,
  input logic             rst_ni,
  input xlat_state_e      state_q,
  input logic             want_i,
  input logic [63:0]      va_i,
  input logic             held_i,
  input spe_pkg::regime_e regime,
  input spe_pkg::regime_e asked_regime_q,
  input logic             answer,
  input logic             invalidate_i,
  input logic             tlbi_i,
  input logic             hit_o,
  input logic [39:0]      page_o,
  input logic             fault_o,
  input spe_pkg::xl_req_t xl_req_o,
  input logic             xl_ready_i,
  input spe_pkg::xl_rsp_t xl_rsp_i
);

  logic        taken;
  logic        open_q, stale_q;  // a request is outstanding; from before an invalidation
  logic        flushed_q;        // asked for before TLB maintenance
  logic        known_q;          // a translation has arrived since the last invalidation
  logic [51:0] asked_q, page_q;  // VA[63:12] of the request, of the translation that arrived last

  assign taken = xl_req_o.valid && xl_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q  <= 1'b0;
      stale_q <= 1'b0;
      flushed_q <= 1'b0;
      known_q <= 1'b0;
      asked_q <= '0;
      page_q  <= '0;
    end else begin
      open_q  <= taken || (open_q && !xl_rsp_i.valid);
      stale_q <= invalidate_i || tlbi_i || (stale_q && !taken);
      flushed_q <= tlbi_i || (flushed_q && !taken);
      if (invalidate_i || tlbi_i)                                        known_q <= 1'b0;
      else if (xl_rsp_i.valid && !xl_rsp_i.fault && !stale_q) known_q <= 1'b1;
      if (taken)          asked_q <= xl_req_o.va[63:12];
      if (xl_rsp_i.valid) page_q  <= asked_q;
    end
  end

  // A request is outstanding exactly where the FSM waits.
  WaitsForTaken: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StXlWait) == open_q);
  InvalidatedIsGone: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (invalidate_i || tlbi_i) |=> !hit_o);
  // 3.4.4: a translation asked for before an invalidation is not used.
  HitWasAnswered: assert property (@(posedge clk_i) disable iff (!rst_ni)
    hit_o |-> known_q);
  HitIsPage: assert property (@(posedge clk_i) disable iff (!rst_ni)
    hit_o |-> va_i[63:12] == page_q);
  FaultWasAnswered: assert property (@(posedge clk_i) disable iff (!rst_ni)
    fault_o |-> open_q && xl_rsp_i.valid && xl_rsp_i.fault);
  // rtl/README.md, 8: nor is a fault from before TLB maintenance.
  FaultIsFresh: assert property (@(posedge clk_i) disable iff (!rst_ni)
    fault_o |-> !flushed_q && !tlbi_i);
  FaultWanted: assert property (@(posedge clk_i) disable iff (!rst_ni)
    fault_o |-> want_i && regime == asked_regime_q);
  PageStays: assert property (@(posedge clk_i) disable iff (!rst_ni)
    !want_i |=> $stable(page_o));
  RegimeHeld: assert property (@(posedge clk_i) disable iff (!rst_ni) held_i |-> $stable(regime));

  OwnerChanged: cover property (@(posedge clk_i) disable iff (!rst_ni)
    answer && want_i && regime != asked_regime_q);
  Reused:       cover property (@(posedge clk_i) disable iff (!rst_ni) want_i && hit_o);
  StaleAnswer:  cover property (@(posedge clk_i) disable iff (!rst_ni)
    xl_rsp_i.valid && stale_q && !xl_rsp_i.fault);
  StaleFault:   cover property (@(posedge clk_i) disable iff (!rst_ni)
    xl_rsp_i.valid && stale_q && xl_rsp_i.fault);
  Unwanted:     cover property (@(posedge clk_i) disable iff (!rst_ni)
    xl_rsp_i.valid && !want_i);

endmodule

bind spu_xlat spu_xlat_sva u_sva (.*);
