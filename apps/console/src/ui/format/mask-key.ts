const SHOWN = 7;
const DOTS = 24;

/** A key with only its first characters readable: enough to tell keys apart, too few to use one. */
export function maskKey(key: string): string {
  return `${key.slice(0, SHOWN)}${'•'.repeat(DOTS)}`;
}

/** The end of a key, by which its owner tells one from another. */
export function keyTail(key: string): string {
  return `sk-…${key.slice(-4)}`;
}
