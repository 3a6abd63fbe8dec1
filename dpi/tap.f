// SPDX-License-Identifier: Apache-2.0
// The tap alone, for a binding of one's own. Paths from the top of the repository.
+incdir+dpi
dpi/spe_tap.vlt
dpi/spe_dpi_pkg.sv
dpi/spe_tap_ctx.sv
dpi/spe_tap_sync.sv
dpi/spe_tap_out.sv
dpi/spe_tap_sva.sv
dpi/spe_tap.sv
