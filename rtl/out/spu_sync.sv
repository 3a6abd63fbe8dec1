// SPDX-License-Identifier: Apache-2.0
//
// Barriers: PSB CSYNC (3.6) and DSB (3.4.4). A request is held until the cycle in which its done is
// 1. PSB CSYNC waits for the samples that were in flight when the request rose, and for all records
// queued before the records of these samples; spu_queue keeps that place. Later samples do not
// delay PSB CSYNC.
//
// DSB waits for the outstanding bursts, and meanwhile no record is encoded. A DSB behind a PSB
// CSYNC first waits for the samples and records of the PSB CSYNC. Until then records may begin,
// because the PSB CSYNC waits for them, or for a sample that needs their room in the queue.
//
// Latency: PSB CSYNC at least one cycle, DSB none when nothing is outstanding. Back-pressure: the
// PE holds the request.
// Rules: dpi/timing.md, BR1 to BR5.

module spu_sync #(
  parameter int unsigned InFlight = 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// PSB CSYNC waits. Held until the cycle of `psb_done_o`; tie to 0 if unused.
  input  logic                psb_req_i,
  /// All samples from before the request are written or lost.
  output logic                psb_done_o,
  /// DSB waits. Held until the cycle of `dsb_done_o`; tie to 0 if unused.
  input  logic                dsb_req_i,
  /// All bursts are acknowledged, no translated record waits, and DSB is behind no PSB CSYNC.
  output logic                dsb_done_o,
  /// No record may be encoded, because a DSB waits and is behind no PSB CSYNC.
  output logic                hold_o,
  /// Tags taken at the start of the cycle. Sampled when PSB CSYNC begins.
  input  logic [InFlight-1:0] busy_i,
  /// Tags that become free in this cycle. Sampled while PSB CSYNC waits.
  input  logic [InFlight-1:0] release_i,
  /// PSB CSYNC begins to wait for all records queued at the start of this cycle.
  output logic                mark_all_o,
  /// PSB CSYNC waits for the records of these tags.
  output logic [InFlight-1:0] mark_o,
  /// A record that PSB CSYNC waits for is in the queue. Sampled while PSB CSYNC waits.
  input  logic                marked_i,
  /// A translated record waits to be written. Sampled with `dsb_req_i`.
  input  logic                translated_i,
  /// No burst is outstanding. Sampled with `dsb_req_i`.
  input  logic                quiet_i
);

  logic                seen_q, seen_d;  // psb_req_i was 1 in an earlier cycle
  logic [InFlight-1:0] wait_q, wait_d;  // samples in flight that PSB CSYNC waits for
  logic                hold_q, hold_d;  // hold_o was 1 in the cycle before, and the DSB still waits
  logic                behind;          // DSB is behind the PSB CSYNC that waits

  // A done answers a request that is held until then, in the same cycle: rtl/README.md, "Paths".
  assign mark_all_o = psb_req_i && !seen_q;
  assign psb_done_o = psb_req_i && seen_q && (wait_q == '0) && !marked_i;
  assign dsb_done_o = dsb_req_i && quiet_i && !translated_i && !behind;

  // DSB is not behind a PSB CSYNC that is requested in the first cycle of DSB (`seen_q` is 0 then)
  // or later (`hold_q` is 1 then).
  assign behind = seen_q && ((wait_q != '0) || marked_i) && !hold_q;
  assign hold_o = dsb_req_i && !behind;
  assign hold_d = hold_o && !dsb_done_o;

  always_comb begin
    mark_o = wait_q;
    if (mark_all_o) mark_o = busy_i;
    wait_d = mark_o & ~release_i;
    seen_d = psb_req_i && !psb_done_o;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      seen_q <= 1'b0;
      wait_q <= '0;
      hold_q <= 1'b0;
    end else begin
      seen_q <= seen_d;
      wait_q <= wait_d;
      hold_q <= hold_d;
    end
  end

endmodule
