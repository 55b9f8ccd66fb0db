# Packages: a tarball of the sources, and a Debian package. Part of the Makefile.

# The same sources give the same bytes, wherever and whenever: names are sorted, there is no owner, modes don't depend on the
# umask, and all files have one time: that of the last commit or, in an unpacked tarball, that of its files.
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
	gzip -9 -n < build/dist.tar > $@.new
	mv $@.new $@
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

.PHONY: dist dist-files deb
