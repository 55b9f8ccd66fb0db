# SPDX-License-Identifier: MIT
# The files that check_arrays.sh reads, by NumPy, from those of posenc in the current folder.
import numpy as np
f32, f64, bf16 = np.load('f32.npy'), np.load('f64.npy'), np.load('bf16.npy')
np.save('big.npy', f32.astype('>f4'))
np.save('fortran.npy', np.asfortranarray(f32))
np.save('fortran64.npy', np.asfortranarray(f64.astype('>f8')))
np.save('ones.npy', f32[None, :, None, :])
np.save('bits.npy', f32.view('<u4'))
np.save('bits64.npy', f64.view('<u8').astype('>u8'))
np.save('swapped.npy', bf16.astype('>u2'))
np.save('signed.npy', bf16.view('<i2'))
np.save('signed32.npy', f32.view('<i4'))
np.save('void.npy', bf16.view('|V2'))
pairs = f32.view('<c8')
np.save('complex.npy', pairs)
np.save('fortran_complex.npy', np.asfortranarray(pairs))
np.save('fortran3.npy', np.asfortranarray(f32.reshape(3, 3, 6)))
np.save('fortran_pairs.npy', np.asfortranarray(f32.reshape(9, 3, 2)))
np.save('turned.npy', np.asfortranarray(f32.T))
for version in (2, 0), (3, 0):
    with open('version%d.npy' % version[0], 'wb') as out:
        np.lib.format.write_array(out, f32, version)
np.save('records.npy', np.zeros(3, dtype=[('a', '<f4'), ('b', '<i4')]))
np.save('objects.npy', np.array([1, 'a'], dtype=object))
np.save('strings.npy', np.array(['ab', 'c']))
np.save('scalar.npy', np.float32(1))
np.savez('zip.npz', f32)
