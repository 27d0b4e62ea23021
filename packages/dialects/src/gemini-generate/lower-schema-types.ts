import type { JsonObject } from '../json/json-object.ts';
import { recordOf } from '../json/loose-values.ts';

/**
 * Converts Google's own schemas, which write types in upper case (OBJECT) and use nullable, to JSON schema,
 * which lists null among the types, and among the values and choices if there are any.
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
  if (schema.nullable === true) {
    addNull(lowered, 'enum', null);
    addNull(lowered, 'anyOf', { type: 'null' });
  }
  return lowered;
}

/** Adds null to a list of a schema that does not contain it. */
function addNull(schema: Record<string, unknown>, name: string, form: unknown): void {
  const list = schema[name];
  if (!Array.isArray(list)) return;
  const isNull = (item: unknown) => item === null || recordOf(item).type === 'null';
  if (!(list as unknown[]).some(isNull)) schema[name] = [...(list as unknown[]), form];
}

function lowerValue(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map((item) => lowerValue(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return lowerSchemaTypes(value as JsonObject, depth + 1);
}
