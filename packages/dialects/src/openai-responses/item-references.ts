import type { ByteRange, ListedObject, TopLevelMember } from '../json/byte-range.ts';
import { decodeText, parseJson } from '../json/parse-json.ts';
import { applyEdits, changeMembers, type SpliceEdit } from '../json/splice-members.ts';
import { skipSpace } from '../json/scan-value.ts';
import { listObjects, scanTopLevelMembers } from '../json/top-level-members.ts';

const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** What a body of OpenAI's responses references by id. */
export interface ItemReferences {
  /** The response whose conversation this one continues. */
  readonly previous: string | undefined;
  /** Ranges of the item references in the input, and their ids. */
  readonly items: readonly (ByteRange & { readonly id: string })[];
  readonly input: ByteRange | undefined;
}

/** Finds the references in a body, without parsing it; undefined if there are none. */
export function findItemReferences(bytes: Uint8Array): ItemReferences | undefined {
  const members = scanTopLevelMembers(bytes);
  if (!members) return undefined;
  const previous = textAt(bytes, members.get('previous_response_id'));
  const member = members.get('input');
  const isNull = member && parseShort(bytes, member) === null;
  const input = isNull ? undefined : member;
  const items = input ? listObjects(bytes, input).elements.flatMap(readReference(bytes)) : [];
  return previous === undefined && items.length === 0 ? undefined : { previous, items, input };
}

/** The referenced content, as JSON. */
export interface ResolvedItems {
  /** Items of the preceding conversation, without brackets; undefined keeps the reference by id. */
  readonly before: string | undefined;
  /** Items by id; references to other ids stay. */
  readonly items: ReadonlyMap<string, string>;
}

/**
 * Splices the referenced content into the body, without parsing it. Undefined if the input can't be extended.
 */
export function resolveReferences(
  bytes: Uint8Array,
  { items, input }: ItemReferences,
  resolved: ResolvedItems,
): Uint8Array | undefined {
  const edits = items.flatMap(({ start, end, id }): SpliceEdit[] => {
    const text = resolved.items.get(id);
    return text === undefined ? [] : [{ start, end, text }];
  });
  const { before } = resolved;
  if (before === undefined) return applyEdits(bytes, edits);
  if (input === undefined) {
    return changeMembers(
      bytes,
      new Map([
        ['previous_response_id', undefined],
        ['input', `[${before}]`],
      ]),
    );
  }
  const wrapperEdits = wrapInput(bytes, input, before);
  if (!wrapperEdits) return undefined;
  const joined = applyEdits(bytes, [wrapperEdits[0], ...edits, ...wrapperEdits.slice(1)]);
  return changeMembers(joined, new Map([['previous_response_id', undefined]]));
}

/** Prepends the preceding items to the input's list; a string input becomes a user message. */
function wrapInput(
  bytes: Uint8Array,
  { start, end }: ByteRange,
  before: string,
): [SpliceEdit, ...SpliceEdit[]] | undefined {
  const comma = before === '' ? '' : ',';
  if (bytes[start] === QUOTE) {
    const text = `[${before}${comma}{"role":"user","content":`;
    return [
      { start, end: start, text },
      { start: end, end, text: '}]' },
    ];
  }
  if (bytes[start] !== OPEN_BRACKET) return undefined;
  const isEmpty = bytes[skipSpace(bytes, start + 1, end)] === CLOSE_BRACKET;
  return [{ start: start + 1, end: start + 1, text: isEmpty ? before : before + comma }];
}

/**
 * Returns the conversation of a stored response, including its output, as items without brackets. Undefined
 * for a stored single item.
 */
export function conversationOf(stored: Uint8Array): string | undefined {
  const members = scanTopLevelMembers(stored);
  const input = members?.get('input');
  const response = members?.get('response');
  if (!input || !response) return undefined;
  const body = stored.subarray(response.start, response.end);
  const output = scanTopLevelMembers(body)?.get('output');
  if (!output) return undefined;
  const lists = [innerList(stored, input), innerList(body, output)];
  return lists.filter((list) => list !== '').join(',');
}

/** Returns whether the stored value is a single item rather than a response with its conversation. */
export function isStoredItem(stored: Uint8Array): boolean {
  const members = scanTopLevelMembers(stored);
  return members !== undefined && !(members.has('input') && members.has('response'));
}

function innerList(bytes: Uint8Array, { start, end }: ByteRange): string {
  const isList = bytes[start] === OPEN_BRACKET && bytes[end - 1] === CLOSE_BRACKET;
  return isList ? decodeText(bytes.subarray(start + 1, end - 1)).trim() : '';
}

const readReference =
  (bytes: Uint8Array) =>
  ({ start, end, members }: ListedObject) => {
    if (!members || textAt(bytes, last(members, 'type')) !== 'item_reference') return [];
    const id = textAt(bytes, last(members, 'id'));
    return id === undefined ? [] : [{ start, end, id }];
  };

/** The last duplicate counts. */
function last(members: readonly TopLevelMember[], name: string): ByteRange | undefined {
  return members.findLast((member) => member.name === name);
}

/** Longer than any id, in bytes. */
const TEXT_BYTES_MAX = 1024;

function textAt(bytes: Uint8Array, range: ByteRange | undefined): string | undefined {
  const value = range && parseShort(bytes, range);
  return typeof value === 'string' ? value : undefined;
}

function parseShort(bytes: Uint8Array, { start, end }: ByteRange): unknown {
  return end - start > TEXT_BYTES_MAX ? undefined : parseJson(bytes.subarray(start, end));
}
