// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_collect: kinds of timestamps that no record of a context may contain (3.3). The
// clock is that of the SPU, as in spu_enable_sva.

module spu_collect_sva #(
  parameter int unsigned Ecv       = 0,
  parameter int unsigned TsStopped = spu_int_pkg::TS_STOPPED_END
) (
  input logic              clk_i,
  input spe_pkg::pe_ctx_t  ctx_i,
  input spu_int_pkg::ctl_t ctl_i,
  input spu_int_pkg::own_t own_i,
  input spu_int_pkg::cap_t cap_o
);

  always_ff @(posedge clk_i) if (spu.rst_ni) begin
    // A host sees no virtual offset. EL2 has to permit a time that is not virtual.
    NoneInHost:   assert
        ((own_i.host && (cap_o.kind == spu_int_pkg::TsVirtual)) !== 1'b1);
    TimeByEl2:    assert ((own_i.el2_on && !own_i.host && (ctl_i.scr2.pct == '0) &&
                           (cap_o.kind != spu_int_pkg::TsVirtual)) !== 1'b1);
    OffsetOfEcv:  assert (((Ecv < 2) && (cap_o.kind == spu_int_pkg::TsOffset)) !== 1'b1);
    // While the system counter is stopped, no timestamp of any kind is collected.
    NoneStopped:  assert ((cap_o.ts && !ctx_i.cnt_en &&
                           (TsStopped == spu_int_pkg::TS_STOPPED_END)) !== 1'b1);
  end

endmodule

bind spu_collect spu_collect_sva #(.Ecv(Ecv), .TsStopped(TsStopped)) u_sva (.clk_i(spu.clk_i), .*);
