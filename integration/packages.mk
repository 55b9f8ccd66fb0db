# SPDX-License-Identifier: MIT
# Packages: a tarball of the sources, and a Debian package. Part of the Makefile.

# The same sources give the same bytes, wherever and whenever: names are sorted, there is no owner, modes don't depend on the
# umask, and all files have one time: that of the last commit or, in an unpacked tarball, that of its files.
release = posenc-$(version)
release_files = if [ -e .git ]; then git ls-files; else \
	find . -type f ! -path './build/*' \( ! -path './out/*' -o -name SHA256SUMS -o -name '*.ini' -o -name '.*' \) | sed 's,^./,,'; fi
epoch = $${SOURCE_DATE_EPOCH:-$$(if [ -e $S.git ]; then git -C $(or $S,.) log -1 --format=%ct; else stat -c %Y $SREADME.md; fi)}

## dist: a tarball of the sources, in build/; git must have no change that isn't committed
dist: build/$(release).tar.gz

dist-files:
	@cd $(or $S,.) && $(release_files)

build/$(release).tar.gz: force | build
	@cd $(or $S,.) && [ ! -e .git ] || changed=$$(git status --porcelain | head -n 1) && [ ! "$$changed" ] || \
	  { echo "make dist: not committed: $${changed#???}" >&2; exit 1; }
	@(cd $(or $S,.) && $(release_files)) > build/dist.list
	LC_ALL=C sort build/dist.list | tar --format=ustar --no-recursion --mtime=@$(epoch) --owner=0 --group=0 --numeric-owner \
	  --mode=u=rwX,go=rX --transform='s,^,$(release)/,' -cf build/dist.tar -C $(or $S,.) -T -
	gzip -9 -n < build/dist.tar > $@.new
	mv $@.new $@
	rm build/dist.list build/dist.tar

## deb: a Debian package, in build/
# DEBFULLNAME and DEBEMAIL name the maintainer, as for other Debian tools. To dpkg, 0.2.0~dev comes before 0.2.0.
debian_version = $(subst -,~,$(version))
deb: build/$(release).tar.gz
	rm -rf build/deb
	mkdir build/deb
	tar -xzf $< -C build/deb
	cp -R $Sintegration/debian build/deb/$(release)/debian
	time=$(epoch); cd build/deb/$(release) && sed -i \
	  -e 's/@VERSION@/$(debian_version)/' -e "s/@DATE@/$$(LC_ALL=C date -u -R -d @$$time)/" \
	  -e "s/@MAINTAINER@/$${DEBFULLNAME:-posenc authors} <$${DEBEMAIL:-posenc@posenc.invalid}>/" \
	  debian/control debian/changelog && \
	env -u MAKEFLAGS -u MAKELEVEL -u CFLAGS -u CPPFLAGS -u LDFLAGS SOURCE_DATE_EPOCH=$$time \
	  dpkg-buildpackage -us -uc -b
	mv build/deb/posenc_$(debian_version)_*.deb build/

.PHONY: dist dist-files deb
