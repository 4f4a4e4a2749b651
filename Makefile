# `make` lists what can be done here.
PYTHON := .venv/bin/python
RUN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help demo test check pictures soak bench font lock clean

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /	/' | expand -t 10

demo: ## set everything up, then run a table with four seats on simulated hardware
	@deploy/setup.sh run
	@$(RUN)/tablectl demo $(ARGS)

test: ## set everything up, then pass all checks and tests
	@deploy/setup.sh dev
	@deploy/test.sh all

check: ## format, lint, types, contracts and the fast tests
	@deploy/setup.sh dev
	@deploy/test.sh fast

pictures: ## renew the reference pictures of all screens and those of the READMEs, after a change that is meant
	@RENEW_PICTURES=1 SDL_VIDEODRIVER=offscreen .venv/bin/python -m pytest -q tests/ui/test_screens.py tests/ui/test_readme_pictures.py

soak: ## the long runs (installs qemu-system-x86, gcc, make and xz-utils as well)
	@deploy/setup.sh soak
	@deploy/test.sh soak

bench: ## the rules core against its targets (ARGS="--plot FILE", "--compiled", "--only TEXT")
	@deploy/setup.sh dev
	@$(PYTHON) -m benchmarks $(ARGS)

font: ## make the subset fonts anew (needs the Debian package fonts-noto-cjk)
	@deploy/setup.sh dev
	@$(PYTHON) deploy/font.py

lock: ## take up new releases of the packages that we use
	@deploy/lock.sh

clean: ## remove what was made here
	rm -rf .venv build out .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage*
