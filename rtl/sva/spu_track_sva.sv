// SPDX-License-Identifier: Apache-2.0
//
// Assertions on one sample in flight: legal steps of the state. spu_life_sva has the promises of
// the PE about its life.

module spu_track_sva
  import spu_int_pkg::*;
(
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

  logic         live_q;  // selected in an earlier cycle, life not over
  track_state_e before_q;
  logic         over_q;  // the life was over in the cycle before

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      live_q   <= 1'b0;
      before_q <= StTrFree;
      over_q   <= 1'b0;
    end else begin
      live_q   <= alloc_i || (live_q && !life_i.ended);
      before_q <= state_q;
      over_q   <= live_q && life_i.ended;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
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
      if (waiting_o) begin
        LostWaiting:    cover (!buf_en_i);
        TakenAtRelease: cover (alloc_i && release_o);
      end
    end
  end

endmodule

bind spu_track spu_track_sva u_sva (.*);
