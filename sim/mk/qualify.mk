# SPDX-License-Identifier: Apache-2.0
# The scoreboard judged by mutants that a machine has made (sim/qualify.md). Results stay in
# $(B)/qualify.

QUALIFIED = $(if $(filter CONFIG,$(given)),$(CONFIG),$(shell source sim/common.sh && echo "$${MUTATED[@]}"))

## qualify [CONFIG LIST BUDGET RUNS SEED JOBS RESUME ALONE]: machine-made mutants of the RTL, RUNS of them drawn by SEED; each must be killed by a check; ALONE=n: by n random sessions
qualify:
	@sim/setup.sh run nightly qualify
	@$(ENGINE_SH) build $(B)/bin/qualify $(B)/bin/launch $(QUALIFIED:%=$(B)/%/spu_sim)
	@BUDGET=$(if $(BUDGET),$(shell source sim/common.sh && seconds $(BUDGET))) RUNS=$(RUNS) SEED=$(if $(filter SEED,$(given)),$(SEED)) \
	  LIST=$(call quoted,$(LIST)) RESUME=$(RESUME) ALONE=$(ALONE) exec sim/qualify.sh $(B) $(QUALIFIED)

.PHONY: qualify
