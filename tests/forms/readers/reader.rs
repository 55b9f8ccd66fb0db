// Prints the bytes of the tables of check_formats.sh, each of which is a file.
#![deny(warnings)]
use std::io::Write;
mod m_f32 { include!("f32.rs"); }
mod m_f64 { include!("f64.rs"); }
mod m_f16 { include!("f16.rs"); }
mod m_bf16 { include!("bf16.rs"); }
mod m_q7 { include!("q7.rs"); }
mod m_q15 { include!("q15.rs"); }
mod m_q31 { include!("q31.rs"); }
mod m_q23 { include!("q23.rs"); }
mod m_s8 { include!("s8.rs"); }
mod m_u8 { include!("u8.rs"); }
mod m_i8 { include!("i8.rs"); }
mod m_u16 { include!("u16.rs"); }
mod m_i16 { include!("i16.rs"); }
mod m_pair { include!("pair.rs"); }

macro_rules! write_all {
    ($($table:expr),*) => {
        let mut bytes: Vec<u8> = Vec::new();
        $(for row in $table.iter() { for entry in row.iter() { bytes.extend_from_slice(&entry.to_le_bytes()); } })*
        std::io::stdout().write_all(&bytes).unwrap();
    };
}
fn main() {
    write_all!(m_f32::t_f32, m_f64::t_f64, m_f16::t_f16, m_bf16::t_bf16, m_q7::t_q7, m_q15::t_q15, m_q31::t_q31,
        m_q23::t_q23, m_s8::t_s8, m_u8::t_u8, m_i8::t_i8, m_u16::t_u16, m_i16::t_i16, m_pair::pair_cos, m_pair::pair_sin);
}
