const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

/** Computes the CRC-32 (as in zip and Ethernet) of the bytes between two offsets. */
export function crc32(bytes: Uint8Array, start: number, end: number): number {
  let crc = 0xff_ff_ff_ff;
  for (let at = start; at < end; at++) {
    crc = ((TABLE[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8)) >>> 0;
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}
