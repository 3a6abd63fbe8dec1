// SPDX-License-Identifier: Apache-2.0
//
// An example of a foreign SPU, as small as level A allows. The SPU writes one record of 16 bytes
// through a port of 8 bytes that takes virtual addresses.

module mini_spu (
  input  logic        clk,
  input  logic        resetn,
  input  logic [63:0] ptr,      /// address of the record; 8-byte aligned
  input  logic [4:0]  wrong,    /// number of the byte to invert; tie to 16: none
  output logic        wr_valid, /// 8 bytes; held until wr_ready
  input  logic        wr_ready,
  output logic [63:0] wr_addr,
  output logic [63:0] wr_data,
  input  logic        wr_done,  /// the 8 bytes have reached memory
  output logic        idle      /// the record is written
);

  // PC 0x400100 at EL1, Operation Type, Events, End, one byte of padding (DDI 0586A, 5.3).
  localparam logic [127:0] Record = {8'h00, 8'h01, 24'h0002_52, 16'h0048, 64'hA000_0000_0040_0100,
                                     8'hB0};
  logic [127:0] data;
  logic [1:0]   done;  // writes that have reached memory
  logic         sent;  // a write is accepted, and has not reached memory

  assign data    = Record ^ (128'hFF << (8 * wrong));
  assign wr_addr = ptr + {60'b0, done[0], 3'b0};
  assign wr_data = data[64*done[0]+:64];
  assign idle    = done == 2'd2;

  always_ff @(posedge clk or negedge resetn) begin
    if (!resetn) begin
      {wr_valid, sent, done} <= '0;
    end else begin
      wr_valid <= wr_valid ? !wr_ready : !sent && !idle;
      sent     <= wr_valid ? wr_ready : sent && !wr_done;
      if (wr_done) done <= done + 2'd1;
    end
  end

endmodule
