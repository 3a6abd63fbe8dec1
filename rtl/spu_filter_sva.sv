// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_filter: a record passes without filters, and what each filter that is on asks
// of a record that passes (3.2.2). Without a clock, as spu_enable_sva.

module spu_filter_sva (
  input spu_int_pkg::filt_t               filt_i,
  input logic [63:0]                      events_i,
  input logic                             load_i,
  input logic                             store_i,
  input logic                             branch_i,
  input logic [spu_int_pkg::LAT_BITS-1:0] total_i,
  input logic                             pass_o
);

  logic off, typed, asked;  // no filter is on; the type filter is; for a type of this operation

  assign off   = !filt_i.fe && !filt_i.ft && !filt_i.fl;
  assign typed = filt_i.ft && (filt_i.b || filt_i.ld || filt_i.st);
  assign asked = |({filt_i.b, filt_i.ld, filt_i.st} & {branch_i, load_i, store_i});

  always_comb begin
    PassWhenOff:  assert final ((off && !pass_o) !== 1'b1);
    EventsThere:  assert final ((pass_o && filt_i.fe &&
                                 ((filt_i.evfr & ~events_i) != '0)) !== 1'b1);
    TypeAsked:    assert final ((pass_o && typed && !asked) !== 1'b1);
    LatencyThere: assert final ((pass_o && filt_i.fl && (total_i < filt_i.minlat)) !== 1'b1);
  end

endmodule

bind spu_filter spu_filter_sva u_sva (.*);
