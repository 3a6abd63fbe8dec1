// SPDX-License-Identifier: Apache-2.0
//
// Interval counter of the toy SPU (3.1, PMSIDR_EL1.ERnd is 0). Combinational choice in the cycle of
// the operation. The random part comes from a private shift register that no port shows.

module toy_pick (
  input  logic        clk,
  input  logic        nreset,
  input  logic        on,        /// profiling is enabled in this cycle
  input  logic        op,        /// an operation retires
  input  logic [31:0] count,     /// PMSICR_EL1
  input  logic [31:0] reload,    /// PMSIRR_EL1
  input  logic        short_one, /// fault: interval one too short
  output logic        hit,       /// the operation is chosen
  output logic        count_we,
  output logic [31:0] count_d
);

  logic        on_q;
  logic [15:0] noise_q;
  logic [31:0] fresh, start;
  logic        load;

  assign fresh = {reload[31:8], reload[0] ? noise_q[7:0] : 8'h00} - 32'(short_one);
  assign load  = on && !on_q && (count == 0);  // 3.1.1
  assign start = load ? fresh : count;

  always_comb begin
    count_d = start;
    if (on && op) count_d = (start == 0) ? fresh : start - 1;
  end
  assign hit      = on && op && (count_d == 0);
  assign count_we = load || (on && op);

  always_ff @(posedge clk or negedge nreset) begin
    if (!nreset) begin
      on_q    <= 1'b0;
      noise_q <= 16'hACE1;
    end else begin
      on_q    <= on;
      noise_q <= {noise_q[14:0], noise_q[15] ^ noise_q[13] ^ noise_q[12] ^ noise_q[10]};
    end
  end

endmodule
