# The program for other systems than this one.

# The libraries, compiled once: integration/libraries.sh.
build/windows/versions build/web/versions: integration/libraries.sh | build
	sh integration/libraries.sh $(notdir $(@D))

# build/posenc.exe, one static file. Arguments are in UTF-8 (-municode); vectors lie where the stack isn't aligned for them, so
# the assembler makes aligned moves unaligned; Windows' printf knows %z, which gcc doesn't.
windows_host = x86_64-w64-mingw32
windows: build/windows/versions
	+@$(MAKE) --no-print-directory O=build/windows/tree CC=$(windows_host)-gcc CFLAGS='-O3 -Wa,-muse-unaligned-vector-move' \
	  CPPFLAGS='-isystem $(CURDIR)/build/windows/include -Wno-format -Wno-float-conversion' \
	  LDFLAGS='-static -municode -s -L$(CURDIR)/build/windows/lib' build/posenc
	@cp build/windows/tree/build/posenc.exe build/posenc.exe
.PHONY: windows
