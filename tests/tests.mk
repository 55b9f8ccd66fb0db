# Runs the tests; tests/README.md says what they prove. Part of the Makefile.

# Units are cmocka programs linked with the engine; the oracles share nothing with it.
units = $(patsubst tests/unit/%.c,build/tests/%,$(wildcard tests/unit/unit_*.c))
scripts = $(sort $(filter-out tests/everywhere/%,$(wildcard tests/*/check_*.sh)))
oracles = build/tests/oracle build/tests/oracle_words build/tests/oracle_show
tools = build/tests/within build/tests/transpose
fuzzers = build/tests/fuzz_arrays
lesser = build/tests/posenc-portable build/tests/posenc-avx2
counted = build/tests/posenc-counted
# With make -jN as many tests run at a time; else JOBS of the environment, or one a processor.
jobs = $(patsubst -j%,JOBS=%,$(filter -j%,$(MAKEFLAGS)))
run = $(jobs) POSENC=build/posenc CC='$(CC)' CXX='$(CXX)' sh tests/run.sh

# T='NAME NAME...' chooses the tests with one of these in their path.
T =
named = $(if $(T),$(sort $(foreach name,$(T),$(foreach test,$(1),$(if $(findstring $(name),$(test)),$(test))))),$(1))
known = $(strip $(foreach name,$(T),$(if $(findstring $(name),$(1)),,$(error no test of this goal has '$(name)' in its name$(if $(findstring $(name),$(scripts) $(units)),; make check-all has))))$(call named,$(1)))

# The core is every folder except those about other tools or processors, without one long unit.
# Its scripts use only gcc, and fewer samples (CORE in tests/tap.sh). The longest run first.
longest = tests/exact/check_engine.sh tests/forms/check_forms.sh tests/words/check_words.sh
beyond_core = build/tests/unit_digest tests/projects/% tests/docs/% tests/targets/%
core = $(longest) $(filter-out $(longest) $(beyond_core),$(units) $(scripts))
# The programs that scripts run: none if only units are chosen.
beside = $(if $(filter %.sh,$(call named,$(units) $(scripts))),$(oracles) $(tools) $(fuzzers) $(lesser) $(counted))
check: all $(call named,$(units)) $(beside)
	CORE=y $(run) $(call known,$(core))

# If deps finds nothing to install, only the tests in skips.tsv may be skipped.
check-all: all $(call named,$(units)) $(beside)
	SKIPS=$$(sh tests/deps.sh --complete check-all && echo tests/skips.tsv) $(run) $(call known,$(units) $(scripts))

# Firmware on emulated processors; tests without their tools are skipped.
check-targets: build/posenc
	$(run) tests/targets/check_targets.sh

proofs: | $(deps)
	POSENC=build/posenc sh tests/run.sh tests/exact/check_proofs.sh

# The long tests, and also: chains of roundings of 131072 rows; failures of memory and calls at 2000 places of a run, a
# quarter of an hour; guesses at 2000 random tables.
larger = tests/exact/check_chains.sh tests/files/check_faults.sh tests/audit/check_guess_random.sh
verify: all $(units) $(oracles) $(tools)
	LONG=y FAULTS=2000 TABLES=2000 $(run) $(larger) $(sort $(wildcard tests/verify/verify_*.sh))

check-matrix: all
	$(run) tests/verify/matrix.sh

fuzz: build/posenc $(tools) $(lesser) build/tests/fuzz_arrays_sanitized
	$(run) tests/verify/fuzz.sh tests/verify/same_bytes.sh tests/verify/fuzz_arrays.sh

mutants: all $(units) $(oracles) $(tools)
	sh tests/verify/mutants.sh

build/tests/unit_%: tests/unit/unit_%.c $(engine) build/flags | build/tests $(deps)
	$(call say,CC $@)$(compile) $(LDFLAGS) -o $@ $< $(engine) $(LDLIBS) -lcmocka $(libraries)

# The program without the instructions of newer CPUs.
build/tests/posenc-portable: most = 0
build/tests/posenc-avx2: most = 1
$(lesser): gen/base/cpus.c $(objects) build/flags | build/tests $(deps)
	$(call say,CC $@)$(compile) -DPOSENC_INSTRUCTIONS=$(most) $(LDFLAGS) -o $@ $< $(filter-out build/base/cpus.o,$(objects)) $(LDLIBS) $(libraries)

# The program with a counter of the work that grows with its input; the engine and drawing aren't counted.
counted_sources = $(filter-out gen/engine/% gen/factored/% gen/plot/%,$(sources))
counted_objects = $(counted_sources:gen/%.c=build/counted/%.o)
build/counted/%.o: gen/%.c build/flags | build/rows.c $(deps)
	@mkdir -p $(@D)
	$(call say,CC $@)$(compile) -O0 -g0 -fsanitize-coverage=trace-pc -c -o $@ $<
$(counted): tests/work.c $(counted_objects) $(objects) build/flags | build/tests $(deps)
	$(call say,LD $@)$(compile) $(LDFLAGS) -o $@ $< $(counted_objects) $(filter-out $(counted_sources:gen/%.c=build/%.o),$(objects)) $(LDLIBS) $(libraries)

build/tests/fuzz_arrays: tests/verify/fuzz_arrays.c $(engine) build/flags | build/tests $(deps)
	$(call say,CC $@)$(compile) $(LDFLAGS) -o $@ $< $(engine) $(LDLIBS) $(libraries)

# The same with sanitizers, for everything that reads arrays.
readers = $(filter gen/read/% gen/base/% gen/element/%,$(sources))
build/tests/fuzz_arrays_sanitized: tests/verify/fuzz_arrays.c $(engine) build/flags | build/tests $(deps)
	$(call say,CC $@)$(filter-out -MMD -MP,$(compile)) -fsanitize=address,undefined -fno-sanitize-recover=all \
	  $(LDFLAGS) -o $@ $< $(readers) $(filter-out $(readers:gen/%.c=build/%.o),$(engine)) $(LDLIBS) $(libraries)

$(tools): build/tests/%: tests/exact/%.c build/flags | build/tests $(deps)
	$(call say,CC $@)$(compile) $(LDFLAGS) -o $@ $< $(LDLIBS) -lm

# FLINT 3 has Arb within; before that it was a library of its own, libarb or Debian's libflint-arb.
arb = $$(for l in '-lflint' '-lflint-arb -lflint' '-larb -lflint'; do \
	$(CC) -o /dev/null tests/exact/arb_probe.c $$l 2> /dev/null && echo $$l && break; done)

$(oracles): build/tests/%: tests/exact/%.c build/flags | build/tests $(deps)
	$(call say,CC $@)$(compile) $(LDFLAGS) -o $@ $< $(LDLIBS) $(arb) -lmpfr -lgmp -lm

.PHONY: check check-all check-targets proofs verify check-matrix fuzz mutants
