// SPDX-License-Identifier: Apache-2.0
//
// Packets of a toy record (chapter 5), in the toy's own order: type, events, addresses, latencies,
// context, end. Combinational. Zero bytes fill the last 8-byte word.

module toy_pack
  import toy_pkg::*;
(
  input  sample_t      s,
  input  fault_e       fault,
  output logic [511:0] bytes,  /// first byte in [7:0]
  output logic [3:0]   words   /// 8-byte words, 1 to 8
);

  localparam int Parts = 10;

  logic [Parts-1:0]       have;
  logic [Parts-1:0][3:0]  len;
  logic [Parts-1:0][71:0] part;
  logic [6:0]             n;
  logic                   memory, branch;
  logic [9:0]             ev;
  logic [7:0]             place;  // NS and EL of an instruction address (5.3.1)

  assign memory = s.op.kind == 2'd1;
  assign branch = s.op.kind == 2'd2;
  assign place  = s.user ? 8'h80 : 8'hA0;
  always_comb begin
    ev = s.op.ev;
    if (fault == FaultEvents) {ev[3], ev[5]} = {s.op.ev[5], s.op.ev[3]};
  end

  assign have = {fault != FaultLength || s.with_time, s.with_ctx, memory, 1'b1, 1'b1,
                 memory && s.with_pa, memory || (branch && s.op.taken), 1'b1, 1'b1, 1'b1};
  assign len  = {s.with_time ? 4'd9 : 4'd1, 4'd5, 4'd3, 4'd3, 4'd3, 4'd9, 4'd9, 4'd9, 4'd3, 4'd2};

  always_comb begin
    part[0] = {56'b0, s.op.sub, 6'b010010, s.op.kind};
    part[1] = {48'b0, 6'b0, ev | 10'h002, 8'h52};
    part[2] = {place, s.op.pc[55:0], 8'hB0};
    part[3] = memory ? {8'h00, s.op.addr[55:0], 8'hB2} : {place, s.op.addr[55:0], 8'hB1};
    part[4] = {8'h80, 4'h0, s.op.pa, 8'hB3};
    part[5] = {52'b0, s.op.t_all, 8'h98};
    part[6] = {52'b0, s.op.t_issue, 8'h99};
    part[7] = {52'b0, s.op.t_mmu, 8'h9A};
    part[8] = {32'b0, s.ctxid, 8'h64};
    part[9] = s.with_time ? {s.now, 8'h71} : 72'h01;
  end

  always_comb begin
    bytes = '0;
    n     = '0;
    for (int i = 0; i < Parts; i++) begin
      if (have[i]) begin
        bytes |= 512'(part[i]) << {n[5:0], 3'b000};
        n     += 7'(len[i]);
      end
    end
  end
  assign words = 4'((n + 7'd7) >> 3);

endmodule
