//! The table as a module, pe.rs beside this file.
/* docs/usage.md: main.rs */
mod pe;
use pe::pe;

/// x += the encoding of `position`
fn add_position(x: &mut [f32], position: usize) {
    for (x, entry) in x.iter_mut().zip(&pe[position]) {
        *x += entry;
    }
}
/* docs/usage.md */

fn main() {
    for (position, row) in pe.iter().enumerate() {
        let mut x = vec![0.0; row.len()];
        add_position(&mut x, position);
        for (j, &x) in x.iter().enumerate() {
            let exponent = -((j - j % 2) as f64) / row.len() as f64;
            let angle = position as f64 * 10000f64.powf(exponent);
            let exact = if j % 2 == 0 { angle.sin() } else { angle.cos() };
            assert!((f64::from(x) - exact).abs() <= 1.0 / f64::from(1 << 25) + 1e-12);
        }
    }
}
