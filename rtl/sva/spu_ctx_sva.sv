// SPDX-License-Identifier: Apache-2.0
//
// Promises of the PE about a context (dpi/README.md, ctx): SCR_EL3.NS and HCR_EL2.{NV2, NV1, NV}
// are Effective values, and the Exception level and Security state are possible. Part of
// spu_pe_sva.

module spu_ctx_sva #(
  parameter bit          El2    = (spe_cfg_pkg::El2 != 0),
  parameter bit          El3    = (spe_cfg_pkg::El3 != 0),
  parameter bit          Sel2   = (spe_cfg_pkg::Sel2 != 0),
  parameter bit          Secure = (spe_cfg_pkg::Secure != 0),
  parameter bit          Rme    = (spe_cfg_pkg::Rme != 0),
  parameter int unsigned Nv     = spe_cfg_pkg::Nv
) (
  input logic             clk_i,
  input logic             rst_ni,
  input spe_pkg::pe_ctx_t ctx_i
);

  logic       el2_on;
  logic [2:0] nvx;     // HCR_EL2.{NV2, NV1, NV}, those that are implemented

  assign el2_on = El2 && (ctx_i.scr_ns || (Sel2 && (ctx_i.eel2 || !El3)));

  assign nvx    = ctx_i.nvx & {Nv >= 2, {2{Nv >= 1}}};

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      PeNsWithoutSecure: assert (Secure || ctx_i.scr_ns);
      PeEl3Exists:       assert (ctx_i.el != spe_pkg::EL3 || El3);
      PeEl2Exists:       assert (ctx_i.el != spe_pkg::EL2 || el2_on);
      PeEl1Exists:       assert (ctx_i.el != spe_pkg::EL1 || !(el2_on && ctx_i.tge));
      PeStateExists:     assert
          (!Rme || ctx_i.el == spe_pkg::EL3 || ctx_i.scr_ns || !ctx_i.scr_nse);
      PeNvNeedsEl2:      assert (nvx == '0 || el2_on);
      PeNv2NeedsNv:      assert (nvx[0] || !nvx[2]);
    end
  end

endmodule
