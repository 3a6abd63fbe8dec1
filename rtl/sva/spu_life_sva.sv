// SPDX-License-Identifier: Apache-2.0
//
// Promises of the PE about the life of one sampled operation: pulses only for an operation that was
// selected in an earlier cycle, retirement not before issue and complete, the complete that counts
// not before the issue, no physical address without a virtual one, no squash with the sample point
// at retire. Part of spu_pe_sva.

module spu_life_sva #(
  parameter int unsigned SamplePoint = 0
) (
  input logic           clk_i,
  input logic           rst_ni,
  input logic           alloc_i,
  input spe_pkg::life_t life_i
);

  localparam bit Pulses = SamplePoint == spu_int_pkg::SAMPLE_DISPATCH;

  logic live_q;  // selected in an earlier cycle, life not over
  logic issued_q, issued, completed_q, completed;
  logic early_q, early;  // the last complete was before any issue

  assign issued    = issued_q || life_i.issue;
  assign completed = completed_q || life_i.complete;
  assign early     = life_i.complete ? !issued : early_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      live_q      <= 1'b0;
      issued_q    <= 1'b0;
      completed_q <= 1'b0;
      early_q     <= 1'b0;
    end else begin
      live_q      <= alloc_i || (live_q && !life_i.ended);
      issued_q    <= issued && !alloc_i;
      completed_q <= completed && !alloc_i;
      early_q     <= early && !alloc_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (life_i.ended) begin
        PeEndsOnce: assert (live_q);
        PeEndKind:  assert (life_i.end_kind <= spe_pkg::EndReplay);
        PePaHasVa:  assert (life_i.va_valid || !life_i.pa_valid);
        PeNoSquash: assert (Pulses || life_i.end_kind != spe_pkg::EndSquash);
        PeRetiresComplete: assert (!Pulses || !live_q || life_i.end_kind != spe_pkg::EndRetire ||
                                   (issued && completed));
        // dpi/timing.md, LF4.
        PeCompleteLast:    assert (!Pulses || !live_q || life_i.end_kind != spe_pkg::EndRetire ||
                                   !early);
        RetireAtOnce:      cover (live_q && !completed_q && completed);
      end
      if (Pulses && !live_q) begin
        PePulsesLive: assert
            (!(life_i.issue || life_i.xlat_start || life_i.xlat_end || life_i.complete));
      end
    end
  end

endmodule
