import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../openai-chat/client-request.ts';
import { recordOf } from '../json/loose-values.ts';

/**
 * Members of a schema that Google's servers know; any other (from MCP servers often $schema,
 * additionalProperties, patternProperties, const) is answered with 400 in `parameters`.
 * Source: the Schema type of Google's API reference, November 2026.
 */
const KNOWN = new Set([
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'maxItems',
  'minItems',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
  'pattern',
  'anyOf',
  'propertyOrdering',
  'items',
  'minimum',
  'maximum',
]);
const FORMATS = new Set(['enum', 'date-time', 'int32', 'int64', 'float', 'double']);
const DEPTH_MAX = 64;
/** References may point in circles and fan out: this many subschemas are enough for anyone. */
const SUBSCHEMAS_MAX = 5_000;

export interface CleanSchema {
  readonly schema: JsonObject;
  /** Something that narrows the values was left out. */
  readonly changed: boolean;
}

/**
 * A JSON schema in the subset that Google takes: references are put in place, const becomes an
 * enum, a list of types anyOf or nullable, unknown members are left out.
 */
export function cleanSchema(root: JsonObject): CleanSchema {
  const cleaner = new SchemaCleaner(root);
  const schema = cleaner.clean(root, 0);
  return { schema, changed: cleaner.changed };
}

/** Members that say nothing about the values: leaving them out is no loss. */
const SILENT = new Set([
  '$schema',
  '$id',
  '$defs',
  'definitions',
  '$ref',
  '$comment',
  'additionalProperties',
  'default',
  'examples',
  'example',
  'const',
  'oneOf',
  'allOf',
  'strict',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

class SchemaCleaner {
  changed = false;
  readonly #root: JsonObject;
  #left = SUBSCHEMAS_MAX;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  clean(given: JsonObject, depth: number): JsonObject {
    this.#left--;
    if (depth > DEPTH_MAX || this.#left < 0) {
      this.changed = true;
      return { type: 'object' };
    }
    const source = this.#resolve(given, depth);
    const cleaned: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(source)) this.#take(cleaned, name, value, depth);
    if (source.const !== undefined && cleaned.enum === undefined)
      this.#takeConst(cleaned, source.const);
    if (Array.isArray(source.oneOf)) cleaned.anyOf = this.#cleanList(source.oneOf, depth);
    if (Array.isArray(source.allOf)) this.#merge(cleaned, source.allOf as unknown[], depth);
    if (Array.isArray(cleaned.required)) keepKnownRequired(cleaned);
    if (Array.isArray(cleaned.anyOf)) this.#fitAlternatives(cleaned, cleaned.anyOf as JsonObject[]);
    if (cleaned.type === 'array' && cleaned.items === undefined) cleaned.items = { type: 'string' };
    return cleaned;
  }

  #take(cleaned: Record<string, unknown>, name: string, value: unknown, depth: number): void {
    if (!KNOWN.has(name)) {
      if (!SILENT.has(name)) this.changed = true;
      return;
    }
    if (name === 'type') this.#takeType(cleaned, value);
    else if (name === 'properties' && isRecord(value)) {
      const properties: Record<string, unknown> = {};
      for (const [key, item] of Object.entries(value)) {
        properties[key] = isRecord(item) ? this.clean(item, depth + 1) : {};
      }
      cleaned.properties = properties;
    } else if (name === 'items') {
      const item: unknown = Array.isArray(value) ? value[0] : value;
      cleaned.items = isRecord(item) ? this.clean(item, depth + 1) : {};
    } else if (name === 'anyOf') {
      cleaned.anyOf = Array.isArray(value) ? this.#cleanList(value, depth) : undefined;
    } else if (name === 'enum') {
      const list = Array.isArray(value) ? (value as unknown[]) : [];
      cleaned.enum = list.filter((item) => item !== null).map(String);
      if (cleaned.type !== undefined) cleaned.type = 'string';
    } else if (name === 'format') {
      if (typeof value === 'string' && FORMATS.has(value)) cleaned.format = value;
      else this.changed = true;
    } else cleaned[name] = value;
  }

  /** A list of types: null makes it nullable, several others are alternatives. */
  #takeType(cleaned: Record<string, unknown>, value: unknown): void {
    const types = (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
      (type): type is string => typeof type === 'string',
    );
    const real = types.filter((type) => type !== 'null');
    if (real.length < types.length) cleaned.nullable = true;
    if (cleaned.enum !== undefined) cleaned.type = 'string';
    else if (real.length === 1) cleaned.type = real[0];
    else if (real.length > 1) cleaned.anyOf = real.map((type) => ({ type }));
  }

  /**
   * Nothing may stand beside alternatives, each needs a type, and null is none of them: that is
   * said by nullable. Alternatives of what has members itself only narrow it, and are left out.
   */
  #fitAlternatives(cleaned: Record<string, unknown>, list: readonly JsonObject[]): void {
    const { anyOf: _anyOf, type: _type, title: _title, ...beside } = cleaned;
    const real = list.filter((item) => Object.keys(item).some((name) => name !== 'nullable'));
    const nullable = beside.nullable === true || list.some((item) => item.nullable === true);
    const shared = { ...beside, ...(nullable ? { nullable } : {}) };
    const isTyped = real.every((item) => item.type !== undefined || item.anyOf !== undefined);
    if (cleaned.properties !== undefined || !isTyped || real.length === 0) {
      delete cleaned.anyOf;
      if (nullable) cleaned.nullable = true;
      this.changed = true;
      return;
    }
    for (const name of Object.keys(cleaned)) delete cleaned[name];
    const [only] = real;
    if (real.length === 1) Object.assign(cleaned, { ...only, ...shared });
    else
      cleaned.anyOf = real.flatMap(({ anyOf, ...item }) =>
        (Array.isArray(anyOf) ? (anyOf as JsonObject[]) : [item]).map((alternative) => ({
          ...shared,
          ...alternative,
        })),
      );
  }

  /** Enums hold texts only. */
  #takeConst(cleaned: Record<string, unknown>, value: unknown): void {
    if (value === null) cleaned.nullable = true;
    else if (typeof value === 'object') this.changed = true;
    else {
      cleaned.enum = [String(value)];
      cleaned.type = 'string';
    }
  }

  #cleanList(list: readonly unknown[], depth: number): JsonObject[] {
    return list.filter(isRecord).map((item) => this.clean(item, depth + 1));
  }

  #merge(cleaned: Record<string, unknown>, list: readonly unknown[], depth: number): void {
    for (const item of this.#cleanList(list, depth)) {
      const properties = { ...recordOf(cleaned.properties), ...recordOf(item.properties) };
      const required = [...listOf(cleaned.required), ...listOf(item.required)];
      Object.assign(cleaned, { ...item, ...cleaned });
      if (Object.keys(properties).length > 0) cleaned.properties = properties;
      if (required.length > 0) cleaned.required = [...new Set(required)];
    }
  }

  /** A reference inside the schema, followed a few steps; what it stands in wins. */
  #resolve(given: JsonObject, depth: number): JsonObject {
    const reference = given.$ref;
    if (typeof reference !== 'string') return given;
    const found = reference.startsWith('#/')
      ? reference
          .slice(2)
          .split('/')
          .reduce<unknown>(
            (value, name) =>
              isRecord(value) ? value[name.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined,
            this.#root,
          )
      : undefined;
    if (!isRecord(found) || depth > 8) {
      this.changed = true;
      return { type: 'object', ...given };
    }
    return this.#resolve({ ...found, ...given, $ref: found.$ref }, depth + 1);
  }
}

function keepKnownRequired(cleaned: Record<string, unknown>): void {
  const properties = recordOf(cleaned.properties);
  const required = listOf(cleaned.required).filter((name) =>
    Object.hasOwn(properties, String(name)),
  );
  if (required.length > 0) cleaned.required = required;
  else delete cleaned.required;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
