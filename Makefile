# posenc: exact sinusoidal position-encoding tables as source code
#
#   make            the program, build/posenc, and the tables of out/
#   make check      the tests;  make verify  the long ones;  make mutants  do the tests see broken code?
#   make check-matrix   the same bytes from other compilers, processors, floating-point environments
#   make bench      measures: one run, side by side, ratios first;  make bench-compile  what compilers need
#   make lint       clang-format, clang-tidy, cppcheck, layers
#   make install    DESTDIR and PREFIX as usual
#   make deps GOAL  first installs what these goals need and the machine lacks

CC = cc
CXX = c++
CFLAGS = -O3 -g
PREFIX = /usr/local
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes

# The language and the floating point that the code is written for; CFLAGS come after.
dialect = -std=c11 -D_XOPEN_SOURCE=700 -D_FILE_OFFSET_BITS=64 -ffp-contract=off -Igen
compile = $(CC) $(dialect) $(WARNINGS) $(CPPFLAGS) $(CFLAGS) -MMD -MP
libraries = -lmpfr -lgmp -lm -lpthread

# The one-way street: a file includes its own header and headers that stand before it here.
layers = die text number decimal shortest element niven real ziv file cpus template words presets choice \
	list formula grid positions scaling frequencies form spec table request reference lanes pairs levels \
	across along mesh rows crew banner scalars print emit options help main

objects = $(layers:%=build/%.o) build/templates.o
engine = $(filter-out build/main.o,$(objects))

all: build/posenc tables

# With `make deps GOAL`, all that is compiled or checked waits for deps, under -j too.
deps = $(filter deps,$(MAKECMDGOALS))

build/posenc: $(objects)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(objects) $(LDLIBS) $(libraries)

build/%.o: gen/%.c build/flags | $(deps)
	$(compile) -c -o $@ $<

build/templates.o: build/templates.c build/flags | $(deps)
	$(compile) -c -o $@ $<

templates = $(wildcard templates/*)
build/templates.c: $(templates) Makefile | build
	{ echo '#include "template.h"'; \
	  for t in $(templates); do \
	    echo "static const char $$(basename $${t%.*})[] = {"; \
	    od -An -v -tu1 $$t | sed 's/[0-9][0-9]*/&,/g'; \
	    echo '};'; \
	  done; \
	  echo 'const struct template_text templates[] = {'; \
	  for t in $(templates); do \
	    n=$$(basename $${t%.*}); echo "    {\"$$n\", $$n, sizeof $$n},"; \
	  done; \
	  echo '    {0, 0, 0}};'; } > $@.new
	mv $@.new $@

# Objects are made again when the compiler or its flags are others.
build/flags: force | build
	@echo '$(compile) $(LDFLAGS) $(LDLIBS)' | cmp -s - $@ || echo '$(compile) $(LDFLAGS) $(LDLIBS)' > $@

build build/tests:
	mkdir -p $@

-include $(wildcard build/*.d build/tests/*.d build/bench/*.d)

# --- the tables of out/ -------------------------------------------------------------------------------

tables = $(addprefix out/,pe_10x6.h pe_128x256.h pe_512x384.h pe_2048x512.h per_column_12x6.h \
	per_column_8x20.h timescale_100x32.h timescale_1500x384.h)

out/pe_10x6.h: table = --preset vaswani --max-len 10 --d-model 6
out/pe_128x256.h: table = --preset vaswani --max-len 128 --d-model 256
out/pe_512x384.h: table = --preset vaswani --max-len 512 --d-model 384
out/pe_2048x512.h: table = --preset vaswani --max-len 2048 --d-model 512
out/per_column_12x6.h: table = --preset per-column --max-len 12 --d-model 6 --name per_column_12x6
out/per_column_8x20.h: table = --preset per-column --max-len 8 --d-model 20 --name per_column_8x20
out/timescale_100x32.h: table = --preset timescale --max-len 100 --d-model 32 --axes channel-major \
	--name timescale_100x32
out/timescale_1500x384.h: table = --preset timescale --max-len 1500 --d-model 384 \
	--name timescale_1500x384

tables: $(tables)

$(tables): build/posenc
	build/posenc $(table) -o $@

# --- tests --------------------------------------------------------------------------------------------

# Units are cmocka programs with the engine linked in; the oracle shares nothing with it.
units = $(patsubst tests/%.c,build/tests/%,$(wildcard tests/unit_*.c))
scripts = $(sort $(wildcard tests/check_*.sh))
# FLINT 3 has Arb within; before that it was a library of its own, libarb or Debian's libflint-arb.
arb = $$(for l in '-lflint' '-lflint-arb -lflint' '-larb -lflint'; do \
	echo 'void arb_init(void*); int main(void) { arb_init(0); }' | \
	$(CC) -w -x c -o /dev/null - $$l 2> /dev/null && echo $$l && break; done)

check: all $(units) build/tests/oracle
	POSENC=build/posenc CC='$(CC)' CXX='$(CXX)' sh tests/run.sh $(units) $(scripts)

build/tests/unit_%: tests/unit_%.c $(engine) build/flags | build/tests $(deps)
	$(compile) -Itests $(LDFLAGS) -o $@ $< $(engine) $(LDLIBS) -lcmocka $(libraries)

build/tests/oracle: tests/oracle.c build/flags | build/tests $(deps)
	$(compile) $(LDFLAGS) -o $@ $< $(LDLIBS) $(arb) -lmpfr -lgmp -lm

proofs: | $(deps)
	POSENC=build/posenc sh tests/run.sh tests/check_proofs.sh

verify: all $(units) build/tests/oracle
	POSENC=build/posenc CC='$(CC)' CXX='$(CXX)' sh tests/run.sh $(sort $(wildcard tests/verify_*.sh))

check-matrix: all
	POSENC=build/posenc CC='$(CC)' CXX='$(CXX)' sh tests/run.sh tests/matrix.sh

mutants: all $(units) build/tests/oracle
	sh tests/mutants.sh

# --- bench --------------------------------------------------------------------------------------------

bench: build/posenc build/bench/timed build/bench/write build/bench/peers
	POSENC=build/posenc sh tests/bench/run.sh

# What gcc, clang and tcc need for each C form: SIZES='0.25 1 8' millions of f32.
bench-compile: build/posenc build/bench/timed
	POSENC=build/posenc sh tests/bench/compile.sh

# How wrong the usual float32 code is.
usual: build/posenc build/bench/usual
	build/posenc --max-len 131072 --d-model 512 --format raw | build/bench/usual 131072

build/bench/%: tests/bench/%.c build/flags | $(deps)
	@mkdir -p build/bench
	$(compile) $(LDFLAGS) -o $@ $< $(LDLIBS)

build/bench/peers: tests/bench/peers.c build/flags | $(deps)
	@mkdir -p build/bench
	l="$(arb)"; $(compile) $${l:+-DWITH_ARB} $(LDFLAGS) -o $@ $< $(LDLIBS) $$l $(libraries)

# --- lint ---------------------------------------------------------------------------------------------

lint: layers build/templates.c | $(deps)
	clang-format --dry-run --Werror gen/*.[ch] tests/*.[ch] tests/*/*.[ch]
	clang-tidy --quiet gen/*.c -- $(dialect)
	cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
	  --suppress=nullPointerRedundantCheck --suppress=nullPointerArithmeticRedundantCheck \
	  --error-exitcode=1 -Igen gen

layers:
	@awk -v layers='$(layers)' -f tests/layers.awk gen/*.[ch]

# --- the rest -----------------------------------------------------------------------------------------

install: build/posenc
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 build/posenc $(DESTDIR)$(PREFIX)/bin/posenc

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/posenc

clean:
	rm -rf build
	rm -f $(tables)

# What each goal needs, by package manager; a|b is a, or b where there is no a. brew needs Apple's compiler.
apt_all = libmpfr-dev libgmp-dev
apt_check = libcmocka-dev libflint-arb-dev|libflint-dev g++ clang locales gappa \
	clang-19|clang-20|clang-21|clang-18|clang-15|clang-14 tcc sdcc gcc-avr binutils-avr avr-libc simavr \
	golang-go rustc iverilog nodejs python3-numpy lua5.4|lua5.3
apt_bench = $(apt_check) python3-numpy python3-torch
architectures = arm64 armhf s390x ppc64el i386
apt_check-matrix = $(apt_check) qemu-user gcc-aarch64-linux-gnu gcc-arm-linux-gnueabihf \
	gcc-s390x-linux-gnu gcc-powerpc64le-linux-gnu gcc-i686-linux-gnu \
	$(architectures:%=libmpfr-dev:%) $(architectures:%=libgmp-dev:%) \
	$(architectures:%=libc6-dev-%-cross)
apt_lint = clang-format clang-tidy cppcheck
dnf_all = mpfr-devel gmp-devel
dnf_check = libcmocka-devel flint-devel gcc-c++ clang glibc-locale-source
dnf_bench = $(dnf_check) python3-numpy python3-torch
dnf_lint = clang-tools-extra cppcheck
pacman_all = mpfr gmp
pacman_check = cmocka flint clang
pacman_bench = $(pacman_check) python-numpy python-pytorch
pacman_lint = clang cppcheck
brew_all = mpfr gmp
brew_check = cmocka flint
brew_bench = $(brew_check) numpy pytorch
brew_lint = clang-format llvm cppcheck

goals = $(filter-out deps clean,$(MAKECMDGOALS))
needs = all $(filter check check-matrix bench lint,$(goals) $(patsubst verify,check,$(patsubst mutants,check,$(patsubst proofs,check,$(patsubst bench-compile,check,$(goals))))) \
	$(if $(goals),,check lint))

deps:
	@set -e; as_root=; [ "$$(id -u)" = 0 ] || as_root=sudo; \
	if command -v apt-get > /dev/null; then \
	  have() { dpkg-query -W -f '$${Status}\n' "$$1" 2> /dev/null | grep -q ' installed$$'; }; \
	  lacking() { l=; for p in $(sort $(foreach n,$(needs),$(subst |,\|,$(apt_$n)))); do \
	    f=; for q in $$(echo $$p | tr '|' ' '); do have $$q && f=y; done; [ $$f ] || l="$$l $$p"; \
	  done; }; \
	  lacking; [ "$$l" ] || exit 0; \
	  for a in $$(echo "$$l" | tr ' ' '\n' | sed -n 's/.*://p' | sort -u); do \
	    $$as_root dpkg --add-architecture $$a; done; \
	  $$as_root apt-get update -q || :; \
	  i=; for p in $$l; do for q in $$(echo $$p | tr '|' ' '); do \
	    apt-cache policy $$q | grep -q 'Candidate: [^(]' && i="$$i $$q" && break; done; done; \
	  $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $$i; \
	  lacking; [ -z "$$l" ] || { echo "make deps: not to be had:$$l" >&2; exit 1; }; \
	elif command -v dnf > /dev/null; then \
	  $$as_root dnf install -y $(sort $(foreach n,$(needs),$(dnf_$n))); \
	elif command -v pacman > /dev/null; then \
	  $$as_root pacman -S --needed --noconfirm $(sort $(foreach n,$(needs),$(pacman_$n))); \
	elif command -v brew > /dev/null; then \
	  brew install $(sort $(foreach n,$(needs),$(brew_$n))); \
	else \
	  echo 'make deps: no apt-get, dnf, pacman or brew here; the packages wanted are, as Debian' \
	    'names them: $(sort $(foreach n,$(needs),$(apt_$n)))' >&2; exit 1; \
	fi

force:
.PHONY: all tables check proofs check-matrix verify mutants bench bench-compile usual lint layers install uninstall clean deps force
.DELETE_ON_ERROR:
