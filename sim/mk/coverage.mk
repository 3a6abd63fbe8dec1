# SPDX-License-Identifier: Apache-2.0
# Lists of runs with functional coverage; code coverage (sim/coverage.md).

## regress [LIST SEEDS RESUME COV JOBS]: every test, many seeds, all configurations (LIST=short or full), with functional coverage
regress:
	@sim/setup.sh run
	@RESUME=$(RESUME) SEEDS=$(SEEDS) COV=$(COV) exec sim/regress.sh $(B) $(call quoted,$(or $(LIST),short))

## coverage [CONFIG LIST JOBS]: code coverage of all configurations, or of CONFIG: lines, branches, toggles, the C (sim/coverage.md)
coverage:
	@sim/setup.sh run coverage
	@exec sim/codecov-runs.sh $(B) $(call quoted,$(or $(LIST),sim/codecov/runs.tsv)) $(if $(filter CONFIG,$(given)),$(CONFIG))

.PHONY: regress coverage
