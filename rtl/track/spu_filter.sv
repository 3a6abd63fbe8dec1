// SPDX-License-Identifier: Apache-2.0
//
// CollectRecord() (3.2.2, 3.2.3, D24.7.10 to 12, 17): filters by event, inverted event, operation
// type, latency and data source, and the SAMPLE_FEED_* events of the same operation, whether or not
// a filter is on. Combinational.
// Rules: dpi/rules.md, FI3 to FI10, PM4.

module spu_filter #(
  parameter bit          Eft       = 1'b0,  // masks of the type filter; SIMD and FP
  parameter int unsigned FeZero    = 0,  // the filter with nothing set: 0 ignored, 1 keeps nothing
  parameter int unsigned FneZero   = 0,
  parameter int unsigned FtZero    = 0,
  parameter int unsigned FlZero    = 0,
  parameter int unsigned FeOverlap = 0   // an event in both event filters: 0, 1 as above
) (
  /// Filter registers.
  input  spu_int_pkg::filt_t               filt_i,
  /// Events of the record.
  input  logic [63:0]                      events_i,
  /// Types of the operation; a branch that ended with an exception has none.
  input  spu_int_pkg::types_t              types_i,
  /// The record has the data source of a load.
  input  logic                             source_on_i,
  /// Low bits of the data source. Used with `source_on_i`.
  input  logic [5:0]                       source_i,
  /// Total latency.
  input  logic [spu_int_pkg::LAT_BITS-1:0] total_i,
  /// The record is kept.
  output logic                             pass_o,
  /// SAMPLE_FEED_* events of the operation.
  output spu_int_pkg::kinds_t              kinds_o
);

  spu_int_pkg::types_t ctrl, mask;
  logic [63:0]         dsfr;
  logic                fe_met, fne_met, ft_met, fl_met, fds_met, ev_met;
  logic                fe_pass, fne_pass, ft_pass, fl_pass, fds_pass;

  always_comb begin
    ctrl.simd = filt_i.simd;
    ctrl.fp   = filt_i.fp;
    ctrl.st   = filt_i.st;
    ctrl.ld   = filt_i.ld;
    ctrl.b    = filt_i.b;
    mask.simd = filt_i.simdm;
    mask.fp   = filt_i.fpm;
    mask.st   = filt_i.stm;
    mask.ld   = filt_i.ldm;
    mask.b    = filt_i.bm;
  end

  assign dsfr = filt_i.dsfr;

  // A filter with nothing set is met.
  assign fe_met  = (~events_i & filt_i.evfr) == '0;
  assign fne_met = (events_i & filt_i.nevfr) == '0;
  assign ft_met  = (((ctrl & ~mask) == '0) || ((types_i & ctrl & ~mask) != '0)) &&
                   ((types_i & mask) == (ctrl & mask));
  assign fl_met  = total_i >= filt_i.minlat;
  assign fds_met = dsfr[source_i];

  // SAMPLE_FEED_EVENT does not ask for bit 1 where it is RES1 (PM4); FE does (FI3).
  assign ev_met  = (~events_i & filt_i.evfr & ~{62'h0, filt_i.one, 1'b0}) == '0;

  always_comb begin
    if (!filt_i.fe)                 fe_pass = 1'b1;
    else if (filt_i.evfr == '0)     fe_pass = FeZero != spu_int_pkg::ZERO_NOTHING;
    else                            fe_pass = fe_met;

    if (!filt_i.fne)                fne_pass = 1'b1;
    else if (filt_i.nevfr == '0)    fne_pass = FneZero != spu_int_pkg::ZERO_NOTHING;
    else                            fne_pass = fne_met;

    // If an event is in both event filters, FeOverlap decides for both.
    if (filt_i.fe && filt_i.fne && ((filt_i.evfr & filt_i.nevfr) != '0)) begin
      fe_pass  = FeOverlap != spu_int_pkg::ZERO_NOTHING;
      fne_pass = fe_pass;
    end

    if (!filt_i.ft)                 ft_pass = 1'b1;
    else if (!Eft && (ctrl == '0))  ft_pass = FtZero != spu_int_pkg::ZERO_NOTHING;
    else                            ft_pass = ft_met;

    if (!filt_i.fl)                 fl_pass = 1'b1;
    else if (filt_i.minlat == '0)   fl_pass = FlZero != spu_int_pkg::ZERO_NOTHING;
    else                            fl_pass = fl_met;

    // The data source filter rejects only loads with a data source (D24.7.12).
    fds_pass = !filt_i.fds || !source_on_i || fds_met;
  end

  assign pass_o = fe_pass && fne_pass && ft_pass && fl_pass && fds_pass;

  always_comb begin
    kinds_o.br   = types_i.b;
    kinds_o.ld   = types_i.ld;
    kinds_o.st   = types_i.st;
    kinds_o.fp   = Eft && types_i.fp;
    kinds_o.simd = Eft && types_i.simd;
    kinds_o.op   = ft_met && ((ctrl | mask) != '0);
    kinds_o.ev   = ev_met && fne_met;
    kinds_o.lat  = fl_met;
    kinds_o.ds   = source_on_i && fds_met;
  end

endmodule
