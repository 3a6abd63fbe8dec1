// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the random number generator: never all zeros, which it would not leave; it moves by
// whole draws, those on offer and not taken come next.

module spu_rnd_sva #(
  parameter int unsigned Draws = 2
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [3:0]  count_i,
  input logic [88:0] state_q
);

  logic [88:0] rest_q;   // what must be the low end of the state
  logic [6:0]  bits_q;   // and as many bits of it
  logic        past_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rest_q <= '0;
      bits_q <= '0;
      past_q <= 1'b0;
    end else begin
      rest_q <= state_q >> {count_i, 3'b000};
      bits_q <= 7'd89 - 7'({count_i, 3'b000});
      past_q <= 1'b1;
    end
  end

  NeverZero: assert property (@(posedge clk_i) disable iff (!rst_ni) state_q != '0);
  InOrder: assert property (@(posedge clk_i) disable iff (!rst_ni)
    past_q |-> (state_q & ~({89{1'b1}} << bits_q)) == rest_q);
  TakesOffered: assert property (@(posedge clk_i) disable iff (!rst_ni)
    32'(count_i) <= Draws);

endmodule

bind spu_rnd spu_rnd_sva #(.Draws(Draws)) u_sva (.*);
