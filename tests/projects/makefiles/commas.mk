# Commas in words
$(call posenc_table,z.h,--max-len 9 --d-model 4 --zero-rows 0,7 --name z)
$(call posenc_table,y.h,--max-len 9 --d-model 4 --zero-rows 0,1,2,3,4,5,6,7 --name y)
function = $(call posenc_table,$1,--max-len 9 --d-model 4 --zero-rows $2,7 --name $(11))
$(call function,x.h,1,,,,,,,,,x)
