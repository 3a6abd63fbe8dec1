# SPDX-License-Identifier: Apache-2.0
# Coverage closure (sim/coverage.md). Results stay in $(B)/closure, also when the rest is cleaned.

## closure [CONFIG BUDGET RUNS SEED LIST ENGINE JOBS]: change the weights of random sessions for the bins that CONFIG has not met, for BUDGET; what is left and why
closure:
	@sim/setup.sh run nightly $(if $(filter slurm,$(ENGINE)),slurm)
	@$(ENGINE_SH) build $(B)/$(CONFIG)/spu_sim $(B)/bin/closure $(B)/bin/launch
	@BUDGET=$(if $(BUDGET)$(RUNS),$(if $(BUDGET),$(shell source sim/common.sh && seconds $(BUDGET))),600) RUNS=$(RUNS) SEED=$(SEED) \
	  ENGINE=$(or $(ENGINE),ninja) LIST=$(call quoted,$(or $(LIST),closure)) exec sim/closure.sh $(B) $(CONFIG)

.PHONY: closure
