import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';

/** Encodes bytes as lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

const ALPHABET = encodeText('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PADDING = 0x3d;
/** First and second digit for every 12-bit value: recordings of megabytes are encoded with them. */
const FIRST = Uint8Array.from({ length: 4096 }, (_, bits) => ALPHABET[bits >> 6] ?? 0);
const SECOND = Uint8Array.from({ length: 4096 }, (_, bits) => ALPHABET[bits & 63] ?? 0);

/** Encodes bytes as base64 bytes, for bodies, without an intermediate string. */
export function base64Bytes(bytes: Uint8Array): Uint8Array {
  const tripletsEnd = bytes.length - (bytes.length % 3);
  const encoded = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  let to = 0;
  for (let at = 0; at < tripletsEnd; at += 3, to += 4) {
    const three =
      ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number);
    encoded[to] = FIRST[three >> 12] as number;
    encoded[to + 1] = SECOND[three >> 12] as number;
    encoded[to + 2] = FIRST[three & 4095] as number;
    encoded[to + 3] = SECOND[three & 4095] as number;
  }
  if (tripletsEnd < bytes.length) {
    const padded = base64Bytes(
      new Uint8Array([...bytes.subarray(tripletsEnd), 0, 0]).subarray(0, 3),
    );
    encoded.set(padded.fill(PADDING, bytes.length - tripletsEnd + 1), to);
  }
  return encoded;
}

/** Encodes bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  return decodeText(base64Bytes(bytes));
}

/** Encodes bytes as base64 for URLs and tokens: - and _ instead of + and /, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Decodes base64; undefined for anything else. A loop: Uint8Array.from with a function takes fifty times as
 * long, seconds for what a client may send.
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Decodes hexadecimal text; undefined for anything else. */
export function fromHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = Number.parseInt(text.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}
