// Prints each entry of the tables of check_hardware.sh in hexadecimal digits, and what is wrong with their sizes and signs.
`define SHOW(array) for (int r = 0; r < $size(array); r++) for (int c = 0; c < $size(array, 2); c++) $display("%h", array[r][c])
`define SAMPLES(array) for (int k = 0; k < $size(array); k++) $display("%h", array[k])
`define SIZES(name, rows, d_model) \
    if (name``_pkg::name``_MAX_LEN != rows || name``_pkg::name``_D_MODEL != d_model) $display(`"sizes of name`")
`define CHANNELS(name, channels) if (name``_pkg::name``_CHANNELS != channels) $display(`"channels of name`")
module reader;
    initial begin
        `SHOW(f32_pkg::f32);
        `SHOW(f64_pkg::f64);
        `SHOW(f16_pkg::f16);
        `SHOW(bf16_pkg::bf16);
        `SHOW(q7_pkg::q7);
        `SHOW(q15_pkg::q15);
        `SHOW(q31_pkg::q31);
        `SHOW(q23_pkg::q23);
        `SHOW(s8_pkg::s8);
        `SHOW(u8_pkg::u8);
        `SHOW(i8_pkg::i8);
        `SHOW(u16_pkg::u16);
        `SHOW(i16_pkg::i16);
        `SAMPLES(tall_pkg::tall);
        `SHOW(wide_pkg::wide);
        `SAMPLES(single_pkg::single);
        `SHOW(upright_pkg::upright);
        `SAMPLES(narrow_pkg::narrow);
        if (tall_pkg::tall_MAX_LEN != 9 || single_pkg::single_MAX_LEN != 1 || narrow_pkg::narrow[3] >= 0) $display("samples");
        `SHOW(grid_pkg::grid);
        `SHOW(PE_pkg::PE_cos);
        `SHOW(PE_pkg::PE_sin);
        if (q15_pkg::q15[0][0] >= 0 || s8_pkg::s8[0][0] >= 0 || i8_pkg::i8[0][0] >= 0) $display("not signed");
        if (u16_pkg::u16[3][0] <= 32767) $display("not unsigned");
        if ($realtobits($bitstoreal(f64_pkg::f64[1][1])) != f64_pkg::f64[1][1]) $display("not the bits of a real");
        `SIZES(f32, 19, 6);
        `SIZES(f64, 19, 6);
        `SIZES(f16, 19, 6);
        `SIZES(bf16, 19, 6);
        `SIZES(q7, 19, 6);
        `SIZES(q15, 19, 6);
        `SIZES(q31, 19, 6);
        `SIZES(q23, 19, 6);
        `SIZES(s8, 19, 6);
        `SIZES(u8, 19, 6);
        `SIZES(i8, 19, 6);
        `SIZES(u16, 19, 6);
        `SIZES(i16, 19, 6);
        `SIZES(upright, 9, 2);
        `SIZES(wide, 1, 3000);
        `SIZES(grid, 6, 8);
        `SIZES(PE, 19, 6);
        `CHANNELS(upright, 1);
        `CHANNELS(PE, 3);
        if ($size(PE_pkg::PE_cos) != PE_pkg::PE_MAX_LEN || $size(PE_pkg::PE_sin, 2) != PE_pkg::PE_CHANNELS) $display("sizes of a pair");
        $finish;
    end
endmodule
