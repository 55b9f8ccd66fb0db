// Prints the entries of the tables of check_formats.sh, which files of hexadecimal digits have.
`define READ(bits, name) reg [bits - 1:0] name [0:19 * 6 - 1];
`define SHOW(name) $readmemh(`"name.mem`", name); for (k = 0; k < 19 * 6; k = k + 1) $display("%h", name[k]);
module reader;
    `READ(32, f32)
    `READ(64, f64)
    `READ(16, f16)
    `READ(16, bf16)
    `READ(8, q7)
    `READ(16, q15)
    `READ(32, q31)
    `READ(32, q23)
    `READ(8, s8)
    `READ(8, u8)
    `READ(8, i8)
    `READ(16, u16)
    `READ(16, i16)
    integer k;
    initial begin
        `SHOW(f32)
        `SHOW(f64)
        `SHOW(f16)
        `SHOW(bf16)
        `SHOW(q7)
        `SHOW(q15)
        `SHOW(q31)
        `SHOW(q23)
        `SHOW(s8)
        `SHOW(u8)
        `SHOW(i8)
        `SHOW(u16)
        `SHOW(i16)
    end
endmodule
