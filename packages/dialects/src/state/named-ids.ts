import type { BodyHints } from '../json/body-hints.ts';
import type { ByteRange, ListedObject, TopLevelMember } from '../json/byte-range.ts';
import { hasEscapes } from '../json/has-escapes.ts';
import { decodeText, parseJson } from '../json/parse-json.ts';
import { skipString } from '../json/scan-value.ts';
import { type StoredKind, STORED_NAMES, STORED_WITHIN } from './stored-names.ts';

/** Something stored at a provider that a request names. */
export interface NamedId {
  readonly kind: Exclude<StoredKind, 'shared'>;
  readonly id: string;
  /** Where the request names it. */
  readonly path: string;
  /** An item of which nothing but the id is known. */
  readonly opaque?: true;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** Longer than any id, however it is escaped, in bytes. */
const ID_BYTES_MAX = 2048;
const NAME_BYTES_MAX = 6 * Math.max(...[...STORED_NAMES.keys()].map((name) => name.length)) + 2;

/**
 * Finds everything stored at a provider that a body names, with every duplicate and however it is escaped, as
 * JSON readers differ in which of two they use. Undefined for most bodies, which are not read for it.
 */
export function readNamedIds(
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
  marks: BodyHints,
): NamedId[] | undefined {
  const { file, container, audio, escapedName } = marks;
  if (file || container || audio || escapedName) return findNamedIds(bytes);
  let named: NamedIds | undefined;
  for (const { name, nameStart, end } of members)
    if (STORED_WITHIN.has(name))
      walk(bytes, { start: nameStart, end }, (named ??= new NamedIds()), name);
  return named?.list;
}

/** Does the same for a body about which nothing is known yet. */
export function findNamedIds(bytes: Uint8Array): NamedId[] | undefined {
  const named = new NamedIds();
  walk(bytes, { start: 0, end: bytes.length }, named);
  return named.list;
}

/** Does the same for the texts of a form, whose names put members of objects into brackets. */
export function findNamedFields(
  fields: Iterable<{ readonly name: string; readonly text: string }>,
): NamedId[] | undefined {
  const named = new NamedIds();
  for (const { name, text } of fields) {
    const path = name.split(/[[\].]+/).filter((each) => each !== '' && !/^\d+$/.test(each));
    const member = path.at(-1) ?? '';
    const id = text.length > ID_BYTES_MAX ? '' : plainId(text);
    // As in JSON, a text of that name is no id.
    if (id !== '' && member !== 'audio') named.add(member, id, path.join('.'));
  }
  return named.list;
}

/** Adds an item of a responses input that is named without its content, at a path. */
export function addNamedItem(
  named: NamedId[],
  bytes: Uint8Array,
  { members = [] }: ListedObject,
  { path, opaque }: { path: string; opaque: boolean },
): void {
  for (const member of members) {
    if (member.name !== 'id' && member.name !== 'approval_request_id') continue;
    const id = idAt(bytes, member);
    if (id !== undefined) named.push({ kind: 'item', id, path, ...(opaque ? { opaque } : {}) });
  }
}

class NamedIds {
  readonly #found: NamedId[] = [];
  readonly #seen = new Set<string>();

  add(name: string, id: string, path: string): void {
    const kind = STORED_NAMES.get(name);
    const key = `${kind} ${id}`;
    if (kind === undefined || kind === 'shared' || this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#found.push({ kind, id, path });
  }

  get list(): NamedId[] | undefined {
    return this.#found.length > 0 ? this.#found : undefined;
  }
}

/** Reads all members in a range of JSON, each text once. `top` names a range that is one member's. */
function walk(bytes: Uint8Array, { start, end }: ByteRange, named: NamedIds, top?: string): void {
  /** The names under which the open containers stand, and which of them are objects. */
  const names: string[] = [];
  const objects: boolean[] = [];
  let name = '';
  let expectsName = top !== undefined;
  let at = start;
  while (at < end) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const after = skipString(bytes, at, end);
      if (after === -1) return;
      if (expectsName) name = nameIn(bytes, at, after);
      else take(bytes, { start: at, end: after }, { name, names, named });
      expectsName = false;
      at = after;
      continue;
    }
    at++;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      names.push(name);
      objects.push((expectsName = byte === OPEN_BRACE));
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      objects.pop();
      name = names.pop() ?? '';
      expectsName = false;
    } else if (byte === COMMA) expectsName = objects.at(-1) === true;
  }
}

interface TextContext {
  name: string;
  /** Names of the objects and lists that hold it, from the outermost. */
  names: readonly string[];
  named: NamedIds;
}

function take(bytes: Uint8Array, range: ByteRange, { name, names, named }: TextContext): void {
  const holder = names.at(-1) ?? '';
  const isId = name === ID && STORED_NAMES.has(holder);
  if (!isId && !STORED_NAMES.has(name)) return;
  // Audio is named by an object only: texts of that name are formats.
  if (name === 'audio') return;
  const id = idAt(bytes, range);
  if (id === undefined) return;
  const path = [...names, name].filter((each, at, all) => each !== '' && each !== all[at - 1]);
  named.add(isId ? holder : name, id, path.join('.'));
}

const ID = 'id';

function idAt(bytes: Uint8Array, { start, end }: ByteRange): string | undefined {
  if (bytes[start] !== QUOTE || end - start > ID_BYTES_MAX) return undefined;
  const id = parseJson(bytes.subarray(start, end));
  return typeof id === 'string' ? plainId(id) || undefined : undefined;
}

/** Returns an id without whitespace and control characters, which a lenient provider may ignore. */
const plainId = (id: string) => id.replaceAll(/[\s\p{Cc}]+/gu, '');

/** Names by length and first letter: rules out nearly all without decoding them. */
const FIRST = new Map<number, string[]>();
for (const name of [ID, ...STORED_NAMES.keys(), ...STORED_WITHIN]) {
  const key = name.length * 256 + name.charCodeAt(0);
  FIRST.set(key, [...(FIRST.get(key) ?? []), name]);
}

/** Returns the name of a member if it is one of ours; otherwise ''. */
function nameIn(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > NAME_BYTES_MAX) return '';
  const isKnown = FIRST.has((end - start - 2) * 256 + (bytes[start + 1] ?? 0));
  if (!isKnown && !hasEscapes(bytes, start, end)) return '';
  const text = decodeText(bytes.subarray(start + 1, end - 1));
  return text.includes('\\') ? textOf(bytes.subarray(start, end)) : text;
}

function textOf(bytes: Uint8Array): string {
  const text = parseJson(bytes);
  return typeof text === 'string' ? text : '';
}
