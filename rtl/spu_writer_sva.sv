// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the buffer writer: legal states and steps, order of events, nothing at or past the
// limit.

module spu_writer_sva
  import spu_int_pkg::*;
#(
  parameter int unsigned MaxSize = 6
) (
  input logic              clk_i,
  input logic              rst_ni,
  input writer_state_e     state_q,
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

  StateLegal: assert property (@(posedge clk_i) disable iff (!rst_ni) state_q <= StWrResp);
  FromIdle: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StWrIdle) |=> state_q == StWrIdle || state_q == StWrEncode);
  FromEncode: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StWrEncode) |=>
    state_q == StWrIdle || state_q == StWrEncode || state_q == StWrBurst);
  FromBurst: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StWrBurst) |=>
    state_q == StWrIdle || state_q == StWrBurst || state_q == StWrData);
  FromData: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StWrData) |=>
    state_q == StWrIdle || state_q == StWrBurst || state_q == StWrData || state_q == StWrResp);
  FromResp: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StWrResp) |=>
    state_q == StWrIdle || state_q == StWrBurst || state_q == StWrResp);

  HeadStays: assert property (@(posedge clk_i) disable iff (!rst_ni) started_q |-> head_i);
  FirstNeedsBuffer: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (burst_o && !started_q) |-> buf_en_i);
  OneBurst: assert property (@(posedge clk_i) disable iff (!rst_ni)
    burst_o |-> state_q == StWrBurst && !fault);
  FinishedWasOffered: assert property (@(posedge clk_i) disable iff (!rst_ni)
    finished_i |-> state_q == StWrData);
  DonePops: assert property (@(posedge clk_i) disable iff (!rst_ni)
    done_o |-> pop_o && started_q);
  // 3.5: PMBPTR_EL1 is retained while S is 1.
  PtrRetained: assert property (@(posedge clk_i) disable iff (!rst_ni)
    ptr_we_o |-> !s_i);
  LengthFits: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StWrBurst || state_q == StWrData || state_q == StWrResp) |->
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
