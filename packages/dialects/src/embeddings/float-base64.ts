import { fromBase64 } from '../signing/encodings.ts';

/** Encodes 32-bit little-endian floats as base64: the form that OpenAI's own client requests. */
export function floatsToBase64(values: readonly number[]): string {
  const bytes = new Uint8Array(Float32Array.from(values).buffer);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Decodes such a string; undefined if it is not valid. */
export function floatsFromBase64(text: string): number[] | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const bytes = fromBase64(text);
  return bytes && bytes.length % 4 === 0 ? [...new Float32Array(bytes.buffer)] : undefined;
}
