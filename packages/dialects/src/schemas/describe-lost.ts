import type { JsonObject } from '../json/json-object.ts';

/** At most so many values and letters are described. */
const SIZE_MAX = 300;

/**
 * A schema whose description tells what the target has no keywords for, as JSON, so that the model
 * still reads it. What is long stays untold.
 */
export function describeLost(schema: JsonObject, lost: JsonObject): JsonObject {
  if (Object.keys(lost).length === 0 || !isShort(lost)) return schema;
  const { description } = schema;
  const before = typeof description === 'string' && description !== '' ? `${description}\n` : '';
  return { ...schema, description: `${before}Must also match: ${JSON.stringify(lost)}` };
}

/** Whether JSON is short; looks at no more of it than that takes. */
export function isShort(value: unknown): boolean {
  return sizeOf(value, SIZE_MAX) <= SIZE_MAX;
}

/** About the letters of JSON, up to a bit more than `most`. */
function sizeOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  let size = 2;
  for (const name in value) {
    size += name.length + 2 + sizeOf((value as JsonObject)[name], most - size);
    if (size > most) break;
  }
  return size;
}
