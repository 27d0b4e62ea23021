import { encodeText } from './encode-text.ts';
import type { ByteRange } from './scan-value.ts';
import { listTopLevelMembers, scanTopLevelMembers } from './top-level-members.ts';

/** Puts `text` where the range was; an empty range inserts. */
export interface SpliceEdit extends ByteRange {
  readonly text: string;
}

const CLOSE_BRACE = 0x7d;
const OPEN_BRACE = 0x7b;

/** A copy of the bytes with every edit made. Edits must be sorted and must not overlap. */
export function applyEdits(bytes: Uint8Array, edits: readonly SpliceEdit[]): Uint8Array {
  const pieces = edits.map((edit) => encodeText(edit.text));
  let length = bytes.length;
  for (const [index, edit] of edits.entries()) {
    length += (pieces[index]?.length ?? 0) - (edit.end - edit.start);
  }
  const result = new Uint8Array(length);
  let from = 0;
  let to = 0;
  for (const [index, edit] of edits.entries()) {
    const piece = pieces[index] ?? new Uint8Array();
    result.set(bytes.subarray(from, edit.start), to);
    to += edit.start - from;
    result.set(piece, to);
    to += piece.length;
    from = edit.end;
  }
  result.set(bytes.subarray(from), to);
  return result;
}

/**
 * Gives the member a new value (`jsonText`, already JSON) and leaves every other byte as it is. A
 * missing member is appended. Throws RangeError when the bytes are no JSON object.
 */
export function replaceMember(bytes: Uint8Array, name: string, jsonText: string): Uint8Array {
  const members = scanTopLevelMembers(bytes);
  if (!members) throw new RangeError('replaceMember: the bytes are no JSON object');
  const range = members.get(name);
  if (!range) return insertMember(bytes, name, jsonText);
  return applyEdits(bytes, [{ ...range, text: jsonText }]);
}

/**
 * Appends the member before the closing brace, without scanning what stands before. A member of
 * the same name stays in the bytes and loses, as the last duplicate wins. Throws RangeError when
 * the bytes do not end like a JSON object.
 */
export function insertMember(bytes: Uint8Array, name: string, jsonText: string): Uint8Array {
  return applyEdits(bytes, [insertionEdit(bytes, name, jsonText)]);
}

/** The edit that {@link insertMember} makes. */
export function insertionEdit(bytes: Uint8Array, name: string, jsonText: string): SpliceEdit {
  const close = lastNonSpace(bytes, bytes.length);
  const previous = lastNonSpace(bytes, close);
  if (bytes[close] !== CLOSE_BRACE || previous < 0) {
    throw new RangeError('insertMember: the bytes are no JSON object');
  }
  const comma = bytes[previous] === OPEN_BRACE ? '' : ',';
  return { start: close, end: close, text: `${comma}${JSON.stringify(name)}:${jsonText}` };
}

/**
 * The bytes without the member (all its duplicates); the same bytes when it is not there. Throws
 * RangeError when the bytes are no JSON object.
 */
export function removeMember(bytes: Uint8Array, name: string): Uint8Array {
  return removeMembers(bytes, new Set([name]));
}

/** The same for several members, in one scan. */
export function removeMembers(bytes: Uint8Array, names: ReadonlySet<string>): Uint8Array {
  const members = listTopLevelMembers(bytes);
  if (!members) throw new RangeError('removeMembers: the bytes are no JSON object');
  if (!members.some((member) => names.has(member.name))) return bytes;
  const edits: SpliceEdit[] = [];
  let from = members[0]?.nameStart ?? 0;
  for (const member of members) {
    if (names.has(member.name)) continue;
    edits.push({ start: from, end: member.nameStart, text: edits.length === 0 ? '' : ',' });
    from = member.end;
  }
  edits.push({ start: from, end: members.at(-1)?.end ?? from, text: '' });
  return applyEdits(bytes, edits);
}

function lastNonSpace(bytes: Uint8Array, before: number): number {
  let at = before - 1;
  while (at >= 0) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
    at--;
  }
  return -1;
}
