// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the record queue: no overflow, nothing leaves an empty queue, each record has its
// own place.

module spu_queue_sva #(
  parameter int unsigned InFlight = 1,
  parameter int unsigned Depth    = 1
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic [InFlight-1:0]   push_i,
  input logic [2*InFlight-1:0] rank_i,
  input logic [2:0]            taken_i,
  input logic                  pop_i,
  input logic                  flush_i,
  input logic                  keep_head_i,
  input logic [3:0]            room_o,
  input logic                  valid_o,
  input logic [3:0]            count_q
);

  NoOverflow: assert property (@(posedge clk_i) disable iff (!rst_ni)
    4'(taken_i) <= room_o && 32'(count_q) <= Depth);
  NoUnderflow: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (pop_i || keep_head_i) |-> valid_o);
  CountOfPushes: assert property (@(posedge clk_i) disable iff (!rst_ni)
    32'($countones(push_i)) == 32'(taken_i));
  FlushEmpties: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (flush_i && !keep_head_i && taken_i == '0) |=> !valid_o);

  for (genvar g = 0; g < InFlight; g++) begin : gen_tag
    RankInRange: assert property (@(posedge clk_i) disable iff (!rst_ni)
      push_i[g] |-> {1'b0, rank_i[2*g +: 2]} < taken_i);
    for (genvar h = 0; h < g; h++) begin : gen_pair
      RankUnique: assert property (@(posedge clk_i) disable iff (!rst_ni)
        (push_i[g] && push_i[h]) |-> rank_i[2*g +: 2] != rank_i[2*h +: 2]);
    end
  end

  QueueFull: cover property (@(posedge clk_i) disable iff (!rst_ni) room_o == '0);

endmodule

bind spu_queue spu_queue_sva #(.InFlight(InFlight), .Depth(Depth)) u_sva (.*);
