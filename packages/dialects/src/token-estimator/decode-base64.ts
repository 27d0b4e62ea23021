const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const PADDING = 0x3d;
const NONE = 255;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const VALUES = new Uint8Array(256).fill(NONE);
for (let index = 0; index < LETTERS.length; index += 1) VALUES[LETTERS.charCodeAt(index)] = index;
// The URL-safe alphabet.
VALUES[0x2d] = 62;
VALUES[0x5f] = 63;

/**
 * Decodes base64 in JSON, where slashes may be escaped; undefined if there are any other characters, which
 * decoders may treat differently.
 */
export function decodeBase64(bytes: Uint8Array, from: number, to: number): Uint8Array | undefined {
  const decoded = new Uint8Array(Math.ceil(((to - from) * 3) / 4));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] as number;
    if (byte === BACKSLASH && bytes[at + 1] === SLASH) continue;
    if (byte === PADDING)
      return onlyPadding(bytes, at, to) ? decoded.subarray(0, length) : undefined;
    const value = VALUES[byte] as number;
    if (value === NONE) return undefined;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    decoded[length] = bits >> held;
    length += 1;
  }
  return decoded.subarray(0, length);
}

function onlyPadding(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from <= 2 && bytes.subarray(from, to).every((byte) => byte === PADDING);
}
