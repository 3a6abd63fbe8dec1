// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_record: packets that do not go together (2.3, 5.3, rtl/README.md 11). The
// clock is that of the SPU, as in spu_enable_sva.

module spu_record_sva (
  input logic              clk_i,
  input logic              ended_i,
  input spe_pkg::life_t    life_i,
  input logic [1:0]        op_class_i,
  input logic              filtrate_o,
  input spu_int_pkg::rec_t rec_o
);

  always_ff @(posedge clk_i) begin
    if (!ended_i) begin
      // With it, everything that is asserted below.
      NothingBeforeEnd: assert ((filtrate_o || (rec_o != '0)) !== 1'b1);
    end else begin
      DataOfLoadStore:  assert (((rec_o.va_on || rec_o.pa_on || rec_o.ds_on) &&
                                 (op_class_i != spe_pkg::ClassLoadStore)) !== 1'b1);
      TargetOfBranch:   assert ((rec_o.tgt_on && (op_class_i != spe_pkg::ClassBranch)) !== 1'b1);
      PaNeedsVa:        assert ((rec_o.pa_on && !rec_o.va_on) !== 1'b1);
      NoneOfException:  assert (((life_i.end_kind == spe_pkg::EndException) &&
                                 (rec_o.tgt_on || rec_o.ds_on)) !== 1'b1);
      ExceptionRetires: assert ((rec_o.events[0] && !rec_o.events[1]) !== 1'b1);
    end
  end

endmodule

bind spu_record spu_record_sva u_sva (.clk_i(spu.clk_i), .*);
