import { recordOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { describeLost, isShort } from './describe-lost.ts';
import { type FittedSchema, normaliseSchema } from './normalise-schema.ts';
import { resolvePointer } from './schema-keywords.ts';

/** Keywords that vendors refuse at the top of a tool's schema. */
const REFUSED = ['anyOf', 'oneOf', 'allOf', 'enum', 'const', 'not', 'if', 'then', 'else', '$ref'];
/** Most parts that are visited: they can reference each other and fan out. */
const PARTS_MAX = 300;
/** This many members count as one part. */
const PROPERTIES_A_PART = 20;

/**
 * Fits a tool's schema to OpenAI and Anthropic: valid, of a single object, without alternatives at its top.
 * Alternatives are merged: the object has all of their members, and requires what all of them require.
 * Source: nspady/google-calendar-mcp#39 (both texts), langchain-ai/langchainjs#9804.
 */
export function fitToolSchema(input: JsonObject): FittedSchema {
  const { schema: root, changed } = normaliseSchema(input);
  const refused = REFUSED.filter((name) => root[name] !== undefined);
  if (root.type === 'object' && refused.length === 0) return { schema: root, changed };
  const { properties, required } = new ShapeReader(root).read(root);
  const supported = Object.entries(root).filter(([name]) => !REFUSED.includes(name));
  const flat = {
    ...Object.fromEntries(supported),
    type: 'object',
    properties,
    ...(required.size > 0 ? { required: [...required] } : {}),
  };
  // Requirements of merged parts are now part of the object.
  const described = refused.filter((name) => name !== 'allOf' && name !== '$ref');
  const lost = Object.fromEntries(described.map((name) => [name, root[name]]));
  const isSame = refused.length === 0 && (root.type === undefined || root.type === 'object');
  // Removes references to removed top-level parts.
  const normalised = refused.length === 0 ? flat : normaliseSchema(flat).schema;
  return { schema: describeLost(normalised, lost), changed: changed || !isSame };
}

interface Shape {
  readonly properties: Record<string, unknown>;
  readonly required: Set<string>;
}

/** Collects an object's members and required members, including its alternatives and parts. */
class ShapeReader {
  readonly #root: JsonObject;
  #budget = PARTS_MAX;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  read(schema: JsonObject): Shape {
    const shape = {
      properties: { ...recordOf(schema.properties) },
      required: namesOf(schema.required),
    };
    this.#budget -= 1 + Object.keys(shape.properties).length / PROPERTIES_A_PART;
    if (this.#budget < 0) return shape;
    const { properties } = shape;
    const add = (part: Shape) => {
      for (const [name, value] of Object.entries(part.properties))
        properties[name] = Object.hasOwn(properties, name)
          ? either(properties[name], value)
          : value;
    };
    const parts = this.#readList(schema.allOf);
    const target = resolvePointer(this.#root, schema.$ref);
    if (isRecord(target) && target !== this.#root) parts.push(this.read(target));
    for (const part of parts) {
      add(part);
      for (const name of part.required) shape.required.add(name);
    }
    for (const list of [this.#readList(schema.anyOf), this.#readList(schema.oneOf)]) {
      for (const part of list) add(part);
      const [first, ...others] = list.map(({ required }) => required);
      for (const name of first ?? [])
        if (others.every((names) => names.has(name))) shape.required.add(name);
    }
    return shape;
  }

  #readList(value: unknown): Shape[] {
    return Array.isArray(value)
      ? (value as unknown[]).map((item) => this.read(recordOf(item)))
      : [];
  }
}

/**
 * Returns the alternative of two schemas. Only small ones are compared: references to one object are
 * identical anyway.
 */
function either(first: unknown, second: unknown): unknown {
  if (first === second) return first;
  const isSame =
    isShort(first) && isShort(second) && JSON.stringify(first) === JSON.stringify(second);
  if (isSame) return first;
  const alternatives =
    isRecord(first) && Array.isArray(first.anyOf) && Object.keys(first).length === 1
      ? (first.anyOf as unknown[])
      : [first];
  return { anyOf: [...alternatives, second] };
}

function namesOf(value: unknown): Set<string> {
  return new Set(Array.isArray(value) ? (value as string[]) : []);
}
