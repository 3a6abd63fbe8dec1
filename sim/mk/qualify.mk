# SPDX-License-Identifier: Apache-2.0
# The scoreboard judged by mutants that a machine has made (sim/qualify.md). Results stay in $(B)/qualify.

QUALIFIED = $(if $(filter CONFIG,$(given)),$(CONFIG),neoverse kunpeng v1p0_min ernd v1p5_max v1p2_discard longrec)

## qualify [CONFIG LIST BUDGET RUNS SEED JOBS RESUME]: machine-made mutants of the RTL, RUNS of them drawn by SEED; each must be killed by a check
qualify:
	@sim/setup.sh run nightly qualify
	@$(ENGINE_SH) build $(B)/bin/qualify $(B)/bin/launch $(QUALIFIED:%=$(B)/%/spu_sim)
	@BUDGET=$(if $(BUDGET),$(shell source sim/common.sh && seconds $(BUDGET))) RUNS=$(RUNS) SEED=$(if $(filter SEED,$(given)),$(SEED)) \
	  LIST=$(call quoted,$(LIST)) RESUME=$(RESUME) exec sim/qualify.sh $(B) $(QUALIFIED)

.PHONY: qualify
