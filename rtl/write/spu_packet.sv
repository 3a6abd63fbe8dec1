// SPDX-License-Identifier: Apache-2.0
//
// One element of the record layout as packet bytes (5.2, 5.3, D18.2): header in bits [7:0], payload
// above, little-endian. Size 0: the packet is not in this record. Combinational.
// Rules: dpi/rules.md, CT1, RC1, RC5.

module spu_packet #(
  parameter bit          TsPlaced   = 1'b0,  // Timestamp has a place of its own, before End
  parameter int unsigned EventBytes = 2,
  parameter int unsigned DsBytes    = 1
) (
  /// Element of the layout; a pad has no bytes.
  input  spu_int_pkg::kind_e kind_i,
  /// The record that is encoded.
  input  spu_int_pkg::rec_t  rec_i,
  /// Bytes of the packet, the first in bits [7:0].
  output logic [71:0]        data_o,
  /// Number of bytes.
  output logic [3:0]         size_o
);

  // Headers (5.2.1). Address and counter packets use the short format.
  localparam logic [7:0] HDR_END   = 8'h01;
  localparam logic [7:0] HDR_EV    = (EventBytes == 1) ? 8'h42 : (EventBytes == 2) ? 8'h52 :
                                     (EventBytes == 4) ? 8'h62 : 8'h72;
  localparam logic [7:0] HDR_DS    = (DsBytes == 1) ? 8'h43 : 8'h53;
  localparam logic [7:0] HDR_TYPE  = 8'h48;  // CLASS in [1:0]
  localparam logic [7:0] HDR_CTX   = 8'h64;  // INDEX in [1:0]
  localparam logic [7:0] HDR_TS    = 8'h71;
  localparam logic [7:0] HDR_COUNT = 8'h98;  // INDEX in [2:0]
  localparam logic [7:0] HDR_ADDR  = 8'hB0;  // INDEX in [2:0]

  localparam logic [63:0] EV_MASK = (EventBytes == 8) ? ~64'h0 : (64'h1 << (8*EventBytes)) - 64'h1;
  localparam logic [15:0] DS_MASK = (DsBytes == 1) ? 16'h00FF : 16'hFFFF;

  // Payload of an instruction address: byte 7 is {NS, EL, NSE, 0000} (D18.2.1).
  function automatic logic [63:0] code(logic [1:0] state, logic [1:0] el, logic [55:0] addr);
    code = {state[0], el, state[1], 4'h0, addr};
  endfunction

  always_comb begin
    data_o = '0;
    size_o = 4'd0;
    unique case (kind_i)
      spu_int_pkg::KindCtx1: if (rec_i.ctx1_on) begin
        data_o = {32'h0, rec_i.ctx1, HDR_CTX | 8'd0};
        size_o = 4'd5;
      end
      spu_int_pkg::KindCtx2: if (rec_i.ctx2_on) begin
        data_o = {32'h0, rec_i.ctx2, HDR_CTX | 8'd1};
        size_o = 4'd5;
      end
      spu_int_pkg::KindTot: begin
        data_o = {64'(rec_i.lat_total), HDR_COUNT | 8'd0};
        size_o = 4'd3;
      end
      spu_int_pkg::KindIssue: begin
        data_o = {64'(rec_i.lat_issue), HDR_COUNT | 8'd1};
        size_o = 4'd3;
      end
      spu_int_pkg::KindXlat: if (rec_i.xlat_on) begin
        data_o = {64'(rec_i.lat_xlat), HDR_COUNT | 8'd2};
        size_o = 4'd3;
      end
      spu_int_pkg::KindAlt: if (rec_i.alt_on) begin
        data_o = {64'(rec_i.lat_alt), HDR_COUNT | 8'd4};
        size_o = 4'd3;
      end
      spu_int_pkg::KindPc: begin
        data_o = {code(rec_i.pc_state, rec_i.pc_el, rec_i.pc), HDR_ADDR | 8'd0};
        size_o = 4'd9;
      end
      spu_int_pkg::KindTgt: if (rec_i.tgt_on) begin
        data_o = {code(rec_i.tgt_state, rec_i.tgt_el, rec_i.tgt), HDR_ADDR | 8'd1};
        size_o = 4'd9;
      end
      spu_int_pkg::KindVa: if (rec_i.va_on) begin
        data_o = {rec_i.va, HDR_ADDR | 8'd2};
        size_o = 4'd9;
      end
      spu_int_pkg::KindPa: if (rec_i.pa_on) begin
        data_o = {rec_i.pa_pas[0], rec_i.pa_ch, 1'b0, rec_i.pa_pas[1], rec_i.pa_pat, rec_i.pa,
                  HDR_ADDR | 8'd3};
        size_o = 4'd9;
      end
      spu_int_pkg::KindPbt: if (rec_i.prev_on) begin
        data_o = {code(rec_i.prev_state, rec_i.prev_el, rec_i.prev), HDR_ADDR | 8'd4};
        size_o = 4'd9;
      end
      spu_int_pkg::KindDs: if (rec_i.ds_on) begin
        data_o = {48'h0, rec_i.ds & DS_MASK, HDR_DS};
        size_o = 4'(DsBytes) + 4'd1;
      end
      spu_int_pkg::KindType: begin
        data_o = {56'h0, rec_i.subclass, HDR_TYPE | {6'h0, rec_i.op_class}};
        size_o = 4'd2;
      end
      spu_int_pkg::KindEv: begin
        data_o = {rec_i.events & EV_MASK, HDR_EV};
        size_o = 4'(EventBytes) + 4'd1;
      end
      spu_int_pkg::KindTs: if (rec_i.ts_on) begin
        data_o = {rec_i.ts, HDR_TS};
        size_o = 4'd9;
      end
      spu_int_pkg::KindEnd: if (!rec_i.ts_on) begin
        data_o = {64'h0, HDR_END};
        size_o = 4'd1;
      end else if (!TsPlaced) begin
        data_o = {rec_i.ts, HDR_TS};
        size_o = 4'd9;
      end
      default: ;
    endcase
  end

endmodule
