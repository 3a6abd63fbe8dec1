// SPDX-License-Identifier: Apache-2.0
//
// Outcome of a System register access and the register that it reaches:
// CheckStatisticalProfilingAccess() (3.2.3), CheckProfilingBufferAccess() (3.4.6), usage
// constraints of 4.3. Combinational.

module spu_access #(
  parameter bit El2 = 1'b1,
  parameter bit El3 = 1'b1,
  parameter bit Vhe = 1'b1
) (
  /// There is an access in this cycle; all other inputs are sampled with it.
  input  logic              valid_i,
  /// The access is a write.
  input  logic              write_i,
  /// Encoding op0:op1:CRn:CRm:op2.
  input  logic [15:0]       enc_i,
  /// Context at the start of the cycle.
  input  spe_pkg::pe_ctx_t  ctx_i,
  /// Outcome of the access; AccessOk without one.
  output spe_pkg::access_e  outcome_o,
  /// Register reached; RegNone without an access or unless its outcome is AccessOk.
  output spu_int_pkg::reg_e reg_o
);

  logic                secure, nspb_match, e2h, undefined_el;
  spu_int_pkg::reg_e   target;
  logic                read_only;  // a write is UNDEFINED
  logic                buffer;     // trapped by MDCR_EL2.E2PB, else by MDCR_EL2.TPMS
  logic                no_trap;    // PMBIDR_EL1
  logic                el2_only;   // PMSCR_EL2, PMSCR_EL12: UNDEFINED at EL1
  logic                undefined;

  assign secure       = !ctx_i.scr_ns || (El3 && (ctx_i.el == spe_pkg::EL3));
  assign nspb_match   = ctx_i.nspb == {ctx_i.scr_ns, 1'b1};
  assign e2h          = El2 && Vhe && ctx_i.e2h;
  assign undefined_el = (ctx_i.el == spe_pkg::EL0) || ctx_i.aarch32;

  always_comb begin
    target    = spu_int_pkg::RegNone;
    read_only = 1'b0;
    buffer    = 1'b0;
    no_trap   = 1'b0;
    el2_only  = 1'b0;
    undefined = undefined_el;
    if (valid_i) begin
      unique case (enc_i)
        spe_pkg::ENC_PMSCR_EL1: begin
          if (e2h && (ctx_i.el == spe_pkg::EL2)) target = spu_int_pkg::RegScr2;
          else                                   target = spu_int_pkg::RegScr1;
        end
        spe_pkg::ENC_PMSICR_EL1:   target = spu_int_pkg::RegIcr;
        spe_pkg::ENC_PMSIRR_EL1:   target = spu_int_pkg::RegIrr;
        spe_pkg::ENC_PMSFCR_EL1:   target = spu_int_pkg::RegFcr;
        spe_pkg::ENC_PMSEVFR_EL1:  target = spu_int_pkg::RegEvfr;
        spe_pkg::ENC_PMSLATFR_EL1: target = spu_int_pkg::RegLatfr;
        spe_pkg::ENC_PMSIDR_EL1: begin
          target    = spu_int_pkg::RegIdr;
          read_only = 1'b1;
        end
        spe_pkg::ENC_PMBLIMITR_EL1: begin
          target = spu_int_pkg::RegLimitr;
          buffer = 1'b1;
        end
        spe_pkg::ENC_PMBPTR_EL1: begin
          target = spu_int_pkg::RegPtr;
          buffer = 1'b1;
        end
        spe_pkg::ENC_PMBSR_EL1: begin
          target = spu_int_pkg::RegSr;
          buffer = 1'b1;
        end
        spe_pkg::ENC_PMBIDR_EL1: begin
          target    = spu_int_pkg::RegBidr;
          read_only = 1'b1;
          no_trap   = 1'b1;
        end
        spe_pkg::ENC_PMSCR_EL2: begin
          target   = spu_int_pkg::RegScr2;
          el2_only = 1'b1;
        end
        spe_pkg::ENC_PMSCR_EL12: begin
          target    = spu_int_pkg::RegScr1;
          el2_only  = 1'b1;
          undefined = undefined_el || !e2h || (El3 && !ctx_i.scr_ns);
        end
        default: undefined = 1'b1;
      endcase
    end
  end

  always_comb begin
    outcome_o = spe_pkg::AccessOk;
    if (valid_i) begin
      if (undefined || (read_only && write_i) || (el2_only && (ctx_i.el == spe_pkg::EL1))) begin
        outcome_o = spe_pkg::AccessUndefined;
      end else if (El2 && !no_trap && !secure && (ctx_i.el == spe_pkg::EL1) &&
                   (buffer ? !ctx_i.e2pb[0] : ctx_i.tpms)) begin
        outcome_o = spe_pkg::AccessTrapEl2;
      end else if (El3 && !no_trap && (ctx_i.el != spe_pkg::EL3) && !nspb_match) begin
        outcome_o = spe_pkg::AccessTrapEl3;
      end
    end
  end

  assign reg_o = (outcome_o == spe_pkg::AccessOk) ? target : spu_int_pkg::RegNone;

endmodule
