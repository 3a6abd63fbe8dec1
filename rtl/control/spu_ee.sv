// SPDX-License-Identifier: Apache-2.0
//
// Effective values of PMSCR_EL2.EE and PMSCR_EL1.EE: where Profiling Buffer management events are
// reported (D17.8 RHJXHT, RTSJRP; dpi/rules.md, RT1). Combinational.

module spu_ee #(
  parameter bit          El2        = 1'b1,
  parameter bit          El3        = 1'b1,
  parameter bit          Sel2       = 1'b0,
  parameter int unsigned Nv         = 0,
  parameter bit          Exc        = 1'b0,
  parameter int unsigned EeReserved = 0
) (
  /// SCR_EL3.NS.
  input  logic       ns_i,
  /// SCR_EL3.EEL2; not used without EL3.
  input  logic       eel2_i,
  /// MDCR_EL3.PMSEE; not used without EL3.
  input  logic [1:0] pmsee_i,
  /// PMSCR_EL2.EE.
  input  logic [1:0] scr2_ee_i,
  /// PMSCR_EL1.EE.
  input  logic [1:0] scr1_ee_i,
  /// Effective PMSCR_EL2.EE.
  output logic [1:0] ee2_o,
  /// Effective PMSCR_EL1.EE: 0b00 or 0b11.
  output logic [1:0] ee1_o
);

  logic       el2_on;    // EL2 is enabled in the state that NS says, also while the PE is at EL3
  logic [1:0] reserved;  // the value that 0b01 and 0b10 act as (Table D17-8)

  assign el2_on = El2 && (ns_i || (Sel2 && (eel2_i || !El3)));

  always_comb begin
    if (!Exc || (El3 && (pmsee_i == 2'b00))) ee2_o = 2'b00;
    else if (el2_on)                         ee2_o = scr2_ee_i;
    else                                     ee2_o = 2'b01;
  end

  assign reserved = ((Nv == 0) && (EeReserved == spu_int_pkg::EE_OFF)) ? 2'b00 : {2{scr1_ee_i[1]}};

  always_comb begin
    if (ee2_o == 2'b00)                    ee1_o = 2'b00;
    else if (scr1_ee_i[1] == scr1_ee_i[0]) ee1_o = scr1_ee_i;
    else                                   ee1_o = reserved;
  end

endmodule
