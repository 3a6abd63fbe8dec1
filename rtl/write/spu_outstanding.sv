// SPDX-License-Identifier: Apache-2.0
//
// Write responses: which outstanding bursts belong to the current record and which to earlier ones
// (responses come in order, ID 0), and which of them failed. A burst counts from the cycle after
// both its address and its last beat were taken: its response arrives no earlier (IHI 0022,
// A3.3.1). Combinational on the response. Back-pressure: none, `bready_o` is 1; `room_o` limits the
// bursts outstanding.

module spu_outstanding (
  input  logic       clk_i,
  input  logic       rst_ni,
  /// A burst of the current record is sent: its response is due. Sampled every cycle.
  input  logic       sent_i,
  /// The current record ends in this cycle; its bursts count as bursts of earlier records. Sampled
  /// every cycle.
  input  logic       close_i,
  /// Response. Sampled every cycle.
  input  logic       bvalid_i,
  /// Always 1.
  output logic       bready_o,
  /// SLVERR, DECERR: External abort. Sampled with `bvalid_i`.
  input  logic [1:0] bresp_i,
  /// One more burst may be issued.
  output logic       room_o,
  /// No burst is outstanding.
  output logic       quiet_o,
  /// The response in this cycle is the last outstanding one of the current record. Read only in
  /// cycles in which no burst is sent (StWrResp).
  output logic       own_last_o,
  /// The response in this cycle is an error of the current record.
  output logic       own_err_o,
  /// The response in this cycle is an error.
  output logic       err_o
);

  // No text and no configuration gives a number. Records are some hundred cycles apart, so eight
  // outstanding bursts hide a memory that answers after a thousand cycles.
  localparam int unsigned MaxBursts = 8;
  localparam int unsigned CountBits = $clog2(MaxBursts + 1);

  logic [CountBits-1:0] own_q, own_d, older_q, older_d;
  logic                 own, failed;

  assign failed     = bresp_i[1];  // SLVERR 0b10, DECERR 0b11
  assign bready_o   = 1'b1;
  assign quiet_o    = (own_q == '0) && (older_q == '0);
  assign room_o     = (own_q + older_q) != CountBits'(MaxBursts);
  assign own        = bvalid_i && (older_q == '0) && (own_q != '0);
  assign own_last_o = own && (own_q == CountBits'(1));
  assign err_o      = bvalid_i && failed && !quiet_o;
  assign own_err_o  = own && failed;

  always_comb begin
    own_d   = own_q;
    older_d = older_q;
    if (own)                                  own_d   = own_d - CountBits'(1);
    else if (bvalid_i && (older_q != '0))     older_d = older_d - CountBits'(1);
    if (sent_i)                               own_d   = own_d + CountBits'(1);
    if (close_i) begin
      older_d = older_d + own_d;
      own_d   = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      own_q   <= '0;
      older_q <= '0;
    end else begin
      own_q   <= own_d;
      older_q <= older_d;
    end
  end

endmodule
