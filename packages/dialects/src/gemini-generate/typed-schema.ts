import { recordOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { describeLost } from '../schemas/describe-lost.ts';
import { ownValue } from '../json/own-value.ts';

/** Converts subschemas, and records whether a constraint on values was dropped. */
export interface Fitting {
  changed: boolean;
  clean(schema: unknown, depth: number): JsonObject;
}

/** A type is required, so "anything" lists all types. */
export const ANYTHING: JsonObject = {
  anyOf: [
    { type: 'string', nullable: true },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'object' },
    { type: 'array', items: { type: 'string' } },
  ],
};

/** Formats by type; Google refuses others. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ['enum', 'date-time'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
};

/** Members passed on unchanged, by type. */
const PASSED_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
};

/** Keywords by the type that they apply to. */
const ABOUT: Readonly<Record<string, readonly string[]>> = {
  string: [...(PASSED_MEMBERS.string as readonly string[]), 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: [
    'items',
    'prefixItems',
    'minItems',
    'maxItems',
    'uniqueItems',
    'contains',
    'minContains',
    'maxContains',
    'unevaluatedItems',
  ],
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
    'dependentRequired',
    'dependentSchemas',
    'unevaluatedProperties',
  ],
};

/** Keywords for values of any type. */
const ABOUT_ALL = ['not', 'if', 'then', 'else'];

/**
 * Returns the types of a schema: those it states, else those implied by its values or keywords; none if it
 * accepts anything.
 */
export function typesOf(schema: JsonObject): readonly string[] {
  const { type, enum: values } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) {
    const types = type as string[];
    // Every integer is a number.
    return types.includes('number') ? types.filter((each) => each !== 'integer') : types;
  }
  const known = schema.const === undefined ? values : [schema.const];
  if (Array.isArray(known)) return [...new Set((known as unknown[]).map(typeOf))];
  // Keywords of several types leave the type open.
  const about = Object.keys(ABOUT).filter((each) =>
    ABOUT[each]?.some((name) => schema[name] !== undefined && name !== 'format'),
  );
  return about.length === 1 ? about : [];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

/** Renders a schema restricted to one of its types. */
export function renderTyped(
  schema: JsonObject,
  type: string,
  depth: number,
  fitting: Fitting,
): JsonObject {
  const typed: Record<string, unknown> = { type };
  const lost: Record<string, unknown> = {};
  for (const name of ['title', 'description', ...(ownValue(PASSED_MEMBERS, type) ?? [])])
    if (schema[name] !== undefined) typed[name] = schema[name];
  if (typeof schema.format === 'string') {
    if (ownValue(FORMATS, type)?.includes(schema.format)) typed.format = schema.format;
    else if (type === 'string') lost.format = schema.format;
  }
  const base = type === 'integer' ? 'number' : type;
  const converted = [
    ...(ownValue(PASSED_MEMBERS, type) ?? []),
    'items',
    'properties',
    'required',
    'format',
  ];
  for (const name of [...(ownValue(ABOUT, base) ?? []), ...ABOUT_ALL])
    if (schema[name] !== undefined && !converted.includes(name) && !isSilent(name, schema[name]))
      lost[name] = schema[name];
  if (type === 'integer') putExclusiveBounds(typed, lost);
  putValues(typed, lost, schema, type);
  if (type === 'array') putItems(typed, schema, depth, fitting);
  if (type === 'object') putProperties(typed, schema, depth, fitting);
  if (Object.keys(lost).length > 0) fitting.changed = true;
  return describeLost(typed, lost);
}

/** Turns exclusive bounds of integers into inclusive ones. */
function putExclusiveBounds(typed: Record<string, unknown>, lost: Record<string, unknown>): void {
  const { exclusiveMinimum, exclusiveMaximum: below } = lost;
  if (typeof exclusiveMinimum === 'number') {
    typed.minimum = Math.max(
      Math.floor(exclusiveMinimum) + 1,
      (typed.minimum as number | undefined) ?? -Infinity,
    );
    delete lost.exclusiveMinimum;
  }
  if (typeof below === 'number') {
    typed.maximum = Math.min(
      Math.ceil(below) - 1,
      (typed.maximum as number | undefined) ?? Infinity,
    );
    delete lost.exclusiveMaximum;
  }
}

/** Google's objects are closed anyway. */
function isSilent(name: string, value: unknown): boolean {
  if (name === 'additionalProperties') return typeof value === 'boolean' || isEmpty(value);
  return name === 'unevaluatedProperties' && typeof value === 'boolean';
}

function isEmpty(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}

/**
 * Enums only hold strings. Numbers keep their type, limited to the range of the values; the values are
 * described in words.
 */
function putValues(
  typed: Record<string, unknown>,
  lost: Record<string, unknown>,
  schema: JsonObject,
  type: string,
): void {
  const allowed = schema.const === undefined ? schema.enum : [schema.const];
  if (!Array.isArray(allowed)) return;
  const values = (allowed as unknown[]).filter((value) => fitsType(value, type));
  const isPlain = values.length > 0 && type === 'string' && !values.includes('');
  if (isPlain) {
    typed.enum = [...new Set(values)];
    return;
  }
  if (type === 'boolean' && new Set(values).size === 2) return;
  lost.enum = values;
  if (type !== 'number' && type !== 'integer') return;
  if (values.length === 0) return;
  const numbers = values as number[];
  typed.minimum = numbers.reduce((least, value) => Math.min(least, value));
  typed.maximum = numbers.reduce((most, value) => Math.max(most, value));
}

function fitsType(value: unknown, type: string): boolean {
  const valueType = typeOf(value);
  return valueType === type || (type === 'number' && valueType === 'integer');
}

/** Arrays require a schema for their items; a tuple's items match any of its schemas. */
function putItems(
  typed: Record<string, unknown>,
  { items, prefixItems }: JsonObject,
  depth: number,
  fitting: Fitting,
): void {
  if (!Array.isArray(prefixItems)) {
    typed.items = fitting.clean(items, depth + 1);
    return;
  }
  const rest = items === undefined || items === true || isEmpty(items) ? [] : [items];
  const list = [...(prefixItems as unknown[]), ...rest].filter((item) => item !== false);
  const isOpen = rest.length === 0;
  typed.items = fitting.clean(isOpen || list.length === 0 ? {} : { anyOf: list }, depth + 1);
}

function putProperties(
  typed: Record<string, unknown>,
  { properties, required }: JsonObject,
  depth: number,
  fitting: Fitting,
): void {
  const entries = Object.entries(recordOf(properties));
  if (properties !== undefined)
    typed.properties = Object.fromEntries(
      entries.map(([name, item]) => [name, fitting.clean(item, depth + 1)]),
    );
  const names = Array.isArray(required) ? (required as string[]) : [];
  const known = names.filter((name) => Object.hasOwn(recordOf(properties), name));
  if (known.length < names.length) fitting.changed = true;
  if (known.length > 0) typed.required = known;
}
