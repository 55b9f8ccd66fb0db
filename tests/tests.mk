# SPDX-License-Identifier: MIT
# Runs the tests; tests/README.md says what they prove. Part of the Makefile.

# Units are cmocka programs linked with the engine; the oracles share nothing with it.
# tests/audit/ is for audit/, and goes with it.
without_audit = $(if $(wildcard $Saudit),,$Stests/audit/%)
unit_sources = $(filter-out $(without_audit),$(wildcard $Stests/unit/unit_*.c $Stests/audit/unit_*.c))
units = $(patsubst %.c,build/tests/%,$(notdir $(unit_sources)))
scripts = $(sort $(filter-out $Stests/everywhere/% $(without_audit),$(wildcard $Stests/*/check_*.sh)))
oracles = build/tests/oracle build/tests/oracle_words $(if $(without_audit),,build/tests/oracle_show)
tools = build/tests/within build/tests/transpose
lesser = build/tests/posenc-portable build/tests/posenc-avx2
counted = build/tests/posenc-counted
# With make -jN as many tests run at a time; else JOBS of the environment, or one a processor.
jobs = $(patsubst -j%,JOBS=%,$(filter -j%,$(MAKEFLAGS)))
run_tests = $(jobs) POSENC=build/posenc CC='$(CC)' CXX='$(CXX)' sh $Stests/run.sh
# $(call run,TESTS,VARIABLES). What a recipe with + prints is seen at once, also with --output-sync.
run = $(if $(call has_flag,n q t),,+)$(call say,TESTS $(words $1))$2 $(run_tests) $1

# T='NAME NAME...' chooses the tests with one of these in their path.
T =
named = $(if $(T),$(sort $(foreach name,$(T),$(foreach test,$(1),$(if $(findstring $(name),$(test)),$(test))))),$(1))
known = $(strip $(foreach name,$(T),$(if $(findstring $(name),$(1)),,$(error no test of this goal has '$(name)' in its name$(if $(findstring $(name),$(scripts) $(units)),; make check-all has))))$(call named,$(1)))

# The core is every folder except those about other tools or processors, without one long unit.
# Its scripts use only gcc, and fewer samples (CORE in tests/tap.sh). The longest run first.
longest = $(addprefix $Stests/,projects/check_integration.sh projects/check_packages.sh targets/check_targets.sh exact/check_proofs.sh \
	audit/check_guess.sh forms/check_factored.sh audit/check_guess_report.sh exact/check_words_oracle.sh \
	lint/check_mutants.sh audit/check_audit.sh forms/check_forms.sh words/check_configs.sh forms/check_pairs.sh \
	words/check_refusals.sh exact/check_engine.sh)
beyond_core = build/tests/unit_digest $(addprefix $Stests/,projects/% docs/% targets/%)
longest_first = $(filter $1,$(longest)) $(filter-out $(longest),$1)
core = $(call longest_first,$(filter-out $(beyond_core),$(units) $(scripts)))
every = $(call longest_first,$(units) $(scripts))

# What scripts use beside the program is made only for these scripts.
users_of_tables = check_tables check_banner
users_of_build/tests/oracle = check_oracle check_factored
users_of_build/tests/oracle_words = check_words_oracle check_factored
users_of_build/tests/oracle_show = check_show
users_of_build/tests/within = check_systems
users_of_build/tests/transpose = check_audit check_pipelines check_engine
users_of_build/tests/fuzz_arrays = check_arrays
users_of_build/tests/fuzz_gguf = check_gguf
users_of_build/tests/posenc-portable = check_engine
users_of_build/tests/posenc-avx2 = check_engine
users_of_build/tests/posenc-counted = check_guess check_guess_numpy check_manifest check_gguf
used = tables $(oracles) $(tools) build/tests/fuzz_arrays build/tests/fuzz_gguf $(lesser) $(counted)
# $(call prepared,TESTS): all that must be there before the chosen ones run
prepared = program $(filter-out %.sh,$(call named,$1)) $(foreach i,$(used),$(if $(filter $(users_of_$i:%=%.sh),$(notdir $(call named,$1))),$i))

# If deps finds nothing to install, only the tests in skips.tsv may be skipped, besides those that only the core leaves out.
allowed = sh $Stests/deps.sh --complete $1 && echo $Stests/skips.tsv

## check: the core tests, which need gcc and two libraries; T='WORD...' for those with a WORD in their path
check: $(call prepared,$(core))
	$(call run,$(call known,$(core)),CORE=y SKIPS=$$($(call allowed,check)))
	@$(if $(or $(CI),$(T),$(call has_flag,s)),:,echo '$(if $S,$(CURDIR)/)build/posenc passes its core tests. To install it: sudo make$(at) install. All tests: make$(at) deps check-all')

## check-all: all tests, with many compilers
check-all: $(call prepared,$(every))
	$(call run,$(call known,$(every)),LIMIT=3600 SKIPS=$$($(call allowed,check-all)))

## check-gate: what a change must pass beside the core: pages, projects, firmware, error bounds
gate = $(call longest_first,$(filter $Stests/targets/% $Stests/exact/check_proofs.sh $Stests/projects/% $Stests/docs/%,$(scripts)))
check-gate: $(call prepared,$(gate))
	$(call run,$(call known,$(gate)),GATE=y SKIPS=$$($(call allowed,check-all)))

## smoke: the tables of out/ and all element types, in a second, with the program's libraries alone
smoke: build/posenc
	$(call run,$Stests/exact/smoke.sh)

## check-targets: tables in firmware, on emulated processors
# Tests without their tools are skipped.
check-targets: build/posenc
	$(call run,$Stests/targets/check_targets.sh)

## proofs: the error bounds, by Gappa
proofs: | build
	$(call run,$Stests/exact/check_proofs.sh)

## verify: the long tests
# Also chains of roundings of 131072 rows; failures of memory and calls at 2000 places of a run, a quarter of an hour; guesses at
# 2000 random tables.
larger = $(filter-out $(without_audit),$(addprefix $Stests/,exact/check_chains.sh files/check_faults.sh audit/check_guess_random.sh))
verify: program build/tests/unit_digest $(oracles) $(tools)
	$(call run,$(larger) $(sort $(wildcard $Stests/verify/verify_*.sh)),LIMIT=14400 LONG=y FAULTS=2000 TABLES=2000)

## verify-models: models' tables against transformers' classes; TRANSFORMERS=FOLDER of its sources, CONFIGS=FOLDER of files
CONFIGS = $Stests/golden/configs
verify-models: build/posenc
	@[ '$(TRANSFORMERS)' ] || { echo 'verify-models: which sources? TRANSFORMERS=FOLDER names a checkout of huggingface/transformers' >&2; exit 2; }
	@python3 -c 'import numpy' 2> /dev/null || { echo 'verify-models: python3 with NumPy is missing; make deps verify-models installs it' >&2; exit 2; }
	$(call say,TEST $(CONFIGS))python3 -B $Stests/verify/verify_models.py '$(TRANSFORMERS)' '$(CONFIGS)' build/posenc

## check-matrix: the same bytes from other compilers, processors and floating-point environments
check-matrix: program
	$(call run,$Stests/verify/matrix.sh,LIMIT=14400)

## fuzz: FUZZ=2000 random words, for every engine, split and build; FILES=400000 hostile files under sanitizers
fuzzers = $(filter-out $(without_audit),$(addprefix $Stests/,verify/fuzz.sh verify/same_bytes.sh words/fuzz_gguf.sh audit/fuzz_arrays.sh))
fuzz: build/posenc $(tools) $(lesser) build/tests/fuzz_gguf_sanitized $(if $(filter %fuzz_arrays.sh,$(fuzzers)),build/tests/fuzz_arrays_sanitized)
	$(call run,$(fuzzers),LIMIT=14400)

## mutants: deliberate faults, which the tests must catch
mutants: program
	sh $Stests/verify/mutants.sh

vpath unit_%.c $Stests/unit $Stests/audit
build/tests/unit_%: unit_%.c $(engine) build/flags | build/tests
	$(call say,CC $@)$(compile) -I$Stests/unit $(LDFLAGS) -o $@ $< $(engine) $(LDLIBS) -lcmocka $(libraries)

# The program without the instructions of newer CPUs.
build/tests/posenc-portable: most = 0
build/tests/posenc-avx2: most = 1
$(lesser): $Sgen/base/cpus.c $(objects) build/flags | build/tests
	$(call say,CC $@)$(compile) -DPOSENC_INSTRUCTIONS=$(most) $(LDFLAGS) -o $@ $< $(filter-out build/base/cpus.o,$(objects)) $(LDLIBS) $(libraries)

# The program with a counter of the work that grows with its input; the engine and drawing aren't counted.
counted_sources = $(filter-out $(addprefix $S,gen/engine/% gen/factored/% audit/plot/%),$(sources))
counted_objects = $(call objects_of,$(counted_sources),build/counted)
build/counted/%.o: %.c build/flags | build/rows.c
	@mkdir -p $(@D)
	$(call say,CC $@)$(compile) -O0 -g0 -fsanitize-coverage=trace-pc -c -o $@ $<
$(counted): $Stests/work.c $(counted_objects) $(objects) build/flags | build/tests
	$(call say,LD $@)$(compile) $(LDFLAGS) -o $@ $< $(counted_objects) $(filter-out $(call objects_of,$(counted_sources),build),$(objects)) $(LDLIBS) $(libraries)

build/tests/fuzz_arrays: $Stests/audit/fuzz_arrays.c $(engine) build/flags | build/tests
	$(call say,CC $@)$(compile) $(LDFLAGS) -o $@ $< $(engine) $(LDLIBS) $(libraries)
build/tests/fuzz_gguf: $Stests/words/fuzz_gguf.c $(engine) build/flags | build/tests
	$(call say,CC $@)$(compile) $(LDFLAGS) -o $@ $< $(engine) $(LDLIBS) $(libraries)

# The same with sanitizers, for everything that reads arrays, and for everything that reads models.
readers = $(filter $(addprefix $S,audit/read/% gen/base/% gen/element/%),$(sources))
build/tests/fuzz_arrays_sanitized: $Stests/audit/fuzz_arrays.c $(engine) build/flags | build/tests
	$(call say,CC $@)$(filter-out -MMD -MP,$(compile)) -fsanitize=address,undefined -fno-sanitize-recover=all \
	  $(LDFLAGS) -o $@ $< $(readers) $(filter-out $(call objects_of,$(readers),build),$(engine)) $(LDLIBS) $(libraries)

model_readers = $(filter $(addprefix $S,gen/model/% gen/base/%),$(sources))
build/tests/fuzz_gguf_sanitized: $Stests/words/fuzz_gguf.c $(engine) build/flags | build/tests
	$(call say,CC $@)$(filter-out -MMD -MP,$(compile)) -fsanitize=address,undefined -fno-sanitize-recover=all \
	  $(LDFLAGS) -o $@ $< $(model_readers) $(filter-out $(call objects_of,$(model_readers),build),$(engine)) $(LDLIBS) $(libraries)

$(tools): build/tests/%: $Stests/exact/%.c build/flags | build/tests
	$(call say,CC $@)$(compile) $(LDFLAGS) -o $@ $< $(LDLIBS) -lm

# FLINT 3 has Arb within; before that it was a library of its own, libarb or Debian's libflint-arb.
arb = $$(for l in '-lflint' '-lflint-arb -lflint' '-larb -lflint'; do \
	$(CC) -o /dev/null $Stests/exact/arb_probe.c $$l 2> /dev/null && echo $$l && break; done)

vpath oracle%.c $Stests/exact $Stests/audit
$(oracles): build/tests/%: %.c build/flags | build/tests
	$(call say,CC $@)$(compile) $(LDFLAGS) -o $@ $< $(LDLIBS) $(arb) -lmpfr -lgmp -lm

.PHONY: check check-gate check-all smoke check-targets proofs verify verify-models check-matrix fuzz mutants
