// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_filter: a record passes without filters, and what each filter that is on asks
// of a record that passes (3.2.2). The clock is that of the SPU, as in spu_enable_sva.

module spu_filter_sva (
  input logic                             clk_i,
  input spu_int_pkg::filt_t               filt_i,
  input logic [63:0]                      events_i,
  input logic                             load_i,
  input logic                             store_i,
  input logic                             branch_i,
  input logic [spu_int_pkg::LAT_BITS-1:0] total_i,
  input logic                             pass_o
);

  logic off, typed;  // no filter is on; the type filter is

  assign off   = !filt_i.fe && !filt_i.ft && !filt_i.fl;
  assign typed = filt_i.ft && (filt_i.b || filt_i.ld || filt_i.st);

  always_ff @(posedge clk_i) begin
    if (off) begin
      PassWhenOff: assert (pass_o !== 1'b0);
    end else if (pass_o) begin
      EventsThere:  assert ((filt_i.fe && ((filt_i.evfr & ~events_i) != '0)) !== 1'b1);
      TypeAsked:    assert ((typed && ({filt_i.b && branch_i, filt_i.ld && load_i,
                                        filt_i.st && store_i} == '0)) !== 1'b1);
      LatencyThere: assert ((filt_i.fl && (16'(total_i) < filt_i.minlat)) !== 1'b1);
    end
  end

endmodule

bind spu_filter spu_filter_sva u_sva (.clk_i(spu.clk_i), .*);
