-- Writes the entries of a table of docs/example.lua as bytes: lua read.lua TABLE [FORM OF string.pack]
local forms = {f32 = "<f", f64 = "<d", f16 = "<I2", bf16 = "<I2", q7 = "<i1", s8 = "<i1", q15 = "<i2", q31 = "<i4", q23 = "<i4",
    u8 = "<I1", i8 = "<i1", u16 = "<I2", i16 = "<i2"}
local table = dofile(arg[1])
assert(#table.rows == table.max_len and #table.rows[1] == table.d_model)
for _, row in ipairs(table.rows) do
    for _, entry in ipairs(row) do io.write(string.pack(arg[2] or forms[table.type], entry)) end
end
