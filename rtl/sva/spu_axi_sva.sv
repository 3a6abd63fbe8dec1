// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the AXI4 write channels (IHI 0022, A3): stability, WLAST, 4 KB, strobes. Neither
// channel waits for the ready of the other; data belong to the burst on offer. spu_pe_sva asserts
// that B follows both.

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
  input logic                  awnse_o,
  input logic                  wvalid_o,
  input logic                  wready_i,
  input logic [8*AxiBytes-1:0] wdata_o,
  input logic [AxiBytes-1:0]   wstrb_o,
  input logic                  wlast_o,
  input logic [51:0]           addr_i,
  input logic [$clog2(AxiBytes)-1:0] tail_i,
  input logic [$clog2(AxiBytes)-1:0] head_lane_q,
  input logic [$clog2(AxiBytes)-1:0] tail_lane_q
);

  logic        open_q;     // an address was on offer in the cycle before and was not taken
  logic        wait_q;     // a beat was on offer in the cycle before and was not taken
  logic        finished_q; // the burst finished in the cycle before
  logic [8:0]  due_q;      // beats not yet taken of the burst on offer
  logic        offer;
  logic        first_q;    // the next beat is the first of its burst
  logic [$clog2(AxiBytes)-1:0] lane_q;  // byte lane where the burst on offer begins
  logic [67:0]                 addr_q;  // the address that was not taken
  logic [9*AxiBytes:0]         beat_q;  // the beat that was not taken

  assign offer = awvalid_o && !open_q;

  // The lowest strobe of a beat, without the others.
  function automatic logic [AxiBytes-1:0] lowest(logic [AxiBytes-1:0] strobes);
    lowest = strobes & (~strobes + AxiBytes'(1));
  endfunction

  // The first and the last beat are in the same page.
  function automatic logic in_page(logic [51:0] addr, logic [7:0] len);
    logic [51:0] first, last;
    first   = addr & ~(52'(AxiBytes) - 52'd1);
    last    = first + 52'(AxiBytes) * 52'(len);
    in_page = (first ^ last) < 52'h1000;
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q     <= 1'b0;
      wait_q     <= 1'b0;
      finished_q <= 1'b0;
      due_q      <= '0;
      first_q    <= 1'b0;
      lane_q     <= '0;
    end else begin
      if (offer) begin
        first_q <= 1'b1;
        lane_q  <= awaddr_o[$clog2(AxiBytes)-1:0];
      end else if (wvalid_o && wready_i) begin
        first_q <= 1'b0;
      end
      open_q     <= awvalid_o && !awready_i;
      wait_q     <= wvalid_o && !wready_i;
      finished_q <= finished_o;
      if (offer)                       due_q <= 9'(awlen_o) + 9'd1;
      else if (wvalid_o && wready_i)   due_q <= due_q - 9'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (awvalid_o && !awready_i) addr_q <= {awaddr_o, awlen_o, awcache_o, awprot_o, awnse_o};
    if (wvalid_o && !wready_i)   beat_q <= {wdata_o, wstrb_o, wlast_o};
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (open_q) begin
        AwStable: assert
            (awvalid_o && {awaddr_o, awlen_o, awcache_o, awprot_o, awnse_o} == addr_q);
      end
      if (awvalid_o) begin
        AwForm: assert
            (awid_o == '0 && awburst_o == 2'b01 && (32'd1 << awsize_o) == AxiBytes);
        Aw4K:   assert (in_page(awaddr_o, awlen_o));
      end
      if (offer) begin
        AwOneBurst: assert (due_q == '0);
      end
      if (wait_q) begin
        WStable: assert (wvalid_o && {wdata_o, wstrb_o, wlast_o} == beat_q);
      end
      if (due_q != '0) begin
        WAtOnce: assert (wvalid_o);
      end
      if (wvalid_o) begin
        WAfterOffer: assert (due_q != '0);
        PayloadStays: assert
            ({addr_i[$clog2(AxiBytes)-1:0], tail_i} == {head_lane_q, tail_lane_q});
        WLast:       assert (wlast_o == (due_q == 9'd1));
        // The strobes of a burst are one run of bytes that begins at its address.
        StrobesRun:   assert
            (wstrb_o != '0 && (wstrb_o & (wstrb_o + lowest(wstrb_o))) == '0);
        StrobesBegin: assert (lowest(wstrb_o) == AxiBytes'(1) << (first_q ? lane_q : '0));
        StrobesFull:  assert (wlast_o || wstrb_o[AxiBytes-1]);
      end
      if (finished_q) begin
        FinishedIsBoth: assert (!open_q && due_q == '0);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (open_q) begin
        DataFirst:  cover (due_q == '0);
        BothAtOnce: cover (awready_i && wvalid_o && wready_i && wlast_o);
      end
      if (due_q != '0) begin
        AddressFirst: cover (!awvalid_o && !wready_i);
      end
    end
  end

endmodule

bind spu_axi spu_axi_sva #(.AxiBytes(AxiBytes)) u_sva (.*);
