import type { JsonObject } from '../json/json-object.ts';
import { recordOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import { KEYWORDS } from '../schemas/schema-keywords.ts';

/**
 * Converts Google's own schemas to JSON schema. They write types in upper case (OBJECT), keywords in either case
 * (any_of, as google-genai for Python does), lengths as texts and use nullable, where JSON schema lists null
 * among the types, and among the values and choices if there are any.
 */
export function lowerSchemaTypes(schema: JsonObject, depth = 0): JsonObject {
  if (depth > 100) throw new RangeError('schema is nested too deeply');
  const isNullable = schema.nullable === true;
  const lowered: Record<string, unknown> = {};
  for (const [written, value] of Object.entries(schema)) {
    const name = keywordOf(written);
    if (name === 'type' && typeof value === 'string') {
      const type = value.toLowerCase();
      lowered[name] = isNullable ? [type, 'null'] : type;
    } else if (name === 'nullable' && typeof value === 'boolean') continue;
    else lowered[name] = lowerValue(name, value, depth);
  }
  if (isNullable) {
    addNull(lowered, 'enum', null);
    addNull(lowered, 'anyOf', { type: 'null' });
  }
  return lowered;
}

/** Returns a keyword in camel case; other members keep their name. */
function keywordOf(written: string): string {
  if (!written.includes('_')) return written;
  const name = written.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return KEYWORDS.has(name) || name === 'propertyOrdering' ? name : written;
}

/** Only schemas are converted, and no values (`default`) or names of properties. */
function lowerValue(name: string, value: unknown, depth: number): unknown {
  const lower = (item: unknown) => (isRecord(item) ? lowerSchemaTypes(item, depth + 1) : item);
  const kind = KEYWORDS.get(name);
  if (kind === 'schema' || kind === 'schema-list')
    return Array.isArray(value) ? (value as unknown[]).map(lower) : lower(value);
  if (kind === 'schema-map' && isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, lower(item)]));
  const isText = kind === 'count' && typeof value === 'string' && /^\d{1,15}$/.test(value);
  return isText ? Number(value) : value;
}

/** Adds null to a list of a schema that does not contain it. */
function addNull(schema: Record<string, unknown>, name: string, form: unknown): void {
  const list = schema[name];
  if (!Array.isArray(list)) return;
  const isNull = (item: unknown) => item === null || recordOf(item).type === 'null';
  if (!(list as unknown[]).some(isNull)) schema[name] = [...(list as unknown[]), form];
}
