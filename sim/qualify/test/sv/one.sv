// SPDX-License-Identifier: Apache-2.0
// What the mutator makes of each construct (sim/qualify/test/mutants.sh).
package one_pkg;
  typedef enum logic [1:0] {StIdle, StRun, StEnd} state_e;
endpackage

module one #(
  parameter int unsigned Width = 4
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             a_i,
  input  logic             b_i,
  input  logic [Width-1:0] x_i,
  input  logic [Width-1:0] y_i,
  output logic             o,
  output logic [Width-1:0] z_o
);
  localparam logic [3:0] MASK = 4'h3;
  one_pkg::state_e state_q;
  logic [3:0] r_q, t;
  assign o = a_i && (x_i < y_i);  // a remark
  assign z_o = a_i ? x_i + 4'd1 : ~y_i;
  if (Width > 2) begin : gen_wide
    assign t = x_i & MASK;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      r_q <= '0;
    end else begin
      if (b_i) r_q <= t;
    end
  end
  always_comb begin
    case (r_q)
      4'd0: state_q = one_pkg::StIdle;
      default: state_q = one_pkg::StRun;
    endcase
  end
endmodule
