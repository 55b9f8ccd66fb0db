// SPDX-License-Identifier: MIT
/* The bytes of a text in base 64. A loop takes a tenth of the time of Uint8Array.from with a function, and node's Buffer less. */
function bytes_of(text) {
    if (globalThis.Buffer)
        return Buffer.from(text, 'base64');
    const characters = atob(text), bytes = new Uint8Array(characters.length);
    for (let k = 0; k < bytes.length; k++)
        bytes[k] = characters.charCodeAt(k);
    return bytes;
}
