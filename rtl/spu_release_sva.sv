// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the order of finished records: of two that are offered exactly one goes first; no
// grant without room.

module spu_release_sva #(
  parameter int unsigned InFlight = 1
) (
  input logic                         clk_i,
  input logic                         rst_ni,
  input logic [InFlight-1:0]          want_i,
  input logic [InFlight-1:0]          grant_o,
  input logic [3:0]                   room_i,
  input logic [InFlight*InFlight-1:0] first_q
);

  GrantWanted: assert property (@(posedge clk_i) disable iff (!rst_ni) (grant_o & ~want_i) == '0);
  GrantFits: assert property (@(posedge clk_i) disable iff (!rst_ni)
    32'($countones(grant_o)) <= 32'(room_i));

  for (genvar g = 1; g < InFlight; g++) begin : gen_tag
    for (genvar h = 0; h < g; h++) begin : gen_pair
      OrderTotal: assert property (@(posedge clk_i) disable iff (!rst_ni)
        (want_i[g] && want_i[h]) |-> first_q[g*InFlight+h] != first_q[h*InFlight+g]);
    end
  end

endmodule

bind spu_release spu_release_sva #(.InFlight(InFlight)) u_sva (.*);
