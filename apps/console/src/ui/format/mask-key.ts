const SHOWN = 7;
const DOTS = 24;

/** Returns a key with only its first characters readable: enough to tell keys apart, too few to use one. */
export function maskKey(key: string): string {
  return `${key.slice(0, SHOWN)}${'•'.repeat(DOTS)}`;
}

/** Returns the end of a key, by which its owner can tell keys apart. */
export function keyTail(key: string): string {
  return `sk-…${key.slice(-4)}`;
}
