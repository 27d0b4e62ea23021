/** Whitespace after a delimiter, and the most that may follow the last one, in bytes. */
export const PADDING_BYTES_MAX = 256;
const PADDING = new Set([0x0d, 0x0a, 0x20, 0x09]);

/** Returns whether these bytes may follow a form's last delimiter: a little whitespace, nothing else. */
export function isPadding(bytes: Uint8Array): boolean {
  return bytes.length <= PADDING_BYTES_MAX && bytes.every((byte) => PADDING.has(byte));
}
