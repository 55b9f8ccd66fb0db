-- Prints each entry of the tables of check_hardware.sh in hexadecimal digits, and looks at their sizes and signs. Only 0 and 1
-- may be among the bits. Lines with float_pkg are for VHDL-2008 alone.
library ieee; use ieee.float_pkg.all; -- float_pkg
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all; use std.textio.all;
use work.f32_pkg.all; use work.f64_pkg.all; use work.f16_pkg.all; use work.bf16_pkg.all; use work.q7_pkg.all;
use work.q15_pkg.all; use work.q31_pkg.all; use work.q23_pkg.all; use work.s8_pkg.all; use work.u8_pkg.all;
use work.i8_pkg.all; use work.u16_pkg.all; use work.i16_pkg.all; use work.tall_pkg.all; use work.wide_pkg.all;
use work.single_pkg.all; use work.upright_pkg.all; use work.narrow_pkg.all; use work.grid_pkg.all; use work.PE_pkg.all;
entity reader is end;
architecture prints of reader is
    procedure show(bits : std_logic_vector) is
        constant digit : string(1 to 16) := "0123456789abcdef";
        constant digits : natural := (bits'length + 3) / 4;
        variable text : string(1 to digits);
        variable whole : std_logic_vector(4 * digits - 1 downto 0) := (others => '0');
        variable nibble : std_logic_vector(3 downto 0);
        variable l : line;
    begin
        whole(bits'length - 1 downto 0) := bits;
        for k in text'range loop
            nibble := whole(whole'left - 4 * (k - 1) downto whole'left - 4 * (k - 1) - 3);
            for b in nibble'range loop
                assert nibble(b) = '0' or nibble(b) = '1' severity failure;
            end loop;
            text(k) := digit(to_integer(unsigned(nibble)) + 1);
        end loop;
        write(l, text);
        writeline(output, l);
    end;
    procedure show(number : signed) is begin show(std_logic_vector(number)); end;
    procedure show(number : unsigned) is begin show(std_logic_vector(number)); end;
begin
    process begin
        for r in f32'range loop for c in f32(r)'range loop show(f32(r)(c)); end loop; end loop;
        for r in f64'range loop for c in f64(r)'range loop show(f64(r)(c)); end loop; end loop;
        for r in f16'range loop for c in f16(r)'range loop show(f16(r)(c)); end loop; end loop;
        for r in bf16'range loop for c in bf16(r)'range loop show(bf16(r)(c)); end loop; end loop;
        for r in q7'range loop for c in q7(r)'range loop show(q7(r)(c)); end loop; end loop;
        for r in q15'range loop for c in q15(r)'range loop show(q15(r)(c)); end loop; end loop;
        for r in q31'range loop for c in q31(r)'range loop show(q31(r)(c)); end loop; end loop;
        for r in q23'range loop for c in q23(r)'range loop show(q23(r)(c)); end loop; end loop;
        for r in s8'range loop for c in s8(r)'range loop show(s8(r)(c)); end loop; end loop;
        for r in u8'range loop for c in u8(r)'range loop show(u8(r)(c)); end loop; end loop;
        for r in i8'range loop for c in i8(r)'range loop show(i8(r)(c)); end loop; end loop;
        for r in u16'range loop for c in u16(r)'range loop show(u16(r)(c)); end loop; end loop;
        for r in i16'range loop for c in i16(r)'range loop show(i16(r)(c)); end loop; end loop;
        for k in tall'range loop show(tall(k)); end loop;
        for r in wide'range loop for c in wide(r)'range loop show(wide(r)(c)); end loop; end loop;
        for k in single'range loop show(single(k)); end loop;
        for r in upright'range loop for c in upright(r)'range loop show(upright(r)(c)); end loop; end loop;
        for k in narrow'range loop show(narrow(k)); end loop;
        for r in grid'range loop for c in grid(r)'range loop show(grid(r)(c)); end loop; end loop;
        for r in PE_cos'range loop for c in PE_cos(r)'range loop show(PE_cos(r)(c)); end loop; end loop;
        for r in PE_sin'range loop for c in PE_sin(r)'range loop show(PE_sin(r)(c)); end loop; end loop;
        -- numbers have their signs
        assert q15(0)(0) = -20256 and q15(0)(1) = -32768 and s8(0)(1) = -127 severity failure;
        assert i16(0)(1) = -32768 and u8(0)(1) = 0 and u16(3)(0) > 32767 severity failure;
        assert f32_MAX_LEN = 19 and f32_D_MODEL = 6 severity failure;
        assert f64_MAX_LEN = 19 and f64_D_MODEL = 6 severity failure;
        assert f16_MAX_LEN = 19 and f16_D_MODEL = 6 severity failure;
        assert bf16_MAX_LEN = 19 and bf16_D_MODEL = 6 severity failure;
        assert q7_MAX_LEN = 19 and q7_D_MODEL = 6 severity failure;
        assert q15_MAX_LEN = 19 and q15_D_MODEL = 6 severity failure;
        assert q31_MAX_LEN = 19 and q31_D_MODEL = 6 severity failure;
        assert q23_MAX_LEN = 19 and q23_D_MODEL = 6 severity failure;
        assert s8_MAX_LEN = 19 and s8_D_MODEL = 6 severity failure;
        assert u8_MAX_LEN = 19 and u8_D_MODEL = 6 severity failure;
        assert i8_MAX_LEN = 19 and i8_D_MODEL = 6 severity failure;
        assert u16_MAX_LEN = 19 and u16_D_MODEL = 6 severity failure;
        assert i16_MAX_LEN = 19 and i16_D_MODEL = 6 severity failure;
        assert tall_MAX_LEN = 9 and tall'length = 9 and narrow_MAX_LEN = 13 and narrow(3) < 0 severity failure;
        assert wide_MAX_LEN = 1 and wide_D_MODEL = 3000 severity failure;
        assert single_MAX_LEN = 1 and upright_MAX_LEN = 9 and upright_D_MODEL = 2 and upright_CHANNELS = 1 severity failure;
        assert grid_MAX_LEN = 6 and grid_D_MODEL = 8 severity failure;
        assert PE_MAX_LEN = 19 and PE_D_MODEL = 6 and PE_CHANNELS = 3 severity failure;
        assert PE_cos'length = PE_MAX_LEN and PE_sin(0)'length = PE_CHANNELS severity failure;
        assert abs (to_real(to_float(single(0), 8, 23)) - 1.0) < 1.0e-9 severity failure; -- float_pkg
        wait;
    end process;
end;
