// SPDX-License-Identifier: Apache-2.0
//
// Flip-flops of a register whose reset value is IMPLEMENTATION DEFINED (4.2): 0, or no reset.
// Latency: one cycle. Back-pressure: none.

module spu_flop #(
  parameter int unsigned Bits  = 64,
  parameter bit          Reset = 1'b1
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  /// Value from the next cycle on. Sampled every cycle.
  input  logic [Bits-1:0] d_i,
  /// Value in this cycle.
  output logic [Bits-1:0] q_o
);

  logic [Bits-1:0] value_q;

  if (Reset) begin : gen_reset
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) value_q <= '0;
      else         value_q <= d_i;
    end
  end else begin : gen_no_reset
    logic unused_rst;

    assign unused_rst = rst_ni;

    always_ff @(posedge clk_i) value_q <= d_i;
  end

  assign q_o = value_q;

endmodule
