import { encodeText } from './encode-text.ts';
import type { ByteRange, TopLevelMember } from './byte-range.ts';
import { listTopLevelMembers } from './top-level-members.ts';

/** Replaces the range with `text`; an empty range inserts. */
export interface SpliceEdit extends ByteRange {
  readonly text: string;
}

const CLOSE_BRACE = 0x7d;
const OPEN_BRACE = 0x7b;

/** Returns a copy of the bytes with all edits applied. Edits must be sorted and must not overlap. */
export function applyEdits(bytes: Uint8Array, edits: readonly SpliceEdit[]): Uint8Array {
  const replacements = edits.map((edit) => encodeText(edit.text));
  let length = bytes.length;
  for (const [index, edit] of edits.entries()) {
    length += (replacements[index]?.length ?? 0) - (edit.end - edit.start);
  }
  const result = new Uint8Array(length);
  let from = 0;
  let to = 0;
  for (const [index, edit] of edits.entries()) {
    const replacement = replacements[index] ?? new Uint8Array();
    result.set(bytes.subarray(from, edit.start), to);
    to += edit.start - from;
    result.set(replacement, to);
    to += replacement.length;
    from = edit.end;
  }
  result.set(bytes.subarray(from), to);
  return result;
}

/** Names and their new values as JSON; undefined removes a member with all its duplicates. */
export type MemberChanges = ReadonlyMap<string, string | undefined>;

/**
 * Applies all changes in one scan and leaves every other byte as it is. Among duplicates the last one, which
 * counts, gets the value; missing members are appended. Throws RangeError if the bytes are not a JSON object.
 */
export function changeMembers(bytes: Uint8Array, changes: MemberChanges): Uint8Array {
  if (changes.size === 0) return bytes;
  const members = listTopLevelMembers(bytes);
  if (!members) throw new RangeError('changeMembers: the bytes are no JSON object');
  const remaining = members.filter(
    ({ name }) => !changes.has(name) || changes.get(name) !== undefined,
  );
  const edits = remaining.length === members.length ? [] : gapEdits(members, remaining);
  const last = new Map(remaining.map((member) => [member.name, member]));
  const added: string[] = [];
  for (const [name, text] of changes) {
    const member = last.get(name);
    if (text === undefined) continue;
    if (member) edits.push({ start: member.start, end: member.end, text });
    else added.push(`${JSON.stringify(name)}:${text}`);
  }
  edits.sort((left, right) => left.start - right.start);
  if (added.length > 0) {
    const close = lastNonSpace(bytes, bytes.length);
    const comma = remaining.length === 0 ? '' : ',';
    edits.push({ start: close, end: close, text: comma + added.join(',') });
  }
  return edits.length === 0 ? bytes : applyEdits(bytes, edits);
}

/** Returns the edits that replace everything between the kept members. */
function gapEdits(members: readonly TopLevelMember[], remaining: readonly TopLevelMember[]) {
  let from = members[0]?.nameStart ?? 0;
  const edits = remaining.map(({ nameStart, end }, index): SpliceEdit => {
    const gap = { start: from, end: nameStart, text: index === 0 ? '' : ',' };
    from = end;
    return gap;
  });
  return [...edits, { start: from, end: members.at(-1)?.end ?? from, text: '' }];
}

/** Sets one member (`jsonText` is already JSON), as changeMembers does. */
export function replaceMember(bytes: Uint8Array, name: string, jsonText: string): Uint8Array {
  return changeMembers(bytes, new Map([[name, jsonText]]));
}

/** Removes the member with all its duplicates; returns the same bytes if it is absent. */
export function removeMember(bytes: Uint8Array, name: string): Uint8Array {
  return changeMembers(bytes, new Map([[name, undefined]]));
}

/**
 * Appends the member before the closing brace, without scanning the rest. An existing member of that name
 * stays in the bytes but loses, as the last duplicate wins. Throws RangeError if the bytes do not end like a
 * JSON object.
 */
export function insertMember(bytes: Uint8Array, name: string, jsonText: string): Uint8Array {
  return applyEdits(bytes, [insertionEdit(bytes, name, jsonText)]);
}

/** Returns the edit that {@link insertMember} applies. */
export function insertionEdit(bytes: Uint8Array, name: string, jsonText: string): SpliceEdit {
  const close = lastNonSpace(bytes, bytes.length);
  const previous = lastNonSpace(bytes, close);
  if (bytes[close] !== CLOSE_BRACE || previous < 0) {
    throw new RangeError('insertMember: the bytes are no JSON object');
  }
  const comma = bytes[previous] === OPEN_BRACE ? '' : ',';
  return { start: close, end: close, text: `${comma}${JSON.stringify(name)}:${jsonText}` };
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
