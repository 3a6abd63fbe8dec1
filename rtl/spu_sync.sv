// SPDX-License-Identifier: Apache-2.0
//
// Barriers: PSB CSYNC (3.6) and DSB (3.4.4). Done is a level in the cycle in which the request may
// fall. Latency: PSB CSYNC at least one cycle, DSB none when nothing is outstanding. Back-pressure:
// the PE holds the request.

module spu_sync #(
  parameter int unsigned InFlight = 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                psb_req_i,     /// PSB CSYNC waits
  output logic                psb_done_o,    /// what was sampled before it is written or lost
  input  logic                dsb_req_i,     /// DSB waits
  output logic                dsb_done_o,    /// what was translated is written and acknowledged
  input  logic [InFlight-1:0] busy_i,        /// tags taken at the start of the cycle
  input  logic [InFlight-1:0] release_i,     /// tags that become free
  input  logic                queued_i,      /// the queue has a record
  input  logic                translated_i,  /// a translated record waits to be written
  input  logic                quiet_i        /// no burst outstanding
);

  logic                seen_q;  // the request was there in an earlier cycle
  logic [InFlight-1:0] wait_q;  // samples that it waits for

  assign psb_done_o = psb_req_i && seen_q && (wait_q == '0) && !queued_i;
  assign dsb_done_o = dsb_req_i && quiet_i && !translated_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      seen_q <= 1'b0;
      wait_q <= '0;
    end else begin
      seen_q <= psb_req_i && !psb_done_o;
      wait_q <= (seen_q ? wait_q : busy_i) & ~release_i;
    end
  end

endmodule
