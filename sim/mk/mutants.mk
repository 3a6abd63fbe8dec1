# SPDX-License-Identifier: Apache-2.0
# The checker judged by mutants of its own C (c_model/qualified.md). Results stay in $(B)/mutants.

## mutate-model [RUNS SEED JOBS]: RUNS machine-made mutants (300) of the C predictor and scoreboard, drawn by SEED, judged by kept logs and unit tests
mutate-model:
	@sim/setup.sh run test mutants
	@$(ENGINE_SH) build $(B)/bin/spe $(B)/bin/spe-both $(B)/bin/launch units
	@RUNS=$(RUNS) SEED=$(if $(filter SEED,$(given)),$(SEED)) JOBS=$(JOBS) \
	  $(B)/bin/launch --cpu 0 --stall 0 sim/mutate-model.sh $(B)

.PHONY: mutate-model
