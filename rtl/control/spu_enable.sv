// SPDX-License-Identifier: Apache-2.0
//
// Owner of the Profiling Buffer, whether the buffer and profiling are enabled, for one context:
// ProfilingBufferOwner(), ProfilingBufferEnabled() (3.4.6), StatisticalProfilingEnabled() (3.2.3),
// SPEProfilingStopped() (D17.4); dpi/rules.md, OW1 to OW6. Combinational.

module spu_enable #(
  parameter bit          El2          = 1'b1,
  parameter bit          El3          = 1'b1,
  parameter bit          Vhe          = 1'b1,
  parameter bit          Secure       = 1'b1,
  parameter bit          Sel2         = 1'b0,
  parameter bit          Rme          = 1'b0,
  parameter int unsigned Nv           = 0,
  parameter bit          Exc          = 1'b0,
  parameter bit          Nvm          = 1'b0,
  parameter bit          DebugStops   = 1'b0,
  parameter int unsigned NspbReserved = spu_int_pkg::NSPB_NONE,
  parameter int unsigned EeReserved   = 0
) (
  /// The context.
  input  spe_pkg::pe_ctx_t  ctx_i,
  /// Control registers.
  input  spu_int_pkg::ctl_t ctl_i,
  /// Owner of the buffer.
  output spu_int_pkg::own_t own_o,
  /// Owning translation regime (D17.7.5; 3.4.2, Table 5).
  output spe_pkg::regime_e  regime_o,
  /// ProfilingBufferEnabled().
  output logic              buf_en_o,
  /// StatisticalProfilingEnabled().
  output logic              prof_en_o,
  /// StatisticalProfilingEnabled(EL2).
  output logic              prof_el2_o,
  /// PMBIDR_EL1.P as read in this context (4.3.1).
  output logic              prohibited_o,
  /// Effective PMSCR_EL2.EnVM.
  output logic              envm_o
);

  localparam logic [1:0] RESERVED_STATE =
      (NspbReserved == spu_int_pkg::NSPB_NONSECURE) ? spe_pkg::PasNonSecure :
      (NspbReserved == spu_int_pkg::NSPB_REALM)     ? spe_pkg::PasRealm :
      (NspbReserved == spu_int_pkg::NSPB_SECURE)    ? spe_pkg::PasSecure : spe_pkg::PasRoot;

  logic [1:0] state;      // {SCR_EL3.NSE, NS}: at EL3 the state of the levels below
  logic [1:0] owner;      // owning state
  logic       sel2_on;    // Secure EL2 is enabled
  logic       owned_el2;  // the owning state has EL2
  logic [1:0] ee2, ee1;
  logic       reserved, exists, own_el2, here, el2_on, tge, host, stopped, owner_a32;
  logic       host_regime, spe_bit, enabled;

  assign state   = {Rme && ctx_i.scr_nse, ctx_i.scr_ns};
  assign sel2_on = El2 && Sel2 && (ctx_i.eel2 || !El3);
  assign el2_on  = El2 && (ctx_i.scr_ns || sel2_on);
  assign tge     = el2_on && ctx_i.tge;
  assign host    = Vhe && el2_on && !ctx_i.el2_aarch32 && ctx_i.e2h &&
                   ((ctx_i.el == spe_pkg::EL2) || ((ctx_i.el == spe_pkg::EL0) && ctx_i.tge));

  // 3.4.2, Table D17-1.
  assign reserved = Rme && !ctx_i.nspb[1] && (ctx_i.nspbe || !Secure);
  assign exists   = !reserved || (NspbReserved != spu_int_pkg::NSPB_NONE);

  always_comb begin
    if (!El3)          owner = {1'b0, ctx_i.scr_ns};
    else if (reserved) owner = RESERVED_STATE;
    else               owner = {Rme && ctx_i.nspbe, ctx_i.nspb[1]};
  end

  assign owned_el2 = El2 && ((owner != spe_pkg::PasSecure) || sel2_on);
  assign own_el2   = owned_el2 && exists && (ctx_i.e2pb == 2'b00);
  assign here      = exists && (owner == state) && !(El3 && (ctx_i.el == spe_pkg::EL3));
  assign envm_o    = !owned_el2 || own_el2 || ctl_i.scr2.envm;

  spu_ee #(
    .El2(El2), .El3(El3), .Sel2(Sel2), .Nv(Nv), .Exc(Exc), .EeReserved(EeReserved)
  ) u_ee (
    .ns_i      (ctx_i.scr_ns),
    .eel2_i    (ctx_i.eel2),
    .pmsee_i   (ctx_i.pmsee),
    .scr2_ee_i (ctl_i.scr2.ee),
    .scr1_ee_i (ctl_i.scr1.ee),
    .ee2_o     (ee2),
    .ee1_o     (ee1)
  );

  // PMBSR_EL2 and PMBSR_EL3 stop profiling only while events can be recorded there.
  assign stopped = ctl_i.s1 || (ee2[1] && ctl_i.s2) ||
                   (Exc && El3 && ctx_i.pmsee[1] && ctl_i.s3);

  always_comb begin
    own_o.exists  = exists;
    own_o.state   = owner;
    own_o.el2     = own_el2;
    own_o.here    = here;
    own_o.el2_on  = el2_on;
    own_o.host    = host;
    own_o.ee2     = ee2;
    own_o.ee1     = ee1;
    own_o.stopped = stopped;
    own_o.nvm     = Nvm && ctl_i.nvm && envm_o;
  end

  assign owner_a32 = own_el2 ? ctx_i.el2_aarch32 : ctx_i.el1_aarch32;
  assign buf_en_o  = ctl_i.e && !stopped && !owner_a32 && exists && (owner == state) &&
                     !(DebugStops && ctx_i.debug);

  always_comb begin
    unique case (ctx_i.el)
      spe_pkg::EL0: spe_bit = tge ? ctl_i.scr2.el0 : ctl_i.scr1.el0;
      spe_pkg::EL1: spe_bit = ctl_i.scr1.el && !tge;
      default:      spe_bit = ctl_i.scr2.el && own_el2;   // EL2; at EL3 `here` is 0
    endcase
  end

  assign enabled    = buf_en_o && here && !ctx_i.aarch32 && !ctx_i.debug;
  // With TGE set, profiling is enabled only if EL2 owns the buffer (Table 3, TGE = 1).
  assign prof_en_o  = enabled && (!tge || own_el2) && spe_bit;
  assign prof_el2_o = enabled && own_el2 && ctl_i.scr2.el;

  always_comb begin
    unique case (ctx_i.el)
      spe_pkg::EL1: prohibited_o = exists && (!here || own_el2);
      spe_pkg::EL2: prohibited_o = exists && !here;
      default:      prohibited_o = 1'b0;
    endcase
  end

  // HCR_EL2.TGE does not matter (D17.7.5, RKRVDC).
  assign host_regime = Vhe && ctx_i.e2h;

  always_comb begin
    if (owner == spe_pkg::PasRealm) begin
      if (!own_el2)         regime_o = spe_pkg::RegimeREl10;
      else if (host_regime) regime_o = spe_pkg::RegimeREl20;
      else                  regime_o = spe_pkg::RegimeREl2;
    end else if (owner == spe_pkg::PasSecure) begin
      if (!own_el2)         regime_o = spe_pkg::RegimeSEl10;
      else if (host_regime) regime_o = spe_pkg::RegimeSEl20;
      else                  regime_o = spe_pkg::RegimeSEl2;
    end else begin
      if (!own_el2)         regime_o = spe_pkg::RegimeNsEl10;
      else if (host_regime) regime_o = spe_pkg::RegimeEl20;
      else                  regime_o = spe_pkg::RegimeEl2;
    end
  end

endmodule
