# SPDX-License-Identifier: MIT
# posenc: exact sinusoidal position-encoding tables as source code. `make help` lists the goals.

# $(call has_flag,n q): the letters that make was given
has_flag = $(strip $(foreach flag,$1,$(findstring $(flag),$(filter-out --%,$(firstword -$(MAKEFLAGS))))))

# --- in another folder --------------------------------------------------------------------------------

# Names of sources begin with $S, and build/ and out/ are in the folder where make works. In the sources $S is empty. For O=FOLDER,
# and for -f SOURCES/Makefile in another folder, make runs once more, in that folder, with the path of the sources as $S. If the
# path has a blank, which no list of make can contain, $S is a link to the sources.
ifneq ($(origin S),command line)
S :=
endif
# what a command of make says again for the same folder
at = $(if $S, O=$(CURDIR))
elsewhere :=
given_O := $(if $(filter command,$(origin O)),$(O))
ifneq ($(given_O)$(if $S,,$(filter-out Makefile,$(MAKEFILE_LIST))),)
sources_in := $(shell f='$(lastword $(MAKEFILE_LIST))'; [ -f "$$f" ] || f=$$(echo '$(MAKEFILE_LIST)' | sed 's/^ //'); \
	cd "$$(dirname "$$f")" && pwd -P)
elsewhere := $(shell [ '$(or $(given_O),.)' -ef '$(sources_in)' ] || echo y)
endif

ifneq ($(elsewhere),)
folder = $(or $(given_O),.)
S_there := $(if $(word 2,$(sources_in)),build/sources,$(sources_in))/
stage = $(DESTDIR)$(PREFIX)
$(sort all $(MAKECMDGOALS)): in_folder
	@:
in_folder:
	+@mkdir -p '$(folder)/build'
	$(if $(filter build/%,$(S_there)),+@cd '$(folder)/build' && { [ sources -ef '$(sources_in)' ] || ln -sfn '$(sources_in)' sources; })
	@$(MAKE) --no-print-directory -C '$(folder)' -f '$(S_there)Makefile' S='$(S_there)' O= \
	  $(if $(filter-out /%,$(firstword $(stage))),DESTDIR='$(CURDIR)/$(DESTDIR)') $(MAKECMDGOALS)
.PHONY: all in_folder $(MAKECMDGOALS)

# --- packages that are lacking ------------------------------------------------------------------------

## deps GOAL...: first installs what the goals need and the machine lacks; deps alone only says what that is
# Then make runs once more, for what is there now, on all processors.
else ifneq ($(filter deps,$(MAKECMDGOALS)),)
goals = $(filter-out deps,$(MAKECMDGOALS))
cores = $(if $(filter -j% --jobserver%,$(MAKEFLAGS))$(filter clean,$(goals)),,-j $${JOBS:-$$(getconf _NPROCESSORS_ONLN)})
built = $(if $S,$(CURDIR)/)build/posenc
comma := ,
deps:
	@sh $Stests/deps.sh $(filter-out clean,$(goals))
	$(if $(goals),@$(MAKE) --no-print-directory -f $SMakefile $(cores) $(goals))
	$(if $(call has_flag,s),,$(if $(filter all,$(goals)),@echo '$(built) is there$(if $(filter tables,$(goals)),$(comma) and sample tables in out/). Try: $(built) --max-len 512 --d-model 384 -o pe.h. To test it: make$(at) deps check'))
$(goals): deps
	@:
.PHONY: deps $(goals)
else

# --- the program --------------------------------------------------------------------------------------

# CC, CXX and these are the environment's, if it has them. make has a CXX of its own, g++.
ifeq ($(origin CXX),default)
CXX = c++
endif
CFLAGS ?= -O3 -g
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes

# The language and the floating point that the code is written for. CFLAGS come after it.
dialect = -std=c11 -D_XOPEN_SOURCE=700 -D_FILE_OFFSET_BITS=64 -ffp-contract=off -I$Sgen -I$Saudit -Ibuild
sanitize = $(if $(SANITIZE),-fsanitize=address -fsanitize=undefined -fno-sanitize-recover=all -DPOSENC_LEAKS) $(if $(TSAN),-fsanitize=thread)
compile = $(CC) $(dialect) $(WARNINGS) $(sanitize) $(CPPFLAGS) $(CFLAGS) -MMD -MP
libraries = -lmpfr -lgmp -ljansson -lm -lpthread
version := $(shell sed -n 's/^.define VERSION "\(.*\)"/\1/p' $Sgen/base/version.h)

# All files of gen/, and of audit/, if it is there. `make layers` checks what they include.
sources = $(sort $(wildcard $Sgen/*/*.c $Saudit/*/*.c)) $Sgen/main.c
# $(call objects_of,SOURCES,FOLDER)
objects_of = $(patsubst $Saudit/%.c,$2/%.o,$(patsubst $Sgen/%.c,$2/%.o,$1))
objects = $(call objects_of,$(sources),build) build/templates.o build/rows.o
engine = $(filter-out build/main.o,$(objects))

# $(call say,CC FILE)COMMAND shows only CC FILE; with V=1 the command, with -s nothing.
say = $(if $(V),,@$(if $(call has_flag,s),,echo '  $1' && ))
quoted = '$(subst ','\'',$1)'

## all: the program, build/posenc; also without a goal
all: program
	@:

# Files that make install installs and that have to be made.
program: build/posenc build/posenc.mk build/posenc.pc build/posencConfigVersion.cmake

build/posenc: $(objects)
	$(call say,LD $@)$(CC) $(sanitize) $(if $(STATIC),-static) $(CFLAGS) $(LDFLAGS) -o $@ $(objects) $(LDLIBS) $(libraries)

# The program has the same bytes wherever it is built: without PWD, a compiler asks the system for its folder.
unexport PWD
wherever = -ffile-prefix-map='$(CURDIR)'=. $(if $S,-ffile-prefix-map='$S'=)
vpath %.c $Sgen $Saudit
build/%.o: %.c build/flags | build/rows.c
	@mkdir -p $(@D)
	$(call say,CC $(<:$S%=%))$(compile) $(wherever) -c -o $@ $<

build/templates.o build/rows.o: build/%.o: build/%.c build/flags
	$(call say,CC $<)$(compile) $(wherever) -c -o $@ $<

# The templates as C, and the script that makes it from them.
templates = $(wildcard $Stemplates/*)
build/templates.c: $(templates) $SMakefile | build
	$(call say,GEN $@)sh $Stemplates/to_c.sh $(filter-out %.sh,$(templates)) > $@.new
	@mv $@.new $@

# Words, options, commands, and the facts about other systems, as C, with headers in build/rows/ that seldom change. They are
# made again if a file comes or goes.
facts = $(wildcard $Sgen/*/*.ini $Saudit/*/*.ini)
gone = $(if $(filter-out $(facts),$(shell cat build/facts 2> /dev/null)),force)
build/rows.c: $Stemplates/rows_to_c.sh $(facts) $SMakefile $(gone) | build
	$(call say,GEN $@)sh $Stemplates/rows_to_c.sh --into build $(facts)
	@printf '%s\n' $(call quoted,$(facts)) > build/facts
build/rows/%.h: build/rows.c ;

# Objects are made again if the compiler or its flags change. Then the compiler must find what the code includes.
flags = $(compile) $(LDFLAGS) $(LDLIBS)$(if $(STATIC), -static)
preprocess = $(CC) $(dialect) $(CPPFLAGS) $(CFLAGS) -E - > /dev/null
lacks = { echo "$1: run make deps all" >&2; exit 1; }
build/flags: force | build
	@! printf '%s\n' $(call quoted,$(flags)) | cmp -s - $@ || exit 0; \
	command -v $(firstword $(CC)) > /dev/null || $(call lacks,no $(firstword $(CC)) here); \
	: | $(preprocess) || exit; \
	for i in limits gmp mpfr jansson; do echo "#include <$$i.h>" | $(preprocess) 2>&1 || set -- "$$@" $$i.h; done; \
	[ $$# = 0 ] || $(call lacks,$(firstword $(CC)) does not find $$*); \
	printf '%s\n' $(call quoted,$(flags)) > $@

build build/tests build/bench:
	@mkdir -p $@

## tables: the sample tables of out/
# The program of a cross compiler may not run here.
tables: build/posenc
	@if build/posenc --version > /dev/null 2>&1 || [ "`$(CC) -dumpmachine`" = "`cc -dumpmachine`" ]; \
	then build/posenc build $Sout/tables.ini --output-dir out --if-changed; \
	else echo 'build/posenc does not run on this machine: no tables in out/'; fi

-include $(wildcard build/*.d build/*/*.d build/*/*/*.d)

# --- install ------------------------------------------------------------------------------------------

# GNU's names. DESTDIR is put before all of them.
PREFIX = /usr/local
bindir = $(PREFIX)/bin
includedir = $(PREFIX)/include
datadir = $(PREFIX)/share
mandir = $(datadir)/man
docdir = $(datadir)/doc/posenc
zsh_completions = $(datadir)/zsh/site-functions
INSTALL = install
manuals = $(filter-out $(if $(wildcard $Saudit),,$Sdocs/posenc-audit.1),$(wildcard $Sdocs/*.[157]))
installs = $(foreach i,DESTDIR PREFIX bindir includedir datadir mandir docdir zsh_completions INSTALL version manuals,$i=$(call quoted,$($i))) \
	sh $Sintegration/install.sh $@ $S $(if $(call has_flag,s),> /dev/null)

## install: what make has built; DESTDIR, PREFIX, bindir, includedir, datadir, mandir, docdir as usual
## uninstall: removes it
install: | $(filter all build/posenc,$(MAKECMDGOALS))
install uninstall:
	@$(installs)

build/posenc.mk: $Sintegration/posenc.mk $Sgen/base/version.h | build
	@sed 's/^posenc_installed_version :=$$/& posenc $(version)/' $< > $@.new && mv $@.new $@

build/posenc.pc: $Sintegration/posenc.pc.in $Sgen/base/version.h | build
	@sed 's/@VERSION@/$(version)/' $< > $@.new && mv $@.new $@

build/posencConfigVersion.cmake: $Sintegration/cmake/posencConfigVersion.cmake.in $Sgen/base/version.h | build
	@sed 's/@VERSION@/$(version)/' $< > $@.new && mv $@.new $@

# --- the rest -----------------------------------------------------------------------------------------

## clean: removes build/ and the tables of out/
clean:
	sed -n 's,^output *= *,out/,p' $Sout/tables.ini | xargs rm -f
	rm -rf build

# Prints a variable, for meson.build.
show-%:
	@printf '%s\n' $(call quoted,$($*))

# The program itself needs only this file, gen/ and templates/.
-include $Stests/tests.mk $Stests/dev.mk $Stests/bench/bench.mk $Sintegration/packages.mk $Sintegration/everywhere.mk

## O=FOLDER: keeps build/ and out/ in FOLDER, so that the sources may be read-only; make -f SOURCES/Makefile there is the same
## STATIC=1: a program that needs no shared library
## SANITIZE=1: with ASan and UBSan; TSAN=1 with ThreadSanitizer
## V=1: shows whole commands
help:
	@sed -n 's/^## \([^:]*\): /  make \1:/p' $(filter %Makefile %.mk,$(MAKEFILE_LIST)) | \
	  while IFS=: read -r goal text; do printf '%-25s%s\n' "$$goal" "$$text"; done

force:
.PHONY: all program tables install uninstall clean help force
.DELETE_ON_ERROR:
endif
