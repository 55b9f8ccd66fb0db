# Tables in a makefile of GNU make, 3.81 or later:
#
#     include posenc.mk
#     $(call posenc_table,pe.h,--max-len 512 --d-model 384)
#     $(call posenc_manifest,tables.ini)
#     encoder.o: pe.h
#
# posenc_table makes one file of the options given (with a .c its header, with --split its parts, with --format
# incbin, asm and embed its .bin too), again when a makefile changes. posenc_manifest makes all tables that a
# manifest lists, in DIR if that is the second argument, else beside it; a table whose bytes stay the same keeps
# its time, and nothing that depends on it is made again. $(posenc_tables) is all files so far, stamps too, for
# clean rules. Names hold no blanks.
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

posenc_table = $(eval posenc_beside := $(filter-out $1,$(call posenc_files,$1,$(strip $2))))$(call \
	posenc_eval,$(posenc_table_rule))
define posenc_table_rule
posenc_tables += $1 $(posenc_beside) $1.posenc
$1: $(filter-out %.d %.posenc,$(MAKEFILE_LIST)) $(posenc_file) $(if \
	$(filter-out $(wildcard $(posenc_beside)),$(posenc_beside)),posenc_missing)
	@mkdir -p $$(@D)
	$(POSENC) $2 --depfile $$@.posenc -o $$@
$(if $(posenc_beside),$(posenc_beside): $1 ;)
-include $1.posenc
endef

# $(call posenc_word,WORD,OPTIONS): its value; $(call posenc_files,OUTPUT,OPTIONS): the files of one table.
posenc_word = $(patsubst --$1=%,%,$(lastword $(filter --$1=%,$(subst --$1 ,--$1=,$2))))
posenc_format = $(or $(call posenc_word,format,$2),$(if $(filter %.S,$1),asm))
posenc_base = $(if $(filter %.c %.h %.S,$1),$(basename $1),$1)
posenc_files = $(if $(filter incbin asm embed,$(posenc_format)),$(posenc_files_binary),$(if \
	$(or $(filter extern,$(call posenc_word,linkage,$2)),$(if $(call posenc_word,linkage,$2),,$(or \
	$(filter %.c,$1),$(call posenc_parts,$(call posenc_word,split,$2))))),$(posenc_files_extern)))
posenc_files_binary = $(addprefix $(posenc_base),.h $(if $(filter asm,$(posenc_format)),.S,.c) $(if \
	$(filter bits,$(call posenc_word,literal,$2)),,.bin))
posenc_files_extern = $(addprefix $(posenc_base),.h .c $(patsubst %,_%.c,$(call posenc_parts,$(call posenc_word,split,$2))))
posenc_parts = $(if $(filter-out 1,$1),$(shell k=0; while [ $$k -lt '$1' ]; do echo $$k; k=`expr $$k + 1`; done))

# The stamp says when the manifest was last carried out: a table whose bytes stayed is older, and the empty
# rule makes make look at its time. Where a table is missing the stamp counts as old. A source that includes a
# .bin is touched when only the .bin has changed, and so its object is made again, wherever that is.
posenc_manifest = $(eval posenc_list := $(posenc_outputs))$(call posenc_eval,$(posenc_manifest_rule))
posenc_outputs = $(if $(posenc_file),$(if $(wildcard $(POSENC)),,$(posenc_build_now)))$(call posenc_checked,$(shell \
	{ $(POSENC) build $1 $(posenc_dir) --list && echo posenc-done; } | cut -f 2-))
posenc_checked = $(if $(filter posenc-done,$1),$(filter-out posenc-done,$1),$(error posenc: a manifest could not be read))
posenc_dir = $(if $2,--output-dir $2)
posenc_stamp = $(if $2,$2/$(notdir $1),$1).stamp
define posenc_manifest_rule
posenc_tables += $(posenc_list) $(posenc_stamp) $(posenc_stamp).posenc
$(posenc_stamp): $1 $(posenc_file) $(if $(filter-out $(wildcard $(posenc_list)),$(posenc_list)),posenc_missing)
	@mkdir -p $$(@D)
	$(POSENC) build $1 $(posenc_dir) --if-changed --depfile $$@.posenc
	@sed -e :a -e '/\\$$$$/{' -e N -e 's/\\\n//' -e ba -e '}' -e 's/^[^:]*:/$$(subst /,\/,$$@):/' $$@.posenc > $$@
	@mv $$@ $$@.posenc && touch $$@
$(filter-out $(posenc_including),$(posenc_list)): $(posenc_stamp) ;
$(if $(filter %.c,$(posenc_including)),$(filter %.c,$(posenc_including)): %.c: %.bin ; @touch $$@)
$(if $(filter %.S,$(posenc_including)),$(filter %.S,$(posenc_including)): %.S: %.bin ; @touch $$@)
-include $(posenc_stamp).posenc
endef
posenc_including = $(filter $(patsubst %.bin,%.c,$(posenc_bins)) $(patsubst %.bin,%.S,$(posenc_bins)),$(posenc_list))
posenc_bins = $(filter %.bin,$(posenc_list))
posenc_build_now :=

define posenc_own_rules
ifeq ($(POSENC),$(posenc_source)/build/posenc)
posenc_build := env -u CPPFLAGS -u LDFLAGS -u LDLIBS -u MAKEFLAGS -u MFLAGS $(MAKE) -s -C $(posenc_source) \
	CC='$(POSENC_HOST_CC)' build/posenc
posenc_build_now = $$(shell $$(posenc_build) >&2)
$(POSENC): $(wildcard $(posenc_source)/gen/* $(posenc_source)/templates/*) $(posenc_source)/Makefile
	$$(posenc_build)
endif
posenc_missing:
.PHONY: posenc_missing
endef
$(call posenc_eval,$(posenc_own_rules))
