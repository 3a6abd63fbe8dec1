// SPDX-License-Identifier: Apache-2.0
//
// Decides when spe_tap reports the SPU's outputs and gathers SAMPLE_POP until then. The other
// counts and pulses are reported in their own cycle, so nothing else is gathered. Combinational.

module spe_tap_out
  import spe_dpi_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        en_i,      /// the SPU's clock runs
  input  logic [7:0]  levels_i,  /// SPE_OUT_* of spe/txn.h
  input  logic        pulse_i,   /// a pulse or a count but SAMPLE_POP in this cycle
  input  logic [3:0]  pop_i,     /// SAMPLE_POP of this cycle
  input  logic        force_i,   /// a barrier is done in this cycle: report first
  output logic        send_o,    /// report in this cycle
  output logic [31:0] pop_o,     /// SAMPLE_POP since the last report, this cycle included
  output logic [31:0] held_o,    /// the same, this cycle not included
  output logic [7:0]  levels_o   /// levels as last reported
);

  logic [7:0]  levels_q;
  logic [31:0] pop_q;

  assign pop_o    = pop_q + 32'(pop_i);
  assign held_o   = pop_q;
  assign levels_o = levels_q;
  assign send_o   = (levels_i != levels_q) || pulse_i || force_i || (pop_o >= 32'(CountMax));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      levels_q <= '0;
      pop_q    <= '0;
    end else if (en_i) begin
      levels_q <= levels_i;
      pop_q    <= send_o ? '0 : pop_o;
    end
  end

endmodule
