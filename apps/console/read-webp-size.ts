/**
 * Returns width and height of a WebP file, lossy or extended, as browsers write them. Throws for anything
 * else.
 */
export function readWebpSize(bytes: Buffer): { width: number; height: number } {
  switch (bytes.toString('latin1', 8, 16)) {
    // RFC 9649, 2.7: 24 bits each after the flags, stored minus one.
    case 'WEBPVP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    // RFC 6386, 9.1: 14 bits each after the frame tag and the start code.
    case 'WEBPVP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      throw new Error('not a lossy WebP file');
  }
}
