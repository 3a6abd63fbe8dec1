// SPDX-License-Identifier: Apache-2.0
//
// The monitor stands where the SPU and its PE meet.

bind toy_bench toy_tap u_toy_tap (
  .clk, .nreset, .reg_stb, .reg_wr, .reg_num, .reg_wd, .reg_rd, .user, .ctxid, .now, .ret,
  .ret_op(op), .ret_pick, .ret_clash, .fin, .fin_op, .fin_user, .mmu_ask, .mmu_va, .mmu_ok, .mmu_pa,
  .st_req, .st_adr, .st_dat, .st_gnt, .st_ack, .flush, .flushed, .drain, .drained, .irq, .ev_pop,
  .ev_feed, .ev_kept, .ev_clash, .trig
);
