// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_record: packets that do not go together (2.3, 5.3, rtl/README.md 11). Without a
// clock, as spu_enable_sva.

module spu_record_sva (
  input logic              ended_i,
  input spe_pkg::life_t    life_i,
  input logic [1:0]        op_class_i,
  input logic              filtrate_o,
  input spu_int_pkg::rec_t rec_o
);

  logic data, ls, branch, taken_back;

  assign data       = rec_o.va_on || rec_o.pa_on || rec_o.ds_on;
  assign ls         = op_class_i == spe_pkg::ClassLoadStore;
  assign branch     = op_class_i == spe_pkg::ClassBranch;
  assign taken_back = life_i.end_kind == spe_pkg::EndException;

  always_comb begin
    NothingBeforeEnd: assert final ((!ended_i && (filtrate_o || (rec_o != '0))) !== 1'b1);
    DataOfLoadStore:  assert final ((data && !ls) !== 1'b1);
    TargetOfBranch:   assert final ((rec_o.tgt_on && !branch) !== 1'b1);
    PaNeedsVa:        assert final ((rec_o.pa_on && !rec_o.va_on) !== 1'b1);
    NoneOfException:  assert final ((taken_back && (rec_o.tgt_on || rec_o.ds_on)) !== 1'b1);
    ExceptionRetires: assert final ((rec_o.events[0] && !rec_o.events[1]) !== 1'b1);
  end

endmodule

bind spu_record spu_record_sva u_sva (.*);
