# `make` alone lists the targets, with the text after ## as their descriptions.
# Everything runs from the tree with the standard library; tests, lint and numba install packages into $(VENV).

PYTHON ?= python3
VENV ?= .venv
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help
help: ## show this list
	@echo "make TARGET [PYTHON=python3] [ARGS='more options for the command']"
	@sed -n 's/^\([a-z][a-z.-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "  %-10s %s\n", $$1, $$2 }'

LIMIT ?= 2
OPPONENT ?= alphabeta
.PHONY: match
match: ## play one game of bot.py against a sample bot (OPPONENT=uct LIMIT=5)
	@mkdir -p records
	$(PYTHON) -m protocol.judge bot.py $(OPPONENT) --time-limit $(LIMIT) --save records/last-game.json $(ARGS)

BOT ?= bot.py
.PHONY: check
check: ## check whether the platform will accept a bot (BOT=mine.py ARGS=--no-games)
	@$(PYTHON) -m protocol.check $(BOT) $(ARGS)

.PHONY: play
play: ## play against the bot in the browser (ARGS=--text for the terminal)
	@$(PYTHON) -m protocol.play $(ARGS)

.PHONY: test
test: $(VENV)/tests ## run the tests (ARGS=tests/engine/test_board.py for one file)
	$(VENV)/bin/python -m pytest $(ARGS)

.PHONY: test-slow
test-slow: $(VENV)/tests $(VENV)/browser $(VENV)/extras $(VENV)/cluster ## run the slow tests that `make test` leaves out
	$(VENV)/bin/python -m pytest -m slow $(ARGS)

.PHONY: lint
lint: $(VENV)/lint ## check style and types (ruff, mypy --strict)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy --strict

.PHONY: screenshot
screenshot: $(VENV)/tests $(VENV)/browser ## retake the picture of the page in the README
	$(VENV)/bin/python -m tests.screenshot

.PHONY: bench
bench: ## measure speed against a plain 8x8 list implementation
	$(PYTHON) -m tests.bench $(ARGS)

.PHONY: soak
soak: $(VENV)/tests ## play hostile bots while the judge is disturbed (ARGS='--minutes 10 --seed 7')
	$(VENV)/bin/python -m tests.soak $(ARGS)

.PHONY: solve
solve: ## solve the endgame problems in FILE=problems.obf (ARGS='--wld --limit 60')
	@$(PYTHON) -m protocol.solve $(FILE) $(ARGS)

.PHONY: bot.py
bot.py: ## join the modules into the file to upload (ARGS='--entry MODULE' for another bot)
	$(PYTHON) -m protocol.bundle $(ARGS)

# Training runs fastest with Numba, once `make numba` has installed it, then with PyPy, and very slowly with CPython
# alone. Dask needs CPython; its workers start PyPy.
FAST_PYTHON = $$(if [ -n "$(CLUSTER)" ]; then echo $(PYTHON); elif [ -e $(VENV)/training ]; then \
	echo $(VENV)/bin/python; else command -v pypy3 || echo $(PYTHON); fi)
ON_CLUSTER = $(if $(CLUSTER),--cluster $(CLUSTER))
SIZE ?= small
.PHONY: train
train: ## remake the weights (SIZE=tiny, mini, small, medium, large GAMES=transcripts.txt CLUSTER=tcp://THERE:8786)
	$(FAST_PYTHON) -m engine.training --size $(SIZE) $(if $(GAMES),--games $(GAMES)) $(ON_CLUSTER) $(ARGS)

.PHONY: numba
numba: $(VENV)/training ## install the compiler that makes `make train` several times faster

.PHONY: book
book: ## grow the opening book, or continue growing it (ARGS='--positions 500 --out engine/book_entries.py' CLUSTER=...)
	$(FAST_PYTHON) -m engine.training.book_growth $(ON_CLUSTER) $(ARGS)

.PHONY: regret
regret: ## measure settings in positions of known value (FILE=positions.txt ARGS='--simulations 3000')
	@$(PYTHON) -m engine.training.regret $(FILE) $(ARGS)

.PHONY: uploads
uploads: ## write the uploads for all platforms to dist (ARGS=codingame for one)
	$(PYTHON) -m protocol.uploads $(ARGS)

.PHONY: clean
clean: ## remove the virtual environment, the uploads in dist and all caches
	rm -rf $(VENV) dist .pytest_cache .hypothesis .mypy_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

# Installs the pinned packages of tests/requirements-NAME.txt; the file $(VENV)/NAME marks them as installed.
$(VENV)/tests $(VENV)/lint $(VENV)/training: $(VENV)/%: tests/requirements-%.txt $(VENV)/for-$(subst /,-,$(PYTHON))
	@echo "Installing $< into $(VENV)"
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --requirement $< || \
		{ echo "make: cannot install $<: is there a network?" >&2; exit 1; }
	@touch $@

# Drives a browser in the tests of the page, if there is one; otherwise they are skipped with a message.
$(VENV)/browser: tests/requirements-browser.txt $(VENV)/tests
	@if ! command -v chromedriver >/dev/null; then echo "make: no chromedriver: skipping the browser tests"; \
	elif $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --requirement $<; then touch $@; \
	else echo "make: cannot install $<: skipping the browser tests"; fi

# Packages that some tests use: OpenSpiel's Othello, numpy's arrays. Without them the tests are skipped with a message.
$(VENV)/extras: tests/requirements-extras.txt $(VENV)/tests
	@if $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --requirement $<; then touch $@; \
	else echo "make: cannot install $<: skipping its tests"; fi

# Dask for the tests of clusters, if this Python supports it; otherwise they are skipped with a message.
$(VENV)/cluster: tests/requirements-cluster.txt $(VENV)/tests
	@if $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --requirement $<; then touch $@; \
	else echo "make: cannot install $<: skipping the tests of clusters"; fi

# Named after $(PYTHON), so that the environment is made anew for another interpreter.
$(VENV)/for-$(subst /,-,$(PYTHON)):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 8))' || \
		{ echo "make: '$(PYTHON)' is not Python 3.8 or later: try make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "Creating $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); \
		echo "make: '$(PYTHON) -m venv' failed: on Debian and Ubuntu install the package python3-venv" >&2; exit 1; }
	@touch $@
