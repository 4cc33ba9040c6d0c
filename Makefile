# KeepAlive. `make demo` and `make test` install what is missing (Debian packages) and need nothing else.

SWIFT ?= swift
PREFIX ?= /usr/local
# Whether make install takes the symbols out of the program, and puts them beside it.
STRIP ?= yes
# How many mutants make mutants judges, and how many of a hundred are to be noticed; COUNT=all takes an hour.
COUNT ?= 200
LEAST ?= 99
# How long make campaign takes; or ROUNDS=2000, however long they take (2 hours), and of which kinds: ONLY=kill.
MINUTES ?= 10
# A warning stops this build, never the build of somebody who depends on the package.
export KEEPALIVE_STRICT := 1
# What a target imports must stand in Package.swift: the rooms and their arrows.
BUILD := $(SWIFT) build --explicit-target-dependency-import-check error
FORMATTED := Package.swift Plugins Sources Tests Examples Benchmarks/Package.swift Benchmarks/Sources Benchmarks/PolicyCore \
	APNs/Package.swift APNs/Sources APNs/Tests
# How much make test-apns does: pushes, to so many apps, and streams that are opened and reset.
LOAD ?= --pushes 2000 --apps 20 --streams 100000

.PHONY: help apns corpus demo docs examples field field-page readings mutants timelines protocol-page picture test test-apns test-pipewire test-vm test-vm-tones test-vm-rest check check-counts build bench bench-audio bench-core bench-device campaign fuzz validate rule-page samples install install-apns install-sources deb test-deb image release matrix test-ci-files test-fleet test-newcomer check-prefix \
	uninstall clean format dependencies-build dependencies-run dependencies-test dependencies-vm \
	dependencies-check dependencies-bench dependencies-bench-audio dependencies-pipewire dependencies-picture \
	dependencies-validate dependencies-apns dependencies-deb

help:
	@echo 'make demo     install what is missing, build, and watch the strategies one after the other (4 minutes at first, 40 s later)'
	@echo 'make test     install what is missing, build, and run all tests'
	@echo 'make test-vm  what needs a kernel with sound cards, in virtual machines (amd64; 8 minutes, 70 MB to fetch at first)'
	@echo '                test-vm-tones is its part that compares samples, test-vm-rest the other'
	@echo 'make test-pipewire  what plays, on a private sound device of PipeWire; installs pipewire and wireplumber beside what is there'
	@echo 'make apns     an optimised keepalive-apns, the push server, in APNs/.build/release (10 minutes at first)'
	@echo 'make test-apns  its tests: provider libraries of PyPI, apps that are frozen, attacks; LOAD=$(LOAD) (8 minutes at first)'
	@echo 'make mutants  COUNT=$(COUNT) small mistakes in the policy, drawn at random: says which nothing notices (10 minutes)'
	@echo 'make check    the lints: format, documentation, what may name the machine, what prints, every rule with code and test'
	@echo 'make check-counts  events, effects and allocations of fixed workloads, against Benchmarks/exact-counts.json'
	@echo 'make build    an optimised keepalive-run, and what it and the plug-in execute, in .build/release, with the Swift runtime inside'
	@echo 'make bench    start-up time, memory and wakeups of the runner, beside their yardsticks'
	@echo 'make bench-audio  wakeups, CPU and memory of silence that plays, beside aplay, pacat and sox (amd64; 41 minutes)'
	@echo 'make bench-core  the speed of the policy core, and its exact counts against Benchmarks/exact-counts.json'
	@echo 'make bench-device  200 apps on one device: memory, wakeups, latencies, beside transfers, tagged sockets and a hostile client (2 minutes)'
	@echo 'make corpus CHECKOUTS=DIR  how much of the public iOS code of docs/corpus.tsv, of which DIR has clones, asks for what is missing'
	@echo 'make samples CHECKOUTS=DIR public iOS code of Samples/samples.tsv, built unedited, tested and run'
	@echo 'make examples  run the apps of Examples/ on real parts, and compare them with what they show (3 minutes)'
	@echo 'make field     what real devices were seen to do, played: how much of it the rules do, too; make field-page writes docs/field.md'
	@echo 'make readings  what the app of Examples/Articles lives through by Apple'"'"'s reading and by the articles'"'"', and what differs'
	@echo 'make campaign  attack running systems for MINUTES=$(MINUTES), or ROUNDS=2000: kills, escapes, servers, clients and files that lie, file'
	@echo '                systems that hang; says what failed, and with which SEED and ONLY=KIND it is played again'
	@echo 'make fuzz      a million inputs for each reader of outside data, guided by coverage (30 minutes); READERS="nmea json": some'
	@echo 'make validate  the counters against known loads on this machine: expected, seen (12 minutes)'
	@echo 'make timelines  record what every scenario does, event by event, after a change of the policy that is meant'
	@echo 'make rule-page  write docs/rules.md, every rule with its values, code and tests'
	@echo 'make protocol-page  write the tables of docs/protocol.md, after a change of the protocol'
	@echo 'make picture   make the picture of README.md anew, from a real run (a minute)'
	@echo 'make docs      a site of the guides and the reference of the API, in .build/docs (DocC)'
	@echo 'make install  make build, and copy it to PREFIX/bin (PREFIX=$(PREFIX))'
	@echo 'make install-sources  the Swift sources for apps and their tests, to PREFIX/share/keepalive'
	@echo 'make deb       two Debian packages in .build/deb: keepalive-run, and keepalive-dev with the Swift sources'
	@echo 'make test-deb  installs them in a clean Debian, runs them, removes them (as root; 3 minutes)'
	@echo 'make image     a container image in .build/image, without an engine and without a registry (as root; 2 minutes)'
	@echo 'make release VERSION=X  version, commit, tag, packages, archives, bill of materials and checksums; pushes nothing'
	@echo 'make matrix    runs the package on Debian, Ubuntu and machines with each layout of cgroups, and writes docs/platforms.md'
	@echo '                (as root; 20 minutes); SYSTEMS="trixie none": some of them, without the page'
	@echo 'make test-ci-files  the action of GitHub and the job of GitLab, step by step, in a clean Debian (as root; 2 minutes)'
	@echo 'make test-fleet  a fleet under GNU parallel and Slurm, of whose machines one is lost (as root; 4 minutes)'
	@echo 'make test-newcomer  make demo and make test in a clean Debian with PipeWire and without PulseAudio (as root; 15 minutes)'
	@echo 'make install-apns  make apns, and copy it there as well'
	@echo 'make uninstall, make clean'
	@echo 'make format   lay the sources out as make check wants them'

# An app that the plug-in compiles is there for the tests alone (Package.swift).
test test-vm test-vm-tones test-vm-rest test-pipewire mutants timelines protocol-page examples readings: export KEEPALIVE_TESTS := 1

RESULTS := .build/test-results.xml
RUN_TESTS := rm -f .build/test-results*.xml; $(SWIFT) test --skip-build --xunit-output $(RESULTS)
OR_WHY := || { scripts/check/failed-tests $(RESULTS); exit 1; }

demo: dependencies-run
	@$(BUILD) --product keepalive-run
	@$$($(SWIFT) build --show-bin-path)/keepalive-run demo

test: dependencies-test
	$(BUILD) --build-tests
	$(RUN_TESTS) --skip StormTests $(OR_WHY)
	# Storms of processes take the machine from all that runs beside them.
	$(RUN_TESTS) --filter StormTests $(OR_WHY)

test-vm test-vm-tones test-vm-rest: dependencies-test dependencies-vm
	$(BUILD) --build-tests
	scripts/systems/test-vm $(patsubst test-vm-%,--%,$(filter-out test-vm,$@))

apns: dependencies-build
	cd APNs && $(SWIFT) build -c release --static-swift-stdlib -Xlinker -s --product keepalive-apns

test-apns: dependencies-apns
	cd APNs && $(BUILD) --build-tests && $(SWIFT) test --skip-build
	$(BUILD) --product keepalive-run
	$(BUILD) --product example-news
	$(BUILD) --product example-calls
	[ -x APNs/.build/venv/bin/pip ] || python3 -m venv APNs/.build/venv
	APNs/.build/venv/bin/pip install --quiet --disable-pip-version-check -r APNs/Tests/requirements.txt
	APNs/.build/venv/bin/python scripts/attack/test-apns $(LOAD)

test-pipewire: dependencies-pipewire
	$(BUILD) --build-tests
	KEEPALIVE_SOUND_SERVER=pipewire $(SWIFT) test --skip-build --filter \
		"PipeWireTests|AskedServerTests|AudioOutputOnPrivateServerTests|AudioBesideOthersTests|SoundRunTests|SoundProcessTests|StrategyRunTests"
	# A hundred starts of servers take the machine from all that runs beside them.
	KEEPALIVE_SOUND_SERVER=pipewire $(SWIFT) test --skip-build --filter KilledServerTests

mutants: dependencies-test
	$(BUILD) --build-tests
	scripts/check/mutants --least $(LEAST) $(if $(filter all,$(COUNT)),,--count $(COUNT))

timelines: dependencies-test
	$(BUILD) --build-tests
	KEEPALIVE_RECORD=1 $(SWIFT) test --skip-build --filter "TimelineTests|WalkTests"

protocol-page: dependencies-test
	$(BUILD) --build-tests
	KEEPALIVE_RECORD=1 $(SWIFT) test --skip-build --filter ProtocolPageTests

picture: dependencies-picture
	$(BUILD) --product keepalive-run
	scripts/pages/picture $$($(SWIFT) build --show-bin-path)/keepalive-run

check: dependencies-check
	$(SWIFT) format lint --strict --recursive $(FORMATTED)
	scripts/check/check-imports
	scripts/check/check-printing
	scripts/pages/docs --check
	$(BUILD) --product keepalive-run
	$(BUILD) --product keepalive-rewrite
	$(BUILD) --product keepalive-verify
	scripts/check/check-conversions
	scripts/pages/rule-page --check
	scripts/pages/field --check

STATIC := $(CURDIR)/.build/static
# At a fixed address the program starts without 61,000 relocations, whose pages each copy of it would hold for itself.
build: dependencies-build
	scripts/package/static-libraries $(STATIC)
	PKG_CONFIG_PATH=$(STATIC):$$PKG_CONFIG_PATH $(BUILD) -c release --static-swift-stdlib -Xlinker -no-pie --product keepalive-run
	for product in keepalive-verify keepalive-rewrite; do \
		$(BUILD) -c release --static-swift-stdlib --product $$product || exit; \
	done

bench: dependencies-test build
	scripts/bench/bench

bench-audio: dependencies-bench-audio build
	scripts/bench/bench-audio

bench-device: dependencies-test build
	scripts/bench/bench-device

campaign: dependencies-test
	$(BUILD) --product keepalive-run
	$(BUILD) --product test-attacker
	scripts/attack/campaign $(if $(ROUNDS),--rounds $(ROUNDS),--minutes $(MINUTES)) $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only '$(ONLY)') \
		--bin $$($(SWIFT) build --show-bin-path)

# Debian's clang has no part in it: libFuzzer comes with Swift.
fuzz: dependencies-build
	scripts/attack/fuzz $(READERS)

validate: dependencies-validate build
	$(BUILD) --product test-workload
	scripts/check/validate

examples: dependencies-test
	$(BUILD) --build-tests
	scripts/examples/examples --bin $$($(SWIFT) build --show-bin-path)

readings: dependencies-test
	$(BUILD) --build-tests
	scripts/pages/readings

field: dependencies-build
	$(BUILD) --product keepalive-run
	scripts/pages/field --bin $$($(SWIFT) build --show-bin-path)

field-page: dependencies-build
	$(BUILD) --product keepalive-run
	scripts/pages/field --bin $$($(SWIFT) build --show-bin-path) --write

corpus: dependencies-build
	$(BUILD) --product keepalive-rewrite
	$(BUILD) --target KeepAliveCombine
	$(BUILD) --target KeepAliveOS
	$(BUILD) --target KeepAliveSwiftUI
	scripts/corpus/corpus --table docs/corpus.tsv $(CHECKOUTS)

samples: dependencies-build
	$(BUILD) --product keepalive-run
	scripts/corpus/samples $(CHECKOUTS)

check-counts: dependencies-bench
	Benchmarks/check

bench-core: dependencies-bench
	Benchmarks/check --table

docs: dependencies-build
	scripts/pages/docs

rule-page: dependencies-check
	$(BUILD) --product keepalive-run
	scripts/pages/rule-page

install: check-prefix
	@$(MAKE) --no-print-directory build
	STRIP=$(STRIP) scripts/package/install-program $$($(SWIFT) build -c release --show-bin-path)/keepalive-run $(DESTDIR)$(PREFIX)/bin
	# What keepalive-run verify executes, and the tool of the plug-in, which apps that take the installed sources do not build.
	for product in keepalive-verify keepalive-rewrite; do \
		STRIP=$(STRIP) scripts/package/install-program $$($(SWIFT) build -c release --show-bin-path)/$$product \
			$(DESTDIR)$(PREFIX)/lib/keepalive || exit; \
	done
	scripts/package/rewriter-stamp > $(DESTDIR)$(PREFIX)/lib/keepalive/keepalive-rewrite.stamp
	install -d $(DESTDIR)$(PREFIX)/share/keepalive-run/scenarios/field/missing
	install -m 644 Scenarios/*.yaml $(DESTDIR)$(PREFIX)/share/keepalive-run/scenarios/
	install -m 644 Scenarios/field/*.yaml $(DESTDIR)$(PREFIX)/share/keepalive-run/scenarios/field/
	install -m 644 Scenarios/field/missing/*.yaml $(DESTDIR)$(PREFIX)/share/keepalive-run/scenarios/field/missing/
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(PREFIX)/share/zsh/site-functions \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d $(DESTDIR)$(PREFIX)/share/man/man1
	run=$(DESTDIR)$(PREFIX)/bin/keepalive-run; share=$(DESTDIR)$(PREFIX)/share; \
	$$run --generate-completion-script bash > $$share/bash-completion/completions/keepalive-run && \
	sed -i '1{/^#!/d;}' $$share/bash-completion/completions/keepalive-run && \
	$$run --generate-completion-script zsh > $$share/zsh/site-functions/_keepalive-run && \
	$$run --generate-completion-script fish > $$share/fish/vendor_completions.d/keepalive-run.fish
	if command -v python3 >/dev/null; then scripts/package/man-page $(DESTDIR)$(PREFIX)/bin/keepalive-run \
		> $(DESTDIR)$(PREFIX)/share/man/man1/keepalive-run.1; fi

# What an app's Package.swift takes by its path: the sources, without tests and examples. They use the rewriter of make install
# where it is there, made from the same sources; READY=yes says that it will be.
install-sources: check-prefix
	rm -rf $(DESTDIR)$(PREFIX)/share/keepalive
	install -d $(DESTDIR)$(PREFIX)/share/keepalive
	cp -r Package.swift Plugins Sources LICENSE $(DESTDIR)$(PREFIX)/share/keepalive
	scripts/package/rewriter-stamp > $(DESTDIR)$(PREFIX)/share/keepalive/rewriter.stamp
	if [ '$(READY)' = yes ] || cmp -s $(DESTDIR)$(PREFIX)/share/keepalive/rewriter.stamp \
			$(DESTDIR)$(PREFIX)/lib/keepalive/keepalive-rewrite.stamp; then \
		sed -i 's/^let hasReadyRewriter = false$$/let hasReadyRewriter = true/' $(DESTDIR)$(PREFIX)/share/keepalive/Package.swift; \
	fi
	find $(DESTDIR)$(PREFIX)/share/keepalive -type d -exec chmod 755 {} + -o -exec chmod 644 {} +

deb: dependencies-deb
	@$(MAKE) --no-print-directory build
	scripts/package/make-deb

test-deb: dependencies-deb
	scripts/systems/test-deb

image: dependencies-deb
	scripts/package/make-image

release: dependencies-deb
	@[ -n "$(VERSION)" ] || { echo 'make release VERSION=0.2.0' >&2; exit 64; }
	scripts/package/release $(VERSION)

# The systems that the packages run on, and the schedulers that share a fleet out; both as root.
matrix: dependencies-deb dependencies-vm
	scripts/systems/matrix $(if $(SYSTEMS),,--write) $(SYSTEMS)

# The files for others' CI, step by step.
test-ci-files: dependencies-deb
	scripts/systems/test-ci-files

test-fleet: dependencies-deb
	scripts/systems/test-fleet

# What a newcomer does, where the sound server is the other one. scripts/systems/test-newcomer --user: as a user with sudo.
test-newcomer: dependencies-deb
	scripts/systems/test-newcomer --pipewire

install-apns: check-prefix
	@$(MAKE) --no-print-directory apns
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 APNs/.build/release/keepalive-apns $(DESTDIR)$(PREFIX)/bin/keepalive-apns

# Before the long build, not after it.
check-prefix:
	@for at in '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/keepalive-run/scenarios'; do \
		while [ ! -e "$$at" ]; do at=$$(dirname "$$at"); done; \
		if [ ! -d "$$at" ] || [ ! -w "$$at" ]; then \
			echo "make install: $$at cannot be written. For you alone: make install PREFIX=\$$HOME/.local" >&2; \
			echo 'For everybody: sudo env PATH="$$PATH" make install' >&2; \
			exit 1; \
		fi; \
	done

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/keepalive-run $(DESTDIR)$(PREFIX)/bin/keepalive-apns \
		$(DESTDIR)$(PREFIX)/bin/.debug/keepalive-run.debug
	rmdir $(DESTDIR)$(PREFIX)/bin/.debug 2>/dev/null || true
	rm -rf $(DESTDIR)$(PREFIX)/share/keepalive-run $(DESTDIR)$(PREFIX)/share/keepalive $(DESTDIR)$(PREFIX)/lib/keepalive
	rm -f $(DESTDIR)$(PREFIX)/share/bash-completion/completions/keepalive-run \
		$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_keepalive-run \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/keepalive-run.fish \
		$(DESTDIR)$(PREFIX)/share/man/man1/keepalive-run.1

format:
	$(SWIFT) format --in-place --recursive $(FORMATTED)

clean:
	$(SWIFT) package clean

dependencies-build dependencies-run dependencies-test dependencies-vm dependencies-check dependencies-bench \
	dependencies-bench-audio dependencies-pipewire dependencies-picture dependencies-validate dependencies-apns dependencies-deb: \
	dependencies-%:
	@scripts/package/install-dependencies $*
	@[ $* != test ] || scripts/systems/unpack-package nginx usr/sbin/nginx
