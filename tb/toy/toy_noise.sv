// SPDX-License-Identifier: Apache-2.0
//
// Random numbers of the toy bench: the 64-bit linear feedback generator xorshift 13, 7, 17, one
// step a cycle at the falling edge. The state is the number; it starts from the seed and is never
// 0.

module toy_noise #(
  parameter logic [63:0] Salt = 64'h9E37_79B9_7F4A_7C15
) (
  input  logic        clk,
  input  logic        restart,  /// take the seed
  input  logic [31:0] seed,
  output logic [63:0] x
);

  function automatic logic [63:0] step(logic [63:0] v);
    v ^= v << 13;
    v ^= v >> 7;
    v ^= v << 17;
    return v;
  endfunction

  // The seed is odd after shifting in a one, and 64 is more bits than it has: the state cannot be
  // 0.
  always @(negedge clk) x <= restart ? step(Salt ^ {31'b0, seed, 1'b1} << 8) : step(x);

endmodule
