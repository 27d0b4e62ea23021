import { findMemberName } from './member-names.ts';
import { decodeText, parseJsonText } from './parse-json.ts';
import { skipSpace, skipString, skipValue, type ByteRange } from './scan-value.ts';
import type { StringMarks } from './string-marks.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** One member of the top level: its name and where its value stands. */
export interface TopLevelMember extends ByteRange {
  readonly name: string;
  /** Offset of the opening quote of the name. */
  readonly nameStart: number;
}

/**
 * Byte ranges of the values of a JSON object's top-level members, found without parsing. Of
 * duplicate names the last wins, as in JSON.parse. Undefined when the bytes are no JSON object.
 * Values are not validated: of bytes that JSON.parse refuses it may still list members.
 */
export function scanTopLevelMembers(bytes: Uint8Array): Map<string, ByteRange> | undefined {
  const list = listTopLevelMembers(bytes);
  if (!list) return undefined;
  const members = new Map<string, ByteRange>();
  for (const member of list) members.set(member.name, member);
  return members;
}

/** Like {@link scanTopLevelMembers}, but in order and with every duplicate. `marks` is shown all strings of the values. */
export function listTopLevelMembers(
  bytes: Uint8Array,
  marks?: StringMarks,
): TopLevelMember[] | undefined {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const open = skipSpace(bytes, hasMark ? 3 : 0, bytes.length);
  const found = readObject(bytes, open, bytes.length, marks);
  return found && onlySpaceAfter(bytes, found.end) ? found.members : undefined;
}

/** The members of the object that opens at `open`, and where it ends; undefined where there is none. */
export function readObject(
  bytes: Uint8Array,
  open: number,
  end: number,
  marks?: StringMarks,
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
  marks: StringMarks | undefined,
): TopLevelMember | undefined {
  if (bytes[at] !== QUOTE) return undefined;
  const afterName = skipString(bytes, at, end);
  if (afterName === -1) return undefined;
  const colon = skipSpace(bytes, afterName, end);
  if (bytes[colon] !== COLON) return undefined;
  const start = skipSpace(bytes, colon + 1, end);
  const valueEnd = skipValue(bytes, start, end, marks);
  if (valueEnd === -1) return undefined;
  if (marks !== undefined && bytes[start] === QUOTE) marks.see(bytes, start, valueEnd);
  const name = readName(bytes, at, afterName);
  return name === undefined ? undefined : { name, nameStart: at, start, end: valueEnd };
}

function readName(bytes: Uint8Array, open: number, end: number): string | undefined {
  const known = findMemberName(bytes, open + 1, end - 1);
  if (known !== undefined) return known;
  let name = '';
  for (let at = open + 1; at < end - 1; at++) {
    const byte = bytes[at];
    if (byte === undefined || byte === BACKSLASH || byte < 0x20 || byte > 0x7e) {
      const parsed = parseJsonText(decodeText(bytes.subarray(open, end)));
      return typeof parsed === 'string' ? parsed : undefined;
    }
    name += String.fromCharCode(byte);
  }
  return name;
}

function onlySpaceAfter(bytes: Uint8Array, at: number): boolean {
  return skipSpace(bytes, at, bytes.length) === bytes.length;
}
