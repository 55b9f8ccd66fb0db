# Tables in a makefile of GNU make, 3.81 or later:
#
#     include posenc.mk
#     $(call posenc_table,pe.h,--max-len 512 --d-model 384 --zero-rows 0,7)
#     $(call posenc_manifest,tables.ini)
#     encoder.o: pe.h
#
# posenc_table makes one table of the options given, which may hold up to seven commas, with all its files (of a
# .c its header, with --split its parts, with --format incbin, asm and embed its .bin), again when a makefile
# changes. The shell reads the options as in a rule of your own: $$ is a dollar. posenc_manifest makes all tables
# that a manifest lists, in DIR if that is the second argument, else beside it; a table whose bytes stay the same
# keeps its time, and nothing that depends on it is made again. One file can't be two tables: that is an error.
# $(posenc_tables) is all files so far, stamps too, for clean rules. Names hold no blanks.
#
# make finds this file in the include folders of /usr and /usr/local; elsewhere:
#
#     include $(shell pkg-config --variable=makefile posenc)
#
# $(POSENC) is the program: set it before to use another. From posenc's source,
# `include posenc/integration/posenc.mk` builds it too, with $(POSENC_HOST_CC).

posenc_mk := $(abspath $(lastword $(MAKEFILE_LIST)))
posenc_source := $(patsubst %/integration/posenc.mk,%,$(posenc_mk))
ifeq ($(wildcard $(posenc_source)/gen/main.c),)
POSENC ?= $(firstword $(wildcard $(patsubst %/include/posenc.mk,%/bin/posenc,$(posenc_mk))) posenc)
else
POSENC ?= $(posenc_source)/build/posenc
endif
POSENC_HOST_CC ?= cc

# The program as a prerequisite, where it is named by a path.
posenc_file = $(if $(findstring /,$(POSENC)),$(POSENC))

# None of the rules here is to be the makefile's default goal.
posenc_eval = $(eval posenc_goal := $(.DEFAULT_GOAL))$(eval $1)$(eval .DEFAULT_GOAL := $(posenc_goal))

posenc_comma := ,

# make ends an argument at each comma: the arguments from $1 on, as one text. Beyond $9 there must be none.
posenc_join = $1$(if $2$3$4$5$6$7$8,$(posenc_comma)$(call posenc_join,$2,$3,$4,$5,$6,$7,$8))
posenc_digits := 0 1 2 3 4 5 6 7 8 9
posenc_beyond = $(strip $(foreach t,$(wordlist 2,10,$(posenc_digits)),$(foreach u,$(posenc_digits),$($t$u))))

# $(call posenc_ask,OPTIONS): a word for each table, its files with | between. No words where the program fails.
posenc_ask = $(posenc_build_now)$(eval posenc_build_now :=)$(call posenc_checked,$(shell \
	{ $(POSENC) $1 --list && echo posenc-done; } | cut -f 2- | tr '\t' '|'))
posenc_checked = $(if $(filter posenc-done,$1),$(filter-out posenc-done,$1))
posenc_split = $(subst |, ,$1)

# $(call posenc_claim,FILES,CALL): empty if the same call has made these files before. A file has one absolute name.
posenc_claim = $(foreach f,$1,$(call posenc_claim_one,$f,$2,posenc_call_$(abspath $f)))
posenc_claim_one = $(if $($3),$(if $(call posenc_differ,$($3),$2),$(error \
	posenc: two tables are to be written to $1, by $($3) and by $2)),$(eval $3 := $$2)new)
posenc_differ = $(subst x$1,,x$2)$(subst x$2,,x$1)

# What is phony and so makes its target again, if one of the files is missing.
posenc_lacking = $(if $(filter-out $(wildcard $1),$1),posenc_missing)

# Where the program can't tell the files, because the makefile has yet to make it or a list that it reads, or
# because the options are wrong, the output is taken as the only one; the recipe says what is wrong.
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

# The stamp says when the manifest was last carried out: a table whose bytes stayed is older, and the empty
# rule makes make look at its time. Where a table is missing the stamp counts as old. A source that includes a
# .bin is touched when only the .bin has changed, and so its object is made again, wherever that is.
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

# The program is made before it is asked, and again if a source of it changes.
posenc_build_now :=
posenc_tree := gen/*.[ch] gen/*/*.[ch] templates/* Makefile

define posenc_own_rules
ifeq ($(POSENC),$(posenc_source)/build/posenc)
posenc_build := env -u CPPFLAGS -u LDFLAGS -u LDLIBS -u MAKEFLAGS -u MFLAGS $(MAKE) -s -C $(posenc_source) \
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
