// SPDX-License-Identifier: Apache-2.0
//
// Owner of the Profiling Buffer, whether the buffer and profiling are enabled, for one context:
// ProfilingBufferOwner(), ProfilingBufferEnabled() (3.4.6), StatisticalProfilingEnabled() (3.2.3).
// Combinational.

module spu_enable #(
  parameter bit El2 = 1'b1,
  parameter bit El3 = 1'b1,
  parameter bit Vhe = 1'b1
) (
  /// The context.
  input  spe_pkg::pe_ctx_t  ctx_i,
  /// Control registers.
  input  spu_int_pkg::ctl_t ctl_i,
  /// Secure EL1 owns the buffer.
  output logic              owner_secure_o,
  /// EL2 owns the buffer.
  output logic              owner_el2_o,
  /// Owning translation regime (Table 5).
  output spe_pkg::regime_e  regime_o,
  /// ProfilingBufferEnabled().
  output logic              buf_en_o,
  /// StatisticalProfilingEnabled().
  output logic              prof_en_o,
  /// PMBIDR_EL1.P as read in this context (4.3.1).
  output logic              prohibited_o
);

  logic secure, in_host, owner_a32, spe_bit;

  assign secure  = !ctx_i.scr_ns || (El3 && (ctx_i.el == spe_pkg::EL3));
  assign in_host = El2 && !secure && ctx_i.tge;

  assign owner_secure_o = El3 ? !ctx_i.nspb[1] : secure;
  assign owner_el2_o    = El2 && !owner_secure_o && (ctx_i.e2pb == 2'b00);
  assign owner_a32      = owner_el2_o ? ctx_i.el2_aarch32 : ctx_i.el1_aarch32;

  assign buf_en_o = ctl_i.e && !ctl_i.s && !owner_a32 && (owner_secure_o != ctx_i.scr_ns);

  always_comb begin
    unique case (ctx_i.el)
      spe_pkg::EL0: spe_bit = in_host ? ctl_i.scr2.el0 : ctl_i.scr1.el0;
      spe_pkg::EL1: spe_bit = ctl_i.scr1.el && !in_host;
      spe_pkg::EL2: spe_bit = ctl_i.scr2.el && owner_el2_o;
      default:      spe_bit = 1'b0;
    endcase
  end

  // A host EL0 is profiled only by EL2: its EL1 has no part in it (Table 3, TGE = 1).
  assign prof_en_o = buf_en_o && !ctx_i.aarch32 && !ctx_i.debug && (owner_secure_o == secure) &&
                     (!in_host || owner_el2_o) && spe_bit;

  always_comb begin
    unique case (ctx_i.el)
      spe_pkg::EL1: prohibited_o = (owner_secure_o != secure) || owner_el2_o;
      spe_pkg::EL2: prohibited_o = owner_secure_o;
      default:      prohibited_o = 1'b0;
    endcase
  end

  always_comb begin
    if (owner_secure_o)                       regime_o = spe_pkg::RegimeSEl10;
    else if (!owner_el2_o)                    regime_o = spe_pkg::RegimeNsEl10;
    else if (Vhe && ctx_i.e2h && ctx_i.tge)   regime_o = spe_pkg::RegimeEl20;
    else                                      regime_o = spe_pkg::RegimeEl2;
  end

endmodule
