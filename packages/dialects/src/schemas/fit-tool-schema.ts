import { recordOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { describeLost, isShort } from './describe-lost.ts';
import { type FittedSchema, normaliseSchema } from './normalise-schema.ts';
import { resolvePointer } from './schema-keywords.ts';

/** What vendors refuse at the top of a tool's schema. */
const REFUSED = ['anyOf', 'oneOf', 'allOf', 'enum', 'const', 'not', 'if', 'then', 'else', '$ref'];
/** Parts may refer to each other and fan out: this many are enough for anyone. */
const PARTS_MAX = 300;
/** Many members of a part count like parts. */
const PROPERTIES_A_PART = 20;

/**
 * The schema of a tool's arguments as OpenAI and Anthropic take it: valid, of one object, with
 * nothing at its top that distinguishes several objects. Those are put together: all that one of
 * them may hold, and required is what all of them require. Source: nspady/google-calendar-mcp#39
 * (both texts), langchain-ai/langchainjs#9804.
 */
export function fitToolSchema(given: JsonObject): FittedSchema {
  const { schema: root, changed } = normaliseSchema(given);
  const refused = REFUSED.filter((name) => root[name] !== undefined);
  if (root.type === 'object' && refused.length === 0) return { schema: root, changed };
  const { properties, required } = new ShapeReader(root).read(root);
  const kept = Object.entries(root).filter(([name]) => !REFUSED.includes(name));
  const flat = {
    ...Object.fromEntries(kept),
    type: 'object',
    properties,
    ...(required.size > 0 ? { required: [...required] } : {}),
  };
  // What parts of an object require is said by the object now.
  const told = refused.filter((name) => name !== 'allOf' && name !== '$ref');
  const lost = Object.fromEntries(told.map((name) => [name, root[name]]));
  const isSame = refused.length === 0 && (root.type === undefined || root.type === 'object');
  // What referred to a part of the top refers to nothing now.
  const whole = refused.length === 0 ? flat : normaliseSchema(flat).schema;
  return { schema: describeLost(whole, lost), changed: changed || !isSame };
}

interface Shape {
  readonly properties: Record<string, unknown>;
  readonly required: Set<string>;
}

/** Collects what an object may and must hold, its alternatives and parts included. */
class ShapeReader {
  readonly #root: JsonObject;
  #left = PARTS_MAX;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  read(schema: JsonObject): Shape {
    const shape = {
      properties: { ...recordOf(schema.properties) },
      required: namesOf(schema.required),
    };
    this.#left -= 1 + Object.keys(shape.properties).length / PROPERTIES_A_PART;
    if (this.#left < 0) return shape;
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

/** What may be one or the other. Only small schemas are compared: what refers to one object is the same anyway. */
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
