// SPDX-License-Identifier: Apache-2.0
//
// Plays a few cycles to a tap of four lanes, two tags and 16 bytes. test/tap_sequence.sh compares
// the calls with tap_sequence.expected, which was written from dpi/README.md. Signals change at the
// falling edge; the comment of each step names the rule.

module tap_sequence;

  logic clk = 1'b0, rst_n = 1'b0;
  logic running, active, reg_valid, reg_write, xl_req, xl_rsp, xl_fault, aw, awready, w, wlast, b;
  logic psb, psb_done, dsb, dsb_done, cse, tlbi, irq, serror, cti;
  logic [32:0] ids;
  logic [2:0] outcome;
  logic [1:0][63:0] state;
  logic [63:0] cnt;
  logic impdef, freeze, full;
  logic [2:0] pending, take;
  logic [8:0][3:0] feed_kind;
  logic [3:0] valid, lane_ctx, sel, coll, rnd_count, pop, feed;
  logic [3:0][7:0] tag;
  logic [4:0][7:0] draw;
  logic [1:0][3:0] pulse;
  logic [1:0] ended;
  logic injected;
  logic [15:0] strb;

  always #5 clk = !clk;

  spe_tap #(.Name("t"), .Width(4), .InFlight(2), .AxiBytes(16)) u_tap (
    .clk_i(clk), .rst_ni(rst_n), .running_i(running), .active_i(active),
    .sysreg_valid_i(reg_valid), .sysreg_write_i(reg_write), .sysreg_enc_i(16'hC4C8),
    .sysreg_outcome_i(outcome), .sysreg_wdata_i(64'h11), .sysreg_rdata_i(64'h22),
    .sysreg_fgt_i(reg_write),
    .ctx_state_i(state), .ctx_idr1_i({32'd1, 32'd1}), .ctx_idr2_i({32'd2, 32'd2}),
    .ctx_cntvoff_i({64'd3, 64'd3}), .ctx_cntpoff_i({64'd4, 64'd4}), .cntpct_i(cnt),
    .lane_valid_i(valid), .lane_ctx_i(lane_ctx), .lane_sel_i(sel), .lane_coll_i(coll),
    .lane_tag_i(tag), .lane_pc_i({64'h40, 64'h30, 64'h20, 64'h10}),
    .lane_op_i({16'h4, 16'h3, 16'h102, 16'h201}), .lane_flags_i({4'd8, 4'd4, 4'd2, 4'd1}),
    .life_pulse_i(pulse), .life_ended_i(ended), .life_end_i({3'd2, 3'd0}),
    .life_flags_i({32'h0, 32'h1F8383}), .life_events_i({64'h5, 64'h4}), .life_va_i({64'h7, 64'h6}),
    .life_pa_i({64'h9, 64'h8}),
    .life_target_i({64'hB, 64'hA}), .life_prev_i({64'h0, 64'hC}), .life_source_i({16'd0, 16'd12}),
    .lat_issue_i({32'd0, 32'd1}), .lat_xlat_i({32'd0, 32'd2}), .lat_total_i({32'd0, 32'd3}),
    .lat_alt_i({32'd0, 32'd4}),
    .rnd_count_i(rnd_count), .rnd_draw_i(draw), .rnd_injected_i(injected),
    .xl_req_valid_i(xl_req), .xl_req_ready_i(1'b1), .xl_req_id_i(8'd0), .xl_regime_i(4'd2),
    .xl_nvm_i(1'b1), .xl_req_attr_i(8'h44), .xl_req_sh_i(2'd2), .xl_va_i(64'hABC),
    .xl_rsp_valid_i(xl_rsp), .xl_rsp_id_i(8'd0), .xl_fault_i({1'b0, xl_fault}),
    .xl_stage2_i(1'b0), .xl_fsc_i(6'd7), .xl_mss2_i(4'b1001), .xl_pas_i(2'd1), .xl_attr_i(8'hFF),
    .xl_sh_i(2'd3), .xl_pa_i(64'hDEF),
    .awvalid_i(aw), .awready_i(awready), .awid_i(8'd0), .awaddr_i(64'h1008), .awlen_i(8'd1),
    .awsize_i(3'd4), .awburst_i(2'd1), .awprot_i(3'd3), .awnse_i(1'b1), .awcache_i(4'hF),
    .wvalid_i(w), .wready_i(1'b1), .wlast_i(wlast), .wdata_i({64'hBB, 64'hAA}), .wstrb_i(strb),
    .bvalid_i(b), .bready_i(1'b1), .bid_i(8'd0), .bresp_i(2'd0),
    .cse_i(cse), .cse_ids_i(ids),
    .psb_req_i(psb), .psb_done_i(psb_done), .dsb_req_i(dsb), .dsb_done_i(dsb_done),
    .tlbi_i(tlbi), .impdef_i(impdef), .impdef_data_i(40'hAB_CDEF_0123), .pmbirq_i(irq),
    .serror_i(serror), .cti_i(cti), .prof_pending_i(pending), .prof_take_i(take),
    .pmu_freeze_i(freeze), .pmu_full_i({3'd0, full}), .pmu_feed_kind_i(feed_kind),
    .pmu_pop_i(pop),
    .pmu_feed_i(feed), .pmu_filtrate_i(4'd0), .pmu_collision_i(4'd0));

  task automatic idle();
    {reg_valid, reg_write, xl_req, xl_rsp, xl_fault, aw, w, wlast, b} = '0;
    {psb, psb_done, dsb, dsb_done, cse, tlbi, serror, cti, impdef, full, feed_kind} = '0;
    ids = '0;
    {valid, lane_ctx, sel, coll, rnd_count, tag, draw, pulse, ended, strb, pop, feed} = '0;
    outcome = '0;
    injected = 1'b0;
    awready = 1'b1;
    state[0] = state[1];
  endtask

  // Play one cycle with the signals set so far, then return to idle. The counter advances.
  task automatic cycle();
    @(negedge clk);
    cnt = cnt + 64'd1;
    idle();
  endtask

  task automatic operations();
    valid = 4'b1010; cycle();                                // gathered, no call
    valid = 4'b0001; sel = 4'b0001; tag[0] = 8'd1; feed = 1; cycle();  // early: pop 2, ctx, pop 1
    pop = 3; cycle();                                        // counts are held back
    valid = 4'b0111; coll = 4'b0010; cycle();                // budget in lane 1, collided
    lane_ctx = 4'b1100; valid = 4'b1111; state[1] = 64'h8; cycle();  // change inside the bundle
    lane_ctx = 4'b1000; valid = 4'b0100; state[1] = 64'h3_0000_0009;
    cycle();                                                 // old context reported at once
    pulse[1] = 4'b1001; pulse[0] = 4'b0110; cycle();         // by tag, then by kind
    ended = 2'b11; cycle();                                  // ctx first, for the counter
    rnd_count = 2; draw[0] = 8'd200; draw[1] = 8'd7; valid = 4'b0001; cycle();
    rnd_count = 1; draw[0] = 8'd9; injected = 1'b1;          // injected by the bench
    active = 1'b0; cycle();
  endtask

  // The free clock runs on, the SPU's clock stops: only the stop is reported. Signals that hold
  // their value are reported once, when the clock runs again; the offer of the address began in the
  // first cycle with running 1.
  task automatic stopped();
    running = 1'b0;
    active = 1'b1;
    for (int i = 0; i < 3; i++) begin
      {valid, reg_valid, xl_req, xl_rsp, aw, w, b, cse, psb, psb_done, irq} = '1;
      {pulse[0], ended, rnd_count, pop, state[1]} = {4'b1111, 2'b11, 4'd1, 4'd1, 64'h7};
      cycle();
    end
    running = 1'b1;
    irq = 1'b0;
    state = {64'h9, 64'h9};
    aw = 1'b1; awready = 1'b0; cycle();
    running = 1'b0; aw = 1'b1; awready = 1'b1; xl_req = 1'b1; cycle();  // no handshake
    running = 1'b1; aw = 1'b1; xl_req = 1'b1; xl_rsp = 1'b1; cycle();   // its own answer: req, rsp
  endtask

  task automatic registers();
    valid = 4'b0001; reg_valid = 1'b1; cycle();                     // read: before the lane
    valid = 4'b0001; reg_valid = 1'b1; reg_write = 1'b1; cycle();   // write: after the lane
    outcome = 3'd3;                                          // trapped: before the lane
    valid = 4'b0001; reg_valid = 1'b1; reg_write = 1'b1; cycle();
  endtask

  task automatic bus();
    valid = 4'b0001; xl_req = 1'b1; cycle();                 // overtakes the gathered member
    xl_rsp = 1'b1; xl_req = 1'b1;                            // the answer, then the next request
    aw = 1'b1; w = 1'b1; strb = 16'hFF00; cycle();           // pop, aw; no word 0
    aw = 1'b1; awready = 1'b0; cycle();                      // offered, no call
    aw = 1'b1; cycle();                                      // accepted: offer began a cycle ago
    valid = 4'b0001;                                         // pop before the last word
    w = 1'b1; wlast = 1'b1; strb = 16'h000F; cycle();
    valid = 4'b0001; b = 1'b1; cycle();                      // pop before b
    valid = 4'b0001; xl_rsp = 1'b1; xl_fault = 1'b1;         // pop before a fault, then the request
    xl_req = 1'b1; cycle();                                  // that stays open into the reset
  endtask

  task automatic barriers();
    psb = 1'b1; cse = 1'b1; ids = 33'h0_1234_5678; cycle();  // VMID and ASID not reported
    psb = 1'b1; ids = 33'h1_1234_5678; cycle();              // nor without cse
    psb = 1'b1; psb_done = 1'b1; dsb = 1'b1; dsb_done = 1'b1; cycle();  // out first
    psb = 1'b1; psb_done = 1'b1; tlbi = 1'b1;               // a new request
    cse = 1'b1; ids = 33'h1_1234_5678; cycle();              // now reported
    irq = 1'b1; cycle();
    serror = 1'b1; cti = 1'b1; cycle();
    tlbi = 1'b1; impdef = 1'b1; cycle();                     // kind 6 is last, with its data
    pending = 3'b110; take = 3'b010; cycle();                // levels in one call
    cycle();
    freeze = 1'b1; full = 1'b1;
    feed_kind = 36'h987654321; cycle();
    pop = 2; valid = 4'b0001; cycle();
  endtask

  initial begin
    {running, active, irq} = 3'b110;
    state = {64'h5, 64'h5};
    {pending, take, freeze} = '0;
    cnt = 64'd100;
    idle();
    cycle();
    cycle();
    rst_n = 1'b1;
    cycle();
    operations();
    stopped();
    registers();
    bus();
    barriers();
    rst_n = 1'b0;                                            // out, pop, reset 0
    cycle();
    rst_n = 1'b1;
    {irq, pending, take, freeze} = '0;
    cycle();                                                 // reset 1, clk, ctx with a new id
    xl_req = 1'b1; xl_rsp = 1'b1;                            // no request is open: req, rsp
    valid = 4'b0011; pop = 4; cycle();
    state = {2{64'hB}}; cycle();                             // not [1] of the last cycle: no id 5
    $finish;                                                 // out, pop, close
  end

endmodule
