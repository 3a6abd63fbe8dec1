// SPDX-License-Identifier: Apache-2.0
//
// Assertions on write responses: none before address and data of its burst, never more bursts than
// are counted.

module spu_resp_sva #(
  parameter int unsigned MaxBursts = 8
) (
  input logic                             clk_i,
  input logic                             rst_ni,
  input logic                             sent_i,
  input logic                             bvalid_i,
  input logic                             room_o,
  input logic                             quiet_o,
  input logic [$clog2(MaxBursts + 1)-1:0] own_q,
  input logic [$clog2(MaxBursts + 1)-1:0] older_q
);

  PeAnswersBurst: assert property (@(posedge clk_i) disable iff (!rst_ni) bvalid_i |-> !quiet_o);
  NoOverflow: assert property (@(posedge clk_i) disable iff (!rst_ni)
    32'(own_q) + 32'(older_q) <= MaxBursts);
  RoomForBurst: assert property (@(posedge clk_i) disable iff (!rst_ni) sent_i |-> room_o);

endmodule

bind spu_resp spu_resp_sva #(.MaxBursts(MaxBursts)) u_sva (.*);
