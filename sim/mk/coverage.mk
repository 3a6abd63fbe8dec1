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

## coverage-c [JOBS]: lines and branches of the C that its unit tests meet; 99 % of both are needed (sim/coverage.md)
coverage-c:
	@sim/setup.sh run test
	@$(ENGINE_SH) build units-gcov-c
	@exec sim/codecov-c.sh $(B)

.PHONY: regress coverage coverage-c
