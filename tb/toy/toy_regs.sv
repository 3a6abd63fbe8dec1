// SPDX-License-Identifier: Apache-2.0
//
// Registers of the toy SPU (DDI 0586A chapter 4, without EL2 and EL3). Reads are combinational, a
// write is seen in the next cycle and wins over the hardware.

module toy_regs
  import toy_pkg::*;
(
  input  logic        clk,
  input  logic        nreset,
  input  logic        wr,
  input  logic [3:0]  num,
  input  logic [63:0] wd,
  output logic [63:0] rd,
  input  logic        clash,    /// a sample collided
  input  logic        count_we, /// new value of the interval counter
  input  logic [31:0] count_d,
  input  logic        ptr_we,   /// new write pointer, after a record
  input  logic [63:0] ptr_d,
  output logic [5:0]  scr,      /// PMSCR_EL1[5:0]
  output logic [31:0] count,
  output logic [31:0] reload,   /// PMSIRR_EL1
  output logic [18:0] filter,   /// PMSFCR_EL1
  output logic [7:0]  evmask,   /// PMSEVFR_EL1
  output logic [11:0] minlat,
  output logic [63:0] ptr,
  output logic        buf_on,   /// ProfilingBufferEnabled()
  output logic        irq
);

  localparam logic [63:0] MaxRecord = 64;

  logic [63:0] limit;
  logic [31:0] bsr;
  logic        filled;

  assign buf_on = limit[0] && !bsr[17];
  assign irq    = bsr[17];
  assign filled = {limit[63:12], 12'b0} - ptr_d < MaxRecord;

  always_comb begin
    case (reg_e'(num))
      RegPmscr:     rd = {57'b0, 1'b1, scr};  // PCT is RES1 without EL2
      RegPmsicr:    rd = {32'b0, count};
      RegPmsirr:    rd = {32'b0, reload};
      RegPmsfcr:    rd = {45'b0, filter};
      RegPmsevfr:   rd = {56'b0, evmask};
      RegPmslatfr:  rd = {52'b0, minlat};
      RegPmsidr:    rd = 64'h2_600F;
      RegPmblimitr: rd = limit;
      RegPmbptr:    rd = ptr;
      RegPmbsr:     rd = {32'b0, bsr};
      RegPmbidr:    rd = 64'h3;
      default:      rd = '0;
    endcase
  end

  // The hardware's part: counter, pointer, buffer full (3.5.2), collision (3.1.4).
  always_ff @(posedge clk or negedge nreset) begin
    if (!nreset) begin
      {scr, count, reload, filter, minlat, limit, ptr, bsr} <= '0;
      evmask <= 8'h02;
    end else begin
      if (count_we) count <= count_d;
      if (ptr_we) begin
        ptr <= ptr_d;
        if (filled && !bsr[17]) bsr <= (bsr & ~32'hFC00_FFFF) | 32'h0002_0001;
      end
      if (clash) bsr[16] <= 1'b1;
      if (wr) begin
        case (reg_e'(num))
          RegPmscr:     scr    <= wd[5:0] & 6'h3B;
          RegPmsicr:    count  <= wd[31:0];
          RegPmsirr:    reload <= wd[31:0] & 32'hFFFF_FF01;
          RegPmsfcr:    filter <= wd[18:0] & 19'h7_0007;
          RegPmsevfr:   evmask <= (wd[7:0] & 8'hA8) | 8'h02;  // E[1] is RES1 (4.3.8)
          RegPmslatfr:  minlat <= wd[11:0];
          RegPmblimitr: limit  <= wd & 64'hFFFF_FFFF_FFFF_F007;
          RegPmbptr:    ptr    <= wd & ~64'h7;
          RegPmbsr:     bsr    <= wd[31:0] & 32'hFC0B_003F;
          default:      ;
        endcase
      end
    end
  end

endmodule
