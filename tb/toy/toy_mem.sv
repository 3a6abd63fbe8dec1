// SPDX-License-Identifier: Apache-2.0
//
// MMU and memory of the toy bench: the physical address is the virtual one plus an offset; grants
// and acknowledges come after random delays, much longer ones with `slow`. Changes at the falling
// edge. Bytes are not kept: the scoreboard sees each on its way.

module toy_mem #(
  parameter logic [51:0] Offset = 52'h80_0000_0000
) (
  input  logic        clk,
  input  logic        nreset,
  input  logic [31:0] seed,
  input  logic        slow,
  input  logic        mmu_ask,
  input  logic [63:0] mmu_va,
  output logic        mmu_ok,
  output logic [51:0] mmu_pa,
  input  logic        st_req,
  output logic        st_gnt,
  output logic        st_ack
);

  logic [63:0] x;
  toy_noise #(.Salt(64'hD1B5_4A32_D192_ED03)) u_noise (.clk, .restart(!nreset), .seed, .x);

  logic       owed;   // a store was granted and is not acknowledged
  logic [6:0] wait_q;

  assign mmu_pa = mmu_va[51:0] + Offset;

  always @(negedge clk) begin
    if (!nreset) begin
      {mmu_ok, st_gnt, st_ack, owed, wait_q} <= '0;
    end else begin
      mmu_ok <= mmu_ask && (x[1:0] == 0);
      st_gnt <= st_req && (x[2] == 0);
      st_ack <= owed && (wait_q == 0);
      // st_gnt still shows the cycle that has just ended.
      if (st_gnt) begin
        owed   <= 1'b1;
        wait_q <= slow ? {2'b10, x[7:3]} : {5'b0, x[4:3]};
      end else if (owed) begin
        if (wait_q == 0) owed <= 1'b0;
        else wait_q <= wait_q - 7'd1;
      end
    end
  end

endmodule
