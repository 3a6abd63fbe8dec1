// SPDX-License-Identifier: Apache-2.0
// Synthesizable sources of the SPU, in order; spe_cfg_pkg.sv of the configuration comes before them.
rtl/spe_pkg.sv
rtl/spu_int_pkg.sv
rtl/spu_flop.sv
rtl/control/spu_access.sv
rtl/control/spu_ee.sv
rtl/control/spu_enable.sv
rtl/control/spu_collect.sv
rtl/control/spu_context.sv
rtl/control/spu_syndrome.sv
rtl/control/spu_sysregs.sv
rtl/control/spu_route.sv
rtl/control/spu_management.sv
rtl/out/spu_levels.sv
rtl/control/spu_control.sv
rtl/sample/spu_rnd.sv
rtl/sample/spu_interval.sv
rtl/sample/spu_select.sv
rtl/track/spu_latency.sv
rtl/track/spu_filter.sv
rtl/track/spu_record.sv
rtl/track/spu_track.sv
rtl/track/spu_arbiter.sv
rtl/write/spu_queue.sv
rtl/write/spu_packet.sv
rtl/write/spu_encode.sv
rtl/write/spu_xlat.sv
rtl/write/spu_outstanding.sv
rtl/write/spu_axi.sv
rtl/write/spu_cause.sv
rtl/write/spu_writer.sv
rtl/sample/spu_sampler.sv
rtl/write/spu_buffer.sv
rtl/out/spu_sync.sv
rtl/out/spu_events.sv
rtl/spu.sv
-f rtl/waivers.f
