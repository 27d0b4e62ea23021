import type { TopLevelMember, ListedObject, ByteRange } from './byte-range.ts';
import { findMemberName } from './member-names.ts';
import { decodeText, parseJsonText } from './parse-json.ts';
import { skipSpace, skipString, skipValue } from './scan-value.ts';
import type { BodyHints } from './body-hints.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** Longer names are decoded at once: character by character, one of 20 MB took two seconds. */
const SHORT_NAME_BYTES = 64;

/**
 * Finds the byte ranges of a JSON object's top-level values, without parsing. The last of duplicate names
 * wins, as in JSON.parse. Undefined if the bytes are not a JSON object. Values are not validated: it may list
 * members of bytes that JSON.parse refuses.
 */
export function scanTopLevelMembers(bytes: Uint8Array): Map<string, ByteRange> | undefined {
  const list = listTopLevelMembers(bytes);
  if (!list) return undefined;
  const members = new Map<string, ByteRange>();
  for (const member of list) members.set(member.name, member);
  return members;
}

/**
 * Like {@link scanTopLevelMembers}, but in order and with every duplicate. `marks` sees all strings of the
 * values.
 */
export function listTopLevelMembers(
  bytes: Uint8Array,
  marks?: BodyHints,
): TopLevelMember[] | undefined {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const open = skipSpace(bytes, hasMark ? 3 : 0, bytes.length);
  const object = readObject(bytes, open, bytes.length, marks);
  return object && onlySpaceAfter(bytes, object.end) ? object.members : undefined;
}

/** Returns the members of the object that opens at `open`, and where it ends; undefined if there is none. */
export function readObject(
  bytes: Uint8Array,
  open: number,
  end: number,
  marks?: BodyHints,
): { members: TopLevelMember[]; end: number } | undefined {
  const members: TopLevelMember[] = [];
  if (bytes[open] !== OPEN_BRACE) return undefined;
  let at = skipSpace(bytes, open + 1, end);
  if (bytes[at] === CLOSE_BRACE) return { members, end: at + 1 };
  for (;;) {
    const member = readMember(bytes, at, end, marks);
    if (!member) return undefined;
    members.push(member);
    at = skipSpace(bytes, member.end, end);
    const separator = bytes[at];
    if (separator === CLOSE_BRACE) return { members, end: at + 1 };
    if (separator !== COMMA) return undefined;
    at = skipSpace(bytes, at + 1, end);
  }
}

function readMember(
  bytes: Uint8Array,
  at: number,
  end: number,
  marks: BodyHints | undefined,
): TopLevelMember | undefined {
  if (bytes[at] !== QUOTE) return undefined;
  const afterName = skipString(bytes, at, end);
  if (afterName === -1) return undefined;
  const colon = skipSpace(bytes, afterName, end);
  if (bytes[colon] !== COLON) return undefined;
  const start = skipSpace(bytes, colon + 1, end);
  const valueEnd =
    marks?.toolsStart === -1 && isTools(bytes, at, afterName)
      ? listTools(bytes, { start, end }, marks)
      : marks?.itemsStart === -1 && bytes[at + 1] === INPUT[0] && isInput(bytes, at, afterName)
        ? listItems(bytes, { start, end }, marks)
        : skipValue(bytes, start, end, marks);
  if (valueEnd === -1) return undefined;
  if (marks !== undefined && bytes[start] === QUOTE) marks.inspect(bytes, start, valueEnd);
  const name = readName(bytes, at, afterName);
  return name === undefined ? undefined : { name, nameStart: at, start, end: valueEnd };
}

/**
 * Finds the elements of the JSON array at `start` and the members of each, without parsing. `after` is the
 * position after the array, or -1 if it does not end before `end`; the elements before invalid JSON are still
 * returned. Empty for anything else. `marks` sees all strings.
 */
export function listObjects(
  bytes: Uint8Array,
  { start, end }: ByteRange,
  marks?: BodyHints,
): { readonly elements: readonly ListedObject[]; readonly after: number } {
  const elements: ListedObject[] = [];
  if (bytes[start] !== OPEN_BRACKET) return { elements, after: -1 };
  let at = skipSpace(bytes, start + 1, end);
  if (bytes[at] === CLOSE_BRACKET) return { elements, after: at + 1 };
  for (;;) {
    const object = readObject(bytes, at, end, marks);
    const after = object?.end ?? skipValue(bytes, at, end, marks);
    if (after === -1 || after === at) return { elements, after: -1 };
    elements.push({ start: at, end: after, members: object?.members });
    if (object && marks) collectHints(bytes, object.members, marks);
    at = skipSpace(bytes, after, end);
    if (bytes[at] === CLOSE_BRACKET) return { elements, after: at + 1 };
    if (bytes[at] !== COMMA) return { elements, after: -1 };
    at = skipSpace(bytes, at + 1, end);
  }
}

/** Returns whether the JSON value in a range is an array with elements. */
export function isFilledList(bytes: Uint8Array, { start, end }: ByteRange): boolean {
  return bytes[start] === OPEN_BRACKET && bytes[skipSpace(bytes, start + 1, end)] !== CLOSE_BRACKET;
}

function collectHints(
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
  marks: BodyHints,
): void {
  for (const { nameStart, start } of members)
    marks.inspect(bytes, nameStart, skipString(bytes, nameStart, start));
}

const TOOLS = [0x74, 0x6f, 0x6f, 0x6c, 0x73];
const INPUT = [0x69, 0x6e, 0x70, 0x75, 0x74];

const isTools = isNamed(TOOLS);
const isInput = isNamed(INPUT);

function isNamed(letters: readonly number[]) {
  return (bytes: Uint8Array, open: number, end: number): boolean => {
    if (end - open !== letters.length + 2) return false;
    return letters.every((letter, index) => bytes[open + 1 + index] === letter);
  };
}

/** Skips `input` and keeps its items if they are objects; texts and tokens to embed are not. */
function listItems(bytes: Uint8Array, { start, end }: ByteRange, marks: BodyHints): number {
  marks.itemsStart = start;
  const isOfObjects =
    bytes[start] === OPEN_BRACKET && bytes[skipSpace(bytes, start + 1, end)] === OPEN_BRACE;
  if (!isOfObjects) return skipValue(bytes, start, end, marks);
  const { elements, after } = listObjects(bytes, { start, end }, marks);
  if (after === -1) return skipValue(bytes, start, end, marks);
  marks.items = elements;
  return after;
}

/** Skips a body's tools and keeps their elements, so that nobody scans them again. */
function listTools(bytes: Uint8Array, { start, end }: ByteRange, marks: BodyHints): number {
  marks.toolsStart = start;
  const { elements, after } = listObjects(bytes, { start, end }, marks);
  if (after === -1) return skipValue(bytes, start, end, marks);
  marks.tools = elements;
  return after;
}

function readName(bytes: Uint8Array, open: number, end: number): string | undefined {
  const known = findMemberName(bytes, open + 1, end - 1);
  if (known !== undefined) return known;
  if (end - open > SHORT_NAME_BYTES) return parseName(bytes, open, end);
  let name = '';
  for (let at = open + 1; at < end - 1; at++) {
    const byte = bytes[at];
    if (byte === undefined || byte === BACKSLASH || byte < 0x20 || byte > 0x7e)
      return parseName(bytes, open, end);
    name += String.fromCharCode(byte);
  }
  return name;
}

function parseName(bytes: Uint8Array, open: number, end: number): string | undefined {
  const parsed = parseJsonText(decodeText(bytes.subarray(open, end)));
  return typeof parsed === 'string' ? parsed : undefined;
}

function onlySpaceAfter(bytes: Uint8Array, at: number): boolean {
  return skipSpace(bytes, at, bytes.length) === bytes.length;
}
