// SPDX-License-Identifier: Apache-2.0
//
// Random number generator (2.2.2): a linear feedback shift register x^89 + x^38 + 1, of maximal
// length. The state is the next 89 bits of the output, so all draws of a cycle are slices of the
// state. `count_i` bytes are used up at the end of the cycle. Usable after reset without set-up.
// Back-pressure: none.

module spu_rnd #(
  parameter int unsigned Draws = 2  // bytes offered per cycle
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  /// Replace every draw of this cycle by `inject_i`. Sampled every cycle; tie to 0 if unused.
  input  logic               inject_valid_i,
  /// The value to use instead of a draw. Sampled with `inject_valid_i`; tie to 0 if unused.
  input  logic [7:0]         inject_i,
  /// Draws taken in this cycle. Sampled every cycle.
  input  logic [3:0]         count_i,
  /// The draws on offer, first in bits [7:0].
  output logic [8*Draws-1:0] draw_o
);

  localparam logic [88:0] SEED = 89'h1_5EED_0F5A_3C96_A7D1_84B2;

  logic [88:0] state_q, state_d;

  always_comb begin
    state_d = state_q;
    for (int unsigned i = 0; i < Draws; i++) begin
      if (i < 32'(count_i)) state_d = {state_d[7:0] ^ state_d[45:38], state_d[88:8]};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= SEED;
    else         state_q <= state_d;
  end

  assign draw_o = inject_valid_i ? {Draws{inject_i}} : state_q[8*Draws-1:0];

endmodule
