// SPDX-License-Identifier: Apache-2.0
//
// Turns barrier handshakes into events for spe_tap: one event when a request rises, one when the
// barrier is done. A request holds until the cycle in which done is 1; a request in the next cycle
// is a new request. The outputs are combinational; the state is whether a request is open.

module spe_tap_sync (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       en_i,        /// the SPU's clock runs
  input  logic       cse_i,
  input  logic       psb_req_i,
  input  logic       psb_done_i,
  input  logic       dsb_req_i,
  input  logic       dsb_done_i,
  input  logic       tlbi_i,
  input  logic       impdef_i,
  output logic [6:0] event_o      /// bit = enum spe_sync_kind
);

  logic psb_open_q, dsb_open_q;

  assign event_o = {
    impdef_i,
    tlbi_i,
    dsb_req_i && dsb_done_i,
    dsb_req_i && !dsb_open_q,
    psb_req_i && psb_done_i,
    psb_req_i && !psb_open_q,
    cse_i
  };

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      psb_open_q <= 1'b0;
      dsb_open_q <= 1'b0;
    end else if (en_i) begin
      psb_open_q <= psb_req_i && !psb_done_i;
      dsb_open_q <= dsb_req_i && !dsb_done_i;
    end
  end

endmodule
