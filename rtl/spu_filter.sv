// SPDX-License-Identifier: Apache-2.0
//
// CollectRecord() (3.2.2, 3.2.3): filters by event, operation type and latency. Combinational.

module spu_filter #(
  parameter int unsigned FeZero = 0,  // the filter with nothing set: 0 ignored, 1 keeps nothing
  parameter int unsigned FtZero = 0,
  parameter int unsigned FlZero = 0
) (
  /// Filter registers.
  input  spu_int_pkg::filt_t               filt_i,
  /// Events of the record.
  input  logic [63:0]                      events_i,
  /// Type: load, or atomic that returns a value.
  input  logic                             load_i,
  /// Type: store or atomic.
  input  logic                             store_i,
  /// Type: branch that did not end with an exception.
  input  logic                             branch_i,
  /// Total latency.
  input  logic [spu_int_pkg::LAT_BITS-1:0] total_i,
  /// The record is kept.
  output logic                             pass_o
);

  logic fe_pass, ft_pass, fl_pass;

  always_comb begin
    if (!filt_i.fe)                 fe_pass = 1'b1;
    else if (filt_i.evfr == '0)     fe_pass = FeZero != spu_int_pkg::ZERO_NOTHING;
    else                            fe_pass = (~events_i & filt_i.evfr) == '0;

    if (!filt_i.ft)                                  ft_pass = 1'b1;
    else if (!(filt_i.b || filt_i.ld || filt_i.st))  ft_pass = FtZero != spu_int_pkg::ZERO_NOTHING;
    else ft_pass = (filt_i.b && branch_i) || (filt_i.ld && load_i) || (filt_i.st && store_i);

    if (!filt_i.fl)                 fl_pass = 1'b1;
    else if (filt_i.minlat == '0)   fl_pass = FlZero != spu_int_pkg::ZERO_NOTHING;
    else                            fl_pass = 16'(total_i) >= filt_i.minlat;
  end

  assign pass_o = fe_pass && ft_pass && fl_pass;

endmodule
