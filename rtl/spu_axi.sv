// SPDX-License-Identifier: Apache-2.0
//
// AXI4 write master for one burst at a time: address channel, then the beats with the strobes of an
// unaligned first and last byte. Nothing else than bytes of the record is strobed.
//
// Latency: the address is offered in the cycle of `burst_i`, the first beat in the next one, taken
// or not: a slave may wait for either (IHI 0022, A3.3.1). Back-pressure: both channels hold valid
// and payload until ready, and may end in any order.

module spu_axi #(
  parameter int unsigned AxiBytes = 8,
  parameter int unsigned BeatBits = 7   // bits of a beat's number in the record
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  /// A new record begins: its beats count from 0
  input  logic                        first_i,
  /// Offer a burst; payload below stable until finished
  input  logic                        burst_i,
  /// Physical address of its first byte
  input  logic [51:0]                 addr_i,
  /// Physical address space
  input  logic                        ns_i,
  /// Memory attribute, as MAIR_ELx
  input  logic [7:0]                  attr_i,
  /// Beats, less one
  input  logic [7:0]                  beats_i,
  /// Byte lane of its last byte
  input  logic [$clog2(AxiBytes)-1:0] tail_i,
  /// Address and last beat are taken, the later of them in this cycle
  output logic                        finished_o,
  /// A beat of the record is wanted,
  output logic                        read_o,
  /// This one,
  output logic [BeatBits-1:0]         beat_o,
  /// And its bytes, same cycle
  input  logic [8*AxiBytes-1:0]       data_i,
  /// AXI4, as the ports of spu
  output logic                        awvalid_o,
  input  logic                        awready_i,
  output logic [3:0]                  awid_o,
  output logic [51:0]                 awaddr_o,
  output logic [7:0]                  awlen_o,
  output logic [2:0]                  awsize_o,
  output logic [1:0]                  awburst_o,
  output logic [3:0]                  awcache_o,
  output logic [2:0]                  awprot_o,
  output logic                        wvalid_o,
  input  logic                        wready_i,
  output logic [8*AxiBytes-1:0]       wdata_o,
  output logic [AxiBytes-1:0]         wstrb_o,
  output logic                        wlast_o
);

  localparam int unsigned LaneBits = $clog2(AxiBytes);

  logic                addr_q;   // the address was offered and not taken
  logic                data_q;   // beats of a burst are due
  logic                head_q;   // the next beat is its first
  logic [7:0]          left_q;   // beats after the next one
  logic [BeatBits-1:0] beat_q;
  logic [LaneBits-1:0] head_lane_q, tail_lane_q;

  assign finished_o = (addr_q || data_q) && (!addr_q || awready_i) &&
                      (!data_q || (wready_i && wlast_o));
  assign awvalid_o  = burst_i || addr_q;
  assign awid_o     = '0;
  assign awsize_o   = 3'(LaneBits);
  assign awburst_o  = 2'b01;

  always_comb begin
    awaddr_o  = '0;
    awlen_o   = '0;
    awcache_o = '0;
    awprot_o  = '0;
    if (awvalid_o) begin
      awaddr_o = addr_i;
      awlen_o  = beats_i;
      awprot_o = {1'b0, ns_i, 1'b1};
      // Device-nGnRnE, other Device, Normal Non-cacheable, Normal (rtl/README.md).
      if (attr_i[7:4] == '0)      awcache_o = {3'b000, attr_i[3:0] != '0};
      else if (attr_i == 8'h44)   awcache_o = 4'b0011;
      else                        awcache_o = 4'b1111;
    end
  end

  assign wvalid_o = data_q;
  assign wlast_o  = data_q && (left_q == '0);
  assign read_o   = data_q;
  assign beat_o   = beat_q;
  assign wdata_o  = data_i;

  always_comb begin
    wstrb_o = '0;
    if (data_q) begin
      wstrb_o = '1;
      if (head_q)         wstrb_o = wstrb_o << head_lane_q;
      if (left_q == '0)   wstrb_o = wstrb_o & ({AxiBytes{1'b1}} >> ~tail_lane_q);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      addr_q <= 1'b0;
      data_q <= 1'b0;
      head_q <= 1'b0;
      left_q <= '0;
      beat_q <= '0;
    end else begin
      addr_q <= awvalid_o && !awready_i;
      if (first_i) beat_q <= '0;
      if (burst_i) begin
        data_q <= 1'b1;
        head_q <= 1'b1;
        left_q <= beats_i;
      end else if (wvalid_o && wready_i) begin
        data_q <= left_q != '0;
        head_q <= 1'b0;
        left_q <= left_q - 8'd1;
        beat_q <= beat_q + BeatBits'(1);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (burst_i) begin
      head_lane_q <= addr_i[LaneBits-1:0];
      tail_lane_q <= tail_i;
    end
  end

endmodule
