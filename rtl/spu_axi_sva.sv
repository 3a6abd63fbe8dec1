// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the AXI4 write channels (IHI 0022, A3): stability, WLAST, 4 KB, strobes. Neither
// channel waits for the other's ready, data are never ahead by more than the burst on offer. That B
// comes after both is asserted in spu_resp_sva.

module spu_axi_sva #(
  parameter int unsigned AxiBytes = 8
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  finished_o,
  input logic                  awvalid_o,
  input logic                  awready_i,
  input logic [51:0]           awaddr_o,
  input logic [7:0]            awlen_o,
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
  logic [51:0] beat_addr, last_addr;

  assign offer     = awvalid_o && !open_q;
  assign beat_addr = awaddr_o & ~(52'(AxiBytes) - 52'd1);
  assign last_addr = beat_addr + 52'(AxiBytes) * 52'(awlen_o);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      due_q  <= '0;
    end else begin
      open_q <= awvalid_o && !awready_i;
      if (offer)                       due_q <= 9'(awlen_o) + 9'd1;
      else if (wvalid_o && wready_i)   due_q <= due_q - 9'd1;
    end
  end

  AwStable: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (awvalid_o && !awready_i) |=>
    awvalid_o && $stable(awaddr_o) && $stable(awlen_o) && $stable(awcache_o) && $stable(awprot_o));
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
  WStrobed: assert property (@(posedge clk_i) disable iff (!rst_ni)
    wvalid_o |-> wstrb_o != '0);
  FinishedIsBoth: assert property (@(posedge clk_i) disable iff (!rst_ni)
    finished_o |=> !open_q && due_q == '0);

  DataFirst:    cover property (@(posedge clk_i) disable iff (!rst_ni) open_q && due_q == '0);
  AddressFirst: cover property (@(posedge clk_i) disable iff (!rst_ni)
    !awvalid_o && due_q != '0 && !wready_i);
  BothAtOnce:   cover property (@(posedge clk_i) disable iff (!rst_ni)
    open_q && awready_i && wvalid_o && wready_i && wlast_o);

endmodule

bind spu_axi spu_axi_sva #(.AxiBytes(AxiBytes)) u_sva (.*);
