# SPDX-License-Identifier: Apache-2.0
# Nights (sim/nightly.md). The database and what failed runs left stay in $(B)/nightly, also when
# the rest is cleaned.

## nightly [LIST BUDGET ENGINE JOBS FAILED RESUME COV SEEDS QUALIFY]: the list nightly, then fresh seeds for BUDGET (of the runs; the build comes on top), and mutants for QUALIFY % of it; the exit status says whether something is new
nightly:
	@sim/setup.sh run nightly $(if $(filter slurm,$(ENGINE)),slurm) $(if $(filter 1,$(COV)),coverage)
	@BUDGET=$(or $(BUDGET),30m) ENGINE=$(or $(ENGINE),ninja) FAILED=$(FAILED) RESUME=$(RESUME) COV=$(COV) SEEDS=$(SEEDS) QUALIFY=$(or $(QUALIFY),10) \
	  exec sim/nightly.sh $(B) $(call quoted,$(or $(LIST),nightly))

## bisect [RUN GOOD ENGINE JOBS]: find the first commit with which the run in the directory RUN fails as it does there
bisect:
	@sim/failed-run.sh $(call quoted,$(RUN))
	@sim/setup.sh run nightly $(if $(filter slurm,$(ENGINE)),slurm)
	@$(ENGINE_SH) build $(B)/bin/night $(B)/bin/launch
	@JOBS=$(JOBS) ENGINE=$(or $(ENGINE),ninja) $(B)/bin/launch --cpu 0 --stall 0 sim/bisect.sh $(B) $(call quoted,$(RUN)) $(if $(GOOD),$(call quoted,$(GOOD)))

.PHONY: nightly bisect
