# SPDX-License-Identifier: MIT
# For who changes posenc: the linters, and lists in pages. Part of the Makefile.

# How far clang's analyzer follows the paths of a function. It goes on to 225000 by itself, which takes four times as long.
NODES = 20000
analyzed = -Xclang -analyzer-config -Xclang max-nodes=$(NODES)

## lint: clang-format, clang-tidy, cppcheck, shellcheck, layers
lint: layers build/templates.c
	find $(addprefix $S,gen tests) $(wildcard $Saudit) -name '*.[ch]' | xargs clang-format --dry-run --Werror
	printf '%s\n' $(sources) | xargs -I{} -P 4 clang-tidy --quiet {} -- $(dialect) $(analyzed)
	cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
	  --suppress=nullPointerRedundantCheck --suppress=nullPointerArithmeticRedundantCheck \
	  --library=$Stests/lint/jansson.cfg --error-exitcode=1 -I$Sgen -I$Saudit -Ibuild $Sgen $(wildcard $Saudit)
	find $(addprefix $S,.ci tests templates integration) -name '*.sh' -o -path '*.ci/*' -type f | xargs -n 8 -P 4 shellcheck --shell=sh
	shellcheck --shell=bash $Sintegration/completions/posenc.bash

## layers: what the files of gen/ and audit/ include
# Nothing outside of exact/, values/ and pipelines/ sees MPFR, not through another header either.
without_mpfr = $(filter-out $(addprefix $S,gen/exact/% audit/values/% audit/pipelines/%),$(sources))
layers: build/rows.c
	@$(CC) $(dialect) $(CPPFLAGS) -M $(without_mpfr) | awk '/^[^ ]*:/ { of = $$2 } /\/mpfr\.h/ { print of " sees mpfr.h"; bad = 1 } END { exit bad }'
	@cd $(or $S,.) && awk -f tests/lint/layers.awk gen/*/*.[ch] gen/main.c $$(ls audit/*/*.[ch] 2> /dev/null)

## docs: lists in pages: the words and options in the manual pages and docs/words.md, and docs/model-families.md
docs: build/posenc
	set -e; for i in $(addprefix $Sdocs/,posenc.1 posenc-audit.1 posenc-manifest.5 words.md); do \
	  POSENC=build/posenc sh $Stests/docs/lists.sh $$i > build/page; cp build/page $$i; done
	POSENC=build/posenc sh $Stests/docs/model_lists.sh $Sdocs/model-families.md > build/page && cp build/page $Sdocs/model-families.md

.PHONY: lint layers docs
