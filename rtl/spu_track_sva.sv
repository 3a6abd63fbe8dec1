// SPDX-License-Identifier: Apache-2.0
//
// Assertions on one sample in flight: legal steps, and what the PE may report about it: pulses only
// for an operation selected in an earlier cycle, retirement not before issue and complete.

module spu_track_sva
  import spu_int_pkg::*;
#(
  parameter int unsigned SamplePoint = 0
) (
  input logic           clk_i,
  input logic           rst_ni,
  input track_state_e   state_q,
  input logic           alloc_i,
  input logic           release_o,
  input logic           waiting_o,
  input logic           buf_en_i,
  input logic           grant_i,
  input spe_pkg::life_t life_i
);

  localparam bit Pulses = SamplePoint == SAMPLE_DISPATCH;

  logic live_q;           // selected in an earlier cycle, life not over
  logic issued_q, issued, completed_q, completed;
  // In flops: Verilator 5.006 cannot sample a port as wide as the life of four tags.
  logic stray_end_q, stray_pulse_q, bad_kind_q, early_q;

  assign issued    = issued_q || life_i.issue;
  assign completed = completed_q || life_i.complete;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      live_q        <= 1'b0;
      issued_q      <= 1'b0;
      completed_q   <= 1'b0;
      stray_end_q   <= 1'b0;
      stray_pulse_q <= 1'b0;
      bad_kind_q    <= 1'b0;
      early_q       <= 1'b0;
    end else begin
      live_q        <= alloc_i || (live_q && !life_i.ended);
      issued_q      <= issued && !alloc_i;
      completed_q   <= completed && !alloc_i;
      stray_end_q   <= life_i.ended && !live_q;
      stray_pulse_q <= Pulses && !live_q &&
                       (life_i.issue || life_i.xlat_start || life_i.xlat_end || life_i.complete);
      bad_kind_q    <= life_i.ended && life_i.end_kind > spe_pkg::EndReplay;
      early_q       <= Pulses && live_q && life_i.ended &&
                       life_i.end_kind == spe_pkg::EndRetire && !(issued && completed);
    end
  end

  PeEndsOnce: assert property (@(posedge clk_i) disable iff (!rst_ni) !stray_end_q);
  PePulsesLive: assert property (@(posedge clk_i) disable iff (!rst_ni) !stray_pulse_q);
  PeEndKind: assert property (@(posedge clk_i) disable iff (!rst_ni) !bad_kind_q);
  PeRetiresComplete: assert property (@(posedge clk_i) disable iff (!rst_ni) !early_q);

  StateLegal: assert property (@(posedge clk_i) disable iff (!rst_ni)
    state_q inside {StTrFree, StTrLive, StTrWait});
  LiveIsLife: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StTrLive) == live_q);
  WaitsAfterEnd: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q != StTrWait) |=> state_q != StTrWait || $past(live_q && life_ended));
  // Only a full queue makes a record wait; a disabled buffer does not.
  WaitsForRoom: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (waiting_o && (grant_i || !buf_en_i)) |-> release_o);

  logic life_ended;
  assign life_ended = life_i.ended;

  RetireAtOnce:   cover property (@(posedge clk_i) disable iff (!rst_ni)
    live_q && life_ended && !completed_q && completed);
  LostWaiting:    cover property (@(posedge clk_i) disable iff (!rst_ni)
    waiting_o && !buf_en_i);
  TakenAtRelease: cover property (@(posedge clk_i) disable iff (!rst_ni)
    alloc_i && waiting_o && release_o);

endmodule

bind spu_track spu_track_sva #(.SamplePoint(SamplePoint)) u_sva (.*);
