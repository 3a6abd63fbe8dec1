// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the counts of outstanding bursts, against a count of their own.

module spu_outstanding_sva #(
  parameter int unsigned MaxBursts = 8
) (
  input logic                             clk_i,
  input logic                             rst_ni,
  input logic                             sent_i,
  input logic                             close_i,
  input logic                             bvalid_i,
  input logic                             room_o,
  input logic                             quiet_o,
  input logic                             own_last_o,
  input logic [$clog2(MaxBursts + 1)-1:0] own_q,
  input logic [$clog2(MaxBursts + 1)-1:0] older_q
);

  logic [7:0] sent_q;  // bursts without a response

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sent_q <= '0;
    else         sent_q <= sent_q + 8'(sent_i) - 8'(bvalid_i);
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      NoOverflow:  assert (sent_q <= 8'(MaxBursts));
      EachCounted: assert (8'(own_q) + 8'(older_q) == sent_q);
      if (quiet_o) begin
        QuietIsNone: assert (sent_q == '0);
      end
      if (own_last_o) begin
        LastIsLast: assert (bvalid_i && sent_q == 8'd1);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      NoRoom:       cover (!room_o);
      if (own_q != '0) begin
        TwoRecords: cover (older_q != '0);
      end
      if (sent_i) begin
        SentAtAnswer: cover (bvalid_i);
        CloseAtSent:  cover (close_i);
      end
    end
  end

endmodule

bind spu_outstanding spu_outstanding_sva #(.MaxBursts(MaxBursts)) u_sva (.*);
