import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { DEPTH_MAX, KEYWORDS, resolvePointer, TYPES } from './schema-keywords.ts';

export interface FittedSchema {
  readonly schema: JsonObject;
  /** A keyword that constrains values was dropped or changed. */
  readonly changed: boolean;
}

/**
 * Makes a schema valid by JSON Schema 2020-12, which vendors check: converts older drafts, and drops what is
 * not a schema. A valid one is returned unchanged.
 */
export function normaliseSchema(root: JsonObject): FittedSchema {
  const normaliser = new Normaliser(root);
  const schema = normaliser.fit(root, 0);
  return { schema, changed: normaliser.changed };
}

class Normaliser {
  changed = false;
  readonly #root: JsonObject;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  fit(input: JsonObject, depth: number): JsonObject {
    if (depth > DEPTH_MAX) return this.#leaveOut({});
    const fitted: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(input)) {
      const member = this.#take(name, value, depth);
      if (member !== undefined) fitted[name] = member;
      else if (value !== undefined && !isRewritten(name, value)) this.changed = true;
    }
    this.#rewriteDraft4(input, fitted);
    this.#rewriteTuple(input, fitted, depth);
    // OpenAI refuses arrays without an items schema; an empty schema means the same.
    if (fitted.items === undefined && includesType(fitted.type, 'array')) fitted.items = {};
    return fitted;
  }

  /** Returns the value in a valid form; undefined if there is none. */
  #take(name: string, value: unknown, depth: number): unknown {
    switch (KEYWORDS.get(name)) {
      case 'schema':
        return this.#fitSchema(value, depth);
      case 'schema-map':
        return isRecord(value) ? this.#fitMap(value, depth) : undefined;
      case 'schema-list':
        return Array.isArray(value) ? this.#fitList(value, depth) : undefined;
      case 'number':
        return typeof value === 'number' && (name !== 'multipleOf' || value > 0)
          ? value
          : undefined;
      case 'count':
        return Number.isSafeInteger(value) && (value as number) >= 0 ? value : undefined;
      case 'text':
        return typeof value === 'string' && this.#isUsable(name, value) ? value : undefined;
      case 'flag':
        return typeof value === 'boolean' ? value : undefined;
      case 'text-list':
        return Array.isArray(value) ? this.#textsOf(value) : undefined;
      case 'values':
        return Array.isArray(value) && value.length > 0 ? value : undefined;
      case 'type':
        return this.#fitType(value);
      case undefined:
        return name === 'additionalItems' || name === 'dependencies' ? undefined : value;
    }
  }

  #fitSchema(value: unknown, depth: number): unknown {
    if (typeof value === 'boolean') return value;
    return isRecord(value) ? this.fit(value, depth + 1) : undefined;
  }

  #fitMap(map: JsonObject, depth: number): JsonObject {
    const entries = Object.entries(map).map(
      ([key, item]) => [key, this.#fitSchema(item, depth) ?? this.#leaveOut({})] as const,
    );
    return Object.fromEntries(entries);
  }

  #fitList(list: readonly unknown[], depth: number): unknown {
    const fitted = list.map((item) => this.#fitSchema(item, depth));
    const usable = fitted.filter((item) => item !== undefined);
    if (usable.length < list.length) this.changed = true;
    return usable.length > 0 ? usable : undefined;
  }

  #textsOf(list: readonly unknown[]): readonly string[] {
    const texts = list.filter((item) => typeof item === 'string');
    const unique = [...new Set(texts)];
    if (unique.length < list.length) this.changed = true;
    return unique;
  }

  #isUsable(name: string, text: string): boolean {
    if (name === '$ref') return resolvePointer(this.#root, text) !== undefined;
    if (name === 'pattern') return isPattern(text);
    // A nested schema with an identity of its own would change how references resolve.
    return name !== '$id' && name !== '$anchor';
  }

  #fitType(value: unknown): unknown {
    if (typeof value === 'string') return this.#knownType(value);
    if (!Array.isArray(value)) return undefined;
    const types = [...new Set((value as unknown[]).map((type) => this.#knownType(type)))];
    const known = types.filter((type) => type !== undefined);
    if (known.length < value.length) this.changed = true;
    return known.length > 0 ? known : undefined;
  }

  #knownType(value: unknown): string | undefined {
    const type = typeof value === 'string' ? value.toLowerCase() : '';
    return TYPES.includes(type) ? type : undefined;
  }

  /** Exclusive bounds that were booleans in draft 4. */
  #rewriteDraft4(input: JsonObject, fitted: Record<string, unknown>): void {
    for (const [flag, bound] of DRAFT_4_BOUNDS) {
      if (input[flag] !== true || fitted[bound] === undefined) continue;
      fitted[flag] = fitted[bound];
      delete fitted[bound];
    }
  }

  /** Tuples of items, which are now prefixItems. */
  #rewriteTuple(input: JsonObject, fitted: Record<string, unknown>, depth: number): void {
    if (!Array.isArray(input.items)) return;
    const prefix = this.#fitList(input.items as unknown[], depth);
    if (prefix !== undefined) fitted.prefixItems = prefix;
    const rest = this.#fitSchema(input.additionalItems, depth);
    if (rest !== undefined) fitted.items = rest;
  }

  #leaveOut<Value>(replacement: Value): Value {
    this.changed = true;
    return replacement;
  }
}

const SILENT = new Set(['$id', '$anchor', 'additionalItems']);

/** Dropped without a warning: identities, and what was converted from older drafts. */
function isRewritten(name: string, value: unknown): boolean {
  if (name === 'items') return Array.isArray(value);
  return SILENT.has(name) || (name.startsWith('exclusive') && typeof value === 'boolean');
}

const DRAFT_4_BOUNDS = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

/** Returns whether a type, or a list of types, includes the given one. */
export function includesType(types: unknown, type: string): boolean {
  return types === type || (Array.isArray(types) && types.includes(type));
}

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'u'));
  } catch {
    return false;
  }
}
