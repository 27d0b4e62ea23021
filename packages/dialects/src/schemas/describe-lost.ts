import type { JsonObject } from '../json/json-object.ts';

/** Longest description, in approximate characters of JSON. */
const SIZE_MAX = 300;

/**
 * Appends keywords that the target does not support to the description, as JSON, so that the model still
 * reads them. Long ones are omitted.
 */
export function describeLost(schema: JsonObject, lost: JsonObject): JsonObject {
  if (Object.keys(lost).length === 0 || !isShort(lost)) return schema;
  const { description } = schema;
  const before = typeof description === 'string' && description !== '' ? `${description}\n` : '';
  return { ...schema, description: `${before}Must also match: ${JSON.stringify(lost)}` };
}

/** Returns whether JSON is short; reads no more of it than necessary. */
export function isShort(value: unknown): boolean {
  return sizeOf(value, SIZE_MAX) <= SIZE_MAX;
}

/** Returns the approximate length of JSON, up to slightly more than `limit`. */
function sizeOf(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  let size = 2;
  for (const name in value) {
    size += name.length + 2 + sizeOf((value as JsonObject)[name], limit - size);
    if (size > limit) break;
  }
  return size;
}
