# posenc: exact sinusoidal position-encoding tables as source code
#
#   make            the program, build/posenc, and the tables of out/
#   make check      the tests;  make verify  the long ones;  make mutants  do the tests see broken code?
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

templates = $(wildcard templates/*)
build/templates.c: $(templates) Makefile | build
	{ echo '#include "emit/template.h"'; \
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
flags = $(compile) $(LDFLAGS) $(LDLIBS)$(if $(STATIC), -static)
build/flags: force | build
	@echo '$(flags)' | cmp -s - $@ || echo '$(flags)' > $@

build build/tests:
	mkdir -p $@

-include $(wildcard build/*.d build/*/*.d)

# --- the tables of out/ -------------------------------------------------------------------------------

tables: build/posenc
	build/posenc build out/tables.ini --if-changed

# --- tests --------------------------------------------------------------------------------------------

# Units are cmocka programs with the engine linked in; the oracle shares nothing with it.
units = $(patsubst tests/%.c,build/tests/%,$(wildcard tests/unit_*.c))
scripts = $(sort $(wildcard tests/check_*.sh))
oracles = build/tests/oracle build/tests/oracle_words
tools = build/tests/within build/tests/transpose
# FLINT 3 has Arb within; before that it was a library of its own, libarb or Debian's libflint-arb.
arb = $$(for l in '-lflint' '-lflint-arb -lflint' '-larb -lflint'; do \
	echo 'void arb_init(void*); int main(void) { arb_init(0); }' | \
	$(CC) -w -x c -o /dev/null - $$l 2> /dev/null && echo $$l && break; done)

check: all $(units) $(oracles) $(tools)
	POSENC=build/posenc CC='$(CC)' CXX='$(CXX)' sh tests/run.sh $(units) $(scripts)

build/tests/unit_%: tests/unit_%.c $(engine) build/flags | build/tests $(deps)
	$(compile) -Itests $(LDFLAGS) -o $@ $< $(engine) $(LDLIBS) -lcmocka $(libraries)

$(tools): build/tests/%: tests/%.c build/flags | build/tests $(deps)
	$(compile) $(LDFLAGS) -o $@ $< $(LDLIBS) -lm

$(oracles): build/tests/%: tests/%.c build/flags | build/tests $(deps)
	$(compile) $(LDFLAGS) -o $@ $< $(LDLIBS) $(arb) -lmpfr -lgmp -lm

proofs: | $(deps)
	POSENC=build/posenc sh tests/run.sh tests/check_proofs.sh

verify: all $(units) $(oracles) $(tools)
	POSENC=build/posenc CC='$(CC)' CXX='$(CXX)' sh tests/run.sh $(sort $(wildcard tests/verify_*.sh))

check-matrix: all
	POSENC=build/posenc CC='$(CC)' CXX='$(CXX)' sh tests/run.sh tests/matrix.sh

fuzz: build/posenc $(tools)
	POSENC=build/posenc sh tests/fuzz.sh

mutants: all $(units) $(oracles) $(tools)
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
	clang-format --dry-run --Werror gen/*.[ch] gen/*/*.[ch] tests/*.[ch] tests/*/*.[ch] tests/*/*/*.[ch]
	clang-tidy --quiet $(sources) -- $(dialect)
	cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
	  --suppress=nullPointerRedundantCheck --suppress=nullPointerArithmeticRedundantCheck \
	  --error-exitcode=1 -Igen gen

layers:
	@awk -f tests/layers.awk gen/*/*.[ch] gen/main.c

# --- packages -----------------------------------------------------------------------------------------

version := $(shell sed -n 's/^.define VERSION "\(.*\)"/\1/p' gen/base/version.h)

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

# What meson.build asks for.
show-%:
	@echo '$($*)'

build/posenc.pc: integration/posenc.pc.in gen/base/version.h | build
	sed 's/@VERSION@/$(version)/' integration/posenc.pc.in > $@

build/posencConfigVersion.cmake: integration/cmake/posencConfigVersion.cmake.in gen/base/version.h | build
	sed 's/@VERSION@/$(version)/' integration/cmake/posencConfigVersion.cmake.in > $@

# The same bytes from the same sources, wherever and whenever: names sorted, no owner, modes that no umask
# changes, and one time, the last commit's or, in an unpacked tarball, that of its files.
release = posenc-$(version)
release_files = if [ -e .git ]; then git ls-files; else \
	find * .[!.]* -type f ! -path 'build/*' \( ! -path 'out/*' -o -name SHA256SUMS -o -name '*.ini' -o -name '.*' \); fi
epoch = $${SOURCE_DATE_EPOCH:-$$(if [ -e .git ]; then git log -1 --format=%ct; else stat -c %Y README.md; fi)}

dist: build/$(release).tar.gz

dist-files:
	@$(release_files)

build/$(release).tar.gz: force | build
	@{ $(release_files); } | LC_ALL=C sort > build/dist.list
	tar --format=ustar --sort=name --no-recursion --mtime=@$(epoch) --owner=0 --group=0 --numeric-owner \
	  --mode=u=rwX,go=rX --transform='s,^,$(release)/,' -T build/dist.list -cf build/dist.tar
	gzip -9 -n < build/dist.tar > $@
	rm build/dist.list build/dist.tar

# DEBFULLNAME and DEBEMAIL name the maintainer, as for other Debian tools.
deb: build/$(release).tar.gz | $(deps)
	rm -rf build/deb
	mkdir build/deb
	tar -xzf $< -C build/deb
	cp -R integration/debian build/deb/$(release)/debian
	time=$(epoch); cd build/deb/$(release) && sed -i \
	  -e 's/@VERSION@/$(version)/' -e "s/@DATE@/$$(LC_ALL=C date -u -R -d @$$time)/" \
	  -e "s/@MAINTAINER@/$${DEBFULLNAME:-posenc authors} <$${DEBEMAIL:-posenc@posenc.invalid}>/" \
	  debian/control debian/changelog && \
	env -u MAKEFLAGS -u MAKELEVEL -u CFLAGS -u CPPFLAGS -u LDFLAGS SOURCE_DATE_EPOCH=$$time \
	  dpkg-buildpackage -us -uc -b
	mv build/deb/posenc_$(version)_*.deb build/

# --- the rest -----------------------------------------------------------------------------------------

clean:
	rm -rf build
	sed -n 's/^output *= *//p' out/tables.ini | (cd out && xargs rm -f)

# What each goal needs, by package manager; a|b is a, or b where there is no a. brew needs Apple's compiler.
apt_all = libmpfr-dev libgmp-dev
apt_check = libcmocka-dev libflint-arb-dev|libflint-dev g++ clang locales gappa \
	clang-19|clang-20|clang-21|clang-18|clang-15|clang-14 tcc sdcc gcc-avr binutils-avr avr-libc simavr \
	golang-go rustc iverilog nodejs python3-numpy lua5.4|lua5.3 \
	cmake ninja-build meson pkg-config|pkgconf bash zsh fish gcc-arm-none-eabi libnewlib-arm-none-eabi \
	gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user mandoc groff-base $(apt_deb)
apt_deb = $(apt_all) build-essential dpkg-dev debhelper lintian
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
needs = all $(filter check check-matrix bench lint deb,$(goals) $(patsubst verify,check,$(patsubst mutants,check,$(patsubst proofs,check,$(patsubst bench-compile,check,$(goals))))) \
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
.PHONY: all tables check proofs check-matrix verify fuzz mutants bench bench-compile usual lint layers install uninstall dist dist-files deb clean deps force
.DELETE_ON_ERROR:
