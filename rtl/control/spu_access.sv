// SPDX-License-Identifier: Apache-2.0
//
// Outcome of a System register access and the register that it reaches:
// CheckStatisticalProfilingAccess() (3.2.3), CheckProfilingBufferAccess() (3.4.6), usage
// constraints of 4.3, accessibility of D24.7; rtl/registers.md, AC1 to AC11. Combinational.

module spu_access #(
  parameter bit          El2         = 1'b1,
  parameter bit          El3         = 1'b1,
  parameter bit          Vhe         = 1'b1,
  parameter bit          Rme         = 1'b0,
  parameter int unsigned Nv          = 0,
  parameter bit          Fgt         = 1'b0,
  parameter bit          SddPriority = 1'b0,
  parameter bit          Fne         = 1'b0,
  parameter bit          Fds         = 1'b0,
  parameter bit          Exc         = 1'b0,
  parameter bit          Nvm         = 1'b0
) (
  /// There is an access in this cycle; all other inputs are sampled with it.
  input  logic              valid_i,
  /// The access is a write.
  input  logic              write_i,
  /// A fine-grained trap applies to the access.
  input  logic              fgt_i,
  /// Encoding op0:op1:CRn:CRm:op2.
  input  logic [15:0]       enc_i,
  /// Context at the start of the cycle.
  input  spe_pkg::pe_ctx_t  ctx_i,
  /// Owner of the buffer at the start of the cycle.
  input  spu_int_pkg::own_t own_i,
  /// PMSCR_EL1.EE, as stored.
  input  logic [1:0]        scr1_ee_i,
  /// Outcome of the access; AccessOk without an access.
  output spe_pkg::access_e  outcome_o,
  /// Register reached; RegNone without an access or unless its outcome is AccessOk.
  output spu_int_pkg::reg_e reg_o
);

  // Controls that trap an access at EL1 to EL2, in addition to fine-grained traps.
  typedef enum logic [1:0] {
    GroupNone,
    GroupTpms,  // MDCR_EL2.TPMS
    GroupE2pb   // MDCR_EL2.E2PB
  } group_e;

  // Conditions that make an access at EL1 an access to memory (FEAT_NV2).
  typedef enum logic [1:0] {
    MemoryNever,
    MemoryNv2,   // HCR_EL2.{NV2, NV} are {1, 1}
    MemoryNv1,   // and HCR_EL2.NV1 is 1
    MemoryPmbsr  // as MemoryNv2 or MemoryNv1, by PMSCR_ELx.EE
  } memory_e;

  logic [1:0]        state;      // {SCR_EL3.NSE, NS}
  logic [2:0]        nvx;        // HCR_EL2.{NV2, NV1, NV}
  logic              el1, el3, host_el2, sdd;
  spu_int_pkg::reg_e target;
  logic              read_only;  // a write is UNDEFINED
  logic              el2_name;   // PMSCR_EL2, PMBSR_EL2: not for EL1
  logic              el12_name;  // PMSCR_EL12, PMBSR_EL12: for EL2 in host and EL3
  logic              el3_name;   // PMBSR_EL3: not below EL3
  logic              enabled;    // MDCR_EL3 enables accesses to this register
  group_e            group;
  memory_e           memory_by;
  logic              absent, nspb_trap, trap_el2, trap_el3, memory;

  assign el1      = ctx_i.el == spe_pkg::EL1;
  assign el3      = ctx_i.el == spe_pkg::EL3;
  assign state    = {Rme && ctx_i.scr_nse, ctx_i.scr_ns};
  assign nvx      = {(Nv >= 2) && ctx_i.nvx[2], (Nv >= 1) && ctx_i.nvx[1],
                     (Nv >= 1) && ctx_i.nvx[0]};
  assign host_el2 = Vhe && own_i.el2_on && !ctx_i.el2_aarch32 && ctx_i.e2h;
  assign sdd      = ctx_i.debug && ctx_i.sdd;

  always_comb begin
    target    = spu_int_pkg::RegNone;
    absent    = 1'b0;
    read_only = 1'b0;
    el2_name  = 1'b0;
    el12_name = 1'b0;
    el3_name  = 1'b0;
    enabled   = 1'b1;
    group     = GroupTpms;
    memory_by = MemoryNever;
    unique case (enc_i)
      spe_pkg::ENC_PMSCR_EL1: begin
        target    = own_i.host ? spu_int_pkg::RegScr2 : spu_int_pkg::RegScr1;
        memory_by = MemoryNv1;
      end
      spe_pkg::ENC_PMSNEVFR_EL1: begin
        target    = spu_int_pkg::RegNevfr;
        absent    = !Fne;
        enabled   = ctx_i.enpmsn;
        memory_by = MemoryNv2;
      end
      spe_pkg::ENC_PMSICR_EL1: begin
        target    = spu_int_pkg::RegIcr;
        memory_by = MemoryNv2;
      end
      spe_pkg::ENC_PMSIRR_EL1: begin
        target    = spu_int_pkg::RegIrr;
        memory_by = MemoryNv2;
      end
      spe_pkg::ENC_PMSFCR_EL1: target = spu_int_pkg::RegFcr;
      spe_pkg::ENC_PMSEVFR_EL1: begin
        target    = spu_int_pkg::RegEvfr;
        memory_by = MemoryNv2;
      end
      spe_pkg::ENC_PMSLATFR_EL1: begin
        target    = spu_int_pkg::RegLatfr;
        memory_by = MemoryNv2;
      end
      spe_pkg::ENC_PMSIDR_EL1: begin
        target    = spu_int_pkg::RegIdr;
        read_only = 1'b1;
      end
      spe_pkg::ENC_PMSDSFR_EL1: begin
        target    = spu_int_pkg::RegDsfr;
        absent    = !Fds;
        enabled   = ctx_i.enpms3;
        memory_by = MemoryNv2;
      end
      spe_pkg::ENC_PMBLIMITR_EL1: begin
        target    = spu_int_pkg::RegLimitr;
        group     = GroupE2pb;
        memory_by = MemoryNv2;
      end
      spe_pkg::ENC_PMBPTR_EL1: begin
        target    = spu_int_pkg::RegPtr;
        group     = GroupE2pb;
        memory_by = MemoryNv2;
      end
      spe_pkg::ENC_PMBSR_EL1: begin
        target    = spu_int_pkg::RegSr;
        if (own_i.host && (own_i.ee2 != 2'b00)) target = spu_int_pkg::RegSr2;
        group     = GroupE2pb;
        memory_by = MemoryPmbsr;
      end
      spe_pkg::ENC_PMBMAR_EL1: begin
        target  = spu_int_pkg::RegMar;
        absent  = !Nvm;
        enabled = ctx_i.enpms4;
        group   = GroupE2pb;
      end
      spe_pkg::ENC_PMBIDR_EL1: begin
        target    = spu_int_pkg::RegBidr;
        read_only = 1'b1;
        group     = GroupNone;
      end
      spe_pkg::ENC_PMSCR_EL2: begin
        target   = spu_int_pkg::RegScr2;
        el2_name = 1'b1;
      end
      spe_pkg::ENC_PMBSR_EL2: begin
        target   = spu_int_pkg::RegSr2;
        absent   = !Exc;
        el2_name = 1'b1;
        enabled  = ctx_i.pmsee != 2'b00;
      end
      spe_pkg::ENC_PMSCR_EL12: begin
        target    = spu_int_pkg::RegScr1;
        absent    = !El2 || !Vhe;
        el12_name = 1'b1;
      end
      spe_pkg::ENC_PMBSR_EL12: begin
        target    = spu_int_pkg::RegSr;
        absent    = !Exc || !El2 || !Vhe;
        el12_name = 1'b1;
      end
      spe_pkg::ENC_PMBSR_EL3: begin
        target   = spu_int_pkg::RegSr3;
        absent   = !Exc || !El3;
        el3_name = 1'b1;
      end
      default: absent = 1'b1;
    endcase
  end

  // AC4, AC5: traps to EL3 of accesses below EL3. Without an owner `own_i.state` is Root, which no
  // level below EL3 has.
  assign nspb_trap = !ctx_i.nspb[0] || (own_i.state != state);
  assign trap_el3  = El3 && (!enabled || ((group != GroupNone) && nspb_trap));

  // AC7, AC8.
  assign trap_el2 = el1 && own_i.el2_on &&
                    ((Fgt && fgt_i) || ((group == GroupTpms) && ctx_i.tpms) ||
                     ((group == GroupE2pb) && !ctx_i.e2pb[0]));

  // AC10.
  always_comb begin
    unique case (memory_by)
      MemoryNv2:   memory = nvx[2] && nvx[0];
      MemoryNv1:   memory = nvx == 3'b111;
      MemoryPmbsr: memory = nvx[2] && nvx[0] &&
                            (nvx[1] || (own_i.ee2 == 2'b00) || (scr1_ee_i == 2'b00));
      default:     memory = 1'b0;
    endcase
  end

  // The checks have the order of rules AC1 to AC10.
  always_comb begin
    outcome_o = spe_pkg::AccessOk;
    if (valid_i) begin
      if (absent || (read_only && write_i) || (ctx_i.el == spe_pkg::EL0) || ctx_i.aarch32) begin
        outcome_o = spe_pkg::AccessUndefined;
      end else if (el3_name && !el3) begin
        outcome_o = spe_pkg::AccessUndefined;
      end else if (el12_name && el1 && (nvx == 3'b101)) begin
        outcome_o = spe_pkg::AccessMemory;
      end else if ((el2_name || el12_name) && el1) begin
        outcome_o = nvx[0] ? spe_pkg::AccessTrapEl2 : spe_pkg::AccessUndefined;
      end else if (el12_name && !host_el2) begin
        outcome_o = spe_pkg::AccessUndefined;
      end else if (!el3) begin
        if (SddPriority && sdd && trap_el3) outcome_o = spe_pkg::AccessUndefined;
        else if (trap_el2)                  outcome_o = spe_pkg::AccessTrapEl2;
        else if (trap_el3 && sdd)           outcome_o = spe_pkg::AccessUndefined;
        else if (trap_el3)                  outcome_o = spe_pkg::AccessTrapEl3;
        else if (memory && el1)             outcome_o = spe_pkg::AccessMemory;
      end
    end
  end

  assign reg_o = (valid_i && (outcome_o == spe_pkg::AccessOk)) ? target : spu_int_pkg::RegNone;

endmodule
