# Everything one does with Pace, by name. A step whose inputs did not change takes a moment: Go keeps its own caches, the
# others leave a stamp in .cache/.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo 0)

# One set of build flags everywhere: another set would compile GTK a second time.
TAGS := desktop,production,webkit2_41
GO := CGO_ENABLED=1 go
DARWIN := GOOS=darwin CGO_ENABLED=0 go
DESKTOP := build/virtual-desktop.sh

PREFIX ?= $(if $(filter 0,$(shell id -u)),/usr/local,$(HOME)/.local)
APPLICATIONS := $(DESTDIR)$(PREFIX)/share/applications
ICONS := $(DESTDIR)$(PREFIX)/share/icons/hicolor

go_sources := $(shell find . -path ./frontend -prune -o -path ./.git -prune -o \( -name '*.go' -o -name go.mod -o -name go.sum \) -print)
go_folders := $(wildcard ./backend ./native ./automations ./skills)
page_sources := $(shell find frontend -name node_modules -prune -o -name 'dist*' -prune -o -type f -print)
scripts := $(wildcard build/*.sh .ci/run)
stamp = mkdir -p .cache && touch $@

.PHONY: help setup build run demo test check test-go test-frontend e2e race bench eval eval-route install uninstall clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: ## install what building and testing need
	@build/setup.sh

build: setup .cache/frontend ## the interface and build/bin/pace
	$(GO) build -tags "$(TAGS)" -ldflags "-s -w -X main.version=$(VERSION)" -o build/bin/pace .

run: build ## the desktop window; without a display the interface in a browser, on a private desktop
	@if [ -n "$${DISPLAY:-}$${WAYLAND_DISPLAY:-}" ]; then exec build/bin/pace; fi; \
	echo "There is no display: Pace serves its interface and works on a private desktop."; \
	exec $(DESKTOP) run -- build/bin/pace serve

demo: build ## show what Pace does, on a private desktop
	build/demo.sh

test: setup check build test-go test-frontend e2e ## everything CI runs

check: .cache/check-go .cache/check-frontend .cache/check-scripts ## format, vet, lint, types, macOS compiles

# What works on a real desktop runs one package at a time: two of them on two cores would measure each other's load.
desktop_tests := ./native/linux/... ./backend/bench/...

test-go: setup .cache/frontend ## the Go tests; desktop tests start a private desktop themselves
	$(GO) test -tags "$(TAGS)" -timeout 20m $$(go list -tags "$(TAGS)" ./... | grep -vE '/(e2e|native/linux|backend/bench)(/|$$)')
	$(GO) test -tags "$(TAGS)" -p 1 -timeout 20m $(desktop_tests)

test-frontend: .cache/test-frontend ## the interface's unit tests

e2e: build .cache/e2e-fake ## the interface in a browser and the real window, as a user meets them
	$(GO) test -tags "$(TAGS)" -timeout 10m ./e2e
	cd frontend && npm run --silent e2e

race: setup .cache/frontend ## the Go tests with the race detector
	$(GO) test -race -tags "$(TAGS)" -timeout 40m ./...

bench: build ## the published numbers, on a private desktop
	build/bin/pace bench route
	build/bin/pace bench planner
	build/bin/pace bench fastpath

eval: build ## what the model server on this machine makes of the sentences (URL=, MODEL=); reports, never fails for it
	build/bin/pace bench eval $(if $(URL),--url "$(URL)") $(if $(MODEL),--model "$(MODEL)")

eval-route: build ## how right Pace is about what a sentence is: intents, routes, calls, false fires; no model
	build/bin/pace bench eval-route

install: build ## into PREFIX (~/.local, or /usr/local for root)
	install -D -m 755 build/bin/pace $(DESTDIR)$(PREFIX)/bin/pace
	install -D -m 644 build/linux/pace.svg $(ICONS)/scalable/apps/pace.svg
	install -D -m 644 build/linux/pace.png $(ICONS)/256x256/apps/pace.png
	install -d $(APPLICATIONS)
	sed 's|^Exec=pace|Exec=$(PREFIX)/bin/pace|' build/linux/pace.desktop > $(APPLICATIONS)/pace.desktop
	@$(refresh)

uninstall: ## remove what install put there; what you made with Pace stays
	rm -f $(DESTDIR)$(PREFIX)/bin/pace $(ICONS)/scalable/apps/pace.svg $(ICONS)/256x256/apps/pace.png $(APPLICATIONS)/pace.desktop
	@$(refresh)

clean: ## remove what was built
	rm -rf build/bin .cache frontend/dist-fake
	find frontend/dist -mindepth 1 ! -name .keep -delete 2>/dev/null || true

# The desktop learns of pace:// links from this index; a packager, who sets DESTDIR, leaves it to the package manager.
refresh = [ -n "$(DESTDIR)" ] || [ ! -d $(APPLICATIONS) ] || ! command -v update-desktop-database >/dev/null || update-desktop-database -q $(APPLICATIONS)

# --- steps which leave a stamp -----------------------------------------------------------------------------------------

.cache/frontend: $(page_sources) | setup
	cd frontend && npm run --silent build
	@test -e frontend/dist/.keep || touch frontend/dist/.keep
	@$(stamp)

.cache/check-go: $(go_sources) | setup .cache/frontend
	@unformatted=$$(gofmt -l $(go_folders) e2e $(wildcard *.go)); [ -z "$$unformatted" ] || { echo "not formatted (gofmt -w): $$unformatted"; exit 1; }
	$(GO) run ./backend/event/gen -check
	$(GO) vet -tags "$(TAGS)" ./...
	$(GO) tool staticcheck -tags "$(TAGS)" ./...
	$(DARWIN) build $(addsuffix /...,$(go_folders))
	$(DARWIN) vet $(addsuffix /...,$(go_folders))
	@$(stamp)

.cache/check-frontend: $(page_sources) | setup
	cd frontend && npm run --silent check && npm run --silent lint
	@$(stamp)

.cache/check-scripts: $(scripts) build/linux/pace.desktop $(wildcard build/fixtures/*.py)
	for script in $(scripts); do bash -n $$script; done
	for fixture in build/fixtures/*.py; do python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' $$fixture; done
	! command -v desktop-file-validate >/dev/null || desktop-file-validate build/linux/pace.desktop
	@$(stamp)

.cache/test-frontend: $(page_sources) | setup
	cd frontend && npm run --silent test
	@$(stamp)

.cache/e2e-fake: $(page_sources) | setup
	cd frontend && npm run --silent e2e:fake
	@$(stamp)
