import { encodeText } from '../json/encode-text.ts';
import { parseJsonText } from '../json/parse-json.ts';
import { MEDIA_TOKENS } from './media-tokens.ts';
import { UNTYPED_NAMES } from './untyped-parts.ts';

const BACKSLASH = 0x5c;
const COLON = 0x3a;
const SPACE = 0x20;
/** Not a hash: the name contains an escape. */
const ESCAPED = -1;

/** Centitokens of a member's name, or of one list item, including separators. */
export const SEPARATOR_WEIGHT = 100;

/** Members that a model reads as text: there even a data URL is text. */
const TEXT_NAMES: ReadonlySet<string> = new Set([
  'text',
  'content',
  'arguments',
  'input',
  'output',
  'instructions',
  'thinking',
  'prompt',
  'name',
  'suffix',
]);
/** Members that contain base64 without further indication. */
export const BASE64_NAMES: ReadonlySet<string> = new Set(['data', 'file_data']);
/** The one whose bytes have no media type beside them. */
export const FILE_DATA_NAME = 'file_data';
/** Members with signatures and ids, which no model reads as text. */
export const SILENT_NAMES: ReadonlySet<string> = new Set([
  'signature',
  'thoughtSignature',
  'thought_signature',
  'encrypted_content',
  'id',
  'call_id',
  'tool_use_id',
  'tool_call_id',
]);
/** Members that reference what a provider fetches or stores, so that its length is unknown here. */
export const FILE_NAMES: ReadonlySet<string> = new Set([
  'file_url',
  'document_url',
  'file_id',
  'file_uri',
  'fileUri',
]);
/** The member of a URL: of an image, whose cost is known, or of a medium of any length. */
export const ADDRESS_NAME = 'url';

/** The member of a media type in parts that also have a type. */
export const TYPED_PART_NAME = 'media_type';
export const MEDIA_TYPE_NAMES: ReadonlySet<string> = new Set([
  TYPED_PART_NAME,
  'mimeType',
  'mime_type',
]);

/** Shortest string treated as media, in bytes; shorter ones are cheaper to estimate than to inspect. */
export const MEDIA_BYTES_MIN = 256;
/** Length of the longest name above, with every letter escaped. */
export const NAME_BYTES_MAX = 6 * 17;
/** Longest type of a part or medium; longer strings are ignored. */
export const PART_NAME_BYTES_MAX = 6 * 30;

/** Tokens of a content part, in addition to its text, by its `type`. */
export const PART_TOKENS: ReadonlyMap<string, number> = new Map([
  ['image', MEDIA_TOKENS.image],
  ['image_url', MEDIA_TOKENS.image],
  ['input_image', MEDIA_TOKENS.image],
  ['computer_screenshot', MEDIA_TOKENS.image],
  ['input_audio', MEDIA_TOKENS.audio],
  ['audio_url', MEDIA_TOKENS.audio],
  ['file', MEDIA_TOKENS.file],
  ['input_file', MEDIA_TOKENS.file],
  ['file_url', MEDIA_TOKENS.file],
  ['document_url', MEDIA_TOKENS.file],
  ['document', MEDIA_TOKENS.file],
  ['video_url', MEDIA_TOKENS.video],
  ['video', MEDIA_TOKENS.video],
]);

/** Returns the tokens of bytes of a media type; none for plain text, which is counted as text. */
export function tokensOfMediaType(type: string): number {
  if (type.startsWith('image/')) return MEDIA_TOKENS.image;
  if (type.startsWith('audio/')) return MEDIA_TOKENS.audio;
  if (type.startsWith('video/')) return MEDIA_TOKENS.video;
  return type.startsWith('text/') ? 0 : MEDIA_TOKENS.file;
}

/** Decodes ASCII bytes; cheaper than a decoder for a few of them. */
export function readAscii(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at] as number);
  return text;
}

/** All names with a meaning here, by hash, as every second string is a name. */
const KNOWN_NAMES: ReadonlyMap<number, string> = new Map(
  [
    ...TEXT_NAMES,
    ...BASE64_NAMES,
    ...SILENT_NAMES,
    ...MEDIA_TYPE_NAMES,
    ...FILE_NAMES,
    ...UNTYPED_NAMES,
    ADDRESS_NAME,
    'type',
    'source',
    'detail',
  ].map((name) => [
    hashAscii(
      Uint8Array.from(name, (letter) => letter.charCodeAt(0)),
      0,
      name.length,
    ),
    name,
  ]),
);

/** Returns the unescaped name between two positions if it has a meaning here; otherwise an empty string. */
export function readPromptName(bytes: Uint8Array, from: number, to: number): string {
  if (to - from > NAME_BYTES_MAX) return '';
  const hash = hashAscii(bytes, from, to);
  return KNOWN_NAMES.get(hash === ESCAPED ? hashUnescaped(bytes, from, to) : hash) ?? '';
}

function hashUnescaped(bytes: Uint8Array, from: number, to: number): number {
  const name = encodeText(readWord(bytes, from, to));
  return hashAscii(name, 0, name.length);
}

/** Unescapes a short string. */
export function readWord(bytes: Uint8Array, from: number, to: number): string {
  const text = readAscii(bytes, from, to);
  if (!text.includes('\\')) return text;
  const decoded = parseJsonText(`"${text}"`);
  return typeof decoded === 'string' ? decoded : text;
}

function hashAscii(bytes: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === BACKSLASH) return ESCAPED;
    hash = (Math.imul(hash, 31) + byte) >>> 0;
  }
  return hash;
}

/** Returns whether a string is media: `data:image/png;base64,…`, or base64 in a member for it. */
export function isMedium(bytes: Uint8Array, name: string, from: number, to: number): boolean {
  if (to - from < MEDIA_BYTES_MIN || TEXT_NAMES.has(name)) return false;
  if (BASE64_NAMES.has(name) && looksEncoded(bytes, from, from + MEDIA_BYTES_MIN)) return true;
  return startsAsDataUrl(bytes, from, to);
}

/** A data URL in another way of writing than usual; a text may well begin with "Data:". */
const UNUSUAL_DATA_URL = /^data:\s*(?:[a-z\d.+-]+\s*\/|[;,])/i;
const DATA_URL = /^data:(?:(image|audio|text)[/\\])?/;

/**
 * Returns the type of a data URL; undefined for anything else. Many encoders escape the slash; a type that is
 * written in another way is a document.
 */
export function typeOfDataUrl(
  bytes: Uint8Array,
  from: number,
  to: number,
): 'image' | 'audio' | 'text' | 'document' | undefined {
  const [prefix, type] = DATA_URL.exec(readAscii(bytes, from, from + 11)) ?? [];
  if (prefix !== undefined) return (type as 'image' | undefined) ?? 'document';
  return startsAsDataUrl(bytes, from, to) ? 'document' : undefined;
}

function startsAsDataUrl(bytes: Uint8Array, from: number, to: number): boolean {
  if (readAscii(bytes, from, from + 5) === 'data:') return true;
  return hasPrefix(bytes, UNUSUAL_DATA_URL, from, to) === true;
}

/** A scheme has two letters at least: one is a drive. */
const ADDRESS_START = /^[a-z][a-z\d+.-]+:\//i;
const SCHEME_BYTES = 24;
/** The same with its characters escaped. */
const ESCAPED_BYTES = 6 * SCHEME_BYTES;
/** Nobody honest writes more spaces in front of an address. */
const SPACES_MAX = 4096;
const SPACES = /^(?:\s|\\[nrt]|\\u00(?:0[9ad]|20))+/i;
const ESCAPE = /\\(?:u00([\da-f]{2})|(.))/gi;

/**
 * Returns whether a string is a URL, in any member other than text. Qwen accepts audio by URL where others
 * expect its bytes. Source: Alibaba Cloud Model Studio, audio understanding.
 */
export function isAddress(bytes: Uint8Array, name: string, from: number, to: number): boolean {
  return !TEXT_NAMES.has(name) && hasPrefix(bytes, ADDRESS_START, from, to) !== false;
}

/**
 * Returns whether a string begins with a prefix; undefined if it begins with more spaces than are read.
 * Escapes, capitals and leading spaces are read as by providers: PHP escapes every slash.
 */
function hasPrefix(
  bytes: Uint8Array,
  prefix: RegExp,
  from: number,
  to: number,
): boolean | undefined {
  if (!mayBeScheme(bytes, from, to)) return false;
  for (let start = from; start - from <= SPACES_MAX;) {
    const text = readAscii(bytes, start, Math.min(to, start + ESCAPED_BYTES));
    const [spaces] = SPACES.exec(text) ?? [''];
    if (spaces === '') return prefix.test(text.replaceAll(ESCAPE, unescapeAscii));
    start += spaces.length;
  }
  return undefined;
}

/** Rules out nearly all strings by their first bytes: a scheme has few characters, or something is escaped. */
function mayBeScheme(bytes: Uint8Array, from: number, to: number): boolean {
  const end = Math.min(to, from + SCHEME_BYTES);
  for (let at = from; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === COLON || byte === BACKSLASH || (at === from && byte === SPACE)) return true;
    const letter = byte | 0x20;
    const isLetter = letter >= 0x61 && letter <= 0x7a;
    // Digits, and the plus, minus and dot.
    if (!isLetter && !(byte >= 0x2b && byte <= 0x39 && byte !== 0x2c && byte !== 0x2f))
      return false;
  }
  return false;
}

const unescapeAscii = (_escape: string, code: string | undefined, letter: string | undefined) =>
  code === undefined ? (letter ?? '') : String.fromCharCode(Number.parseInt(code, 16));

/** Returns whether a string has only base64 characters, which natural text does not. */
function looksEncoded(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    const isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
    if (isLetter || (byte >= 0x2b && byte <= 0x39 && byte !== 0x2e)) continue;
    if (byte === 0x3d || byte === 0x5c || byte === 0x5f) continue;
    // The prefix of a data URL.
    if (at - from < 100 && (byte === 0x3a || byte === 0x3b || byte === 0x2e)) continue;
    return false;
  }
  return true;
}
