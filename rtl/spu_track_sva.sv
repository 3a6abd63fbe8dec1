// SPDX-License-Identifier: Apache-2.0
//
// Assertions on one sample in flight: legal states and steps, what the PE may report about it.

module spu_track_sva
  import spu_int_pkg::*;
(
  input logic           clk_i,
  input logic           rst_ni,
  input track_state_e   state_q,
  input logic           alloc_i,
  input logic           release_o,
  input logic           waiting_o,
  input logic           busy_o,
  input spe_pkg::life_t life_i
);

  // In flops: Verilator 5.006 cannot sample a port as wide as the life of four tags.
  logic stray_end_q, bad_kind_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stray_end_q <= 1'b0;
      bad_kind_q  <= 1'b0;
    end else begin
      stray_end_q <= life_i.ended && (!busy_o || waiting_o);
      bad_kind_q  <= life_i.ended && (life_i.end_kind > spe_pkg::EndReplay);
    end
  end

  StateLegal: assert property (@(posedge clk_i) disable iff (!rst_ni) state_q <= StTrWait);
  FreeStays: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StTrFree && !alloc_i) |=> state_q == StTrFree);
  TakenIsLive: assert property (@(posedge clk_i) disable iff (!rst_ni)
    alloc_i |=> state_q == StTrLive);
  FreedIsFree: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (release_o && !alloc_i) |=> state_q == StTrFree);
  PeEndsOnce: assert property (@(posedge clk_i) disable iff (!rst_ni) !stray_end_q);
  PeEndKind: assert property (@(posedge clk_i) disable iff (!rst_ni) !bad_kind_q);

endmodule

bind spu_track spu_track_sva u_sva (.*);
