// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the buffer writer: legal states and steps, order of events. What it writes, and
// where: spu_buffer_sva.

module spu_writer_sva
  import spu_int_pkg::*;
#(
  parameter int unsigned MaxSize = 6
) (
  input logic             clk_i,
  input logic             rst_ni,
  input writer_state_e    state_q,
  input logic             head_i,
  input logic             started_q,
  input logic             finished_i,
  input logic             done_o,
  input logic             pop_o,
  input logic             flush_o,
  input logic [MaxSize:0] len_i,
  input logic [MaxSize:0] pos_q,
  input evt_t             evt_o
);

  StateLegal: assert property (@(posedge clk_i) disable iff (!rst_ni) state_q <= StWrResp);
  FromIdle: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StWrIdle) |=> (state_q inside {StWrIdle, StWrEncode}));
  FromEncode: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StWrEncode) |=> (state_q inside {StWrIdle, StWrEncode, StWrBurst}));
  FromBurst: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StWrBurst) |=> (state_q inside {StWrIdle, StWrBurst, StWrData}));
  FromData: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StWrData) |=> (state_q inside {StWrIdle, StWrBurst, StWrData, StWrResp}));
  FromResp: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q == StWrResp) |=> (state_q inside {StWrIdle, StWrBurst, StWrResp}));

  HeadStays: assert property (@(posedge clk_i) disable iff (!rst_ni) started_q |-> head_i);
  FinishedWasOffered: assert property (@(posedge clk_i) disable iff (!rst_ni)
    finished_i |-> state_q == StWrData);
  DoneWasStarted: assert property (@(posedge clk_i) disable iff (!rst_ni)
    done_o |-> started_q);
  LengthFits: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (state_q inside {StWrBurst, StWrData, StWrResp}) |->
    len_i != '0 && 32'(len_i) <= 32'(1 << MaxSize) && pos_q < len_i);
  // 4.3.4: buffer full comes as other, a fault or abort as stage 1 or 2.
  EventHasClass: assert property (@(posedge clk_i) disable iff (!rst_ni)
    evt_o.event_valid |-> (evt_o.ec != EC_OTHER || evt_o.code == BSC_FULL) &&
                          (evt_o.ec == EC_OTHER || evt_o.ec == EC_STAGE1 || evt_o.ec == EC_STAGE2));

  StartThenDone:  cover property (@(posedge clk_i) disable iff (!rst_ni) done_o && pos_q == '0);
  SplitThenDone:  cover property (@(posedge clk_i) disable iff (!rst_ni) done_o && pos_q != '0);
  LostInside:     cover property (@(posedge clk_i) disable iff (!rst_ni)
    pop_o && !done_o && pos_q != '0);
  FullAfterDone:  cover property (@(posedge clk_i) disable iff (!rst_ni)
    done_o && evt_o.event_valid);
  FlushWithDone:  cover property (@(posedge clk_i) disable iff (!rst_ni) done_o && flush_o);

endmodule

bind spu_writer spu_writer_sva #(.MaxSize(MaxSize)) u_sva (.*);
