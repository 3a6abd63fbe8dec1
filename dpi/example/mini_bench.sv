// SPDX-License-Identifier: Apache-2.0
//
// Clock, reset and a memory around mini_spu. Of the scoreboard the bench uses only the calls that
// name the run and that report a failure. +wrong=N: byte N of the record is wrong.

module mini_bench;

  bit   clk;
  logic resetn = 1'b0;
  logic wr_valid, wr_ready, wr_done, idle;
  logic [63:0] wr_addr, wr_data;
  logic [4:0]  wrong = 5'd16;
  int          wrong_byte;

  always #5 clk = !clk;

  mini_spu u_spu (
    .clk, .resetn, .ptr(64'h5555_0FF8), .wrong, .wr_valid, .wr_ready, .wr_addr, .wr_data, .wr_done,
    .idle);

  // The memory accepts a write in every second cycle and acknowledges it in the next cycle.
  always_ff @(posedge clk or negedge resetn) begin
    if (!resetn) begin
      {wr_ready, wr_done} <= '0;
    end else begin
      wr_ready <= !wr_ready;
      wr_done  <= wr_valid && wr_ready;
      if (wr_valid && wr_ready) $display("%0t: 0x%h to 0x%h", $time, wr_data, wr_addr);
    end
  end

  initial begin
    spe_dpi_pkg::spe_dpi_run("mini", 0, 0);
    if ($value$plusargs("wrong=%d", wrong_byte) != 0) begin
      if (wrong_byte < 0 || wrong_byte > 15) spe_dpi_pkg::spe_dpi_fail(2, "+wrong=N: N is 0 to 15");
      wrong = wrong_byte[4:0];
    end
    repeat (4) @(negedge clk);
    resetn = 1'b1;
    repeat (20) @(negedge clk);
    if (!idle) spe_dpi_pkg::spe_dpi_fail(3, "the record is not written");
    $finish;
  end

endmodule
