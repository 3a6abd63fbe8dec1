// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the AXI4 write channels (IHI 0022, A3): stability, WLAST, 4 KB, strobes. Neither
// channel waits for the other's ready, data are never ahead by more than the burst on offer. That B
// comes after both is asserted in spu_sva.

module spu_axi_sva #(
  parameter int unsigned AxiBytes = 8
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  finished_o,
  input logic                  awvalid_o,
  input logic                  awready_i,
  input logic [3:0]            awid_o,
  input logic [51:0]           awaddr_o,
  input logic [7:0]            awlen_o,
  input logic [2:0]            awsize_o,
  input logic [1:0]            awburst_o,
  input logic [3:0]            awcache_o,
  input logic [2:0]            awprot_o,
  input logic                  wvalid_o,
  input logic                  wready_i,
  input logic [8*AxiBytes-1:0] wdata_o,
  input logic [AxiBytes-1:0]   wstrb_o,
  input logic                  wlast_o
);

  logic        open_q;  // an address is on offer since an earlier cycle
  logic [8:0]  due_q;   // beats owed for the address that was offered
  logic        offer;
  logic        first_q;    // the next beat is the first of its burst
  logic [$clog2(AxiBytes)-1:0] lane_q;  // byte lane where the burst on offer begins
  logic [AxiBytes-1:0]         low;     // lowest strobe of the beat, alone
  logic [51:0] beat_addr, last_addr;

  assign offer     = awvalid_o && !open_q;
  assign low       = wstrb_o & (~wstrb_o + AxiBytes'(1));
  assign beat_addr = awaddr_o & ~(52'(AxiBytes) - 52'd1);
  assign last_addr = beat_addr + 52'(AxiBytes) * 52'(awlen_o);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      due_q  <= '0;
      first_q <= 1'b0;
      lane_q  <= '0;
    end else begin
      if (offer) begin
        first_q <= 1'b1;
        lane_q  <= awaddr_o[$clog2(AxiBytes)-1:0];
      end else if (wvalid_o && wready_i) begin
        first_q <= 1'b0;
      end
      open_q <= awvalid_o && !awready_i;
      if (offer)                       due_q <= 9'(awlen_o) + 9'd1;
      else if (wvalid_o && wready_i)   due_q <= due_q - 9'd1;
    end
  end

  AwStable: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (awvalid_o && !awready_i) |=>
    awvalid_o && $stable(awaddr_o) && $stable(awlen_o) && $stable(awcache_o) && $stable(awprot_o));
  AwForm: assert property (@(posedge clk_i) disable iff (!rst_ni)
    awvalid_o |-> awid_o == '0 && awburst_o == 2'b01 && (32'd1 << awsize_o) == AxiBytes);
  WStable: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (wvalid_o && !wready_i) |=>
    wvalid_o && $stable(wdata_o) && $stable(wstrb_o) && $stable(wlast_o));
  Aw4K: assert property (@(posedge clk_i) disable iff (!rst_ni)
    awvalid_o |-> beat_addr[51:12] == last_addr[51:12]);
  AwOneBurst: assert property (@(posedge clk_i) disable iff (!rst_ni)
    offer |-> due_q == '0);
  WAfterOffer: assert property (@(posedge clk_i) disable iff (!rst_ni)
    wvalid_o |-> due_q != '0);
  WAtOnce: assert property (@(posedge clk_i) disable iff (!rst_ni)
    due_q != '0 |-> wvalid_o);
  WLast: assert property (@(posedge clk_i) disable iff (!rst_ni)
    wvalid_o |-> wlast_o == (due_q == 9'd1));
  // The strobes of a burst are one run of bytes, from its address on.
  StrobesRun: assert property (@(posedge clk_i) disable iff (!rst_ni)
    wvalid_o |-> wstrb_o != '0 && (wstrb_o & (wstrb_o + low)) == '0);
  StrobesBegin: assert property (@(posedge clk_i) disable iff (!rst_ni)
    wvalid_o |-> low == AxiBytes'(1) << (first_q ? lane_q : '0));
  StrobesFull: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (wvalid_o && !wlast_o) |-> wstrb_o[AxiBytes-1]);
  FinishedIsBoth: assert property (@(posedge clk_i) disable iff (!rst_ni)
    finished_o |=> !open_q && due_q == '0);

  DataFirst:    cover property (@(posedge clk_i) disable iff (!rst_ni) open_q && due_q == '0);
  AddressFirst: cover property (@(posedge clk_i) disable iff (!rst_ni)
    !awvalid_o && due_q != '0 && !wready_i);
  BothAtOnce:   cover property (@(posedge clk_i) disable iff (!rst_ni)
    open_q && awready_i && wvalid_o && wready_i && wlast_o);

endmodule

bind spu_axi spu_axi_sva #(.AxiBytes(AxiBytes)) u_sva (.*);
