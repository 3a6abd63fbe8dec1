// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the random number generator: its state is never all zeros, because zeros would stay
// for ever; the state moves by whole draws; draws that were on offer and not taken are the next
// draws.

module spu_rnd_sva #(
  parameter int unsigned Draws = 2
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [3:0]  count_i,
  input logic [88:0] state_q
);

  logic [88:0] rest_q;   // expected low end of the state
  logic [88:0] mask_q;   // bits of rest_q that the state must have
  logic        whole_q;  // nothing was drawn: all bits
  logic        past_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rest_q  <= '0;
      mask_q  <= '0;
      whole_q <= 1'b0;
      past_q  <= 1'b0;
    end else begin
      rest_q <= state_q;
      if (count_i != '0) begin
        rest_q <= state_q >> {count_i, 3'b000};
        mask_q <= {89{1'b1}} >> {count_i, 3'b000};
      end
      whole_q <= count_i == '0;
      past_q  <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      NeverZero:    assert (state_q != '0);
      TakesOffered: assert (32'(count_i) <= Draws);
      if (past_q) begin
        InOrder: assert ((whole_q ? state_q : state_q & mask_q) == rest_q);
      end
    end
  end

endmodule

bind spu_rnd spu_rnd_sva #(.Draws(Draws)) u_sva (.*);
