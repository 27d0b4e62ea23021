const SHOWN = 7;
const DOTS = 24;

/** A key with only its first characters readable: enough to tell keys apart, too few to use one. */
export function maskKey(key: string): string {
  return `${key.slice(0, SHOWN)}${'•'.repeat(DOTS)}`;
}
