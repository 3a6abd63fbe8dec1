// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_record: packets that do not go together (2.3, 5.3, D18.2, dpi/rules.md CT1).
// The clock is that of the SPU, as in spu_enable_sva.

module spu_record_sva #(
  parameter bit          Gcs    = 1'b0,
  parameter int unsigned PbtOps = 0
) (
  input logic                clk_i,
  input logic                ended_i,
  input spe_pkg::life_t      life_i,
  input logic [1:0]          op_class_i,
  input spe_pkg::op_flags_t  flags_i,
  input logic                filtrate_o,
  input spu_int_pkg::kinds_t kinds_o,
  input spu_int_pkg::rec_t   rec_o
);

  logic is_branch, accesses;

  assign is_branch = op_class_i == spe_pkg::ClassBranch;
  assign accesses  = op_class_i == spe_pkg::ClassLoadStore ||
                     (Gcs && is_branch && (flags_i.gcs_load || flags_i.gcs_store));

  always_ff @(posedge clk_i) if (spu.rst_ni) begin
    if (!ended_i) begin
      // Without an ending there is no record, so all assertions below hold.
      NothingBeforeEnd: assert ((filtrate_o || (rec_o != '0) || (kinds_o != '0)) !== 1'b1);
    end else begin
      DataOfAccess:     assert (((rec_o.va_on || rec_o.pa_on || rec_o.ds_on || rec_o.xlat_on) &&
                                 !accesses) !== 1'b1);
      TargetOfBranch:   assert ((rec_o.tgt_on && !is_branch) !== 1'b1);
      PrevOfBranch:     assert ((rec_o.prev_on && !is_branch &&
                                 (PbtOps != spu_int_pkg::PBT_ANY)) !== 1'b1);
      PaNeedsVa:        assert ((rec_o.pa_on && !(rec_o.va_on && life_i.va_valid)) !== 1'b1);
      // For the previous target D18.2.1 does not say this: choice N14.
      NoneOfException:  assert (((life_i.end_kind == spe_pkg::EndException) &&
                                 (rec_o.tgt_on || rec_o.ds_on || rec_o.prev_on)) !== 1'b1);
      ExceptionRetires: assert ((rec_o.events[0] && !rec_o.events[1]) !== 1'b1);
    end
  end

endmodule

bind spu_record spu_record_sva #(.Gcs(Gcs), .PbtOps(PbtOps)) u_sva (.clk_i(spu.clk_i), .*);
