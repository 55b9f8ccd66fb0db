# posenc: exact sinusoidal position-encoding tables as source code
#
#   make            the program, build/posenc, and the tables of out/
#   make check      the tests that need gcc and two libraries;  make check-all  all of them, with many compilers
#   make check-targets  tables in firmware, on emulated processors
#   make verify     the long tests;  make mutants  deliberate faults, which the tests must catch
#   make fuzz       random words, FUZZ=2000 of them: every engine, split and build makes the same table; and FILES=400000
#                   hostile files under sanitizers: each is read, or refused in one line
#   make check-matrix   the same bytes from other compilers, processors and floating-point environments
#   make windows, web, npm  build/posenc.exe, a page in build/web, a package for node in build/npm; make dist-windows, dist-web
#                   archives of them with the sources of their libraries; make check-everywhere  tests them; make check-relink
#                   tries whether a user of the archives can change GMP
#   make bench      compares posenc with other programs;  make bench-compile  measures compilers
#   make docs       the lists of words and options in the manual pages and docs/words.md
#   make figures    the pictures of README and docs/, from the program and from the measurements in docs/figures/
#   make bench-targets  what a row of a table costs on emulated processors
#   make lint       clang-format, clang-tidy, cppcheck, shellcheck, layers
#   make install    what make has built; DESTDIR and PREFIX as usual; make uninstall
#   make dist, deb  a tarball of the sources, a Debian package, both in build/
#   make O=FOLDER   keeps build/ and the tables of out/ in FOLDER, so that the sources may be read-only; make install O=FOLDER;
#                   make -f SOURCES/Makefile in another folder is the same
#   make STATIC=1   a program that needs no shared library;  make SANITIZE=1  with ASan and UBSan;  make TSAN=1  with ThreadSanitizer
#   make deps GOAL...   first installs what the goals need and the machine lacks
#   make V=1        shows whole commands

# --- in another folder --------------------------------------------------------------------------------

# The folder to build in, and that of the sources, which is determined only if it may differ. Their names may contain blanks.
elsewhere :=
O_given = $(if $(filter command,$(origin O)),$(O))
ifneq ($(O_given)$(filter-out Makefile,$(MAKEFILE_LIST)),)
sources_in := $(shell f='$(lastword $(MAKEFILE_LIST))'; [ -f "$$f" ] || f=$$(echo '$(MAKEFILE_LIST)' | sed 's/^ //'); \
	cd "$$(dirname "$$f")" && pwd -P)
elsewhere := $(or $(O_given),$(shell [ . -ef '$(sources_in)' ] || echo .))
endif

# There make works in build/.source, on links to the sources and to build/, so that all paths are as usual.
ifneq ($(elsewhere),)
goals := $(sort $(or $(MAKECMDGOALS),all))
their_own := $(filter-out all program tables install uninstall clean deps show-% build/%,$(goals))
$(if $(their_own),$(error make $(their_own): only in the folder of the sources, $(sources_in)))
links = $(elsewhere)/build/.source
stage = $(DESTDIR)$(PREFIX)
$(firstword $(goals)):
	+@mkdir -p '$(links)' && cd '$(links)' && for part in '$(sources_in)'/*; do name="$${part##*/}"; \
	  [ "$$name" = build ] || [ "$$name" -ef "$$part" ] || ln -sfn "$$part" "$$name" || exit; done; \
	[ -L build ] || ln -s .. build
	@$(MAKE) --no-print-directory -C '$(links)' O= tables_in=../../out \
	  $(if $(filter-out /%,$(firstword $(stage))),DESTDIR='$(CURDIR)/$(DESTDIR)') $(MAKECMDGOALS)
$(filter-out $(firstword $(goals)),$(goals)): $(firstword $(goals)) ; @:
.PHONY: $(goals)
else

# --- the program --------------------------------------------------------------------------------------

# CC, CXX and these are the environment's, if it has them. make has a CXX of its own, g++.
ifeq ($(origin CXX),default)
CXX = c++
endif
CFLAGS ?= -O3 -g
PREFIX = /usr/local
mandir = $(PREFIX)/share/man
docdir = $(PREFIX)/share/doc/posenc
INSTALL = install
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes

# The language and the floating point that the code is written for. CFLAGS come after it.
dialect = -std=c11 -D_XOPEN_SOURCE=700 -D_FILE_OFFSET_BITS=64 -ffp-contract=off -Igen -Ibuild
sanitize = $(if $(SANITIZE),-fsanitize=address -fsanitize=undefined -fno-sanitize-recover=all -DPOSENC_LEAKS) $(if $(TSAN),-fsanitize=thread)
compile = $(CC) $(dialect) $(WARNINGS) $(sanitize) $(CPPFLAGS) $(CFLAGS) -MMD -MP
libraries = -lmpfr -lgmp -ljansson -lm -lpthread
version := $(shell sed -n 's/^.define VERSION "\(.*\)"/\1/p' gen/base/version.h)

# All files of gen/. `make layers` checks what they include.
sources = $(sort $(wildcard gen/*/*.c)) gen/main.c
objects = $(sources:gen/%.c=build/%.o) build/templates.o build/rows.o
engine = $(filter-out build/main.o,$(objects))

all: program tables

# Files that make install installs and that have to be made.
program: build/posenc build/posenc.mk build/posenc.pc build/posencConfigVersion.cmake

# $(call say,CC FILE)COMMAND shows only CC FILE; with V=1 the command, with -s nothing.
say = $(if $(V),,@$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,echo '  $1' && ))

# With `make deps GOAL`, everything that is compiled or checked waits for deps, even under -j.
deps = $(filter deps,$(MAKECMDGOALS))

build/posenc: $(objects)
	$(call say,LD $@)$(CC) $(sanitize) $(if $(STATIC),-static) $(CFLAGS) $(LDFLAGS) -o $@ $(objects) $(LDLIBS) $(libraries)

# The program has the same bytes wherever it is built: without PWD, a compiler asks the system for its folder.
unexport PWD
build/%.o: gen/%.c build/flags | build/rows.c $(deps)
	@mkdir -p $(@D)
	$(call say,CC $<)$(compile) -ffile-prefix-map='$(CURDIR)'=. -c -o $@ $<

build/templates.o build/rows.o: build/%.o: build/%.c build/flags | $(deps)
	$(call say,CC $<)$(compile) -ffile-prefix-map='$(CURDIR)'=. -c -o $@ $<

# The templates as C, and the script that makes it from them.
templates = $(wildcard templates/*)
build/templates.c: $(templates) Makefile | build
	$(call say,GEN $@)sh templates/to_c.sh $(filter-out %.sh,$(templates)) > $@.new
	@mv $@.new $@

# Words, options, commands, and the facts about other systems, as C. The headers, whose enumerations seldom change, are replaced
# only if they do.
facts = $(wildcard gen/element/*.ini gen/words/*.ini gen/cli/*.ini)
enumerated = elements words formats rope_types scaling_rules run_options
build/rows.c: templates/rows_to_c.sh $(facts) Makefile | build
	$(call say,GEN $@)sh templates/rows_to_c.sh $(facts) > $@.new
	@mkdir -p build/rows; for i in $(enumerated); do h=build/rows/$$i.h; sh templates/rows_to_c.sh --names gen/*/$$i.ini > $$h.new || exit; \
	  cmp -s $$h.new $$h && rm $$h.new || mv $$h.new $$h; done
	@h=build/rows/choices.h; sh templates/rows_to_c.sh --choices gen/words/words.ini gen/cli/run_options.ini > $$h.new || exit; \
	  cmp -s $$h.new $$h && rm $$h.new || mv $$h.new $$h
	@mv $@.new $@
$(enumerated:%=build/rows/%.h) build/rows/choices.h: build/rows.c
	@:

# Objects are made again if the compiler or its flags change.
flags = $(compile) $(LDFLAGS) $(LDLIBS)$(if $(STATIC), -static)
build/flags: force | build
	@echo '$(flags)' | cmp -s - $@ || echo '$(flags)' > $@

build build/tests build/bench:
	@mkdir -p $@

# The program of a cross compiler may not run here.
tables_in = out
tables: build/posenc
	@if build/posenc --version > /dev/null 2>&1 || [ "`$(CC) -dumpmachine`" = "`cc -dumpmachine`" ]; \
	then build/posenc build out/tables.ini --output-dir $(tables_in) --if-changed; \
	else echo 'build/posenc does not run on this machine: no tables in out/'; fi

-include $(wildcard build/*.d build/*/*.d build/*/*/*.d)

# The program itself needs only this file, gen/ and templates/.
-include tests/tests.mk tests/bench/bench.mk integration/packages.mk integration/everywhere.mk

# --- lint ---------------------------------------------------------------------------------------------

# How far clang's analyzer follows the paths of a function. It goes on to 225000 by itself, which takes four times as long.
NODES = 20000
analyzed = -Xclang -analyzer-config -Xclang max-nodes=$(NODES)
lint: layers build/templates.c build/rows.c | $(deps)
	find gen tests -name '*.[ch]' | xargs clang-format --dry-run --Werror
	printf '%s\n' $(sources) | xargs -I{} -P 4 clang-tidy --quiet {} -- $(dialect) $(analyzed)
	cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
	  --suppress=nullPointerRedundantCheck --suppress=nullPointerArithmeticRedundantCheck \
	  --library=tests/lint/jansson.cfg --error-exitcode=1 -Igen -Ibuild gen
	find .ci/run tests templates -name '*.sh' -o -name run | xargs -n 8 -P 4 shellcheck --shell=sh
	shellcheck --shell=bash integration/completions/posenc.bash

# The lists of words and options in the pages, as the program has them
docs: build/posenc
	set -e; for i in docs/posenc.1 docs/posenc-manifest.5 docs/words.md; do \
	  POSENC=build/posenc sh tests/docs/lists.sh $$i > build/page; cp build/page $$i; done

layers:
	@awk -f tests/lint/layers.awk gen/*/*.[ch] gen/main.c

# --- install ------------------------------------------------------------------------------------------

# The installed files, as mode:file:place below PREFIX. They find each other by relative paths.
installed = 755:build/posenc:bin/posenc \
	644:build/posenc.mk:include/posenc.mk \
	644:build/posenc.pc:share/pkgconfig/posenc.pc \
	644:integration/cmake/posencConfig.cmake:share/cmake/posenc/posencConfig.cmake \
	644:build/posencConfigVersion.cmake:share/cmake/posenc/posencConfigVersion.cmake \
	644:integration/cmake/posenc.cmake:share/cmake/posenc/posenc.cmake \
	644:integration/completions/posenc.bash:share/bash-completion/completions/posenc \
	644:integration/completions/_posenc:$(zsh_completions)/_posenc \
	644:integration/completions/posenc.fish:share/fish/vendor_completions.d/posenc.fish
manuals = $(wildcard docs/*.[157])
pages = $(wildcard LICENSE docs/*.md docs/*.lua docs/figures/*.svg)
zsh_completions = share/zsh/site-functions

# Compiles nothing, so that root needn't.
install:
	@for i in $(installed); do i=$${i#*:}; [ -e "$${i%%:*}" ] || \
	  { echo "$${i%%:*} is not there: run make first" >&2; exit 1; }; done
	@set -e; umask 022; for i in $(installed); do IFS=:; set -- $$i; \
	  $(INSTALL) -d "$(DESTDIR)$(PREFIX)/$${3%/*}"; \
	  $(INSTALL) -m $$1 $$2 "$(DESTDIR)$(PREFIX)/$$3"; done
	@set -e; umask 022; for i in $(manuals); do to="$(DESTDIR)$(mandir)/man$${i##*.}"; \
	  $(INSTALL) -d "$$to"; $(INSTALL) -m 644 $$i "$$to"; done
	@set -e; umask 022; for i in $(pages); do to="$(DESTDIR)$(docdir)/$${i#docs/}"; \
	  $(INSTALL) -d "$${to%/*}"; $(INSTALL) -m 644 $$i "$$to"; done

uninstall:
	@for i in $(installed); do rm -f "$(DESTDIR)$(PREFIX)/$${i##*:}"; done; \
	for i in $(manuals); do rm -f "$(DESTDIR)$(mandir)/man$${i##*.}/$${i##*/}"; done; \
	for i in $(pages); do rm -f "$(DESTDIR)$(docdir)/$${i#docs/}"; done; \
	rmdir "$(DESTDIR)$(PREFIX)/share/cmake/posenc" "$(DESTDIR)$(docdir)/figures" "$(DESTDIR)$(docdir)" 2> /dev/null || :

build/posenc.mk: integration/posenc.mk gen/base/version.h | build
	@sed 's/^posenc_installed_version :=$$/& posenc $(version)/' $< > $@.new && mv $@.new $@

build/posenc.pc: integration/posenc.pc.in gen/base/version.h | build
	@sed 's/@VERSION@/$(version)/' $< > $@.new && mv $@.new $@

build/posencConfigVersion.cmake: integration/cmake/posencConfigVersion.cmake.in gen/base/version.h | build
	@sed 's/@VERSION@/$(version)/' $< > $@.new && mv $@.new $@

# --- the rest -----------------------------------------------------------------------------------------

# Prints a variable, for meson.build.
show-%:
	@echo '$($*)'

clean:
	rm -rf $(if $(filter out,$(tables_in)),build,build/*)
	sed -n 's,^output *= *,$(tables_in)/,p' out/tables.ini | xargs rm -f

# tests/deps.sh knows which packages a goal needs.
deps:
	@sh tests/deps.sh $(filter-out deps clean,$(MAKECMDGOALS))

force:
.PHONY: all program tables docs lint layers install uninstall clean deps force
.DELETE_ON_ERROR:
endif
