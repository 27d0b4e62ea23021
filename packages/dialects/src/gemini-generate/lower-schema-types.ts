import type { JsonObject } from '../json/json-object.ts';

/**
 * Converts Google's own schemas, which write types in upper case (OBJECT) and use nullable, to JSON schema,
 * which lists null among the types.
 */
export function lowerSchemaTypes(schema: JsonObject, depth = 0): JsonObject {
  if (depth > 100) throw new RangeError('schema is nested too deeply');
  const lowered: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'type' && typeof value === 'string') {
      const type = value.toLowerCase();
      lowered[name] = schema.nullable === true ? [type, 'null'] : type;
    } else if (name === 'nullable' && typeof value === 'boolean') continue;
    else lowered[name] = lowerValue(value, depth);
  }
  return lowered;
}

function lowerValue(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map((item) => lowerValue(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return lowerSchemaTypes(value as JsonObject, depth + 1);
}
