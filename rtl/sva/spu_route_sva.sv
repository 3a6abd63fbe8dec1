// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_route: Tables D17-5 to D17-7 of the Arm ARM, row by row. The clock is that of
// the SPU, as in spu_enable_sva.

module spu_route_sva
  import spu_int_pkg::*;
#(
  parameter bit El3        = 1'b1,
  parameter bit Rme        = 1'b0,
  parameter bit Exc        = 1'b0,
  parameter bit RouteAsync = 1'b0
) (
  input logic             clk_i,
  input spe_pkg::pe_ctx_t ctx_i,
  input logic [1:0]       ee2_i,
  input logic             owner_el2_i,
  input logic [5:0]       ec_i,
  input logic [5:0]       fsc_i,
  input logic [1:0]       target_o
);

  // {Stage 1, Stage 2, GPC fault} of Tables D17-5 and D17-6. The columns on the left: PMSEE; GPF or
  // EA of SCR_EL3; EE; E2PB is not 0b00; GPF or TEA of HCR_EL2. Without EL3 the rows of PMSEE 0b01
  // hold.
  function automatic logic [5:0] fault_row(logic [6:0] columns);
    unique casez (columns)
      7'b00_?_??_?_?: fault_row = {2'd1, 2'd1, 2'd1};
      7'b01_?_0?_?_?: fault_row = {2'd1, 2'd1, 2'd1};
      7'b01_?_10_0_?: fault_row = {2'd2, 2'd2, 2'd2};
      7'b01_?_10_1_0: fault_row = {2'd1, 2'd2, 2'd2};
      7'b01_?_10_1_1: fault_row = {2'd2, 2'd2, 2'd2};
      7'b01_?_11_?_?: fault_row = {2'd2, 2'd2, 2'd2};
      7'b10_0_0?_?_?: fault_row = {2'd1, 2'd1, 2'd3};
      7'b10_0_10_0_?: fault_row = {2'd2, 2'd2, 2'd3};
      7'b10_0_10_1_0: fault_row = {2'd1, 2'd2, 2'd3};
      7'b10_0_10_1_1: fault_row = {2'd2, 2'd2, 2'd3};
      7'b10_0_11_?_?: fault_row = {2'd2, 2'd2, 2'd3};
      7'b10_1_??_?_?: fault_row = {2'd3, 2'd3, 2'd3};
      7'b11_?_??_?_?: fault_row = {2'd3, 2'd3, 2'd3};
      default:        fault_row = '0;
    endcase
  endfunction

  // {Stage 1, Stage 2, Other event} of Table D17-7: PMSEE, EE, E2PB is not 0b00.
  function automatic logic [5:0] other_row(logic [4:0] columns);
    unique casez (columns)
      5'b00_??_?: other_row = {2'd1, 2'd1, 2'd1};
      5'b01_0?_?: other_row = {2'd1, 2'd1, 2'd1};
      5'b01_10_0: other_row = {2'd2, 2'd2, 2'd1};
      5'b01_10_1: other_row = {2'd1, 2'd2, 2'd1};
      5'b01_11_?: other_row = {2'd2, 2'd2, 2'd2};
      5'b10_0?_?: other_row = {2'd1, 2'd1, 2'd1};
      5'b10_10_0: other_row = {2'd2, 2'd2, 2'd1};
      5'b10_10_1: other_row = {2'd1, 2'd2, 2'd1};
      5'b10_11_?: other_row = {2'd2, 2'd2, 2'd2};
      5'b11_??_?: other_row = {2'd3, 2'd3, 2'd3};
      default:    other_row = '0;
    endcase
  endfunction

  logic [1:0] pmsee;
  logic       gpf, aborted;
  logic [5:0] gpf_cells, abort_cells, other_cells;

  always_comb begin
    pmsee   = El3 ? ctx_i.pmsee : 2'b01;
    gpf     = Rme && (fsc_i inside {6'b100010, 6'b100011, [6'b100100:6'b100111], 6'b101000});
    aborted = fsc_i inside {6'b010000, 6'b010010, 6'b010011, [6'b010100:6'b010111], 6'b011011} ||
              (RouteAsync && fsc_i == 6'b010001);
    gpf_cells   = fault_row({pmsee, ctx_i.scr_gpf, ee2_i, !owner_el2_i, ctx_i.hcr_gpf});
    abort_cells = fault_row({pmsee, ctx_i.ea && !ctx_i.debug, ee2_i, !owner_el2_i, ctx_i.tea});
    other_cells = other_row({pmsee, ee2_i, !owner_el2_i});
  end

  always_ff @(posedge clk_i) if (spu.rst_ni) begin
    if (!Exc) begin
      RouteWithoutExc: assert ((target_o != 2'd1) !== 1'b1);
    end else begin
      unique case (ec_i)
        EC_STAGE1: begin
          RouteGpf1:   assert (!gpf || target_o == gpf_cells[5:4]);
          RouteAbort1: assert (!aborted || target_o == abort_cells[5:4]);
          RouteOther1: assert (gpf || aborted || target_o == other_cells[5:4]);
        end
        EC_STAGE2: begin
          RouteGpf2:   assert (!gpf || target_o == gpf_cells[3:2]);
          RouteAbort2: assert (!aborted || target_o == abort_cells[3:2]);
          RouteOther2: assert (gpf || aborted || target_o == other_cells[3:2]);
        end
        EC_GPC:  RouteGpc:   assert (target_o == gpf_cells[1:0]);
        default: RouteOther: assert (target_o == other_cells[1:0]);
      endcase
    end
  end

endmodule

bind spu_route spu_route_sva #(
  .El3(El3), .Rme(Rme), .Exc(Exc), .RouteAsync(RouteAsync)
) u_sva (.clk_i(spu.clk_i), .*);
