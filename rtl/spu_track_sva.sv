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

  logic         live_q;  // selected in an earlier cycle, life not over
  logic         issued_q, issued, completed_q, completed;
  track_state_e before_q;
  logic         over_q;  // the life was over in the cycle before

  assign issued    = issued_q || life_i.issue;
  assign completed = completed_q || life_i.complete;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      live_q      <= 1'b0;
      issued_q    <= 1'b0;
      completed_q <= 1'b0;
      before_q    <= StTrFree;
      over_q      <= 1'b0;
    end else begin
      live_q      <= alloc_i || (live_q && !life_i.ended);
      issued_q    <= issued && !alloc_i;
      completed_q <= completed && !alloc_i;
      before_q    <= state_q;
      over_q      <= live_q && life_i.ended;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (life_i.ended) begin
        PeEndsOnce: assert (live_q);
        PeEndKind:  assert (life_i.end_kind <= spe_pkg::EndReplay);
        PeRetiresComplete: assert (!Pulses || !live_q || life_i.end_kind != spe_pkg::EndRetire ||
                                   (issued && completed));
      end
      if (Pulses && !live_q) begin
        PePulsesLive: assert
            (!(life_i.issue || life_i.xlat_start || life_i.xlat_end || life_i.complete));
      end

      StateLegal: assert (state_q inside {StTrFree, StTrLive, StTrWait});
      LiveIsLife: assert ((state_q == StTrLive) == live_q);
      if (state_q == StTrWait && before_q != StTrWait) begin
        WaitsAfterEnd: assert (over_q);
      end
      // Only a full queue makes a record wait; a disabled buffer does not.
      if (waiting_o && (grant_i || !buf_en_i)) begin
        WaitsForRoom: assert (release_o);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (life_i.ended) begin
        RetireAtOnce: cover (live_q && !completed_q && completed);
      end
      if (waiting_o) begin
        LostWaiting:    cover (!buf_en_i);
        TakenAtRelease: cover (alloc_i && release_o);
      end
    end
  end

endmodule

bind spu_track spu_track_sva #(.SamplePoint(SamplePoint)) u_sva (.*);
