// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the buffer writer: legal states and steps, order of events, nothing at or past the
// limit.

module spu_writer_sva #(
  parameter int unsigned MaxSize = 6
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic [2:0]        state_q,
  input logic              head_i,
  input logic              buf_en_i,
  input logic              started_q,
  input logic              burst_o,
  input logic              fault,
  input logic              finished_i,
  input logic              done_o,
  input logic              pop_o,
  input logic              ptr_we_o,
  input logic              s_i,
  input logic [63:0]       addr_q,
  input logic [MaxSize:0]  len_i,
  input logic [MaxSize:0]  pos_q,
  input spu_int_pkg::evt_t evt_o
);

  localparam logic [2:0] StIdle = 3'd0, StEncode = 3'd1, StBurst = 3'd2, StData = 3'd3;
  localparam logic [2:0] StResp = 3'd4;

  StateLegal: assert property (@(posedge clk_i) disable iff (!rst_ni) state_q <= StResp);
  FromIdle: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StIdle) |=> state_q == StIdle || state_q == StEncode);
  FromEncode: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StEncode) |=> state_q == StIdle || state_q == StEncode || state_q == StBurst);
  FromBurst: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StBurst) |=> state_q == StIdle || state_q == StBurst || state_q == StData);
  FromData: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StData) |=>
    state_q == StIdle || state_q == StBurst || state_q == StData || state_q == StResp);
  FromResp: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StResp) |=> state_q == StIdle || state_q == StBurst || state_q == StResp);

  HeadStays: assert property (@(posedge clk_i) disable iff (!rst_ni) started_q |-> head_i);
  FirstNeedsBuffer: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (burst_o && !started_q) |-> buf_en_i);
  OneBurst: assert property (@(posedge clk_i) disable iff (!rst_ni)
    burst_o |-> state_q == StBurst && !fault);
  FinishedWasOffered: assert property (@(posedge clk_i) disable iff (!rst_ni)
    finished_i |-> state_q == StData);
  DonePops: assert property (@(posedge clk_i) disable iff (!rst_ni)
    done_o |-> pop_o && started_q);
  // 3.5: PMBPTR_EL1 is retained while S is 1.
  PtrRetained: assert property (@(posedge clk_i) disable iff (!rst_ni)
    ptr_we_o |-> !s_i);
  LengthFits: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StBurst || state_q == StData || state_q == StResp) |->
    len_i != '0 && 32'(len_i) <= 32'(1 << MaxSize) && pos_q < len_i);
  NoWrap: assert property (@(posedge clk_i) disable iff (!rst_ni)
    burst_o |-> {1'b0, addr_q} + 65'(len_i) <= 65'h0_FFFF_FFFF_FFFF_FFFF);
  EventHasClass: assert property (@(posedge clk_i) disable iff (!rst_ni)
    evt_o.event_valid |-> (evt_o.ec == spu_int_pkg::EC_OTHER ||
                           evt_o.ec == spu_int_pkg::EC_STAGE1 ||
                           evt_o.ec == spu_int_pkg::EC_STAGE2));

  StartThenDone:  cover property (@(posedge clk_i) disable iff (!rst_ni) done_o && pos_q == '0);
  SplitThenDone:  cover property (@(posedge clk_i) disable iff (!rst_ni) done_o && pos_q != '0);
  LostInside:     cover property (@(posedge clk_i) disable iff (!rst_ni)
    pop_o && !done_o && pos_q != '0);
  FullAfterDone:  cover property (@(posedge clk_i) disable iff (!rst_ni)
    done_o && evt_o.event_valid);

endmodule

bind spu_writer spu_writer_sva #(.MaxSize(MaxSize)) u_sva (.*);
