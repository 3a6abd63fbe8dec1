// SPDX-License-Identifier: Apache-2.0
// Instances whose inputs are crossed (sim/qualify/test/mutants.sh).
module two_leaf (
  input  logic       clk_i,
  input  logic       p_i,
  input  logic       q_i,
  input  logic [3:0] v_i,
  output logic       r_o
);
  assign r_o = p_i ^ q_i ^ (^v_i);
endmodule

module two (
  input  logic       clk_i,
  input  logic       p_i,
  input  logic       m,
  input  logic       n,
  input  logic [3:0] v,
  output logic       r_o,
  output logic       s_o
);
  two_leaf u_a (.clk_i, .p_i, .q_i(m), .v_i(v), .r_o);
  two_leaf u_b (.clk_i(clk_i), .p_i(p_i), .q_i(n), .v_i(4'd3), .r_o(s_o));
endmodule
