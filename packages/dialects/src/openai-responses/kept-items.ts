import type { ByteRange, ListedObject } from '../json/byte-range.ts';
import { parseJson } from '../json/parse-json.ts';
import { listObjects } from '../json/top-level-members.ts';

/** Longer than the type of a reference, however it is written. */
const TYPE_BYTES_MAX = 128;

/**
 * Whether an input names items that only the provider keeps: an id of any item, with the type of a
 * reference or none. Source: OpenAI's API reference, Create response, Item reference.
 */
export function namesKeptItems(bytes: Uint8Array, input: ByteRange): boolean {
  return listObjects(bytes, input).elements.some((item) => isReference(bytes, item));
}

function isReference(bytes: Uint8Array, { members = [] }: ListedObject): boolean {
  let hasId = false;
  let mayRefer = true;
  for (const { name, start, end } of members) {
    if (name === 'role') return false;
    if (name === 'id') hasId = true;
    if (name === 'type') mayRefer = isTypeOfReference(bytes, start, end);
  }
  return hasId && mayRefer;
}

function isTypeOfReference(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > TYPE_BYTES_MAX) return false;
  const type = parseJson(bytes.subarray(start, end));
  return type === null || type === 'item_reference';
}
