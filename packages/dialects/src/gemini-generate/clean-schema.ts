import { recordOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { describeLost } from '../schemas/describe-lost.ts';
import { type FittedSchema, normaliseSchema } from '../schemas/normalise-schema.ts';
import { DEPTH_MAX, resolvePointer } from '../schemas/schema-keywords.ts';
import { ANYTHING, type Fitting, renderTyped, typesOf } from './typed-schema.ts';

/** References can be circular and fan out: the most subschemas that are visited. */
const SUBSCHEMAS_MAX = 2500;
const REFERENCES_MAX = 8;
/** This many members or values count as one schema. */
const PROPERTIES_A_SCHEMA = 20;

/**
 * Converts a JSON schema to the subset that Google accepts: every subschema has one type, references are
 * inlined, enums contain only strings, a type list becomes anyOf or nullable. Constraints without an
 * equivalent are described in words. Source: the Schema type of Google's API reference, November 2026; what
 * it refuses is in simulators/src/schema-rules/gemini-schema.ts.
 */
export function cleanSchema(input: JsonObject): FittedSchema {
  const { schema: root, changed } = normaliseSchema(input);
  const cleaner = new SchemaCleaner(root);
  const schema = cleaner.clean(root, 0);
  return { schema, changed: changed || cleaner.changed };
}

class SchemaCleaner implements Fitting {
  changed = false;
  readonly #root: JsonObject;
  #budget = SUBSCHEMAS_MAX;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  clean(input: unknown, depth: number): JsonObject {
    if (!isRecord(input)) {
      if (input === false) this.changed = true;
      return ANYTHING;
    }
    this.#budget -= 1 + listOf(input.enum).length / PROPERTIES_A_SCHEMA;
    if (depth > DEPTH_MAX || this.#budget < 0) {
      this.changed = true;
      return ANYTHING;
    }
    const source = this.#mergeParts(this.#resolve(input), 0);
    const { anyOf, oneOf, ...base } = source;
    const list = [anyOf, oneOf].find((each) => Array.isArray(each)) as unknown[] | undefined;
    if (!list) return this.#renderTypes(base, depth);
    if (Array.isArray(anyOf) && Array.isArray(oneOf)) this.changed = true;
    return this.#renderAlternatives(base, list, depth);
  }

  /** Renders one type as it is, null as nullable, several as alternatives. */
  #renderTypes(source: JsonObject, depth: number): JsonObject {
    const types = typesOf(source);
    const nonNullTypes = types.filter((type) => type !== 'null');
    const isNullable = nonNullTypes.length < types.length || source.nullable === true;
    if (types.length === 0) {
      const { title, description } = source;
      return withText(ANYTHING, { title, description });
    }
    if (nonNullTypes.length === 0) {
      this.changed = true;
      const { title, description } = source;
      return withText({ type: 'string', nullable: true }, { title, description });
    }
    const rendered = nonNullTypes.map((type) => renderTyped(source, type, depth, this));
    const alternatives = isNullable ? rendered.map(nullable) : rendered;
    const [only] = alternatives;
    return alternatives.length === 1 && only ? only : { anyOf: flat(alternatives) };
  }

  /**
   * If the schema itself has properties or items, its alternatives only narrow it and are described in words.
   * Otherwise each is merged with the schema's constraints; null makes the others nullable.
   */
  #renderAlternatives(base: JsonObject, list: readonly unknown[], depth: number): JsonObject {
    const { description, title, ...constraints } = base;
    if (base.properties !== undefined || base.items !== undefined) {
      this.changed = true;
      const { anyOf: several, ...variant } = this.#renderTypes(base, depth);
      const lost = { anyOf: list };
      if (!Array.isArray(several)) return describeLost(variant, lost);
      return { anyOf: (several as JsonObject[]).map((item) => describeLost(item, lost)) };
    }
    const isNull = (item: unknown) => recordOf(item).type === 'null';
    const nonNull = list.filter((item) => !isNull(item));
    const cleaned = nonNull.map((item) =>
      this.clean(
        isRecord(item) ? this.#mergeParts({ ...constraints, allOf: [item] }, 0) : item,
        depth + 1,
      ),
    );
    const isNullable = nonNull.length < list.length;
    const alternatives = flat(isNullable ? cleaned.map(nullable) : cleaned);
    const texts = { title, description };
    const [only] = alternatives;
    if (!only) return this.#renderTypes({ ...base, type: 'null' }, depth);
    if (alternatives.length === 1) return withText(only, texts);
    return { anyOf: alternatives.map((alternative) => withText(alternative, { description })) };
  }

  /** Merges the parts of allOf; of two conflicting values the first one counts. */
  #mergeParts(source: JsonObject, step: number): JsonObject {
    const { allOf, ...base } = source;
    if (!Array.isArray(allOf)) return source;
    let merged: Record<string, unknown> = { ...base };
    for (const part of allOf as unknown[]) {
      this.#budget -= 1;
      if (!isRecord(part) || step > REFERENCES_MAX || this.#budget < 0) {
        this.changed = true;
        continue;
      }
      const resolved = this.#mergeParts(this.#resolve(part), step + 1);
      const properties = { ...recordOf(resolved.properties), ...recordOf(merged.properties) };
      const required = [...listOf(merged.required), ...listOf(resolved.required)];
      this.#budget -= Object.keys(properties).length / PROPERTIES_A_SCHEMA;
      const clashes = Object.keys(resolved).filter(
        (name) => !SHARED.has(name) && name in merged && merged[name] !== resolved[name],
      );
      if (clashes.length > 0) this.changed = true;
      merged = { ...resolved, ...merged };
      if (Object.keys(properties).length > 0) merged.properties = properties;
      if (required.length > 0) merged.required = [...new Set(required)];
    }
    return merged;
  }

  /** Follows a reference a few steps; members next to it take precedence. */
  #resolve(input: JsonObject): JsonObject {
    let source = input;
    for (let step = 0; source.$ref !== undefined; step++) {
      const { $ref: reference, ...siblings } = source;
      const target = resolvePointer(this.#root, reference);
      if (!isRecord(target) || step > REFERENCES_MAX) {
        this.changed = true;
        return siblings;
      }
      source = { ...target, ...siblings };
    }
    return source;
  }
}

const SHARED = new Set(['properties', 'required', 'title', 'description', '$defs', 'definitions']);

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** anyOf allows no other members, so nullable is repeated in each alternative. */
function nullable(schema: JsonObject): JsonObject {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return { ...schema, nullable: true };
  return { anyOf: (anyOf as JsonObject[]).map((item) => ({ ...item, nullable: true })) };
}

function flat(list: readonly JsonObject[]): readonly JsonObject[] {
  return list.flatMap((item) =>
    Array.isArray(item.anyOf) ? (item.anyOf as JsonObject[]) : [item],
  );
}

function withText(schema: JsonObject, texts: JsonObject): JsonObject {
  const added = Object.entries(texts).filter(([, text]) => typeof text === 'string');
  const { anyOf } = schema;
  if (added.length === 0) return schema;
  if (Array.isArray(anyOf)) {
    const descriptions = added.filter(([name]) => name === 'description');
    return {
      anyOf: (anyOf as JsonObject[]).map((item) =>
        withText(item, Object.fromEntries(descriptions)),
      ),
    };
  }
  const { description } = schema;
  const isDescribed = typeof description === 'string';
  const outer = texts.description;
  const both =
    isDescribed && typeof outer === 'string' && outer !== description
      ? { description: `${outer}\n${description}` }
      : {};
  return { ...Object.fromEntries(added), ...schema, ...both };
}
