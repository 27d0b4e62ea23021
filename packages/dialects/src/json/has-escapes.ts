const BACKSLASH = 0x5c;

/** Whether a range of JSON text contains a backslash. */
export function hasEscapes(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] === BACKSLASH) return true;
  return false;
}
