// SPDX-License-Identifier: Apache-2.0
// Synthesizable sources of the SPU, in order; spe_cfg_pkg.sv of the configuration comes before them.
rtl/spe_pkg.sv
rtl/spu_int_pkg.sv
rtl/spu_flop.sv
rtl/spu_access.sv
rtl/spu_ee.sv
rtl/spu_enable.sv
rtl/spu_collect.sv
rtl/spu_context.sv
rtl/spu_syndrome.sv
rtl/spu_regs.sv
rtl/spu_route.sv
rtl/spu_report.sv
rtl/spu_levels.sv
rtl/spu_control.sv
rtl/spu_rnd.sv
rtl/spu_interval.sv
rtl/spu_select.sv
rtl/spu_latency.sv
rtl/spu_filter.sv
rtl/spu_record.sv
rtl/spu_track.sv
rtl/spu_release.sv
rtl/spu_queue.sv
rtl/spu_packet.sv
rtl/spu_encode.sv
rtl/spu_xlat.sv
rtl/spu_resp.sv
rtl/spu_axi.sv
rtl/spu_cause.sv
rtl/spu_writer.sv
rtl/spu_sampler.sv
rtl/spu_buffer.sv
rtl/spu_sync.sv
rtl/spu_events.sv
rtl/spu.sv
-f rtl/waivers.f
