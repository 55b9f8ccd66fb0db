// Prints the bytes of the tables of check_formats.sh, each of which is a file of this package.
package main

import (
	"encoding/binary"
	"os"
)

func main() {
	for _, table := range []any{
		&pe_f32, &pe_f64, &pe_f16, &pe_bf16, &pe_q7, &pe_q15, &pe_q31, &pe_q23,
		&pe_s8, &pe_u8, &pe_i8, &pe_u16, &pe_i16, &pe_pair_cos, &pe_pair_sin,
	} {
		binary.Write(os.Stdout, binary.LittleEndian, table)
	}
}
