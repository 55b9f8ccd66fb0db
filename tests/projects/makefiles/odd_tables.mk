# A section with a dollar, an output without an extension, a list that is made
$(call posenc_table,z.h,--max-len 9 --d-model 4 --name z --section '.rodata$$zz')
$(call posenc_table,extern,--max-len 9 --d-model 4 --name e --linkage extern)
$(call posenc_table,list.c,--max-len 9 --d-model 4 --frequencies list.txt)
list.c: list.txt
list.txt: ; printf '1\n2\n' > $@
