# SPDX-License-Identifier: MIT
# Tables in a makefile of GNU make, 3.81 or later:
#
#     include posenc.mk
#     $(call posenc_table,pe.h,--max-len 512 --d-model 384 --zero-rows 0,7)
#     $(call posenc_manifest,tables.ini)
#     encoder.o: pe.h
#
# posenc_table makes one table, with all its files: the header of a .c, the parts of --split, the .bin of --format incbin, asm
# and embed. The options may contain up to seven commas. The shell reads them as in a rule of your own: $$ is a dollar.
#
# posenc_manifest makes all tables that a manifest lists, in the folder of the second argument, or else in that of the manifest.
# If a table is removed from the manifest, its files are removed, unless somebody has changed them.
#
# A call runs posenc again if its words, the files that they name or posenc's version change; a development version changes with
# the program's bytes. A file whose bytes stay the same keeps its time, so nothing that depends on it is made again.
#
# After a call $(posenc_files) has its files: gen := $(posenc_files). $(posenc_tables) has the files of all calls so far, for clean
# rules, including the files *.posenc in which posenc.mk keeps the state of each call. Names of these files can't contain blanks.
#
# It is an error if two different tables would be written to one file, or if two different C tables have the same name: in one
# program one could be read instead of the other.
#
# make finds this file in the include folders of /usr and /usr/local. For another prefix:
#
#     include $(shell pkg-config --variable=makefile posenc)
#
# $(POSENC) is the program; to use another one, set it before the include. In a tree with posenc's sources,
# `include posenc/integration/posenc.mk` also builds the program, with $(POSENC_HOST_CC): in posenc/build, or in the folder
# posenc-host if the sources are read-only.

# Paths are relative, as in the makefile: the name of the working folder may contain a blank.
posenc_mk := $(lastword $(MAKEFILE_LIST))
posenc_source := $(patsubst %integration/,%,$(dir $(posenc_mk)))
POSENC_HOST_CC ?= cc
# `make install` writes the version of the installed program here: asking for it would be one more process in each run.
posenc_installed_version :=
ifeq ($(wildcard $(posenc_source)gen/main.c),)
posenc_beside := $(wildcard $(patsubst %/include/posenc.mk,%/bin/posenc,$(posenc_mk)))
POSENC ?= $(firstword $(posenc_beside) posenc)
else
posenc_nested := y
posenc_home := $(firstword $(foreach home,posenc-host/ $(or $(posenc_source),./),$(if $(wildcard $(home)build/posenc),$(home))))
ifeq ($(posenc_home),)
posenc_home := $(if $(shell test -w $(or $(posenc_source),.) && echo y),$(posenc_source),posenc-host/)
endif
posenc_home := $(patsubst ./,,$(posenc_home))
POSENC ?= $(posenc_home)build/posenc
endif

# The program as a prerequisite, if it is named by a path.
posenc_file = $(if $(findstring /,$(POSENC)),$(POSENC))
posenc_absent = $(if $(posenc_file),$(if $(wildcard $(POSENC)),,y))

# With -n, -q or -t nothing is built or removed while make reads this.
posenc_letters := $(filter-out --%,$(firstword -$(MAKEFLAGS)))
posenc_dry := $(strip $(foreach letter,n q t,$(findstring $(letter),$(posenc_letters))))

posenc_comma := ,
posenc_empty :=
posenc_blank := $(posenc_empty) $(posenc_empty)
posenc_hash := \#

# make ends an argument at each comma. This joins the arguments from $1 to $8 into one text again.
posenc_join = $1$(if $2$3$4$5$6$7$8,$(posenc_comma)$(call posenc_join,$2,$3,$4,$5,$6,$7,$8))
posenc_digits := 0 1 2 3 4 5 6 7 8 9
posenc_beyond = $(strip $(foreach t,$(wordlist 2,10,$(posenc_digits)),$(foreach u,$(posenc_digits),$($t$u))))

posenc_table = $(if $(posenc_beyond),$(error posenc_table $1: more than seven commas; give them as $$(comma), with \
	comma := $(posenc_comma)))$(eval $(value posenc_table_call))
define posenc_table_call
posenc_call := posenc_table $(strip $1): $(call posenc_join,$2,$3,$4,$5,$6,$7,$8,$9)
posenc_what := $(call posenc_join,$2,$3,$4,$5,$6,$7,$8,$9)
posenc_words := $(posenc_what) -o $(strip $1)
posenc_output := $(strip $1)
posenc_list :=
posenc_step := $(posenc_output).posenc
$(eval $(value posenc_add))
endef

posenc_manifest = $(if $3$4$5$6$7$8$9$(posenc_beyond),$(error posenc_manifest $1: a manifest and a folder are all \
	that it takes))$(eval $(value posenc_manifest_call))
define posenc_manifest_call
posenc_call := $(strip posenc_manifest $1 $2)
posenc_what := posenc_manifest $(strip $1)
posenc_words := build $(strip $1)$(if $(strip $2), --output-dir $(strip $2))
posenc_output :=
posenc_list := $(strip $1)
posenc_step := $(if $(strip $2),$(strip $2)/$(subst /,-,$(subst ../,up-,$(strip $1))),$(strip $1)).posenc
$(eval $(value posenc_add))
endef

posenc_tables :=

# A row is a table: its name and its files, separated by |.
posenc_row_files = $(wordlist 2,999999,$(subst |, ,$1))
posenc_row_includes = $(if $(filter %.bin,$(posenc_row_files)),$(filter %.c %.S,$(posenc_row_files)))
posenc_row_touch = $(posenc_row_includes): $(filter %.bin,$(posenc_row_files)) ; @touch $$@
posenc_files_of = $(foreach row,$1,$(wordlist 2,999999,$(subst |, ,$(row))))
posenc_to_rows = tr '\t\n' '| '

# Each call has a stamp, posenc_step, and keeps a file that make includes: the version and the words of posenc's last run, the
# rows, the files that it read in the shell's spelling, and a rule with these files. It isn't the stamp itself, since make would
# then make the stamp first, for every goal. A file that was read also has an empty rule, so that it may be renamed.
posenc_kept = $(posenc_step:.posenc=.was.posenc)
posenc_read := -e 's/^[^:]*: *//' -e '/./!d' -e 'h;s/^/$$(posenc_step): /p' -e 'g;s/.*/&:/p' -e 'g;s/\\$(posenc_hash)/\\\\&/g' \
	-e 's/[^[:alnum:]_.\/\\ $$$(posenc_hash):+=,@%^-]/\\&/g;s/\$$\$$/\\&/g;s/^/posenc_was_read := /p'
posenc_keep = { printf 'define posenc_was\n%s\nendef\n' '$(subst ','\'',$(posenc_words))' && \
	echo "posenc_was_version := $(or $(posenc_known_version),$$($(posenc_ask_version)))" && \
	echo "posenc_was_rows := $$($(POSENC) $(posenc_words) --list | $(posenc_to_rows))" && \
	sed -n $(posenc_read) $(posenc_step).d; } > $(posenc_kept).new && mv $(posenc_kept).new $(posenc_kept) && \
	rm $(posenc_step).d && touch $(posenc_step)

# posenc runs again if this isn't empty. A shell finds files that are newer or gone. If nothing has changed, the only processes are
# that shell, and one for the version of a program that is neither installed with this file nor built by it.
posenc_changed = $(or $(call posenc_differ,$(value posenc_was),$(posenc_words)),$(call \
	posenc_differ,$(posenc_was_version),$(posenc_version)),$(if $(posenc_was_read),$(shell \
	for f in $(posenc_was_read); do [ "$$f" -ot $(posenc_step) ] || echo "$$f"; done)))
posenc_differ = $(subst x$1,,x$2)$(subst x$2,,x$1)
posenc_version = $(eval posenc_version := $(or $(posenc_known_version),$(if $(posenc_absent),,$(shell \
	$(posenc_ask_version)))))$(posenc_version)
posenc_known_version := $(if $(filter %-dev,$(posenc_installed_version)),,$(if $(filter \
	$(POSENC),$(posenc_beside)),$(posenc_installed_version)))
posenc_ask_version = v=$$($(POSENC) --version); case $$v in *-dev*) v="$$v $$(cksum < "$$(command -v $(lastword $(POSENC)))")" ;; \
	esac; echo "$$v"

# The rows, or nothing if the program fails.
posenc_ask = $(call posenc_checked,$(shell { $(POSENC) $(posenc_words) --list $(if $(posenc_list),,2> /dev/null) && \
	echo posenc-done; } | $(posenc_to_rows)))
posenc_checked = $(if $(filter posenc-done,$1),$(filter-out posenc-done,$1))

# posenc_claimed_file and posenc_claimed_name have the files and names of all calls; with the number of a call appended, those of
# that call. $(call posenc_claim,KIND,TABLE,WHAT,ROLE): an error if one of WHAT belongs to another table.
posenc_calls :=
posenc_claimed_file :=
posenc_claimed_name :=
posenc_claim = $(foreach twice,$(filter $(posenc_claimed_$1),$3),$(foreach call,$(posenc_calls),$(if $(filter \
	$(posenc_claimed_$1_$(call)),$(twice)),$(if $(call posenc_differ,$(posenc_$2_$(call)),$(posenc_$2)),$(error \
	posenc: two tables are $4 $(twice), by $(posenc_call_$(call)) and by $(posenc_call))))))
posenc_paths = $(subst %,?,$(subst $(CURDIR)/,,$(abspath $1)))
posenc_names = $(foreach row,$1,$(if $(filter %.c %.S %.h %.hpp,$(subst |, ,$(row))),$(firstword $(subst |, ,$(row)))))
posenc_both := --component cos$(posenc_comma)sin

# The rules of a call. The files are unknown if the makefile has yet to make the program or a list that it reads, or
# if the words are wrong. Then a table's output is taken as its only file, and the recipe reports what is wrong.
#
# The step's time is that of posenc's last run. A file whose bytes stayed the same is older, and an empty rule makes make check
# its time. With -n make takes each rule as a change, so there the files have that rule only if posenc must run. A source that
# includes a .bin is touched if only the .bin has changed, so that its object is made again.
define posenc_add
posenc_was :=
posenc_was_version :=
posenc_was_rows :=
posenc_was_read :=
posenc_goal := $(.DEFAULT_GOAL)
-include $(posenc_kept)
posenc_must := $(if $(posenc_changed),posenc_always)
$(if $(posenc_must),$(posenc_build_now)$(eval posenc_build_now :=))
posenc_rows := $(if $(posenc_must),$(if $(posenc_absent),$(posenc_was_rows),$(posenc_ask)),$(posenc_was_rows))
posenc_new := $(call posenc_files_of,$(posenc_rows))
posenc_gone := $(wildcard $(if $(posenc_new),$(filter-out \
	$(posenc_new) $(posenc_tables),$(call posenc_files_of,$(posenc_was_rows)))))
$(if $(posenc_gone),$(if $(posenc_dry),,$(shell find $(posenc_gone) ! -newer $(posenc_step) -exec rm -f {} +)))
posenc_target := $(posenc_step)
ifeq ($(posenc_rows),)
ifeq ($(posenc_list),)
posenc_target := $(posenc_output)
posenc_rows := ?|$(posenc_output)
else
$(if $(and $(posenc_dry),$(posenc_absent)),,$(error posenc: $(posenc_list) could not be read, or lists no table))
endif
endif
posenc_files := $(call posenc_files_of,$(posenc_rows))
posenc_paths_here := $(call posenc_paths,$(posenc_files) $(posenc_step))
posenc_names_here := $(call posenc_names,$(posenc_rows))
posenc_names_here += $(if $(findstring $(posenc_both),$(posenc_what)),$(addsuffix _cos,$(posenc_names_here)) \
	$(addsuffix _sin,$(posenc_names_here)))
$(call posenc_claim,name,what,$(posenc_names_here),named)
$(call posenc_claim,file,call,$(posenc_paths_here),to be written to)
posenc_must := $(or $(posenc_must),$(if $(filter-out $(wildcard $(posenc_files)),$(posenc_files)),posenc_always))
posenc_none := $(if $(posenc_dry),$(if $(posenc_must),,|))
ifneq ($(filter-out $(posenc_claimed_file),$(posenc_paths_here)),)
posenc_number := $(words $(posenc_calls))
posenc_calls += $(posenc_number)
posenc_call_$(posenc_number) := $(posenc_call)
posenc_what_$(posenc_number) := $(posenc_what)
posenc_claimed_file += $(posenc_paths_here)
posenc_claimed_name += $(posenc_names_here)
posenc_claimed_file_$(posenc_number) := $(posenc_paths_here)
posenc_claimed_name_$(posenc_number) := $(posenc_names_here)
posenc_tables += $(posenc_files) $(posenc_step) $(posenc_kept)
$(posenc_target): posenc_words := $(posenc_words)
$(posenc_target): posenc_step := $(posenc_step)
$(posenc_target): $(posenc_list) $(posenc_file) $(posenc_must)
	@mkdir -p $(dir $(posenc_step))
	$(POSENC) $(posenc_words) --if-changed --depfile $(posenc_step).d
	@$(if $(posenc_dry),,$(posenc_keep))
posenc_including := $(if $(findstring .bin,$(posenc_rows)),$(foreach row,$(posenc_rows),$(call posenc_row_includes,$(row))))
$(filter-out $(posenc_target) $(posenc_including),$(posenc_files) $(posenc_step)): $(posenc_none) $(posenc_target) ;
$(if $(posenc_including),$(foreach row,$(posenc_rows),$(if $(call posenc_row_includes,$(row)),$(eval $(call \
	posenc_row_touch,$(row))))))
endif
.DEFAULT_GOAL := $(posenc_goal)
endef

# The program is made before it is run, and again if one of its sources changes: then it is newer than the files that it made, so its
# version needn't be known. The empty rule of the sources saves make the search for a rule that makes them.
ifeq ($(posenc_nested) $(POSENC),y $(posenc_home)build/posenc)
posenc_known_version := built
posenc_parts := $(wildcard $(addprefix $(posenc_source),gen/*.[ch] $(foreach i,gen audit,$i/*/*.[ch] $i/*/*.ini) templates/* Makefile))
posenc_build = env -u CFLAGS -u CPPFLAGS -u LDFLAGS -u LDLIBS -u MAKEFLAGS -u MFLAGS $(MAKE) -s -j "$$(getconf _NPROCESSORS_ONLN)" \
	-C $(or $(posenc_source),.) O='$(if $(filter-out $(posenc_source),$(posenc_home)),$(CURDIR)/posenc-host)' \
	CC='$(POSENC_HOST_CC)' build/posenc && touch $(POSENC)
posenc_outdated = $(or $(posenc_absent),$(shell find $(posenc_parts) -newer $(POSENC)))
posenc_build_now = $(if $(posenc_dry),,$(if $(posenc_outdated),$(shell { $(posenc_build); } >&2)))
endif

define posenc_own_rules
posenc_goal := $(.DEFAULT_GOAL)
ifdef posenc_parts
$(POSENC): $(posenc_parts)
	$(posenc_build)
$(posenc_parts): ;
endif
# With -n, the files of tables are unknown until the program exists.
ifneq ($(and $(filter n q,$(posenc_dry)),$(posenc_absent)),)
.DEFAULT: ; : $@ may be a file of a table: posenc has yet to be built
endif
posenc_always:
.PHONY: posenc_always
.DEFAULT_GOAL := $(posenc_goal)
endef
$(eval $(value posenc_own_rules))
