# posenc: exact sinusoidal position-encoding tables as source code
#
#   make            the program, build/posenc, and the tables of out/
#   make check      the tests that need gcc and two libraries;  make check-all  all of them, with many compilers
#   make verify     the long tests;  make mutants  do the tests see broken code?
#   make fuzz       random words, FUZZ=2000 of them: every engine and split makes the same table
#   make check-matrix   the same bytes from other compilers, processors, floating-point environments
#   make bench      measures: one run, side by side, ratios first;  make bench-compile  what compilers need
#   make lint       clang-format, clang-tidy, cppcheck, layers
#   make install    DESTDIR and PREFIX as usual; make uninstall
#   make dist, deb  a tarball of the sources, a Debian package, both in build/
#   make STATIC=1   a program that needs no shared library;  make SANITIZE=1  with ASan and UBSan
#   make deps GOAL  first installs what these goals need and the machine lacks

CC = cc
CXX = c++
CFLAGS = -O3 -g
PREFIX = /usr/local
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes

# The language and the floating point that the code is written for; CFLAGS come after.
dialect = -std=c11 -D_XOPEN_SOURCE=700 -D_FILE_OFFSET_BITS=64 -ffp-contract=off -Igen
sanitize = $(if $(SANITIZE),-fsanitize=address -fsanitize=undefined -fno-sanitize-recover=all)
compile = $(CC) $(dialect) $(WARNINGS) $(sanitize) $(CPPFLAGS) $(CFLAGS) -MMD -MP
libraries = -lmpfr -lgmp -lm -lpthread
version := $(shell sed -n 's/^.define VERSION "\(.*\)"/\1/p' gen/base/version.h)

# Every file of gen/; what may include what is checked by `make layers`.
sources = $(sort $(wildcard gen/*/*.c)) gen/main.c
objects = $(sources:gen/%.c=build/%.o) build/templates.o
engine = $(filter-out build/main.o,$(objects))

all: build/posenc tables

# With `make deps GOAL`, all that is compiled or checked waits for deps, under -j too.
deps = $(filter deps,$(MAKECMDGOALS))

build/posenc: $(objects)
	$(CC) $(sanitize) $(if $(STATIC),-static) $(CFLAGS) $(LDFLAGS) -o $@ $(objects) $(LDLIBS) $(libraries)

build/%.o: gen/%.c build/flags | $(deps)
	@mkdir -p $(@D)
	$(compile) -c -o $@ $<

build/templates.o: build/templates.c build/flags | $(deps)
	$(compile) -c -o $@ $<

# What the templates' C is made of: they themselves, and the script that makes it.
templates = $(wildcard templates/*)
build/templates.c: $(templates) Makefile | build
	sh templates/to_c.sh $(filter-out %/to_c.sh,$(templates)) > $@.new
	mv $@.new $@

# Objects are made again when the compiler or its flags are others.
flags = $(compile) $(LDFLAGS) $(LDLIBS)$(if $(STATIC), -static)
build/flags: force | build
	@echo '$(flags)' | cmp -s - $@ || echo '$(flags)' > $@

build build/tests build/bench:
	mkdir -p $@

tables: build/posenc
	build/posenc build out/tables.ini --if-changed

-include $(wildcard build/*.d build/*/*.d)

# The program needs no more than this file, gen/ and templates/.
-include tests/tests.mk tests/bench/bench.mk integration/packages.mk

# --- lint ---------------------------------------------------------------------------------------------

lint: layers build/templates.c | $(deps)
	find gen tests -name '*.[ch]' | xargs clang-format --dry-run --Werror
	clang-tidy --quiet $(sources) -- $(dialect)
	cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
	  --suppress=nullPointerRedundantCheck --suppress=nullPointerArithmeticRedundantCheck \
	  --error-exitcode=1 -Igen gen

layers:
	@awk -f tests/lint/layers.awk gen/*/*.[ch] gen/main.c

# --- install ------------------------------------------------------------------------------------------

# What is installed: mode:file:place below PREFIX. All of it finds its prefix by where it lies itself.
installed = 755:build/posenc:bin/posenc \
	644:integration/posenc.mk:include/posenc.mk \
	644:build/posenc.pc:share/pkgconfig/posenc.pc \
	644:integration/cmake/posencConfig.cmake:share/cmake/posenc/posencConfig.cmake \
	644:build/posencConfigVersion.cmake:share/cmake/posenc/posencConfigVersion.cmake \
	644:integration/cmake/posenc.cmake:share/cmake/posenc/posenc.cmake \
	644:integration/completions/posenc.bash:share/bash-completion/completions/posenc \
	644:integration/completions/_posenc:$(zsh_completions)/_posenc \
	644:integration/completions/posenc.fish:share/fish/vendor_completions.d/posenc.fish \
	$(foreach s,1 5 7,$(foreach f,$(wildcard docs/*.$s),644:$f:share/man/man$s/$(notdir $f)))
zsh_completions = share/zsh/site-functions

install: build/posenc build/posenc.pc build/posencConfigVersion.cmake
	@set -e; umask 022; for i in $(installed); do IFS=:; set -- $$i; \
	  install -d "$(DESTDIR)$(PREFIX)/$${3%/*}"; \
	  install -m $$1 $$2 "$(DESTDIR)$(PREFIX)/$$3"; done

uninstall:
	@for i in $(installed); do rm -f "$(DESTDIR)$(PREFIX)/$${i##*:}"; done; \
	rmdir "$(DESTDIR)$(PREFIX)/share/cmake/posenc" 2> /dev/null || :

build/posenc.pc: integration/posenc.pc.in gen/base/version.h | build
	sed 's/@VERSION@/$(version)/' $< > $@

build/posencConfigVersion.cmake: integration/cmake/posencConfigVersion.cmake.in gen/base/version.h | build
	sed 's/@VERSION@/$(version)/' $< > $@

# --- the rest -----------------------------------------------------------------------------------------

# What meson.build asks for.
show-%:
	@echo '$($*)'

clean:
	rm -rf build
	sed -n 's/^output *= *//p' out/tables.ini | (cd out && xargs rm -f)

# Which packages a goal needs is said in tests/deps.sh.
deps:
	@sh tests/deps.sh $(filter-out deps clean,$(MAKECMDGOALS))

force:
.PHONY: all tables lint layers install uninstall clean deps force
.DELETE_ON_ERROR:
