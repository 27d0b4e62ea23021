const encoder = new TextEncoder();

/** Encodes a text as UTF-8. */
export function encodeText(text: string): Uint8Array {
  return encoder.encode(text);
}
