// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_collect: what no record of a context may contain (3.3). The clock is that of
// the SPU, as in spu_enable_sva.

module spu_collect_sva #(
  parameter bit El2 = 1'b1
) (
  input logic              clk_i,
  input spe_pkg::pe_ctx_t  ctx_i,
  input spu_int_pkg::ctl_t ctl_i,
  input logic              owner_secure_i,
  input logic              owner_el2_i,
  input spu_int_pkg::cap_t cap_o
);

  // EL2 has a say and has not given its permission.
  function automatic logic el2_denies(logic owner_secure, logic permitted);
    el2_denies = El2 && !owner_secure && !permitted;
  endfunction

  always_ff @(posedge clk_i) begin
    Cx1NotAtEl2:  assert ((cap_o.cx1 && (ctx_i.el == spe_pkg::EL2)) !== 1'b1);
    Cx2NonSecure: assert ((cap_o.cx2 && (!El2 || !ctx_i.scr_ns)) !== 1'b1);
    PaByEl2:      assert ((cap_o.pa && el2_denies(owner_secure_i, ctl_i.scr2.pa)) !== 1'b1);
    TsByOwner:    assert ((cap_o.ts && !(owner_el2_i ? ctl_i.scr2.ts : ctl_i.scr1.ts)) !== 1'b1);
  end

endmodule

bind spu_collect spu_collect_sva #(.El2(El2)) u_sva (.clk_i(spu.clk_i), .*);
