// SPDX-License-Identifier: Apache-2.0
//
// Calls every import of spe_dpi_pkg once, for test/prototypes.sh: Verilator declares only the
// imports that are called. Never run.

module all_imports
  import spe_dpi_pkg::*;
();

  chandle h;
  int     n;

  initial begin
    h = spe_dpi_open(SPE_DPI_VERSION, 0, "", "", "", TapAll, 0);
    spe_dpi_dir("", 0);
    n = spe_dpi_reset(h, 0, 0, 0);
    n = spe_dpi_clk(h, 0, 0, 0, 0);
    n = spe_dpi_sysreg(h, 0, 0, 0, 0, 0, 0, 0, 0);
    n = spe_dpi_ctx(h, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    n = spe_dpi_pop(h, 0, 0, 0, 0, 0);
    n = spe_dpi_rnd(h, 0, 0, 0, 0);
    n = spe_dpi_sel(h, 0, 0, 0, 0, 0, 0, 0, 0);
    n = spe_dpi_life(h, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    n = spe_dpi_xl_req(h, 0, 0, 0, 0, 0, 0, 0, 0);
    n = spe_dpi_xl_rsp(h, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    n = spe_dpi_aw(h, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    n = spe_dpi_w(h, 0, 0, 0, 0, 0, 0, 0);
    n = spe_dpi_b(h, 0, 0, 0, 0);
    n = spe_dpi_sync(h, 0, 0, 0, 0, 0);
    n = spe_dpi_out(h, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    n = spe_dpi_close(h, 0, 0, 0, 0);
    spe_dpi_run("", 0, 0);
    spe_dpi_fail(0, "");
    n = spe_dpi_status();
  end

endmodule
