// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_filter: a record passes if no filter is on, and a record that passes meets each
// filter that is on (3.2.2, D24.7.12). They are checked only when a life ends, because without an
// operation the captured values have no meaning. The clock is that of the SPU, as in
// spu_enable_sva.

module spu_filter_sva #(
  parameter bit          Eft       = 1'b0,
  parameter int unsigned FeOverlap = 0
) (
  input logic                             clk_i,
  input spu_int_pkg::filt_t               filt_i,
  input logic [63:0]                      events_i,
  input spu_int_pkg::types_t              types_i,
  input logic                             source_on_i,
  input logic [5:0]                       source_i,
  input logic [spu_int_pkg::LAT_BITS-1:0] total_i,
  input logic                             pass_o
);

  logic off, apart;  // no filter is on; no event is in both event filters

  assign off   = !(filt_i.fe || filt_i.fne || filt_i.ft || filt_i.fl || filt_i.fds);
  assign apart = !(filt_i.fe && filt_i.fne) || (filt_i.evfr & filt_i.nevfr) == '0;

  // One bit of the type filter: if the mask bit is 1, the flag of the operation must equal the
  // control.
  function automatic logic differs(logic mask, logic ctrl, logic has);
    differs = mask && (ctrl != has);
  endfunction

  always_ff @(posedge clk_i) if (spu.rst_ni && spu_record.ended_i) begin
    if (off) begin
      PassWhenOff: assert (pass_o !== 1'b0);
    end else if (pass_o) begin
      EventsThere:  assert ((filt_i.fe && apart &&
                             ((filt_i.evfr & ~events_i) != '0)) !== 1'b1);
      EventsAbsent: assert ((filt_i.fne && apart &&
                             ((filt_i.nevfr & events_i) != '0)) !== 1'b1);
      NoneInBoth:   assert ((!apart && (FeOverlap == spu_int_pkg::ZERO_NOTHING)) !== 1'b1);
      TypeAsked:    assert ((!Eft && filt_i.ft && (filt_i.b || filt_i.ld || filt_i.st) &&
                             !(filt_i.b && types_i.b) && !(filt_i.ld && types_i.ld) &&
                             !(filt_i.st && types_i.st)) !== 1'b1);
      TypeMasked:   assert ((Eft && filt_i.ft &&
                             (differs(filt_i.bm, filt_i.b, types_i.b) ||
                              differs(filt_i.ldm, filt_i.ld, types_i.ld) ||
                              differs(filt_i.stm, filt_i.st, types_i.st) ||
                              differs(filt_i.fpm, filt_i.fp, types_i.fp) ||
                              differs(filt_i.simdm, filt_i.simd, types_i.simd))) !== 1'b1);
      LatencyThere: assert ((filt_i.fl && (total_i < filt_i.minlat)) !== 1'b1);
      SourceAsked:  assert ((filt_i.fds && source_on_i && !filt_i.dsfr[source_i]) !== 1'b1);
    end
  end

endmodule

bind spu_filter spu_filter_sva #(.Eft(Eft), .FeOverlap(FeOverlap)) u_sva (.clk_i(spu.clk_i), .*);
