// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_management: events that are not from the writer occur only while profiling is
// not stopped, and those of the system not in Discard mode, as the register says it; events and
// collisions have a PMBSR_ELx that exists. The clock is that of the SPU, as in spu_enable_sva.

module spu_management_sva
  import spu_int_pkg::*;
#(
  parameter bit El3 = 1'b1,
  parameter bit Exc = 1'b0
) (
  input logic       clk_i,
  input own_t       own0_i,
  input evt_t       evt_i,
  input logic       lost_i,
  input logic       v1p2_i,  // SPEv1p2: FM 0b10 is reserved before
  input logic [1:0] fm_i,    // PMBLIMITR_EL1.FM
  input evt_t       evt_o,
  input logic [3:1] coll_o
);

  always_ff @(posedge clk_i) begin
    if (spu.rst_ni) begin
      if (evt_o.event_valid && !evt_i.event_valid) begin
        NotStopped:  assert (!own0_i.stopped);
        NotDiscard:  assert (evt_o.ec != EC_IMPDEF || !v1p2_i || fm_i != 2'b10);
        DeniedLost:  assert (evt_o.ec != EC_OTHER || (lost_i && evt_o.dl && !evt_o.ea));
      end
      if (evt_o.event_valid) begin
        // D17.8: without FEAT_SPE_EXC all events are in PMBSR_EL1.
        TargetExists: assert
            (evt_o.target == 2'd1 ||
             (Exc && (evt_o.target == 2'd2 || (evt_o.target == 2'd3 && El3))));
      end
      if (coll_o != '0) begin
        CollExists: assert ((coll_o[1] || Exc) && (!coll_o[3] || El3));
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (evt_o.event_valid) begin
      Denied: cover (evt_o.ec == EC_OTHER && evt_o.mss[5:0] == BSC_DENIED);
      Impdef: cover (evt_o.ec == EC_IMPDEF);
      ToEl2:  cover (evt_o.target == 2'd2);
      ToEl3:  cover (evt_o.target == 2'd3);
    end
    if (coll_o != '0) begin
      CollAbove: cover (!coll_o[1]);
    end
  end

endmodule

bind spu_management spu_management_sva #(.El3(El3), .Exc(Exc)) u_sva (
  .clk_i(spu.clk_i), .v1p2_i(spu.Pmsver >= 3), .fm_i(u_sysregs.limitr.fm), .*
);
