# SPDX-License-Identifier: MIT
# The program for other systems than this one.

# The libraries, compiled once: integration/libraries.sh.
build/libraries/%/versions: $Sintegration/libraries.sh | build
	$(if $S,$(error make $(MAKECMDGOALS): only in the folder of the sources))
	sh integration/libraries.sh $*

## windows: build/posenc.exe, for Windows
# One static file; with WINDOWS=i686 build/posenc-i686.exe, for 32 bits. Arguments are in UTF-8 (-municode). The stack isn't aligned
# for vectors, so the assembler makes aligned moves unaligned, and code for 32 bits aligns the stack. Windows' printf knows %z, but
# gcc doesn't know that.
WINDOWS = x86_64
windows_host = $(WINDOWS)-w64-mingw32
windows_variant = $(if $(filter-out x86_64,$(WINDOWS)),-$(WINDOWS))
windows_libraries = build/libraries/windows$(windows_variant)
windows_tree = build/windows$(windows_variant)/tree
windows_program = build/posenc$(windows_variant).exe
windows_flags = -O3 -Wa,-muse-unaligned-vector-move $(if $(windows_variant),-msse2 -mfpmath=sse -mstackrealign -Wno-conversion)
windows: $(windows_libraries)/versions
	+@$(MAKE) --no-print-directory -f $SMakefile S= O=$(windows_tree) CC=$(windows_host)-gcc CFLAGS='$(windows_flags)' \
	  CPPFLAGS='-isystem $(CURDIR)/$(windows_libraries)/include -Wno-format -Wno-float-conversion' \
	  LDFLAGS='-static -municode -s -Wl,--no-insert-timestamp -L$(CURDIR)/$(windows_libraries)/lib' build/posenc
	@cmp -s $(windows_tree)/build/posenc.exe $(windows_program) || \
	  { cp $(windows_tree)/build/posenc.exe $(windows_program).new && mv $(windows_program).new $(windows_program); }
.PHONY: windows

# The page and the package are the same WebAssembly with two kinds of files. Emscripten makes the JavaScript function that runs it,
# posenc_start: with files in memory, or for the command with the files of node.
web_libraries = $(CURDIR)/build/libraries/web
web_flags = -O3 -msimd128
# They are linked with -O2, which keeps the names of imports, so that both are the same WebAssembly.
web_options = -O2 -s MODULARIZE=1 -s EXPORT_NAME=posenc_start -s INVOKE_RUN=0 -s EXIT_RUNTIME=1 -s ALLOW_MEMORY_GROWTH=1 \
	-s TOTAL_STACK=4MB -s EXPORTED_RUNTIME_METHODS=FS,ENV,callMain -L$(web_libraries)/lib
web_tree = build/web-tree/build

# Debian's emcc finds its modules in NODE_PATH, and reads files with a fetch, which node 18 and later define differently.
build/web-tree/files.cjs: export NODE_PATH = /usr/share/nodejs
build/web-tree/files.cjs: export NODE_OPTIONS = --no-experimental-fetch
build/web-tree/files.cjs: build/libraries/web/versions $(sources) $(templates) $(facts) $(wildcard $Sgen/*/*.h $Saudit/*/*.h) \
	  $Sintegration/everywhere.mk
	+@$(MAKE) --no-print-directory -f $SMakefile S= O=build/web-tree CC=emcc CFLAGS='$(web_flags)' \
	  WARNINGS=-w CPPFLAGS='-isystem $(web_libraries)/include' \
	  LDFLAGS='$(web_options) -s ENVIRONMENT=web,worker' build/posenc
	$(call say,LD $@)emcc $(web_flags) $(web_options) -s ENVIRONMENT=node -s NODERAWFS=1 -o $@ \
	  $(objects:build/%=$(web_tree)/%) $(libraries)
	@cmp $(web_tree)/posenc.wasm $(@:.cjs=.wasm)
notices = @sh $Sintegration/notices.sh web $(version) > $@/NOTICES.txt
embed = @node $Sintegration/web/embed.mjs

## web: build/web, a page that runs posenc
web: build/web
build/web: build/web-tree/files.cjs $(wildcard $Sintegration/web/* $S*.md $Sdocs/*.md $Sdocs/figures/*.svg) $Sintegration/notices.sh $SLICENSE
	@rm -rf $@ && mkdir $@
	@cp $(addprefix $Sintegration/web/,index.html page.css page.js) $@
	@node $Sintegration/web/docs.mjs $(or $S,.) $@/docs
	$(embed) worker $(web_tree)/posenc $(web_tree)/posenc.wasm > $@/program.js
	$(notices)

## npm: build/npm, a package for node; REPOSITORY_URL=URL names where its sources are
repository = $(subst &,\&,$(REPOSITORY_URL))
sources_json = "repository": "$(repository)",\n  "bugs": "$(repository)/issues",\n  &
package_json = @sed 's|@VERSION@|$(version)|$(if $(REPOSITORY_URL),; s|"type":|$(sources_json)|)' $Sintegration/npm/package.json
npm: build/npm
package-json:
	$(package_json)
.PHONY: package-json
build/npm: build/web-tree/files.cjs $(wildcard $Sintegration/npm/* $Sintegration/web/*) $Sintegration/notices.sh $SLICENSE
	@rm -rf $@ && mkdir $@
	@cp $(addprefix $Sintegration/npm/,README.md bin.js index.js) build/web-tree/files.cjs $SLICENSE $@
	@cp build/web-tree/files.wasm $@/program.wasm && chmod -x $@/program.wasm
	@chmod +x $@/bin.js
	$(package_json) > $@/package.json
	$(embed) module $(web_tree)/posenc $(web_tree)/posenc.wasm > $@/program.js
	@node $@/bin.js --help --json | node $Sintegration/npm/types.mjs $Sintegration/npm/index.d.ts > $@/index.d.ts
	$(notices)

# Archives for distribution, with the notices of the libraries and all their sources. Each archive is a zip,
# which Windows opens with a click, and has the same bytes whenever it is made: sorted names, one time, no owners.
given = build/$(release)-$(@:dist-%=%)
begin_archive = rm -rf $(given) $(given).zip && mkdir -p $(given)/sources && \
	cp build/$(release).tar.gz build/sources/*.orig.tar.* build/sources/*.dsc $(given)/sources
end_archive = chmod -R u=rwX,go=rX $(given) && find $(given) -exec touch -d @$(epoch) {} + && \
	(cd build && find $(notdir $(given)) -type f | LC_ALL=C sort | TZ=UTC zip -q -X -9 -@ $(notdir $(given)).zip) && rm -r $(given)

## dist-web: an archive of page and package, with the sources of their libraries
dist-web: build/web build/npm build/$(release).tar.gz
	$(begin_archive)
	cp -R build/web build/npm $(given)
	$(end_archive)

## dist-windows: an archive of posenc.exe, with the sources of its libraries
# The program and its files for CMake, in the folders of an installation.
dist-windows: windows build/$(release).tar.gz build/posencConfigVersion.cmake
	$(begin_archive)
	mkdir -p $(given)/bin $(given)/share/cmake/posenc
	cp build/posenc.exe $(given)/bin
	cp $Sintegration/cmake/*.cmake build/posencConfigVersion.cmake $(given)/share/cmake/posenc
	cp $SLICENSE $(given)
	sh $Sintegration/notices.sh windows $(version) > $(given)/NOTICES.txt
	$(end_archive)

## check-everywhere: the programs for other systems; those that can't be built here are skipped
here = $(if $(filter check-everywhere check-relink,$(MAKECMDGOALS)),$(shell command -v $1))
check-everywhere: program $(if $(call here,emcc),build/web build/npm) $(if $(call here,$(windows_host)-gcc),windows)
	$(call run,$(sort $(wildcard $Stests/everywhere/check_*.sh)))
## check-relink: can a user of the archives change GMP? Compiles the libraries again, which takes long
check-relink: program $(if $(call here,emcc),dist-web) $(if $(call here,$(windows_host)-gcc),dist-windows)
	$(call run,$Stests/everywhere/relink.sh)
.PHONY: web npm dist-web dist-windows check-everywhere check-relink
