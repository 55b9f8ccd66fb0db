# Tables in a makefile of GNU make, 3.81 or later:
#
#     include posenc.mk
#     $(call posenc_table,pe.h,--max-len 512 --d-model 384 --zero-rows 0,7)
#     $(call posenc_manifest,tables.ini)
#     encoder.o: pe.h
#
# posenc_table makes one table, with all its files: the header of a .c, the parts of --split, the .bin of --format incbin, asm
# and embed. It is made again when a makefile changes. The options may hold up to seven commas. The shell reads them as in a
# rule of your own: $$ is a dollar.
#
# posenc_manifest makes all tables that a manifest lists. Their folder is the second argument, or else that of the manifest. A
# table whose bytes stay the same keeps its time, so nothing that depends on it is made again.
#
# It is an error if two different tables would be written to one file. $(posenc_tables) is the files of all tables so far,
# stamps included, for clean rules. Names of files hold no blanks.
#
# make finds this file in the include folders of /usr and /usr/local. For another prefix:
#
#     include $(shell pkg-config --variable=makefile posenc)
#
# $(POSENC) is the program; to use another one, set it before the include. In a tree with posenc's sources,
# `include posenc/integration/posenc.mk` also builds the program, with $(POSENC_HOST_CC).

posenc_mk := $(abspath $(lastword $(MAKEFILE_LIST)))
posenc_source := $(patsubst %/integration/posenc.mk,%,$(posenc_mk))
ifeq ($(wildcard $(posenc_source)/gen/main.c),)
POSENC ?= $(firstword $(wildcard $(patsubst %/include/posenc.mk,%/bin/posenc,$(posenc_mk))) posenc)
else
POSENC ?= $(posenc_source)/build/posenc
endif
POSENC_HOST_CC ?= cc

# The program as a prerequisite, if it is named by a path.
posenc_file = $(if $(findstring /,$(POSENC)),$(POSENC))

# No rule of this file should become the makefile's default goal.
posenc_eval = $(eval posenc_goal := $(.DEFAULT_GOAL))$(eval $1)$(eval .DEFAULT_GOAL := $(posenc_goal))

posenc_comma := ,

# make ends an argument at each comma. This joins the arguments from $1 to $8 into one text again.
posenc_join = $1$(if $2$3$4$5$6$7$8,$(posenc_comma)$(call posenc_join,$2,$3,$4,$5,$6,$7,$8))
posenc_digits := 0 1 2 3 4 5 6 7 8 9
posenc_beyond = $(strip $(foreach t,$(wordlist 2,10,$(posenc_digits)),$(foreach u,$(posenc_digits),$($t$u))))

# $(call posenc_ask,OPTIONS): a word for each table: its files, separated by |. Empty if the program fails.
posenc_ask = $(posenc_build_now)$(eval posenc_build_now :=)$(call posenc_checked,$(shell \
	{ $(POSENC) $1 --list && echo posenc-done; } | cut -f 2- | tr '\t' '|'))
posenc_checked = $(if $(filter posenc-done,$1),$(filter-out posenc-done,$1))
posenc_split = $(subst |, ,$1)

# $(call posenc_claim,FILES,CALL): empty if the same call has made these files before. A file has one absolute name.
posenc_claim = $(foreach f,$1,$(call posenc_claim_one,$f,$2,posenc_call_$(abspath $f)))
posenc_claim_one = $(if $($3),$(if $(call posenc_differ,$($3),$2),$(error \
	posenc: two tables are to be written to $1, by $($3) and by $2)),$(eval $3 := $$2)new)
posenc_differ = $(subst x$1,,x$2)$(subst x$2,,x$1)

# If one of the files is missing: a phony prerequisite, which makes the target again.
posenc_lacking = $(if $(filter-out $(wildcard $1),$1),posenc_missing)

# The program can't tell the files if the makefile has yet to make the program or a list that it reads, or if the options are
# wrong. Then the output is taken as the only file, and the recipe reports what is wrong.
posenc_table = $(if $(posenc_beyond),$(error posenc_table $1: more than seven commas; give them as $$(comma), with \
	comma := $(posenc_comma)))$(call posenc_table_add,$(strip $1),$(call posenc_join,$2,$3,$4,$5,$6,$7,$8,$9))
posenc_table_add = $(eval posenc_files := $(or $(call posenc_split,$(call posenc_ask,$2 -o $1 2> /dev/null)),$1))$(if \
	$(call posenc_claim,$(posenc_files),posenc_table $1: $2),$(call posenc_eval,$(posenc_table_rule)))
define posenc_table_rule
posenc_tables += $(posenc_files) $1.posenc
$(firstword $(posenc_files)): $(filter-out %.d %.posenc,$(MAKEFILE_LIST)) $(posenc_file) $(call \
	posenc_lacking,$(wordlist 2,999999,$(posenc_files)))
	@mkdir -p $$(@D)
	$(POSENC) $(subst $$,$$$$,$2) --depfile $1.posenc -o $1
$(if $(word 2,$(posenc_files)),$(wordlist 2,999999,$(posenc_files)): $(firstword $(posenc_files)) ;)
-include $1.posenc
endef

# The stamp's time is that of the manifest's last run. A table whose bytes stayed the same is older, and its empty rule makes
# make look at its time. If a table is missing, the stamp counts as old. A source that includes a .bin is touched when only
# the .bin has changed, so that its object is made again, wherever that is.
posenc_manifest = $(if $3$4$5$6$7$8$9$(posenc_beyond),$(error posenc_manifest $1: a manifest and a folder are all \
	that it takes))$(call posenc_manifest_add,$(strip $1),$(strip $2))
posenc_manifest_add = $(eval posenc_rows := $(or $(call posenc_ask,build $1 $(posenc_dir)),$(error \
	posenc: $1 could not be read, or lists no table)))$(eval posenc_files := $(call posenc_split,$(posenc_rows)))$(if \
	$(call posenc_claim,$(posenc_files),$(strip posenc_manifest $1 $2)),$(call posenc_eval,$(posenc_manifest_rule)))
posenc_dir = $(if $2,--output-dir $2)
posenc_stamp = $(if $2,$2/$(notdir $1),$1).stamp
define posenc_manifest_rule
posenc_tables += $(posenc_files) $(posenc_stamp) $(posenc_stamp).posenc
$(posenc_stamp): $1 $(posenc_file) $(call posenc_lacking,$(posenc_files))
	@mkdir -p $$(@D)
	$(POSENC) build $1 $(posenc_dir) --if-changed --depfile $$@.posenc
	@sed -e :a -e '/\\$$$$/{' -e N -e 's/\\\n//' -e ba -e '}' -e 's/^[^:]*:/$$(subst /,\/,$$@):/' $$@.posenc > $$@
	@mv $$@ $$@.posenc && touch $$@
$(filter-out $(posenc_including),$(posenc_files)): $(posenc_stamp) ;
$(foreach row,$(posenc_rows),$(call posenc_touch,$(call posenc_split,$(row))))
-include $(posenc_stamp).posenc
endef
posenc_including = $(foreach row,$(posenc_rows),$(call posenc_includes,$(call posenc_split,$(row))))
posenc_includes = $(if $(filter %.bin,$1),$(filter %.c %.S,$1))
define posenc_touch
$(if $(call posenc_includes,$1),$(call posenc_includes,$1): $(filter %.bin,$1) ; @touch $$@)

endef

# The program is made before it is asked, and again if one of its sources changes.
posenc_build_now :=
posenc_tree := gen/*.[ch] gen/*/*.[ch] templates/* Makefile

define posenc_own_rules
ifeq ($(POSENC),$(posenc_source)/build/posenc)
posenc_build := env -u CFLAGS -u CPPFLAGS -u LDFLAGS -u LDLIBS -u MAKEFLAGS -u MFLAGS $(MAKE) -s -C $(posenc_source) \
	CC='$(POSENC_HOST_CC)' build/posenc
posenc_build_now = $$(shell $$(posenc_build) >&2)
$(POSENC): $(wildcard $(posenc_tree:%=$(posenc_source)/%))
	$$(posenc_build)
	@touch $$@
endif
posenc_missing:
.PHONY: posenc_missing
endef
$(call posenc_eval,$(posenc_own_rules))
