# SPDX-License-Identifier: Apache-2.0
# The SPU and the scoreboard in configurations that nobody has chosen (sim/configs.sh). Results stay
# in $(B)/configs.

## configs [RUNS SEED SEEDS BUDGET JOBS]: RUNS configurations (4) drawn by SEED, each built and played; SEEDS of each kind of random session (16)
configs:
	@sim/setup.sh run
	@$(ENGINE_SH) build $(B)/bin/spe $(B)/bin/launch
	@BUDGET=$(if $(BUDGET),$(shell source sim/common.sh && seconds $(BUDGET))) RUNS=$(RUNS) SEED=$(SEED) SEEDS=$(SEEDS) JOBS=$(JOBS) \
	  $(B)/bin/launch --cpu 0 --stall 0 sim/configs.sh $(B)

.PHONY: configs
